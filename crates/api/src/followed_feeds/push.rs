//! Push sources: feeds of a user's own, whose items programs send.

use std::collections::HashSet;

use axum::body::to_bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use diesel_async::AsyncConnection;
use ingest::feeds::{daily_limits, next_day, reason};
use ingest::removal::gone::remove_posts;
use serde_json::Value;

use super::add::{no_room, not_read};
use crate::prelude::*;
use db::models::feed::{Feed, NewFeed, Waiting, limit_reached, push_address};
use platform::sources::feed::{PushedItem, marked_id, push_mark, push_name, push_place};

/// The largest body of several items.
const MAX_BYTES: usize = 1024 * 1024;
/// The most items of a body.
const MAX_ITEMS: usize = 1_000;
/// The most items of a user that wait to be stored, and their bytes.
const MAX_WAITING: i64 = 5_000;
const MAX_WAITING_BYTES: i64 = 20_000_000;
/// The seconds after which there should be room for others.
const COME_BACK_SECONDS: u32 = 10;
/// The media types of several items.
const SEVERAL: [&str; 4] =
    ["application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines"];

fn default_source() -> String {
    "items".to_owned()
}

#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PushQuery {
    /// The name of the push source: 1 to 40 letters, digits and hyphens. It begins with the first item that is sent to
    /// it, and is then among the user's feeds.
    #[serde(default = "default_source")]
    #[param(default = "items", max_length = 40)]
    source: String,
}

#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PushedItemQuery {
    /// The name of the push source.
    #[serde(default = "default_source")]
    #[param(default = "items", max_length = 40)]
    source: String,
    /// The sender's id of the item.
    #[param(example = "1")]
    id: String,
}

/// One item, or several, of which each may be refused with the number of its line.
pub enum PushedItems {
    One(Box<PushedItem>),
    Several(Vec<(usize, Result<PushedItem, ApiError>)>),
}

impl<S: Send + Sync> FromRequest<S> for PushedItems {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
        if !SEVERAL.iter().any(|several| several.eq_ignore_ascii_case(kind)) {
            let Json(item) = Json::<Value>::from_request(request, state).await?;
            return Ok(Self::One(Box::new(read(&item)?)));
        }
        let body = to_bytes(request.into_body(), MAX_BYTES)
            .await
            .map_err(|_| too_large("Send at most 1 MiB at once, and all of it."))?;
        let lines = body.split(|byte| *byte == b'\n').zip(1..);
        let lines = lines.filter(|(line, _)| !line.trim_ascii().is_empty());
        let read = lines.map(|(line, number)| {
            let item = Json::<Value>::from_bytes(line).map_err(ApiError::from);
            (number, item.and_then(|Json(item)| read(&item)))
        });
        let items: Vec<_> = read.take(MAX_ITEMS + 1).collect();
        match items.len() {
            0 => Err(ApiError::invalid("id", "Send at least one item")),
            1..=MAX_ITEMS => Ok(Self::Several(items)),
            _ => Err(too_large("Send at most 1,000 items at once.")),
        }
    }
}

/// Reads an item. Unknown fields are refused, which counts only in valid JSON.
fn read(json: &Value) -> ApiResult<PushedItem> {
    let Json(item) = Json::<PushedItem>::from_bytes(json.to_string().as_bytes())?;
    item.check().map_err(|(field, text)| ApiError::invalid(field, text))?;
    Ok(item)
}

