use std::collections::HashMap;

use diesel::QueryResult;
use diesel::sql_types::{Array, BigInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{Notified, Purged};
use db::Conn;

/// Subtracts the authors of `items`, which are removed, from the match counts. A notification was counted if its
/// position is not beyond the counted position of its user; those counts are locked by now, since the
/// notifications were changed.
pub(super) async fn forget_authors(
    items: &[Purged],
    notified: &[Notified],
    conn: &mut Conn,
) -> QueryResult<()> {
    let items: HashMap<Uuid, &Purged> = items.iter().map(|item| (item.id, item)).collect();
    let counted: Vec<(&Notified, &Purged)> =
        notified.iter().filter_map(|one| Some((one, *items.get(&one.item_id)?))).collect();
    if counted.is_empty() {
        return Ok(());
    }
    let of = |get: fn(&Notified) -> Uuid| counted.iter().map(|(n, _)| get(n)).collect::<Vec<_>>();
    diesel::sql_query(
        "UPDATE match_authors AS known SET authors = add_by_name(known.authors, gone.authors)
         FROM (
             SELECT user_id, day, watch_id, site, json_object_agg(author, -n) AS authors
             FROM (
                 SELECT user_id, utc_day(made_at) AS day, watch_id, site_of(place) AS site, author,
                        count(*) AS n
                 FROM unnest($1, $2, $3, $4, $5, $6)
                     AS removed (user_id, watch_id, made_at, author, place, seq)
                 JOIN counted_matches AS counted USING (user_id)
                 WHERE removed.seq <= counted.seq
                 GROUP BY 1, 2, 3, 4, 5
             ) AS by_author
             GROUP BY 1, 2, 3, 4
         ) AS gone
         WHERE known.user_id = gone.user_id AND known.day = gone.day AND known.watch_id = gone.watch_id
             AND known.site = gone.site",
    )
    .bind::<Array<SqlUuid>, _>(of(|n| n.user_id))
    .bind::<Array<SqlUuid>, _>(of(|n| n.watch_id))
    .bind::<Array<Timestamptz>, _>(counted.iter().map(|(n, _)| n.created_at).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(counted.iter().map(|(_, item)| &item.author).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(counted.iter().map(|(_, item)| &item.subreddit).collect::<Vec<_>>())
    .bind::<Array<BigInt>, _>(counted.iter().map(|(n, _)| n.seq).collect::<Vec<_>>())
    .execute(conn)
    .await?;
    Ok(())
}
