//! Learns how many names a joined listing may have. Wider listings take fewer requests, but only audits find
//! what they leave out silently: so audits are frequent until the width is shown to be complete.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::sql_types::Timestamptz;
use diesel_async::{AsyncConnection, RunQueryDsl};
use planner::{Answer, Width};

use db::Conn;
use db::models::listing_width::ListingWidth;

/// The time that joined listings are read back after a member was left out. What a wider listing leaves out
/// has to be found sooner.
pub(crate) const READ_AGAIN: TimeDelta = TimeDelta::hours(1);

/// Learns from an answer about a listing of `names` names. If a member was left out, others may have been as
/// well: everything in joined listings is read again.
///
/// # Errors
/// The database failed.
pub(crate) async fn learn(
    answer: Answer,
    names: usize,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> anyhow::Result<()> {
    let learned = conn
        .transaction(async |conn| -> anyhow::Result<Option<Width>> {
            let learned = ListingWidth::learn(answer, names, now, conn).await?;
            if answer == Answer::MemberMissing && learned.is_some() {
                read_again(now - READ_AGAIN, conn).await?;
            }
            Ok(learned)
        })
        .await?;
    match (answer, learned) {
        (_, None) => {}
        (Answer::Complete, Some(width)) => {
            tracing::info!(names = width.names, "listings may have more names now");
        }
        (Answer::TooLong, Some(width)) => {
            tracing::warn!(names = width.names, "the forum refuses listings of more names");
        }
        (Answer::MemberMissing, Some(width)) => tracing::warn!(
            names = width.names,
            "a listing of more names left a subreddit out: what was read last is read again"
        ),
    }
    Ok(())
}

/// Marks the members of joined listings to be read from `since` on, as if they came from another listing.
/// Narrow listings are included, since a new plan may have moved members there that a wide one left out. A
/// poll that is under way stores what it brings, and its outcome does not count.
async fn read_again(since: DateTime<Utc>, conn: &mut Conn) -> anyhow::Result<()> {
    diesel::sql_query(
        "UPDATE place_readings r SET read_until = greatest($1, r.since)
         FROM poll_state p, unnest(p.names) AS name
         WHERE cardinality(p.planned) > 1 AND p.polled_at IS NOT NULL AND r.place = name
             AND r.kind = split_part(p.listing, 's:', 1)",
    )
    .bind::<Timestamptz, _>(since)
    .execute(conn)
    .await?;
    diesel::sql_query(
        "UPDATE poll_state SET names = '{}', fence = fence + 1, leased_until = NULL
         WHERE cardinality(planned) > 1",
    )
    .execute(conn)
    .await?;
    Ok(())
}
