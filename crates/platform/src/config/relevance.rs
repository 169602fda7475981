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
