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

/// Endings of names that are never public (RFC 6761, RFC 6762, RFC 8375, RFC 9476, ICANN's
/// `internal`).
const LOCAL_ENDINGS: [&str; 7] =
    ["localhost", "local", "internal", "home.arpa", "alt", "onion", "localdomain"];

/// Returns whether `name`, in lower case and without a dot at its end, belongs to a private
/// network.
pub(super) fn is_local_name(name: &str) -> bool {
    let ends = |ending: &&str| {
        let rest = name.strip_suffix(*ending);
        rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    };
    !name.contains('.') || LOCAL_ENDINGS.iter().any(ends)
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
