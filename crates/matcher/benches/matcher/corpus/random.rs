//! Random values that are the same in every run.

/// A small generator (splitmix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// Returns a made-up name of two to four syllables.
    pub(crate) fn brand(&mut self) -> String {
        const SYLLABLES: &[&str] = &[
            "ac", "am", "bel", "bo", "cy", "dex", "di", "el", "fen", "flo", "gi", "gra", "hu",
            "in", "jo", "ka", "ko", "li", "lum", "ly", "me", "mi", "nex", "no", "nox", "o", "pi",
            "qua", "ra", "ri", "sa", "sol", "ta", "tra", "um", "va", "vi", "wex", "yo", "zen",
        ];
        (0..2 + self.below(3)).map(|_| *self.pick(SYLLABLES)).collect()
    }
}

/// Values in order of popularity, drawn with frequencies by Zipf's law: the second half as often as
/// the first, the third a third as often.
pub(crate) struct Zipf<T> {
    ranked: Vec<T>,
    /// The sums of the weights up to each value.
    sums: Vec<f64>,
}

impl<T> Zipf<T> {
    pub(crate) fn new(ranked: Vec<T>) -> Self {
        let weights = (1..=ranked.len()).map(|rank| 1.0 / rank as f64);
        let sums = weights.scan(0.0, |sum, weight| {
            *sum += weight;
            Some(*sum)
        });
        Zipf { sums: sums.collect(), ranked }
    }

    pub(crate) fn draw(&self, random: &mut Random) -> &T {
        const STEPS: usize = 1 << 32;
        let all = self.sums.last().copied().unwrap_or_default();
        let at = random.below(STEPS) as f64 / STEPS as f64 * all;
        let rank = self.sums.partition_point(|sum| *sum <= at);
        &self.ranked[rank.min(self.ranked.len() - 1)]
    }
}
