//! Finds the notifications that a mute would have caught, marks them as deleted, and restores them.

use super::*;
use futures::{Stream, TryStreamExt};

use crate::models::item::ItemKind;
use crate::models::notification::RETENTION_DAYS;

/// The number of notifications marked in one statement.
const BATCH: usize = 2_000;

/// A notification that a mute may cover, with the fields that decide it.
#[derive(Debug, Clone, QueryableByName)]
pub struct Candidate {
    #[diesel(sql_type = SqlUuid)]
    pub id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    pub seen_at: DateTime<Utc>,
    #[diesel(sql_type = SqlUuid)]
    pub watch_id: Uuid,
    #[diesel(sql_type = Text)]
    pub kind: ItemKind,
    #[diesel(sql_type = Text)]
    pub subreddit: String,
    #[diesel(sql_type = Text)]
    pub author: String,
    #[diesel(sql_type = Text)]
    pub thread_id: String,
    /// The title; empty, like the body, unless the mute is for a word.
    #[diesel(sql_type = Text)]
    pub title: String,
    #[diesel(sql_type = Text)]
    pub body: String,
}

#[derive(QueryableByName)]
struct Marked {
    #[diesel(sql_type = BigInt)]
    rows: i64,
}

/// Streams the user's notifications that `mute` may cover; all that it covers are among them.
pub async fn candidates<'c>(
    mute: &Mute,
    now: DateTime<Utc>,
    conn: &'c mut Conn,
) -> QueryResult<impl Stream<Item = QueryResult<Candidate>> + Send + use<'c>> {
    let rows = diesel::sql_query(
        "SELECT n.id, n.seen_at, n.watch_id, i.kind, i.subreddit, i.author, i.thread_id,
                CASE $4 WHEN 'word' THEN i.title ELSE '' END AS title,
                CASE $4 WHEN 'word' THEN i.body ELSE '' END AS body
         FROM notifications n JOIN items i ON i.id = n.item_id AND i.seen_at = n.seen_at
         WHERE n.user_id = $1 AND n.deleted_at IS NULL AND n.created_at >= $2
             AND ($3 IS NULL OR n.watch_id = $3)
             AND CASE $4 WHEN 'author' THEN lower(i.author) = $5
                         WHEN 'subreddit' THEN lower(i.subreddit) = $5
                         WHEN 'thread' THEN i.thread_id = $5
                         ELSE true END",
    )
    .bind::<SqlUuid, _>(mute.user_id)
    .bind::<Timestamptz, _>(now - TimeDelta::days(RETENTION_DAYS))
    .bind::<Nullable<SqlUuid>, _>(mute.watch_id)
    .bind::<Text, _>(mute.kind)
    .bind::<Text, _>(mute.value.clone())
    .load_stream::<Candidate>(conn)
    .await?;
    Ok(rows.into_stream())
}

/// Marks these notifications of a user as deleted by a mute, and subtracts them from their watches'
/// matches. Returns how many were marked: those that were deleted meanwhile are not counted.
pub async fn mark_muted(
    mute: &Mute,
    caught: &[(Uuid, DateTime<Utc>)],
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<i64> {
    let mut marked = 0;
    // One batch at a time, so that locks are short. The holder of the user's place in the sequence may
    // lock several of the user's watches in any order.
    for batch in caught.chunks(BATCH) {
        let (ids, days): (Vec<_>, Vec<_>) = batch.iter().copied().unzip();
        let batch: Marked = diesel::sql_query(
            "WITH marked AS (
                 UPDATE notifications n SET deleted_at = $3, muted_by = $4
                 FROM unnest($1, $2) AS caught (id, seen_at)
                 WHERE n.id = caught.id AND n.seen_at = caught.seen_at AND n.user_id = $5
                     AND n.deleted_at IS NULL
                 RETURNING n.watch_id
             ), lost AS (
                 SELECT watch_id, count(*) AS n FROM marked GROUP BY watch_id
             ), held AS MATERIALIZED (
                 SELECT user_id FROM live_cursors WHERE user_id = $5 FOR NO KEY UPDATE
             ), counted AS (
                 UPDATE watches SET match_count = greatest(match_count - lost.n, 0) FROM lost
                 WHERE (SELECT count(*) FROM held) >= 0 AND watches.id = lost.watch_id
             ) SELECT count(*) AS rows FROM marked",
        )
        .bind::<Array<SqlUuid>, _>(ids)
        .bind::<Array<Timestamptz>, _>(days)
        .bind::<Timestamptz, _>(now)
        .bind::<SqlUuid, _>(mute.id)
        .bind::<SqlUuid, _>(mute.user_id)
        .get_result(conn)
        .await?;
        marked += batch.rows;
    }
    Ok(marked)
}

/// Restores what a mute of the user cleaned up less than a day ago, and returns how many were
/// restored.
pub async fn restore_muted(
    user_id: Uuid,
    mute_id: Uuid,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<i64> {
    let marked: Marked = diesel::sql_query(
        "WITH marked AS (
             UPDATE notifications SET deleted_at = NULL, muted_by = NULL
             WHERE muted_by = $1 AND user_id = $2 AND deleted_at > $3
             RETURNING watch_id
         ), back AS (
             SELECT watch_id, count(*) AS n FROM marked GROUP BY watch_id
         ), held AS MATERIALIZED (
             SELECT user_id FROM live_cursors WHERE user_id = $2 FOR NO KEY UPDATE
         ), counted AS (
             UPDATE watches SET match_count = match_count + back.n FROM back
             WHERE (SELECT count(*) FROM held) >= 0 AND watches.id = back.watch_id
         ) SELECT count(*) AS rows FROM marked",
    )
    .bind::<SqlUuid, _>(mute_id)
    .bind::<SqlUuid, _>(user_id)
    .bind::<Timestamptz, _>(now - TimeDelta::hours(RESTORE_HOURS))
    .get_result(conn)
    .await?;
    Ok(marked.rows)
}
