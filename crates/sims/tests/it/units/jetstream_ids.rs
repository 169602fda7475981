//! Identifiers of the AT protocol.

use sims::jetstream::ids::{base32, cid, did, tid};

#[test]
fn tids_sort_as_times_do() {
    let [early, late] = [1_800_000_000_000_000, 1_800_000_000_000_001].map(|at| tid(at, "ada"));
    assert!(early < late);
    assert_eq!((early.len(), &early[..1]), (13, "3"));
    assert_eq!(tid(0, "")[..11], *"22222222222");
}

#[test]
fn a_cid_and_a_did_have_their_form() {
    assert_eq!(base32(b"foobar"), "mzxw6ytboi", "as in RFC 4648");
    let cid = cid("{}");
    assert!(cid.starts_with("bafyrei") && cid.len() == 59, "{cid}");
    assert_eq!(did("ada").len(), "did:plc:".len() + 24);
    assert_ne!(did("ada"), did("ben"));
}
