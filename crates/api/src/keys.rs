//! The user's API keys, by which programs call the API.

use std::collections::BTreeSet;

use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use validator::ValidationError;

use super::rules;
use crate::prelude::*;
use crate::questions::Questions;
use db::models::api_key::{ApiKey as Row, KEYS_PER_USER, Scope};
use db::models::outbox::{Kind, NewMessage};
use db::models::user::User;
use db::schema::api_keys;
use domain::auth::api_keys::new_token;
use foundation::secrets::hash_token;

/// The days for which a key works unless its user chooses another number.
const DEFAULT_DAYS: u32 = 90;

/// Each new key sends an email.
const CREATIONS: Questions = Questions {
    class: "api_key",
    per_minute: 10,
    code: "API_KEY_RATE_LIMIT_EXCEEDED",
    text: "You have created many API keys in a short time. Please wait a moment.",
};

/// An API key, without its token.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiKey {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub name: String,
    pub scopes: Vec<Scope>,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// The time of its last use, to the minute; null if it was never used.
    #[schema(required = true)]
    pub last_used_at: Option<DateTime<Utc>>,
    /// Whether it has expired. It is listed for 30 more days.
    pub is_expired: bool,
}

impl ApiKey {
    fn of(row: Row, now: DateTime<Utc>) -> Self {
        Self {
            id: row.id,
            name: row.name,
            scopes: row.scopes,
            created_at: row.created_at,
            expires_at: row.expires_at,
            last_used_at: row.last_used_at,
            is_expired: row.expires_at <= now,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ApiKeyList {
    /// The keys, newest first.
    pub keys: Vec<ApiKey>,
    /// The most keys that a user may have, expired ones included.
    pub limit: i64,
}

#[derive(Debug, Deserialize, Validate, ToSchema)]
pub struct NewApiKey {
    #[schema(min_length = 1, max_length = 60, example = "My script")]
    #[validate(custom(function = "rules::key_name"))]
    pub name: String,
    /// The calls that the key may make. `admin` is for administrators.
    #[schema(min_items = 1, max_items = 5)]
    #[validate(custom(function = "check_scopes"))]
    pub scopes: Vec<Scope>,
    /// The number of days for which it works.
    #[serde(default = "default_days")]
    #[schema(minimum = 1, maximum = 365, default = 90)]
    #[validate(range(min = 1, max = 365, message = "Choose 1 to 365 days."))]
    pub days: u32,
}

fn default_days() -> u32 {
    DEFAULT_DAYS
}

fn check_scopes(scopes: &[Scope]) -> Result<(), ValidationError> {
    let text = match BTreeSet::from_iter(scopes).len() {
        0 => "Choose at least one scope.",
        different if different < scopes.len() => "Name each scope once.",
        _ => return Ok(()),
    };
    Err(ValidationError::new("refused").with_message(text.into()))
}

#[derive(Serialize, ToSchema)]
pub struct CreatedApiKey {
    pub key: ApiKey,
    /// The token, which a program sends as `Authorization: Bearer …`. It is shown only now.
    pub token: String,
}

/// Returns all keys of a user, newest first.
pub(crate) async fn own_keys(
    app: &App,
    user_id: Uuid,
    conn: &mut Conn,
) -> QueryResult<Vec<ApiKey>> {
    let now = app.clock.now();
    let rows = Row::list(user_id, conn).await?;
    Ok(rows.into_iter().map(|row| ApiKey::of(row, now)).collect())
}

/// Lists the user's API keys.
#[utoipa::path(
    get, path = "/keys", tag = "keys", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 200, body = ApiKeyList))
)]
pub async fn list_api_keys(
    State(app): State<App>,
    auth: SessionUser,
) -> ApiResult<Json<ApiKeyList>> {
    let keys = own_keys(&app, auth.id, &mut *app.conn().await?).await?;
    Ok(Json(ApiKeyList { keys, limit: KEYS_PER_USER }))
}

/// Creates an API key, and returns its token, which is shown only now.
///
/// An email reports the new key. A user can have at most 20.
#[utoipa::path(
    post, path = "/keys", tag = "keys", security(("token" = [])),
    request_body = NewApiKey,
    responses(
        AnyCall, SignedIn, JsonBody,
        (status = 201, body = CreatedApiKey),
        (status = 409, body = ErrorBody, description = "`API_KEY_LIMIT_EXCEEDED`"),
        (status = 429, body = ErrorBody, description = "`API_KEY_RATE_LIMIT_EXCEEDED`"),
    )
)]
pub async fn create_api_key(
    State(app): State<App>,
    auth: SessionUser,
    Valid(input): Valid<NewApiKey>,
) -> ApiResult<(StatusCode, Json<CreatedApiKey>)> {
    let (id, now) = (Uuid::now_v7(), app.clock.now());
    let token = new_token(id)?;
    let row = Row {
        id,
        user_id: auth.id,
        name: input.name.trim().to_owned(),
        hash: hash_token(&token),
        scopes: input.scopes,
        created_at: now,
        expires_at: now + TimeDelta::days(input.days.into()),
        last_used_at: None,
        reminded_at: None,
    };
    let new = &row;
    let mut conn = app.conn().await?;
    CREATIONS.count(&app, auth.into(), &mut conn).await?;
    conn.transaction::<_, ApiError, _>(async move |conn| {
        // Of two calls at once, the second one counts the key of the first.
        let user = User::lock(&[auth.id], conn).await?.pop().ok_or_else(ApiError::unauthorized)?;
        if new.scopes.contains(&Scope::Admin) && !user.is_administrator {
            let text = "Only administrators can choose the scope “admin”.";
            return Err(ApiError::invalid("scopes", text));
        }
        let present: i64 =
            api_keys::table.filter(api_keys::user_id.eq(auth.id)).count().get_result(conn).await?;
        if present >= KEYS_PER_USER {
            return Err(too_many());
        }
        diesel::insert_into(api_keys::table).values(new).execute(conn).await?;
        let notice = NewMessage::mail(Kind::KeyCreated, auth.id, id, now);
        NewMessage::enqueue(&[notice], conn).await?;
        Ok(())
    })
    .await?;
    Ok((StatusCode::CREATED, Json(CreatedApiKey { key: ApiKey::of(row, now), token })))
}

fn too_many() -> ApiError {
    ApiError::new(
        StatusCode::CONFLICT,
        "API_KEY_LIMIT_EXCEEDED",
        format!("You have {KEYS_PER_USER} API keys, which is the maximum. Revoke one first."),
    )
}

/// Revokes an API key, with immediate effect.
#[utoipa::path(
    delete, path = "/keys/{id}", tag = "keys", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(AnyCall, SignedIn, OwnId, (status = 204, description = "Revoked"))
)]
pub async fn revoke_api_key(
    State(app): State<App>,
    auth: SessionUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<StatusCode> {
    match Row::delete(id, auth.id, &mut *app.conn().await?).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::not_found("API key")),
    }
}
