//! The destinations of alerts besides email: webhooks, chats and browsers of the signed-in user.

mod address;
mod attempt;
mod draft;
mod input;
mod limit;
mod read;
mod readdress;
mod secret;
mod write;

pub use attempt::*;
pub use draft::*;
pub use input::*;
pub use read::*;
pub use secret::*;
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
    /// Nothing was sent there yet.
    New,
    Working,
    Failing,
    /// By its user, or after days of failures: nothing is sent there.
    Paused,
}

/// A browser, a webhook or a chat. Its address is not shown: whoever knows most of them can post
/// there.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Endpoint {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub channel: EndpointChannel,
    pub name: String,
    /// The address's host; of Telegram the chat.
    pub shown: String,
    /// The watches whose matches go there; null for all of them.
    #[schema(required = true)]
    pub watch_ids: Option<Vec<Uuid>>,
    /// Whether it is sent what may be missing of what these watches look through, too.
    pub reports_gaps: bool,
    pub status: EndpointStatus,
    /// Since when nothing has arrived there, and what was said last.
    #[schema(required = true)]
    pub failing_since: Option<DateTime<Utc>>,
    #[schema(required = true)]
    pub last_error: Option<String>,
    #[schema(required = true)]
    pub last_sent_at: Option<DateTime<Utc>>,
    #[schema(required = true)]
    pub paused_at: Option<DateTime<Utc>>,
    /// It has failed several times in a row, or did not answer: until then its messages wait, and
    /// then one of them tries it.
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
