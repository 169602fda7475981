//! What most stand-ins use.

pub(crate) use std::sync::Arc;

pub(crate) use axum::extract::{Path, State};
pub(crate) use axum::http::StatusCode;
pub(crate) use axum::response::{IntoResponse, Response};
pub(crate) use axum::routing::{get, post};
pub(crate) use axum::{Json, Router};
pub(crate) use chrono::{DateTime, TimeDelta, Utc};
pub(crate) use serde::Deserialize;
pub(crate) use serde_json::{Value, json};
