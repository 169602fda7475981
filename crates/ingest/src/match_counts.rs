//! Counts matches for analytics: for each day by hour, by place and by author. This is not done in the
//! transaction that stores the notifications, since counting in three tables would take more than half of its
//! time. It is done afterwards in commit order, so that no match is left out or counted twice. Matches that are
//! not counted yet are read from the notifications (`api/analytics`).

use std::collections::HashSet;
use std::time::Duration;

use diesel::sql_types::{Array, BigInt, Bool, Nullable, Uuid as SqlUuid};
use diesel::{QueryResult, QueryableByName};
use diesel_async::{AsyncConnection, RunQueryDsl};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::steps::pause;
use db::{Conn, Pool, Prepare, look_up_each};
use platform::context::Context;

/// The interval between two looks for matches that are not counted yet.
const LOOK: Duration = Duration::from_secs(300);
/// The number of users whose matches are counted in one transaction, and the maximum number of matches of each.
/// Together they take about a second, in which these users wait to mark a match, and far less than a statement
/// may take. An existing history of millions is counted in several steps.
const USERS: i64 = 50;
const MATCHES_OF_ONE: i64 = 1_000;

/// Counts until `stop`, a batch of users at a time.
pub(super) async fn run(context: Context, stop: CancellationToken) {
    loop {
        if let Err(error) = count_all(&context.pool, &stop).await {
            tracing::error!(error = %format!("{error:#}"), "could not count matches for analytics");
        }
        if pause(LOOK, &stop).await.is_none() {
            return;
        }
    }
}

async fn count_all(pool: &Pool, stop: &CancellationToken) -> anyhow::Result<()> {
    let mut round = Round::default();
    while !stop.is_cancelled() {
        match count_some(pool, round).await? {
            Some(next) => round = next,
            None => break,
        }
    }
    Ok(())
}

/// The users to be counted next, by id: those after `after`, or all.
#[derive(Debug, Default, Clone, Copy)]
pub struct Round {
    after: Option<Uuid>,
}

