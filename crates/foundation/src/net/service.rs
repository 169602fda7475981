//! Shared parts of calls to the services in the settings: the forum, the payment provider and the
//! language model.

use std::sync::LazyLock;
use std::time::Duration;

use reqwest::header::{ACCEPT_ENCODING, HeaderMap, HeaderValue};
use reqwest::{ClientBuilder, Response};
use rustls::ClientConfig;
use rustls_platform_verifier::BuilderVerifierExt;
use url::Url;

use super::{Unpacked, unpack};

/// The reason that an answer was not read to its end.
#[derive(Debug)]
pub enum Unread {
    /// The answer is longer than allowed.
    TooLong,
    Broken(reqwest::Error),
}

/// Returns the builder of a client that checks certificates as this machine does.
pub fn builder() -> ClientBuilder {
    with_tls(reqwest::Client::builder(), &["h2", "http/1.1"])
}

/// Restricts a client to HTTP/1.1, as which a WebSocket begins.
pub fn http1_only(client: ClientBuilder) -> ClientBuilder {
    with_tls(client.http1_only(), &["http/1.1"])
}

/// Sets the TLS of a client that offers these protocols. The machine's certificates, more than a hundred files, are
/// read once: reqwest reads them for each client.
fn with_tls(client: ClientBuilder, protocols: &[&str]) -> ClientBuilder {
    static TLS: LazyLock<Option<ClientConfig>> = LazyLock::new(|| {
        let provider = rustls::crypto::aws_lc_rs::default_provider();
        let config = ClientConfig::builder_with_provider(provider.into());
        let config = config.with_safe_default_protocol_versions().ok()?;
        Some(config.with_platform_verifier().ok()?.with_no_client_auth())
    });
    let Some(mut tls) = TLS.clone() else {
        // reqwest tries again, and says what is missing.
        return client;
    };
    tls.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
    client.tls_backend_preconfigured(tls)
}

/// Returns a client builder for the service at `base`, whose answers [`read`] reads; `timeout` is for connecting and for
/// a call.
pub fn client(base: &Url, timeout: Duration) -> ClientBuilder {
    let accepted = (ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
    let client = builder()
        .timeout(timeout)
        .connect_timeout(timeout)
        // `read` unpacks with a limit, and what headers do not describe rightly, too.
        .no_gzip()
        .default_headers(HeaderMap::from_iter([accepted]));
    match base.host_str() {
        // A stand-in on this machine is not reached through a proxy.
        Some("127.0.0.1" | "localhost" | "[::1]") => client.no_proxy(),
        _ => client,
    }
}

/// Reads the body, unpacks it, and rejects it when it grows beyond `most` bytes.
///
/// # Errors
/// The connection broke, or the body is too long.
pub async fn read(mut answer: Response, most: usize) -> Result<Vec<u8>, Unread> {
    let headers = std::mem::take(answer.headers_mut());
    let mut body = Vec::new();
    while let Some(chunk) = answer.chunk().await.map_err(Unread::Broken)? {
        if body.len() + chunk.len() > most {
            return Err(Unread::TooLong);
        }
        body.extend_from_slice(&chunk);
    }
    match unpack(body, &headers, most) {
        Unpacked { is_cut: true, .. } => Err(Unread::TooLong),
        Unpacked { body, .. } => Ok(body),
    }
}

/// Returns a description of the failure, without the address.
pub fn broken(error: &reqwest::Error) -> &'static str {
    if error.is_timeout() {
        "no answer in time"
    } else if error.is_connect() {
        "no connection"
    } else {
        "the connection broke"
    }
}
