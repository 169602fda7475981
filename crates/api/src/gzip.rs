//! JSON that is compressed once and sent many times.

use std::io::{Read, Write};

use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::Serialize;

use crate::error::ApiResult;

/// Returns `value` as gzipped JSON.
///
/// # Errors
/// The value cannot be written as JSON.
pub fn to_gzipped_json(value: &impl Serialize) -> anyhow::Result<Bytes> {
    let json = serde_json::to_vec(value)?;
    // The data is compressed again with every change, so time counts for more than the last tenth.
    let mut encoder = GzEncoder::new(Vec::with_capacity(json.len() / 8), Compression::fast());
    encoder.write_all(&json)?;
    Ok(encoder.finish()?.into())
}

/// Answers a request with these headers with `gzipped` JSON, as it is or, for a client that does
/// not accept it, unpacked.
///
/// # Errors
/// The data is not gzipped.
pub fn respond(headers: &HeaderMap, gzipped: Bytes) -> ApiResult<Response> {
    let json = HeaderValue::from_static("application/json");
    if accepts_gzip(headers) {
        let gzip = HeaderValue::from_static("gzip");
        let vary = HeaderValue::from_static("accept-encoding");
        let headers = [(CONTENT_TYPE, json), (CONTENT_ENCODING, gzip), (VARY, vary)];
        return Ok((headers, gzipped).into_response());
    }
    let mut plain = Vec::new();
    let unpacked = GzDecoder::new(gzipped.as_ref()).read_to_end(&mut plain);
    unpacked.map_err(anyhow::Error::new)?;
    Ok(([(CONTENT_TYPE, json)], plain).into_response())
}

/// Returns whether the client accepts gzip, by RFC 9110, section 12.5.3; `*` does not count as
/// gzip.
pub fn accepts_gzip(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(ACCEPT_ENCODING).iter();
    let mut codings = lines.flat_map(|line| line.to_str().unwrap_or_default().split(','));
    codings.any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let is_gzip = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let weight = parts.find_map(|part| part.strip_prefix("q="));
        is_gzip && weight.is_none_or(|weight| weight.parse().is_ok_and(|q: f32| q > 0.0))
    })
}
