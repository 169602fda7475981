//! Makes base-36 ids, as opaque as the real forum's.
//!
//! Post ids rise with gaps. Comment ids are unique but do **not** rise in the order of creation:
//! a reader that compares ids to find new items misses some here, as it would there.

const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
/// Comment ids are shuffled within blocks of this many.
const BLOCK: u64 = 64;
/// Odd, so that multiplying by it permutes a block.
const SHUFFLE: u64 = 37;
const FIRST_POST: u64 = 3_400_000_000;
const FIRST_COMMENT: u64 = 1_400_000_000_000;

/// A source of ids. Two with the same seed give the same ids.
#[derive(Debug)]
pub struct Ids {
    seed: u64,
    posts: u64,
    comments: u64,
}

impl Ids {
    pub fn new(seed: u64) -> Self {
        Self { seed: seed % 100_000, posts: 0, comments: 0 }
    }

    pub(crate) fn post(&mut self) -> String {
        let n = self.posts;
        self.posts += 1;
        base36(FIRST_POST + self.seed * 10_007 + n * 3 + n % 2)
    }

    /// Returns the id of the next comment.
    pub fn comment(&mut self) -> String {
        let n = self.comments;
        self.comments += 1;
        let shuffled = (n % BLOCK * SHUFFLE + 11) % BLOCK;
        base36(FIRST_COMMENT + self.seed * 100_003 + n / BLOCK * BLOCK + shuffled)
    }
}

/// Returns `n` in lower-case base 36.
pub fn base36(mut n: u64) -> String {
    let mut digits = Vec::new();
    loop {
        digits.push(char::from(DIGITS[(n % 36) as usize]));
        n /= 36;
        if n == 0 {
            return digits.into_iter().rev().collect();
        }
    }
}
