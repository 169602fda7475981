//! How one character, with what hangs on it, is brought into the form in which texts are compared.

use unicode_normalization::char::{canonical_combining_class, decompose_canonical};

/// Whether capital and small letters count as the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    /// They do.
    Fold,
    /// They do not.
    Keep,
}

/// Characters that take no part in matching: nobody sees or types them. Zero-width joiners are
/// not among them, since they change which emoji is drawn.
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

/// Whether a character belongs to the one before it: accents, variation selectors, and the later
/// letters of a Korean syllable that is written in parts.
pub(crate) fn hangs_on_previous(c: char) -> bool {
    c >= '\u{300}'
        && (is_variation_selector(c) || matches!(c, '\u{1160}'..='\u{11FF}') || is_mark(c))
}

/// Whether a character is an accent or the like, drawn on the one before it.
pub(crate) fn is_mark(c: char) -> bool {
    c >= '\u{300}' && canonical_combining_class(c) != 0
}

/// Unicode's full case folding, as lower(upper(lower(c))) from the standard library's tables, so
/// that no further table is shipped to the browser. It differs from CaseFolding.txt in one wanted
/// way: the dotless ı folds to i (see also [`push_folded`] on İ), as Turkish readers expect of
/// "IŞIK" and "ışık". A test compares it with ICU for every character.
fn fold_case(c: char, mut emit: impl FnMut(char)) {
    for lower in c.to_lowercase() {
        for upper in lower.to_uppercase() {
            upper.to_lowercase().for_each(&mut emit);
        }
    }
}

/// Typographic quotes and hyphens, which phones put in by themselves, count as the plain ones.
fn plain_punctuation(c: char) -> char {
    match c {
        '\u{2018}' | '\u{2019}' | '\u{201B}' | '\u{2BC}' => '\'',
        '\u{201C}' | '\u{201D}' | '\u{201F}' => '"',
        '\u{2010}' | '\u{2011}' => '-',
        _ => c,
    }
}

/// Appends the compared form of one character and what hangs on it: canonically decomposed, so
/// that "é" is the same in both spellings, and with `Case::Fold` case-folded.
pub(crate) fn push_folded(cluster: &str, case: Case, chars: &mut Vec<char>, out: &mut Vec<u8>) {
    chars.clear();
    for c in cluster
        .chars()
        .filter(|c| !is_ignorable(*c))
        .map(plain_punctuation)
    {
        decompose_canonical(c, |part| match case {
            Case::Keep => chars.push(part),
            // A folded character can need decomposing again, such as U+1F80.
            Case::Fold => fold_case(part, |f| decompose_canonical(f, |d| chars.push(d))),
        });
    }
    order_marks(chars);
    if case == Case::Fold && chars.first() == Some(&'i') {
        // İ folds to an i with a dot above, which readers do not tell from i.
        chars.retain(|c| *c != '\u{307}');
    }
    let mut utf8 = [0; 4];
    for c in chars {
        out.extend_from_slice(c.encode_utf8(&mut utf8).as_bytes());
    }
}

/// Canonical order: runs of marks are sorted by class (UAX #15).
fn order_marks(chars: &mut [char]) {
    for run in chars.split_mut(|c| canonical_combining_class(*c) == 0) {
        run.sort_by_key(|c| canonical_combining_class(*c));
    }
}
