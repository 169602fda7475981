//! A text that a regular expression matches.

use regex_syntax::hir::{Class, Hir, HirKind};

/// The longest text in bytes, since posts have limits.
const MAX_BYTES: usize = 500;
/// The preferred characters of a class, first one first; they need no quotes and no escapes.
const PLAIN: &str = "aA0 bcdefghijklmnopqrstuvwxyzBCDEFGHIJKLMNOPQRSTUVWXYZ123456789-_.";

/// Returns a short text that `source` matches, disregarding its assertions about the surroundings.
/// Returns `None` if the text is too long.
pub(super) fn sample(source: &str) -> Option<String> {
    let hir = regex_syntax::parse(source).ok()?;
    let mut text = String::new();
    write(&hir, &mut text)?;
    Some(text)
}

fn write(hir: &Hir, text: &mut String) -> Option<()> {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.push_str(std::str::from_utf8(&literal.0).ok()?),
        HirKind::Class(class) => text.push(one_of(class)?),
        HirKind::Repetition(repetition) => {
            for _ in 0..repetition.min {
                write(&repetition.sub, text)?;
            }
        }
        HirKind::Capture(capture) => write(&capture.sub, text)?,
        HirKind::Concat(parts) => parts.iter().try_for_each(|part| write(part, text))?,
        HirKind::Alternation(parts) => write(parts.first()?, text)?,
    }
    (text.len() <= MAX_BYTES).then_some(())
}

fn one_of(class: &Class) -> Option<char> {
    let ranges: Vec<(char, char)> = match class {
        Class::Unicode(class) => {
            let ranges = class.iter();
            ranges.map(|range| (range.start(), range.end())).collect()
        }
        Class::Bytes(class) => {
            let ascii = class.iter().filter(|range| range.start().is_ascii());
            ascii.map(|range| (range.start().into(), range.end().min(0x7f).into())).collect()
        }
    };
    let holds = |c: &char| ranges.iter().any(|(start, end)| (start..=end).contains(&c));
    let plain = PLAIN.chars().find(holds);
    plain.or_else(|| ranges.first().map(|(start, _)| *start))
}
