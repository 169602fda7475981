//! The link at the end of every alert. It works without signing in, by RFC 8058: a GET changes
//! nothing, because mail scanners follow links; the POST of a mail program or of the page's button
//! switches the account's email off.

use askama::Template;
use axum::extract::RawQuery;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::content_policy::{Nonce, of_plain_page};
use crate::prelude::*;
use db::models::user::User;
use db::schema::users;
use domain::auth::action_token::ActionLink;

#[derive(Template)]
#[template(path = "unsubscribe.html")]
struct Page<'a> {
    nonce: &'a Nonce,
    state: Stage,
    home_url: &'a str,
    settings_url: String,
    /// The page where fewer alerts can be chosen, if the email was about a match.
    less_url: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Asks,
    Done,
    Unknown,
}

/// Shows a confirmation page with a button.
///
/// Changes nothing.
#[utoipa::path(
    get, path = "/unsubscribe/{token}", tag = "unsubscribe", params(("token" = String, Path)),
    responses(
        AnyCall,
        (status = 200, content_type = "text/html", body = String),
        (status = 404, content_type = "text/html", body = String, description = "No such link"),
    )
)]
pub async fn show_unsubscribe(
    State(app): State<App>,
    PathPart(token): PathPart<String>,
    RawQuery(query): RawQuery,
) -> ApiResult<Response> {
    let Some(user) = find_user(&app, &token).await? else {
        return page(&app, Stage::Unknown, None);
    };
    let less_url = less_url(&app, &user, query.as_deref());
    let state = if user.email_notifications { Stage::Asks } else { Stage::Done };
    page(&app, state, less_url)
}

/// Turns off the account's emails.
///
/// Repeating the call is harmless.
#[utoipa::path(
    post, path = "/unsubscribe/{token}", tag = "unsubscribe", params(("token" = String, Path)),
    request_body(content_type = "application/x-www-form-urlencoded", content = String),
    responses(
        AnyCall,
        (status = 200, content_type = "text/html", body = String),
        (status = 404, content_type = "text/html", body = String, description = "No such link"),
    )
)]
pub async fn unsubscribe(
    State(app): State<App>,
    PathPart(token): PathPart<String>,
) -> ApiResult<Response> {
    let Some(user) = find_user(&app, &token).await? else {
        return page(&app, Stage::Unknown, None);
    };
    if user.email_notifications {
        let mut conn = app.conn().await?;
        diesel::update(users::table.find(user.id))
            .set((users::email_notifications.eq(false), users::updated_at.eq(app.clock.now())))
            .execute(&mut conn)
            .await?;
    }
    page(&app, Stage::Done, None)
}

async fn find_user(app: &App, token: &str) -> ApiResult<Option<User>> {
    let Some(id): Option<Uuid> = app.secrets.read_unsubscribe_token(token) else {
        return Ok(None);
    };
    let mut conn = app.conn().await?;
    Ok(User::find(id, &mut conn).await.optional()?)
}

/// Returns the page of the alert that the email was about: there its watch alone can be snoozed or
/// switched off.
fn less_url(app: &App, user: &User, query: Option<&str>) -> Option<String> {
    let mut fields = url::form_urlencoded::parse(query?.as_bytes());
    let (_, token) = fields.find(|(name, _)| name == "alert")?;
    let link = ActionLink::of_token(&token, &app.secrets)?;
    link.holds(user, app.clock.now()).then(|| link.url(app))
}

fn page(app: &App, state: Stage, less_url: Option<String>) -> ApiResult<Response> {
    let home_url = app.config.server.public_url.as_str();
    let nonce = Nonce::fresh()?;
    let page = Page {
        nonce: &nonce,
        state,
        home_url,
        settings_url: app.config.server.address_of("/settings"),
        less_url,
    };
    let html = page.render().map_err(anyhow::Error::new)?;
    let status = match state {
        Stage::Unknown => StatusCode::NOT_FOUND,
        _ => StatusCode::OK,
    };
    let policy = [(header::CONTENT_SECURITY_POLICY, of_plain_page(&nonce))];
    Ok((status, policy, Html(html)).into_response())
}
