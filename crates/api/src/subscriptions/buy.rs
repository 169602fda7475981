use super::{SubscriptionStatus, status_of};
use crate::prelude::*;
use deliver::billing::checkout::{self, NoPage};
use deliver::billing::look::LookError;
use deliver::billing::{Stripe, StripeError, manage};

#[derive(Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckoutRequest {
    /// `monthly`, `yearly`, or the provider's id of one of the two prices.
    #[serde(default)]
    #[schema(required = true, min_length = 1, max_length = 200, example = "monthly")]
    #[validate(length(min = 1, max = 200, message = "Choose a price"))]
    price_id: String,
}

/// The address of a page to continue on.
#[derive(Debug, Serialize, ToSchema)]
pub struct PageAddress {
    pub url: String,
}

/// Starts the purchase of Pro, and returns the page for the payment.
#[utoipa::path(
    post, path = "/subscriptions/create-checkout-session", tag = "subscriptions",
    security(("token" = [])), request_body = CheckoutRequest,
    responses(
        AnyCall, SignedIn, JsonBody,
        (status = 200, body = PageAddress),
        (status = 409, body = ErrorBody, description = "`ALREADY_SUBSCRIBED`, `BILLING_NOT_AVAILABLE`"),
        (status = 503, body = ErrorBody, description = "`PAYMENTS_UNAVAILABLE`, `OVERLOADED`"),
    )
)]
pub async fn create_checkout_session(
    State(app): State<App>,
    auth: AuthUser,
    Valid(input): Valid<CheckoutRequest>,
) -> ApiResult<Json<PageAddress>> {
    let stripe = stripe(&app)?;
    let period = stripe
        .period_of(&input.price_id)
        .ok_or_else(|| ApiError::invalid("priceId", "Choose a price"))?;
    let url = checkout::open(&app, stripe, auth.id, period).await?;
    Ok(Json(PageAddress { url }))
}

/// Cancels Pro at the end of the paid period.
#[utoipa::path(
    post, path = "/subscriptions/cancel", tag = "subscriptions", security(("token" = [])),
    responses(
        AnyCall, SignedIn,
        (status = 200, body = SubscriptionStatus),
        (status = 409, body = ErrorBody, description = "`NOT_SUBSCRIBED`, `BILLING_NOT_AVAILABLE`"),
        (status = 503, body = ErrorBody, description = "`PAYMENTS_UNAVAILABLE`, `OVERLOADED`"),
    )
)]
pub async fn cancel_subscription(
    State(app): State<App>,
    auth: AuthUser,
) -> ApiResult<Json<SubscriptionStatus>> {
    set_ending(&app, auth, true).await
}

/// Revokes the cancellation of Pro.
#[utoipa::path(
    post, path = "/subscriptions/reactivate", tag = "subscriptions", security(("token" = [])),
    responses(
        AnyCall, SignedIn,
        (status = 200, body = SubscriptionStatus),
        (status = 409, body = ErrorBody, description = "`NOT_SUBSCRIBED`, `BILLING_NOT_AVAILABLE`"),
        (status = 503, body = ErrorBody, description = "`PAYMENTS_UNAVAILABLE`, `OVERLOADED`"),
    )
)]
pub async fn reactivate_subscription(
    State(app): State<App>,
    auth: AuthUser,
) -> ApiResult<Json<SubscriptionStatus>> {
    set_ending(&app, auth, false).await
}

async fn set_ending(
    app: &App,
    auth: AuthUser,
    is_ending: bool,
) -> ApiResult<Json<SubscriptionStatus>> {
    let stripe = stripe(app)?;
    if !manage::set_ending(app, stripe, auth.id, is_ending).await? {
        return Err(NoPage::NotSubscribed.into());
    }
    status_of(app, auth.id).await.map(Json)
}

/// Returns the page for managing cards and invoices.
#[utoipa::path(
    post, path = "/subscriptions/create-portal-session", tag = "subscriptions",
    security(("token" = [])),
    responses(
        AnyCall, SignedIn,
        (status = 200, body = PageAddress),
        (status = 409, body = ErrorBody, description = "`NOT_SUBSCRIBED`, `BILLING_NOT_AVAILABLE`"),
        (status = 503, body = ErrorBody, description = "`PAYMENTS_UNAVAILABLE`, `OVERLOADED`"),
    )
)]
pub async fn create_portal_session(
    State(app): State<App>,
    auth: AuthUser,
) -> ApiResult<Json<PageAddress>> {
    let url = checkout::open_portal(&app, stripe(&app)?, auth.id).await?;
    Ok(Json(PageAddress { url }))
}

/// Returns the same as the POST.
#[utoipa::path(
    get, path = "/subscriptions/create-portal-session", tag = "subscriptions",
    security(("token" = [])),
    responses(
        AnyCall, SignedIn,
        (status = 200, body = PageAddress),
        (status = 409, body = ErrorBody, description = "`NOT_SUBSCRIBED`, `BILLING_NOT_AVAILABLE`"),
        (status = 503, body = ErrorBody, description = "`PAYMENTS_UNAVAILABLE`, `OVERLOADED`"),
    )
)]
pub async fn open_portal_session(
    state: State<App>,
    auth: AuthUser,
) -> ApiResult<Json<PageAddress>> {
    create_portal_session(state, auth).await
}

fn stripe(app: &App) -> ApiResult<&Stripe> {
    app.payments.as_deref().ok_or_else(|| {
        ApiError::new(
            StatusCode::CONFLICT,
            "BILLING_NOT_AVAILABLE",
            "Payments are not available on this server yet.",
        )
    })
}

impl From<NoPage> for ApiError {
    fn from(reason: NoPage) -> Self {
        let refused = |code, text: &str| Self::new(StatusCode::CONFLICT, code, text);
        match reason {
            NoPage::Subscribed => refused("ALREADY_SUBSCRIBED", "You already have the Pro plan."),
            NoPage::NotSubscribed => {
                refused("NOT_SUBSCRIBED", "There is no paid subscription on this account.")
            }
            NoPage::Look(error) => error.into(),
        }
    }
}

impl From<LookError> for ApiError {
    fn from(error: LookError) -> Self {
        match error {
            LookError::Stripe(error) => error.into(),
            LookError::Database(error) => error.into(),
            LookError::Pool(error) => error.into(),
        }
    }
}

impl From<StripeError> for ApiError {
    fn from(error: StripeError) -> Self {
        tracing::error!(%error, "a call to Stripe failed");
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "PAYMENTS_UNAVAILABLE",
            "Payments cannot be reached right now. Nothing was changed and nothing was charged. \
             Please try again in a moment.",
        )
    }
}
