//! The matches of a user's keywords over time, by place, and their outcome. Answered from counts
//! (`ingest/match_counts.rs`) and, for what is not counted yet, from the notifications themselves: at any time
//! the sums are those of the rows.

mod body;
pub mod hours;
pub mod names;
pub mod range;
mod ranking;

use chrono_tz::Tz;

pub use self::body::*;
use self::hours::by_hour;
pub use self::range::AnalyticsQuery;
use self::range::Range;
use self::ranking::{by_author, by_place};
use crate::prelude::*;
use db::models::user::User as UserRow;
use foundation::time::calendar;

/// The user and the range to count.
#[derive(Debug, Clone, Copy)]
struct Asked {
    user_id: Uuid,
    watch_id: Option<Uuid>,
    zone: Tz,
    range: Range,
}

/// Counts the user's matches over a range of days and over the same number of days before it.
#[utoipa::path(
    get, path = "/analytics", tag = "analytics", security(("token" = [])), params(AnalyticsQuery),
    responses(
        AnyCall, SignedIn, QueryString,
        (status = 200, body = Analytics),
        (status = 403, body = ErrorBody, description = "`PLAN_UPGRADE_REQUIRED`"),
    )
)]
pub async fn get_analytics(
    State(app): State<App>,
    auth: AuthUser,
    ValidQuery(query): ValidQuery<AnalyticsQuery>,
) -> ApiResult<Json<Analytics>> {
    let now = app.clock.now();
    // A year has many rows: allow one call of a user at a time, and do not use all connections.
    let _turn = app.heavy_reads.take(auth.id).await?;
    let mut conn = app.conn().await?;
    let user = UserRow::find(auth.id, &mut conn).await?;
    if !Capabilities::of(user.plan, app.config.server.plans).analytics {
        return Err(ApiError::not_in_plan(
            "Analytics is part of the Pro plan. Upgrade to Pro to use it.",
        ));
    }
    let zone = calendar::zone(&user.time_zone);
    Ok(Json(Analytics::of(auth.id, &query, zone, now, &conn).await?))
}

impl Analytics {
    /// Counts what `query` asks for, for a user whose days are those of `zone`.
    ///
    /// # Errors
    /// The days are not a valid range, or the database failed.
    pub async fn of(
        user_id: Uuid,
        query: &AnalyticsQuery,
        zone: Tz,
        now: DateTime<Utc>,
        conn: &Conn,
    ) -> ApiResult<Self> {
        let asked = Asked {
            user_id,
            watch_id: query.keyword,
            zone,
            range: Range::new(query, calendar::today(zone, now))?,
        };
        // While one answer is read, the database works on the next query.
        let (hours, places, authors) = futures::try_join!(
            by_hour(&asked, conn),
            by_place(&asked, conn),
            by_author(&asked, now, conn),
        )?;
        Ok(hours.with(&asked, places, authors))
    }
}
