//! The names of fields, and the field that a misspelt name may mean.

use super::term::TermField;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Field {
    Term(TermField),
    Kind,
    MinScore,
}

/// The names as written, with the colon.
const FIELDS: [(&str, Field); 9] = [
    ("title:", Field::Term(TermField::Title)),
    ("body:", Field::Term(TermField::Body)),
    ("author:", Field::Term(TermField::Author)),
    ("sub:", Field::Term(TermField::Sub)),
    ("site:", Field::Term(TermField::Site)),
    ("flair:", Field::Term(TermField::Flair)),
    ("url:", Field::Term(TermField::Url)),
    ("type:", Field::Kind),
    ("min_score:", Field::MinScore),
];

/// Names of the same fields elsewhere.
const ALIASES: [(&str, &str); 13] = [
    ("subreddit", "sub:"),
    ("r", "sub:"),
    ("text", "body:"),
    ("selftext", "body:"),
    ("content", "body:"),
    ("user", "author:"),
    ("u", "author:"),
    ("by", "author:"),
    ("link", "url:"),
    ("domain", "url:"),
    ("kind", "type:"),
    ("score", "min_score:"),
    ("minscore", "min_score:"),
];

/// The most wrong letters with which a name still counts as a misspelt field.
const MAX_EDITS: usize = 2;

impl Field {
    /// Returns the field with this name, in any case, without the colon.
    pub(super) fn named(name: &str) -> Option<Field> {
        let same = |known: &str| known[..known.len() - 1].eq_ignore_ascii_case(name);
        let field = FIELDS.iter().find(|(known, _)| same(known));
        field.map(|(_, field)| *field)
    }

    /// Returns the field's name with its colon.
    pub(super) fn prefix(self) -> &'static str {
        match self {
            Field::Term(field) => field.prefix(),
            Field::Kind => "type:",
            Field::MinScore => "min_score:",
        }
    }
}

/// Returns the field that an unknown name may mean, with its colon.
pub(super) fn nearest(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    if let Some((_, meant)) = ALIASES.iter().find(|(alias, _)| *alias == name) {
        return Some(meant);
    }
    let known = FIELDS.iter().map(|(known, _)| *known);
    let ranked = known.map(|known| (edits(&name, &known[..known.len() - 1]), known));
    let (wrong, known) = ranked.min_by_key(|(wrong, _)| *wrong)?;
    // In a short name two wrong letters leave nothing.
    (wrong <= MAX_EDITS && wrong * 2 < name.len()).then_some(known)
}

/// Returns the number of letters to insert, drop or replace (the Levenshtein distance). Long texts
/// are far from any name.
fn edits(a: &str, b: &str) -> usize {
    if a.len() > b.len() + MAX_EDITS {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