fn too_large(text: &str) -> ApiError {
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "PAYLOAD_TOO_LARGE", text)
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PushAnswer {
    /// The name by which keywords list the source in `subreddits`.
    pub place: String,
    /// The number of items that are kept, and searched within seconds.
    pub accepted: usize,
    /// The number of items whose ids were sent before. They stay as they are.
    pub known: usize,
    /// The lines that were refused.
    pub refused: Vec<RefusedLine>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct RefusedLine {
    /// Its number, from 1.
    pub line: usize,
    /// The reason, for people.
    pub error: String,
}

impl RefusedLine {
    fn new(line: usize, error: &ApiError) -> Self {
        let error = match error {
            ApiError::Invalid(fields) => {
                let fields = fields.iter().map(|(name, text)| format!("{name}: {text}"));
                fields.collect::<Vec<_>>().join("; ")
            }
            ApiError::Refused { text, .. } => text.clone(),
            other => other.to_string(),
        };
        Self { line, error }
    }
}

/// Sends items to a push source, which keywords can name like a feed.
///
/// Send one item as JSON, or up to 1,000 and 1 MiB as a line of JSON each (`Content-Type: application/x-ndjson`). Of
/// these the good lines are kept, and the answer lists the others. An item is known by its `id`: it can be sent again
/// after a lost answer. It alerts its user alone, and what holds for feeds holds for it, with the same limits.
#[utoipa::path(
    post, path = "/items", tag = "items", security(("token" = [])), params(PushQuery),
    request_body(content((PushedItem = "application/json"), (String = "application/x-ndjson"))),
    responses(
        AnyCall, JsonBody, QueryString, SignedIn,
        (status = 202, body = PushAnswer, description = "All that is not refused is kept"),
        (status = 403, body = ErrorBody, description = "`FEED_LIMIT_EXCEEDED`: this would be a new source"),
        (status = 409, body = ErrorBody, description = "`SITE_NOT_READ`: this server reads no feeds; `FEED_PLACE_TAKEN`"),
        (status = 429, body = ErrorBody, description = "`PUSH_LIMIT_EXCEEDED`: enough for today; `PUSH_QUEUE_FULL`: too much waits to be stored"),
    )
)]
pub async fn push_items(
    State(app): State<App>,
    auth: AuthUser,
    ValidQuery(query): ValidQuery<PushQuery>,
    pushed: PushedItems,
) -> ApiResult<(StatusCode, Json<PushAnswer>)> {
    let name = name_of(&query.source)?;
    if !app.config.feeds.enabled {
        return Err(not_read());
    }
    let items = match pushed {
        PushedItems::One(item) => vec![(1, Ok(*item))],
        PushedItems::Several(items) => items,
    };
    let (mut good, mut refused) = (Vec::new(), Vec::new());
    for (line, item) in items {
        match item {
            Ok(item) => good.push(item),
            Err(error) => refused.push(RefusedLine::new(line, &error)),
        }
    }
    let (app_ref, good, name) = (&app, &good, &name);
    let mut conn = app.conn().await?;
    let (place, accepted) = conn
        .transaction::<_, ApiError, _>(async move |conn| {
            // Before the source's row, as in the transactions that store.
            let can = Capabilities::lock(auth.id, app_ref.config.server.plans, conn).await?;
            let feed = source(name, auth.id, can, app_ref.clock.now(), conn).await?;
            let accepted = keep(app_ref, &feed, auth.id, good, conn).await?;
            Ok((feed.place, accepted))
        })
        .await?;
    let known = good.len() - accepted;
    Ok((StatusCode::ACCEPTED, Json(PushAnswer { place, accepted, known, refused })))
}

fn name_of(typed: &str) -> ApiResult<String> {
    push_name(typed).ok_or_else(|| {
        let text = "Use 1 to 40 letters, digits and hyphens between them";
        ApiError::invalid("source", text)
    })
}

