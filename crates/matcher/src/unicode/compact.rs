//! Combining classes, decomposition and case folding for the browser's build, in a fraction of the size of the crates'
//! and the standard library's tables. The browser knows what most characters become, and is asked once. These files
//! have the rest, and `graphemes.bin` the classes of [`graphemes`](super::graphemes):
//!
//! - `classes.bin`: runs of characters of one combining class;
//! - `known.bin`: runs of characters of Unicode 13, with one less than their lengths, which hold all of those that
//!   become others. Every browser that can load the module knows them (the oldest is of 2021), and Unicode never
//!   changes what a character becomes, so this file stays as it is;
//! - `newer.txt`: the newer characters that become others, each on three lines: the character, what it decomposes to,
//!   and what it folds to.

use std::sync::OnceLock;

use super::signs::is_sign;

const CLASSES: &[u8] = include_bytes!("classes.bin");
const KNOWN: &[u8] = include_bytes!("known.bin");
const NEWER: &str = include_str!("newer.txt");
pub(super) const GRAPHEMES: &[u8] = include_bytes!("graphemes.bin");

const HANGUL_FIRST: u32 = 0xAC00;
const HANGUL_COUNT: u32 = 11_172;

#[derive(Debug)]
pub(super) struct Tables {
    classes: Runs,
    pub(super) graphemes: Runs,
    decomposed: Forms,
    folded: Forms,
}

/// What characters become, by character: those that the browser knows, and newer ones.
type Forms = [Vec<(char, Box<str>)>; 2];

pub(super) fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut asked = String::new();
        for (first, more) in Runs::read(KNOWN).0 {
            for c in (first..=first + more).filter_map(char::from_u32) {
                asked.extend([c, '\n']);
            }
        }
        let newer: Vec<&str> = NEWER.lines().collect();
        let forms = |known: &str, column: usize| {
            let newer = newer.chunks_exact(3).map(|lines| (lines[0], lines[column]));
            [forms(&mut asked.lines().zip(known.lines())), forms(&mut newer.into_iter())]
        };
        Tables {
            classes: Runs::read(CLASSES),
            graphemes: Runs::read(GRAPHEMES),
            decomposed: forms(&decompose_lines(&asked), 1),
            folded: forms(&browser::fold_case(&asked), 2),
        }
    })
}

fn forms(lines: &mut dyn Iterator<Item = (&str, &str)>) -> Vec<(char, Box<str>)> {
    lines.filter_map(|(c, form)| Some((c.chars().next()?, form.into()))).collect()
}

/// Runs of characters with a number for each run. In a file both numbers are unsigned LEB128, the first as the
/// difference to that of the run before.
#[derive(Debug)]
pub(super) struct Runs(Vec<(u32, u32)>);

impl Runs {
    fn read(mut data: &[u8]) -> Self {
        let mut runs = Vec::new();
        let mut first = 0;
        while !data.is_empty() {
            first += number(&mut data);
            runs.push((first, number(&mut data)));
        }
        Runs(runs)
    }

    /// Returns the number of the run with a character.
    pub(super) fn at(&self, c: char) -> u32 {
        let after = self.0.partition_point(|(first, _)| *first <= u32::from(c));
        after.checked_sub(1).map_or(0, |run| self.0[run].1)
    }
}

fn number(data: &mut &[u8]) -> u32 {
    let (mut number, mut shift) = (0, 0);
    while let Some((byte, rest)) = data.split_first() {
        *data = rest;
        number |= u32::from(byte & 127) << shift;
        shift += 7;
        if *byte < 128 {
            break;
        }
    }
    number
}

/// Decomposes lines of one character each, as `decompose` of the native build does.
fn decompose_lines(text: &str) -> String {
    let [compatible, canonical] = ["NFKD", "NFD"].map(|form| browser::normalize(text, form));
    let lines = compatible.lines().zip(canonical.lines());
    let line = |(compatible, canonical): (&'_ str, &'_ str)| {
        let line = if compatible.starts_with(' ') { canonical } else { compatible };
        [line, "\n"].concat()
    };
    lines.map(line).collect()
}

/// Returns what a character becomes, if that is another.
fn form(forms: &Forms, c: char) -> Option<&str> {
    forms.iter().find_map(|forms| {
        let at = forms.binary_search_by_key(&c, |(c, _)| *c).ok()?;
        Some(&*forms[at].1)
    })
}

pub(crate) fn canonical_combining_class(c: char) -> u8 {
    tables().classes.at(c) as u8
}

