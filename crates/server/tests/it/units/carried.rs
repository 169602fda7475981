//! What a client says about the files that it asks for.

use axum::http::{HeaderMap, HeaderValue, header};
use harken::site::carried::{accepted, is_known};

fn asked(name: header::HeaderName, value: &'static str) -> HeaderMap {
    [(name, HeaderValue::from_static(value))].into_iter().collect()
}

#[test]
fn a_coding_is_accepted_unless_its_quality_is_zero() {
    for (value, codings) in [
        ("", vec![""]),
        ("gzip, deflate, br", vec!["gzip", "deflate", "br"]),
        ("br;q=1.0,gzip;q=0.5", vec!["br", "gzip"]),
        ("br;q=0, gzip; q=0.0", vec![]),
    ] {
        assert_eq!(accepted(&asked(header::ACCEPT_ENCODING, value)), codings, "{value}");
    }
    assert!(accepted(&HeaderMap::new()).is_empty());
}

#[test]
fn what_a_client_has_is_known_by_its_tag() {
    for (value, known) in [("\"a\"", true), ("\"b\", W/\"a\"", true), ("*", true), ("\"b\"", false)]
    {
        assert_eq!(is_known(&asked(header::IF_NONE_MATCH, value), "\"a\""), known, "{value}");
    }
}
