use std::path::PathBuf;

use matcher::{REDDIT, SITES, feed_host, site_of};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// All feeds in [`RelevanceConfig::not_from`].
const FEEDS: &str = "feeds";

/// What Harken learns about matches, for users who let it set aside what is probably not relevant. It learns from the
/// texts of their matches that they marked as not relevant or opened, on this server, and shares it with nobody. What
/// was learned from a text is forgotten within an hour after the text was deleted.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RelevanceConfig {
    /// The sites from whose texts nothing is learned, such as `["reddit.com", "feeds"]`. Reddit's terms for its API
    /// (section 2.4) give no right to use what people write there "for training a machine learning or AI model, without
    /// the express permission of rightsholders". Harken trains no model that is passed on: a user's own labels sort
    /// that user's own matches. Whether the terms allow this is for you to decide.
    pub not_from: Vec<String>,
    /// How many times a UTC day the language model of `insights.model` may be asked for one user which matches of a keyword
    /// are relevant, about up to 8 matches each time; 0 for never. It is asked only with `insights.provider = "model"`,
    /// for users who let Harken set aside what is probably not relevant, about keywords that they described in a
    /// sentence, and where what was learned leaves it open. Then the keyword, its description, and the titles and the
    /// beginnings of the texts of these matches are sent to `insights.model.base_url`, without names of authors. Alerts
    /// wait for the answer for five seconds at most. Each process that reads sources has two such questions open at most.
    pub model_calls_per_day: u32,
    /// A folder with static embeddings in the format of `model2vec`, such as `potion-base-8M` from huggingface.co, which
    /// takes about 30 MB of memory. With it, what is learned about a keyword also counts how similar a match is to the
    /// sentence that describes the keyword.
    #[schema(value_type = Option<String>)]
    pub embeddings: Option<PathBuf>,
}

impl RelevanceConfig {
    /// Returns whether texts of this place may be learned from.
    pub fn learns_from(&self, place: &str) -> bool {
        let site = if feed_host(place).is_some() { FEEDS } else { site_of(place) };
        !self.not_from.iter().any(|one| one == site)
    }

    pub(super) fn problem(&self) -> Option<String> {
        let sites = SITES.iter().map(|site| site.place);
        let known: Vec<&str> = std::iter::once(REDDIT).chain(sites).chain([FEEDS]).collect();
        let unknown = self.not_from.iter().find(|site| !known.contains(&site.as_str()))?;
        Some(format!("not_from has the unknown site '{unknown}'; known are {}", known.join(", ")))
    }
}
