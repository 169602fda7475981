//! A second implementation of the matcher's rules, as plain as possible and without regard to
//! speed: each field is divided into units (a character with its extending characters, or a run of
//! white space), each unit is folded by ICU, and the keyword is tried at every unit.

pub(crate) mod query;

use icu_casemap::CaseMapper;
use matcher::{Field, Item, Kind, Match, Scope, Span, VisibleText, Watch};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;
use unicode_segmentation::UnicodeSegmentation;

/// A field of an item, divided into units.
pub(crate) struct Units {
    pub(crate) text: String,
    units: Vec<Unit>,
}

struct Unit {
    folded: String,
    exact: String,
    start: usize,
    end: usize,
}

impl Units {
    pub(crate) fn new(text: &str) -> Self {
        let chars: Vec<(usize, char)> = text.char_indices().collect();
        let end_of = |n: usize| chars[n].0 + chars[n].1.len_utf8();
        let mut units = Vec::new();
        let mut n = 0;
        while n < chars.len() {
            let first = n;
            n += 1;
            if chars[first].1.is_whitespace() {
                let run = chars[n..].iter().take_while(|(_, c)| c.is_whitespace() || invisible(*c));
                let run: Vec<char> = run.map(|(_, c)| *c).collect();
                n += run.iter().rposition(|c| c.is_whitespace()).map_or(0, |last| last + 1);
            } else if invisible(chars[first].1) {
                continue;
            } else {
                while n < chars.len() && extends_unit(chars[n - 1].1, chars[n].1) {
                    n += 1;
                }
            }
            let (start, end) = (chars[first].0, end_of(n - 1));
            let exact = exact(&text[start..end]);
            units.push(Unit { folded: fold(&exact), exact, start, end });
        }
        Units { text: text.to_owned(), units }
    }

    /// Returns the runs of whole units that spell the watch's keyword and pass its filters for case
    /// and whole words, leftmost first.
    fn find(&self, watch: &Watch) -> Vec<Span> {
        let filters = watch.filters();
        let mut spans = self.places(watch.keyword(), filters.case_sensitive);
        spans.retain(|span| !filters.whole_word_only || whole_word(&self.text, *span));
        spans
    }

    /// Returns the runs of whole units that spell the keyword, leftmost first.
    pub(crate) fn places(&self, keyword: &str, case_sensitive: bool) -> Vec<Span> {
        let keyword = Units::new(keyword).units;
        let blank = |unit: &&Unit| unit.folded == " ";
        let skipped = keyword.iter().take_while(blank).count();
        let kept = keyword.len() - skipped - keyword.iter().rev().take_while(blank).count();
        let keyword = &keyword[skipped..skipped + kept];
        let wanted: String = keyword.iter().map(|unit| unit.folded.as_str()).collect();
        let wanted_exact: String = keyword.iter().map(|unit| unit.exact.as_str()).collect();
        let mut spans = Vec::new();
        for first in 0..self.units.len() {
            if !wanted.starts_with(&self.units[first].folded) {
                continue;
            }
            let mut spelled = String::new();
            let mut next = first;
            while next < self.units.len() && spelled != wanted && wanted.starts_with(&spelled) {
                spelled += &self.units[next].folded;
                next += 1;
            }
            let exact = || {
                self.units[first..next].iter().map(|unit| unit.exact.as_str()).collect::<String>()
            };
            if spelled == wanted && (!case_sensitive || exact() == wanted_exact) {
                spans.push(Span { start: self.units[first].start, end: self.units[next - 1].end });
            }
        }
        spans
    }
}

/// A field as written, and as displayed if that differs.
pub(crate) struct Reading {
    pub(crate) written: Units,
    pub(crate) seen: Option<(VisibleText, Units)>,
}

impl Reading {
    pub(crate) fn of(field: Field, item: &Item<'_>) -> Self {
        let text = item.text(field);
        let has_markup = matches!(field, Field::Title | Field::Body);
        let visible = has_markup.then(|| VisibleText::of(text)).flatten();
        Reading {
            written: Units::new(text),
            seen: visible.map(|visible| {
                let units = Units::new(visible.text());
                (visible, units)
            }),
        }
    }

    /// Returns what `find` finds in both, as spans of the written text, in order. Where the texts
    /// differ, matches lie within a paragraph.
    pub(crate) fn find(&self, find: impl Fn(&Units) -> Vec<Span>) -> Vec<Span> {
        let mut spans = find(&self.written);
        if let Some((visible, units)) = &self.seen {
            let mut seen = find(units);
            seen.retain(|span| visible.is_other(*span));
            let seen = seen.into_iter().map(|span| visible.source_span(span));
            spans.extend(seen.filter(|span| !has_blank_line(&self.written.text[span.range()])));
        }
        spans.sort();
        spans
    }
}

