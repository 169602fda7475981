//! `harken ctl search`.

use clap::Args;
use serde::Deserialize;
use serde_json::Value;

use crate::Failure;
use crate::connection::Connection;
use crate::filters::Filters;
use crate::matches::print_match;

/// The most matches of a page.
const PAGE: usize = 100;

#[derive(Debug, Args)]
pub(crate) struct Search {
    #[command(flatten)]
    filters: Filters,
    /// The most matches to print.
    #[arg(long, default_value_t = 20)]
    limit: usize,
    /// Prints each match as a line of JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Deserialize)]
struct Found {
    notifications: Vec<Value>,
    next: Option<String>,
}

impl Search {
    pub(crate) async fn run(self, connection: &Connection) -> Result<(), Failure> {
        let filters = self.filters.query();
        let (mut left, mut after) = (self.limit, None);
        while left > 0 {
            let mut query = filters.clone();
            query.push(("limit", left.min(PAGE).to_string()));
            query.extend(after.map(|after| ("after", after)));
            let found: Found = connection.get("/notifications/search", &query).await?;
            for notification in found.notifications.iter().take(left) {
                print_match(notification, self.json)?;
            }
            left = left.saturating_sub(found.notifications.len());
            // A page may be empty and have a next one.
            let Some(next) = found.next else { break };
            after = Some(next);
        }
        Ok(())
    }
}
