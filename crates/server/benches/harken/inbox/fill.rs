//! The rows of one user with very many notifications, and of a few others.

use chrono::Utc;
use db::Conn;
use db::models::kept_match::KEPT_PER_USER;
use diesel::QueryableByName;
use diesel::sql_types::{Timestamptz, Uuid as SqlUuid};
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use platform::sources::ForumItem;
use uuid::Uuid;

use crate::support::rows;

/// The notifications of one item, each of another keyword.
pub(crate) const OF_ONE_ITEM: i64 = 10;
pub(crate) const KEYWORDS: i64 = 50;
/// Other users. They and this user have the same keywords for new items, so many that no hourly ceiling is reached.
pub(crate) const OTHERS: usize = 5;
const NEW_KEYWORDS: usize = 10;
/// The items of a batch, and those of them that match.
const PAGE: usize = 100;
pub(crate) const MATCHED: usize = 2;

/// Returns the items of one of the batches.
pub(crate) fn batch(nth: usize) -> Vec<ForumItem> {
    let item = |n: usize| {
        let id = format!("t3_{}", Uuid::now_v7().simple());
        let word = match n < MATCHED {
            true => format!("kettle{}", (nth + n) % NEW_KEYWORDS),
            false => "pot".to_owned(),
        };
        let body = "Which of them do you use every day?";
        rows::read_post(&id, &format!("A {word}, number {n}"), body)
    };
    (0..PAGE).map(item).collect()
}

#[derive(QueryableByName)]
struct Id {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

/// Adds ninety days of notifications, as if they had been counted for analytics, stars on as many as can have one, and
/// watches. Returns the ids.
pub(crate) async fn fill(user: Uuid, rows: i64, conn: &mut Conn) -> anyhow::Result<Vec<Uuid>> {
    let now = Utc::now();
    // Ids as they are made: those of one time are next to each other.
    conn.batch_execute(
        "CREATE FUNCTION id_at(at timestamptz, name text) RETURNS uuid LANGUAGE sql IMMUTABLE RETURN (
             lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || left(md5(name), 3)
             || '8' || right(md5(name), 15))::uuid",
    )
    .await?;
    for n in 0..OTHERS {
        rows::new_user(&format!("other{n}@example.com"), now, conn).await?;
    }
    let items = rows / OF_ONE_ITEM;
    let at = format!("$2 - interval '90 days' * (1 - k / {}.0)", items + 1);
    for statement in [
        "SELECT ensure_week_partitions($2 - interval '91 days', $2 + interval '8 days') WHERE $1 IS NOT NULL".to_owned(),
        format!(
            "INSERT INTO watches (id, user_id, keyword, subreddits)
             SELECT gen_random_uuid(), id, 'kettle' || n, '{{all}}' FROM users, generate_series(0, {NEW_KEYWORDS} - 1) AS n
             WHERE $1 IS NOT NULL AND $2 IS NOT NULL"
        ),
        format!(
            "INSERT INTO watches (id, user_id, keyword, subreddits, is_active)
             SELECT md5('watch' || n)::uuid, $1, 'Keyword ' || n, '{{all}}', false
             FROM generate_series(0, {KEYWORDS} - 1) AS n WHERE $2 IS NOT NULL"
        ),
        format!(
            "INSERT INTO items (id, seen_at, forum_id, kind, subreddit, author, title, body, url,
                                forum_created_at, thread_id, is_matched)
             SELECT id_at({at}, 'item' || k), {at}, 't3_' || k, 'post', 'sub' || k % 97, 'somebody',
                    'Somebody asks about a keyword, number ' || k, 'Some words of a text.',
                    'https://forum.example/r/sub/comments/' || k, {at}, 't3_' || k, $1 IS NOT NULL
             FROM generate_series(1, {items}) AS k"
        ),
        format!(
            "INSERT INTO notifications (id, seen_at, item_id, watch_id, user_id, seq, keyword, matches, created_at)
             SELECT id_at({at}, k || ' ' || w), {at}, id_at({at}, 'item' || k),
                    md5('watch' || (k * 7 + w * 5) % {KEYWORDS})::uuid, $1, (k - 1) * {OF_ONE_ITEM} + w + 1,
                    'Keyword ' || (k * 7 + w * 5) % {KEYWORDS},
                    '[{{\"field\": \"title\", \"start\": 0, \"end\": 8}}]', {at}
             FROM generate_series(1, {items}) AS k, generate_series(0, {OF_ONE_ITEM} - 1) AS w"
        ),
        "INSERT INTO live_cursors (user_id, seq) SELECT $1, max(seq) FROM notifications WHERE $2 IS NOT NULL".to_owned(),
        "INSERT INTO counted_matches (user_id, seq) SELECT user_id, seq FROM live_cursors
         WHERE user_id = $1 AND $2 IS NOT NULL".to_owned(),
        "INSERT INTO match_hours (user_id, day, watch_id, matches, opened, not_relevant)
         SELECT $1, utc_day(hour), watch_id, sum_hours(in_hour(hour, n))::text, sum_hours(in_hour(hour, 0))::text,
                sum_hours(in_hour(hour, 0))::text
         FROM (SELECT date_trunc('hour', created_at, 'UTC') AS hour, watch_id, count(*) AS n
               FROM notifications WHERE $2 IS NOT NULL GROUP BY 1, 2) AS hours GROUP BY 1, 2, 3".to_owned(),
        format!(
            "INSERT INTO kept_matches (notification_id, seen_at, user_id, is_starred, note)
             SELECT id, seen_at, user_id, true, '' FROM notifications
             WHERE user_id = $1 AND $2 IS NOT NULL ORDER BY md5(id::text) LIMIT {KEPT_PER_USER}"
        ),
    ] {
        diesel::sql_query(statement)
            .bind::<SqlUuid, _>(user)
            .bind::<Timestamptz, _>(now)
            .execute(conn)
            .await?;
    }
    conn.batch_execute("VACUUM (ANALYZE)").await?;
    conn.batch_execute("CHECKPOINT").await?;
    let ids: Vec<Id> =
        diesel::sql_query("SELECT id FROM notifications WHERE user_id = $1 ORDER BY seq")
            .bind::<SqlUuid, _>(user)
            .load(conn)
            .await?;
    Ok(ids.into_iter().map(|one| one.id).collect())
}
