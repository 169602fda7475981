//! Learns weights from labels: logistic regression, by dual coordinate ascent (Yu, Huang and Lin, "Dual coordinate
//! descent methods for logistic regression and maximum entropy models", 2011). The same labels give the same weights,
//! in whatever order they come.

use crate::features::{BUCKETS, Features, hash};
use crate::weights::{MAX_WEIGHTS, Weights};
use crate::{MIN_LABELS, Model};

/// How strongly weights are held near 0: between 0.2 and 3, it makes no measurable difference.
const PENALTY: f32 = 1.0;
const EPOCHS: usize = 25;
/// The parts into which labels are divided for cross-validation.
const FOLDS: usize = 10;

/// How common each feature is among a user's matches, relevant or not.
pub struct Commonness {
    items: u32,
    found: Vec<u32>,
}

impl Default for Commonness {
    fn default() -> Self {
        Commonness { items: 0, found: vec![0; BUCKETS] }
    }
}

impl Commonness {
    /// Counts an item.
    pub fn add(&mut self, item: &Features) {
        self.items += 1;
        for (bucket, _) in Example::new(item, true).values {
            self.found[usize::from(bucket)] += 1;
        }
    }

    /// Returns what the values of each bucket are multiplied by: 1 for the rarest, 0 for what all items have.
    fn scale(&self) -> Vec<f32> {
        let all = (self.items as f32 + 2.0).ln();
        self.found.iter().map(|found| 1.0 - (*found as f32 + 1.0).ln() / all).collect()
    }
}

/// A match whose relevance is known.
#[derive(Clone, Debug)]
pub struct Example {
    values: Vec<(u16, f32)>,
    relevant: bool,
}

impl Example {
    /// Makes an example of an item.
    pub fn new(item: &Features, relevant: bool) -> Self {
        let mut values: Vec<(u16, f32)> = item.values().collect();
        values.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        values.dedup_by(|next, sum| {
            let is_same = next.0 == sum.0;
            sum.1 += if is_same { next.1 } else { 0.0 };
            is_same
        });
        Example { values, relevant }
    }

    /// Returns a key that puts examples into an order of its own, in which both kinds are mixed.
    fn order(&self) -> (u64, bool) {
        let bits =
            self.values.iter().map(|(bucket, value)| (bucket.to_le_bytes(), value.to_le_bytes()));
        (hash(0, bits.flat_map(|(bucket, value)| bucket.into_iter().chain(value))), self.relevant)
    }
}

/// Learns a keyword from its own examples, beside those of the same user's other keywords. Returns `None` unless there
/// are [`MIN_LABELS`] own examples of each kind.
pub fn fit(common: &Commonness, own: &[Example], others: &[Example]) -> Option<Model> {
    let relevant = own.iter().filter(|example| example.relevant).count();
    if relevant.min(own.len() - relevant) < MIN_LABELS {
        return None;
    }
    let (mut own, mut others) = (own.to_vec(), others.to_vec());
    own.sort_by_cached_key(Example::order);
    others.sort_by_cached_key(Example::order);
    let scale = strongest(common.scale(), own.iter().chain(&others));
    for (bucket, value) in own.iter_mut().chain(&mut others).flat_map(|example| &mut example.values)
    {
        *value *= scale[usize::from(*bucket)];
    }
    let mut base = Linear::fit(&others, &vec![0.0; others.len()], |_| true);
    let trust = trust(&base, &own);
    base.0.iter_mut().for_each(|weight| *weight *= trust);
    let offsets: Vec<f32> = own.iter().map(|example| base.score(example)).collect();
    // The labels of each kind go around the folds in turn.
    let mut counts = [0; 2];
    let mut next_fold = |example: &Example| {
        let count = &mut counts[usize::from(example.relevant)];
        *count += 1;
        *count % FOLDS
    };
    let folds: Vec<usize> = own.iter().map(&mut next_fold).collect();
    let mut held_out = [Vec::new(), Vec::new()];
    for fold in 0..FOLDS {
        let part = Linear::fit(&own, &offsets, |at| folds[at] != fold);
        for at in (0..own.len()).filter(|at| folds[*at] == fold) {
            held_out[usize::from(own[at].relevant)].push(offsets[at] + part.score(&own[at]));
        }
    }
    let whole = Linear::fit(&own, &offsets, |_| true);
    let sum = |bucket: usize| (whole.0[bucket] + base.0[bucket]) * scale[bucket];
    let weights: Vec<f32> = (0..BUCKETS).map(sum).collect();
    Some(Model::new(Weights::of(&weights), &held_out))
}

