//! Computes sentiment by VADER's lexicon and rules (Hutto & Gilbert, ICWSM 2014).

use std::collections::BTreeMap;

use super::polarity::Label;
use super::reading::{Read, Reading};
use super::report::{Balance, DaySentiment, Indicators, Level, Sentiment};
use super::wording::{mean, number, percent};
use super::{MAX_CITED, SMALL};

/// Two-sided, 5 %.
const Z: f64 = 1.96;

const METHOD: &str = "VADER's English lexicon and rules rate each discussion's own words (not \
    quotations, code or addresses) from -1 to 1: positive from 0.05, negative from -0.05, \
    otherwise neutral. Irony is not recognised.";

pub(super) fn sentiment(reading: &Reading<'_>, engagement: Level, controversy: Level) -> Sentiment {
    let reads = &reading.now;
    let (positive, negative) = (count(reads, Label::Positive), count(reads, Label::Negative));
    let average = average(reads).unwrap_or_default();
    let sentiment_balance = balance(positive, negative);
    Sentiment {
        score: (average * 50.0 + 50.0).round() / 10.0,
        description: describe(reads.len(), positive, negative, sentiment_balance),
        indicators: Indicators {
            community_engagement: engagement,
            controversy_level: controversy,
            sentiment_balance,
        },
        method: METHOD.to_owned(),
        n: reads.len(),
        small: reads.len() < SMALL,
        positive,
        neutral: reads.len() - positive - negative,
        negative,
        average,
        by_day: by_day(reads),
        examples: examples(reads),
    }
}

pub(super) fn count(reads: &[&Read<'_>], label: Label) -> usize {
    reads.iter().filter(|read| read.label == label).count()
}

pub(super) fn average(reads: &[&Read<'_>]) -> Option<f64> {
    mean(&reads.iter().map(|read| read.compound).collect::<Vec<_>>())
}

/// Applies the sign test, in its normal approximation.
fn balance(positive: usize, negative: usize) -> Balance {
    let (p, n) = (positive as f64, negative as f64);
    let z = if p + n > 0.0 { (p - n) / (p + n).sqrt() } else { 0.0 };
    if z >= Z {
        Balance::Positive
    } else if z <= -Z {
        Balance::Negative
    } else {
        Balance::Balanced
    }
}

fn describe(n: usize, positive: usize, negative: usize, balance: Balance) -> String {
    if n == 0 {
        return "There is nothing to rate.".to_owned();
    }
    let verdict = match balance {
        Balance::Positive => "More positive than negative",
        Balance::Negative => "More negative than positive",
        Balance::Balanced => "Neither side outweighs the other",
    };
    let (up, down) = (percent(positive, n), percent(negative, n));
    format!("{verdict}: {up} of {} positive, {down} negative.", number(n))
}

fn by_day(reads: &[&Read<'_>]) -> Vec<DaySentiment> {
    let mut days: BTreeMap<_, Vec<&Read<'_>>> = BTreeMap::new();
    for read in reads {
        let day = read.post.created_at.date_naive();
        days.entry(day).or_default().push(read);
    }
    let row = |(day, reads): (_, Vec<&Read<'_>>)| {
        let (positive, negative) = (count(&reads, Label::Positive), count(&reads, Label::Negative));
        DaySentiment {
            day,
            positive,
            neutral: reads.len() - positive - negative,
            negative,
            average: average(&reads).unwrap_or_default(),
        }
    };
    days.into_iter().map(row).collect()
}

/// Returns the most positive examples, then the most negative.
fn examples(reads: &[&Read<'_>]) -> Vec<String> {
    let most = |label: Label| {
        let mut of_it: Vec<_> = reads.iter().filter(|read| read.label == label).collect();
        of_it.sort_by(|a, b| {
            let strength = b.compound.abs().total_cmp(&a.compound.abs());
            strength.then_with(|| a.post.id.cmp(&b.post.id))
        });
        of_it.into_iter().take(MAX_CITED).map(|read| read.post.id.clone())
    };
    most(Label::Positive).chain(most(Label::Negative)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bounds_belong_to_the_labels() {
        for (compound, label) in [
            (0.05, Label::Positive),
            (0.0499, Label::Neutral),
            (-0.0499, Label::Neutral),
            (-0.05, Label::Negative),
        ] {
            assert_eq!(Label::of(compound), label, "{compound}");
        }
    }

    #[test]
    fn a_balance_takes_more_than_chance() {
        for (positive, negative, expected) in [
            (0, 0, Balance::Balanced),
            (3, 0, Balance::Balanced),
            (4, 0, Balance::Positive),
            (0, 4, Balance::Negative),
            (55, 45, Balance::Balanced),
            (60, 40, Balance::Positive),
        ] {
            assert_eq!(balance(positive, negative), expected, "{positive}, {negative}");
        }
    }
}
