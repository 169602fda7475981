//! The destinations of alerts besides email: webhooks, chats and browsers of the signed-in user.

mod address;
mod attempt;
mod draft;
mod input;
mod limit;
mod read;
mod readdress;
mod secret;
pub mod telegram_chat;
mod template;
pub mod webhook_address;
mod write;

pub use attempt::*;
pub use draft::*;
pub use input::*;
pub use read::*;
pub use secret::*;
pub use template::*;
pub use write::*;

pub(crate) use limit::channels_allowed;

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use db::models::endpoint::{Endpoint as EndpointRow, EndpointChannel};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EndpointStatus {
    /// Nothing has been sent there yet.
    New,
    Working,
    Failing,
    /// Paused by its user, or after days of failures: nothing is sent there.
    Paused,
}

/// A browser, a webhook or a chat. Its address is not returned: with most of them, whoever knows
/// the address can post there.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Endpoint {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub channel: EndpointChannel,
    pub name: String,
    /// The host of the address; for Telegram, the chat, with its topic after a slash.
    pub shown: String,
    /// The keywords whose matches are sent there; null for all of them.
    #[schema(required = true)]
    pub watch_ids: Option<Vec<Uuid>>,
    /// Whether coverage gaps of these keywords, and keywords and channels that were paused, are reported
    /// there, too.
    pub reports_gaps: bool,
    pub status: EndpointStatus,
    /// The time since which nothing has arrived there.
    #[schema(required = true)]
    pub failing_since: Option<DateTime<Utc>>,
    #[schema(required = true)]
    pub last_error: Option<String>,
    #[schema(required = true)]
    pub last_sent_at: Option<DateTime<Utc>>,
    #[schema(required = true)]
    pub paused_at: Option<DateTime<Utc>>,
    /// The time until which its messages wait because it failed several times in a row or did not
    /// answer; then one of them tries it again.
    #[schema(required = true)]
    pub held_until: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

impl From<EndpointRow> for Endpoint {
    fn from(row: EndpointRow) -> Self {
        let status = match (row.paused_at, row.failing_since, row.last_sent_at) {
            (Some(_), _, _) => EndpointStatus::Paused,
            (_, Some(_), _) => EndpointStatus::Failing,
            (_, _, Some(_)) => EndpointStatus::Working,
            _ => EndpointStatus::New,
        };
        Self {
            id: row.id,
            channel: row.channel,
            name: row.name,
            shown: row.shown,
            watch_ids: row.watch_ids,
            reports_gaps: row.reports_gaps,
            status,
            failing_since: row.failing_since,
            last_error: row.last_error,
            last_sent_at: row.last_sent_at,
            paused_at: row.paused_at,
            held_until: row.held_until,
            created_at: row.created_at,
        }
    }
}
