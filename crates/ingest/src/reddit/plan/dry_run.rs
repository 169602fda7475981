//! Estimates what more subreddits would cost, and how late everything would then be read.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use matcher::ALL;
use planner::{Kind, Plan};

use super::listings::{Requests, plan_groups};
use super::names::polled_names;
use super::rates::{Rates, held_rates};
use db::Conn;
use db::models::item::ItemKind;
use db::models::listing_width::ListingWidth;
use db::models::place::PlanState;
use db::models::poll_state::PollState;
use foundation::background;
use platform::context::Context;
use platform::coverage::{hours, readings};

/// The time over which the items of a subreddit that is read as part of everything are counted.
const COUNTED: TimeDelta = TimeDelta::hours(24);
/// Maximum items that are counted of a subreddit: beyond that it is busy.
const MAX_COUNTED: i64 = 5_000;
/// Minimum part of the comments of everything that is assumed to be read.
const MIN_SHARE: f64 = 0.02;

/// The estimate of a plan with more subreddits.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// Requests per minute that the new ones would take.
    pub requests_per_minute: f64,
    /// Seconds within which 95 of 100 posts and comments of the user's subreddits are read now; none if
    /// there are none.
    pub p95_seconds_now: Option<f64>,
    /// The same with the new ones, of all of them.
    pub p95_seconds: Option<f64>,
    /// Whether the request budget would be too small to read everything.
    pub is_short: bool,
}

/// Plans as if somebody watched `added` besides `own`, both in lower case, and changes nothing.
///
/// # Errors
/// The database failed.
pub async fn dry_run(
    context: &Context,
    own: Vec<String>,
    added: Vec<String>,
) -> anyhow::Result<Estimate> {
    let now = context.clock.now();
    let mut conn = context.conn().await?;
    let names = polled_names(&mut conn).await?;
    let mut rates = held_rates(now, &mut conn).await?;
    suppose(&added, &mut rates, now, &mut conn).await?;
    let held = PollState::all(&mut conn).await?;
    let state = PlanState::load(&mut conn).await?;
    let width = ListingWidth::load(&mut conn).await?.width();
    drop(conn);
    let requests = Requests::new(&context.config.forum, state.looks_a_minute, width);
    background::run(move || estimate(names, &own, &added, &rates, &held, &requests)).await
}

fn estimate(
    mut names: BTreeMap<String, u32>,
    own: &[String],
    added: &[String],
    rates: &Rates,
    held: &[PollState],
    requests: &Requests,
) -> Estimate {
    let before = plan_groups(&names, rates, held, requests);
    let new = added.iter().filter(|name| *name != ALL && !names.contains_key(*name));
    let new: Vec<String> = new.cloned().collect();
    for name in added.iter().filter(|name| *name != ALL) {
        *names.entry(name.clone()).or_default() += 1;
    }
    let after = plan_groups(&names, rates, held, requests);
    let cost =
        new.iter().flat_map(|name| both(name)).filter_map(|(kind, name)| after.find(kind, name));
    let p95 = |plan: &Plan, places: &mut dyn Iterator<Item = &String>| {
        plan.wait(places.flat_map(|name| both(name))).map(|wait| wait.p95_seconds)
    };
    Estimate {
        requests_per_minute: cost.map(|(_, member)| member.requests_per_minute).sum(),
        p95_seconds_now: p95(&before, &mut own.iter()),
        p95_seconds: p95(&after, &mut own.iter().chain(&new)),
        is_short: after.is_short(),
    }
}

fn both(name: &str) -> [(Kind, &str); 2] {
    Kind::ALL.map(|kind| (kind, name))
}

#[derive(QueryableByName)]
struct Counted {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = BigInt)]
    posts: i64,
    #[diesel(sql_type = BigInt)]
    comments: i64,
}

/// Estimates what subreddits bring that are read as part of everything only.
async fn suppose(
    places: &[String],
    rates: &mut Rates,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<()> {
    let all = [ALL.to_owned()];
    let hours = hours(&all, now - TimeDelta::hours(2), conn).await?;
    let readings = readings(&all, conn).await?;
    let Some(posts) = readings.iter().find(|reading| reading.kind == ItemKind::Post) else {
        return Ok(());
    };
    let comments = readings.iter().find(|reading| reading.kind == ItemKind::Comment);
    let share = comments
        .and_then(|reading| reading.share_of_last_hour(hours.of(ALL, ItemKind::Comment), now));
    let share = share.unwrap_or(0.0).max(MIN_SHARE);
    let since = posts.since.max(now - COUNTED);
    let seconds = (now - since).as_seconds_f64();
    let counted: Vec<Counted> = diesel::sql_query(
        "SELECT name, count(*) FILTER (WHERE kind = 'post') AS posts,
                count(*) FILTER (WHERE kind = 'comment') AS comments
         FROM unnest($1) AS name, LATERAL (
             SELECT kind FROM recent_items
             WHERE lower(subreddit) = name AND seen_at > $2 LIMIT $3) AS items
         GROUP BY name",
    )
    .bind::<Array<Text>, _>(places)
    .bind::<Timestamptz, _>(since)
    .bind::<BigInt, _>(MAX_COUNTED)
    .load(conn)
    .await?;
    for place in places {
        let of = counted.iter().find(|counted| counted.name == *place);
        let (posts, comments) = of.map_or((0, 0), |of| (of.posts, of.comments));
        rates.suppose(ItemKind::Post, place, posts as f64, seconds);
        rates.suppose(ItemKind::Comment, place, comments as f64 / share, seconds);
    }
    Ok(())
}
