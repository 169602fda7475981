//! Determines the machine that a request comes from.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};

use platform::config::Network;
use platform::context::Context;

/// The address that a request came from, or `None` if there is no connection (a request made in a
/// test). Of an IPv6 address only the network counts, because one household owns all the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClientAddress(pub Option<IpAddr>);

impl ClientAddress {
    /// Returns the address of the client. `X-Forwarded-For` counts only as far as proxies in
    /// `trusted` wrote it.
    pub fn of(headers: &HeaderMap, extensions: &Extensions, trusted: &[Network]) -> Self {
        let peer = extensions.get::<ConnectInfo<SocketAddr>>();
        let client = peer.map(|ConnectInfo(peer)| behind_proxies(peer.ip(), headers, trusted));
        Self(client.map(machine))
    }

    /// Returns the network that the machine is in: a /24 of IPv4, a /48 of IPv6. Providers announce
    /// no smaller routes, so whoever rents addresses to guess from has at least a whole network.
    pub fn network(self) -> Option<IpAddr> {
        Some(match self.0? {
            IpAddr::V4(v4) => {
                let [a, b, c, _] = v4.octets();
                IpAddr::V4(Ipv4Addr::new(a, b, c, 0))
            }
            IpAddr::V6(v6) => {
                let [a, b, c, ..] = v6.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0))
            }
        })
    }
}

impl<S> FromRequestParts<S> for ClientAddress
where
    S: Send + Sync,
    Context: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let context = Context::from_ref(state);
        let trusted = &context.config.server.trusted_proxies;
        Ok(Self::of(&parts.headers, &parts.extensions, trusted))
    }
}

/// Returns the client's address behind proxies. Each proxy appends the address that called it, so
/// the list is read from its end: an entry is trusted if the machine that wrote it is. Entries
/// before the first stranger may be the stranger's invention.
fn behind_proxies(peer: IpAddr, headers: &HeaderMap, trusted: &[Network]) -> IpAddr {
    let is_trusted = |address: IpAddr| trusted.iter().any(|network| network.contains(address));
    let lines: Vec<_> = headers.get_all("x-forwarded-for").iter().collect();
    let mut entries = lines.iter().rev().flat_map(|line| line.to_str().unwrap_or("?").rsplit(','));
    let mut client = peer.to_canonical();
    while is_trusted(client) {
        let Some(written) = entries.next().and_then(parse) else {
            break;
        };
        client = written;
    }
    client
}

/// Parses `192.0.2.1`, `2001:db8::1`, and, as some proxies write them, `192.0.2.1:5000`,
/// `[2001:db8::1]:5000`.
fn parse(entry: &str) -> Option<IpAddr> {
    let entry = entry.trim();
    let bare = entry.trim_start_matches('[').trim_end_matches(']');
    let address = bare.parse::<IpAddr>().ok();
    let address = address.or_else(|| entry.parse::<SocketAddr>().ok().map(|socket| socket.ip()));
    address.map(|address| address.to_canonical())
}

/// Returns the part of an address that counts as one client.
pub fn machine(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn neighbours_in_one_ipv6_network_are_one_client() {
        let of = |text: &str| machine(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2:3::4"), of("2001:db8:1:2:ffff::1"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
    }

    #[test]
    fn a_network_is_what_is_routed_by_itself() {
        let of = |text: &str| ClientAddress(Some(machine(text.parse().unwrap()))).network();
        assert_eq!(of("192.0.2.1"), of("192.0.2.254"));
        assert_ne!(of("192.0.2.1"), of("192.0.3.1"));
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:ffff::1"));
        assert_ne!(of("2001:db8:1::1"), of("2001:db8:2::1"));
        assert_eq!(ClientAddress(None).network(), None);
    }

    #[test]
    fn only_what_trusted_proxies_wrote_is_believed() {
        const PROXIES: &str = "10.0.0.0/8 fd00::/8";
        for (trusted, peer, forwarded, expected) in [
            // Nobody is trusted unless the configuration says so.
            ("", "10.0.0.1", &["192.0.2.7"][..], "10.0.0.1"),
            ("", "127.0.0.1", &["192.0.2.7"], "127.0.0.1"),
            // A stranger's header is not trusted.
            (PROXIES, "192.0.2.1", &["192.0.2.7"], "192.0.2.1"),
            (PROXIES, "192.0.2.1", &["10.0.0.9"], "192.0.2.1"),
            // One proxy, two, and one that received a forged list.
            (PROXIES, "10.0.0.1", &["192.0.2.7"], "192.0.2.7"),
            (PROXIES, "10.0.0.1", &["192.0.2.7, 10.0.0.2"], "192.0.2.7"),
            (PROXIES, "10.0.0.1", &["198.51.100.1, 192.0.2.7, 10.0.0.2"], "192.0.2.7"),
            (PROXIES, "10.0.0.1", &["10.9.9.9, 192.0.2.7"], "192.0.2.7"),
            // Over several lines, in their order.
            (PROXIES, "10.0.0.1", &["198.51.100.1", "192.0.2.7", "10.0.0.2"], "192.0.2.7"),
            // A request of the proxy's own, and words that are not an address.
            (PROXIES, "10.0.0.1", &[], "10.0.0.1"),
            (PROXIES, "10.0.0.1", &["10.0.0.2"], "10.0.0.2"),
            (PROXIES, "10.0.0.1", &["unknown"], "10.0.0.1"),
            (PROXIES, "10.0.0.1", &["192.0.2.7, "], "10.0.0.1"),
            (PROXIES, "10.0.0.1", &["192.0.2.7, nonsense, 10.0.0.2"], "10.0.0.2"),
            // Other spellings.
            (PROXIES, "::ffff:10.0.0.1", &["::ffff:192.0.2.7"], "192.0.2.7"),
            (PROXIES, "10.0.0.1", &["192.0.2.7:5000"], "192.0.2.7"),
            (PROXIES, "fd00::1", &["[2001:db8::7]:5000"], "2001:db8::7"),
            (PROXIES, "fd00::1", &["[2001:db8::7]"], "2001:db8::7"),
            ("192.0.2.1", "192.0.2.1", &["192.0.2.7"], "192.0.2.7"),
        ] {
            let trusted: Vec<Network> =
                trusted.split_whitespace().map(|network| network.parse().unwrap()).collect();
            let mut headers = HeaderMap::new();
            for line in forwarded {
                headers.append("x-forwarded-for", HeaderValue::from_static(line));
            }
            let found = behind_proxies(peer.parse().unwrap(), &headers, &trusted);
            let expected: IpAddr = expected.parse().unwrap();
            assert_eq!(found, expected, "{peer} with {forwarded:?}, {trusted:?} trusted");
        }
    }
}
