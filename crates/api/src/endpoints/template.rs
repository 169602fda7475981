use std::collections::BTreeMap;

use super::read::find_own;
use crate::prelude::*;
use deliver::delivery::target::Target;
use deliver::delivery::webhook_message::sample;
use deliver::delivery::webhook_template::Template;
use serde_json::Value;

/// The form of a webhook's requests.
// Not `Debug`: headers hold tokens.
#[derive(Serialize, ToSchema)]
pub struct EndpointTemplate {
    /// Null for Harken's own form.
    #[schema(required = true)]
    pub template: Option<Template>,
}

/// A template to try.
// Not `Debug`: headers hold tokens.
#[derive(Deserialize, Validate, ToSchema)]
pub struct TemplateInput {
    template: Template,
}

/// What a template makes of a made-up match.
#[derive(Debug, Serialize, ToSchema)]
pub struct TemplatePreview {
    /// The request's body.
    pub body: String,
    /// The values of all placeholders.
    #[schema(value_type = BTreeMap<String, Value>)]
    pub values: BTreeMap<&'static str, Value>,
}

/// Returns the form of a webhook's requests, with the tokens in its headers.
#[utoipa::path(
    get, path = "/endpoints/{id}/template", tag = "endpoints", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(AnyCall, SignedIn, OwnId, (status = 200, body = EndpointTemplate))
)]
pub async fn get_endpoint_template(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<Json<EndpointTemplate>> {
    let found = find_own(id, auth.id, &mut *app.conn().await?).await?;
    let template = match Target::of(&found, &app.secrets) {
        Some(Target::Webhook { template, .. }) => template,
        _ => None,
    };
    Ok(Json(EndpointTemplate { template }))
}

/// Previews a template with a made-up match. Nothing is stored or sent.
#[utoipa::path(
    post, path = "/endpoints/template/preview", tag = "endpoints", security(("token" = [])),
    request_body = TemplateInput,
    responses(AnyCall, JsonBody, SignedIn, (status = 200, body = TemplatePreview))
)]
pub async fn preview_template(
    State(app): State<App>,
    _auth: AuthUser,
    Valid(TemplateInput { template }): Valid<TemplateInput>,
) -> ApiResult<Json<TemplatePreview>> {
    template.check().map_err(|wrong| {
        let fields = wrong.into_iter().map(|(field, text)| (format!("template.{field}"), text));
        ApiError::Invalid(fields.collect())
    })?;
    let home = app.config.server.address_of("/notifications");
    let (body, values) = sample(&template, &home, app.clock.now())?;
    Ok(Json(TemplatePreview { body, values }))
}
