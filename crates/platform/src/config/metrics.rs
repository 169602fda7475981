use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Network;

/// Metrics and health checks, on a separate listener of each process.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MetricsConfig {
    /// Address and port for `/metrics`, `/livez` and `/readyz`. Unset: there is no such listener.
    #[schema(value_type = Option<String>)]
    pub listen: Option<SocketAddr>,
    /// Clients that may read them, as addresses or ranges. By default, this machine.
    #[schema(value_type = Vec<String>)]
    pub allowed_networks: Vec<Network>,
}

impl MetricsConfig {
    /// Returns whether a client at this address may read them.
    pub fn allows(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        let networks = self.allowed_networks.iter();
        networks.into_iter().any(|network| network.contains(address))
    }
}

impl Default for MetricsConfig {
    fn default() -> Self {
        let this_machine: [IpAddr; 2] = [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
        Self { listen: None, allowed_networks: this_machine.map(Network::from).to_vec() }
    }
}
