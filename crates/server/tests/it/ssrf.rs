//! Addresses to which Harken sends nothing, whatever a user enters, and how it sends to others.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures::FutureExt;
use platform::config::DeliveryConfig;
use platform::outgoing::{Lookup, MAX_ANSWER_BYTES, Outgoing, Refused, SendError};
use reqwest::Method;
use reqwest::header::HeaderMap;
use sims::receiver::{Fault, FaultKind, Query};
use url::Url;

use crate::support::patience::PATIENCE;

/// No test waits that long: a request that is not rejected fails immediately.
const SECONDS: u32 = 20;

/// Returns a resolver that knows these names.
fn names(table: &'static [(&'static str, &'static [&'static str])]) -> Lookup {
    Arc::new(move |name| {
        let found = table.iter().find(|(known, _)| *known == name);
        let found = found.map(|(_, addresses)| {
            let parse = |text: &&str| text.parse::<IpAddr>().unwrap();
            addresses.iter().map(parse).collect()
        });
        async move { found.ok_or_else(|| std::io::Error::other("no such name")) }.boxed()
    })
}

fn config(allowed: &[&str], timeout_seconds: u32) -> DeliveryConfig {
    DeliveryConfig {
        allowed_networks: allowed.iter().map(|net| net.parse().unwrap()).collect(),
        timeout_seconds,
        ..DeliveryConfig::default()
    }
}

fn closed(table: &'static [(&'static str, &'static [&'static str])]) -> Outgoing {
    Outgoing::with_lookup(&config(&[], SECONDS), &names(table)).unwrap()
}

async fn post(outgoing: &Outgoing, url: &str) -> Result<u16, SendError> {
    let url = Url::parse(url).unwrap();
    let answer = outgoing.send(Method::POST, &url, HeaderMap::new(), b"{}".to_vec()).await;
    answer.map(|answer| answer.status)
}

