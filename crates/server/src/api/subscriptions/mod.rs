//! The user's plan and what is used of it. Nothing can be bought yet: those calls say so.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::extract::Valid;
use super::refusals::{AnyCall, JsonBody, SignedIn};
use super::users::User;
use crate::app::App;
use crate::auth::AuthUser;
use crate::db::models::notification::{Filter, Notification};
use crate::db::models::user::User as UserRow;
use crate::db::schema::watches;
use crate::error::{ApiError, ApiResult, ErrorBody};
use crate::plans::Plan;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionStatus {
    /// Whether the user has what Pro has: by subscription, or because plans are off.
    pub is_pro: bool,
    pub subscription: SubscriptionTerm,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionTerm {
    pub plan: Plan,
    /// `active` for the Free plan too.
    pub status: String,
    pub cancel_at_period_end: bool,
    /// Until when is paid; null when nothing is.
    #[schema(required = true)]
    pub current_period_end: Option<DateTime<Utc>>,
}

/// The user's plan.
#[utoipa::path(
    get, path = "/subscriptions/status", tag = "subscriptions",
    operation_id = "get_subscription_status", security(("token" = [])),
    responses(
        AnyCall, SignedIn,
        (status = 200, body = SubscriptionStatus),
    )
)]
pub async fn get_subscription_status(
    State(app): State<App>,
    auth: AuthUser,
) -> ApiResult<Json<SubscriptionStatus>> {
    let row = UserRow::find(auth.id, &mut *app.conn().await?).await?;
    let user = User::of(&row, app.config.server.plans);
    Ok(Json(SubscriptionStatus {
        is_pro: user.is_pro,
        subscription: SubscriptionTerm {
            plan: user.subscription.plan,
            status: user.subscription.status,
            cancel_at_period_end: false,
            current_period_end: None,
        },
    }))
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionUsage {
    pub keyword_count: i64,
    /// How many the plan allows; null for as many as wanted.
    #[schema(required = true)]
    pub keyword_limit: Option<u32>,
    /// Of the last 90 days.
    pub notification_count: i64,
}

/// What is used of the plan.
#[utoipa::path(
    get, path = "/subscriptions/usage", tag = "subscriptions",
    operation_id = "get_subscription_usage", security(("token" = [])),
    responses(
        AnyCall, SignedIn,
        (status = 200, body = SubscriptionUsage),
    )
)]
pub async fn get_subscription_usage(
    State(app): State<App>,
    auth: AuthUser,
) -> ApiResult<Json<SubscriptionUsage>> {
    let mut conn = app.conn().await?;
    let user = UserRow::find(auth.id, &mut conn).await?;
    let keyword_count = watches::table
        .filter(watches::user_id.eq(auth.id))
        .count()
        .get_result(&mut conn)
        .await?;
    let (now, all) = (app.clock.now(), Filter::default());
    let notification_count = Notification::count(auth.id, now, &all, &mut conn).await?;
    let can = Plan::from_stored(&user.plan).capabilities(app.config.server.plans);
    Ok(Json(SubscriptionUsage {
        keyword_count,
        keyword_limit: can.keywords,
        notification_count,
    }))
}

#[derive(Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckoutRequest {
    /// Of the monthly or the yearly price.
    #[serde(default)]
    #[schema(required = true, min_length = 1, max_length = 200)]
    #[validate(length(min = 1, max = 200, message = "Choose a price"))]
    price_id: String,
}

fn not_available() -> ApiError {
    ApiError::new(
        StatusCode::CONFLICT,
        "BILLING_NOT_AVAILABLE",
        "Payments are not available on this server yet.",
    )
}

/// Begins to buy Pro.
#[utoipa::path(
    post, path = "/subscriptions/create-checkout-session", tag = "subscriptions",
    operation_id = "create_checkout_session", security(("token" = [])),
    request_body = CheckoutRequest,
    responses(
        AnyCall, SignedIn, JsonBody,
        (status = 409, body = ErrorBody, description = "`BILLING_NOT_AVAILABLE`"),
    )
)]
pub async fn create_checkout_session(
    _user: AuthUser,
    Valid(_input): Valid<CheckoutRequest>,
) -> ApiError {
    not_available()
}

/// Ends Pro with the period that is paid.
#[utoipa::path(
    post, path = "/subscriptions/cancel", tag = "subscriptions",
    operation_id = "cancel_subscription", security(("token" = [])),
    responses(
        AnyCall, SignedIn,
        (status = 409, body = ErrorBody, description = "`BILLING_NOT_AVAILABLE`"),
    )
)]
pub async fn cancel_subscription(_user: AuthUser) -> ApiError {
    not_available()
}

/// Takes a cancellation back.
#[utoipa::path(
    post, path = "/subscriptions/reactivate", tag = "subscriptions",
    operation_id = "reactivate_subscription", security(("token" = [])),
    responses(
        AnyCall, SignedIn,
        (status = 409, body = ErrorBody, description = "`BILLING_NOT_AVAILABLE`"),
    )
)]
pub async fn reactivate_subscription(_user: AuthUser) -> ApiError {
    not_available()
}

/// Opens the place where cards and invoices are looked after.
#[utoipa::path(
    post, path = "/subscriptions/create-portal-session", tag = "subscriptions",
    operation_id = "create_portal_session", security(("token" = [])),
    responses(
        AnyCall, SignedIn,
        (status = 409, body = ErrorBody, description = "`BILLING_NOT_AVAILABLE`"),
    )
)]
pub async fn create_portal_session(_user: AuthUser) -> ApiError {
    not_available()
}

/// The same as the POST.
#[utoipa::path(
    get, path = "/subscriptions/create-portal-session", tag = "subscriptions",
    operation_id = "open_portal_session", security(("token" = [])),
    responses(
        AnyCall, SignedIn,
        (status = 409, body = ErrorBody, description = "`BILLING_NOT_AVAILABLE`"),
    )
)]
pub async fn open_portal_session(_user: AuthUser) -> ApiError {
    not_available()
}
