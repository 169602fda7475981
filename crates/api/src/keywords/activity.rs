use std::collections::HashMap;

use chrono::NaiveDate;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use super::WatchListQuery;
use super::proposal::proposals_due;
use crate::prelude::*;
use db::models::notification::{MAX_COUNTED_A_DAY, Notification};
use db::models::user::User as UserRow;
use db::schema::watches;
use foundation::time::calendar::{self, LastDays};

const DAYS: u64 = 7;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchActivityList {
    /// The last 7 days in the user's time zone, from the oldest to today.
    pub days: Vec<NaiveDate>,
    /// The limit up to which the matches of a keyword and day are counted: this number means that
    /// many or more.
    pub max_count: i64,
    /// The keywords, in the order of their list.
    pub watches: Vec<WatchActivity>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchActivity {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// The number of matches on each day, without deleted ones.
    pub counts: Vec<i64>,
    /// The last time a match was marked as not relevant, if enough were for a proposal, or else the time of the last
    /// change of a keyword whose description says what is not meant: see `GET /keywords/{id}/proposal`. Null if there
    /// is neither, and once the proposal was dismissed.
    #[schema(required = true)]
    pub proposal_due_at: Option<DateTime<Utc>>,
}

/// Lists the daily matches of a page of keywords over the last 7 days.
#[utoipa::path(
    get, path = "/keywords/activity", tag = "keywords", security(("token" = [])),
    params(WatchListQuery),
    responses(AnyCall, QueryString, SignedIn, (status = 200, body = WatchActivityList))
)]
pub async fn list_watch_activity(
    State(app): State<App>,
    auth: AuthUser,
    ValidQuery(query): ValidQuery<WatchListQuery>,
) -> ApiResult<Json<WatchActivityList>> {
    let mut conn = app.conn().await?;
    let zone = calendar::zone(&UserRow::find(auth.id, &mut conn).await?.time_zone);
    let LastDays { days, bounds } = LastDays::of(DAYS, zone, app.clock.now());
    let ids: Vec<Uuid> = watches::table
        .filter(watches::user_id.eq(auth.id))
        .order((watches::created_at.desc(), watches::id.desc()))
        .limit(query.limit())
        .offset(query.offset())
        .select(watches::id)
        .load(&mut conn)
        .await?;
    let found = Notification::count_by_day(&ids, &bounds, &mut conn).await?;
    let found: HashMap<(Uuid, i64), i64> =
        found.into_iter().map(|one| ((one.watch_id, one.day), one.count)).collect();
    let due = proposals_due(&ids, &mut conn).await?;
    let count = |id, day| found.get(&(id, day)).copied().unwrap_or_default();
    let watches = ids.into_iter().map(|id| WatchActivity {
        id,
        counts: (1..).take(days.len()).map(|day| count(id, day)).collect(),
        proposal_due_at: due.get(&id).copied(),
    });
    Ok(Json(WatchActivityList { watches: watches.collect(), max_count: MAX_COUNTED_A_DAY, days }))
}
