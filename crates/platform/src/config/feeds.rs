use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Feeds that users follow. They are read only if this is turned on, since users choose the
/// addresses that this server then requests. `delivery.allowed_networks` applies to them, too.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FeedsConfig {
    /// Whether users can follow feeds.
    pub enabled: bool,
}
