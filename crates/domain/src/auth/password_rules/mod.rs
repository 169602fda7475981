//! Rules for passwords.

const MIN_CHARS: usize = 8;
const MAX_CHARS: usize = 128;

/// Passwords that can be guessed within this many guesses are rejected: those on lists of common
/// passwords, however their letters are capitalised or swapped for digits and signs, and those that
/// consist of a word of such a list and little more. zxcvbn calls these "very guessable", and lists
/// of the 10,000 most common passwords lie within this bound with all of their variants.
const GUESSABLE: u64 = 1_000_000;
/// The most characters of a password that is checked for guessability: no longer one is that easy,
/// and zxcvbn takes long to find that out.
const MAX_GUESSABLE_CHARS: usize = 32;

/// Returns the text for a person if `password` breaks a rule. It is checked as typed: nothing is
/// trimmed.
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
    is_guessable(password)
        .then_some("This password is one of the most common ones. Please choose another.")
}

/// Returns whether trying common passwords and their usual variants finds this one soon.
fn is_guessable(password: &str) -> bool {
    password.chars().count() <= MAX_GUESSABLE_CHARS
        && zxcvbn::zxcvbn(password, &[]).guesses() < GUESSABLE
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

    /// The passwords among the 10,000 most common (zxcvbn's list) that one capital letter turns
    /// into what the other rules accept.
    const COMMON: &str = include_str!("common.txt");

    const REFUSED: Option<&str> =
        Some("This password is one of the most common ones. Please choose another.");

    #[test]
    fn no_common_password_is_accepted_with_a_capital_letter_anywhere() {
        let mut tried = 0;
        let mut accepted = Vec::new();
        for word in COMMON.lines() {
            tried += 1;
            for (at, letter) in word.char_indices().filter(|(_, c)| c.is_ascii_lowercase()) {
                let mut typed = word.to_owned();
                typed.replace_range(at..=at, &letter.to_ascii_uppercase().to_string());
                if problem(&typed).is_none() {
                    accepted.push(typed);
                }
            }
        }
        assert_eq!(tried, 823);
        assert!(accepted.is_empty(), "{accepted:?}");
    }

    #[test]
    fn swapped_letters_and_a_digit_at_the_end_do_not_make_a_common_password_another() {
        for password in [
            "Passw0rd",
            "P@ssw0rd",
            "P@$$w0rd",
            "p4ssWord",
            "Princess1",
            "Pr1ncess",
            "Footb4ll",
            "F00tball",
            "Sunsh1ne",
            "$unSh1ne",
            "B4seball",
            "Superm4n",
            "Tru5tno1",
            "Welcome1",
            "Welcome2024",
            "Iloveyou1",
            "1LoveYou",
            "drow55aP",
        ] {
            assert_eq!(problem(password), REFUSED, "{password}");
        }
    }

    #[test]
    fn ordinary_good_passwords_are_accepted() {
        for password in [
            "Xk7pQ2mz",
            "correct horse Battery 9",
            "Tea4two&twofortea",
            "My dog ate 3 shoes",
            "Blaue-Tasse-17",
            "vK3-lamp-Orbit",
            "Grün7Wolkig",
            "2Lamps+aChair",
            "NineteenCrows19",
        ] {
            assert_eq!(problem(password), None, "{password}");
        }
    }
}
