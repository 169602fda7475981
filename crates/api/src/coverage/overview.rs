use std::collections::HashMap;

use matcher::ALL;

use super::{AuditSum, CoverageGapBody, DAYS, MAX_GAPS, PlaceCoverage, SUMMED};
use crate::paging::{Pagination, Paging};
use crate::prelude::*;
use db::models::coverage_audit::CoverageAudit;
use db::models::coverage_gap::CoverageGap;
use db::models::place::{Place, PlanState};
use db::models::poll_state::PollState;
use db::models::request_budget::{Priority, WINDOW_MINUTES};
use platform::coverage::{hours, places_of, readings, requests_by_priority, watched_by};

/// How late a listing may be before it is reported, in seconds.
const MAX_LATE_SECONDS: i64 = 60;

#[derive(Debug, Serialize, ToSchema)]
pub struct Coverage {
    /// The use of the request budget; null if Reddit is not configured.
    #[schema(required = true)]
    pub budget: Option<RequestBudgetUse>,
    pub everything: PlaceCoverage,
    /// Whether an active keyword of the user searches r/all.
    #[serde(rename = "watchesAll")]
    pub watches_all: bool,
    /// The results of the audits of the last 7 days, of all subreddits that this server reads.
    pub audits: AuditSum,
    /// The subreddits that the user's active keywords name, by name.
    pub places: Vec<PlaceCoverage>,
    pub pagination: Pagination,
    /// The gaps of the last 30 days in the subreddits that the user's keywords search and, if they
    /// search r/all, in its posts; latest first, at most 100.
    pub gaps: Vec<CoverageGapBody>,
}

/// The use of requests to Reddit in the last ten minutes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RequestBudgetUse {
    /// The number of requests that Reddit allows in this time.
    pub allowed: i64,
    pub minutes: u32,
    /// Requests for new posts and comments.
    pub polls: i64,
    /// Requests for items that a poll could not reach.
    pub fills: i64,
    /// Requests that check whether stored items still exist.
    pub looks: i64,
    /// The number of such checks that is needed so that what is deleted on Reddit is deleted here
    /// within two days.
    pub looks_needed: i64,
    /// The number of days for which matches are kept so that these checks are possible: 90, or
    /// fewer if there are too many matches.
    pub kept_days: i32,
    /// Requests that check whether subreddits can be read.
    pub names: i64,
    /// Requests made for users who wait for an answer.
    pub people: i64,
    /// By how many seconds the listing that is latest is read later than planned; 0 if none is a minute late.
    pub late_seconds: i64,
}

/// Reports the coverage of everything that the user's keywords search.
#[utoipa::path(
    get, path = "/coverage", tag = "coverage", security(("token" = [])), params(Paging),
    responses(AnyCall, SignedIn, QueryString, (status = 200, body = Coverage))
)]
pub async fn get_coverage(
    State(app): State<App>,
    auth: AuthUser,
    ValidQuery(paging): ValidQuery<Paging>,
) -> ApiResult<Json<Coverage>> {
    let now = app.clock.now();
    let mut conn = app.conn().await?;
    let watched = watched_by(auth.id, &mut conn).await?;
    let names = places_of(&watched);
    let page: Vec<String> = names
        .keys()
        .filter(|name| *name != ALL)
        .skip(usize::try_from(paging.offset()).unwrap_or(usize::MAX))
        .take(usize::try_from(paging.limit).unwrap_or(usize::MAX))
        .cloned()
        .collect();
    let total = names.len() - usize::from(names.contains_key(ALL));
    let mut loaded = page.clone();
    loaded.push(ALL.to_owned());
    let readings = readings(&loaded, &mut conn).await?;
    let since = now - TimeDelta::days(DAYS);
    let hours = hours(&loaded, since, &mut conn).await?;
    let unreadable = Place::unreadable(&page, &mut conn).await?;
    let every_name: Vec<String> = names.keys().cloned().collect();
    let gaps = CoverageGap::of_places(&every_name, since, MAX_GAPS, &mut conn).await?;
    let audited = CoverageAudit::sums(now - SUMMED, &mut conn).await?;
    let describe =
        |name: &str| PlaceCoverage::new(name, &readings, &hours, &unreadable, &audited, now);
    let budget = match &app.sources.forum {
        Some(_) => Some(budget(&app, &mut conn).await?),
        None => None,
    };
    Ok(Json(Coverage {
        budget,
        everything: describe(ALL),
        watches_all: names.contains_key(ALL),
        audits: AuditSum::new(&audited),
        places: page.iter().map(|name| describe(names[name])).collect(),
        pagination: paging.of(i64::try_from(total).unwrap_or(i64::MAX)),
        gaps: gaps.iter().filter_map(CoverageGapBody::new).collect(),
    }))
}

/// Sums up the use of requests to the forum.
///
/// # Errors
/// The database failed.
pub async fn budget(app: &App, conn: &mut Conn) -> ApiResult<RequestBudgetUse> {
    let now = app.clock.now();
    let made: HashMap<Priority, i64> = requests_by_priority(now, conn).await?;
    let of = |kinds: &[Priority]| kinds.iter().filter_map(|kind| made.get(kind)).sum();
    let a_minute = i64::from(app.config.forum.requests_per_minute);
    let plan = PlanState::load(conn).await?;
    let late = PollState::most_late(now, conn).await?;
    Ok(RequestBudgetUse {
        allowed: a_minute * i64::from(WINDOW_MINUTES),
        minutes: WINDOW_MINUTES,
        polls: of(&[Priority::Poll, Priority::Sweep]),
        fills: of(&[Priority::Fill]),
        looks: of(&[Priority::Check]),
        looks_needed: (plan.looks_a_minute * f64::from(WINDOW_MINUTES)).ceil() as i64,
        kept_days: plan.kept_days,
        names: of(&[Priority::Verify]),
        people: of(&[Priority::Person]),
        late_seconds: late.filter(|seconds| *seconds > MAX_LATE_SECONDS).unwrap_or_default(),
    })
}
