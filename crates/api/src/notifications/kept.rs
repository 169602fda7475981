//! What a user keeps of matches: a star, a note, and a snooze until a time.

use diesel_async::AsyncConnection;

use super::*;
use crate::users::snooze;
use db::models::kept_match::{Full, KEPT_PER_USER, KeptMatch as KeptRow, NOTE_CHARS_PER_USER};
use foundation::wording::plural::plural;

/// What a user keeps of a match.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeptMatch {
    /// The id of the notification.
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub is_starred: bool,
    /// A note of the user's own; empty without one.
    pub note: String,
    /// The time at which a snoozed match becomes unread again; null if it is not snoozed.
    #[schema(required = true)]
    pub returns_at: Option<DateTime<Utc>>,
}

impl From<KeptRow> for KeptMatch {
    fn from(row: KeptRow) -> Self {
        Self {
            id: row.notification_id,
            is_starred: row.is_starred,
            note: row.note,
            returns_at: row.returns_at,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct KeptMatchList {
    /// The kept matches, newest first, at most 1,000.
    pub kept: Vec<KeptMatch>,
}

#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeptMatchInput {
    #[serde(default)]
    #[schema(example = true)]
    is_starred: bool,
    #[serde(default)]
    #[schema(max_length = 2000)]
    #[validate(custom(function = "rules::note"))]
    note: String,
    /// The end of a snooze, at most 30 days ahead; null or a past time ends it.
    returns_at: Option<DateTime<Utc>>,
}

/// Lists the matches that have a star, a note or a snooze.
#[utoipa::path(
    get, path = "/notifications/kept", tag = "notifications", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 200, body = KeptMatchList))
)]
pub async fn list_kept_matches(
    State(app): State<App>,
    user: AuthUser,
) -> ApiResult<Json<KeptMatchList>> {
    let rows = KeptRow::list(user.id, &mut *app.conn().await?).await?;
    Ok(Json(KeptMatchList { kept: rows.into_iter().map(KeptMatch::from).collect() }))
}

/// Sets the star, note and snooze of a match, in place of its previous ones.
///
/// A snoozed match is archived, and is unread again when its time has come. Stars and notes are kept for as long as
/// their match.
#[utoipa::path(
    put, path = "/notifications/{id}/kept", tag = "notifications", params(("id" = Uuid, Path)),
    request_body = KeptMatchInput, security(("token" = [])),
    responses(
        AnyCall, SignedIn, OwnId, JsonBody,
        (status = 200, body = KeptMatch),
        (status = 409, body = ErrorBody, description = "`KEPT_MATCH_LIMIT_EXCEEDED`"),
    )
)]
pub async fn keep_match(
    State(app): State<App>,
    user: AuthUser,
    PathPart(id): PathPart<Uuid>,
    Valid(input): Valid<KeptMatchInput>,
) -> ApiResult<Json<KeptMatch>> {
    let now = app.clock.now();
    let returns_at = snooze(input.returns_at, "returnsAt", now)?;
    let mut conn = app.conn().await?;
    let kept = conn
        .transaction::<_, ApiError, _>(async move |conn| {
            User::lock(&[user.id], conn).await?;
            let found = Row::find(user.id, id, now, conn).await?;
            let (row, _) = found.ok_or_else(|| ApiError::not_found("notification"))?;
            let kept = KeptRow {
                notification_id: id,
                seen_at: row.seen_at,
                user_id: user.id,
                is_starred: input.is_starred,
                note: input.note.trim().to_owned(),
                returns_at,
            };
            match kept.keep(conn).await? {
                None => Ok(kept),
                Some(limit) => Err(too_many(limit)),
            }
        })
        .await?;
    Ok(Json(kept.into()))
}

fn too_many(limit: Full) -> ApiError {
    let message = match limit {
        Full::Matches => {
            let most = plural(KEPT_PER_USER as u64, "match", "matches");
            format!(
                "You keep {most} with a star, note or snooze, which is the maximum. Remove some \
                 first."
            )
        }
        Full::Notes => {
            let most = plural(NOTE_CHARS_PER_USER as u64, "character", "characters");
            format!("Your notes can have {most} in all. Shorten or remove some first.")
        }
    };
    ApiError::new(StatusCode::CONFLICT, "KEPT_MATCH_LIMIT_EXCEEDED", message)
}
