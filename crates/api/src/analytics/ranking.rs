//! Ranks the places and authors with most matches.

use std::cmp::Reverse;
use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use diesel::sql_types::{Date, Nullable, Text, Uuid as SqlUuid};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;
use futures::{Stream, TryStreamExt};

use super::names::{NameSum, Names};
use super::{Asked, AuthorMatches, PlaceMatches};
use db::Conn;
use ingest::retention::KEPT;

/// The most names that are listed.
const MAX_LISTED: usize = 20;

/// The counts of a UTC day.
#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Date)]
    day: NaiveDate,
    /// The site that the names of authors belong to.
    #[diesel(sql_type = Text)]
    site: String,
    /// The counts as JSON.
    #[diesel(sql_type = Text)]
    counts: String,
}

/// A name, its site, and its number of matches.
type Ranked = (String, String, NameSum);

/// Returns those with most matches from `from` on.
async fn rank(
    mut rows: impl Stream<Item = QueryResult<Row>> + Unpin,
    from: NaiveDate,
) -> QueryResult<Vec<Ranked>> {
    let mut sites: HashMap<String, Names> = HashMap::new();
    while let Some(row) = rows.try_next().await? {
        let names = sites.entry(row.site).or_default();
        names.add(&row.counts, row.day < from)?;
    }
    let all = sites.iter().flat_map(|(site, names)| {
        let sums = names.sums();
        sums.map(move |(name, sum)| (name, site.as_str(), sum))
    });
    let mut ranked: Vec<(&str, &str, NameSum)> = all.filter(|(.., sum)| sum.matches > 0).collect();
    if ranked.len() > MAX_LISTED {
        ranked.select_nth_unstable_by_key(MAX_LISTED, most_first);
        ranked.truncate(MAX_LISTED);
    }
    ranked.sort_unstable_by_key(most_first);
    let ranked = ranked.into_iter();
    Ok(ranked.map(|(name, site, sum)| (name.to_owned(), site.to_owned(), sum)).collect())
}

fn most_first<'a>(ranked: &(&'a str, &'a str, NameSum)) -> (Reverse<i64>, &'a str, &'a str) {
    let (name, site, sum) = ranked;
    (Reverse(sum.matches), name, site)
}

pub(super) async fn by_place(asked: &Asked, mut conn: &Conn) -> QueryResult<Vec<PlaceMatches>> {
    let range = asked.range;
    let rows = diesel::sql_query(
        "SELECT day, '' AS site, places::text AS counts FROM match_places
         WHERE user_id = $1 AND watch_id = coalesce($2, all_keywords()) AND day BETWEEN $3 AND $4
         UNION ALL
         SELECT day, '', json_object_agg(subreddit, n)::text
         FROM (
             SELECT utc_day(n.created_at) AS day, items.subreddit, count(*) AS n
             FROM notifications n JOIN items ON items.id = n.item_id AND items.seen_at = n.seen_at
             WHERE n.user_id = $1 AND ($2 IS NULL OR n.watch_id = $2)
                 AND n.seq > coalesce((SELECT seq FROM counted_matches WHERE user_id = $1), 0)
                 AND utc_day(n.created_at) BETWEEN $3 AND $4
             GROUP BY 1, 2
         ) AS uncounted
         GROUP BY 1",
    )
    .bind::<SqlUuid, _>(asked.user_id)
    .bind::<Nullable<SqlUuid>, _>(asked.watch_id)
    .bind::<Date, _>(range.before)
    .bind::<Date, _>(range.until)
    .load_stream::<Row>(&mut conn)
    .await?;
    let ranked = rank(rows, range.from).await?;
    let places = ranked.into_iter().map(|(name, _, sum)| PlaceMatches {
        subreddit: name,
        matches: sum.matches,
        previous: sum.previous,
    });
    Ok(places.collect())
}

/// Ranks authors, and also returns the day from which on they are counted.
pub(super) async fn by_author(
    asked: &Asked,
    now: DateTime<Utc>,
    mut conn: &Conn,
) -> QueryResult<(NaiveDate, Vec<AuthorMatches>)> {
    let range = asked.range;
    let last_deleted = (now - KEPT).date_naive();
    let from = range.from.max(last_deleted.succ_opt().unwrap_or(last_deleted));
    let rows = diesel::sql_query(
        "SELECT day, site, authors::text AS counts FROM match_authors
         WHERE user_id = $1 AND day BETWEEN $3 AND $4 AND ($2 IS NULL OR watch_id = $2)
         UNION ALL
         SELECT day, site, json_object_agg(author, n)::text
         FROM (
             SELECT utc_day(n.created_at) AS day, site_of(items.subreddit) AS site, items.author,
                    count(*) AS n
             FROM notifications n JOIN items ON items.id = n.item_id AND items.seen_at = n.seen_at
             WHERE n.user_id = $1 AND ($2 IS NULL OR n.watch_id = $2)
                 AND n.seq > coalesce((SELECT seq FROM counted_matches WHERE user_id = $1), 0)
                 AND utc_day(n.created_at) BETWEEN $3 AND $4 AND items.author <> ''
             GROUP BY 1, 2, 3
         ) AS uncounted
         GROUP BY 1, 2",
    )
    .bind::<SqlUuid, _>(asked.user_id)
    .bind::<Nullable<SqlUuid>, _>(asked.watch_id)
    .bind::<Date, _>(from)
    .bind::<Date, _>(range.until)
    .load_stream::<Row>(&mut conn)
    .await?;
    let ranked = rank(rows, from).await?;
    let authors = ranked.into_iter().map(|(author, site, sum)| AuthorMatches {
        author,
        site,
        matches: sum.matches,
    });
    Ok((from, authors.collect()))
}
