//! Finds terms that distinguish these discussions, by the log-likelihood ratio (Dunning, "Accurate
//! methods for the statistics of surprise and coincidence", 1993) over discussions with and without
//! the term.

use std::collections::{HashMap, HashSet};

use super::SMALL;
use super::background::{assumed, is_everyday};
use super::citing::top;
use super::reading::{Read, Reading};
use super::report::Topic;
use super::stop_words::is_stop_word;
use super::text::{has, words};

const MOST: usize = 8;
/// The most terms, the most distinctive first, that are compared to find those that mean the same.
const MAX_RANKED: usize = 200;
/// The G² that one term in a thousand reaches by chance (χ², one degree of freedom).
const MIN_SCORE: f64 = 10.83;
const MIN_COUNT: usize = 3;
const MIN_CHARS: usize = 3;
/// The fewest discussions of other keywords to compare with; with fewer, usual English is used
/// instead.
const MIN_OTHERS: usize = 100;
/// The share of common discussions from which two terms are one topic, if one contains the other.
const SAME: f64 = 0.7;

/// The discussions and authors with a term.
#[derive(Default)]
struct Use {
    count: usize,
    author: Option<u64>,
    several: bool,
}

struct Found<'a> {
    term: &'a str,
    count: usize,
    score: f64,
}

impl Found<'_> {
    fn is_pair(&self) -> bool {
        self.term.contains(' ')
    }
}

pub(super) fn topics(reading: &Reading<'_>) -> Vec<Topic> {
    let own = keyword_words(reading);
    let uses = uses(&reading.now, &own);
    let against_others = reading.others.len() >= MIN_OTHERS;
    let theirs = if against_others { self::uses(&reading.others, &own) } else { HashMap::new() };
    let score = |term: &str, count: usize| {
        let other = if against_others {
            let count = theirs.get(term).map_or(0, |used| used.count);
            (count, reading.others.len())
        } else {
            assumed()
        };
        distinctiveness((count, reading.now.len()), other)
    };
    let several = uses
        .into_iter()
        .filter(|(term, used)| used.several && used.count >= MIN_COUNT && !is_everyday(term));
    let mut found: Vec<Found<'_>> = several
        .filter_map(|(term, used)| {
            let (count, score) = (used.count, score(term, used.count));
            (score >= MIN_SCORE).then_some(Found { term, count, score })
        })
        .collect();
    found.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.term.cmp(b.term)));
    let method = if against_others {
        "Terms that more discussions use than those of your other keywords do, by at least two \
         authors (log-likelihood)."
    } else {
        "Terms that more discussions use than English texts usually do, by at least two authors \
         (log-likelihood)."
    };
    let topic = |found: Found<'_>| Topic {
        term: found.term.to_owned(),
        method: method.to_owned(),
        count: found.count,
        score: (found.score * 10.0).round() / 10.0,
        n: reading.now.len(),
        small: reading.now.len() < SMALL,
        range: reading.range,
        posts: top(&with_term(&reading.now, found.term)),
    };
    distinct(found).into_iter().map(topic).collect()
}

/// Returns the discussions that have the term.
pub(super) fn with_term<'a>(reads: &[&'a Read<'a>], term: &str) -> Vec<&'a Read<'a>> {
    let with = reads.iter().copied();
    with.filter(|read| has(&read.words, term)).collect()
}

/// Returns the words of the keywords that a report is about: they are in every discussion.
fn keyword_words(reading: &Reading<'_>) -> HashSet<String> {
    let found: HashSet<_> = reading.now.iter().flat_map(|read| &read.keywords).collect();
    let keywords = reading.keywords.iter();
    let own = keywords.filter(|keyword| found.contains(&keyword.id));
    own.flat_map(|keyword| {
        let words = words(&keyword.keyword);
        words.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    })
    .collect()
}

