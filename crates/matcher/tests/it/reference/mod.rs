//! A second implementation of the matcher's rules, as plain as possible and without regard to
//! speed: each field is divided into units (a character with its extending characters, or a run of
//! white space), each unit is folded by ICU, and the keyword is tried at every unit.

pub(crate) mod address;
pub(crate) mod query;

use std::collections::HashMap;

use icu_casemap::CaseMapper;
use matcher::{Field, Item, Kind, Match, Scope, Span, VisibleText, Watch};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;
use unicode_segmentation::UnicodeSegmentation;

use address::Address;

/// A field of an item, divided into units.
pub(crate) struct Units {
    pub(crate) text: String,
    units: Vec<Unit>,
    /// Where text that follows a quotation begins.
    quote_ends: Vec<usize>,
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
        let graphemes: HashMap<usize, &str> = text.grapheme_indices(true).collect();
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
                let joined = graphemes.get(&chars[first].0).map_or(0, |own| joined_chars(own));
                n = n.max(first + joined);
                while n < chars.len() && extends_unit(chars[n - 1].1, chars[n].1) {
                    n += 1;
                }
            }
            let (start, end) = (chars[first].0, end_of(n - 1));
            let exact = exact(&text[start..end]);
            units.push(Unit { folded: fold(&exact), exact, start, end });
        }
        Units { text: text.to_owned(), units, quote_ends: Vec::new() }
    }

    /// Divides a text that may have quotations.
    fn written(text: &str) -> Self {
        let mut units = Units::new(text);
        let mut depth = 0;
        let mut start = 0;
        for line in text.split('\n') {
            let own = quote_depth(line);
            if own > 0 || !line.trim_matches(|c: char| c.is_ascii_whitespace()).is_empty() {
                if depth > 0 && own != depth {
                    units.quote_ends.push(start);
                }
                depth = own;
            }
            start += line.len() + 1;
        }
        units
    }

    /// Returns the runs of whole units that spell the watch's keyword and pass its filters for case
    /// and whole words, leftmost first.
    fn find(&self, watch: &Watch) -> Vec<Span> {
        let filters = watch.filters();
        let keyword = watch.keyword();
        let mut spans = match Address::of(keyword) {
            Some(address) => address.places(keyword, self, filters.case_sensitive),
            None => self.places(keyword, filters.case_sensitive),
        };
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
            .retain(|span| !self.quote_ends.iter().any(|end| span.start < *end && *end < span.end));
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
            written: if has_markup { Units::written(text) } else { Units::new(text) },
            seen: visible.map(|visible| {
                let units = Units::new(visible.text());
                (visible, units)
            }),
        }
    }

    /// Returns what `find` finds in both, as spans of the written text, in order. Where the texts
    /// differ, matches lie within a paragraph.
    pub(crate) fn find(&self, find: impl Fn(&Units) -> Vec<Span>) -> Vec<Span> {
        self.find_whole(find, |_, span| Some(span))
    }

    /// Like [`Reading::find`], with each span as `whole` returns it.
    fn find_whole(
        &self,
        find: impl Fn(&Units) -> Vec<Span>,
        whole: impl Fn(&str, Span) -> Option<Span>,
    ) -> Vec<Span> {
        let mut spans = find(&self.written);
        spans = spans.into_iter().filter_map(|span| whole(&self.written.text, span)).collect();
        if let Some((visible, units)) = &self.seen {
            let mut seen = find(units);
            seen.retain(|span| visible.is_other(*span));
            for span in seen {
                let source = visible.source_span(span);
                let is_within = visible.is_in_paragraph(span);
                if !self.written.text.contains(['>']) && !self.written.text.contains("&gt;") {
                    assert_eq!(is_within, !has_blank_line(&self.written.text[source.range()]));
                }
                if is_within {
                    let whole = whole(&units.text, span);
                    spans.extend(whole.map(|span| visible.source_span(span)));
                }
            }
        }
        spans.sort();
        spans
    }
}

