//! Unicode data: from the standard library and the crates that carry it; in the browser, where
//! their tables would make up most of the download, from a compact form of the same data.

#[cfg(any(test, target_arch = "wasm32"))]
mod compact;
#[cfg(any(test, target_arch = "wasm32"))]
mod graphemes;
mod signs;

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use signs::is_sign;

#[cfg(target_arch = "wasm32")]
pub(crate) use compact::{canonical_combining_class, decompose, fold_case};

#[cfg(target_arch = "wasm32")]
pub(crate) use graphemes::is_boundary;

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use unicode_normalization::char::canonical_combining_class;

/// Decomposes a character as NFKD does, except signs and an accent on its own, which NFKD replaces with a space and
/// the accent.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn decompose(c: char, mut emit: impl FnMut(char)) {
    use unicode_normalization::char::{decompose_canonical, decompose_compatible};
    if is_sign(c) {
        return emit(c);
    }
    let mut begins_with_space = None;
    decompose_compatible(c, |part| {
        if !*begins_with_space.get_or_insert(part == ' ') {
            emit(part);
        }
    });
    if begins_with_space == Some(true) {
        decompose_canonical(c, emit);
    }
}

/// Folds case fully, as Unicode defines it, by lower(upper(lower(c))) from the standard library's
/// tables. It intentionally differs from CaseFolding.txt in one way: the dotless ı folds to i (see
/// also `push_folded` on İ), as Turkish readers expect of "IŞIK" and "ışık". A test compares it
/// with ICU for every character.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn fold_case(c: char, mut emit: impl FnMut(char)) {
    for lower in c.to_lowercase() {
        for upper in lower.to_uppercase() {
            upper.to_lowercase().for_each(&mut emit);
        }
    }
}

/// Returns whether a cluster ends and another begins at a position inside the text, which must not
/// be between the two halves of a flag.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn is_boundary(text: &str, at: usize) -> bool {
    let mut cursor = unicode_segmentation::GraphemeCursor::new(at, text.len(), true);
    cursor.is_boundary(text, 0).unwrap_or(true)
}
