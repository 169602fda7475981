//! Where most was matched, and whose posts and comments.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::sql_types::{BigInt, Date, Nullable, Text, Uuid as SqlUuid};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;

use super::{Asked, AuthorMatches, PlaceMatches};
use crate::db::Conn;
use crate::ingest::retention::KEPT;

/// How many are listed.
const MAX_LISTED: i64 = 20;

#[derive(QueryableByName)]
struct Place {
    #[diesel(sql_type = Text)]
    place: String,
    #[diesel(sql_type = BigInt)]
    matches: i64,
    #[diesel(sql_type = BigInt)]
    previous: i64,
}

pub(super) async fn by_place(asked: &Asked, conn: &mut Conn) -> QueryResult<Vec<PlaceMatches>> {
    let range = asked.range;
    let found: Vec<Place> = diesel::sql_query(
        "WITH found AS (
             SELECT day, place, matches FROM matches_by_place
             WHERE user_id = $1 AND day >= $3 AND day <= $5 AND ($2 IS NULL OR watch_id = $2)
             UNION ALL
             SELECT utc_day(n.created_at), items.subreddit, 1
             FROM notifications n JOIN items ON items.id = n.item_id AND items.seen_at = n.seen_at
             WHERE n.user_id = $1 AND ($2 IS NULL OR n.watch_id = $2)
                 AND n.seq > coalesce((SELECT seq FROM counted_matches WHERE user_id = $1), 0)
                 AND utc_day(n.created_at) BETWEEN $3 AND $5
         )
         SELECT place, coalesce(sum(matches) FILTER (WHERE day >= $4), 0)::bigint AS matches,
                coalesce(sum(matches) FILTER (WHERE day < $4), 0)::bigint AS previous
         FROM found GROUP BY place HAVING sum(matches) FILTER (WHERE day >= $4) > 0
         ORDER BY 2 DESC, 1 LIMIT $6",
    )
    .bind::<SqlUuid, _>(asked.user_id)
    .bind::<Nullable<SqlUuid>, _>(asked.watch_id)
    .bind::<Date, _>(range.before)
    .bind::<Date, _>(range.from)
    .bind::<Date, _>(range.until)
    .bind::<BigInt, _>(MAX_LISTED)
    .load(conn)
    .await?;
    let listed = found.into_iter().map(|one| PlaceMatches {
        subreddit: one.place,
        matches: one.matches,
        previous: one.previous,
    });
    Ok(listed.collect())
}

#[derive(QueryableByName)]
struct Author {
    #[diesel(sql_type = Text)]
    author: String,
    #[diesel(sql_type = Text)]
    site: String,
    #[diesel(sql_type = BigInt)]
    matches: i64,
}

/// Returns also from which day on.
pub(super) async fn by_author(
    asked: &Asked,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<(NaiveDate, Vec<AuthorMatches>)> {
    let range = asked.range;
    let from = range.from.max((now - KEPT).date_naive());
    let found: Vec<Author> = diesel::sql_query(
        "WITH found AS (
             SELECT author, site, matches FROM matches_by_author
             WHERE user_id = $1 AND day >= $3 AND day <= $4 AND ($2 IS NULL OR watch_id = $2)
             UNION ALL
             SELECT items.author, site_of(items.subreddit), 1
             FROM notifications n JOIN items ON items.id = n.item_id AND items.seen_at = n.seen_at
             WHERE n.user_id = $1 AND ($2 IS NULL OR n.watch_id = $2)
                 AND n.seq > coalesce((SELECT seq FROM counted_matches WHERE user_id = $1), 0)
                 AND utc_day(n.created_at) BETWEEN $3 AND $4 AND items.author <> ''
         )
         SELECT author, site, sum(matches)::bigint AS matches
         FROM found GROUP BY 1, 2 HAVING sum(matches) > 0 ORDER BY 3 DESC, 1, 2 LIMIT $5",
    )
    .bind::<SqlUuid, _>(asked.user_id)
    .bind::<Nullable<SqlUuid>, _>(asked.watch_id)
    .bind::<Date, _>(from)
    .bind::<Date, _>(range.until)
    .bind::<BigInt, _>(MAX_LISTED)
    .load(conn)
    .await?;
    let listed = found.into_iter().map(|one| AuthorMatches {
        author: one.author,
        site: one.site,
        matches: one.matches,
    });
    Ok((from, listed.collect()))
}
