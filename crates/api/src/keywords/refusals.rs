//! Converts refusals of watches to HTTP.

use axum::http::StatusCode;

use crate::error::ApiError;
use db::error::Error;
use domain::watches::feeds::{FEED_NOT_FOLLOWED, FeedNotFollowed};
use domain::watches::instance_limits::{INSTANCE_LIMIT_EXCEEDED, InstanceRefusal};
use domain::watches::plan_limits::PlanRefusal;
use domain::watches::rule::Problems;
use domain::watches::sites::{SITE_NOT_READ, SiteNotRead};
use domain::watches::turns::Busy;

impl From<Problems> for ApiError {
    fn from(Problems { fields, part }: Problems) -> Self {
        match part {
            Some(part) => Self::InvalidPart { fields, part },
            None => Self::Invalid(fields),
        }
    }
}

impl From<Busy> for ApiError {
    fn from(busy: Busy) -> Self {
        match busy {
            Busy::Own => Self::RateLimited {
                code: "SEARCH_IN_PROGRESS",
                text: "Your last search or change is still in progress. Please wait a moment."
                    .to_owned(),
                retry_after: 2,
                limit: 1,
            },
            Busy::All => Self::Failed(Error::Overloaded("too many search stored items")),
        }
    }
}

impl From<InstanceRefusal> for ApiError {
    fn from(refusal: InstanceRefusal) -> Self {
        // Not 503: trying again later is useless, somebody has to make space.
        Self::new(StatusCode::CONFLICT, INSTANCE_LIMIT_EXCEEDED, refusal.to_string())
    }
}

impl From<SiteNotRead> for ApiError {
    fn from(refusal: SiteNotRead) -> Self {
        Self::new(StatusCode::CONFLICT, SITE_NOT_READ, refusal.to_string())
    }
}

impl From<FeedNotFollowed> for ApiError {
    fn from(refusal: FeedNotFollowed) -> Self {
        Self::new(StatusCode::CONFLICT, FEED_NOT_FOLLOWED, refusal.to_string())
    }
}

impl From<PlanRefusal> for ApiError {
    fn from(refusal: PlanRefusal) -> Self {
        Self::new(StatusCode::FORBIDDEN, refusal.code(), refusal.to_string())
    }
}