const HOSTILE: &[(&str, Refused)] = &[
    // Schemes.
    ("http://hooks.example.com/", Refused::NotHttps),
    ("http://127.0.0.1/", Refused::NotHttps),
    ("HTTP://example.com/", Refused::NotHttps),
    ("ftp://example.com/", Refused::NotHttps),
    ("file:///etc/passwd", Refused::NotHttps),
    ("gopher://127.0.0.1:25/_HELO", Refused::NotHttps),
    ("dict://127.0.0.1:11211/stats", Refused::NotHttps),
    ("ldap://127.0.0.1/", Refused::NotHttps),
    ("data:text/plain,x", Refused::NotHttps),
    ("javascript:alert(1)", Refused::NotHttps),
    ("unix:///var/run/docker.sock", Refused::NotHttps),
    ("ws://example.com/", Refused::NotHttps),
    // User names and passwords, which make an address look like another.
    ("https://example.com@127.0.0.1/", Refused::UserInfo),
    ("https://user:pass@example.com/", Refused::UserInfo),
    ("https://:pass@example.com/", Refused::UserInfo),
    ("https://example.com%2f@example.org/", Refused::UserInfo),
    ("https://127.0.0.1:80\\@example.com/", Refused::Port),
    // Ports of other services.
    ("https://example.com:22/", Refused::Port),
    ("https://example.com:25/", Refused::Port),
    ("https://example.com:80/", Refused::Port),
    ("https://example.com:587/", Refused::Port),
    ("https://example.com:0/", Refused::Port),
    // Loopback, in the notations of IPv4.
    ("https://127.0.0.1/", Refused::Private),
    ("https://127.0.0.1:8443/", Refused::Private),
    ("https://127.1/", Refused::Private),
    ("https://127.0.1/", Refused::Private),
    ("https://127.255.255.254/", Refused::Private),
    ("https://2130706433/", Refused::Private),
    ("https://0x7f000001/", Refused::Private),
    ("https://0x7f.0x0.0x0.0x1/", Refused::Private),
    ("https://0x7f.1/", Refused::Private),
    ("https://0177.0.0.1/", Refused::Private),
    ("https://017700000001/", Refused::Private),
    ("https://0177.0x0.0.1/", Refused::Private),
    ("https://127.0.0.1./", Refused::Private),
    ("https://127%2e0%2e0%2e1/", Refused::Private),
    ("https://１２７.０.０.１/", Refused::Private),
    ("https://①②⑦.⓪.⓪.①/", Refused::Private),
    ("https://127。0。0。1/", Refused::Private),
    ("https://\t127.0.0.1/", Refused::Private),
    ("https:127.0.0.1/", Refused::Private),
    ("https:\\\\127.0.0.1\\", Refused::Private),
    ("https://127.0.0.1#@example.com/", Refused::Private),
    ("https://127.0.0.1?@example.com/", Refused::Private),
    // This network.
    ("https://0/", Refused::Private),
    ("https://0.0.0.0/", Refused::Private),
    ("https://0.1.2.3/", Refused::Private),
    ("https://0x0/", Refused::Private),
    // Private, shared and link-local networks, and the metadata services of clouds.
    ("https://10.0.0.1/", Refused::Private),
    ("https://10.1/", Refused::Private),
    ("https://172.16.0.1/", Refused::Private),
    ("https://172.31.255.255/", Refused::Private),
    ("https://192.168.1.1/", Refused::Private),
    ("https://0xc0a80101/", Refused::Private),
    ("https://100.64.0.1/", Refused::Private),
    ("https://100.100.100.200/", Refused::Private),
    ("https://169.254.169.254/latest/meta-data/", Refused::Private),
    ("https://2852039166/", Refused::Private),
    ("https://0xa9fea9fe/", Refused::Private),
    ("https://0251.0376.0251.0376/", Refused::Private),
    ("https://168.63.129.16/", Refused::Private),
    // Reserved networks.
    ("https://192.0.0.192/", Refused::Private),
    ("https://192.0.2.1/", Refused::Private),
    ("https://192.88.99.1/", Refused::Private),
    ("https://198.18.0.1/", Refused::Private),
    ("https://198.19.255.255/", Refused::Private),
    ("https://198.51.100.7/", Refused::Private),
    ("https://203.0.113.7/", Refused::Private),
    ("https://224.0.0.1/", Refused::Private),
    ("https://239.255.255.250/", Refused::Private),
    ("https://240.0.0.1/", Refused::Private),
    ("https://255.255.255.255/", Refused::Private),
    ("https://4294967295/", Refused::Private),
    // IPv6.
    ("https://[::]/", Refused::Private),
    ("https://[::1]/", Refused::Private),
    ("https://[0:0:0:0:0:0:0:1]:8443/", Refused::Private),
    ("https://[::127.0.0.1]/", Refused::Private),
    ("https://[::ffff:127.0.0.1]/", Refused::Private),
    ("https://[::ffff:7f00:1]/", Refused::Private),
    ("https://[::ffff:169.254.169.254]/", Refused::Private),
    ("https://[::ffff:0:10.0.0.1]/", Refused::Private),
    ("https://[64:ff9b::7f00:1]/", Refused::Private),
    ("https://[64:ff9b:1::10.0.0.1]/", Refused::Private),
    ("https://[100::1]/", Refused::Private),
    ("https://[2001::7f00:1]/", Refused::Private),
    ("https://[2001:db8::1]/", Refused::Private),
    ("https://[2002:7f00:1::]/", Refused::Private),
    ("https://[2002:a9fe:a9fe::1]/", Refused::Private),
    ("https://[3fff::1]/", Refused::Private),
    ("https://[fc00::1]/", Refused::Private),
    ("https://[fd00:ec2::254]/", Refused::Private),
    ("https://[fe80::1]/", Refused::Private),
    ("https://[fec0::1]/", Refused::Private),
    ("https://[ff02::1]/", Refused::Private),
    // Names of the local machine and network.
    ("https://LOCALHOST/", Refused::Private),
    ("https://metadata.google.internal/", Refused::Private),
];

/// Texts that no parser accepts as an address: they are rejected on input.
const UNREADABLE: [&str; 8] = [
    "https://",
    "https:///",
    "https://[fe80::1%25eth0]/",
    "https://[::ffff:127.0.0.1",
    "https://127.0.0.1:99999/",
    "https://256.256.256.256/",
    "https://exa mple.com/",
    "https://0x7f.0.0.0.1/",
];

#[tokio::test]
async fn hostile_addresses_are_refused_before_anything_is_looked_up() {
    // No hostile address may get as far as a lookup.
    let lookup: Lookup = Arc::new(|_| async { panic!("a name was looked up") }.boxed());
    let outgoing = Outgoing::with_lookup(&config(&[], SECONDS), &lookup).unwrap();
    assert!(HOSTILE.len() >= 60);
    for (text, refused) in HOSTILE {
        let url = Url::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(outgoing.check(&url), Err(*refused), "{text}");
        let sent = outgoing.send(Method::POST, &url, HeaderMap::new(), Vec::new()).await;
        assert_eq!(sent.unwrap_err(), SendError::Refused(*refused), "{text}");
    }
    for text in UNREADABLE {
        assert!(Url::parse(text).is_err(), "{text}");
    }
    let long = Url::parse(&format!("https://example.com/{}", "x".repeat(2_000))).unwrap();
    assert_eq!(outgoing.check(&long), Err(Refused::TooLong));
}

