//! The capabilities, prices and descriptions of each plan: one table, from which every check, every
//! answer and the web app's price list (`web/src/api/plans.json`) are derived.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use serde::Serialize;
use uuid::Uuid;

use crate::config::Plans;
use db::Conn;
use db::models::endpoint::EndpointChannel;
pub use db::models::subscription::Period;
pub use db::models::subscription::Plan;
use db::schema::users;

/// The capabilities of a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capabilities {
    /// The number of keyword watches; `None` for any number up to [`MAX_KEYWORDS`].
    pub keywords: Option<u32>,
    /// The number of subreddits, in all keyword watches together: each costs requests, which all
    /// users share.
    pub subreddits: u32,
    /// The number of feeds: each is fetched again and again, on its own.
    pub feeds: u32,
    /// The number of regular expressions, in all keyword watches together: every item is searched
    /// for each, at everyone's expense.
    pub patterns: u32,
    /// The number of matches of one keyword watch, and of all together, that are listed in an hour;
    /// the others are only counted.
    pub hourly_matches_of_one: u32,
    pub hourly_matches: u32,
    /// Filters other than the defaults.
    pub advanced_filters: bool,
    /// Notifications of the browser, sent when no page is open.
    pub browser_push: bool,
    /// Searches for more than one word, with filters, and saves them.
    pub history_search: bool,
    /// Matches over time, by keyword, place and author.
    pub analytics: bool,
    /// Webhooks and chat channels.
    pub webhooks: bool,
}

/// The most keyword watches of an account, whatever its plan: each takes memory in every process
/// that reads, and is compared with each new one of its user.
pub const MAX_KEYWORDS: u32 = 10_000;
/// The most variants of keywords that an account tries at a time: each is searched for as a keyword
/// is.
pub const MAX_VARIANTS: u32 = 5;
/// The most notifications that are selected at a time: the page holds their ids until an action is undone.
pub const MAX_SELECTED: u32 = 100_000;
/// The most regular expressions in any plan.
pub const MAX_PATTERNS: u32 = 100;

const FREE: Capabilities = Capabilities {
    keywords: Some(3),
    subreddits: 100,
    feeds: 20,
    patterns: 5,
    hourly_matches_of_one: 500,
    hourly_matches: 1_000,
    advanced_filters: false,
    browser_push: false,
    history_search: false,
    analytics: false,
    webhooks: false,
};

const EVERYTHING: Capabilities = Capabilities {
    keywords: None,
    subreddits: 500,
    feeds: 200,
    patterns: MAX_PATTERNS,
    hourly_matches_of_one: 2_000,
    hourly_matches: 10_000,
    advanced_filters: true,
    browser_push: true,
    history_search: true,
    analytics: true,
    webhooks: true,
};

impl Capabilities {
    /// Returns what `plan` allows. With plans off, everything is allowed to everyone.
    pub fn of(plan: Plan, plans: Plans) -> Self {
        match (plans, plan) {
            (Plans::Off, _) | (Plans::On, Plan::Pro) => EVERYTHING,
            (Plans::On, Plan::Free) => FREE,
        }
    }

    /// Returns whether alerts may go to an endpoint of this channel.
    pub fn sends_to(&self, channel: EndpointChannel) -> bool {
        match channel {
            EndpointChannel::Push => self.browser_push,
            _ => self.webhooks,
        }
    }

    /// Locks the user's row until the transaction ends and returns what the plan allows. Under the
    /// lock, other tables can still refer to the user (`NO KEY`): notifications are stored
    /// meanwhile.
    ///
    /// # Errors
    /// There is no such user, or the database failed.
    pub async fn lock(user_id: Uuid, plans: Plans, conn: &mut Conn) -> QueryResult<Self> {
        let plan: Plan =
            users::table.find(user_id).select(users::plan).for_no_key_update().first(conn).await?;
        Ok(Capabilities::of(plan, plans))
    }
}

