//! The limits of open connections.

use std::net::SocketAddr;
use std::num::NonZeroU32;

use axum::extract::ConnectInfo;
use axum::http::{Extensions, HeaderMap};
use harken::limits::connections::{ConnectionLimits, MAX_REFUSALS, OverLimit, Place};
use platform::config::LimitsConfig;

fn limits(all: u32, per_address: u32, open_files: Option<usize>) -> ConnectionLimits {
    let count = |count| NonZeroU32::new(count).unwrap();
    let config = LimitsConfig {
        connections: count(all),
        connections_per_address: count(per_address),
        ..LimitsConfig::default()
    };
    ConnectionLimits::new(&config, &["10.0.0.1".parse().unwrap()], open_files)
}

fn peer(address: &str) -> SocketAddr {
    SocketAddr::new(address.parse().unwrap(), 5_000)
}

fn admitted(limits: &ConnectionLimits, address: &str, times: usize) -> Vec<Place> {
    let places = (0..times).filter_map(|_| limits.admit(peer(address)));
    places.filter(|p| p.over_limit.is_none()).collect()
}

#[test]
fn an_address_has_its_share_and_gets_it_back() {
    let limits = limits(100, 3, None);
    let first = admitted(&limits, "192.0.2.1", 5);
    assert_eq!(first.len(), 3);
    assert_eq!(admitted(&limits, "192.0.2.2", 1).len(), 1);
    drop(first);
    assert_eq!(admitted(&limits, "192.0.2.1", 5).len(), 3);
    assert_eq!(limits.open_addresses(), 0);
}

#[test]
fn a_quarter_of_the_open_files_is_never_given_to_clients() {
    let limits = limits(10_000, 10_000, Some(1_024));
    assert_eq!(admitted(&limits, "192.0.2.1", 2_000).len(), 384);
    let open = admitted(&limits, "192.0.2.1", 2_000);
    let others = admitted(&limits, "192.0.2.2", 2_000);
    assert_eq!((open.len(), others.len()), (384, 384));
    let refused: Vec<_> = (0..1_000).filter_map(|_| limits.admit(peer("192.0.2.3"))).collect();
    assert_eq!(refused.len(), MAX_REFUSALS);
    assert!(refused.iter().all(|p| p.over_limit == Some(OverLimit::All)));
}

#[test]
fn a_proxy_has_no_share_and_its_clients_have_one_each() {
    let limits = limits(100, 3, None);
    let proxy = peer("10.0.0.1");
    assert_eq!(admitted(&limits, "10.0.0.1", 50).len(), 50);
    let mut extensions = Extensions::new();
    extensions.insert(ConnectInfo(proxy));
    let request = |client: Option<&str>| {
        let mut headers = HeaderMap::new();
        if let Some(client) = client {
            headers.insert("x-forwarded-for", client.parse().unwrap());
        }
        limits.admit_by_proxy(proxy, &headers, &extensions)
    };
    let held: Vec<_> = (0..3).map(|_| request(Some("192.0.2.1"))).collect();
    assert!(held.iter().all(|place| matches!(place, Ok(Some(_)))));
    assert!(request(Some("192.0.2.1")).is_err());
    assert!(request(Some("192.0.2.2")).is_ok());
    assert!(matches!(request(None), Ok(None)));
    drop(held);
    assert!(request(Some("192.0.2.1")).is_ok());
}
