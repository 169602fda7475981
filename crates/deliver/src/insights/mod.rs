//! AI insights: the matches of users' watches, analysed by a job, one keyword at a time.
//!
//! Numbers always come from the analyser. A language model, if one is configured, adds sentences
//! from posts that it is shown as data. Its answer is checked, and where it fails the analyser's
//! own sentences are used and the result says so.

pub mod model;
mod posts;
pub mod quota;
pub mod result;
mod sample;
pub mod shown;
mod suggestions;
pub mod worker;

use std::sync::Arc;

use domain::live::Live;
use model::Model;
use platform::config::{InsightsConfig, InsightsProvider};
use suggestions::Suggestions;

pub use posts::DAYS;
pub use sample::demo;

/// The state that handlers and the job need.
pub struct Insights {
    /// The open streams of progress.
    pub streams: Arc<Live>,
    pub suggestions: Suggestions,
    /// `None` if the analyser writes everything.
    pub(crate) model: Option<Model>,
}

impl Insights {
    /// Creates the insights for these settings.
    ///
    /// # Errors
    /// The settings do not make an HTTP client.
    pub fn new(config: &InsightsConfig) -> anyhow::Result<Self> {
        let model = match config.provider {
            InsightsProvider::Builtin => None,
            InsightsProvider::Model => Some(Model::new(&config.model)?),
        };
        Ok(Self { streams: Arc::default(), suggestions: Suggestions::default(), model })
    }
}
