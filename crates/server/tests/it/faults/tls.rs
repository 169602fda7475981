//! Certificates of the mail server: a server that is not trusted gets no email, no password and no
//! address.

use std::path::Path;
use std::time::{Duration, Instant};

use db::models::outbox::OutboxRow;
use rcgen::{CertifiedKey, KeyPair};
use sims::smtp::{Config, Encryption, Handle, Tls};

use crate::support::certificates::{authority, certificate, expired};
use crate::support::prelude::*;
use crate::support::process::{harken_that_trusts, log_of};

struct Case {
    name: &'static str,
    encryption: Encryption,
    /// The part after the address in `mail.smtp_url`.
    query: &'static str,
    /// The certificate of the server, which is reached as 127.0.0.1.
    certificate: CertifiedKey<KeyPair>,
    trusted: bool,
    /// The action that the reason advises; `None` if the email arrives.
    advice: Option<&'static str>,
}

/// Starts a server with a self-made certificate, and writes a file that makes this certificate or
/// another one trusted.
async fn server(case: &Case, folder: &Path) -> Handle {
    let CertifiedKey { cert, signing_key } = &case.certificate;
    let stranger = certificate("stranger.example").cert.pem();
    let trusted = if case.trusted { cert.pem() } else { stranger };
    std::fs::write(folder.join("trusted.pem"), trusted).unwrap();
    let tls = Tls::new(case.encryption, cert.der(), &signing_key.serialize_der()).unwrap();
    let config = Config { tls: Some(tls), ..Config::for_tests() };
    sims::smtp::start(config).await.unwrap()
}

/// Returns the message as soon as it was attempted once. Polls every few milliseconds: what another
/// process does cannot be awaited.
async fn tried(test: &TestApp, id: uuid::Uuid, log: &Path) -> OutboxRow {
    let began = Instant::now();
    while test.attempts(id).await.is_empty() {
        assert!(began.elapsed() < PATIENCE, "{}", log_of(log));
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    test.outbox_row(id).await
}

#[tokio::test]
async fn a_mail_server_that_cannot_prove_who_it_is_gets_nothing() {
    use Encryption::{FromTheStart, OnDemand};
    let here = || certificate("127.0.0.1");
    let elsewhere = || certificate("elsewhere.example");
    let (trust, name) = (Some("SSL_CERT_FILE"), Some("another name"));
    let case = |name, (encryption, query), certificate, trusted, advice| Case {
        name,
        encryption,
        query,
        certificate,
        trusted,
        advice,
    };
    let smtps = (FromTheStart, "");
    let starttls = (OnDemand, "?tls=required");
    let wanted = (OnDemand, "?tls=opportunistic");
    for case in [
        case("smtps, not trusted", smtps, here(), false, trust),
        case("smtps, for another name", smtps, elsewhere(), true, name),
        case("smtps, trusted", smtps, here(), true, None),
        case("smtps, expired", smtps, expired("127.0.0.1"), true, Some("must be renewed there")),
        case(
            "smtps, an authority's own",
            smtps,
            authority("127.0.0.1"),
            true,
            Some("create one for the server"),
        ),
        case("STARTTLS, not trusted", starttls, here(), false, trust),
        case("STARTTLS, for another name", starttls, elsewhere(), true, name),
        case("STARTTLS, trusted", starttls, here(), true, None),
        case("STARTTLS if offered, not trusted", wanted, here(), false, trust),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let sink = server(&case, folder.path()).await;
        let test = TestApp::init().await;
        let user = test.new_user("reader@example.com").await.user;
        let id = test.notify_by_mail(user.id, Match::of("rust")).await;
        let scheme = if case.encryption == FromTheStart { "smtps" } else { "smtp" };
        let settings = [
            format!("database.url={}", test.database_url),
            format!("mail.smtp_url={scheme}://harken:secret@{}{}", sink.smtp_addr, case.query),
        ];
        let trusted = folder.path().join("trusted.pem");
        let mut process = harken_that_trusts(&trusted, "deliver", folder.path(), &settings);
        let row = tried(&test, id, folder.path()).await;
        process.kill().await.unwrap();

        let reason = row.reason.unwrap_or_default();
        let stats = sink.mailbox.stats();
        println!("{:<34} {:<8} {reason}", case.name, row.status);
        let (status, arrived) = if case.advice.is_some() { ("pending", 0) } else { ("sent", 1) };
        assert_eq!(row.status.as_str(), status, "{}: {reason}", case.name);
        assert!(reason.contains(case.advice.unwrap_or("")), "{}: {reason}", case.name);
        assert!(!log_of(folder.path()).contains("secret"), "{}", case.name);
        assert_eq!((stats.messages, stats.in_the_clear), (arrived, 0), "{}", case.name);
        sink.stop().await;
    }
}