const NAMES: &[(&str, &[&str])] = &[
    ("loopback.example", &["127.0.0.1"]),
    ("six.example", &["::1"]),
    ("metadata.example", &["169.254.169.254"]),
    ("lan.example", &["192.168.0.10"]),
    ("mapped.example", &["::ffff:127.0.0.1"]),
    ("mapped-public.example", &["::ffff:93.184.216.34"]),
    ("nat64.example", &["64:ff9b::a00:1"]),
    ("sixtofour.example", &["2002:c0a8:1::1"]),
    ("unique-local.example", &["fd12:3456::1"]),
    ("any.example", &["0.0.0.0"]),
    // One public address and one that is not: whichever the system would try first.
    ("both.example", &["93.184.216.34", "127.0.0.1"]),
    ("both-back.example", &["10.0.0.1", "93.184.216.34"]),
    ("both-families.example", &["93.184.216.34", "fe80::1"]),
    ("127.0.0.1.nip.example", &["127.0.0.1"]),
];

#[tokio::test]
async fn names_that_lead_into_private_networks_are_refused_when_the_connection_is_made() {
    let outgoing = closed(NAMES);
    for (name, addresses) in NAMES {
        let url = Url::parse(&format!("https://{name}/hook")).unwrap();
        assert_eq!(outgoing.check(&url), Ok(()), "its address is not known yet");
        let sent = outgoing.send(Method::POST, &url, HeaderMap::new(), Vec::new()).await;
        let refused = SendError::Refused(Refused::Private);
        assert_eq!(sent.unwrap_err(), refused, "{name} {addresses:?}");
    }
}

#[tokio::test]
async fn good_addresses_are_taken() {
    let outgoing = closed(&[]);
    for text in [
        "https://hooks.slack.com/services/T000/B000/XXXX",
        "https://discord.com/api/webhooks/1/abc",
        "https://ntfy.sh/my-topic",
        "https://example.com:443/",
        "https://example.com:8443/hook?token=a%20b#part",
        "https://example.com.:1024/",
        "https://xn--bcher-kva.example/",
        "https://bücher.example/",
        "https://8.8.8.8/",
        "https://1.1/",
        "https://100.63.255.255/",
        "https://100.128.0.1/",
        "https://172.15.0.1/",
        "https://172.32.0.1/",
        "https://192.0.1.1/",
        "https://198.17.0.1/",
        "https://198.20.0.1/",
        "https://223.255.255.1/",
        "https://[2606:4700::1111]/",
        "https://[2a00:1450:4001::200e]:8443/",
        "https://local.example.com/",
        "https://notlocalhost.example/",
    ] {
        let url = Url::parse(text).unwrap();
        assert_eq!(outgoing.check(&url), Ok(()), "{text}");
    }
}

#[tokio::test]
async fn a_name_is_checked_again_for_each_connection() {
    let receiver = sims::receiver::start(sims::receiver::Config::for_tests()).await.unwrap();
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let lookup: Lookup = Arc::new(move |_| {
        // The allowed machine first, another one from then on.
        let last = 1 + count.fetch_add(1, Ordering::SeqCst).min(1);
        async move { Ok(vec![IpAddr::from([127, 0, 0, u8::try_from(last).unwrap()])]) }.boxed()
    });
    let config = config(&["127.0.0.1/32"], SECONDS);
    let outgoing = Outgoing::with_lookup(&config, &lookup).unwrap();
    let url = format!("http://rebind.example:{}/hook/a", receiver.addr.port());
    // The connection ends with this fault, so the next request needs one of its own.
    receiver.control.fault(Fault::once("/hook/a", FaultKind::Cut));
    let cut = post(&outgoing, &url).await.unwrap_err();
    assert!(matches!(cut, SendError::Failed(_)), "{cut:?}");
    let before = asked.load(Ordering::SeqCst);
    let refused = post(&outgoing, &url).await.unwrap_err();
    assert_eq!(refused, SendError::Refused(Refused::NotHttps));
    assert_eq!((before, asked.load(Ordering::SeqCst)), (1, 2));
    let all = receiver.control.requests(&Query::path("/hook/"));
    assert_eq!(all.len(), 1);
}

