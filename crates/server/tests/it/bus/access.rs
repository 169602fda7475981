//! Authentication by Harken with passwords, certificates and credentials files, and the errors that
//! it reports.

use std::fs;
use std::path::Path;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use db::Address;
use nkeys::KeyPair;
use platform::bus::{self, NewBatch};
use platform::config::BusConfig;
use serde_json::{Value, json};

use crate::support::certificates::{authority, certificate};
use crate::support::nats::Nats;

async fn refusal(config: &BusConfig) -> String {
    // The database is not used.
    let database = Address::parse("postgres://harken@127.0.0.1:1/harken").unwrap();
    let error = bus::connect(config, &database).await.err();
    format!("{:#}", error.expect("it is let in"))
}

async fn connects(config: &BusConfig) {
    let database = Address::parse("postgres://harken@127.0.0.1:1/harken").unwrap();
    bus::connect(config, &database).await.unwrap();
}

fn at(url: &str) -> BusConfig {
    BusConfig { url: Some(url.to_owned()), ..BusConfig::default() }
}

#[tokio::test]
async fn the_text_says_what_to_set_where_nobody_answers() {
    let mut nats = Nats::start().await;
    nats.kill().await;
    let port = nats.port;
    let said = refusal(&at(&format!("nats://ada:secret@127.0.0.1:{port}"))).await;
    assert!(
        said.starts_with(&format!(
            "NATS at 127.0.0.1:{port} does not answer: start it, correct bus.url, or remove bus.url"
        )),
        "{said}"
    );
    assert!(!said.contains("secret"), "{said}");
}

#[tokio::test]
async fn a_password_lets_in_and_a_wrong_one_is_reported() {
    let nats = Nats::start_with("authorization { user: ada, password: \"right one\" }\n").await;
    let port = nats.port;
    connects(&at(&format!("nats://ada:right%20one@127.0.0.1:{port}"))).await;
    let token = Nats::start_with("authorization { token: \"t0ken\" }\n").await;
    connects(&at(&format!("nats://t0ken@127.0.0.1:{}", token.port))).await;
    for url in [format!("nats://ada:wrong@127.0.0.1:{port}"), format!("nats://127.0.0.1:{port}")] {
        assert_eq!(
            refusal(&at(&url)).await,
            format!(
                "NATS at 127.0.0.1:{port} refuses Harken: check the name and password in bus.url, or set \
                 bus.credentials_file"
            )
        );
    }
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.display().to_string()
}

#[tokio::test]
async fn certificates_are_checked_on_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    let (of_server, of_client) = (certificate("localhost"), certificate("harken"));
    let file = |name: &str, text: &str| write(folder.path(), name, text);
    let server = file("server.pem", &of_server.cert.pem());
    let server_key = file("server.key", &of_server.signing_key.serialize_pem());
    let client = file("client.pem", &of_client.cert.pem());
    let client_key = file("client.key", &of_client.signing_key.serialize_pem());
    let other = file("other.pem", &authority("other").cert.pem());
    let nats = Nats::start_with(&format!(
        "tls {{ cert_file: \"{server}\", key_file: \"{server_key}\", ca_file: \"{client}\", verify: true }}\n"
    ))
    .await;
    let known = BusConfig {
        ca_file: Some(server.clone().into()),
        certificate_file: Some(client.into()),
        key_file: Some(client_key.into()),
        ..at(&format!("tls://localhost:{}", nats.port))
    };
    connects(&known).await;
    let unknown = BusConfig { ca_file: Some(other.into()), ..known.clone() };
    let said = refusal(&unknown).await;
    let port = nats.port;
    assert_eq!(
        said,
        format!(
            "localhost:{port}: the NATS server's certificate was issued by an authority that this machine does \
             not trust: install that authority's certificate here, or name its file in bus.ca_file"
        )
    );
    let without = BusConfig { certificate_file: None, key_file: None, ..known };
    let said = refusal(&without).await;
    assert!(said.contains("bus.certificate_file"), "no certificate is shown: {said}");
}

