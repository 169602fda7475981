//! Connections to a database on another machine: encrypted, and to no other server.

use std::path::Path;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use db::listen::{Heard, listen, notify};
use db::{Address, Part, Pools, migrate};
use platform::config::DatabaseConfig;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::support::certificates::certificate;
use crate::support::prelude::*;
use crate::support::process::{harken_that_trusts, log_of};
use crate::support::remote_db::RemoteDb;
use crate::support::sql::row;

async fn is_encrypted(conn: &mut Conn) -> bool {
    row("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()", conn).await
}

/// Returns why no connection to `url` is made; the URL has a password.
async fn refusal(url: &str) -> String {
    let refused = Address::parse(url).unwrap().connect().await.err();
    let reason = refused.unwrap().to_string();
    assert!(!reason.contains("secret"), "{reason}");
    reason
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_elsewhere_is_reached_encrypted_if_it_proves_who_it_is() {
    let theirs = certificate("127.0.0.1");
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, pem: String| {
        let path = folder.path().join(name);
        std::fs::write(&path, pem).unwrap();
        path
    };
    let trusted = write("trusted.pem", theirs.cert.pem());
    let stranger = write("stranger.pem", certificate("stranger.example").cert.pem());
    let remote = RemoteDb::start(&theirs).await;
    let at = |host: &str, options: &str| {
        let port = remote.port;
        format!("postgres://harken:secret@{host}:{port}/harken{options}")
    };
    let mode = |mode: &str, authority: &Path| {
        format!("?sslmode={mode}&sslrootcert={}", authority.display())
    };

    // Polls every few milliseconds: what another process does cannot be awaited.
    let address = Address::parse(&at("127.0.0.1", &mode("require", &trusted))).unwrap();
    let began = Instant::now();
    let mut conn = loop {
        match address.connect().await {
            Ok(conn) => break conn,
            Err(error) => assert!(began.elapsed() < PATIENCE, "{error}"),
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    };
    assert!(is_encrypted(&mut conn).await);

    // Every kind of connection works: migrations, the pool, and listeners.
    assert!(!migrate::run(&address).await.unwrap().is_empty());
    let pools = Pools::open(&address, &DatabaseConfig::default());
    assert!(is_encrypted(&mut pools.of(Part::Api).get().await.unwrap()).await);
    let (heard, hears) = mpsc::channel();
    let stop = CancellationToken::new();
    let (until, ears) = (stop.clone(), address.clone());
    let listening = tokio::spawn(async move {
        listen(&ears, "rooms", until, |one| {
            heard.send(matches!(one, Heard::Notified("kitchen"))).unwrap();
        })
        .await;
    });
    assert!(!hears.recv_timeout(PATIENCE).unwrap(), "first: connected");
    notify("rooms", "kitchen", &conn).await.unwrap();
    assert!(hears.recv_timeout(PATIENCE).unwrap());
    stop.cancel();
    listening.await.unwrap();

    // The password is bound to the certificate of this connection.
    let bound = mode("verify-full", &trusted) + "&channel_binding=require";
    let mut conn = Address::parse(&at("127.0.0.1", &bound)).unwrap().connect().await.unwrap();
    assert!(is_encrypted(&mut conn).await);

    for (host, options, told) in [
        ("127.0.0.1", String::new(), "no encryption"),
        (
            "127.0.0.1",
            mode("require", &stranger),
            "name its file in database.url with &sslrootcert=",
        ),
        (
            "elsewhere.example",
            mode("verify-ca", &trusted) + "&hostaddr=127.0.0.1",
            "is for another name: use the name that it is for in database.url",
        ),
    ] {
        let reason = refusal(&at(host, &options)).await;
        assert!(reason.contains(told), "{options}: {reason}");
    }

    // Without a file, this machine's authorities are trusted.
    let url = format!("database.url={}", at("127.0.0.1", "?sslmode=require"));
    for (authority, works) in [(&trusted, true), (&stranger, false)] {
        let home = tempfile::tempdir().unwrap();
        let flags = [url.clone()];
        let mut process = harken_that_trusts(authority, "migrate", home.path(), &flags);
        let log = || log_of(home.path());
        assert_eq!(process.wait().await.unwrap().success(), works, "{}", log());
        assert_eq!(log().contains("sslrootcert"), !works, "{}", log());
        assert!(!log().contains("secret"), "{}", log());
    }
}

#[tokio::test]
async fn a_database_that_does_not_encrypt_gets_no_password() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let server = tokio::spawn(async move {
        let (mut client, _) = listener.accept().await.unwrap();
        // A request for encryption has eight bytes; N declines it.
        let mut asked = [0; 8];
        client.read_exact(&mut asked).await.unwrap();
        client.write_all(b"N").await.unwrap();
        let mut more = Vec::new();
        client.read_to_end(&mut more).await.unwrap();
        more
    });
    let authority = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&authority, certificate("127.0.0.1").cert.pem()).unwrap();
    let authority = authority.path().display();
    let reason = refusal(&format!(
        "postgres://harken:secret@127.0.0.1:{port}/harken?sslmode=require&sslrootcert={authority}"
    ))
    .await;
    assert!(reason.contains("does not support TLS"), "{reason}");
    assert!(server.await.unwrap().is_empty());
}

#[test]
fn a_plain_connection_over_a_network_is_warned_of_unless_it_was_asked_for() {
    let is_warned_of = |rest: &str| {
        let url = format!("postgres://u:hunter2@{rest}");
        Address::parse(&url).unwrap().crosses_networks_in_the_clear()
    };
    for rest in ["db/harken", "10.0.0.2/harken?sslmode=prefer", "localhost,db/harken"] {
        assert!(is_warned_of(rest), "{rest}");
    }
    for rest in [
        "localhost/harken",
        "127.0.0.1/harken",
        "[::1]/harken",
        "%2Frun%2Fpostgresql/harken",
        "db/harken?sslmode=disable",
    ] {
        assert!(!is_warned_of(rest), "{rest}");
    }
}
