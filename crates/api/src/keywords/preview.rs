//! Previews what a watch would find, before it is created: counted over stored items, with remarks.

use std::collections::HashMap;
use std::time::Duration;

use anyhow::Context;
use chrono::NaiveDate;
use chrono_tz::Tz;
use matcher::{Counts, WatchId};

use super::write::check_cost;
use super::{DayCount, WatchFilters, WatchLint};
use crate::items::RecentItem;
use crate::prelude::*;
use db::models::user::User as UserRow;
use db::models::watch::WatchMode;
use domain::watches::feeds::check_feeds;
use domain::watches::lint::remarks;
use domain::watches::longer_words::LongerWords;
use domain::watches::rule::{Problems, TypedRule};
use domain::watches::sample::{Bounds, Sample, Searched};
use foundation::time::calendar;
use platform::wire::MatchSpan;

const MAX_ITEMS: usize = 20_000;
/// The longest time that a preview takes; a person waits for it while typing.
const PATIENCE: Duration = Duration::from_secs(2);
const MAX_SUBREDDITS: usize = 10;
const MAX_SHOWN: usize = 10;
/// The shortest time from which a few matches show how many there are a day.
const LONG: TimeDelta = TimeDelta::hours(6);
/// The fewest matches that show it after a shorter time.
const MANY: u64 = 30;

/// The part of a keyword that decides what matches. Missing fields have their defaults.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchPreviewInput {
    #[serde(default)]
    #[schema(required = true, min_length = 1, max_length = 1000, example = "async runtime")]
    keyword: String,
    #[serde(default)]
    mode: WatchMode,
    #[serde(default)]
    #[schema(max_items = 100)]
    subreddits: Vec<String>,
    #[serde(default)]
    #[schema(max_items = 100)]
    excluded_subreddits: Vec<String>,
    #[serde(default)]
    #[schema(max_items = 100)]
    excluded_authors: Vec<String>,
    #[serde(default)]
    filters: WatchFilters,
    /// The existing keyword that is being edited, if any; the preview does not compare it with
    /// itself.
    watch_id: Option<Uuid>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchPreview {
    /// The number of stored items that were searched: those of the last `hours` in the keyword's
    /// subreddits, at most the newest 20,000, and as many as 2 seconds allow.
    pub searched: u64,
    /// The time at which the oldest of them was seen; null if there was none.
    #[schema(required = true)]
    pub searched_since: Option<DateTime<Utc>>,
    /// The number of hours for which everything that was read is stored: 36, unless the operator
    /// chose another number. Older items are stored only if they matched, so they do not show how
    /// many there were.
    pub hours: u32,
    /// Whether all items of these hours were searched.
    pub complete: bool,
    /// The time at which the first item of these subreddits was seen, if it is within these hours:
    /// earlier items were not read. Null if it is earlier, or if not all items were searched.
    #[schema(required = true)]
    pub read_since: Option<DateTime<Utc>>,
    /// The number of items that match.
    pub matching: u64,
    /// The ratio of `matching` to `searched`, from 0 to 1.
    pub share: f64,
    /// The expected number of matches, with what it is based on.
    pub estimate: WatchEstimate,
    /// The matches by the day on which they were posted, in the user's time zone, from the oldest
    /// to today. The first day is only partly counted.
    pub per_day: Vec<DayCount>,
    /// The subreddits with the most matches of these days, at most 10.
    pub subreddits: Vec<SubredditCount>,
    /// The newest matches, at most 10.
    pub newest: Vec<PreviewMatch>,
    /// Remarks on the keyword, the most serious first.
    pub lints: Vec<WatchLint>,
}

