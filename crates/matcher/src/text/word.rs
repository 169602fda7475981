//! Decides whether a match is a whole word.
//!
//! UAX #29's word boundaries are made for cursor movement and line breaking: by them "Acme's" and
//! "acme.com" are one word each, "C++" is three, and Korean nouns cannot be found with their
//! particles. The rules here use its classes and boundaries between grapheme clusters, and tailor
//! the rest (as UAX #29 section 1 provides for) to the expectations of someone who watches a name.

use super::elision::is_joined;
use super::emoji::is_flag_half;
use super::side::{Side, backward, forward};
use super::typing::is_apostrophe;
use crate::item::Span;
use crate::unicode::is_boundary;

/// The most halves of flags that are counted back to pair them, so that long hostile runs do not
/// take quadratic time.
const MAX_FLAG_HALVES: usize = 400;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Letters and digits of scripts that put spaces between words.
    Letter,
    Katakana,
    Hangul,
    /// Scripts without spaces: every character may begin or end a word.
    Unspaced,
    Underscore,
    /// ASCII punctuation.
    Symbol,
    /// Everything else: white space, other punctuation, emoji.
    Other,
}

fn class(c: char) -> Class {
    match c {
        '_' => Class::Underscore,
        'a'..='z' | 'A'..='Z' | '0'..='9' => Class::Letter,
        _ if c.is_ascii_punctuation() => Class::Symbol,
        _ if c.is_ascii() => Class::Other,
        '\u{1100}'..='\u{11FF}' | '\u{3130}'..='\u{318F}' | '\u{A960}'..='\u{A97F}' => {
            Class::Hangul
        }
        '\u{AC00}'..='\u{D7FF}' | '\u{FFA0}'..='\u{FFDC}' => Class::Hangul,
        '\u{30A1}'..='\u{30FA}' | '\u{30FC}'..='\u{30FF}' => Class::Katakana,
        '\u{31F0}'..='\u{31FF}' | '\u{FF66}'..='\u{FF9F}' => Class::Katakana,
        // Thai and Lao, Myanmar, Khmer.
        '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' => {
            Class::Unspaced
        }
        // Han with its radicals and marks, Hiragana, Bopomofo.
        '\u{2E80}'..='\u{2FDF}' | '\u{3005}'..='\u{3007}' | '\u{3021}'..='\u{3029}' => {
            Class::Unspaced
        }
        '\u{3041}'..='\u{309F}' | '\u{3100}'..='\u{312F}' | '\u{31A0}'..='\u{31BF}' => {
            Class::Unspaced
        }
        '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' => {
            Class::Unspaced
        }
        '\u{20000}'..='\u{3FFFF}' => Class::Unspaced,
        _ if c.is_alphanumeric() => Class::Letter,
        _ => Class::Other,
    }
}

/// Returns whether the span, which must not be empty, is a whole word of the text.
pub(crate) fn is_whole_word(text: &str, span: Span) -> bool {
    begins_word(text, span) && ends_word(text, span)
}

/// Returns whether no word that began before the span, which must not be empty, continues in it.
pub(crate) fn begins_word(text: &str, span: Span) -> bool {
    match forward(&text[span.range()]).next() {
        Some(first) => begins_with(text, span.start, first),
        // Nothing but marks, which are not part of the surrounding text.
        None => parts_clusters(text, span.start),
    }
}

/// Returns whether the last word of the span, which must not be empty, does not continue after it.
pub(crate) fn ends_word(text: &str, span: Span) -> bool {
    match backward(&text[span.range()]).next() {
        Some(last) => ends_with(text, span.end, last),
        None => parts_clusters(text, span.end),
    }
}

/// Returns whether a character belongs to a script that does not put spaces between words.
pub(crate) fn is_unspaced(c: char) -> bool {
    matches!(class(c), Class::Unspaced)
}