/// Returns single words and pairs of neighbours, with the number of discussions that have them.
fn uses<'a>(reads: &[&'a Read<'_>], own: &HashSet<String>) -> HashMap<&'a str, Use> {
    let mut uses: HashMap<&str, Use> = HashMap::new();
    for read in reads {
        let mut terms: HashSet<&str> = HashSet::new();
        let words = read.words.as_str();
        let mut at = 1;
        let mut before = None;
        for word in words[1..].split_terminator(' ') {
            let end = at + word.len();
            if is_meaningful(word) && !is_own(word, own) {
                terms.insert(word);
                if let Some(start) = before {
                    terms.insert(&words[start..end]);
                }
                before = Some(at);
            } else {
                before = None;
            }
            at = end + 1;
        }
        for term in terms {
            let used = uses.entry(term).or_default();
            used.count += 1;
            let author = read.post.author_hash;
            used.several |= *used.author.get_or_insert(author) != author;
        }
    }
    uses
}

fn is_meaningful(word: &str) -> bool {
    word.chars().count() >= MIN_CHARS
        && word.chars().any(char::is_alphabetic)
        && !is_stop_word(word)
}

/// Returns true if the word is one of the keywords' words, or its plural or possessive.
fn is_own(word: &str, own: &HashSet<String>) -> bool {
    let word = word.strip_suffix("'s").unwrap_or(word);
    let singulars = ["s", "es"].map(|ending| word.strip_suffix(ending));
    own.contains(word) || singulars.into_iter().flatten().any(|one| own.contains(one))
}

/// Returns the best terms, without those that mean the same as another. A pair of words says more
/// than one of them.
fn distinct(found: Vec<Found<'_>>) -> Vec<Found<'_>> {
    let mut kept: Vec<Found<'_>> = Vec::new();
    for next in found.into_iter().take(MAX_RANKED) {
        let is_twin = |one: &Found<'_>| are_same(one, &next);
        if !kept.iter().any(is_twin) {
            kept.push(next);
        } else if next.is_pair() && !kept.iter().any(|one| one.is_pair() && is_twin(one)) {
            kept.retain(|one| !is_twin(one));
            kept.push(next);
        }
    }
    kept.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.term.cmp(b.term)));
    kept.truncate(MOST);
    kept
}

fn are_same(one: &Found<'_>, other: &Found<'_>) -> bool {
    let shares_word = one.term.split(' ').any(|word| other.term.split(' ').any(|o| o == word));
    let (less, more) = (one.count.min(other.count), one.count.max(other.count));
    shares_word && less as f64 >= SAME * more as f64
}

/// Returns G² of a term that `a` of `n` discussions have, and `b` of `m` others; 0 if it is rarer
/// here.
fn distinctiveness((a, n): (usize, usize), (b, m): (usize, usize)) -> f64 {
    let (a, n, b, m) = (a as f64, n as f64, b as f64, m as f64);
    if n == 0.0 || m == 0.0 || a / n <= b / m {
        return 0.0;
    }
    let with = (a + b) / (n + m);
    let term = |seen: f64, expected: f64| {
        if seen > 0.0 { seen * (seen / expected).ln() } else { 0.0 }
    };
    let present = term(a, n * with) + term(b, m * with);
    let absent = term(n - a, n * (1.0 - with)) + term(m - b, m * (1.0 - with));
    2.0 * (present + absent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratio_is_that_of_the_literature() {
        // Computed by hand: 10 of 20 against 5 of 80.
        let expected = 2.0
            * (10.0 * (10.0_f64 / 3.0).ln()
                + 5.0 * (5.0_f64 / 12.0).ln()
                + 10.0 * (10.0_f64 / 17.0).ln()
                + 75.0 * (75.0_f64 / 68.0).ln());
        assert!((distinctiveness((10, 20), (5, 80)) - expected).abs() < 1e-9);
        assert_eq!(distinctiveness((5, 80), (10, 20)), 0.0);
        assert_eq!(distinctiveness((5, 10), (5, 10)), 0.0);
        assert_eq!(distinctiveness((5, 10), (0, 0)), 0.0);
        assert!(distinctiveness((10, 10), (0, 100)).is_finite());
    }
}
