//! Decomposition, combining classes and case folding from `compact.bin`: 9 KB, where the crates'
//! hash tables and the standard library's take 80 KB, for lookups that are a little slower.
//!
//! The file consists of three lists, each preceded by its length. Numbers are unsigned LEB128;
//! sorted values are written as differences, and signed differences have the sign in the lowest
//! bit.
//!
//! - combining classes: the beginning of a run, its class;
//! - canonical decompositions: the character, the first of the two it becomes, the second or 0;
//! - folding: runs of characters 1 or 2 apart with the same difference to their folded form, as
//!   first, count, step, difference; for a character that folds to several the count is 0 and these
//!   follow, preceded by their number.

use std::sync::OnceLock;

/// Written by the test `the_file_is_up_to_date`.
const DATA: &[u8] = include_bytes!("compact.bin");

const HANGUL_FIRST: u32 = 0xAC00;
const HANGUL_COUNT: u32 = 11_172;

#[derive(Debug, Default)]
struct Tables {
    classes: Vec<(u32, u8)>,
    decompositions: Vec<(u32, [u32; 2])>,
    folds: Vec<Fold>,
}

#[derive(Debug)]
struct Fold {
    first: u32,
    count: u32,
    step: u32,
    difference: i32,
    several: Vec<u32>,
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| read(&mut DATA.iter().copied()))
}

fn read(data: &mut dyn Iterator<Item = u8>) -> Tables {
    let mut tables = Tables::default();
    let mut at = 0;
    for _ in 0..number(data) {
        at += number(data);
        tables.classes.push((at, number(data) as u8));
    }
    at = 0;
    let mut first = 0;
    for _ in 0..number(data) {
        at += number(data);
        first += signed(data);
        tables.decompositions.push((at, [first as u32, number(data)]));
    }
    at = 0;
    for _ in 0..number(data) {
        at += number(data);
        let (count, step) = (number(data), number(data));
        let (difference, several) = if count == 0 {
            (0, (0..step).map(|_| number(data)).collect())
        } else {
            (signed(data), Vec::new())
        };
        let first = at;
        tables.folds.push(Fold { first, count, step, difference, several });
    }
    tables
}

pub(super) fn number(data: &mut dyn Iterator<Item = u8>) -> u32 {
    let (mut number, mut shift) = (0, 0);
    for byte in data {
        number |= u32::from(byte & 127) << shift;
        shift += 7;
        if byte < 128 {
            break;
        }
    }
    number
}

fn signed(data: &mut dyn Iterator<Item = u8>) -> i32 {
    let number = number(data);
    let size = (number >> 1) as i32;
    if number & 1 == 0 { size } else { -size }
}

pub(crate) fn canonical_combining_class(c: char) -> u8 {
    let classes = &tables().classes;
    let after = classes.partition_point(|(first, _)| *first <= u32::from(c));
    after.checked_sub(1).map_or(0, |run| classes[run].1)
}

pub(crate) fn decompose_canonical(c: char, mut emit: impl FnMut(char)) {
    decompose(c, &mut emit);
}

fn decompose(c: char, emit: &mut dyn FnMut(char)) {
    let mut out = |code: u32| char::from_u32(code).into_iter().for_each(&mut *emit);
    if let Some(syllable) = u32::from(c).checked_sub(HANGUL_FIRST).filter(|n| *n < HANGUL_COUNT) {
        // The algorithm of section 3.12 of the Unicode Standard.
        out(0x1100 + syllable / 588);
        out(0x1161 + syllable % 588 / 28);
        if syllable % 28 > 0 {
            out(0x11A7 + syllable % 28);
        }
        return;
    }
    let decompositions = &tables().decompositions;
    let Ok(found) = decompositions.binary_search_by_key(&u32::from(c), |(from, _)| *from) else {
        return emit(c);
    };
    let [first, second] = decompositions[found].1;
    char::from_u32(first).into_iter().for_each(|first| decompose(first, emit));
    if second != 0 {
        char::from_u32(second).into_iter().for_each(emit);
    }
}

pub(crate) fn fold_case(c: char, mut emit: impl FnMut(char)) {
    let code = u32::from(c);
    let folds = &tables().folds;
    let after = folds.partition_point(|fold| fold.first <= code);
    // The gaps of a run may contain the start of another.
    for fold in folds[..after].iter().rev().take(2) {
        let past = code - fold.first;
        if fold.count == 0 && past == 0 {
            return fold.several.iter().filter_map(|code| char::from_u32(*code)).for_each(emit);
        }
        if fold.count > 0 && past % fold.step == 0 && past / fold.step < fold.count {
            let folded = code.wrapping_add_signed(fold.difference);
            return char::from_u32(folded).into_iter().for_each(emit);
        }
    }
    emit(c);
}

