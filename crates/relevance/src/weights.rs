//! Keeps the weights of a keyword in little memory.

use crate::features::{BUCKETS, Features};

/// The most weights of a keyword. With the tables of buckets, they take 38 KB.
pub(crate) const MAX_WEIGHTS: usize = 14_000;

/// Weights of some buckets; those of all others are 0.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Weights {
    /// A bit for each bucket that has a weight.
    present: Vec<u64>,
    /// The number of weights before each word of `present`.
    before: Vec<u16>,
    /// The weights in the order of their buckets, as parts of `unit`.
    parts: Vec<i16>,
    unit: f32,
}

impl Weights {
    /// Makes weights of those of all buckets, of which at most [`MAX_WEIGHTS`] are not 0.
    pub(crate) fn of(dense: &[f32]) -> Self {
        let largest = dense.iter().fold(f32::MIN_POSITIVE, |most, weight| most.max(weight.abs()));
        let unit = largest / f32::from(i16::MAX);
        let mut present = vec![0; BUCKETS / 64];
        let mut parts = Vec::new();
        for (bucket, weight) in dense.iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
            present[bucket / 64] |= 1 << (bucket % 64);
            parts.push((weight / unit).round() as i16);
        }
        Weights { before: count(&present), present, parts, unit }
    }

    fn get(&self, bucket: u16) -> f32 {
        let (word, bit) = (usize::from(bucket / 64), bucket % 64);
        let present = self.present[word];
        if present >> bit & 1 == 0 {
            return 0.0;
        }
        let before_in_word = (present & ((1 << bit) - 1)).count_ones() as usize;
        f32::from(self.parts[usize::from(self.before[word]) + before_in_word]) * self.unit
    }

    /// Returns what each feature adds to the score.
    pub(crate) fn shares(&self, features: &Features) -> impl Iterator<Item = f32> {
        features.values().map(|(bucket, value)| self.get(bucket) * value)
    }

    /// Appends the weights as bytes.
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.unit.to_le_bytes());
        bytes.extend(self.present.iter().flat_map(|word| word.to_le_bytes()));
        bytes.extend(self.parts.iter().flat_map(|part| part.to_le_bytes()));
    }

    /// Reads what `write` appended, or returns `None` if it was something else.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let (unit, bytes) = bytes.split_first_chunk()?;
        let (present, parts) = bytes.split_at_checked(BUCKETS / 8)?;
        let present: Vec<u64> =
            present.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)).collect();
        let set: u32 = present.iter().map(|word| word.count_ones()).sum();
        let is_whole = parts.len() == 2 * set as usize && set as usize <= MAX_WEIGHTS;
        let parts = parts.as_chunks().0.iter().map(|part| i16::from_le_bytes(*part)).collect();
        let unit = f32::from_le_bytes(*unit);
        is_whole.then(|| Weights { before: count(&present), present, parts, unit })
    }
}

/// Returns the number of bits before each word.
fn count(present: &[u64]) -> Vec<u16> {
    let mut count = 0;
    let counted = present.iter().map(|word| {
        count += word.count_ones() as u16;
        count - word.count_ones() as u16
    });
    counted.collect()
}