fn has_blank_line(text: &str) -> bool {
    let lines: Vec<&str> = text.split('\n').collect();
    let within = lines.get(1..lines.len() - 1).unwrap_or_default();
    within.iter().any(|line| line.trim_matches([' ', '\t', '\r']).is_empty())
}

/// Returns whether a watch with this scope covers the item.
pub(crate) fn in_scope(scope: &Scope, item: &Item<'_>) -> bool {
    let place = item.subreddit.to_lowercase();
    let is_community = place.starts_with("c/") && place.contains('@');
    let is_own =
        |name: &str| name.to_lowercase() == place || (is_community && name == "join-lemmy.org");
    let is_feed = place.starts_with("feed/");
    let is_subreddit =
        !is_feed && !is_community && !matcher::SITES.iter().any(|site| is_own(site.place));
    match scope {
        Scope::All => is_subreddit,
        Scope::AllAnd(sites) => is_subreddit || sites.iter().any(|site| is_own(site.as_str())),
        Scope::Only(names) => names.iter().any(|name| is_own(name.as_str())),
    }
}

/// An item with its fields prepared once.
pub(crate) struct Reference<'a> {
    item: Item<'a>,
    title: Reading,
    body: Reading,
}

impl<'a> Reference<'a> {
    pub(crate) fn new(item: Item<'a>) -> Self {
        Reference {
            item,
            title: Reading::of(Field::Title, &item),
            body: Reading::of(Field::Body, &item),
        }
    }

    /// Returns what [`matcher::Matcher::matches`] should return for one watch.
    pub(crate) fn matches(&self, watch: &Watch) -> Vec<Match> {
        let filters = watch.filters();
        let wanted = match self.item.kind {
            Kind::Post => filters.include_posts,
            Kind::Comment => filters.include_comments && !filters.match_titles_only,
        };
        if !wanted || !in_scope(watch.scope(), &self.item) {
            return Vec::new();
        }
        let mut fields = Vec::new();
        if self.item.kind == Kind::Post {
            fields.push((Field::Title, &self.title));
        }
        if !filters.match_titles_only {
            fields.push((Field::Body, &self.body));
        }
        let found = fields.into_iter().flat_map(|(field, reading)| {
            let mut spans = reading.find(|units| units.find(watch));
            let mut free_from = 0;
            spans.retain(|span| {
                let is_free = span.start >= free_from;
                if is_free {
                    free_from = span.end;
                }
                is_free
            });
            spans.into_iter().map(move |span| Match { watch: watch.id(), field, span })
        });
        found.collect()
    }
}

fn invisible(c: char) -> bool {
    let ranges = [
        ('\u{0}', '\u{8}'),
        ('\u{E}', '\u{1F}'),
        ('\u{7F}', '\u{84}'),
        ('\u{86}', '\u{9F}'),
        ('\u{AD}', '\u{AD}'),
        ('\u{34F}', '\u{34F}'),
        ('\u{61C}', '\u{61C}'),
        ('\u{180B}', '\u{180F}'),
        ('\u{200B}', '\u{200C}'),
        ('\u{200E}', '\u{200F}'),
        ('\u{202A}', '\u{202E}'),
        ('\u{2060}', '\u{206F}'),
        ('\u{FE00}', '\u{FE0F}'),
        ('\u{FEFF}', '\u{FEFF}'),
        ('\u{E0100}', '\u{E01EF}'),
    ];
    ranges.iter().any(|(first, last)| (*first..=*last).contains(&c))
}

fn extends_unit(previous: char, c: char) -> bool {
    let syllable = |c: char| ('가'..='힣').contains(&c);
    // Only a syllable without a final consonant is decomposed into two letters.
    let open = syllable(previous) && previous.to_string().nfd().count() == 2;
    canonical_combining_class(c) != 0
        || ('\u{FE00}'..='\u{FE0F}').contains(&c)
        || ('\u{E0100}'..='\u{E01EF}').contains(&c)
        || (vowel(c) && (open || leading(previous) || vowel(previous)))
        || (last(c) && (syllable(previous) || vowel(previous) || last(previous)))
}

fn leading(c: char) -> bool {
    ('\u{1100}'..='\u{115F}').contains(&c)
}

fn vowel(c: char) -> bool {
    ('\u{1160}'..='\u{11A7}').contains(&c)
}

fn last(c: char) -> bool {
    ('\u{11A8}'..='\u{11FF}').contains(&c)
}

fn exact(unit: &str) -> String {
    if unit.contains(char::is_whitespace) {
        return " ".to_owned();
    }
    let plain = |c| match c {
        '‘' | '’' | '‛' | 'ʼ' => '\'',
        '“' | '”' | '‟' => '"',
        '\u{2010}' | '\u{2011}' => '-',
        c => c,
    };
    unit.chars().filter(|c| !invisible(*c)).map(plain).nfd().collect()
}

