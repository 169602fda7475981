//! What each plan may do: one table, from which every check and every answer is derived.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::config::Plans;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Plan {
    Free,
    Pro,
}

/// What a user may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capabilities {
    /// How many keyword watches; `None` for as many as wanted.
    pub keywords: Option<u32>,
    /// Filters other than the defaults.
    pub advanced_filters: bool,
    /// Notifications of the browser, sent when no page is open.
    pub browser_push: bool,
    pub history_search: bool,
    pub analytics: bool,
    /// Webhooks and chat channels.
    pub webhooks: bool,
}

const FREE: Capabilities = Capabilities {
    keywords: Some(3),
    advanced_filters: false,
    browser_push: false,
    history_search: false,
    analytics: false,
    webhooks: false,
};

const EVERYTHING: Capabilities = Capabilities {
    keywords: None,
    advanced_filters: true,
    browser_push: true,
    history_search: true,
    analytics: true,
    webhooks: true,
};

impl Plan {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Pro => "pro",
        }
    }

    /// As it is stored; the database allows no other text.
    pub fn from_stored(text: &str) -> Self {
        match text {
            "pro" => Self::Pro,
            _ => Self::Free,
        }
    }

    /// With plans off, everyone has everything.
    pub fn capabilities(self, plans: Plans) -> Capabilities {
        match (plans, self) {
            (Plans::Off, _) | (Plans::On, Self::Pro) => EVERYTHING,
            (Plans::On, Self::Free) => FREE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_plans_off_the_free_plan_has_everything() {
        assert_eq!(Plan::Free.capabilities(Plans::Off), EVERYTHING);
        assert_eq!(Plan::Pro.capabilities(Plans::On), EVERYTHING);
        assert_eq!(Plan::Free.capabilities(Plans::On).keywords, Some(3));
    }
}
