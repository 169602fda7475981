//! AI insights: what users' watches found, analysed a keyword at a time by a job.
//!
//! Numbers are the analyser's, always. A language model, if one is configured,
//! writes sentences beside them, from posts that it is shown as data; what it answers is checked,
//! and where it fails the analyser's own sentences stand and the result says so.

mod breaker;
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

/// What handlers and the job need.
pub struct Insights {
    /// The open streams of progress.
    pub streams: Arc<Live>,
    pub suggestions: Suggestions,
    /// None if the analyser writes everything.
    pub(crate) model: Option<Model>,
}

impl Insights {
    /// Makes the insights of these settings.
    ///
    /// # Errors
    /// The settings do not make an HTTP client.
    pub fn new(config: &InsightsConfig) -> anyhow::Result<Self> {
        let model = match config.provider {
            InsightsProvider::Builtin => None,
            InsightsProvider::Model => Some(Model::new(&config.model)?),
        };
        Ok(Self {
            streams: Arc::default(),
            suggestions: Suggestions::default(),
            model,
        })
    }
}
