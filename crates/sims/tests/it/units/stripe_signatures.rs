//! The signatures of events.

use sims::stripe::Signature;

#[test]
fn a_header_is_the_one_that_openssl_makes() {
    // printf '1700000000.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_test
    let body = br#"{"id":"evt_1"}"#;
    let header = Signature::Right.header("whsec_test", body, 1_700_000_000);
    let expected =
        "t=1700000000,v1=c89214b5b5da833daed6f0b8c5bb6bd58cea9022bd80ccc78230f3942d632925";
    assert_eq!(header.as_deref(), Some(expected));
}

#[test]
fn of_two_signatures_only_the_second_is_of_the_endpoints_secret() {
    let right = Signature::Right.header("whsec_test", b"x", 100).unwrap();
    let right = right.strip_prefix("t=100,").unwrap();
    let header = Signature::SecondRight.header("whsec_test", b"x", 100);
    let header = header.unwrap();
    let parts: Vec<_> = header.split(',').collect();
    assert_eq!(parts[0], "t=100");
    assert_ne!(parts[1], right);
    assert_eq!(parts[2], right);
}
