use std::collections::HashMap;

use matcher::ALL;

use super::seconds;
use crate::keywords::find_own;
use crate::prelude::*;
use db::models::item::ItemKind;
use platform::coverage::{Amount, Reading, Watched, hours, places_of, readings, sum, watched_by};

/// The period that a keyword's coverage describes.
const LATELY: TimeDelta = TimeDelta::hours(24);

/// The coverage, in the last 24 hours, of the places that a keyword searches.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeywordCoverage {
    pub watch_id: Uuid,
    /// The time since which nothing is missing; null while something is being read again, while
    /// nothing is read, or if only a sample can be read.
    #[schema(required = true)]
    pub complete_since: Option<DateTime<Utc>>,
    /// The last time at which all of them were read to the end.
    #[schema(required = true)]
    pub read_until: Option<DateTime<Utc>>,
    /// The time from which something is being read again, because it may be missing.
    #[schema(required = true)]
    pub filling_since: Option<DateTime<Utc>>,
    /// The number of posts and comments in the last 24 hours.
    pub items: i64,
    /// The median of the seconds from posting to reading; null without items.
    #[schema(required = true)]
    pub median_seconds: Option<f64>,
    /// The 95th percentile of the seconds from posting to reading; null without items.
    #[schema(required = true)]
    pub p95_seconds: Option<f64>,
    /// The number of seconds of the last 24 hours for which something may be missing, in the place
    /// with the most; comments of r/all are not counted.
    pub gap_seconds: i64,
    /// The share of the last hour's comments of r/all (0 to 1) that was read; null unless the
    /// keyword searches them.
    #[schema(required = true)]
    pub comments_share: Option<f64>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct KeywordCoverages {
    /// The coverage of the user's active keywords. Those that are paused because they cost too much
    /// are omitted.
    pub keywords: Vec<KeywordCoverage>,
}

/// Reports the coverage of the places that each of the user's keywords searches.
#[utoipa::path(
    get, path = "/keywords/coverage", tag = "coverage", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 200, body = KeywordCoverages))
)]
pub async fn list_keyword_coverage(
    State(app): State<App>,
    auth: AuthUser,
) -> ApiResult<Json<KeywordCoverages>> {
    let now = app.clock.now();
    let mut conn = app.conn().await?;
    let watched = watched_by(auth.id, &mut conn).await?;
    let keywords = describe(&watched, now, &mut conn).await?;
    Ok(Json(KeywordCoverages { keywords }))
}

/// Reports the coverage of the places that a keyword searches.
///
/// An inactive keyword is described as if it were active, as far as others search the same places.
#[utoipa::path(
    get, path = "/keywords/{id}/coverage", tag = "coverage", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(AnyCall, SignedIn, OwnId, (status = 200, body = KeywordCoverage))
)]
pub async fn get_keyword_coverage(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<Json<KeywordCoverage>> {
    let now = app.clock.now();
    let mut conn = app.conn().await?;
    let watch = find_own(id, auth.id, &mut conn).await?;
    let watched = Watched {
        id,
        subreddits: watch.subreddits,
        include_posts: watch.include_posts,
        include_comments: watch.include_comments,
    };
    let mut described = describe(&[watched], now, &mut conn).await?;
    Ok(Json(described.remove(0)))
}

async fn describe(
    watched: &[Watched],
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> ApiResult<Vec<KeywordCoverage>> {
    let names: Vec<String> = places_of(watched).into_keys().collect();
    let readings = readings(&names, conn).await?;
    let hours = hours(&names, now - LATELY, conn).await?;
    // Compute each sum once, however many watches look through the same place.
    let mut parts: HashMap<String, Vec<Part>> = HashMap::new();
    for reading in readings {
        let its = hours.of(&reading.place, reading.kind);
        let part = Part { amount: sum(its), share: reading.share_of_last_hour(its, now), reading };
        let of_place = parts.entry(part.reading.place.clone());
        of_place.or_default().push(part);
    }
    let describe = |watch: &Watched| KeywordCoverage::new(watch, &parts, now);
    Ok(watched.iter().map(describe).collect())
}

/// The coverage of posts or comments of one subreddit.
struct Part {
    reading: Reading,
    amount: Amount,
    share: Option<f64>,
}

impl Part {
    fn is_sample(&self) -> bool {
        self.reading.kind == ItemKind::Comment && self.reading.place == ALL
    }
}

impl KeywordCoverage {
    fn new(watch: &Watched, parts: &HashMap<String, Vec<Part>>, now: DateTime<Utc>) -> Self {
        let looked_through: Vec<&Part> = watch
            .places()
            .iter()
            .filter_map(|place| parts.get(place))
            .flatten()
            .filter(|part| watch.wants(part.reading.kind))
            .collect();
        let (samples, whole): (Vec<&Part>, Vec<&Part>) =
            looked_through.iter().partition(|part| part.is_sample());
        let mut all = Amount::default();
        for part in &looked_through {
            all.items += part.amount.items;
            all.lag.add(&part.amount.lag);
        }
        let complete = whole.iter().map(|part| part.reading.complete_since(now));
        let complete: Option<Vec<DateTime<Utc>>> = complete.collect();
        let read = looked_through.iter().map(|part| part.reading.read_until);
        let read: Option<Vec<DateTime<Utc>>> = read.collect();
        let filling = whole.iter().filter_map(|part| part.reading.filling_since);
        let gaps = whole.iter().map(|part| part.amount.gap_seconds);
        Self {
            watch_id: watch.id,
            complete_since: complete.and_then(|since| since.into_iter().max()),
            read_until: read.and_then(|until| until.into_iter().min()),
            filling_since: filling.min(),
            items: all.items,
            median_seconds: seconds(&all, 0.5),
            p95_seconds: seconds(&all, 0.95),
            gap_seconds: gaps.max().unwrap_or(0),
            comments_share: samples.first().and_then(|part| part.share),
        }
    }
}