/// Returns a signed claim in the format of NATS.
fn token(name: &str, issuer: &KeyPair, subject: &KeyPair, nats: &Value) -> String {
    let encoded = |value: &Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
    let head = encoded(&json!({ "typ": "JWT", "alg": "ed25519-nkey" }));
    let body = encoded(&json!({
        "jti": name,
        "iat": 1,
        "iss": issuer.public_key(),
        "sub": subject.public_key(),
        "name": name,
        "nats": nats,
    }));
    let text = format!("{head}.{body}");
    let signature = issuer.sign(text.as_bytes()).unwrap();
    let signature = BASE64_URL_SAFE_NO_PAD.encode(signature);
    format!("{text}.{signature}")
}

#[tokio::test]
async fn a_credentials_file_lets_in() {
    let folder = tempfile::tempdir().unwrap();
    let (operator, account, user) =
        (KeyPair::new_operator(), KeyPair::new_account(), KeyPair::new_user());
    let of_operator =
        token("operator", &operator, &operator, &json!({ "type": "operator", "version": 2 }));
    let limits = json!({
        "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true,
        "conn": -1, "leaf": -1,
    });
    let of_account = token(
        "account",
        &operator,
        &account,
        &json!({ "type": "account", "version": 2, "limits": limits }),
    );
    let of_user = token(
        "user",
        &account,
        &user,
        &json!({ "type": "user", "version": 2, "subs": -1, "data": -1, "payload": -1 }),
    );
    let nats = Nats::start_with(&format!(
        "operator: {of_operator}\nresolver: MEMORY\nresolver_preload: {{ {}: {of_account} }}\n",
        account.public_key()
    ))
    .await;
    let seed = user.seed().unwrap();
    let credentials = write(
        folder.path(),
        "harken.creds",
        &format!(
            "-----BEGIN NATS USER JWT-----\n{of_user}\n------END NATS USER JWT------\n\n\
             -----BEGIN USER NKEY SEED-----\n{seed}\n------END USER NKEY SEED------\n"
        ),
    );
    let with = |file: String| BusConfig { credentials_file: Some(file.into()), ..at(&nats.url()) };
    connects(&with(credentials)).await;
    let said = refusal(&at(&nats.url())).await;
    assert!(said.contains("refuses Harken"), "{said}");
    let said = refusal(&with("/nowhere.creds".to_owned())).await;
    assert!(said.starts_with("bus.credentials_file: /nowhere.creds"), "{said}");
}

/// Returns the permissions of Harken's user in `ops/nats/nats.conf`.
fn example() -> String {
    let file = include_str!("../../../../../ops/nats/nats.conf");
    let users = file.split("\nauthorization {\n").nth(1).unwrap();
    let users = users.split("\n}\n").next().unwrap();
    format!("authorization {{\n{}\n}}\n", users.replace("$NATS_PASSWORD", "secret"))
}

#[tokio::test]
async fn the_permissions_of_the_example_suffice_and_no_others_are_given() {
    let nats = Nats::start_keeping_with(&example()).await;
    let port = nats.port;
    let settings = nats.settings();
    let config = BusConfig {
        replicas: 1,
        monitor_url: settings[2].split_once('=').unwrap().1.parse().ok(),
        ..at(&format!("nats://harken:secret@127.0.0.1:{port}"))
    };
    let database = Address::parse("postgres://harken@127.0.0.1:1/harken").unwrap();
    let bus = bus::connect(&config, &database).await.unwrap();
    let log = bus.items().unwrap();
    log.open().await.unwrap();
    let batch = NewBatch { source: "reddit", id: "one".to_owned(), payload: "items".into() };
    // A batch that is sent twice is stored once.
    log.append(vec![batch.clone(), batch]).await.unwrap();
    let mut reader = log.read(0).await.unwrap();
    let taken = reader.take().await.unwrap();
    assert_eq!((taken.batches.len(), taken.batches[0].sequence), (1, 1));
    assert_eq!(&taken.batches[0].payload[..], b"items");
    let other = BusConfig { prefix: "another".to_owned(), ..config };
    let said = refusal(&other).await;
    assert!(said.contains("must be allowed to publish and to subscribe to another.>"), "{said}");
}