fn begins_with(text: &str, at: usize, inner: char) -> bool {
    let (before, after) = (&text[..at], &text[at..]);
    if !parts_clusters(text, at) {
        return false;
    }
    let Some(outer) = backward(before).next() else {
        return true;
    };
    match (class(inner), class(outer)) {
        (Class::Hangul, Class::Hangul) | (Class::Katakana, Class::Katakana) => false,
        (Class::Letter | Class::Underscore, Class::Letter) | (Class::Symbol, Class::Letter) => {
            false
        }
        (Class::Symbol, Class::Symbol) => inner != outer,
        (Class::Letter, Class::Underscore) => !letter_beyond(backward(before)),
        (Class::Letter, _) if is_apostrophe(outer) => {
            !is_contracted(backward(before).beyond(), forward(after))
                && !is_joined(backward(before).beyond(), forward(after))
        }
        _ => true,
    }
}

fn ends_with(text: &str, at: usize, inner: char) -> bool {
    let (before, after) = (&text[..at], &text[at..]);
    if !parts_clusters(text, at) {
        return false;
    }
    let Some(outer) = forward(after).next() else {
        return true;
    };
    match (class(inner), class(outer)) {
        (Class::Katakana, Class::Katakana) => false,
        (Class::Letter | Class::Underscore, Class::Letter) | (Class::Symbol, Class::Letter) => {
            false
        }
        (Class::Symbol, Class::Symbol) => inner != outer,
        (Class::Letter, Class::Underscore) => !letter_beyond(forward(after)),
        (Class::Letter, _) if is_apostrophe(outer) => {
            !is_contracted(backward(before), forward(after).beyond())
        }
        (Class::Letter, Class::Symbol) if inner.is_alphabetic() => {
            !has_language_suffix(forward(after))
        }
        _ => true,
    }
}

/// Returns whether a letter follows the underscores. Underscores join letters, as in snake_case,
/// but around a word they are Markdown's emphasis.
fn letter_beyond(mut outside: Side<'_>) -> bool {
    outside.find(|c| *c != '_').is_some_and(|c| class(c) == Class::Letter)
}

/// Returns whether an apostrophe joins what is on its two sides. It separates words ("Acme's",
/// "l'eau") except in n't ("don" is not a word of "don't"), in Ukrainian and Belarusian, where it comes before the
/// letters я, ю, є, ї, е and ё within a word, and before what [`is_joined`].
fn is_contracted(mut before: Side<'_>, mut after: Side<'_>) -> bool {
    match (before.next(), after.next()) {
        (Some('n' | 'N'), Some('t' | 'T')) => {
            after.next().is_none_or(|c| class(c) != Class::Letter)
        }
        (Some('\u{400}'..='\u{52F}'), Some(vowel)) => "яюєїеёЯЮЄЇЕЁ".contains(vowel),
        _ => false,
    }
}

/// Returns whether a suffix makes another name: "C" is not a word of "C++" or "C#".
fn has_language_suffix(mut after: Side<'_>) -> bool {
    let (first, second) = (after.next(), after.clone().next());
    let long_enough = first == Some('#') || (first, second) == (Some('+'), Some('+'));
    let beyond = after.find(|c| !matches!(c, '+' | '#'));
    long_enough && beyond.is_none_or(|c| class(c) != Class::Letter)
}

/// Returns whether a position is between two grapheme clusters, and not inside an emoji or accented
/// letter.
fn parts_clusters(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let ascii = |i: usize| bytes.get(i).is_none_or(u8::is_ascii);
    if at == 0 || (ascii(at - 1) && ascii(at)) {
        return true;
    }
    if text[at..].starts_with(is_flag_half) && text[..at].ends_with(is_flag_half) {
        // Pairs halves as rules GB12 and GB13 of UAX #29 do. The cursor would count from the
        // beginning of a run again for each of its positions.
        let run = text[..at].chars().rev().take_while(|c| is_flag_half(*c));
        return run.take(MAX_FLAG_HALVES).count().is_multiple_of(2);
    }
    is_boundary(text, at)
}
