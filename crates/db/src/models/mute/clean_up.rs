//! Finds the notifications that mutes would have caught, marks them as deleted, and restores them, some at a time.

use super::*;

use crate::look_up_each;
use crate::models::item::ItemKind;
use crate::models::notification::RETENTION_DAYS;

/// A notification that a mute may cover, with the fields that decide it.
#[derive(Debug, Clone, QueryableByName)]
pub struct Candidate {
    #[diesel(sql_type = SqlUuid)]
    pub id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    pub seen_at: DateTime<Utc>,
    #[diesel(sql_type = SqlUuid)]
    pub watch_id: Uuid,
    #[diesel(sql_type = BigInt)]
    pub seq: i64,
    #[diesel(sql_type = Text)]
    pub kind: ItemKind,
    #[diesel(sql_type = Text)]
    pub subreddit: String,
    #[diesel(sql_type = Text)]
    pub author: String,
    #[diesel(sql_type = Text)]
    pub thread_id: String,
    /// The title; empty, like the body, unless texts are asked for.
    #[diesel(sql_type = Text)]
    pub title: String,
    #[diesel(sql_type = Text)]
    pub body: String,
}

/// A notification that a mute covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caught {
    pub id: Uuid,
    pub seen_at: DateTime<Utc>,
    pub mute_id: Uuid,
}

#[derive(QueryableByName)]
struct Marked {
    #[diesel(sql_type = BigInt)]
    rows: i64,
}

/// Loads the user's first `limit` notifications after the position `after` of the user's sequence. One without an item
/// has empty fields.
pub async fn candidates(
    user_id: Uuid,
    after: i64,
    with_texts: bool,
    limit: i64,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Vec<Candidate>> {
    // Each item is looked up separately, in the one week that holds it.
    diesel::sql_query(
        "SELECT n.id, n.seen_at, n.watch_id, n.seq, coalesce(item.kind, 'post') AS kind,
                coalesce(item.subreddit, '') AS subreddit, coalesce(item.author, '') AS author,
                coalesce(item.thread_id, '') AS thread_id, coalesce(item.title, '') AS title,
                coalesce(item.body, '') AS body
         FROM (
             SELECT id, seen_at, item_id, watch_id, seq FROM notifications
             WHERE user_id = $1 AND seq > $2 AND deleted_at IS NULL AND created_at >= $3
             ORDER BY seq LIMIT $4
         ) AS n LEFT JOIN LATERAL (
             SELECT kind, subreddit, author, thread_id, CASE WHEN $5 THEN title END AS title,
                    CASE WHEN $5 THEN body END AS body
             FROM items WHERE items.id = n.item_id AND items.seen_at = n.seen_at LIMIT 1
         ) AS item ON true
         ORDER BY n.seq",
    )
    .bind::<SqlUuid, _>(user_id)
    .bind::<BigInt, _>(after)
    .bind::<Timestamptz, _>(now - TimeDelta::days(RETENTION_DAYS))
    .bind::<BigInt, _>(limit)
    .bind::<Bool, _>(with_texts)
    .load(conn)
    .await
}

/// Marks these notifications of a user as deleted by mutes, and subtracts them from their watches'
/// matches. Returns how many each mute has marked: those that were deleted meanwhile are not counted.
pub async fn mark_muted(
    user_id: Uuid,
    caught: &[Caught],
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Vec<Cleaned>> {
    // The holder of the user's place in the sequence may lock several of the user's watches in any order.
    let marked = diesel::sql_query(
        "WITH marked AS (
             UPDATE notifications n SET deleted_at = $4, muted_by = caught.mute_id
             FROM unnest($1, $2, $3) AS caught (id, seen_at, mute_id)
             WHERE n.id = caught.id AND n.seen_at = caught.seen_at AND n.user_id = $5
                 AND n.deleted_at IS NULL
             RETURNING n.watch_id, n.muted_by
         ), lost AS (
             SELECT watch_id, count(*) AS n FROM marked GROUP BY watch_id
         ), held AS MATERIALIZED (
             SELECT user_id FROM live_cursors WHERE user_id = $5 FOR NO KEY UPDATE
         ), counted AS (
             UPDATE watches SET match_count = greatest(match_count - lost.n, 0) FROM lost
             WHERE (SELECT count(*) FROM held) >= 0 AND watches.id = lost.watch_id
         ) SELECT muted_by, count(*) AS rows FROM marked GROUP BY muted_by",
    )
    .bind::<Array<SqlUuid>, _>(caught.iter().map(|one| one.id).collect::<Vec<_>>())
    .bind::<Array<Timestamptz>, _>(caught.iter().map(|one| one.seen_at).collect::<Vec<_>>())
    .bind::<Array<SqlUuid>, _>(caught.iter().map(|one| one.mute_id).collect::<Vec<_>>())
    .bind::<Timestamptz, _>(now)
    .bind::<SqlUuid, _>(user_id);
    conn.transaction(async move |conn| {
        look_up_each(conn).await?;
        marked.load(conn).await
    })
    .await
}

/// Restores up to `limit` notifications that these mutes of the user cleaned up less than a day ago, and returns how
/// many were restored. Those that another call is changing are skipped.
pub async fn restore_muted(
    user_id: Uuid,
    mute_ids: &[Uuid],
    limit: i64,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<i64> {
    let marked = diesel::sql_query(
        "WITH chosen AS MATERIALIZED (
             SELECT id, seen_at FROM notifications
             WHERE muted_by = ANY($1) AND user_id = $2 AND deleted_at > $3
             LIMIT $4 FOR NO KEY UPDATE SKIP LOCKED
         ), marked AS (
             UPDATE notifications n SET deleted_at = NULL, muted_by = NULL FROM chosen
             WHERE n.id = chosen.id AND n.seen_at = chosen.seen_at RETURNING n.watch_id
         ), back AS (
             SELECT watch_id, count(*) AS n FROM marked GROUP BY watch_id
         ), held AS MATERIALIZED (
             SELECT user_id FROM live_cursors WHERE user_id = $2 FOR NO KEY UPDATE
         ), counted AS (
             UPDATE watches SET match_count = match_count + back.n FROM back
             WHERE (SELECT count(*) FROM held) >= 0 AND watches.id = back.watch_id
         ) SELECT count(*) AS rows FROM marked",
    )
    .bind::<Array<SqlUuid>, _>(mute_ids)
    .bind::<SqlUuid, _>(user_id)
    .bind::<Timestamptz, _>(now - TimeDelta::hours(RESTORE_HOURS))
    .bind::<BigInt, _>(limit);
    conn.transaction(async move |conn| {
        look_up_each(conn).await?;
        let marked: Marked = marked.get_result(conn).await?;
        Ok(marked.rows)
    })
    .await
}

/// Returns whether these mutes of the user cleaned up anything that can still be restored.
pub async fn has_muted(
    user_id: Uuid,
    mute_ids: &[Uuid],
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<bool> {
    let left = notifications::table
        .filter(notifications::muted_by.eq_any(mute_ids))
        .filter(notifications::user_id.eq(user_id))
        .filter(notifications::deleted_at.gt(now - TimeDelta::hours(RESTORE_HOURS)));
    diesel::select(diesel::dsl::exists(left)).get_result(conn).await
}
