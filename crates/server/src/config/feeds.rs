use serde::{Deserialize, Serialize};

/// Feeds that users follow. They are read only where somebody has switched it on, since users name the
/// addresses that this server then asks, by the way that `delivery` describes.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeedsConfig {
    /// Whether users can follow feeds.
    pub enabled: bool,
}