impl Price {
    /// Returns the price as `9.99 CAD`.
    pub fn shown(&self) -> String {
        let (whole, rest) = (self.amount_minor / 100, self.amount_minor % 100);
        format!("{whole}.{rest:02} {}", self.currency)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Price {
    pub period: Period,
    /// In hundredths of the currency's unit.
    pub amount_minor: u32,
    /// ISO 4217.
    pub currency: &'static str,
}

/// A plan as shown on its card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Offer {
    pub id: Plan,
    pub name: &'static str,
    pub prices: &'static [Price],
    /// What the plan offers today; Pro lists what Free lacks.
    pub features: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Catalogue {
    /// The number of keywords in the Free plan.
    pub free_keyword_limit: Option<u32>,
    /// The number of notifications that can be selected at a time.
    pub max_selected: u32,
    pub plans: [Offer; 2],
}

const fn cad(period: Period, amount_minor: u32) -> Price {
    Price { period, amount_minor, currency: "CAD" }
}

const FREE_PRICES: &[Price] = &[cad(Period::Month, 0)];
const PRO_PRICES: [Price; 2] = [cad(Period::Month, 999), cad(Period::Year, 9999)];

/// Returns the price of Pro for a period.
pub fn pro_price(period: Period) -> Price {
    let [month, year] = PRO_PRICES;
    match period {
        Period::Month => month,
        Period::Year => year,
    }
}

/// Returns all plans, cheapest first.
pub fn catalogue() -> Catalogue {
    let keywords = |of: Capabilities| match of.keywords {
        Some(most) => format!("Up to {most} keywords"),
        None => "Unlimited keywords".to_owned(),
    };
    let features = |of: Capabilities, others: &[&str]| {
        let others = others.iter().map(ToString::to_string);
        std::iter::once(keywords(of)).chain(others).collect()
    };
    Catalogue {
        free_keyword_limit: FREE.keywords,
        max_selected: MAX_SELECTED,
        plans: [
            Offer {
                id: Plan::Free,
                name: "Free",
                prices: FREE_PRICES,
                features: features(
                    FREE,
                    &[
                        "Real-time notifications",
                        "Email alerts",
                        "Web dashboard",
                        "Search for one word",
                        "AI insights",
                    ],
                ),
            },
            Offer {
                id: Plan::Pro,
                name: "Pro",
                prices: &PRO_PRICES,
                features: features(
                    EVERYTHING,
                    &[
                        "Everything in Free",
                        "Browser alerts while Harken is closed",
                        "Webhooks, Slack, Discord, Telegram and ntfy",
                        "Private RSS, Atom and JSON feeds",
                        "Advanced filters",
                        "Search with phrases and filters",
                        "Analytics over 13 months",
                        "Priority support",
                    ],
                ),
            },
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_plans_off_the_free_plan_has_everything() {
        assert_eq!(Capabilities::of(Plan::Free, Plans::Off), EVERYTHING);
        assert_eq!(Capabilities::of(Plan::Pro, Plans::On), EVERYTHING);
        assert_eq!(Capabilities::of(Plan::Free, Plans::On).keywords, Some(3));
    }

    #[test]
    fn the_price_list_says_what_the_checks_enforce() {
        let catalogue = catalogue();
        assert_eq!(catalogue.free_keyword_limit, Some(3));
        let [free, pro] = catalogue.plans;
        assert_eq!(free.features[0], "Up to 3 keywords");
        assert_eq!(pro.features[0], "Unlimited keywords");
        assert_eq!(free.prices, [cad(Period::Month, 0)]);
        // Pro's card lists only what Free lacks.
        assert!(free.features.iter().all(|had| !pro.features.contains(had)));
        // A year for the price of ten months: "Save 17%".
        let [month, year] = pro.prices else { panic!("{pro:?}") };
        let saved = 100 - 100 * year.amount_minor / (12 * month.amount_minor);
        assert_eq!((month.amount_minor, saved), (999, 17));
    }
}
