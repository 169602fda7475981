//! The previous version's data, as its program left it: `previous/data.sql`, and in `known.json` what a
//! person has outside of the database, such as a session and the links in an email.

use std::fs;
use std::path::PathBuf;

use chrono::{DateTime, Utc};
use diesel_async::SimpleAsyncConnection;
use serde::{Deserialize, Serialize};

use crate::support::db::{address, empty_database};

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Known {
    /// The time in the data: its weekly partitions are those around this time.
    pub taken_at: DateTime<Utc>,
    pub email: String,
    pub access: String,
    pub refresh: String,
    /// Paths of links that were sent or shown.
    pub unsubscribe: String,
    pub feed: String,
}

pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/migrations/upgrade/previous")
}

pub fn known() -> Known {
    serde_json::from_str(&read("known.json")).unwrap()
}

/// Returns the URL of a database with the previous version's data.
pub async fn previous_database() -> String {
    let url = empty_database().await;
    let mut conn = address(&url).connect().await.unwrap();
    conn.batch_execute(&read("data.sql")).await.unwrap();
    url
}

fn read(name: &str) -> String {
    let path = folder().join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
