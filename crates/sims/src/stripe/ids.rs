//! Makes ids in Stripe's format: a prefix for the kind of object, and letters and digits without
//! meaning. They are random, so that a database that outlives the stand-in never sees an id twice.

use aws_lc_rs::rand;

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Returns `prefix` followed by `length` random letters and digits.
pub fn fresh(prefix: &str, length: usize) -> String {
    let mut bytes = vec![0; length];
    // Nothing works without randomness, and the operating system does not run out of it.
    rand::fill(&mut bytes).expect("random bytes");
    let letters =
        bytes.iter().map(|byte| char::from(ALPHABET[usize::from(*byte) % ALPHABET.len()]));
    prefix.chars().chain(letters).collect()
}
