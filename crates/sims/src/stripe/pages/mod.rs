//! The pages that Stripe hosts: a checkout that can be paid, and a portal. Neither asks for a card.

mod checkout;
mod portal;

use askama::Template;

use crate::kit::html;
use crate::prelude::*;
use crate::stripe::objects::Price;
use crate::stripe::sim::Sim;

pub(crate) fn router() -> Router<Arc<Sim>> {
    Router::new()
        .route("/c/pay/{session}", get(checkout::show).post(checkout::act))
        .route("/p/session/{secret}", get(portal::show).post(portal::act))
}

#[derive(Template)]
#[template(path = "stripe/gone.html")]
struct Gone;

fn page(status: StatusCode, template: &impl Template) -> Response {
    (status, html(template)).into_response()
}

fn gone() -> Response {
    page(StatusCode::NOT_FOUND, &Gone)
}

/// Returns a description such as "9.99 CAD each month".
fn described(price: &Price) -> String {
    let each = price.interval.name();
    format!("{} each {each}", money(price.amount, &price.currency))
}

fn money(amount: i64, currency: &str) -> String {
    let currency = currency.to_uppercase();
    format!("{}.{:02} {currency}", amount / 100, amount % 100)
}

/// Returns a date such as "2027-01-31".
fn day(time: i64) -> String {
    DateTime::from_timestamp(time, 0).map_or_else(String::new, |time| time.date_naive().to_string())
}
