//! Emails about the plan.

use chrono_tz::Tz;

use super::account_action::Action;
use super::email_parts::address;
use db::models::subscription::Subscription;
use platform::context::Context;
use platform::plans::{Period, pro_price};

impl Action {
    /// States that the plan is Pro from now on. Times are in `zone`.
    pub(super) fn upgraded(context: &Context, subscription: &Subscription, zone: Tz) -> Self {
        let price = pro_price(subscription.period).shown();
        let each = match subscription.period {
            Period::Month => "month",
            Period::Year => "year",
        };
        let end = subscription.current_period_end.with_timezone(&zone);
        let then = match subscription.cancel_at_period_end {
            true => "ends",
            false => "renews",
        };
        Self {
            subject: "You are on Harken Pro",
            paragraphs: vec![
                "Thank you. Your payment has arrived, and you now have everything in Pro: \
                 unlimited keywords, advanced filters, browser alerts, webhooks and chats."
                    .to_owned(),
                format!(
                    "The price is {price} a {each}. The plan {then} on {}.",
                    end.format("%-d %B %Y")
                ),
                format!(
                    "You can cancel at any time, with two clicks, at {}",
                    address(context, "subscription")
                ),
            ],
            button: "Add a keyword",
            url: address(context, "keywords"),
            small_print: "Not what you hoped for? You can have your money back within 30 days.",
        }
    }
}