/// Returns how far to trust what was learned from other keywords: 1 if it puts three of four pairs of own examples into
/// the right order, 0 if no more than half.
fn trust(base: &Linear, own: &[Example]) -> f32 {
    let of = |kind| own.iter().filter(move |example| example.relevant == kind);
    let rest: Vec<f32> = of(false).map(|example| base.score(example)).collect();
    let right: usize = of(true)
        .map(|example| base.score(example))
        .map(|score| rest.iter().filter(|other| **other < score).count())
        .sum();
    let share = right as f32 / (rest.len() * (own.len() - rest.len())) as f32;
    (4.0 * share - 2.0).clamp(0.0, 1.0)
}

/// Sets the scale of all buckets to 0 but of those that are strongest in the examples, whatever their labels.
fn strongest<'a>(mut scale: Vec<f32>, examples: impl Iterator<Item = &'a Example>) -> Vec<f32> {
    let mut strengths = vec![0.0; BUCKETS];
    for (bucket, value) in examples.flat_map(|example| &example.values) {
        strengths[usize::from(*bucket)] += (value * scale[usize::from(*bucket)]).powi(2);
    }
    let mut buckets: Vec<usize> = (0..BUCKETS).collect();
    buckets.sort_by(|a, b| strengths[*b].total_cmp(&strengths[*a]).then(a.cmp(b)));
    for bucket in &buckets[MAX_WEIGHTS..] {
        scale[*bucket] = 0.0;
    }
    scale
}

/// A weight for each bucket.
struct Linear(Vec<f32>);

impl Linear {
    fn score(&self, example: &Example) -> f32 {
        example.values.iter().map(|(bucket, value)| self.0[usize::from(*bucket)] * value).sum()
    }

    /// Learns from the examples that are used, beside a score that each has already. Both kinds weigh the same,
    /// however many there are of each.
    fn fit(examples: &[Example], offsets: &[f32], used: impl Fn(usize) -> bool) -> Self {
        let used: Vec<usize> = (0..examples.len()).filter(|at| used(*at)).collect();
        let relevant = used.iter().filter(|at| examples[**at].relevant).count() as f32;
        let all = used.len() as f32;
        let mut linear = Linear(vec![0.0; BUCKETS]);
        let mut forces = vec![0.0; used.len()];
        let squares = |at: &usize| examples[*at].values.iter().map(|(_, value)| value * value);
        let norms: Vec<f32> = used.iter().map(|at| squares(at).sum()).collect();
        for _ in 0..EPOCHS {
            for (slot, at) in used.iter().enumerate() {
                let example = &examples[*at];
                let count = if example.relevant { relevant } else { all - relevant };
                let most = all / 2.0 / count / PENALTY;
                let sign = if example.relevant { 1.0 } else { -1.0 };
                let margin = sign * (linear.score(example) + offsets[*at]);
                let force = balance(forces[slot], margin, norms[slot], most);
                let change = (force - forces[slot]) * sign;
                for (bucket, value) in &example.values {
                    linear.0[usize::from(*bucket)] += change * value;
                }
                forces[slot] = force;
            }
        }
        linear
    }
}

/// Returns the force with which an example pulls at the weights, by Newton's method.
fn balance(now: f32, margin: f32, norm: f32, most: f32) -> f32 {
    let mut force = now;
    for _ in 0..4 {
        let wrong = 1.0 / (1.0 + (margin + (force - now) * norm).exp());
        let slope = 1.0 + most * wrong * (1.0 - wrong) * norm;
        force = (force - (force - most * wrong) / slope).clamp(0.0, most);
    }
    force
}
