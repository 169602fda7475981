//! The user's plan, its usage, and its purchase.

mod buy;

pub use buy::*;

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use super::users::User;
use crate::prelude::*;
use db::models::notification::{Filter, Notification};
use db::models::subscription::Subscription as SubscriptionRow;
use db::models::user::User as UserRow;
use db::schema::watches;
use platform::config::Plans;
use platform::plans::{Period, Plan};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionStatus {
    /// Whether the user has the features of Pro: by subscription, or because plans are off.
    pub is_pro: bool,
    pub subscription: SubscriptionTerm,
    pub billing: Billing,
}

/// The provider through which Pro is sold, if any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Billing {
    Stripe,
    /// Plans are on, but nothing can be bought on this server.
    None,
    /// There are no plans: everybody has every feature.
    Off,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionTerm {
    pub plan: Plan,
    /// `active` on the Free plan, too; `past_due` while a failed payment is retried.
    pub status: String,
    pub cancel_at_period_end: bool,
    /// The end of the paid period; null if nothing is paid.
    #[schema(required = true)]
    pub current_period_end: Option<DateTime<Utc>>,
    /// The period of each payment; null if nothing is paid.
    #[schema(required = true)]
    pub interval: Option<Period>,
}

/// Returns the user's plan.
#[utoipa::path(
    get, path = "/subscriptions/status", tag = "subscriptions", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 200, body = SubscriptionStatus))
)]
pub async fn get_subscription_status(
    State(app): State<App>,
    auth: AuthUser,
) -> ApiResult<Json<SubscriptionStatus>> {
    status_of(&app, auth.id).await.map(Json)
}

async fn status_of(app: &App, user_id: Uuid) -> ApiResult<SubscriptionStatus> {
    let mut conn = app.conn().await?;
    let row = UserRow::find(user_id, &mut conn).await?;
    let live = SubscriptionRow::live_of_user(user_id, &mut conn).await?;
    let user = User::of(&row, app);
    Ok(SubscriptionStatus {
        is_pro: user.is_pro,
        subscription: SubscriptionTerm {
            plan: user.subscription.plan,
            status: user.subscription.status,
            cancel_at_period_end: live.as_ref().is_some_and(|s| s.cancel_at_period_end),
            current_period_end: live.as_ref().map(|s| s.current_period_end),
            interval: live.as_ref().map(|s| s.period),
        },
        billing: match (app.config.server.plans, &app.payments) {
            (Plans::Off, _) => Billing::Off,
            (Plans::On, None) => Billing::None,
            (Plans::On, Some(_)) => Billing::Stripe,
        },
    })
}

/// A purchased subscription in its current state.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoughtSubscription {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub plan: Plan,
    /// Such as `active`, `past_due` or `canceled`.
    pub status: String,
    pub interval: Period,
    pub current_period_end: DateTime<Utc>,
    pub cancel_at_period_end: bool,
    pub created_at: DateTime<Utc>,
}

impl From<SubscriptionRow> for BoughtSubscription {
    fn from(row: SubscriptionRow) -> Self {
        Self {
            id: row.id,
            plan: row.plan,
            interval: row.period,
            status: row.status.to_string(),
            current_period_end: row.current_period_end,
            cancel_at_period_end: row.cancel_at_period_end,
            created_at: row.created_at,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionUsage {
    pub keyword_count: i64,
    /// The number of keywords that the plan allows; null if unlimited.
    #[schema(required = true)]
    pub keyword_limit: Option<u32>,
    /// The number of notifications in the last 90 days.
    pub notification_count: i64,
}

/// Returns how much of the plan is used.
#[utoipa::path(
    get, path = "/subscriptions/usage", tag = "subscriptions", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 200, body = SubscriptionUsage))
)]
pub async fn get_subscription_usage(
    State(app): State<App>,
    auth: AuthUser,
) -> ApiResult<Json<SubscriptionUsage>> {
    let mut conn = app.conn().await?;
    let user = UserRow::find(auth.id, &mut conn).await?;
    let keyword_count =
        watches::table.filter(watches::user_id.eq(auth.id)).count().get_result(&mut conn).await?;
    let (now, all) = (app.clock.now(), Filter::default());
    let notification_count = Notification::count(auth.id, now, &all, &mut conn).await?;
    let can = Capabilities::of(user.plan, app.config.server.plans);
    Ok(Json(SubscriptionUsage { keyword_count, keyword_limit: can.keywords, notification_count }))
}
