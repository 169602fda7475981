use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Feeds that users follow. They are read only where somebody has turned it on, since users name the
/// addresses that this server then asks, by the way that `delivery` describes.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FeedsConfig {
    /// Whether users can follow feeds.
    pub enabled: bool,
}
