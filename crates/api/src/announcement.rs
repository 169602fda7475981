use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use platform::instance::settings;

/// An announcement by administrators to all users.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Announcement {
    pub text: String,
    pub since: DateTime<Utc>,
    /// The time at which it ends; null if it is shown until it is withdrawn.
    #[schema(required = true)]
    pub until: Option<DateTime<Utc>>,
}

impl Announcement {
    pub fn of(announcement: settings::Announcement) -> Self {
        Self { text: announcement.text, since: announcement.since, until: announcement.until }
    }
}