/// An estimate and its basis: matches are counted over the time for which everything was read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchEstimate {
    /// The number of matches that were posted in the last `minutes`.
    pub matching: u64,
    /// The time for which it is known what was posted, at most `hours`.
    pub minutes: u32,
    /// The number of matches per day at this rate; null if there are too few in too short a time.
    #[schema(required = true)]
    pub per_day: Option<f64>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SubredditCount {
    pub subreddit: String,
    pub count: u64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PreviewMatch {
    pub item: RecentItem,
    pub matches: Vec<MatchSpan>,
}

/// Previews what a keyword would have found in the last days.
///
/// It is open to every plan, including queries and exclusions, so that users can try them before
/// they pay. Stores nothing. Each user can run one preview at a time.
#[utoipa::path(
    post, path = "/keywords/preview", tag = "keywords", security(("token" = [])),
    request_body = WatchPreviewInput,
    responses(
        AnyCall, JsonBody, SignedIn,
        (status = 200, body = WatchPreview),
        (status = 409, body = ErrorBody, description = "`FEED_NOT_FOLLOWED`"),
    )
)]
pub async fn preview_watch(
    State(app): State<App>,
    auth: AuthUser,
    Valid(input): Valid<WatchPreviewInput>,
) -> ApiResult<Json<WatchPreview>> {
    let watch = input.check()?;
    let named: Vec<String> = watch.scope().named().map(str::to_owned).collect();
    let turn = app.previews.take(auth.id).await?;
    check_cost(&app, auth.id, watch.rule().query()).await??;
    let now = app.clock.now();
    let user = {
        let mut conn = app.conn().await?;
        check_feeds(auth.id, &named, &mut conn).await??;
        UserRow::find(auth.id, &mut conn).await?
    };
    // Beyond that time only matched items are stored, which give no share of all items.
    let keep = app.config.forum.keep_unmatched();
    let bounds = Bounds { since: now - keep, items: MAX_ITEMS, patience: PATIENCE, whole: false };
    let mut sample = Sample::new(watch.clone(), bounds, now, turn.clone());
    let mut tally = Tally::new(calendar::zone(&user.time_zone), now, keep);
    while let Some(searched) = sample.next(&app).await? {
        let turn = turn.clone();
        let counted = tokio::task::spawn_blocking(move || {
            searched.into_iter().for_each(|one| tally.add(one));
            drop(turn);
            tally
        });
        tally = counted.await.context("the thread that counted panicked")?;
    }
    let basis = tally.basis(now);
    let counts = basis.counts();
    let words = std::mem::take(&mut tally.words).common();
    let lints = remarks(&app, auth.id, watch, counts, words).await?;
    let read_since = match tally.oldest {
        Some(oldest) if sample.is_complete() && !sample.has_earlier(&app).await? => Some(oldest),
        _ => None,
    };
    Ok(Json(WatchPreview {
        complete: sample.is_complete(),
        read_since,
        lints: lints.into_iter().map(WatchLint::from).collect(),
        ..tally.preview(now, &basis)
    }))
}

impl WatchPreviewInput {
    fn check(&self) -> ApiResult<matcher::Watch> {
        let mut problems = Problems::default();
        let rule = TypedRule {
            keyword: &self.keyword,
            mode: self.mode,
            subreddits: &self.subreddits,
            excluded_subreddits: &self.excluded_subreddits,
            excluded_authors: &self.excluded_authors,
            filters: self.filters.into(),
        };
        let id = self.watch_id.map_or(0, |id| id.as_u128());
        let watch = rule.check(WatchId(id), &mut problems);
        watch.ok_or_else(|| problems.into())
    }
}

/// The counts so far.
struct Tally {
    zone: Tz,
    since: DateTime<Utc>,
    searched: u64,
    oldest: Option<DateTime<Utc>>,
    /// When the items were posted, and when those of them that match were.
    posted: Vec<DateTime<Utc>>,
    matched: Vec<DateTime<Utc>>,
    by_day: HashMap<NaiveDate, i64>,
    /// The counts by name in lower case, each with its spelling.
    by_subreddit: HashMap<String, SubredditCount>,
    newest: Vec<PreviewMatch>,
    words: LongerWords,
}

impl Tally {
    fn new(zone: Tz, now: DateTime<Utc>, keep: TimeDelta) -> Self {
        Self {
            zone,
            since: now - keep,
            searched: 0,
            oldest: None,
            posted: Vec::new(),
            matched: Vec::new(),
            by_day: HashMap::new(),
            by_subreddit: HashMap::new(),
            newest: Vec::new(),
            words: LongerWords::default(),
        }
    }

