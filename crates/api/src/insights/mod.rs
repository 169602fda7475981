//! AI insights: the calls that are left, making them, their progress, and the latest result.

mod events;
mod runs;
mod stored;

pub use events::*;
pub use runs::*;
pub use stored::*;

use crate::prelude::*;
use db::models::insight_job::{InsightJob, Status};
use deliver::insights::quota;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InsightsUsage {
    pub remaining_calls: u32,
    pub daily_limit: u32,
    /// The next midnight, UTC.
    pub reset_time: DateTime<Utc>,
}

/// A run that creates insights.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InsightsRun {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub status: Status,
    /// The keywords, in the order in which they are analysed.
    pub keywords: Vec<String>,
    /// The number of keywords that are done.
    pub done: usize,
    /// The reason why the run failed, as a text for people.
    pub reason: Option<String>,
    pub created_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
}

impl InsightsRun {
    fn new(job: InsightJob, done: usize) -> Self {
        Self {
            id: job.id,
            status: job.status,
            keywords: job.keywords,
            done,
            reason: job.reason,
            created_at: job.created_at,
            finished_at: job.finished_at,
        }
    }

    /// Finds one of a user's runs; returns `None` if it was made more than a day ago, or is
    /// somebody else's.
    async fn find(user_id: Uuid, id: Uuid, conn: &mut Conn) -> ApiResult<Option<Self>> {
        let found = InsightJob::find(user_id, id, conn).await?;
        Ok(found.map(|(job, done)| Self::new(job, done)))
    }
}

/// Returns how many more insights the user can request today.
#[utoipa::path(
    get, path = "/ai/usage", tag = "ai", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 200, body = InsightsUsage))
)]
pub async fn get_insights_usage(
    State(app): State<App>,
    user: AuthUser,
) -> ApiResult<Json<InsightsUsage>> {
    let now = app.clock.now();
    let mut conn = app.conn().await?;
    Ok(Json(InsightsUsage {
        remaining_calls: quota::remaining(&app, user.id, now, &mut conn).await?,
        daily_limit: quota::CALLS_PER_DAY,
        reset_time: quota::day(now).1,
    }))
}
