//! Extracts the part of a text around its first match, with the matches marked.

use std::ops::Range;

use foundation::wording::line::reorders;
use matcher::{Utf16Span, from_utf16};
use unicode_segmentation::GraphemeCursor;

use platform::sources::Attached;

/// The approximate number of characters that a chat or browser shows of a post.
pub const EXCERPT_CHARS: usize = 300;

/// A run of text, marked or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    pub text: String,
    pub is_marked: bool,
}

impl Run {
    /// Returns the lines of a text with line breaks.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.split('\n')
    }
}

/// Returns the text with `*` around what is marked.
pub fn plain_text(runs: &[Run]) -> String {
    let texts = runs.iter().map(|run| match run.is_marked {
        true => format!("*{}*", run.text),
        false => run.text.clone(),
    });
    texts.collect()
}

/// Returns about `length` characters of `text` on one line around the first of `spans`, cut between
/// words, with an ellipsis where it was cut. Spans that do not lie in the text are skipped.
pub fn excerpt(text: &str, spans: &[Utf16Span], length: usize) -> Vec<Run> {
    let ranges = byte_ranges(text, spans);
    let (first, first_end) = ranges.first().copied().unwrap_or((0, 0));
    let Range { start, end } = window(text, &(first..first_end), length);
    let mut shown = runs(text, start, end, &ranges);
    if start > 0 {
        shown.insert(0, plain(&ellipsis_after(&text[..start])));
    }
    if end < text.len() {
        shown.push(plain(" …"));
    }
    shown
}

/// Returns the part of `text` to show: about `length` characters around `first`, cut between words, or
/// where there are none between characters as a reader sees them. A longer match is cut, too.
pub(super) fn window(text: &str, first: &Range<usize>, length: usize) -> Range<usize> {
    let total = text.chars().count();
    if total <= length {
        return 0..text.len();
    }
    // A third goes before the match, the rest after its start; what one side does not use goes to
    // the other.
    let before = text[..first.start].chars().count();
    let wanted_before = (length / 3).max(length.saturating_sub(total - before));
    let start = match before.checked_sub(wanted_before) {
        None | Some(0) => 0,
        Some(skipped) => word_start(text, byte_of(text, skipped), first.start),
    };
    let first_end = first.end.min(byte_of(text, before + length));
    let start_chars = text[..start].chars().count();
    let end = byte_of(text, start_chars + length).max(first_end);
    start..word_end(text, end, first_end.max(start))
}

/// Returns the ellipsis for a cut after `before`.
pub(super) fn ellipsis_after(before: &str) -> String {
    format!("{}… ", symbol_of_cut(before))
}

/// Returns the symbol, with a space, of the description of an attachment that a cut after `before`
/// divides; empty if the cut is elsewhere.
fn symbol_of_cut(before: &str) -> String {
    let line = before.rsplit('\n').next().unwrap_or_default();
    Attached::of_line(line).map_or_else(String::new, |attached| format!("{} ", attached.symbol()))
}

fn plain(text: &str) -> Run {
    Run { text: text.to_owned(), is_marked: false }
}

/// Returns the spans as byte ranges, in order and without overlap.
pub(super) fn byte_ranges(text: &str, spans: &[Utf16Span]) -> Vec<(usize, usize)> {
    let mut ranges: Vec<_> = spans
        .iter()
        .filter_map(|span| from_utf16(text, *span))
        .map(|span| (span.start, span.end))
        .filter(|(start, end)| start < end)
        .collect();
    ranges.sort_unstable();
    let mut end = 0;
    ranges.retain(|range| {
        let is_free = range.0 >= end;
        if is_free {
            end = range.1;
        }
        is_free
    });
    ranges
}

fn byte_of(text: &str, chars: usize) -> usize {
    text.char_indices().nth(chars).map_or(text.len(), |(at, _)| at)
}

/// Returns the start of the next word from `at` on, at most `limit`.
fn word_start(text: &str, at: usize, limit: usize) -> usize {
    let cut = text[at..limit].find(char::is_whitespace);
    let characters = || (at..limit).find(|at| begins_character(text, *at));
    cut.map_or_else(
        || characters().unwrap_or(limit),
        |offset| {
            let rest = &text[at + offset..limit];
            at + offset + rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len())
        },
    )
}

/// Returns the end of the last whole word up to `at`, not before `limit`. A text without spaces is
/// cut between characters.
fn word_end(text: &str, at: usize, limit: usize) -> usize {
    if at >= text.len() {
        return text.len();
    }
    if text[at..].starts_with(char::is_whitespace) {
        return at;
    }
    let cut = text[limit..at].rfind(char::is_whitespace);
    let characters = || (limit..=at).rev().find(|at| begins_character(text, *at));
    cut.map_or_else(|| characters().unwrap_or(limit), |offset| limit + offset)
}

/// Returns whether a character as a reader sees it, which may be several of Unicode's, begins at `at`.
fn begins_character(text: &str, at: usize) -> bool {
    let mut cursor = GraphemeCursor::new(at, text.len(), true);
    text.is_char_boundary(at) && cursor.is_boundary(text, 0).unwrap_or(true)
}

