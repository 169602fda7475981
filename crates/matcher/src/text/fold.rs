//! Folds one character, with what extends it, into the form in which texts are compared.

use super::emoji::{JOINER, is_tag};
use super::marks::{is_left_out, is_mark, is_optional_mark};
use super::typing::{letters, plain};
use crate::unicode::{canonical_combining_class, decompose, fold_case};

/// Whether capital and small letters are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    /// They are the same.
    Fold,
    /// They differ.
    Keep,
}

/// Returns whether a character is ignored in matching, because nobody sees or types it. Within an
/// emoji, joiners and tags are not ignored, since they change which emoji is drawn.
pub(crate) fn is_ignorable(c: char) -> bool {
    match c {
        '\0'..'\u{AD}' => c.is_control() && !c.is_whitespace(),
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{17B4}' | '\u{17B5}' => true,
        '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' => true,
        '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}' => true,
        '\u{FFF0}'..='\u{FFF8}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' => true,
        '\u{E0001}' => true,
        _ => is_variation_selector(c) || is_tag(c) || is_optional_mark(c),
    }
}

fn is_variation_selector(c: char) -> bool {
    matches!(c, '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}')
}

/// Returns whether a character belongs to the one before it: accents, variation selectors, the
/// voice marks of half-width Katakana, and the later letters of a Korean syllable that is written
/// in parts.
pub(crate) fn extends_cluster(previous: Option<char>, c: char) -> bool {
    match c {
        ..'\u{300}' => false,
        '\u{1160}'..='\u{11A7}' => previous.is_some_and(takes_vowel),
        '\u{11A8}'..='\u{11FF}' => previous.is_some_and(takes_final),
        '\u{FF9E}' | '\u{FF9F}' => true,
        _ => is_variation_selector(c) || is_mark(c),
    }
}

/// Returns whether a vowel extends the character, as in rules GB6 to GB8 of UAX #29, which join the
/// parts of Korean syllables.
fn takes_vowel(previous: char) -> bool {
    let open_syllable = matches!(previous, '\u{AC00}'..='\u{D7A3}')
        && (u32::from(previous) - 0xAC00).is_multiple_of(28);
    open_syllable || matches!(previous, '\u{1100}'..='\u{11A7}')
}

fn takes_final(previous: char) -> bool {
    matches!(previous, '\u{AC00}'..='\u{D7A3}' | '\u{1160}'..='\u{11FF}')
}

/// Appends the compared form of one character and what extends it: decomposed, so that "é" is the
/// same in both spellings, "ﬁ" the same as "fi" and "Ａ" as "A"; as people type it, without marks
/// that they leave out; and with `Case::Fold` case-folded.
pub(crate) fn push_folded(cluster: &str, case: Case, chars: &mut Vec<char>, out: &mut Vec<u8>) {
    chars.clear();
    // A cluster has joiners and tags only if it is an emoji.
    let is_seen = |c: &char| !is_ignorable(*c) || *c == JOINER || is_tag(*c);
    for c in cluster.chars().filter(is_seen) {
        push_decomposed(plain(c), &mut |part| match case {
            Case::Keep => chars.push(part),
            // A folded character may need to be decomposed again, such as U+1F80.
            Case::Fold => fold_case(part, |f| push_decomposed(f, &mut |d| chars.push(d))),
        });
    }
    order_marks(chars);
    let mut letter = '\0';
    chars.retain(|c| {
        if !is_mark(*c) {
            letter = *c;
        }
        match c {
            // İ folds to an i with a dot above, which readers do not distinguish from i.
            '\u{307}' => case == Case::Keep || letter != 'i',
            mark => !is_left_out(letter, *mark),
        }
    });
    let mut utf8 = [0; 4];
    for c in chars {
        out.extend_from_slice(c.encode_utf8(&mut utf8).as_bytes());
    }
}

fn push_decomposed(c: char, push: &mut dyn FnMut(char)) {
    if let Some(letters) = letters(c) {
        return letters.into_iter().for_each(push);
    }
    decompose(c, |part| {
        if !is_optional_mark(part) {
            push(plain(part));
        }
    });
}

/// Sorts runs of marks by class, into canonical order (UAX #15). The runs are short.
fn order_marks(chars: &mut [char]) {
    for end in 1..chars.len() {
        for at in (1..=end).rev() {
            let (before, mark) = (chars[at - 1], chars[at]);
            let class = canonical_combining_class(mark);
            if class == 0 || canonical_combining_class(before) <= class {
                break;
            }
            chars.swap(at - 1, at);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use icu_casemap::CaseMapper;
    use unicode_normalization::UnicodeNormalization;

    use super::*;

    fn folded(text: &str) -> String {
        let mut out = Vec::new();
        push_folded(text, Case::Fold, &mut Vec::new(), &mut out);
        String::from_utf8(out).unwrap()
    }

    /// Folding makes the same characters equal as NFKC and ICU's full case folding, besides those
    /// that people type for one another; it does not matter which of them represents the others
    /// (small or, for Cherokee, capital).
    #[test]
    fn characters_fold_alike_where_icu_folds_them_alike() {
        let mapper = CaseMapper::new();
        let compatible = |text: &str| {
            let parts = text.chars().flat_map(|c| {
                let whole = c.to_string();
                let parts: String = whole.nfkd().collect();
                if parts.starts_with(' ') { whole.nfd().collect() } else { parts }
                    .chars()
                    .collect::<Vec<_>>()
            });
            let parts = parts.filter(|c| !is_optional_mark(*c)).map(plain).nfd();
            let mut letter = '\0';
            let kept = parts.filter(|c| {
                letter = if is_mark(*c) { letter } else { *c };
                !is_left_out(letter, *c)
            });
            kept.collect::<String>().replace('œ', "oe").replace('Œ', "OE")
        };
        let (mut ours, mut icus) = (HashMap::new(), HashMap::new());
        for c in (char::MIN..=char::MAX).filter(|c| !is_ignorable(*c) && plain(*c) == *c) {
            if crate::unicode::is_sign(c) || c == 'İ' || c.is_whitespace() || newer_than_std(c) {
                continue;
            }
            let icu =
                compatible(&mapper.fold_string(&compatible(&c.to_string()))).replace('ı', "i");
            let our = folded(&c.to_string());
            assert_eq!(*ours.entry(icu.clone()).or_insert(our.clone()), our, "{c:?}");
            assert_eq!(*icus.entry(our).or_insert(icu.clone()), icu, "{c:?}");
        }
    }

    /// Returns whether a character's case pair is in Unicode 18, which ICU knows, but not in
    /// version 17 of the standard library.
    fn newer_than_std(c: char) -> bool {
        matches!(c, '\u{A7DD}'..='\u{A7E2}' | '\u{AB6C}'..='\u{AB6D}' | '\u{1DF40}'..='\u{1DFFF}')
    }

    #[test]
    fn all_four_letters_i_fold_alike() {
        for i in ["i", "I", "ı", "İ", "I\u{307}"] {
            assert_eq!(folded(i), "i");
        }
    }

    #[test]
    fn a_folded_character_folds_to_itself() {
        for c in (char::MIN..=char::MAX).filter(|c| !c.is_whitespace()) {
            let once = crate::text::folded(&c.to_string());
            assert_eq!(crate::text::folded(&once), once, "{c:?}");
        }
    }
}