#[derive(QueryableByName)]
struct Due {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

#[derive(QueryableByName)]
struct Claimed {
    #[diesel(sql_type = Bool)]
    claimed: bool,
}

/// Counts for the next users with uncounted matches, and returns where the next batch begins. Returns `None`
/// once nobody is left, or if another process counts.
///
/// # Errors
/// The database failed; nothing was counted then.
pub async fn count_some(pool: &Pool, round: Round) -> anyhow::Result<Option<Round>> {
    let mut conn = pool.get().await?;
    conn.transaction(async |conn| {
        let claim: Claimed = diesel::sql_query(
            "SELECT pg_try_advisory_xact_lock(hashtext('harken.match_counts')) AS claimed",
        )
        .get_result(conn)
        .await?;
        if !claim.claimed {
            return Ok(None);
        }
        // Deleting an account waits for this lock, and then deletes what is counted here.
        let due: Vec<Due> = diesel::sql_query(
            "SELECT users.id FROM live_cursors JOIN users ON users.id = live_cursors.user_id
             LEFT JOIN counted_matches AS counted ON counted.user_id = users.id
             WHERE live_cursors.seq > coalesce(counted.seq, 0) AND ($1 IS NULL OR users.id > $1)
             ORDER BY users.id LIMIT $2 FOR KEY SHARE OF users",
        )
        .bind::<Nullable<SqlUuid>, _>(round.after)
        .bind::<BigInt, _>(USERS)
        .load(conn)
        .await?;
        let ids: Vec<Uuid> = due.iter().map(|user| user.id).collect();
        if ids.is_empty() {
            return Ok(None);
        }
        // A separate statement, so that the next one sees what others committed while this one waited.
        diesel::sql_query("SELECT lock_counted_matches($1)")
            .bind::<Array<SqlUuid>, _>(&ids)
            .execute(conn)
            .await?;
        look_up_each(conn).await?;
        let unfinished = count(&ids, conn).await?;
        // Users with more matches are counted again before all later ones.
        let finished = ids.iter().take_while(|id| !unfinished.contains(id));
        Ok(Some(Round { after: finished.last().copied().or(round.after) }))
    })
    .await
}

#[derive(QueryableByName)]
struct Unfinished {
    #[diesel(sql_type = SqlUuid)]
    user_id: Uuid,
}

/// Counts for users whose counts are locked, and returns those who have more.
async fn count(ids: &[Uuid], conn: &mut Conn) -> QueryResult<HashSet<Uuid>> {
    let unfinished: Vec<Unfinished> = diesel::sql_query(
        "WITH due AS MATERIALIZED (
             SELECT user_id, counted.seq AS since, least(cursors.seq, counted.seq + $2) AS until,
                    cursors.seq > counted.seq + $2 AS has_more
             FROM counted_matches AS counted JOIN live_cursors AS cursors USING (user_id)
             WHERE user_id = ANY($1)
         ), found AS MATERIALIZED (
             SELECT n.user_id, n.watch_id, n.created_at, n.item_id, n.seen_at,
                    (n.status IN ('read', 'archived') AND n.not_relevant_at IS NULL)::int AS opened,
                    (n.not_relevant_at IS NOT NULL)::int AS not_relevant
             FROM due JOIN notifications n
                 ON n.user_id = due.user_id AND n.seq > due.since AND n.seq <= due.until
         ), written AS MATERIALIZED (
             SELECT found.user_id, found.watch_id, utc_day(found.created_at) AS day, items.subreddit,
                    items.author
             FROM found JOIN items ON items.id = found.item_id AND items.seen_at = found.seen_at
         ), hours AS (
             INSERT INTO match_hours AS known (user_id, day, watch_id, matches, opened, not_relevant)
             SELECT user_id, utc_day(hour), watch_id, sum_hours(in_hour(hour, matches))::text,
                    sum_hours(in_hour(hour, opened))::text, sum_hours(in_hour(hour, not_relevant))::text
             FROM (
                 SELECT user_id, date_trunc('hour', created_at, 'UTC') AS hour, watch_id, count(*) AS matches,
                        sum(opened) AS opened, sum(not_relevant) AS not_relevant
                 FROM found GROUP BY 1, 2, 3
             ) AS by_hour
             GROUP BY 1, 2, 3
             ON CONFLICT (user_id, day, watch_id) DO UPDATE SET
                 matches = add_hours(known.matches::int[], excluded.matches::int[])::text,
                 opened = add_hours(known.opened::int[], excluded.opened::int[])::text,
                 not_relevant = add_hours(known.not_relevant::int[], excluded.not_relevant::int[])::text
         ), places AS (
             INSERT INTO match_places AS known (user_id, watch_id, day, places)
             SELECT user_id, watch_id, day, json_object_agg(subreddit, n)
             FROM (
                 SELECT user_id, whose.watch_id, day, subreddit, count(*) AS n
                 FROM written, unnest(ARRAY[written.watch_id, all_keywords()]) AS whose (watch_id)
                 GROUP BY 1, 2, 3, 4
             ) AS by_place
             GROUP BY 1, 2, 3
             ON CONFLICT (user_id, watch_id, day) DO UPDATE SET
                 places = add_by_name(known.places, excluded.places)
         ), authors AS (
             INSERT INTO match_authors AS known (user_id, day, watch_id, site, authors)
             SELECT user_id, day, watch_id, site, json_object_agg(author, n)
             FROM (
                 SELECT user_id, day, watch_id, site_of(subreddit) AS site, author, count(*) AS n
                 FROM written WHERE author <> '' GROUP BY 1, 2, 3, 4, 5
             ) AS by_author
             GROUP BY 1, 2, 3, 4
             ON CONFLICT (user_id, day, watch_id, site) DO UPDATE SET
                 authors = add_by_name(known.authors, excluded.authors)
         ), moved AS (
             UPDATE counted_matches AS counted SET seq = due.until FROM due
             WHERE counted.user_id = due.user_id
         )
         SELECT user_id FROM due WHERE has_more",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<BigInt, _>(MATCHES_OF_ONE)
    .prepared()
    .load(conn)
    .await?;
    Ok(unfinished.into_iter().map(|one| one.user_id).collect())
}