fn fold(exact: &str) -> String {
    let folded: String = CaseMapper::new().fold_string(exact).nfd().collect();
    let folded = folded.replace('ı', "i");
    if folded.starts_with('i') { folded.replace('\u{307}', "") } else { folded }
}

fn whole_word(text: &str, span: Span) -> bool {
    let (begins, ends) = word_ends(text, span);
    begins && ends
}

/// Returns whether a word begins at the start of the span, and whether one ends at its end.
pub(crate) fn word_ends(text: &str, span: Span) -> (bool, bool) {
    let edges = text.grapheme_indices(true).map(|(at, _)| at).chain([text.len()]);
    let edges: Vec<usize> = edges.collect();
    let (starts, stops) = (edges.contains(&span.start), edges.contains(&span.end));
    let seen = |text: &str| -> Vec<char> {
        text.chars().filter(|c| !invisible(*c) && canonical_combining_class(*c) == 0).collect()
    };
    let mut before = seen(&text[..span.start]);
    before.reverse();
    let inside = seen(&text[span.range()]);
    let after = seen(&text[span.end..]);
    let (Some(first), Some(last)) = (inside.first(), inside.last()) else {
        return (starts, stops);
    };
    let korean = hangul(*first) && before.first().is_some_and(|c| hangul(*c));
    let begins_in_nt = opens_nt(&before) && closes_nt(&inside, &after);
    let ends_in_nt = matches!(last, 'n' | 'N') && ends_nt(&after);
    let language = last.is_alphabetic() && letter(*last) && language_suffix(&after);
    let begins = !(joined(*first, &before) || korean || begins_in_nt);
    let ends = !(joined(*last, &after) || ends_in_nt || language);
    (starts && begins, stops && ends)
}

/// Returns whether the character inside and those outside, nearest first, are parts of one word, by
/// the rules that are the same at both ends.
fn joined(inside: char, outside: &[char]) -> bool {
    let Some(outer) = outside.first() else {
        return false;
    };
    let beyond_underscores = outside.iter().find(|c| **c != '_');
    match inside {
        _ if letter(inside) => {
            letter(*outer) || (*outer == '_' && beyond_underscores.is_some_and(|c| letter(*c)))
        }
        '_' => letter(*outer),
        _ if inside.is_ascii_punctuation() => letter(*outer) || (*outer == inside),
        _ => katakana(inside) && katakana(*outer),
    }
}

fn opens_nt(before: &[char]) -> bool {
    matches!(before, ['\'' | '’' | 'ʼ', 'n' | 'N', ..])
}

fn closes_nt(inside: &[char], after: &[char]) -> bool {
    let next = inside.get(1).or(after.first());
    matches!(inside[0], 't' | 'T') && !next.is_some_and(|c| letter(*c))
}

fn ends_nt(after: &[char]) -> bool {
    matches!(after, ['\'' | '’' | 'ʼ', 't' | 'T', rest @ ..] if !rest.first().is_some_and(|c| letter(*c)))
}

fn language_suffix(after: &[char]) -> bool {
    let suffix: String = after.iter().take_while(|c| "+#".contains(**c)).collect();
    let stands = !after.get(suffix.len()).is_some_and(|c| letter(*c));
    stands && (suffix.starts_with("++") || suffix.starts_with('#'))
}

fn hangul(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11FF}' | '\u{3130}'..='\u{318F}' | '\u{A960}'..='\u{A97F}')
        || matches!(c, '\u{AC00}'..='\u{D7FF}' | '\u{FFA0}'..='\u{FFDC}')
}

fn katakana(c: char) -> bool {
    matches!(c, '\u{30A1}'..='\u{30FA}' | '\u{30FC}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}')
        || matches!(c, '\u{FF66}'..='\u{FF9F}')
}

/// Returns whether a character is a letter or digit of a script that puts spaces between words.
fn letter(c: char) -> bool {
    c.is_alphanumeric() && !unspaced(c) && !hangul(c) && !katakana(c)
}

pub(crate) fn unspaced(c: char) -> bool {
    let unspaced = [
        '\u{E00}'..='\u{EFF}',
        '\u{1000}'..='\u{109F}',
        '\u{1780}'..='\u{17FF}',
        '\u{2E80}'..='\u{2FDF}',
        '\u{3005}'..='\u{3007}',
        '\u{3021}'..='\u{3029}',
        '\u{3041}'..='\u{309F}',
        '\u{3100}'..='\u{312F}',
        '\u{31A0}'..='\u{31BF}',
        '\u{3400}'..='\u{4DBF}',
        '\u{4E00}'..='\u{9FFF}',
        '\u{F900}'..='\u{FAFF}',
        '\u{20000}'..='\u{3FFFF}',
    ];
    unspaced.iter().any(|range| range.contains(&c))
}
