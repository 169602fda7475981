//! Measures what the regular expressions of a query cost. Each is searched in time linear in the
//! text, but some take a thousand times as long as others, and every item delays everybody's
//! alerts. So each is tried, when it is saved, on texts that make it work hard.

use std::sync::LazyLock;
use std::time::Instant;

use anyhow::Context as _;
use matcher::{Query, QueryPattern, Span};

use super::rule::Problems;
use foundation::background;
use platform::wire::TextPart;

/// The most that all regular expressions of one query may take together for 1 KB of text.
pub const MAX_MICROS_PER_KB: u64 = 500;

/// The number of tries, of which the fastest counts: other work of the machine makes none of them
/// faster. Each uses a text of its own, as each item is one: a pattern already knows the paths through
/// a text that it has seen.
const TRIES: usize = 3;
const TEXT_CHARS: usize = 2_000;
/// The distance, in characters, at which text that a pattern requires is inserted.
const CHARS_BETWEEN: usize = 250;

/// The alphabets of the random texts: what keeps a pattern guessing costs most.
const ALPHABETS: [&str; 7] = [
    "abcdefghijklmnopqrstuvwxyz      ",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789          ",
    "0123456789 .,-",
    " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~0123456789abcdefghijklmnopqrstuvwxyz",
    "ab ",
    "äöüéèñçøßąłżαβγδεжшщюя中文字日本語    ",
    " \n\t.a",
];

/// The texts: for each alphabet, one for each try.
static TEXTS: LazyLock<Vec<[Vec<char>; TRIES]>> = LazyLock::new(|| {
    // Knuth's generator, the same in every process.
    let mut state: u64 = 1;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap_or_default()
    };
    let mut text = |alphabet: &str| -> Vec<char> {
        let alphabet: Vec<char> = alphabet.chars().collect();
        let any = (0..TEXT_CHARS).map(|_| alphabet[next() % alphabet.len()]);
        any.collect()
    };
    let texts = ALPHABETS.iter();
    texts.map(|alphabet| std::array::from_fn(|_| text(alphabet))).collect()
});

/// A query that costs too much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooExpensive {
    /// The most expensive of its regular expressions.
    pub span: Span,
    /// The cost of that one alone, as far as it was measured.
    pub micros_per_kb: u64,
}

impl TooExpensive {
    /// Converts the cost to the problems of the field `keyword`, whose text is `query`.
    pub fn problems(self, query: &str) -> Problems {
        let mut problems = Problems::default();
        problems.add(
            "keyword",
            format!(
                "This regular expression takes too long: {} µs for 1 KB of text, but all those of \
                 a query together may take only {MAX_MICROS_PER_KB}. Use fewer repetitions, or \
                 begin with a word that must appear",
                self.micros_per_kb
            ),
        );
        problems.part = Some(TextPart::of(query, self.span));
        problems
    }
}

/// Checks the cost of a query on a thread for such work, which keeps `held` until it has finished:
/// each regular expression takes some milliseconds.
///
/// # Errors
/// The thread panicked. The inner error: the query costs more than [`MAX_MICROS_PER_KB`].
pub async fn check<T: Send + 'static>(
    query: Option<&Query>,
    held: T,
) -> anyhow::Result<Result<(), Problems>> {
    let Some(query) = query.filter(|query| !query.patterns().is_empty()).cloned() else {
        return Ok(Ok(()));
    };
    let measured = background::run(move || {
        let measured = measure(&query);
        drop(held);
        measured
    });
    let measured = measured.await;
    measured.context("a query could not be measured")
}

/// Checks the cost of a query on this thread, which should not be one of the runtime's.
///
/// # Errors
/// The query costs more than [`MAX_MICROS_PER_KB`].
pub fn measure(query: &Query) -> Result<(), Problems> {
    of_query(query).map_err(|found| found.problems(query.source()))
}

fn of_query(query: &Query) -> Result<(), TooExpensive> {
    let mut sum = 0;
    let mut worst: Option<TooExpensive> = None;
    for pattern in query.patterns() {
        let micros_per_kb = of_pattern(&pattern, MAX_MICROS_PER_KB);
        sum += micros_per_kb;
        if worst.is_none_or(|known| known.micros_per_kb < micros_per_kb) {
            worst = Some(TooExpensive { span: pattern.span(), micros_per_kb });
        }
    }
    match worst {
        Some(worst) if sum > MAX_MICROS_PER_KB => Err(worst),
        _ => Ok(()),
    }
}

/// Returns the microseconds for 1 KB of the text that costs most, or of the first that costs more
/// than `limit`.
fn of_pattern(pattern: &QueryPattern<'_>, limit: u64) -> u64 {
    let required: Vec<String> = pattern
        .required()
        .iter()
        .take(2)
        .map(|literal| String::from_utf8_lossy(literal).into_owned())
        .collect();
    let mut most = 0;
    for texts in TEXTS.iter() {
        let tries = texts.iter().map(|text| {
            let text = sprinkled(text, &required);
            of_text(pattern, &text)
        });
        most = most.max(tries.min().unwrap_or_default());
        if most > limit {
            break;
        }
    }
    most
}

fn of_text(pattern: &QueryPattern<'_>, text: &str) -> u64 {
    let begun = Instant::now();
    std::hint::black_box(pattern.count_in(text));
    let nanos_per_kb = begun.elapsed().as_nanos() * 1_024 / text.len().max(1) as u128;
    u64::try_from(nanos_per_kb / 1_000).unwrap_or(u64::MAX)
}

/// Inserts what a pattern requires, without which a search for it may end before it begins.
fn sprinkled(text: &[char], required: &[String]) -> String {
    let mut with = String::with_capacity(text.len() * 4);
    for part in text.chunks(CHARS_BETWEEN) {
        with.extend(part);
        for literal in required {
            with.push_str(literal);
        }
    }
    with
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(query: &str) -> Result<(), TooExpensive> {
        of_query(&Query::parse(query).unwrap())
    }

    #[test]
    fn what_people_look_for_is_cheap() {
        for query in [
            r"kettle",
            r"/\bv\d+\.\d+\.\d+\b/ rust",
            r"rust /colou?rs?/",
            r"hiring /\b(senior|staff|lead)\s+(rust|go)\s+(engineer|developer)s?\b/",
            r"kettle /[$€£]\s?\d+(?:\.\d\d)?/",
            r"/CVE-\d{4}-\d{4,7}/",
            r"/(?:https?:\/\/)?(?:www\.)?example\.com\/\S+/ kettle",
            r"kettle /\b\w+ing\b/",
            r"/[\w.+-]+@[\w-]+\.[\w.]+/ mail",
        ] {
            assert_eq!(cost(query), Ok(()), "{query}");
        }
    }

    #[test]
    fn what_keeps_a_machine_busy_is_refused_and_the_worst_part_named() {
        for query in
            [r"zqx /[a-z]([a-z ]{1,200})zqx/", r"zqx /[a-z0-9]([a-z0-9 ]{1,150})zqx[0-9]{1,50}/"]
        {
            let refused = cost(query).unwrap_err();
            assert_eq!(&query[refused.span.start..=refused.span.start], "/", "{query}");
        }
        let two = r"zqx /colou?r/ /[a-z]([a-z ]{1,200})zqx/";
        let span = cost(two).unwrap_err().span;
        assert_eq!(&two[span.start..span.end], r"/[a-z]([a-z ]{1,200})zqx/");
    }
}