pub(crate) fn decompose(c: char, mut emit: impl FnMut(char)) {
    if let Some(syllable) = u32::from(c).checked_sub(HANGUL_FIRST).filter(|n| *n < HANGUL_COUNT) {
        // The algorithm of section 3.12 of the Unicode Standard.
        let last = (syllable % 28 > 0).then_some(0x11A7 + syllable % 28);
        let parts = [0x1100 + syllable / 588, 0x1161 + syllable % 588 / 28].into_iter().chain(last);
        return parts.filter_map(char::from_u32).for_each(emit);
    }
    match form(&tables().decomposed, c).filter(|_| !is_sign(c)) {
        Some(parts) => parts.chars().for_each(emit),
        None => emit(c),
    }
}

pub(crate) fn fold_case(c: char, mut emit: impl FnMut(char)) {
    match form(&tables().folded, c) {
        Some(parts) => parts.chars().for_each(emit),
        None => emit(c),
    }
}

/// What JavaScript's strings do.
#[cfg(target_arch = "wasm32")]
mod browser {
    use js_sys::JsString;

    pub(super) fn normalize(text: &str, form: &str) -> String {
        JsString::from(text).normalize(form).into()
    }

    pub(super) fn fold_case(text: &str) -> String {
        JsString::from(text).to_lower_case().to_upper_case().to_lower_case().into()
    }
}

/// The same from the crates.
#[cfg(not(target_arch = "wasm32"))]
mod browser {
    use unicode_normalization::UnicodeNormalization;

    pub(super) fn normalize(text: &str, form: &str) -> String {
        if form == "NFD" { text.nfd().collect() } else { text.nfkd().collect() }
    }

    pub(super) fn fold_case(text: &str) -> String {
        text.to_lowercase().to_uppercase().to_lowercase()
    }
}

/// Writes runs as [`Runs::read`] reads them.
#[cfg(test)]
pub(super) fn written(runs: &[(u32, u32)]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut put = |mut number: u32| {
        while number > 127 {
            out.push(number as u8 | 128);
            number >>= 7;
        }
        out.push(number as u8);
    };
    let mut before = 0;
    for (first, number) in runs {
        put(first - before);
        put(*number);
        before = *first;
    }
    out
}

/// Compares a file with what it should be; with WRITE_UNICODE set, writes it.
#[cfg(test)]
pub(super) fn check(file: &str, is: &[u8], should_be: &[u8]) {
    if std::env::var_os("WRITE_UNICODE").is_some() {
        let folder = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/unicode"));
        std::fs::write(folder.join(file), should_be).unwrap();
    } else {
        assert!(is == should_be, "run the tests of the crate `matcher` with WRITE_UNICODE=1");
    }
}

#[cfg(test)]
mod tests {
    use unicode_normalization::char as crates;

    use super::*;

    fn all(of: impl Fn(&mut dyn FnMut(char))) -> String {
        let mut all = String::new();
        of(&mut |c| all.push(c));
        all
    }

    #[test]
    fn every_character_is_as_in_the_crates() {
        for c in '\0'..=char::MAX {
            assert_eq!(canonical_combining_class(c), crates::canonical_combining_class(c), "{c:?}");
            let expected = all(|emit| crate::unicode::decompose(c, emit));
            assert_eq!(all(|emit| decompose(c, emit)), expected, "{c:?}");
            let expected = all(|emit| crate::unicode::fold_case(c, emit));
            assert_eq!(all(|emit| fold_case(c, emit)), expected, "{c:?}");
        }
    }

    /// Fails after a new version of Unicode.
    #[test]
    fn the_files_are_up_to_date() {
        let mut classes = vec![(0, 0)];
        let mut newer = String::new();
        let known = Runs::read(KNOWN).0;
        for c in '\0'..=char::MAX {
            let class = crates::canonical_combining_class(c).into();
            if classes[classes.len() - 1].1 != class {
                classes.push((u32::from(c), class));
            }
            let decomposed = all(|emit| crate::unicode::decompose(c, emit));
            let folded = all(|emit| crate::unicode::fold_case(c, emit));
            let own = c.to_string();
            let is_known =
                known.iter().any(|(first, more)| (*first..=first + more).contains(&u32::from(c)));
            if !is_known && !('가'..='힣').contains(&c) && (decomposed != own || folded != own) {
                newer.extend([own, decomposed, folded].map(|line| line + "\n"));
            }
        }
        check("classes.bin", CLASSES, &written(&classes));
        check("newer.txt", NEWER.as_bytes(), newer.as_bytes());
    }
}
