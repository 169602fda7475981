//! Rates a text by VADER.

use std::sync::LazyLock;

use vader_parity::SentimentIntensityAnalyzer;

static VADER: LazyLock<SentimentIntensityAnalyzer> = LazyLock::new(SentimentIntensityAnalyzer::new);

/// The bound that the lexicon's authors use.
const POSITIVE: f64 = 0.05;
const NEGATIVE: f64 = -0.05;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Label {
    Positive,
    Neutral,
    Negative,
}

impl Label {
    pub fn of(compound: f64) -> Self {
        if compound >= POSITIVE {
            Label::Positive
        } else if compound <= NEGATIVE {
            Label::Negative
        } else {
            Label::Neutral
        }
    }
}

/// Returns VADER's compound score of a text, -1 to 1.
pub fn compound(text: &str) -> f64 {
    VADER.polarity_scores(text).compound
}