    /// Adds an item. Items come newest first.
    fn add(&mut self, Searched { item, matches }: Searched) {
        self.searched += 1;
        self.oldest = Some(item.seen_at);
        self.posted.push(item.forum_created_at);
        if matches.is_empty() {
            return;
        }
        self.matched.push(item.forum_created_at);
        self.words.add(&item.searched(), &matches);
        // The first look at a place also returns older ones, which are in no day that is shown.
        if item.forum_created_at >= self.since {
            let day = calendar::today(self.zone, item.forum_created_at);
            *self.by_day.entry(day).or_default() += 1;
            let name = item.subreddit.to_ascii_lowercase();
            let of_name = self.by_subreddit.entry(name);
            let of_name = of_name
                .or_insert_with(|| SubredditCount { subreddit: item.subreddit.clone(), count: 0 });
            of_name.count += 1;
        }
        if self.newest.len() < MAX_SHOWN {
            let matches = MatchSpan::of_matches(&item.searched(), &matches);
            let item = item.into();
            self.newest.push(PreviewMatch { item, matches });
        }
    }

    /// Returns what an estimate is based on: the time since the oldest item was read. If that is
    /// short, it is the time in which the items of the last day were posted, since the first look
    /// at a quiet place goes back hours. At a busy one it goes back minutes, so the time is also at
    /// most twice the age of the item in the middle.
    fn basis(&self, now: DateTime<Utc>) -> Basis {
        let read = self.oldest.map_or(TimeDelta::zero(), |oldest| now - oldest);
        let time = if read < LONG {
            let ages = self.posted.iter().map(|posted| now - *posted);
            let mut ages: Vec<TimeDelta> = ages.filter(|age| *age < TimeDelta::days(1)).collect();
            ages.sort_unstable();
            let oldest = ages.last().copied().unwrap_or_default();
            let middle = ages.get(ages.len() / 2).copied().unwrap_or_default();
            read.max(oldest.min(middle * 2))
        } else {
            read
        };
        let within = |times: &[DateTime<Utc>]| times.iter().filter(|at| now - **at <= time).count();
        Basis { time, posted: within(&self.posted) as u64, matching: within(&self.matched) as u64 }
    }

    /// Returns the counts as a preview of a search that omitted something and has no remarks.
    fn preview(self, now: DateTime<Utc>, basis: &Basis) -> WatchPreview {
        let matching = self.matched.len() as u64;
        let share = match self.searched {
            0 => 0.0,
            searched => matching as f64 / searched as f64,
        };
        let today = calendar::today(self.zone, now);
        let first = calendar::today(self.zone, self.since);
        let days = first.iter_days().take_while(|day| *day <= today);
        let per_day = days.map(|date| DayCount {
            date,
            count: self.by_day.get(&date).copied().unwrap_or_default(),
        });
        let mut subreddits: Vec<SubredditCount> = self.by_subreddit.into_values().collect();
        subreddits.sort_by(|a, b| {
            let by_count = b.count.cmp(&a.count);
            by_count.then_with(|| a.subreddit.cmp(&b.subreddit))
        });
        subreddits.truncate(MAX_SUBREDDITS);
        WatchPreview {
            searched: self.searched,
            searched_since: self.oldest,
            hours: u32::try_from((now - self.since).num_hours()).unwrap_or_default(),
            complete: false,
            read_since: None,
            matching,
            share,
            estimate: basis.estimate(),
            per_day: per_day.collect(),
            subreddits,
            newest: self.newest,
            lints: Vec::new(),
        }
    }
}

/// The items of the time for which it is known what was posted.
struct Basis {
    time: TimeDelta,
    posted: u64,
    matching: u64,
}

impl Basis {
    /// Returns a number within the time as a number per day; `None` if it would mean little.
    fn per_day(&self, count: u64) -> Option<f64> {
        let time = self.time.max(TimeDelta::minutes(1));
        let days = time.as_seconds_f64() / TimeDelta::days(1).as_seconds_f64();
        (self.time >= LONG || self.matching >= MANY).then(|| count as f64 / days)
    }

    fn estimate(&self) -> WatchEstimate {
        WatchEstimate {
            matching: self.matching,
            minutes: u32::try_from(self.time.num_minutes()).unwrap_or_default(),
            per_day: self.per_day(self.matching),
        }
    }

    /// Returns the counts for remarks, which expect nothing while there is no estimate.
    fn counts(&self) -> Counts {
        Counts {
            matching: self.matching,
            searched: self.posted,
            a_day: self.per_day(self.posted).unwrap_or_default(),
        }
    }
}
