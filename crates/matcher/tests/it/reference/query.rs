//! A second implementation of the query language: every operator follows its definition, every pair
//! of positions is compared for `NEAR`, and there is no automaton and no shortcut.

use matcher::{Field, Filters, Item, Kind, Match, Span, WatchId};

use super::{Reading, Units, unspaced, word_ends};

/// The meaning of a query, and the ways to write it.
#[derive(Clone, Debug)]
pub(crate) enum Meaning {
    Words {
        field: &'static str,
        text: String,
        open: (bool, bool),
    },
    Exact {
        field: &'static str,
        text: String,
    },
    #[cfg_attr(not(feature = "regex"), allow(dead_code))]
    Pattern {
        field: &'static str,
        pattern: &'static str,
    },
    Name {
        field: &'static str,
        name: &'static str,
        open: (bool, bool),
    },
    Not(Box<Meaning>),
    All(Vec<Meaning>),
    Any(Vec<Meaning>),
    Near(Box<Meaning>, Box<Meaning>, usize),
    Type(Kind),
    MinScore(i64),
}

use Meaning as M;

impl Meaning {
    /// Returns the query as text, with more parentheses than necessary.
    pub(crate) fn text(&self) -> String {
        let star = |open| if open { "*" } else { "" };
        match self {
            M::Words { field, text, open } => {
                let simple = text.chars().all(|c| c.is_ascii_lowercase());
                let text = if simple {
                    text.clone()
                } else {
                    let escaped = |c| matches!(c, '"' | '\\' | '“' | '”' | '„' | '‟');
                    let chars = text
                        .chars()
                        .flat_map(|c| escaped(c).then_some('\\').into_iter().chain([c]));
                    format!("\"{}\"", chars.collect::<String>())
                };
                format!("{field}{}{text}{}", star(open.0), star(open.1))
            }
            M::Exact { field, text } => format!("{field}`{text}`"),
            M::Pattern { field, pattern } => format!("{field}/{pattern}/"),
            M::Name { field, name, open } => {
                format!("{field}{}{name}{}", star(open.0), star(open.1))
            }
            M::Not(inner) => format!("NOT ({})", inner.text()),
            M::All(parts) => parts.iter().map(grouped).collect::<Vec<_>>().join(" "),
            M::Any(parts) => parts.iter().map(grouped).collect::<Vec<_>>().join(" OR "),
            M::Near(left, right, distance) => {
                format!("{} NEAR/{distance} {}", grouped(left), grouped(right))
            }
            M::Type(Kind::Post) => "type:post".to_owned(),
            M::Type(Kind::Comment) => "type:comment".to_owned(),
            M::MinScore(score) => format!("min_score:{score}"),
        }
    }
}

fn grouped(meaning: &Meaning) -> String {
    match meaning {
        M::All(_) | M::Any(_) | M::Not(_) => format!("({})", meaning.text()),
        _ => meaning.text(),
    }
}

type Place = (Field, Span);

/// Returns the matches of a watch for this query in an item.
pub(crate) fn query_matches(meaning: &Meaning, filters: Filters, item: &Item<'_>) -> Vec<Match> {
    let wanted = match item.kind {
        Kind::Post => filters.include_posts,
        Kind::Comment => filters.include_comments && !filters.match_titles_only,
    };
    if !wanted || !holds(meaning, filters, item) {
        return Vec::new();
    }
    let mut places = because(meaning, filters, item);
    places.sort_by_key(|(field, span)| (*field, span.start, usize::MAX - span.end));
    let mut kept: Vec<Place> = Vec::new();
    for (field, span) in places {
        if kept.last().is_none_or(|last| last.0 != field || last.1.end <= span.start) {
            kept.push((field, span));
        }
    }
    kept.into_iter().map(|(field, span)| Match { watch: WatchId(1), field, span }).collect()
}

fn holds(meaning: &Meaning, filters: Filters, item: &Item<'_>) -> bool {
    let holds = |part: &Meaning| holds(part, filters, item);
    match meaning {
        M::Not(inner) => !holds(inner),
        M::All(parts) => parts.iter().all(holds),
        M::Any(parts) => parts.iter().any(holds),
        M::Type(kind) => item.kind == *kind,
        M::MinScore(score) => item.score >= Some(*score),
        M::Name { field, name, open } => {
            let own = match *field {
                "sub:" => item.subreddit,
                "site:" if item.subreddit.to_lowercase() == "news.ycombinator.com" => {
                    item.subreddit
                }
                "site:" => "reddit.com",
                _ => item.author,
            };
            let (own, name) = (own.to_lowercase(), name.to_lowercase());
            match open {
                (false, false) => own == name,
                (true, false) => own.ends_with(&name),
                (false, true) => own.starts_with(&name),
                (true, true) => own.contains(&name),
            }
        }
        _ => !because(meaning, filters, item).is_empty(),
    }
}