/// Returns the number of marks of quotations at the beginning of a line.
fn quote_depth(line: &str) -> usize {
    let mut rest = line;
    let mut depth = 0;
    loop {
        let inner = rest.trim_start_matches(' ');
        let mark = inner.strip_prefix("&gt;").or(inner.strip_prefix('>'));
        match mark {
            Some(next) if rest.len() - inner.len() <= 3 => rest = next,
            _ => return depth,
        }
        depth += 1;
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
            let address = Address::of(watch.keyword());
            let mut spans = reading.find_whole(
                |units| units.find(watch),
                |text, span| match &address {
                    Some(address) => address.whole(text, span),
                    None => Some(span),
                },
            );
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

/// Returns the number of characters at the beginning of a cluster that make one emoji: a flag, or
/// all up to the last emoji that is joined to others.
fn joined_chars(cluster: &str) -> usize {
    let chars: Vec<char> = cluster.chars().collect();
    let is_half = |c: &char| ('\u{1F1E6}'..='\u{1F1FF}').contains(c);
    match chars[..] {
        [first, second, ..] if is_half(&first) && is_half(&second) => return 2,
        ['🏴', ..] => {
            let tags = chars[1..].iter().take_while(|c| tag(**c)).count();
            if tags > 0 {
                return 1 + tags;
            }
        }
        [first, ..] if first.is_alphanumeric() => return 0,
        _ => (),
    }
    let extends = |c: char| format!("a{c}").graphemes(true).count() == 1;
    let joined = (1..chars.len()).rev().find(|n| {
        chars[*n - 1] == '\u{200D}' && !extends(chars[*n]) && !chars[*n].is_alphanumeric()
    });
    joined.map_or(0, |last| last + 1)
}

fn tag(c: char) -> bool {
    ('\u{E0020}'..='\u{E007F}').contains(&c)
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
        ('\u{17B4}', '\u{17B5}'),
        ('\u{180B}', '\u{180F}'),
        ('\u{200B}', '\u{200F}'),
        ('\u{202A}', '\u{202E}'),
        ('\u{2060}', '\u{206F}'),
        ('\u{3164}', '\u{3164}'),
        ('\u{FE00}', '\u{FE0F}'),
        ('\u{FEFF}', '\u{FEFF}'),
        ('\u{FFA0}', '\u{FFA0}'),
        ('\u{FFF0}', '\u{FFF8}'),
        ('\u{1BCA0}', '\u{1BCA3}'),
        ('\u{1D173}', '\u{1D17A}'),
        ('\u{E0001}', '\u{E0001}'),
        ('\u{E0100}', '\u{E01EF}'),
    ];
    ranges.iter().any(|(first, last)| (*first..=*last).contains(&c)) || tag(c) || optional(c)
}

/// Returns whether a mark is one that people leave out, from the code charts of each script.
fn optional(c: char) -> bool {
    let of = |chart: &[(u32, u32)]| {
        chart.iter().any(|(first, last)| (*first..=*last).contains(&u32::from(c)))
    };
    let hebrew = [
        (0x591, 0x5BD),
        (0x5BF, 0x5BF),
        (0x5C1, 0x5C2),
        (0x5C4, 0x5C5),
        (0x5C7, 0x5C7),
        (0xFB1E, 0xFB1E),
    ];
    let arabic = [
        (0x610, 0x61A),
        (0x640, 0x640),
        (0x64B, 0x652),
        (0x656, 0x65F),
        (0x670, 0x670),
        (0x898, 0x89F),
        (0x8CA, 0x8E1),
        (0x8E3, 0x8FF),
        (0x10EFA, 0x10EFF),
    ];
    let quran = [(0x6D6, 0x6DC), (0x6DF, 0x6E8), (0x6EA, 0x6ED)];
    let forms =
        [(0xFC5E, 0xFC63), (0xFCF2, 0xFCF4), (0xFE70, 0xFE72), (0xFE74, 0xFE74), (0xFE76, 0xFE7F)];
    let syriac_and_mandaic = [(0x711, 0x711), (0x730, 0x74A), (0x859, 0x85B)];
    let samaritan = [(0x816, 0x819), (0x81B, 0x823), (0x825, 0x827), (0x829, 0x82D)];
    let armenian_and_ethiopic = [(0x55B, 0x55C), (0x55E, 0x55E), (0x135D, 0x135F)];
    let vedic = [
        (0x951, 0x952),
        (0x1CD0, 0x1CD2),
        (0x1CD4, 0x1CE0),
        (0x1CE2, 0x1CE8),
        (0x1CED, 0x1CED),
        (0x1CF4, 0x1CF4),
        (0x1CF8, 0x1CF9),
        (0xA8E0, 0xA8F1),
    ];
    of(&hebrew)
        || of(&arabic)
        || of(&quran)
        || of(&forms)
        || of(&syriac_and_mandaic)
        || of(&samaritan)
        || of(&armenian_and_ethiopic)
        || of(&vedic)
}

fn extends_unit(previous: char, c: char) -> bool {
    let syllable = |c: char| ('가'..='힣').contains(&c);
    // Only a syllable without a final consonant is decomposed into two letters.
    let open = syllable(previous) && previous.to_string().nfd().count() == 2;
    mark(c)
        || ('\u{FE00}'..='\u{FE0F}').contains(&c)
        || ('\u{E0100}'..='\u{E01EF}').contains(&c)
        || matches!(c, 'ﾞ' | 'ﾟ')
        || (vowel(c) && (open || leading(previous) || vowel(previous)))
        || (last(c) && (syllable(previous) || vowel(previous) || last(previous)))
}

/// Returns whether a character is drawn on, around or with the one before it.
pub(crate) fn mark(c: char) -> bool {
    let around = ('\u{20DD}'..='\u{20E4}').contains(&c);
    canonical_combining_class(c) != 0 || around || optional(c)
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
    let seen = unit.chars().filter(|c| !invisible(*c) || *c == '\u{200D}' || tag(*c));
    let exact: String = decomposed(&seen.collect::<String>()).nfd().collect();
    let first = exact.chars().next();
    let stressed = |letters: &str| first.is_some_and(|c| letters.contains(c));
    let left_out = |c: &char| match c {
        '\u{300}' | '\u{301}' => stressed("аеиоуыэюяієѣАЕИОУЫЭЮЯІЄѢαεηιουωρΑΕΗΙΟΥΩΡ"),
        '\u{313}' | '\u{314}' | '\u{342}' => stressed("αεηιουωρΑΕΗΙΟΥΩΡ"),
        '\u{308}' => stressed("еЕ"),
        _ => false,
    };
    exact.chars().filter(|c| !left_out(c)).collect()
}

/// Returns the form of a text by NFKD, without marks that people leave out and with what they type;
/// an accent on its own is no space with an accent.
fn decomposed(text: &str) -> String {
    let decompose = |c: char| decomposed_char(plain(c));
    text.chars()
        .map(decompose)
        .collect::<String>()
        .chars()
        .filter(|c| !optional(*c))
        .map(plain)
        .collect::<String>()
        .replace('œ', "oe")
        .replace('Œ', "OE")
}

/// Returns the form of a character by NFKD, except for signs of trade marks and accents on
/// their own.
fn decomposed_char(c: char) -> String {
    let whole = c.to_string();
    let parts: String = whole.nfkd().collect();
    match c {
        '™' | '℠' | '🅪' | '🅫' | '🅬' => whole,
        _ if parts.starts_with(' ') => whole.nfd().collect(),
        _ => parts,
    }
}

/// Returns the character that people type for another.
fn plain(c: char) -> char {
    let typed = [
        ('\'', "`´ʹʻʼʽˈˊˋ΄᾽᾿῾՚׳ߴߵꞋꞌ‘’‚‛′‵‹›❛❜"),
        ('"', "«»ʺ״“”„‟″‶❝❞❮❯⹂「」『』〝〞〟🙶🙷🙸"),
        ('-', "֊־‐‑‒–—―⁃−⸺⸻"),
        ('/', "⁄∕"),
        ('~', "˜∼〜"),
        (':', "∶"),
        ('·', "•‧∙⋅・"),
        ('=', "゠"),
        ('\u{327}', "\u{326}"),
        ('%', "٪"),
    ];
    let zeros = ['٠', '۰', '०', '০'].map(u32::from);
    let digit =
        zeros.iter().find_map(|zero| char::from_digit(u32::from(c).checked_sub(*zero)?, 10));
    if let Some(digit) = digit {
        return digit;
    }
    typed.into_iter().find(|(_, others)| others.contains(c)).map_or(c, |(plain, _)| plain)
}

fn fold(exact: &str) -> String {
    let folded: String = decomposed(&CaseMapper::new().fold_string(exact)).nfd().collect();
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
        text.chars().filter(|c| !invisible(*c) && !mark(*c)).collect()
    };
    // A sign is the first or last of the characters that it is short for.
    let parts = |c: &char| match c.is_alphanumeric() {
        true => vec![*c],
        false => decomposed_char(*c).chars().collect(),
    };
    let first_of = |c: &char| parts(c)[0];
    let last_of = |c: &char| *parts(c).last().unwrap();
    let mut before = seen(&text[..span.start]);
    before.reverse();
    let before: Vec<char> = before.iter().map(last_of).collect();
    let inside = seen(&text[span.range()]);
    let after: Vec<char> = seen(&text[span.end..]).iter().map(first_of).collect();
    let (Some(first), Some(last)) = (inside.first().map(first_of), inside.last().map(last_of))
    else {
        return (starts, stops);
    };
    let (first, last) = (&first, &last);
    let inside: Vec<char> = inside.iter().map(first_of).collect();
    let korean = hangul(*first) && before.first().is_some_and(|c| hangul(*c));
    let begins_in_nt = (opens_nt(&before) && closes_nt(&inside, &after))
        || matches!(before[..], [mark, cyrillic, ..] if apostrophe(mark) && iotated(cyrillic, *first));
    let ends_in_nt = (matches!(last, 'n' | 'N') && ends_nt(&after))
        || matches!(after[..], [mark, vowel, ..] if apostrophe(mark) && iotated(*last, vowel));
    let language = last.is_alphabetic() && letter(*last) && language_suffix(&after);
    let following: Vec<char> = inside.iter().chain(&after).copied().collect();
    let elided = letter(*first) && opens_elided(&before, &following);
    let begins = !(joined(*first, &before) || korean || begins_in_nt || elided);
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

fn apostrophe(c: char) -> bool {
    plain(c) == '\''
}

/// Returns whether an apostrophe between these is within a Ukrainian or Belarusian word.
fn iotated(cyrillic: char, vowel: char) -> bool {
    ('\u{400}'..='\u{52F}').contains(&cyrillic) && "яюєїеёЯЮЄЇЕЁ".contains(vowel)
}

/// Returns whether an elided word is before the apostrophe that is the first of `before`, and what
/// follows it is no word of its own.
fn opens_elided(before: &[char], following: &[char]) -> bool {
    let [mark, rest @ ..] = before else { return false };
    let letters = rest.iter().take_while(|c| c.is_alphanumeric()).count();
    let elided: String = rest[..letters].iter().rev().collect::<String>().to_lowercase();
    let following: String = following.iter().take_while(|c| c.is_alphanumeric()).collect();
    let verbs = "a ai aie ait as avait avez avons elle elles en es est eu eut ha hai hanno ho il ils \
                 on ont un une y è";
    let in_list = |list: &str, word: &str| list.split(' ').any(|own| own == word);
    apostrophe(*mark)
        && !rest.get(letters).is_some_and(|c| apostrophe(*c))
        && ((in_list("c j m n s t", &elided) && in_list(verbs, &following.to_ascii_lowercase()))
            || (in_list("d jusqu l lorsqu puisqu qu quoiqu", &elided)
                && in_list(verbs, &following)))
}

fn opens_nt(before: &[char]) -> bool {
    matches!(before, [mark, 'n' | 'N', ..] if apostrophe(*mark))
}

fn closes_nt(inside: &[char], after: &[char]) -> bool {
    let next = inside.get(1).or(after.first());
    matches!(inside[0], 't' | 'T') && !next.is_some_and(|c| letter(*c))
}

fn ends_nt(after: &[char]) -> bool {
    matches!(after, [mark, 't' | 'T', rest @ ..] if apostrophe(*mark) && !rest.first().is_some_and(|c| letter(*c)))
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
