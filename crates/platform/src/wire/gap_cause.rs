use serde::Serialize;
use utoipa::ToSchema;

use db::models::coverage_gap::reason;

/// A reason why something may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GapCause {
    /// More was posted than Reddit lists.
    TooMany,
    /// The limit on requests to Reddit was used up.
    Budget,
    /// Reddit failed, or lost its position in the listing.
    ForumFailed,
    /// Reddit does not show the subreddit.
    Hidden,
    /// More was published between two readings than a feed lists.
    TurnedOver,
    /// Harken did not read for longer than it can catch up with.
    Away,
}

impl GapCause {
    /// Returns the cause as a sentence for people.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::TooMany => "More was posted than Reddit lists.",
            Self::Budget => "Reddit's request limit was used up.",
            Self::ForumFailed => "Reddit did not answer properly.",
            Self::Hidden => "Reddit does not show the subreddit.",
            Self::TurnedOver => "More was published between two readings than the feed lists.",
            Self::Away => "Harken was not reading for too long.",
        }
    }
}

impl From<&str> for GapCause {
    fn from(stored: &str) -> Self {
        match stored {
            reason::TOO_MANY | reason::TOO_OLD => Self::TooMany,
            reason::BUDGET => Self::Budget,
            reason::HIDDEN => Self::Hidden,
            reason::TURNED_OVER => Self::TurnedOver,
            reason::AWAY => Self::Away,
            _ => Self::ForumFailed,
        }
    }
}
