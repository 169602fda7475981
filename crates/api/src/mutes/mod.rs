//! Mutes: what the signed-in user does not want alerts about.

use super::rules;
use crate::keywords::find_own;
use crate::notifications::steps::Steps;
use crate::prelude::*;
use db::models::mute::{Listed, MUTES_PER_USER, Mute as Row, MuteKind};
use db::models::notification::Notification;
use domain::mutes::Value;

mod several;
mod steps;

use steps::{CleanedUp, count_covered};

pub use several::*;
pub(crate) use steps::{clean_up, restore};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Mute {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// The keyword that it applies to; null for all keywords.
    #[schema(required = true)]
    pub watch_id: Option<Uuid>,
    /// The text of that keyword; null for all keywords.
    #[schema(required = true)]
    pub keyword: Option<String>,
    pub kind: MuteKind,
    /// The value that is compared; for a thread, its id on its site.
    pub value: String,
    /// The value for display; for a thread, its title, if it was muted from a notification.
    pub shown: String,
    /// The end of the mute; null if it is permanent.
    #[schema(required = true)]
    pub until: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    /// The number of deleted notifications that can still be restored, which is possible for a day.
    pub cleaned: i64,
}

impl From<Listed> for Mute {
    fn from(listed: Listed) -> Self {
        let Listed { mute, keyword, cleaned } = listed;
        Self {
            id: mute.id,
            watch_id: mute.watch_id,
            keyword,
            kind: mute.kind,
            value: mute.value,
            shown: mute.shown,
            until: mute.until,
            created_at: mute.created_at,
            cleaned,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct MuteList {
    /// The active mutes, newest first.
    pub mutes: Vec<Mute>,
}

/// Something to mute, given by its value or by a notification.
#[derive(Debug, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MuteInput {
    pub kind: MuteKind,
    /// A name, a word, or the id or address of a thread. If missing, it is taken from
    /// `notificationId`, except for a word, which is always required.
    #[schema(max_length = 300, example = "spam_bot")]
    #[validate(custom(function = "rules::mute_value"))]
    pub value: Option<String>,
    pub notification_id: Option<Uuid>,
    /// The keyword that it applies to; null or missing for all keywords.
    pub watch_id: Option<Uuid>,
    /// The number of days: 1 or 7; null or missing for a permanent mute.
    #[schema(minimum = 1, maximum = 7)]
    #[validate(custom(function = "rules::mute_days"))]
    pub for_days: Option<i64>,
    /// Whether existing notifications that it would have prevented are deleted.
    #[serde(default)]
    pub clean_up: bool,
    /// `next` of the previous answer, to continue its preview or clean-up.
    pub from: Option<i64>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct MuteCreated {
    pub mute: Mute,
    /// The number of notifications that were deleted.
    pub cleaned: i64,
    /// The position from which another call continues the clean-up; null if nothing is left.
    #[schema(required = true)]
    pub next: Option<i64>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct MutePreview {
    /// The number of existing notifications that the mute would have prevented.
    pub count: i64,
    /// The position from which another call continues to count; null if nothing is left.
    #[schema(required = true)]
    pub next: Option<i64>,
}

#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MuteDeletion {
    /// Whether the notifications that the mute deleted in the last day are restored.
    #[serde(default)]
    pub restore: bool,
}

#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MuteDeleted {
    /// The number of notifications that were restored.
    pub restored: i64,
    /// Whether another call can restore more.
    pub has_more: bool,
}

/// Lists the user's mutes.
#[utoipa::path(
    get, path = "/mutes", tag = "mutes", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 200, body = MuteList))
)]
pub async fn list_mutes(State(app): State<App>, auth: AuthUser) -> ApiResult<Json<MuteList>> {
    let mut conn = app.conn().await?;
    let rows = Row::list(auth.id, app.clock.now(), &mut conn).await?;
    Ok(Json(MuteList { mutes: rows.into_iter().map(Mute::from).collect() }))
}

