//! Keeps the weights of a keyword in little memory.

use crate::features::{BUCKETS, Features};

/// The most weights of a keyword. With the table of buckets, they take less than 40 KB.
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
        let mut weights =
            Weights { present: vec![0; BUCKETS / 64], before: Vec::new(), parts: Vec::new(), unit };
        for (word, chunk) in dense.chunks(64).enumerate() {
            weights.before.push(weights.parts.len() as u16);
            for (bit, weight) in chunk.iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
                weights.present[word] |= 1 << bit;
                weights.parts.push((weight / unit).round() as i16);
            }
        }
        weights
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

    /// Returns the bytes that the weights take in memory.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.present[..])
            + size_of_val(&self.before[..])
            + size_of_val(&self.parts[..])
    }
}
