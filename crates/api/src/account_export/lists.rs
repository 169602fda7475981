//! The lists of the document that may have any number of rows. Each is read a page at a time.

use async_stream::try_stream;
use axum::body::Bytes;
use chrono::NaiveDate;
use diesel::prelude::*;
use diesel::sql_types::{
    Array, BigInt, Date, Integer, Json as SqlJson, Nullable, Text, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use futures::stream::{BoxStream, StreamExt};

use super::json;
use crate::deliveries::Delivery;
use crate::keywords::WatchBody;
use crate::prelude::*;
use db::models::notification::Notification as NotificationRow;
use db::models::outbox::OutboxRow;
use db::models::watch::Watch;
use db::schema::{outbox, watches};
use domain::watches::turns::LONG_WAIT;
use platform::wire::Notification;

/// The rows that are read at once.
const PAGE: i64 = 200;
/// The messages that are read at once: their attempts are loaded, too, at most 1,000.
const MESSAGES: usize = 50;
/// The ids of messages that are read at once: each time all messages of the user are sorted.
const IDS: i64 = 20_000;

/// A page of a list, and where the next one begins; `None` after the last.
type Page<Row, Cursor> = ApiResult<Option<(Vec<Row>, Cursor)>>;

/// Streams a list of the document, with its name and the comma before it.
pub(super) fn list<Row, Cursor, Load, Loading>(
    app: &App,
    user_id: Uuid,
    name: &str,
    start: Cursor,
    load: Load,
) -> BoxStream<'static, ApiResult<Bytes>>
where
    Row: Serialize + Send + 'static,
    Cursor: Send + 'static,
    Load: Fn(App, Uuid, Cursor) -> Loading + Send + 'static,
    Loading: Future<Output = Page<Row, Cursor>> + Send + 'static,
{
    let (app, head) = (app.clone(), format!(",\"{name}\":["));
    let written = try_stream! {
        yield Bytes::from(head);
        let (mut cursor, mut comma) = (start, "");
        loop {
            let turn = app.heavy_reads.take_within(LONG_WAIT, user_id).await?;
            let page = load(app.clone(), user_id, cursor).await?;
            drop(turn);
            let Some((rows, next)) = page else { break };
            cursor = next;
            let mut text = String::new();
            for row in rows {
                text += comma;
                text += &json(&row)?;
                comma = ",";
            }
            yield Bytes::from(text);
        }
        yield Bytes::from_static(b"]");
    };
    written.boxed()
}

/// Returns the rows as a page, unless there are none.
fn page<Row, Cursor>(rows: Vec<Row>, next: impl Fn(&Row) -> Cursor) -> Page<Row, Cursor> {
    let next = rows.last().map(next);
    Ok(next.map(|next| (rows, next)))
}

pub(super) async fn watches(app: App, user_id: Uuid, last: Uuid) -> Page<WatchBody, Uuid> {
    let rows: Vec<Watch> = watches::table
        .filter(watches::user_id.eq(user_id))
        .filter(watches::id.gt(last))
        .order(watches::id)
        .limit(PAGE)
        .select(Watch::as_select())
        .load(&mut *app.conn().await?)
        .await?;
    page(rows.into_iter().map(WatchBody::from).collect(), |row| row.id)
}

pub(super) async fn notifications(app: App, user_id: Uuid, last: i64) -> Page<Notification, i64> {
    let rows = NotificationRow::after(user_id, last, PAGE, &mut *app.conn().await?).await?;
    let next = rows.last().map(|(row, _)| row.seq);
    Ok(next.map(|next| (rows.into_iter().map(Notification::from).collect(), next)))
}

/// The messages that are listed next, the next one last, and the newest that was looked for.
#[derive(Default)]
pub(super) struct IdsOfMessages {
    waiting: Vec<Uuid>,
    last: Uuid,
}

pub(super) async fn deliveries(
    app: App,
    user_id: Uuid,
    mut ids: IdsOfMessages,
) -> Page<Delivery, IdsOfMessages> {
    let mut conn = app.conn().await?;
    let of_user = outbox::table.filter(outbox::user_id.eq(user_id));
    if ids.waiting.is_empty() {
        ids.waiting = of_user
            .filter(outbox::id.gt(ids.last))
            .order(outbox::id)
            .limit(IDS)
            .select(outbox::id)
            .load(&mut conn)
            .await?;
        ids.waiting.reverse();
    }
    let next = ids.waiting.split_off(ids.waiting.len().saturating_sub(MESSAGES));
    let [last, ..] = next[..] else {
        return Ok(None);
    };
    ids.last = last;
    let rows: Vec<OutboxRow> = of_user
        .filter(outbox::id.eq_any(next))
        .order(outbox::id)
        .select(OutboxRow::as_select())
        .load(&mut conn)
        .await?;
    Ok(Some((Delivery::of(rows, &mut conn).await?, ids)))
}

/// The matches of a keyword on a day (UTC), by the hour in which they were found. They are kept for 13 months.
#[derive(Serialize, ToSchema, QueryableByName)]
#[serde(rename_all = "camelCase")]
pub struct ExportedMatchHours {
    #[diesel(sql_type = Date)]
    pub day: NaiveDate,
    /// The keyword, which may have been deleted.
    #[diesel(sql_type = SqlUuid)]
    pub watch_id: Uuid,
    #[diesel(sql_type = Array<Integer>)]
    pub matches: Vec<i32>,
    /// The number of those that were opened.
    #[diesel(sql_type = Array<Integer>)]
    pub opened: Vec<i32>,
    #[diesel(sql_type = Array<Integer>)]
    pub not_relevant: Vec<i32>,
}

pub(super) async fn match_hours(
    app: App,
    user_id: Uuid,
    last: Option<(NaiveDate, Uuid)>,
) -> Page<ExportedMatchHours, Option<(NaiveDate, Uuid)>> {
    let (day, watch_id) = last.unzip();
    let rows: Vec<ExportedMatchHours> = diesel::sql_query(
        "SELECT day, watch_id, matches::int[] AS matches, opened::int[] AS opened,
                not_relevant::int[] AS not_relevant
         FROM match_hours
         WHERE user_id = $1 AND ($2 IS NULL OR (day, watch_id) > ($2, $3))
         ORDER BY day, watch_id LIMIT $4",
    )
    .bind::<SqlUuid, _>(user_id)
    .bind::<Nullable<Date>, _>(day)
    .bind::<Nullable<SqlUuid>, _>(watch_id)
    .bind::<BigInt, _>(PAGE)
    .load(&mut *app.conn().await?)
    .await?;
    page(rows, |row| Some((row.day, row.watch_id)))
}

/// The matches of a keyword on a day (UTC), by subreddit or other place. They are kept for 13 months.
#[derive(Serialize, ToSchema, QueryableByName)]
#[serde(rename_all = "camelCase")]
pub struct ExportedMatchPlaces {
    /// The keyword, which may have been deleted; all zeros for all keywords together.
    #[diesel(sql_type = SqlUuid)]
    pub watch_id: Uuid,
    #[diesel(sql_type = Date)]
    pub day: NaiveDate,
    /// The number of matches by place.
    #[diesel(sql_type = SqlJson)]
    #[schema(value_type = std::collections::BTreeMap<String, i64>)]
    pub places: serde_json::Value,
}

pub(super) async fn match_places(
    app: App,
    user_id: Uuid,
    last: Option<(Uuid, NaiveDate)>,
) -> Page<ExportedMatchPlaces, Option<(Uuid, NaiveDate)>> {
    let (watch_id, day) = last.unzip();
    let rows: Vec<ExportedMatchPlaces> = diesel::sql_query(
        "SELECT watch_id, day, places FROM match_places
         WHERE user_id = $1 AND ($2 IS NULL OR (watch_id, day) > ($2, $3))
         ORDER BY watch_id, day LIMIT $4",
    )
    .bind::<SqlUuid, _>(user_id)
    .bind::<Nullable<SqlUuid>, _>(watch_id)
    .bind::<Nullable<Date>, _>(day)
    .bind::<BigInt, _>(PAGE)
    .load(&mut *app.conn().await?)
    .await?;
    page(rows, |row| Some((row.watch_id, row.day)))
}

/// The matches of a keyword on a day (UTC), by author. They are kept for as long as the posts.
#[derive(Serialize, ToSchema, QueryableByName)]
#[serde(rename_all = "camelCase")]
pub struct ExportedMatchAuthors {
    #[diesel(sql_type = Date)]
    pub day: NaiveDate,
    /// The keyword, which may have been deleted; all zeros for all keywords together.
    #[diesel(sql_type = SqlUuid)]
    pub watch_id: Uuid,
    /// The site of the authors; empty for Reddit.
    #[diesel(sql_type = Text)]
    pub site: String,
    /// The number of matches by author.
    #[diesel(sql_type = SqlJson)]
    #[schema(value_type = std::collections::BTreeMap<String, i64>)]
    pub authors: serde_json::Value,
}

type LastAuthors = Option<(NaiveDate, Uuid, String)>;

pub(super) async fn match_authors(
    app: App,
    user_id: Uuid,
    last: LastAuthors,
) -> Page<ExportedMatchAuthors, LastAuthors> {
    let (day, watch_id, site) = match last {
        Some((day, watch_id, site)) => (Some(day), Some(watch_id), Some(site)),
        None => (None, None, None),
    };
    let rows: Vec<ExportedMatchAuthors> = diesel::sql_query(
        "SELECT day, watch_id, site, authors FROM match_authors
         WHERE user_id = $1 AND ($2 IS NULL OR (day, watch_id, site) > ($2, $3, $4))
         ORDER BY day, watch_id, site LIMIT $5",
    )
    .bind::<SqlUuid, _>(user_id)
    .bind::<Nullable<Date>, _>(day)
    .bind::<Nullable<SqlUuid>, _>(watch_id)
    .bind::<Nullable<Text>, _>(site)
    .bind::<BigInt, _>(PAGE)
    .load(&mut *app.conn().await?)
    .await?;
    page(rows, |row| Some((row.day, row.watch_id, row.site.clone())))
}
