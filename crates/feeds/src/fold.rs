//! Folds the texts of an entry: what one of them has is not repeated by another.

use crate::Content;
use crate::value::Value;

/// The most texts of an entry that are read.
pub(crate) const MAX_TEXTS: usize = 10;
/// The most parts of a text that are compared with the others.
const MAX_PARTS: usize = 32;
/// The number of words that may be followed by the rest of a word in a longer text: fewer may be a word
/// of their own.
const CUT_WORDS: usize = 4;

/// Returns the texts of an entry, the longest first, without what is in its title or a longer text: a
/// summary mostly is the beginning of the content, with a mark where it was cut.
pub(crate) fn fold(title: &str, values: Vec<Value>) -> Vec<Content> {
    if values.len() < 2 {
        return values.into_iter().map(Value::into_content).collect();
    }
    let with_words = values.into_iter().map(|value| (value.words(true), value));
    let mut texts: Vec<(String, Value)> = with_words.collect();
    // What has no words is pictures alone.
    texts.retain(|(words, _)| !words.trim().is_empty());
    texts.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
    let mut known = vec![joined(title)];
    let mut folded = Vec::new();
    for (words, value) in texts {
        let parts = parts(&words);
        let new: Vec<&str> = match folded.is_empty() {
            true => parts.iter().map(|(part, _)| *part).collect(),
            false => parts
                .iter()
                .filter(|(part, is_cut)| !known.iter().any(|known| holds(known, part, *is_cut)))
                .map(|(part, _)| *part)
                .collect(),
        };
        known.push(joined(&words));
        // Another text rarely has those of the pictures.
        known.push(joined(&value.words(false)));
        match new.len() {
            0 => {}
            all if all == parts.len() => folded.push(value.into_content()),
            _ => folded.push(Content::Text(new.join("\n"))),
        }
    }
    folded
}

/// Returns the lines of a text, parted where it was cut, and whether each was.
fn parts(words: &str) -> Vec<(&str, bool)> {
    let mut parts = Vec::new();
    for line in words.lines() {
        let mut rest = line;
        loop {
            let mark = ["[…]", "…", "[...]", "..."].iter();
            let mark = mark.filter_map(|mark| Some((rest.find(mark)?, mark.len()))).min();
            let (part, after) = match mark {
                Some((at, length)) => (rest.get(..at), rest.get(at + length..)),
                None => (Some(rest), None),
            };
            let part = part.unwrap_or_default().trim();
            if part.contains(char::is_alphanumeric) {
                parts.push((part, after.is_some()));
            }
            match after {
                Some(after) => rest = after,
                None => break,
            }
        }
    }
    if parts.len() > MAX_PARTS {
        return vec![(words.trim(), false)];
    }
    parts
}

/// Returns whether a text has a part, between the ends of words.
fn holds(text: &str, part: &str, is_cut: bool) -> bool {
    let part = joined(part);
    let is_cut = is_cut || part.split(' ').count() >= CUT_WORDS;
    text.match_indices(part.as_str()).any(|(at, _)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let after = text.get(at + part.len()..).and_then(|after| after.chars().next());
        !before.is_some_and(char::is_alphanumeric)
            && (is_cut || !after.is_some_and(char::is_alphanumeric))
    })
}

fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::fold;
    use crate::value::{Kind, Value};

    fn folded(title: &str, texts: &[&str]) -> Vec<String> {
        let values = texts.iter().map(|text| Value::new((*text).to_owned(), Kind::Unsaid));
        let folded = fold(title, values.collect());
        folded.iter().map(|content| content.as_str().to_owned()).collect()
    }

    #[test]
    fn what_a_longer_text_has_is_not_repeated() {
        let long = "<p>The keeper <b>retires</b> in June.</p><p>She was there for 40 years.</p>";
        for short in [
            "The keeper retires in June. She was there for 40 years.",
            "The keeper retires in June.",
            "The keeper\nretires in\u{a0}June. She was th…",
            "<p>The keeper retires in [&#8230;]</p>",
            "The keeper retires ... 40 years",
            "The keeper retires in June. She was the",
            "June",
            "Lighthouse",
            "<img src=x alt=''>",
            "…",
        ] {
            assert_eq!(folded("Lighthouse", &[short, long]), [long], "{short}");
            assert_eq!(folded("Lighthouse", &[long, short]), [long], "{short}");
        }
        let pictured = "The keeper <img alt='In uniform'> retires";
        assert_eq!(folded("", &["The keeper retires", pictured]), [pictured]);
    }

    #[test]
    fn what_a_longer_text_lacks_is_kept() {
        let long = "The keeper retires in June, after 40 years.";
        for (short, wanted) in [
            ("A lighthouse", "A lighthouse"),
            ("<i>A lighthouse</i>", "<i>A lighthouse</i>"),
            // A word of its own, and no part of one.
            ("year", "year"),
            ("The keeper retires in … Read on <a href=x>here</a>", "Read on here"),
            ("<p>The keeper retires in June</p><p>News</p>", "News"),
            ("<img alt='At dusk'>", "<img alt='At dusk'>"),
        ] {
            assert_eq!(folded("Lighthouse", &[short, long]), [long, wanted], "{short}");
        }
    }

    #[test]
    fn a_text_alone_stays_as_it_is() {
        assert_eq!(folded("Lighthouse", &["Lighthouse"]), ["Lighthouse"]);
        assert_eq!(folded("Lighthouse", &["Lighthouse", "light"]), ["Lighthouse", "light"]);
        assert_eq!(folded("", &["<img src=x>"]), ["<img src=x>"]);
        assert!(folded("Lighthouse", &["<img src=x>", "<img>"]).is_empty());
        assert!(folded("Lighthouse", &[]).is_empty());
    }
}
