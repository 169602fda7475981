//! What most handlers use.

pub(crate) use axum::Json;
pub(crate) use axum::extract::State;
pub(crate) use axum::http::StatusCode;
pub(crate) use chrono::{DateTime, TimeDelta, Utc};
pub(crate) use serde::{Deserialize, Serialize};
pub(crate) use utoipa::{IntoParams, ToSchema};
pub(crate) use uuid::Uuid;
pub(crate) use validator::Validate;

pub(crate) use crate::app::App;
pub(crate) use crate::error::{ApiError, ApiResult, ErrorBody};
pub(crate) use crate::extract::{PathPart, Valid, ValidQuery};
pub(crate) use crate::refusals::{
    AnyCall, ForAdministrators, JsonBody, OwnId, QueryString, SignedIn,
};
pub(crate) use db::Conn;
pub(crate) use domain::auth::{AuthUser, SessionUser};
pub(crate) use platform::plans::Capabilities;
