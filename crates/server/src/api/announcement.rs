use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::instance_settings;

/// What administrators tell all users.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Announcement {
    pub text: String,
    pub since: DateTime<Utc>,
    /// Null: until it is withdrawn.
    #[schema(required = true)]
    pub until: Option<DateTime<Utc>>,
}

impl Announcement {
    pub fn of(told: instance_settings::Announcement) -> Self {
        Self {
            text: told.text,
            since: told.since,
            until: told.until,
        }
    }
}
