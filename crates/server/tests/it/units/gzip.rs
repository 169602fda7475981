//! Which clients get gzipped JSON.

use api::gzip::accepts_gzip;
use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;

#[test]
fn gzip_is_sent_to_those_who_say_that_they_take_it() {
    for (sent, expected) in [
        ("gzip", true),
        ("br, GZIP", true),
        ("deflate, gzip;q=0.5, br", true),
        ("gzip; q=1.0", true),
        ("gzip;q=0", false),
        ("gzip;q=0.000", false),
        ("gzip;q=x", false),
        ("identity", false),
        ("*", false),
        ("", false),
    ] {
        let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, sent.parse().unwrap())]);
        assert_eq!(accepts_gzip(&headers), expected, "{sent}");
    }
    assert!(!accepts_gzip(&HeaderMap::new()));
}