#[tokio::test]
async fn only_what_the_operator_allows_is_reached_without_tls() {
    let receiver = sims::receiver::start(sims::receiver::Config::for_tests()).await.unwrap();
    let port = receiver.addr.port();
    const TABLE: &[(&str, &[&str])] = &[
        ("own.example", &["127.0.0.1"]),
        ("public.example", &["93.184.216.34"]),
        ("other.example", &["127.0.0.1", "127.0.0.2"]),
        ("localhost", &["127.0.0.1"]),
    ];
    let config = config(&["127.0.0.1/32"], SECONDS);
    let outgoing = Outgoing::with_lookup(&config, &names(TABLE)).unwrap();
    for host in ["127.0.0.1", "own.example", "localhost", "2130706433"] {
        let url = format!("http://{host}:{port}/hook/a");
        assert_eq!(post(&outgoing, &url).await, Ok(200), "{host}");
    }
    for host in ["public.example", "other.example", "127.0.0.2", "8.8.8.8"] {
        let refused = post(&outgoing, &format!("http://{host}:{port}/hook/a")).await;
        let expected = SendError::Refused(Refused::NotHttps);
        assert_eq!(refused.unwrap_err(), expected, "{host}");
    }
    let other = post(&outgoing, &format!("https://other.example:{port}/")).await;
    assert_eq!(other.unwrap_err(), SendError::Refused(Refused::Private));
}

#[tokio::test]
async fn answers_are_capped_and_bounded_in_time_and_redirects_not_followed() {
    let receiver = sims::receiver::start(sims::receiver::Config::for_tests()).await.unwrap();
    let quick = Outgoing::new(&config(&["127.0.0.1/32"], 1)).unwrap();
    let send = async |fault: Fault| {
        receiver.control.fault(fault);
        let url = Url::parse(&format!("{}/hook/a", receiver.base_url())).unwrap();
        quick.send(Method::POST, &url, HeaderMap::new(), b"{}".to_vec()).await
    };
    let big = send(Fault::once("/hook/a", FaultKind::Big)).await.unwrap();
    assert_eq!((big.status, big.body.len()), (200, MAX_ANSWER_BYTES));

    // A trickle: the answer is what has arrived when the time is over.
    let slow = send(Fault::once("/hook/a", FaultKind::Slow)).await.unwrap();
    assert_eq!(slow.status, 200);
    assert!((1..=12).contains(&slow.body.len()), "{}", slow.body.len());

    let elsewhere = format!("{}/hook/b", receiver.base_url());
    let redirect =
        Fault { location: Some(elsewhere), ..Fault::once("/hook/a", FaultKind::Redirect) };
    assert_eq!(send(redirect).await.unwrap().status, 302);
    assert!(receiver.control.requests(&Query::path("/hook/b")).is_empty());

    let stall = send(Fault::once("/hook/a", FaultKind::Stall)).await;
    assert_eq!(stall.unwrap_err(), SendError::Timeout);
}

#[tokio::test]
async fn a_failure_names_no_address() {
    let outgoing = Outgoing::new(&config(&["127.0.0.1/32"], SECONDS)).unwrap();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    for scheme in ["http", "https"] {
        let url = format!("{scheme}://127.0.0.1:{port}/hook/secret-token");
        let SendError::Failed(text) = post(&outgoing, &url).await.unwrap_err() else {
            panic!("nobody listens there");
        };
        assert_eq!(text, "could not connect: Connection refused");
    }
    let unknown = post(&closed(&[]), "https://gone.example/secret").await;
    let expected = SendError::Failed("could not connect: no such name".to_owned());
    assert_eq!(unknown.unwrap_err(), expected);
}

#[tokio::test]
async fn a_compressed_answer_is_not_unfolded() {
    // Zeros compressed with gzip: four kilobytes that would expand to four megabytes.
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let body = vec![0x1f; 4_096];
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    let server = tokio::spawn(async move {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let (mut socket, _) = listener.accept().await.unwrap();
        let mut request = vec![0; 4_096];
        let read = socket.read(&mut request).await.unwrap();
        socket.write_all(head.as_bytes()).await.unwrap();
        socket.write_all(&body).await.unwrap();
        String::from_utf8_lossy(&request[..read]).into_owned()
    });
    let outgoing = Outgoing::new(&config(&["127.0.0.1/32"], SECONDS)).unwrap();
    let url = Url::parse(&format!("http://{address}/")).unwrap();
    let answer = outgoing.send(Method::POST, &url, HeaderMap::new(), Vec::new()).await.unwrap();
    assert_eq!(answer.body, vec![0x1f; 4_096]);
    let request = tokio::time::timeout(PATIENCE, server).await;
    let request = request.unwrap().unwrap().to_lowercase();
    assert!(!request.contains("accept-encoding"), "{request}");
    assert!(request.contains("user-agent: harken/"), "{request}");
}
