//! Classifies the internet's addresses as public or not.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;

use ipnet::{Ipv4Net, Ipv6Net};

use crate::config::Network;

const fn v4(a: u8, b: u8, c: u8, d: u8, length: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), length)
}

const fn v6(first: u16, second: u16, length: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(first, second, 0, 0, 0, 0, 0, 0), length)
}

/// IPv4 networks that lead to no public machine: IANA's registry of special-purpose addresses (RFC
/// 6890) and multicast.
const NOT_PUBLIC_V4: [Ipv4Net; 18] = [
    v4(0, 0, 0, 0, 8),
    v4(10, 0, 0, 0, 8),
    // Shared by a provider's customers (RFC 6598); some clouds keep metadata there.
    v4(100, 64, 0, 0, 10),
    v4(127, 0, 0, 0, 8),
    // A cloud's guest agent, at an address that looks public.
    v4(168, 63, 129, 16, 32),
    // Link-local; the metadata of most clouds.
    v4(169, 254, 0, 0, 16),
    v4(172, 16, 0, 0, 12),
    v4(192, 0, 0, 0, 24),
    v4(192, 0, 2, 0, 24),
    // Relays to IPv6 (RFC 7526).
    v4(192, 88, 99, 0, 24),
    v4(192, 168, 0, 0, 16),
    v4(198, 18, 0, 0, 15),
    v4(198, 51, 100, 0, 24),
    v4(203, 0, 113, 0, 24),
    v4(224, 0, 0, 0, 4),
    v4(233, 252, 0, 0, 24),
    // Reserved, and broadcast.
    v4(240, 0, 0, 0, 4),
    v4(255, 255, 255, 255, 32),
];

/// All of IPv6 that is allocated to the public (RFC 4291, section 2.4). Outside of it are loopback,
/// link-local, unique local (RFC 4193) and multicast addresses, and those that carry an IPv4
/// address: mapped, compatible and NAT64 (RFC 6052).
const PUBLIC_V6: Ipv6Net = v6(0x2000, 0, 3);

/// The parts of it that lead elsewhere.
const NOT_PUBLIC_V6: [Ipv6Net; 4] = [
    // Protocol assignments, of which Teredo (RFC 4380) carries an IPv4 address.
    v6(0x2001, 0, 23),
    // Documentation.
    v6(0x2001, 0x0db8, 32),
    v6(0x3fff, 0, 20),
    // 6to4 carries an IPv4 address (RFC 3056).
    v6(0x2002, 0, 16),
];

fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => !NOT_PUBLIC_V4.iter().any(|net| net.contains(&v4)),
        IpAddr::V6(v6) => {
            PUBLIC_V6.contains(&v6) && !NOT_PUBLIC_V6.iter().any(|net| net.contains(&v6))
        }
    }
}

/// The public addresses, and the private ones that the operator allows.
#[derive(Debug, Clone)]
pub struct Addresses {
    allowed: Arc<[Network]>,
}

impl Addresses {
    pub fn new(allowed: &[Network]) -> Self {
        Self { allowed: allowed.into() }
    }

    /// Returns whether the operator allows any network.
    pub fn any_allowed(&self) -> bool {
        !self.allowed.is_empty()
    }

    /// Returns whether the operator allows `address`, also without TLS.
    pub fn is_allowed(&self, address: IpAddr) -> bool {
        self.allowed.iter().any(|net| net.contains(address))
    }

    /// Returns whether `address` is public or allowed.
    pub fn may_be_reached(&self, address: IpAddr) -> bool {
        is_public(address) || self.is_allowed(address)
    }
}
