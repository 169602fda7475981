use super::{CoverageGapBody, DAYS, MAX_GAPS, PlaceCoverage, SUMMED, seconds};
use crate::prelude::*;
use db::models::coverage_audit::CoverageAudit;
use db::models::coverage_gap::CoverageGap;
use db::models::item::ItemKind;
use db::models::place::Place;
use db::models::sequence::Sequence;
use platform::coverage::{Hour, hours, places_of, read_as, readings, sum, watched_by};

#[derive(Debug, Serialize, ToSchema)]
pub struct PlaceCoverageDetail {
    #[serde(flatten)]
    pub place: PlaceCoverage,
    /// The hours of the last 7 days in which something was read or missed, oldest first.
    pub hours: Vec<CoverageHour>,
    /// The gaps of the last 30 days, latest first, at most 100; none of comments of r/all, which
    /// are a sample.
    pub gaps: Vec<CoverageGapBody>,
    /// The number of items in the last 30 days that a site numbered but did not show within an
    /// hour; 0 for subreddits.
    pub unavailable: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CoverageHour {
    pub kind: ItemKind,
    pub hour: DateTime<Utc>,
    pub items: i64,
    /// The number of seconds for which something may be missing.
    pub gap_seconds: i64,
    #[schema(required = true)]
    pub p95_seconds: Option<f64>,
}

/// Reports the coverage of one subreddit or site that the user's keywords search.
#[utoipa::path(
    get, path = "/coverage/{place}", tag = "coverage", security(("token" = [])),
    params(("place" = String, Path, description = "The name without `r/`; `all` for r/all", example = "rust")),
    responses(AnyCall, SignedIn, OwnId, (status = 200, body = PlaceCoverageDetail))
)]
pub async fn get_place_coverage(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(place): PathPart<String>,
) -> ApiResult<Json<PlaceCoverageDetail>> {
    let now = app.clock.now();
    let mut conn = app.conn().await?;
    let watched = watched_by(auth.id, &mut conn).await?;
    let names = places_of(&watched);
    let lower = read_as(&place);
    let Some(name) = names.get(&lower) else {
        return Err(ApiError::new(
            StatusCode::NOT_FOUND,
            "NOT_FOUND",
            "None of your active keywords watches this subreddit.",
        ));
    };
    let wanted = [lower];
    let readings = readings(&wanted, &mut conn).await?;
    let since = now - TimeDelta::days(DAYS);
    let hours = hours(&wanted, since, &mut conn).await?;
    let unreadable = Place::unreadable(&wanted, &mut conn).await?;
    let gaps = CoverageGap::of_places(&wanted, since, MAX_GAPS, &mut conn).await?;
    let audited = CoverageAudit::sums(now - SUMMED, &mut conn).await?;
    let place = PlaceCoverage::new(name, &readings, &hours, &unreadable, &audited, now);
    let of_kind = |kind: &ItemKind| hours.of(&wanted[0], *kind);
    let mut hours: Vec<&Hour> =
        ItemKind::ALL.iter().flat_map(of_kind).filter(|hour| hour.hour > now - SUMMED).collect();
    hours.sort_unstable_by_key(|hour| hour.hour);
    let hour = |hour: &Hour| CoverageHour {
        kind: hour.kind,
        hour: hour.hour,
        items: hour.items,
        gap_seconds: hour.gap_seconds,
        p95_seconds: seconds(&sum([hour]), 0.95),
    };
    Ok(Json(PlaceCoverageDetail {
        place,
        hours: hours.into_iter().map(hour).collect(),
        gaps: gaps.iter().filter_map(CoverageGapBody::new).collect(),
        unavailable: Sequence::unavailable(&wanted[0], since, &mut conn).await?,
    }))
}