/// Mutes something.
///
/// If it is already muted, the new duration applies. A user can have at most 500 mutes. A clean-up of very many
/// notifications takes several calls, each with `next` of the previous one.
#[utoipa::path(
    post, path = "/mutes", tag = "mutes", security(("token" = [])), request_body = MuteInput,
    responses(
        AnyCall, SignedIn, JsonBody,
        (status = 201, body = MuteCreated),
        (status = 404, body = ErrorBody, description = "`NOT_FOUND`: there is no such keyword or notification"),
        (status = 409, body = ErrorBody, description = "`MUTE_LIMIT_EXCEEDED`"),
    )
)]
pub async fn create_mute(
    State(app): State<App>,
    auth: AuthUser,
    Valid(input): Valid<MuteInput>,
) -> ApiResult<(StatusCode, Json<MuteCreated>)> {
    let mut conn = app.conn().await?;
    let (wanted, keyword) = wanted(&app, auth.id, &input, &mut conn).await?;
    let mute = save(&wanted, &mut conn).await?;
    drop(conn);
    let cleaned = match input.clean_up {
        true => {
            let mutes = std::slice::from_ref(&mute);
            clean_up(&app, auth.id, mutes, input.from, Steps::new(&app, auth.id)).await?
        }
        false => CleanedUp::default(),
    };
    let (next, cleaned) = (cleaned.next, cleaned.total());
    let created = MuteCreated { mute: Listed { mute, keyword, cleaned }.into(), cleaned, next };
    Ok((StatusCode::CREATED, Json(created)))
}

/// Counts the existing notifications that a mute would have prevented.
///
/// Mutes nothing. Counting very many notifications takes several calls, each with `next` of the previous one.
#[utoipa::path(
    post, path = "/mutes/preview", tag = "mutes", security(("token" = [])),
    request_body = MuteInput,
    responses(
        AnyCall, SignedIn, JsonBody,
        (status = 200, body = MutePreview),
        (status = 404, body = ErrorBody, description = "`NOT_FOUND`: there is no such keyword or notification"),
    )
)]
pub async fn preview_mute(
    State(app): State<App>,
    auth: AuthUser,
    Valid(input): Valid<MuteInput>,
) -> ApiResult<Json<MutePreview>> {
    let mut conn = app.conn().await?;
    let (wanted, _) = wanted(&app, auth.id, &input, &mut conn).await?;
    drop(conn);
    let steps = Steps::new(&app, auth.id);
    Ok(Json(count_covered(&app, &wanted, input.from, steps).await?))
}

/// Ends a mute and, if requested, restores the notifications that it deleted.
///
/// If there are very many, a repeated call restores the remaining ones.
#[utoipa::path(
    delete, path = "/mutes/{id}", tag = "mutes", security(("token" = [])),
    params(("id" = Uuid, Path), MuteDeletion),
    responses(AnyCall, SignedIn, QueryString, OwnId, (status = 200, body = MuteDeleted))
)]
pub async fn delete_mute(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
    ValidQuery(query): ValidQuery<MuteDeletion>,
) -> ApiResult<Json<MuteDeleted>> {
    let is_deleted = Row::delete(auth.id, id, &mut *app.conn().await?).await?;
    let restored = match query.restore {
        true => restore(&app, auth.id, &[id], Steps::new(&app, auth.id)).await?,
        false => MuteDeleted::default(),
    };
    if !is_deleted && restored.restored == 0 {
        return Err(ApiError::not_found("mute"));
    }
    Ok(Json(restored))
}

/// Stores a mute, unless its user has too many.
pub(super) async fn save(wanted: &Row, conn: &mut Conn) -> ApiResult<Row> {
    wanted.save(conn).await?.ok_or_else(|| {
        ApiError::new(
            StatusCode::CONFLICT,
            "MUTE_LIMIT_EXCEEDED",
            format!(
                "You have {MUTES_PER_USER} mutes, which is the maximum. Unmute something \
                first."
            ),
        )
    })
}

/// Returns the row that `input` asks for, and the keyword of its watch.
async fn wanted(
    app: &App,
    user_id: Uuid,
    input: &MuteInput,
    conn: &mut Conn,
) -> ApiResult<(Row, Option<String>)> {
    let now = app.clock.now();
    let keyword = match input.watch_id {
        None => None,
        Some(watch_id) => Some(find_own(watch_id, user_id, conn).await?.keyword),
    };
    let item = match input.notification_id {
        None => None,
        Some(id) => {
            let found = Notification::find(user_id, id, now, conn).await?;
            let (_, item) = found.ok_or_else(|| ApiError::not_found("notification"))?;
            Some(item)
        }
    };
    let kind = input.kind;
    let value = match (input.value.as_deref(), &item) {
        (Some(typed), _) => Value::typed(kind, typed),
        (None, Some(item)) => Value::of(kind, item),
        (None, None) => Err("Choose what to mute."),
    };
    let value = value.map_err(|text| ApiError::invalid("value", text))?;
    let until = input.for_days.map(|days| now + TimeDelta::days(days));
    Ok((value.mute(user_id, input.watch_id, until, now), keyword))
}
