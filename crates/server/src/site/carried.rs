//! Answers with a file of the web app that is embedded in the program.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use foundation::web_app;

/// The compressed forms of files: the name of the coding, and the suffix of the file's name. The smallest is
/// first.
const CODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// Returns the file at the path of an address in the smallest form that `asked` accepts, or 304 if the client
/// has it; `None` if there is no such file.
pub(super) fn file(path: &str, asked: &HeaderMap) -> Option<Response> {
    let path = path.trim_start_matches('/');
    let plain = web_app::file(path)?;
    let mime_type = plain.mime_type.clone();
    let accepted = accepted(asked);
    let compressed = CODINGS
        .into_iter()
        .filter(|(coding, _)| accepted.contains(coding))
        .find_map(|(coding, ending)| Some((web_app::file(&format!("{path}{ending}"))?, coding)));
    let (file, coding) = match compressed {
        Some((file, coding)) => (file, Some(coding)),
        None => (plain, None),
    };
    // The tag is weak: a file kept in one form only may still be compressed on its way.
    let tag = format!("W/\"{}\"", file.hash);
    let mut response = if is_known(asked, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, mime_type)], Body::from(file.bytes)).into_response()
    };
    let headers = response.headers_mut();
    if let Some(coding) = coding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    if let Ok(tag) = HeaderValue::try_from(tag) {
        headers.insert(header::ETAG, tag);
    }
    Some(response)
}

/// Returns the codings that a client accepts, as it names them.
pub fn accepted(asked: &HeaderMap) -> Vec<&str> {
    let refused = |quality: &str| {
        let quality = quality.trim().strip_prefix("q=");
        quality.is_some_and(|q| q.trim().parse() == Ok(0.0))
    };
    elements(asked, &header::ACCEPT_ENCODING)
        .filter_map(|element| match element.split_once(';') {
            Some((_, quality)) if refused(quality) => None,
            Some((coding, _)) => Some(coding.trim()),
            None => Some(element),
        })
        .collect()
}

/// Returns whether the client says that it has the file with this tag.
pub fn is_known(asked: &HeaderMap, tag: &str) -> bool {
    elements(asked, &header::IF_NONE_MATCH)
        .any(|known| known == "*" || opaque(known) == opaque(tag))
}

/// Returns a tag without the mark of a weak tag.
fn opaque(tag: &str) -> &str {
    tag.trim_start_matches("W/")
}

/// Returns the parts between the commas of a header.
fn elements<'a>(
    headers: &'a HeaderMap,
    name: &header::HeaderName,
) -> impl Iterator<Item = &'a str> {
    let values = headers.get_all(name).into_iter();
    values.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')).map(str::trim)
}
