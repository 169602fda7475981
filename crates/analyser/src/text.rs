//! Reduces Markdown to the words that its author wrote.

use crate::near::without_links;

/// The most bytes of a text that are classified; of a longer one, the beginning is.
const MAX_BYTES: usize = 4_000;

/// Returns the text without what is not the author's own prose: quoted lines, fenced code and
/// addresses.
pub(super) fn prose(markdown: &str) -> String {
    let mut kept = String::with_capacity(markdown.len().min(MAX_BYTES) + 1);
    let mut fence = None;
    for line in beginning(markdown).lines() {
        let line = line.trim();
        let marks = ["```", "~~~"].into_iter().find(|mark| line.starts_with(mark));
        match (fence, marks) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(mark)) if open == mark => fence = None,
            (None, None) if !line.starts_with('>') => {
                kept.push_str(line);
                kept.push('\n');
            }
            _ => {}
        }
    }
    without_links(&kept)
}

fn beginning(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_BYTES)]
}

/// Returns the words in lower case with single spaces between and around them, and a full stop
/// (` . `) where a sentence or a line ends: ` how to descale it . thanks . `
pub(super) fn words(text: &str) -> String {
    let mut words = String::with_capacity(text.len() + 8);
    words.push(' ');
    for line in text.lines() {
        for part in line.split_whitespace() {
            if !is_name_of_a_machine(part) {
                push_words(&mut words, part);
            }
            if part.trim_end_matches(is_closing).ends_with(['.', '?', '!', ';', ':']) {
                push_stop(&mut words);
            }
        }
        push_stop(&mut words);
    }
    words
}

fn push_words(words: &mut String, part: &str) {
    let found = part.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '\u{2019}');
    for word in found {
        let word = word.trim_matches(['\'', '\u{2019}']);
        if !word.is_empty() {
            let plain = word.chars().map(|c| if c == '\u{2019}' { '\'' } else { c });
            words.extend(plain.flat_map(char::to_lowercase));
            words.push(' ');
        }
    }
}

/// Endings by which a host of two parts is recognised; `node.js` is a word that people say.
const HOST_ENDINGS: [&str; 9] =
    ["app", "com", "dev", "example", "io", "net", "org", "social", "test"];

/// Returns true for a handle (`@ada.bsky.social`), an email address, and a host without `https://`: nobody says
/// their parts.
fn is_name_of_a_machine(part: &str) -> bool {
    let name = part.trim_matches(|c: char| !c.is_ascii_alphanumeric() && c != '@');
    let host = name.rsplit('@').next().unwrap_or(name);
    let host = host.split(['/', ':', '?', '#']).next().unwrap_or(host);
    let is_label = |label: &str| {
        let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        !label.is_empty() && label.chars().all(is_part)
    };
    let labels: Vec<&str> = host.split('.').collect();
    let [.., ending] = labels.as_slice() else {
        return false;
    };
    let is_ending = ending.len() >= 2 && ending.chars().all(|c| c.is_ascii_lowercase());
    let is_host = labels.len() >= 3 || name.contains('@') || HOST_ENDINGS.contains(ending);
    labels.len() >= 2 && is_ending && is_host && labels.into_iter().all(is_label)
}

fn push_stop(words: &mut String) {
    if words.len() > 1 && !words.ends_with(". ") {
        words.push_str(". ");
    }
}

fn is_closing(c: char) -> bool {
    matches!(c, '"' | '\'' | '\u{201d}' | '\u{2019}' | ')' | ']' | '*' | '_')
}

/// Returns true if the last sentence is a question.
pub(super) fn ends_asking(text: &str) -> bool {
    let end = text.trim_end_matches(|c: char| c.is_whitespace() || is_closing(c));
    end.ends_with('?')
}

/// Returns true if the words, as [`words`] makes them, have the phrase within one sentence.
pub(super) fn has(words: &str, phrase: &str) -> bool {
    let bytes = words.as_bytes();
    words.match_indices(phrase).any(|(at, _)| {
        let end = at + phrase.len();
        at > 0 && bytes[at - 1] == b' ' && bytes.get(end) == Some(&b' ')
    })
}

pub(super) fn has_any(words: &str, phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| has(words, phrase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_code_and_addresses_are_not_the_authors_words() {
        let body = "> this is awful\nIt works.\n```\nerror!\n```\nSee [the manual](https://a.example/bad) or https://b.example/worse now";
        let prose = prose(body);
        for gone in ["awful", "error", "bad", "worse", "example"] {
            assert!(!prose.contains(gone), "{gone} in {prose:?}");
        }
        for kept in ["It works.", "the manual", "now"] {
            assert!(prose.contains(kept), "{kept} in {prose:?}");
        }
    }

    #[test]
    fn an_unclosed_fence_hides_the_rest_and_another_mark_does_not_close_it() {
        assert_eq!(prose("a\n```\n~~~\nb\n```\nc").trim(), "a\nc");
        assert_eq!(prose("a\n~~~\nb").trim(), "a");
    }

    #[test]
    fn a_long_text_is_cut_between_characters() {
        let long = "é".repeat(3_000);
        assert_eq!(prose(&long).trim().len(), MAX_BYTES);
        assert_eq!(prose(&format!("a{long}")).trim().len(), MAX_BYTES - 1);
    }

    #[test]
    fn words_are_lowered_and_sentences_end() {
        assert_eq!(
            words("How to (really) fix it? It’s 'broken'...\nThanks"),
            " how to really fix it . it's broken . thanks . "
        );
        assert_eq!(words(""), " ");
        assert_eq!(words("\n\n"), " ");
    }

    #[test]
    fn handles_and_hosts_are_no_words() {
        assert_eq!(
            words(
                "Thanks @ada.bsky.test! See (shop.example.org/tea?x=1), kettles.com or me@tea.example."
            ),
            " thanks . see or . "
        );
        assert_eq!(words("@kettle-fan.bsky.social"), " ");
        assert_eq!(
            words("node.js 3.5.1 e.g. ASP.NET. It works.then @ada"),
            " node js 3 5 1 e g . asp net . it works then ada . "
        );
    }

    #[test]
    fn a_phrase_is_of_whole_words_in_one_sentence() {
        let words = words("I looked for a kettle. To be fair, how? To ask.");
        assert!(has(&words, "for a kettle"));
        assert!(!has(&words, "or a kettle"));
        assert!(!has(&words, "how to"));
        assert!(!has(&words, "looked fo"));
    }

    #[test]
    fn a_question_may_be_bracketed() {
        for text in ["Why?", "(Is it?)", "**Really?**", "So?\n\n"] {
            assert!(ends_asking(text), "{text}");
        }
        assert!(!ends_asking("Why? Because."));
        assert!(!ends_asking(""));
    }
}
