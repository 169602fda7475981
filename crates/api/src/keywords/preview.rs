//! Previews what a watch would find, before it is created: counted over stored items, with remarks.

use std::collections::HashMap;
use std::time::Duration;

use anyhow::Context;
use axum::Json;
use axum::extract::State;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use chrono_tz::Tz;
use matcher::{Counts, WatchId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use super::{DayCount, WatchFilters, WatchLint};
use crate::app::App;
use crate::error::{ApiResult, ErrorBody};
use crate::extract::Valid;
use crate::items::{Rate, RecentItem};
use crate::refusals::{AnyCall, JsonBody, SignedIn};
use db::models::user::User as UserRow;
use db::models::watch::WatchMode;
use domain::auth::AuthUser;
use domain::watches::cost;
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

/// The part of a keyword that decides what matches. Missing fields have their defaults.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchPreviewInput {
    #[serde(default)]
    #[schema(required = true, min_length = 1, max_length = 1000)]
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
    /// The estimated number of matches per day.
    pub expected_per_day: f64,
    /// The matches by the day on which they were posted, in the user's time zone, from the oldest
    /// to today. The first day is only partly counted.
    pub per_day: Vec<DayCount>,
    /// The subreddits with the most matches, at most 10.
    pub subreddits: Vec<SubredditCount>,
    /// The newest matches, at most 10.
    pub newest: Vec<PreviewMatch>,
    /// Remarks on the keyword, the most serious first.
    pub lints: Vec<WatchLint>,
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
    post, path = "/keywords/preview", tag = "keywords", operation_id = "preview_watch",
    security(("token" = [])), request_body = WatchPreviewInput,
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
    cost::check(watch.rule().query(), turn.clone()).await??;
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
    let per_day = tally.items_per_day(now);
    let counts = Counts { matching: tally.matching, searched: tally.searched, a_day: per_day };
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
        ..tally.preview(now, per_day)
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
    lately: Rate,
    matching: u64,
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
            lately: Rate::new(now),
            matching: 0,
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
        self.lately.add(item.forum_created_at);
        if matches.is_empty() {
            return;
        }
        self.matching += 1;
        self.words.add(&item.searched(), &matches);
        let day = calendar::today(self.zone, item.forum_created_at);
        *self.by_day.entry(day).or_default() += 1;
        let name = item.subreddit.to_ascii_lowercase();
        let of_name = self.by_subreddit.entry(name);
        let of_name = of_name
            .or_insert_with(|| SubredditCount { subreddit: item.subreddit.clone(), count: 0 });
        of_name.count += 1;
        if self.newest.len() < MAX_SHOWN {
            let matches = MatchSpan::of_matches(&item.searched(), &matches);
            let item = item.into();
            self.newest.push(PreviewMatch { item, matches });
        }
    }

    /// Returns the items a day, by those that were searched over the time in which they were read.
    /// On a server's first day this is not reliable yet.
    fn items_per_day(&self, now: DateTime<Utc>) -> f64 {
        let (day, oldest) = (TimeDelta::days(1), self.oldest.unwrap_or(now));
        if now - oldest < day {
            return self.lately.per_day();
        }
        self.searched as f64 * day.as_seconds_f64() / (now - oldest).as_seconds_f64()
    }

    /// Returns the counts as a preview of a search that omitted something and has no remarks.
    fn preview(self, now: DateTime<Utc>, items_per_day: f64) -> WatchPreview {
        let share = match self.searched {
            0 => 0.0,
            searched => self.matching as f64 / searched as f64,
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
            matching: self.matching,
            share,
            expected_per_day: share * items_per_day,
            per_day: per_day.collect(),
            subreddits,
            newest: self.newest,
            lints: Vec::new(),
        }
    }
}