/// Finds a user's push source, or begins it.
async fn source(
    name: &str,
    user_id: Uuid,
    can: Capabilities,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> ApiResult<Feed> {
    let address = push_address(name, user_id);
    let found = Feed::find_to_follow(&address, conn).await?;
    if let Some(feed) = &found
        && feed.followed_since(user_id, conn).await?.is_some()
    {
        return Ok(feed.clone());
    }
    if Feed::count_of(user_id, conn).await? >= i64::from(can.feeds) {
        return Err(no_room(can.feeds));
    }
    let new = NewFeed::pushed(name, user_id, push_place(name, &address));
    let begun = match found {
        Some(feed) => Some(feed),
        None => Feed::begin(&new, now, conn).await?,
    };
    let feed = begun.ok_or_else(|| {
        let text = "Another source has the place of this name. Choose another name.";
        ApiError::new(StatusCode::CONFLICT, "FEED_PLACE_TAKEN", text)
    })?;
    feed.follow(user_id, now, conn).await?;
    Ok(feed)
}

/// Keeps the items that are not known, and returns their number.
async fn keep(
    app: &App,
    feed: &Feed,
    user_id: Uuid,
    items: &[PushedItem],
    conn: &mut Conn,
) -> ApiResult<usize> {
    let now = app.clock.now();
    let known = known(feed, items.iter().map(|item| item.id.as_str()), conn).await?;
    let new = items.iter().filter(|item| !known.contains(item.id.as_str()));
    let new = new.map(|item| serde_json::to_string(item).map(|text| (item.id.as_str(), text)));
    let new: Vec<(&str, String)> = new.collect::<Result<_, _>>().map_err(anyhow::Error::from)?;
    if new.is_empty() {
        return Ok(0);
    }
    let limits = daily_limits(&app.config.limits);
    if let Some(reached) = limit_reached(feed.id, &limits, now, conn).await? {
        let left = (next_day(now, 0.0) - now).num_seconds();
        return Err(ApiError::RateLimited {
            code: "PUSH_LIMIT_EXCEEDED",
            text: format!("This source waits: {}.", reason(reached, &limits)),
            retry_after: u32::try_from(left).unwrap_or(0).max(1),
            limit: app.config.limits.feed_entries_per_day.get(),
        });
    }
    let Waiting { items, bytes } = Waiting::of_user(user_id, conn).await?;
    let more: usize = new.iter().map(|(_, payload)| payload.len()).sum();
    let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    if items + number(new.len()) > MAX_WAITING || bytes + number(more) > MAX_WAITING_BYTES {
        return Err(ApiError::RateLimited {
            code: "PUSH_QUEUE_FULL",
            text: "Too many of your items wait to be stored. Please send these again in a moment."
                .to_owned(),
            retry_after: COME_BACK_SECONDS,
            limit: u32::try_from(MAX_WAITING).unwrap_or(u32::MAX),
        });
    }
    Ok(feed.push(user_id, &new, now, conn).await?)
}

/// Returns those of these ids whose items wait or are stored.
async fn known<'a>(
    feed: &Feed,
    ids: impl Iterator<Item = &'a str>,
    conn: &mut Conn,
) -> ApiResult<HashSet<&'a str>> {
    let marked: Vec<_> = ids.map(|id| (id, push_mark(&feed.place, id))).collect();
    let marks = feed.marks(conn).await?;
    let marks: HashSet<&[u8]> = marks.chunks(size_of::<u64>()).collect();
    let forum_ids: Vec<String> = marked.iter().map(|(_, mark)| marked_id(*mark)).collect();
    let stored = Feed::stored(&forum_ids, conn).await?;
    let ids: Vec<&str> = marked.iter().map(|(id, _)| *id).collect();
    let waiting = feed.waiting(&ids, conn).await?;
    let known = marked.into_iter().zip(&forum_ids).filter(|((id, mark), forum_id)| {
        waiting.contains(*id) || marks.contains(&mark[..]) || stored.contains(*forum_id)
    });
    Ok(known.map(|((id, _), _)| id).collect())
}

/// Deletes an item that was sent to a push source, with everything that was made from its text.
///
/// Its alerts say that it is gone. If it was stored, its id stays known, so that a late repetition does not bring it
/// back.
#[utoipa::path(
    delete, path = "/items", tag = "items", security(("token" = [])), params(PushedItemQuery),
    responses(
        AnyCall, QueryString, SignedIn, OwnId,
        (status = 204, description = "Deleted"),
    )
)]
pub async fn delete_item(
    State(app): State<App>,
    auth: AuthUser,
    ValidQuery(query): ValidQuery<PushedItemQuery>,
) -> ApiResult<StatusCode> {
    let name = name_of(&query.source)?;
    let mut conn = app.conn().await?;
    let feed = Feed::find_to_follow(&push_address(&name, auth.id), &mut conn).await?;
    let feed = feed.ok_or_else(|| ApiError::not_found("push source"))?;
    // First: a poll that has read it fails then, and one that has stored it is over.
    let waited = feed.forget_waiting(&query.id, &mut conn).await?;
    let is_known = !known(&feed, [query.id.as_str()].into_iter(), &mut conn).await?.is_empty();
    if is_known {
        let forum_id = marked_id(push_mark(&feed.place, &query.id));
        remove_posts(&[forum_id], app.clock.now(), &mut conn).await?;
    }
    match waited || is_known {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::not_found("item")),
    }
}
