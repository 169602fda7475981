//! Makes identifiers of the AT protocol: well-formed, and the same for the same input.

use std::hash::{DefaultHasher, Hash, Hasher};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The alphabet of DIDs and CIDs: RFC 4648 in lower case.
const BASE32: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
/// The alphabet of TIDs, in the order of its characters.
const BASE32_SORTABLE: &[u8; 32] = b"234567abcdefghijklmnopqrstuvwxyz";

/// Returns the TID of a time in microseconds since 1970, 13 characters that sort as times do; `who`
/// distinguishes TIDs of the same time.
pub fn tid(time_us: i64, who: &str) -> String {
    let clock_id = hash(who) & 0x3ff;
    let value = (u64::try_from(time_us).unwrap_or_default() << 10 | clock_id) & (u64::MAX >> 1);
    let digits = (0..13).rev().map(|digit| (value >> (5 * digit)) & 31);
    digits.map(|digit| char::from(BASE32_SORTABLE[digit as usize])).collect()
}

/// Returns the DID of a made-up account.
pub fn did(name: &str) -> String {
    let mut bytes = [0; 15];
    ChaCha8Rng::seed_from_u64(hash(name)).fill_bytes(&mut bytes);
    format!("did:plc:{}", base32(&bytes))
}

/// Returns a CID for a record: a version 1 CID as records have them, but with another hash of the text
/// instead of the SHA-256 of the CBOR.
pub fn cid(record: &str) -> String {
    // Version 1, DAG-CBOR, SHA-256 of 32 bytes.
    let mut bytes = [0; 36];
    bytes[..4].copy_from_slice(&[0x01, 0x71, 0x12, 0x20]);
    ChaCha8Rng::seed_from_u64(hash(record)).fill_bytes(&mut bytes[4..]);
    format!("b{}", base32(&bytes))
}

pub(crate) fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// Returns bytes in base 32, without padding.
pub fn base32(bytes: &[u8]) -> String {
    let bit = |at: usize| {
        let byte = bytes.get(at / 8).copied().unwrap_or_default();
        usize::from(byte >> (7 - at % 8) & 1)
    };
    let digits = (0..bytes.len() * 8).step_by(5);
    digits
        .map(|from| (from..from + 5).fold(0, |digit, at| digit << 1 | bit(at)))
        .map(|digit| char::from(BASE32[digit]))
        .collect()
}
