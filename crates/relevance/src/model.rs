//! Scores matches with what was learned, and tells which words decided.

use std::collections::BTreeMap;

use crate::features::{Clue, Features};
use crate::weights::Weights;

/// The first byte of a stored model. Change it whenever an item's features, or the bytes, change.
const VERSION: u8 = 1;

/// What was learned of a keyword.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    weights: Weights,
    threshold: f32,
    /// Turns a score into a probability: the logistic function of `slope * score + shift`.
    slope: f32,
    shift: f32,
}

impl Model {
    /// Makes a model; `held_out` are the scores of what is not relevant, and of what is, each by weights that were
    /// learned without it.
    pub(crate) fn new(weights: Weights, [rest, relevant]: &[Vec<f32>; 2]) -> Self {
        let (slope, shift) = calibrate(relevant, rest);
        Model { weights, threshold: threshold(relevant, rest), slope, shift }
    }

    /// Returns the score of a match: the higher, the more likely it is relevant.
    pub fn score(&self, item: &Features) -> f32 {
        self.weights.shares(item).sum()
    }

    /// Returns the probability that a match with this score is relevant, if half of all matches are.
    pub fn probability(&self, score: f32) -> f32 {
        logistic(self.slope * score + self.shift)
    }

    /// Returns whether a match with this score is set aside.
    pub fn sets_aside(&self, score: f32) -> bool {
        score < self.threshold
    }

    /// Returns what speaks most against a match, at most `count`, the strongest first.
    pub fn reasons<'a>(&self, item: &'a Features, count: usize) -> Vec<Clue<'a>> {
        let mut sums: BTreeMap<Clue<'a>, f32> = BTreeMap::new();
        for (clue, share) in item.clues().zip(self.weights.shares(item)) {
            *sums.entry(clue).or_default() += share;
        }
        let mut against: Vec<_> = sums.into_iter().filter(|(_, share)| *share < 0.0).collect();
        against.sort_by(|a, b| a.1.total_cmp(&b.1));
        against.into_iter().take(count).map(|(clue, _)| clue).collect()
    }

    /// Returns the model as bytes, at most 37 KB.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![VERSION];
        let numbers = [self.threshold, self.slope, self.shift];
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        self.weights.write(&mut bytes);
        bytes
    }

    /// Reads a model from bytes, or returns `None` if they are those of another version or of no model.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (numbers, weights) = bytes.strip_prefix(&[VERSION])?.split_first_chunk::<12>()?;
        let [threshold, slope, shift] =
            [0, 4, 8].map(|at| f32::from_le_bytes([0, 1, 2, 3].map(|byte| numbers[at + byte])));
        Some(Model { weights: Weights::read(weights)?, threshold, slope, shift })
    }
}

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Returns the mean and the variance.
fn spread(scores: &[f32]) -> (f32, f32) {
    let count = scores.len() as f32;
    let mean = scores.iter().sum::<f32>() / count;
    (mean, scores.iter().map(|score| (score - mean).powi(2)).sum::<f32>() / (count - 1.0))
}

/// Returns the score below which relevant matches are rare: below the lowest relevant label by their standard
/// deviation if there are ten, and by less if there are more. What speaks neither for nor against a match has the score
/// 0, so that a match must be at least half as bad as what is not relevant is on average.
fn threshold(relevant: &[f32], rest: &[f32]) -> f32 {
    let deviation = spread(relevant).1.sqrt();
    let lowest = relevant.iter().copied().fold(f32::INFINITY, f32::min);
    (lowest - deviation * (10.0 / relevant.len() as f32).sqrt()).min(spread(rest).0 / 2.0)
}

/// Returns the slope and shift that turn scores into probabilities, if those of both kinds are spread normally and
/// alike (Fisher's linear discriminant).
fn calibrate(relevant: &[f32], rest: &[f32]) -> (f32, f32) {
    let ((high, first), (low, second)) = (spread(relevant), spread(rest));
    // Labels that are all alike have no variance.
    let slope = (high - low).max(0.0) / f32::midpoint(first, second).max(1e-6);
    (slope, -slope * f32::midpoint(high, low))
}
