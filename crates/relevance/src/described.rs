//! Reads the sentence with which a person describes what they mean: "Rust the language, not the game".

/// The words that begin what is not meant.
const NEGATIONS: [&str; 5] = ["not", "never", "except", "without", "no"];
/// The word that ends it, as a comma does.
const BUT: &str = "but";

/// The words of a description, in lower case, in their order and each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Described {
    /// What is meant.
    pub wanted: Vec<String>,
    /// What is not meant: words after one such as "not", until a comma, full stop, semicolon or "but".
    pub unwanted: Vec<String>,
}

/// Reads a description in English. A word that is in both parts is wanted.
pub fn described(sentence: &str) -> Described {
    let mut read = Described::default();
    let mut is_unwanted = false;
    for part in sentence.split_whitespace() {
        // A full stop within a word, as in "Node.js", ends nothing; "C++" and "C#" are words.
        let word = part.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '.');
        let word = word.trim_end_matches(|c: char| !c.is_alphanumeric() && !"+#".contains(c));
        let word = word.to_lowercase();
        if word == BUT {
            is_unwanted = false;
        } else if NEGATIONS.contains(&word.as_str()) {
            is_unwanted = true;
        } else {
            let words = if is_unwanted { &mut read.unwanted } else { &mut read.wanted };
            if word.contains(char::is_alphanumeric) && !words.contains(&word) {
                words.push(word);
            }
        }
        let end = part.trim_end_matches(|c: char| !c.is_alphanumeric() && !",.;".contains(c));
        is_unwanted &= !end.ends_with([',', '.', ';']);
    }
    let Described { wanted, unwanted } = &mut read;
    unwanted.retain(|word| !wanted.contains(word));
    read
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_divided_into_what_is_meant_and_what_is_not() {
        for (sentence, wanted, unwanted) in [
            ("Rust the language, not a game", "rust the language", "a game"),
            ("not games, the language", "the language", "games"),
            ("Mercury the planet but not metal", "mercury the planet", "metal"),
            ("no jobs; offers of work. Never remote.", "offers of work", "jobs remote"),
            ("Python without snakes but with code", "python with code", "snakes"),
            ("Node.js, except Deno 2.0 and Bun", "node.js", "deno 2.0 and bun"),
            ("C++ (not C#!), \u{201c}.NET\u{201d}", "c++ .net", "c#"),
            ("not \"the game\", language", "language", "the game"),
            ("NOT games\nor films", "", "games or films"),
            ("knot, notes, nothing", "knot notes nothing", ""),
            ("nicht das Spiel", "nicht das spiel", ""),
            ("ÖBB, not ÖAMTC", "öbb", "öamtc"),
            ("the band, not the Band or the shop", "the band", "or shop"),
            ("not", "", ""),
            (", . ; - ...", "", ""),
            ("", "", ""),
        ] {
            let found = described(sentence);
            let found = (found.wanted.join(" "), found.unwanted.join(" "));
            assert_eq!(found, (wanted.to_owned(), unwanted.to_owned()), "{sentence:?}");
        }
    }
}
