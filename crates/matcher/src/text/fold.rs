//! Folds one character, with what extends it, into the form in which texts are compared.

use crate::unicode::{canonical_combining_class, decompose_canonical, fold_case};

/// Whether capital and small letters are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    /// They are the same.
    Fold,
    /// They differ.
    Keep,
}

/// Returns whether a character is ignored in matching, because nobody sees or types it. Zero-width
/// joiners are not ignored, since they change which emoji is drawn.
pub(crate) fn is_ignorable(c: char) -> bool {
    match c {
        '\0'..'\u{AD}' => c.is_control() && !c.is_whitespace(),
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{180B}'..='\u{180F}' => true,
        '\u{200B}' | '\u{200C}' | '\u{200E}' | '\u{200F}' => true,
        '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}' => true,
        _ => is_variation_selector(c),
    }
}

fn is_variation_selector(c: char) -> bool {
    matches!(c, '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}')
}

/// Returns whether a character belongs to the one before it: accents, variation selectors, and the
/// later letters of a Korean syllable that is written in parts.
pub(crate) fn extends_cluster(previous: Option<char>, c: char) -> bool {
    match c {
        ..'\u{300}' => false,
        '\u{1160}'..='\u{11A7}' => previous.is_some_and(takes_vowel),
        '\u{11A8}'..='\u{11FF}' => previous.is_some_and(takes_final),
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

/// Returns whether a character is an accent or the like, drawn on the one before it.
pub(crate) fn is_mark(c: char) -> bool {
    c >= '\u{300}' && canonical_combining_class(c) != 0
}

/// Replaces typographic quotes and hyphens, which phones insert automatically, with plain ones.
fn plain_punctuation(c: char) -> char {
    match c {
        '\u{2018}' | '\u{2019}' | '\u{201B}' | '\u{2BC}' => '\'',
        '\u{201C}' | '\u{201D}' | '\u{201F}' => '"',
        '\u{2010}' | '\u{2011}' => '-',
        _ => c,
    }
}

/// Appends the compared form of one character and what extends it: canonically decomposed, so that
/// "é" is the same in both spellings, and with `Case::Fold` case-folded.
pub(crate) fn push_folded(cluster: &str, case: Case, chars: &mut Vec<char>, out: &mut Vec<u8>) {
    chars.clear();
    for c in cluster.chars().filter(|c| !is_ignorable(*c)).map(plain_punctuation) {
        decompose_canonical(c, |part| match case {
            Case::Keep => chars.push(part),
            // A folded character may need to be decomposed again, such as U+1F80.
            Case::Fold => fold_case(part, |f| decompose_canonical(f, |d| chars.push(d))),
        });
    }
    order_marks(chars);
    if case == Case::Fold && chars.first() == Some(&'i') {
        // İ folds to an i with a dot above, which readers do not distinguish from i.
        chars.retain(|c| *c != '\u{307}');
    }
    let mut utf8 = [0; 4];
    for c in chars {
        out.extend_from_slice(c.encode_utf8(&mut utf8).as_bytes());
    }
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

    /// Folding makes the same characters equal as ICU's full case folding; it does not matter which
    /// of them represents the others (small or, for Cherokee, capital).
    #[test]
    fn characters_fold_alike_where_icu_folds_them_alike() {
        let mapper = CaseMapper::new();
        let (mut ours, mut icus) = (HashMap::new(), HashMap::new());
        for c in
            (char::MIN..=char::MAX).filter(|c| !is_ignorable(*c) && plain_punctuation(*c) == *c)
        {
            if matches!(c, 'ı' | 'İ') || newer_than_std(c) {
                continue;
            }
            let decomposed: String = c.to_string().nfd().collect();
            let icu: String = mapper.fold_string(&decomposed).nfd().collect();
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
}
