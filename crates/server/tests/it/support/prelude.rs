//! What most tests use.

pub use std::sync::Arc;

pub use api::app::App;
pub use axum::body::Body;
pub use chrono::{DateTime, TimeDelta, Utc};
pub use db::Conn;
pub use domain::watches::ActiveWatches;
pub use serde_json::{Value, json};
pub use tokio_util::sync::CancellationToken;
pub use uuid::Uuid;

pub use super::accounts::PASSWORD;
pub use super::app::{Answer, Client, SignedIn, TestApp};
pub use super::channels::ChannelTest;
pub use super::forum::{ForumTest, add_watch, count, read_post, store_items};
pub use super::jobs::drain_outbox;
pub use super::matches::Match;
pub use super::outbox::MailApp;
pub use super::patience::{LONG_WAIT_SECONDS, PATIENCE, SHORT_WAIT_SECONDS};
pub use super::served::Served;