/// Returns the places that make a part of a query true, if it is true.
fn because(meaning: &Meaning, filters: Filters, item: &Item<'_>) -> Vec<Place> {
    let because = |part: &Meaning| because(part, filters, item);
    match meaning {
        M::Words { field, text, open } => {
            let find = |units: &Units| {
                let mut spans = units.places(text, filters.case_sensitive);
                spans.retain(|span| {
                    let (begins, ends) = word_ends(&units.text, *span);
                    (open.0 || begins) && (open.1 || ends)
                });
                spans
            };
            in_fields(field, filters, item, |reading| reading.find(find))
        }
        M::Exact { field, text } => in_fields(field, filters, item, |reading| {
            reading.find(|units| units.places(text, true))
        }),
        M::Pattern { field, pattern } => in_fields(field, filters, item, |reading| {
            let find = |units: &Units| pattern_places(pattern, filters.case_sensitive, &units.text);
            let mut spans = find(&reading.written);
            if let Some((visible, units)) = &reading.seen {
                let seen = find(units).into_iter();
                spans.extend(seen.map(|span| visible.source_span(span)));
            }
            spans
        }),
        M::Name { field: "author:", .. } if holds(meaning, filters, item) => {
            vec![(Field::Author, Span { start: 0, end: item.author.len() })]
        }
        // A double negation is treated like its inner part.
        M::Not(inner) => match &**inner {
            M::Not(inner) => because(inner),
            _ => Vec::new(),
        },
        M::All(parts) => parts.iter().flat_map(because).collect(),
        M::Any(parts) => {
            let true_ones = parts.iter().filter(|part| holds(part, filters, item));
            true_ones.flat_map(because).collect()
        }
        M::Near(left, right, distance) => {
            let (left, right) = (because(left), because(right));
            let mut near = Vec::new();
            for one in &left {
                for other in &right {
                    let apart = words_apart(item, one, other);
                    if apart.is_some_and(|words| words <= *distance) {
                        near.extend([*one, *other]);
                    }
                }
            }
            near
        }
        _ => Vec::new(),
    }
}

fn fields(field: &str, filters: Filters, item: &Item<'_>) -> Vec<Field> {
    let mut fields = match field {
        "" => vec![Field::Title, Field::Body],
        "title:" => vec![Field::Title],
        "body:" => vec![Field::Body],
        "flair:" => vec![Field::Flair],
        "url:" => vec![Field::Url],
        other => unreachable!("{other}"),
    };
    fields.retain(|field| match field {
        Field::Title => item.kind == Kind::Post,
        Field::Body => !filters.match_titles_only,
        _ => true,
    });
    fields
}

fn in_fields(
    field: &str,
    filters: Filters,
    item: &Item<'_>,
    find: impl Fn(&Reading) -> Vec<Span>,
) -> Vec<Place> {
    let fields = fields(field, filters, item).into_iter();
    fields
        .flat_map(|field| {
            let spans = find(&Reading::of(field, item)).into_iter();
            spans.map(move |span| (field, span))
        })
        .collect()
}

fn words_apart(item: &Item<'_>, one: &Place, other: &Place) -> Option<usize> {
    let (field, first, second) =
        match (one.0 == other.0, one.1.end <= other.1.start, other.1.end <= one.1.start) {
            (true, true, _) => (one.0, one.1, other.1),
            (true, _, true) => (one.0, other.1, one.1),
            _ => return None,
        };
    let between = |starts: Vec<usize>| {
        let number = |at: usize| starts.iter().filter(|start| **start <= at).count();
        number(second.start) - number(first.end - 1)
    };
    let Reading { written, seen } = Reading::of(field, item);
    let written = between(word_starts(&written.text));
    let seen = seen.map(|(visible, units)| {
        let source = |start: usize| {
            let next = units.text[start..].chars().next().unwrap();
            let end = start + next.len_utf8();
            visible.source_span(Span { start, end }).start
        };
        between(word_starts(&units.text).into_iter().map(source).collect())
    });
    Some(seen.map_or(written, |seen| seen.min(written)))
}

/// Returns the positions at which words begin: runs without white space that have a letter or
/// digit, and every character of a script without spaces.
fn word_starts(text: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let breaks = |c: char| c.is_whitespace() || unspaced(c);
    let mut at = 0;
    for run in text.split_inclusive(breaks) {
        let last = run.chars().next_back().filter(|c| breaks(*c));
        let plain = &run[..run.len() - last.map_or(0, char::len_utf8)];
        if plain.chars().any(char::is_alphanumeric) {
            starts.push(at);
        }
        if last.is_some_and(unspaced) {
            starts.push(at + plain.len());
        }
        at += run.len();
    }
    starts
}

#[cfg(feature = "regex")]
fn pattern_places(pattern: &str, case_sensitive: bool, text: &str) -> Vec<Span> {
    let regex =
        regex::RegexBuilder::new(pattern).case_insensitive(!case_sensitive).build().unwrap();
    let places = regex.find_iter(text).take(50);
    places.map(|place| Span { start: place.start(), end: place.end() }).collect()
}

#[cfg(not(feature = "regex"))]
fn pattern_places(_: &str, _: bool, _: &str) -> Vec<Span> {
    unreachable!("only with the feature")
}