/// Splits a text into runs. Every sequence of white space becomes one space: an email shows the
/// text as one paragraph.
fn runs(text: &str, start: usize, end: usize, ranges: &[(usize, usize)]) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut at = start;
    let inside = ranges.iter().map(|(from, to)| (*from.max(&start), *to.min(&end)));
    for (from, to) in inside.filter(|(from, to)| from < to) {
        push(&mut runs, &text[at..from], false);
        push(&mut runs, &text[from..to], true);
        at = to;
    }
    push(&mut runs, &text[at..end], false);
    if let Some(last) = runs.last_mut().filter(|run| !run.is_marked) {
        last.text.truncate(last.text.trim_end().len());
    }
    runs.retain(|run| !run.text.is_empty());
    runs
}

fn push(runs: &mut Vec<Run>, text: &str, is_marked: bool) {
    let mut line = String::with_capacity(text.len());
    let ends_in_space = |runs: &[Run]| runs.last().is_none_or(|r| r.text.ends_with(' '));
    for c in text.chars() {
        // Control characters do not belong in an email either.
        if c.is_whitespace() || c.is_control() {
            let doubled = if line.is_empty() { ends_in_space(runs) } else { line.ends_with(' ') };
            if !doubled {
                line.push(' ');
            }
        } else if !reorders(c) {
            line.push(c);
        }
    }
    if !line.is_empty() {
        runs.push(Run { text: line, is_marked });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(start: usize, end: usize) -> Utf16Span {
        Utf16Span { start, end }
    }

    fn shown(runs: &[Run]) -> String {
        let show = |run: &Run| {
            if run.is_marked { format!("[{}]", run.text) } else { run.text.clone() }
        };
        runs.iter().map(show).collect()
    }

    #[test]
    fn a_short_text_is_shown_whole_on_one_line() {
        let runs = excerpt("We use\r\n\r\n rust \u{7}here", &[span(11, 15)], 300);
        assert_eq!(shown(&runs), "We use [rust] here");
    }

    #[test]
    fn a_long_text_is_cut_between_words_around_the_first_match() {
        let text = format!("{}needle {}", "before ".repeat(50), "after ".repeat(100));
        let runs = excerpt(&text, &[span(350, 356)], 60);
        assert_eq!(shown(&runs), "… before before [needle] after after after after after after …");
    }

    #[test]
    fn a_match_at_the_end_uses_the_whole_length() {
        let text = format!("{}needle", "word ".repeat(100));
        let runs = excerpt(&text, &[span(500, 506)], 40);
        assert_eq!(shown(&runs), "… word word word word word word [needle]");
    }

    #[test]
    fn a_description_that_is_cut_keeps_its_symbol() {
        let shown_of = |line: &str| {
            let text = format!("Look\n\n{line}{}needle", "word ".repeat(100));
            let at = text.encode_utf16().count() - "needle".len();
            shown(&excerpt(&text, &[span(at, at + 6)], 20))
        };
        assert_eq!(shown_of("🖼️ "), "🖼️ … word word [needle]");
        assert_eq!(shown_of("A 🖼️ "), "… word word [needle]");
        assert_eq!(shown_of("🖼️ A pot\n\n"), "… word word [needle]");
    }

    #[test]
    fn a_text_without_a_match_is_shown_from_its_start() {
        assert_eq!(shown(&excerpt(&"word ".repeat(100), &[], 18)), "word word word …");
        assert_eq!(shown(&excerpt("", &[], 18)), "");
    }

    #[test]
    fn no_character_is_cut_and_a_long_match_is() {
        let family = "👩\u{200d}👩\u{200d}👧";
        let whole = |shown: String| shown.trim_end_matches(" …").split(family).all(str::is_empty);
        for length in 1..20 {
            let cut = shown(&excerpt(&family.repeat(20), &[], length));
            assert!(whole(cut.clone()), "{length}: {cut:?}");
        }
        let piled_up = format!("a {}", "\u{301}".repeat(10_000));
        assert_eq!(shown(&excerpt(&piled_up, &[], 100)), "a …");
        let long = "x".repeat(1_000);
        let cut = excerpt(&long, &[span(0, 1_000)], 100);
        assert!(shown(&cut).chars().count() < 110, "{cut:?}");
    }

    #[test]
    fn spans_outside_the_text_or_inside_a_character_are_skipped() {
        let spans = [span(0, 1), span(3, 7), span(3, 9), span(90, 99), span(7, 3)];
        let runs = excerpt("🔥 rust", &spans, 300);
        assert_eq!(shown(&runs), "🔥 [rust]");
    }

    #[test]
    fn no_input_makes_it_fail() {
        let texts = [
            "",
            " ",
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "日本語のとても長い文章です。日本語のとても長い文章です。",
            "a \n b \u{0} c 🔥🔥🔥🔥🔥🔥🔥",
        ];
        for text in texts {
            for start in 0..30 {
                for end in 0..30 {
                    for length in [0, 1, 5, 29] {
                        let runs = excerpt(text, &[span(start, end)], length);
                        assert!(runs.iter().all(|r| !r.text.contains('\n')));
                    }
                }
            }
        }
    }
}
