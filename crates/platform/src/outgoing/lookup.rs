//! Resolves a name to addresses that may be reached.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use futures::FutureExt;
use futures::future::BoxFuture;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::Refused;
use super::addresses::Addresses;

/// Resolves a name to its addresses.
pub type Lookup = Arc<dyn Fn(String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> + Send + Sync>;

/// Returns a lookup that asks the system.
pub fn system_lookup() -> Lookup {
    Arc::new(|name| {
        async move {
            let found = tokio::net::lookup_host((name, 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        }
        .boxed()
    })
}

/// The resolver that is called before each new connection to a name.
pub(super) struct Checked {
    addresses: Addresses,
    may: fn(&Addresses, IpAddr) -> bool,
    lookup: Lookup,
}

impl Checked {
    pub(super) fn new(
        addresses: Addresses,
        may: fn(&Addresses, IpAddr) -> bool,
        lookup: &Lookup,
    ) -> Arc<Self> {
        let lookup = lookup.clone();
        Arc::new(Self { addresses, may, lookup })
    }
}

impl Resolve for Checked {
    /// Refuses all addresses if one of them may not be reached: a name that has both kinds was made
    /// to try this.
    fn resolve(&self, name: Name) -> Resolving {
        let found = (self.lookup)(name.as_str().to_owned());
        let (addresses, may) = (self.addresses.clone(), self.may);
        Box::pin(async move {
            let found = found.await?;
            if found.iter().any(|address| !may(&addresses, *address)) {
                return Err(Refused::Private.into());
            }
            // The port comes from the URL.
            let found = found.into_iter().map(|ip| SocketAddr::new(ip, 0));
            Ok(Box::new(found) as Addrs)
        })
    }
}
