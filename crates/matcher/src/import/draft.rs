//! A watch under construction.

use super::line::ImportError;
use crate::watch::{Exclusions, Filters, Scope, Watch, WatchError, WatchId};

/// The contents of a line, in plain text.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) keyword: String,
    pub(super) query: bool,
    pub(super) subreddits: Vec<String>,
    pub(super) excluded_subreddits: Vec<String>,
    pub(super) excluded_authors: Vec<String>,
    pub(super) filters: Filters,
}

impl Draft {
    pub(super) fn watch(&self, line: usize) -> Result<Watch, ImportError> {
        let scope = Scope::parse(&self.subreddits).map_err(WatchError::from)?;
        let id = WatchId(line as u128);
        let watch = if self.query { query_watch } else { Watch::new };
        let watch = watch(id, &self.keyword, scope, self.filters)?;
        let exclusions = Exclusions::parse(&self.excluded_subreddits, &self.excluded_authors);
        Ok(watch.with_exclusions(exclusions.map_err(WatchError::from)?)?)
    }
}

#[cfg(feature = "query")]
fn query_watch(
    id: WatchId,
    text: &str,
    scope: Scope,
    filters: Filters,
) -> Result<Watch, WatchError> {
    Watch::query(id, text, scope, filters)
}

/// Without the feature `query`, queries are taken literally.
#[cfg(not(feature = "query"))]
fn query_watch(
    id: WatchId,
    text: &str,
    scope: Scope,
    filters: Filters,
) -> Result<Watch, WatchError> {
    Watch::new(id, text, scope, filters)
}
