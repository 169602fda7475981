//! How the rules of watches become HTTP.

use axum::http::StatusCode;

use crate::api::error::ApiError;
use crate::watches::plan_limits::PlanRefusal;
use crate::watches::rule::Problems;

impl From<Problems> for ApiError {
    fn from(Problems { fields, part }: Problems) -> Self {
        match part {
            Some(part) => Self::InvalidPart { fields, part },
            None => Self::Invalid(fields),
        }
    }
}

impl From<PlanRefusal> for ApiError {
    fn from(refusal: PlanRefusal) -> Self {
        Self::new(StatusCode::FORBIDDEN, refusal.code(), refusal.to_string())
    }
}
