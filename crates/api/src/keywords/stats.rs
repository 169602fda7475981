use chrono::NaiveDate;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Timestamptz};
use diesel_async::RunQueryDsl;

use super::find_own;
use crate::prelude::*;
use db::models::notification::Notification;
use db::models::user::User as UserRow;
use db::schema::notifications;
use foundation::time::calendar::{self, LastDays};

const DAYS: u64 = 14;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchStats {
    /// The number of matches since the keyword was created, without deleted ones.
    pub total: i64,
    /// Today's number of matches, in the user's time zone. `thisWeek` counts from Monday.
    pub today: i64,
    pub this_week: i64,
    #[schema(required = true)]
    pub last_match_at: Option<DateTime<Utc>>,
    /// The number of matches in the last 90 days that the user marked as not relevant.
    pub not_relevant: i64,
    /// The last 14 days in the user's time zone, from the oldest to today.
    pub per_day: Vec<DayCount>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct DayCount {
    pub date: NaiveDate,
    pub count: i64,
}

#[derive(QueryableByName)]
struct Bucket {
    #[diesel(sql_type = Integer)]
    day: i32,
    #[diesel(sql_type = BigInt)]
    count: i64,
}

/// Returns how often a keyword has matched.
#[utoipa::path(
    get, path = "/keywords/{id}/stats", tag = "keywords", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(AnyCall, SignedIn, OwnId, (status = 200, body = WatchStats))
)]
pub async fn get_watch_stats(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<Json<WatchStats>> {
    let now = app.clock.now();
    let mut conn = app.conn().await?;
    let watch = find_own(id, auth.id, &mut conn).await?;
    let zone = calendar::zone(&UserRow::find(auth.id, &mut conn).await?.time_zone);
    let days = LastDays::of(DAYS, zone, now);
    // Days differ in length where clocks change, so they are distinguished by their beginnings.
    let buckets: Vec<Bucket> = diesel::sql_query(
        "SELECT width_bucket(created_at, $2) AS day, count(*) AS count FROM notifications
         WHERE watch_id = $1 AND created_at >= ($2)[1] AND deleted_at IS NULL GROUP BY 1",
    )
    .bind::<diesel::sql_types::Uuid, _>(id)
    .bind::<Array<Timestamptz>, _>(days.starts())
    .load(&mut conn)
    .await?;
    let last_match_at = notifications::table
        .filter(notifications::watch_id.eq(id))
        .filter(notifications::deleted_at.is_null())
        .select(diesel::dsl::max(notifications::created_at))
        .first(&mut conn)
        .await?;
    let not_relevant = Notification::count_not_relevant(id, &mut conn).await?;
    let per_day: Vec<DayCount> = (1..)
        .zip(days.days)
        .map(|(day, date)| DayCount {
            date,
            count: buckets.iter().find(|b| b.day == day).map_or(0, |b| b.count),
        })
        .collect();
    let monday = calendar::monday(zone, now);
    let this_week = per_day.iter().filter(|day| day.date >= monday);
    Ok(Json(WatchStats {
        total: watch.match_count,
        today: per_day.last().map_or(0, |day| day.count),
        this_week: this_week.map(|day| day.count).sum(),
        last_match_at,
        not_relevant,
        per_day,
    }))
}
