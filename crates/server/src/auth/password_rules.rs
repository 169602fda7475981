//! Which passwords are accepted.

use zxcvbn::matching::patterns::MatchPattern;

const MIN_CHARS: usize = 8;
const MAX_CHARS: usize = 128;

/// How many of the most common passwords are refused.
const COMMON: usize = 10_000;
/// No common password is longer, so longer ones need no look at the list.
const LONGEST_COMMON_CHARS: usize = 32;

/// The text for a person if `password` breaks a rule. It is judged as typed: nothing is trimmed.
pub fn problem(password: &str) -> Option<&'static str> {
    let has = |test: fn(&char) -> bool| password.chars().any(|c| test(&c));
    if password.trim().is_empty() {
        return Some("Password is required");
    }
    match password.chars().count() {
        0..MIN_CHARS => return Some("Password must be at least 8 characters"),
        MIN_CHARS..=MAX_CHARS => {}
        _ => return Some("Password must be at most 128 characters"),
    }
    if !(has(|c| c.is_lowercase()) && has(|c| c.is_uppercase()) && has(char::is_ascii_digit)) {
        return Some(
            "Password must contain at least one uppercase letter, one lowercase letter, and one number",
        );
    }
    is_common(password)
        .then_some("This password is one of the most common ones. Please choose another.")
}

/// Whether the whole password, in any case, is one of the most common ones. The list is the one that
/// zxcvbn carries, by rank. Only a hit of the whole text counts: a long password may well contain a
/// common one.
fn is_common(password: &str) -> bool {
    let chars = password.chars().count();
    if chars > LONGEST_COMMON_CHARS {
        return false;
    }
    let judged = zxcvbn::zxcvbn(password, &[]);
    let [only] = judged.sequence() else {
        return false;
    };
    match &only.pattern {
        MatchPattern::Dictionary(hit) => {
            !hit.reversed
                && !hit.l33t
                && hit.rank <= COMMON
                && hit.matched_word.chars().count() == chars
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_has_its_text() {
        let long = format!("Aa1{}", "x".repeat(125));
        let too_long = format!("{long}x");
        let composition = Some(
            "Password must contain at least one uppercase letter, one lowercase letter, and one number",
        );
        let common = Some("This password is one of the most common ones. Please choose another.");
        let cases: &[(&str, Option<&str>)] = &[
            ("", Some("Password is required")),
            ("        \t", Some("Password is required")),
            ("Short1a", Some("Password must be at least 8 characters")),
            // Characters, not bytes.
            ("Ää1ßßßß", Some("Password must be at least 8 characters")),
            (&too_long, Some("Password must be at most 128 characters")),
            ("alllower1", composition),
            ("ALLUPPER1", composition),
            ("NoDigitsHere", composition),
            ("Password1", common),
            ("Qwerty123", common),
            ("Password123", common),
            ("Password1 and more", None),
            ("Correct1horse", None),
            ("Über1maß", None),
            ("   Blanks 1 count   ", None),
            (&long, None),
        ];
        for (password, expected) in cases {
            assert_eq!(problem(password), *expected, "{password:?}");
        }
    }
}
