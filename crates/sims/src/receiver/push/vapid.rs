//! Checks who may send: the token and key of an application (RFC 8292).

use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, StatusCode};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use serde_json::Value;

use super::refusal::Refusal;

/// The longest lifetime of a token (RFC 8292, section 2).
const MAX_LIFE_SECONDS: i64 = 24 * 60 * 60;

/// Checks `Authorization: vapid t=<token>, k=<key>`: the token must be signed by that key, be issued for
/// `origin` and be valid at `now`, and the key must be the one that the subscription requires, if any.
pub(super) fn check(
    headers: &HeaderMap,
    wanted_key: Option<&[u8]>,
    origin: &str,
    now: DateTime<Utc>,
) -> Result<(), Refusal> {
    let header = headers.get(AUTHORIZATION).and_then(|h| h.to_str().ok());
    let Some(header) = header else {
        return Err(Refusal(StatusCode::UNAUTHORIZED, "VAPID is missing"));
    };
    let forbidden = |reason| Refusal(StatusCode::FORBIDDEN, reason);
    let (token, key) = parameters(header).ok_or_else(|| forbidden("this is no VAPID header"))?;
    let key = URL_SAFE_NO_PAD.decode(key).unwrap_or_default();
    let claims = claims(token, &key).ok_or_else(|| forbidden("the signature does not fit"))?;
    if wanted_key.is_some_and(|wanted| wanted != key) {
        return Err(forbidden("the subscription is for another key"));
    }
    if claims["aud"].as_str() != Some(origin) {
        return Err(forbidden("the token is for another origin"));
    }
    let end = claims["exp"].as_i64().unwrap_or(i64::MIN);
    if end <= now.timestamp() {
        return Err(forbidden("the token has run out"));
    }
    if end > now.timestamp() + MAX_LIFE_SECONDS {
        return Err(forbidden("the token holds longer than 24 hours"));
    }
    let sub = claims["sub"].as_str().unwrap_or_default();
    // Section 2.1 makes it optional, but some services require it.
    if !(sub.starts_with("mailto:") && sub.contains('@') || sub.starts_with("https://")) {
        return Err(forbidden("the token names no one to write to"));
    }
    Ok(())
}

/// Returns the contact in the token, whoever signed it.
pub(super) fn subject(headers: &HeaderMap) -> Option<String> {
    let (token, _) = parameters(headers.get(AUTHORIZATION)?.to_str().ok()?)?;
    let claims = URL_SAFE_NO_PAD.decode(token.split('.').nth(1)?).ok()?;
    let claims: Value = serde_json::from_slice(&claims).ok()?;
    Some(claims["sub"].as_str()?.to_owned())
}

/// Returns `t` and `k`.
fn parameters(header: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = header.split_once(' ')?;
    let parameters: Vec<_> =
        rest.split(',').filter_map(|parameter| parameter.trim().split_once('=')).collect();
    let find = |name| parameters.iter().find(|(n, _)| *n == name).map(|(_, v)| *v);
    let found = (find("t")?, find("k")?);
    scheme.eq_ignore_ascii_case("vapid").then_some(found)
}

/// Returns the claims of a token that `key` has signed with ES256.
fn claims(token: &str, key: &[u8]) -> Option<Value> {
    let (signed, signature) = token.rsplit_once('.')?;
    let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
    let (header, claims) = signed.split_once('.')?;
    let read = |part| serde_json::from_slice::<Value>(&URL_SAFE_NO_PAD.decode(part).ok()?).ok();
    if read(header)?["alg"] != "ES256" {
        return None;
    }
    UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, key)
        .verify(signed.as_bytes(), &signature)
        .ok()?;
    read(claims)
}
