//! Items deleted or removed in the forum are deleted here too.

mod budget;
mod looks;
mod replies;
mod scores;
mod sentences;
mod tombstones;

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use ingest::removal::recheck::Checked;

use crate::support::forum::ForumTest;

async fn look(test: &ForumTest) -> Vec<Checked> {
    test.recheck().run_due().await.unwrap()
}

async fn gone(test: &ForumTest) -> HashMap<String, DateTime<Utc>> {
    let gone = "SELECT forum_id, gone_at FROM items WHERE gone_at IS NOT NULL";
    test.app.rows(gone).await.into_iter().collect()
}