/// Writes a number in the form that [`number`] reads.
#[cfg(test)]
pub(super) fn put(out: &mut Vec<u8>, mut number: u32) {
    while number > 127 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

#[cfg(test)]
mod tests {
    use unicode_normalization::char as crates;

    use super::*;

    fn all(of: impl Fn(&mut dyn FnMut(char))) -> Vec<char> {
        let mut all = Vec::new();
        of(&mut |c| all.push(c));
        all
    }

    #[test]
    fn every_character_is_as_in_the_crates() {
        for c in '\0'..=char::MAX {
            assert_eq!(canonical_combining_class(c), crates::canonical_combining_class(c), "{c:?}");
            let expected = all(|emit| crates::decompose_canonical(c, emit));
            assert_eq!(all(|emit| decompose_canonical(c, emit)), expected, "{c:?}");
            let expected = all(|emit| crate::unicode::fold_case(c, emit));
            assert_eq!(all(|emit| fold_case(c, emit)), expected, "{c:?}");
        }
    }

    /// Fails after a new version of Unicode; with WRITE_UNICODE set it rewrites the file.
    #[test]
    fn the_file_is_up_to_date() {
        let written = write();
        if std::env::var_os("WRITE_UNICODE").is_some() {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/unicode/compact.bin");
            std::fs::write(path, &written).unwrap();
        } else {
            assert!(written == DATA, "run the tests of the crate `matcher` with WRITE_UNICODE=1");
        }
    }

    fn put_signed(out: &mut Vec<u8>, number: i32) {
        put(out, number.unsigned_abs() << 1 | u32::from(number < 0));
    }

    fn write() -> Vec<u8> {
        let mut out = Vec::new();
        let mut classes = vec![(0, 0)];
        for c in '\0'..=char::MAX {
            let class = crates::canonical_combining_class(c);
            if classes[classes.len() - 1].1 != class {
                classes.push((u32::from(c), class));
            }
        }
        put(&mut out, classes.len() as u32);
        let mut before = 0;
        for (first, class) in classes {
            put(&mut out, first - before);
            put(&mut out, class.into());
            before = first;
        }
        write_decompositions(&mut out);
        write_folds(&mut out);
        out
    }

    /// Writes the decompositions, step by step. The crates return only the last step, so what
    /// precedes the last character is composed again to find the first step.
    fn write_decompositions(out: &mut Vec<u8>) {
        let mut steps = Vec::new();
        for c in ('\0'..=char::MAX).filter(|c| !('가'..='힣').contains(c)) {
            let parts = all(|emit| crates::decompose_canonical(c, emit));
            let step = match parts[..] {
                [only] if only == c => continue,
                [only] => [only, '\0'],
                [first, second] => [first, second],
                [.., last] => {
                    let whole = |d: &char| {
                        all(|emit| crates::decompose_canonical(*d, emit))
                            == parts[..parts.len() - 1]
                    };
                    let first =
                        ('\0'..=char::MAX).find(whole).expect("the first step is a character");
                    [first, last]
                }
                [] => unreachable!(),
            };
            steps.push((u32::from(c), step.map(u32::from)));
        }
        put(out, steps.len() as u32);
        let (mut before, mut first_before) = (0, 0);
        for (c, [first, second]) in steps {
            put(out, c - before);
            put_signed(out, first as i32 - first_before);
            put(out, second);
            (before, first_before) = (c, first as i32);
        }
    }

    fn write_folds(out: &mut Vec<u8>) {
        let mut folds: Vec<Fold> = Vec::new();
        for c in '\0'..=char::MAX {
            let to = all(|emit| crate::unicode::fold_case(c, emit));
            let code = u32::from(c);
            let [only] = to[..] else {
                let several = to.into_iter().map(u32::from).collect();
                folds.push(Fold { first: code, count: 0, step: 0, difference: 0, several });
                continue;
            };
            let difference = u32::from(only) as i32 - code as i32;
            if difference == 0 {
                continue;
            }
            if let Some(last) =
                folds.last_mut().filter(|last| last.count > 0 && last.difference == difference)
            {
                let step = if last.count == 1 { code - last.first } else { last.step };
                if step <= 2 && code == last.first + last.count * step {
                    (last.step, last.count) = (step, last.count + 1);
                    continue;
                }
            }
            folds.push(Fold { first: code, count: 1, step: 1, difference, several: Vec::new() });
        }
        put(out, folds.len() as u32);
        let mut before = 0;
        for fold in folds {
            put(out, fold.first - before);
            before = fold.first;
            put(out, fold.count);
            if fold.count == 0 {
                put(out, fold.several.len() as u32);
                fold.several.iter().for_each(|code| put(out, *code));
            } else {
                put(out, fold.step);
                put_signed(out, fold.difference);
            }
        }
    }
}
