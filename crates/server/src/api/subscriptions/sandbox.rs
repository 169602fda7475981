//! The pages of the sandbox: there is no such page where something real is sold.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::PageAddress;
use crate::api::error::{ApiError, ApiResult, ErrorBody};
use crate::api::extract::{PathPart, Valid};
use crate::api::refusals::{AnyCall, JsonBody, SignedIn};
use crate::app::App;
use crate::auth::AuthUser;
use crate::billing::Provider;
use crate::billing::checkout::NoPage;
use crate::billing::sandbox::visit::{self, Account, Payment, Wish};
use crate::db::models::user::User;
use crate::plans::{Period, Plan, pro_price};

/// What is to be paid. Amounts are in hundredths of the currency's unit.
#[derive(Debug, Serialize, ToSchema)]
pub struct SandboxCheckout {
    pub plan: Plan,
    pub interval: Period,
    pub amount: u32,
    /// ISO 4217.
    pub currency: String,
    pub email: String,
}

#[derive(Deserialize, Validate, ToSchema)]
pub struct SandboxPayment {
    outcome: SandboxOutcome,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SandboxOutcome {
    Pay,
    /// As a bank does that declines the card.
    Decline,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SandboxPortal {
    pub email: String,
    /// Whether there is a subscription that has not ended.
    pub is_active: bool,
    pub interval: Period,
    pub amount: u32,
    /// ISO 4217.
    pub currency: String,
    pub current_period_end: DateTime<Utc>,
    pub cancel_at_period_end: bool,
    /// The newest first.
    pub invoices: Vec<SandboxInvoice>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SandboxInvoice {
    pub id: String,
    pub amount: u32,
    pub currency: String,
    pub paid_at: DateTime<Utc>,
    pub refunded: bool,
}

#[derive(Deserialize, Validate, ToSchema)]
pub struct SandboxPortalRequest {
    action: SandboxAction,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SandboxAction {
    Cancel,
    Reactivate,
    /// Asks for the last payment back, which is approved at once.
    Refund,
}

/// What a checkout of the sandbox is for.
#[utoipa::path(
    get, path = "/subscriptions/sandbox/checkout/{session}", tag = "subscriptions",
    operation_id = "get_sandbox_checkout", security(("token" = [])),
    params(("session" = String, Path)),
    responses(
        AnyCall, SignedIn,
        (status = 200, body = SandboxCheckout),
        (status = 404, body = ErrorBody, description = "`NOT_FOUND`, also once it is paid"),
    )
)]
pub async fn get_sandbox_checkout(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(session): PathPart<String>,
) -> ApiResult<Json<SandboxCheckout>> {
    only_in_the_sandbox(&app)?;
    let period = visit::checkout(&app, &session, auth.id).await?;
    let interval = period.ok_or_else(no_page)?;
    let price = pro_price(interval);
    let user = User::find(auth.id, &mut *app.conn().await?).await?;
    Ok(Json(SandboxCheckout {
        plan: Plan::Pro,
        interval,
        amount: price.amount_minor,
        currency: price.currency.to_owned(),
        email: user.email,
    }))
}

/// Pays, or does as if the card were declined. Nobody is charged.
#[utoipa::path(
    post, path = "/subscriptions/sandbox/checkout/{session}", tag = "subscriptions",
    operation_id = "pay_sandbox_checkout", security(("token" = [])),
    params(("session" = String, Path)), request_body = SandboxPayment,
    responses(
        AnyCall, SignedIn, JsonBody,
        (status = 200, body = PageAddress),
        (status = 402, body = ErrorBody, description = "`CARD_DECLINED`"),
        (status = 404, body = ErrorBody, description = "`NOT_FOUND`, also once it is paid"),
        (status = 409, body = ErrorBody, description = "`ALREADY_SUBSCRIBED`"),
    )
)]
pub async fn pay_sandbox_checkout(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(session): PathPart<String>,
    Valid(input): Valid<SandboxPayment>,
) -> ApiResult<Json<PageAddress>> {
    only_in_the_sandbox(&app)?;
    if input.outcome == SandboxOutcome::Decline {
        let period = visit::checkout(&app, &session, auth.id).await?;
        return Err(period.map_or_else(no_page, |_| declined()));
    }
    match visit::pay(&app, &session, auth.id).await? {
        Payment::Done => {
            let path = format!("/subscription/success?session_id={session}");
            let url = app.config.server.address_of(&path);
            Ok(Json(PageAddress { url }))
        }
        Payment::NoPage => Err(no_page()),
        Payment::AlreadyPaid => Err(NoPage::Subscribed.into()),
    }
}

