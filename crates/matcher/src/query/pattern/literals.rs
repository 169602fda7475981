//! Texts without which a regular expression cannot match.

use regex_syntax::hir::{Class, Hir, HirKind};

use crate::query::rarity::{weight, worth};
use crate::text::{Case, extends_cluster, fold_keyword, is_ignorable};
use crate::unicode::decompose;

/// The least bytes of a text: shorter ones are in nearly every text.
const MIN_BYTES: usize = 3;
const MAX_CHOICES: usize = 50;
/// The most characters of a class that may be the cases of one letter.
const MAX_CASES: usize = 4;

/// Returns folded texts at least one of which occurs in the folded form of every match.
pub(super) fn required(pattern: &Hir) -> Option<Vec<Vec<u8>>> {
    match pattern.kind() {
        HirKind::Literal(literal) => one(std::str::from_utf8(&literal.0).ok()?),
        HirKind::Class(class) => one(&single(class)?.to_string()),
        HirKind::Repetition(repetition) if repetition.min > 0 => required(&repetition.sub),
        HirKind::Capture(capture) => required(&capture.sub),
        HirKind::Concat(parts) => in_sequence(parts),
        HirKind::Alternation(branches) => {
            let sets: Option<Vec<_>> = branches.iter().map(required).collect();
            let choices = sets?.concat();
            (choices.len() <= MAX_CHOICES).then_some(choices)
        }
        _ => None,
    }
}

/// Returns the best requirement of one of the parts, or of the plain text that some of them spell.
fn in_sequence(parts: &[Hir]) -> Option<Vec<Vec<u8>>> {
    let mut sets = Vec::new();
    let mut spelled = String::new();
    for part in parts {
        match part.kind() {
            HirKind::Literal(literal) => spelled += std::str::from_utf8(&literal.0).ok()?,
            HirKind::Class(class) if single(class).is_some() => spelled.extend(single(class)),
            _ => {
                sets.extend(one(&std::mem::take(&mut spelled)));
                sets.extend(required(part));
            }
        }
    }
    sets.extend(one(&spelled));
    sets.into_iter().max_by_key(|set| worth(set.iter().map(Vec::as_slice)))
}

/// Returns the letter whose cases are the whole class.
fn single(class: &Class) -> Option<char> {
    let Class::Unicode(class) = class else {
        return None;
    };
    let chars = class.iter().flat_map(|range| range.start()..=range.end());
    let mut few: Vec<char> = chars.take(MAX_CASES + 1).collect();
    let fold = |c: &char| fold_keyword(c.encode_utf8(&mut [0; 4]), Case::Fold);
    let first = *few.first()?;
    few.retain(|c| fold(c) != fold(&first));
    let count: usize = class.iter().map(|range| range.len()).sum();
    (few.is_empty() && count <= MAX_CASES).then_some(first)
}

/// Returns the best stretch of a text that stays recognisable after folding in any surroundings.
fn one(text: &str) -> Option<Vec<Vec<u8>>> {
    let stretches = text.split(|c| !is_stable(c)).map(|stretch| fold_keyword(stretch, Case::Fold));
    let long = stretches.filter(|folded| folded.len() >= MIN_BYTES);
    long.max_by_key(|folded| weight(folded)).map(|folded| vec![folded])
}

/// Returns whether a character on its own folds to one character, which is the same in any
/// surroundings. Accents, letters with accents, dropped characters and runs of white space do not.
fn is_stable(c: char) -> bool {
    if c.is_ascii() {
        return !c.is_ascii_control();
    }
    let mut parts = Vec::new();
    decompose(c, |part| parts.push(part));
    let folded = fold_keyword(c.encode_utf8(&mut [0; 4]), Case::Fold);
    let one = std::str::from_utf8(&folded).is_ok_and(|folded| folded.chars().count() == 1);
    let korean =
        matches!(c, '\u{1100}'..='\u{11FF}' | '\u{A960}'..='\u{A97F}' | '\u{AC00}'..='\u{D7FF}');
    parts == [c]
        && one
        && c.is_alphanumeric()
        && !korean
        && !extends_cluster(None, c)
        && !is_ignorable(c)
}