/// The subscription and its invoices, as the sandbox has them.
#[utoipa::path(
    get, path = "/subscriptions/sandbox/portal/{session}", tag = "subscriptions",
    operation_id = "get_sandbox_portal", security(("token" = [])),
    params(("session" = String, Path)),
    responses(
        AnyCall, SignedIn,
        (status = 200, body = SandboxPortal),
        (status = 404, body = ErrorBody, description = "`NOT_FOUND`"),
    )
)]
pub async fn get_sandbox_portal(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(session): PathPart<String>,
) -> ApiResult<Json<SandboxPortal>> {
    only_in_the_sandbox(&app)?;
    let account = visit::account(&app, &session, auth.id).await?;
    let account = account.ok_or_else(no_page)?;
    show(&app, auth, account).await
}

/// Cancels, reactivates, or asks for the last payment back.
#[utoipa::path(
    post, path = "/subscriptions/sandbox/portal/{session}", tag = "subscriptions",
    operation_id = "act_in_sandbox_portal", security(("token" = [])),
    params(("session" = String, Path)), request_body = SandboxPortalRequest,
    responses(
        AnyCall, SignedIn, JsonBody,
        (status = 200, body = SandboxPortal),
        (status = 404, body = ErrorBody, description = "`NOT_FOUND`"),
    )
)]
pub async fn act_in_sandbox_portal(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(session): PathPart<String>,
    Valid(input): Valid<SandboxPortalRequest>,
) -> ApiResult<Json<SandboxPortal>> {
    only_in_the_sandbox(&app)?;
    let account = visit::account(&app, &session, auth.id).await?;
    let account = account.ok_or_else(no_page)?;
    let wish = match input.action {
        SandboxAction::Cancel => Wish::Cancel,
        SandboxAction::Reactivate => Wish::Reactivate,
        SandboxAction::Refund => Wish::Refund,
    };
    visit::act(&app, &account, wish).await?;
    let account = visit::account(&app, &session, auth.id).await?;
    let account = account.ok_or_else(no_page)?;
    show(&app, auth, account).await
}

async fn show(app: &App, auth: AuthUser, account: Account) -> ApiResult<Json<SandboxPortal>> {
    let user = User::find(auth.id, &mut *app.conn().await?).await?;
    let Account {
        subscription,
        invoices,
    } = account;
    let price = pro_price(subscription.period());
    let invoices = invoices.into_iter().map(|invoice| SandboxInvoice {
        id: invoice.id,
        amount: u32::try_from(invoice.amount_minor).unwrap_or(0),
        currency: invoice.currency,
        paid_at: invoice.paid_at,
        refunded: invoice.refunded_at.is_some(),
    });
    Ok(Json(SandboxPortal {
        email: user.email,
        is_active: subscription.is_active(),
        interval: subscription.period(),
        amount: price.amount_minor,
        currency: price.currency.to_owned(),
        current_period_end: subscription.current_period_end,
        cancel_at_period_end: subscription.cancel_at_period_end,
        invoices: invoices.collect(),
    }))
}

fn only_in_the_sandbox(app: &App) -> ApiResult<()> {
    match app.payments.as_deref() {
        Some(Provider::Sandbox) => Ok(()),
        _ => Err(no_page()),
    }
}

fn no_page() -> ApiError {
    ApiError::not_found("page")
}

fn declined() -> ApiError {
    ApiError::new(
        StatusCode::PAYMENT_REQUIRED,
        "CARD_DECLINED",
        "The card was declined. Nothing was charged.",
    )
}
