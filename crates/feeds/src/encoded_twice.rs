//! Undoes a second encoding: UTF-8 that was read as windows-1252 or Latin-1 and encoded again, so that
//! `Grüße` is `GrÃ¼ÃŸe`.

use encoding_rs::WINDOWS_1252;

use crate::{Content, Feed};

/// How often a text may have been encoded.
const MAX_TIMES: usize = 3;
/// The signs that suffice in a single text, or in the number of texts beside others.
const SURE: usize = 3;

/// What may follow a capital letter at the end of a word: `CAFÉ”` is not `CAFɔ`.
const PUNCTUATION: &str = "\u{a0}«»‹›“”„‘’‚–—…™";

/// Undoes it in the texts of a feed that it occurred in, and returns whether there are any.
///
/// A text that decodes without loss is not yet such a text: there must be a sign of it, and no more than
/// some texts that do not decode, since a feed is mostly made by one program. A text with several signs is
/// sure.
pub(crate) fn undo(feed: &mut Feed) -> bool {
    let mut found = false;
    for _ in 1..MAX_TIMES {
        let (mut others, mut signed) = (0, 0);
        for_each(feed, |text| match decoded(text) {
            Some((_, 1..)) => signed += 1,
            Some(_) => {}
            None => others += usize::from(!text.is_ascii()),
        });
        if signed == 0 {
            break;
        }
        let all = others == 0;
        let many = signed >= SURE && 2 * signed >= others;
        let mut undone = false;
        for_each(feed, |text| {
            if let Some((decoded, signs)) = decoded(text)
                && (all || signs >= if many { 1 } else { SURE })
            {
                undone = true;
                *text = decoded;
            }
        });
        if !undone {
            break;
        }
        found = true;
    }
    found
}

fn for_each(feed: &mut Feed, mut with: impl FnMut(&mut String)) {
    with(&mut feed.title);
    for entry in &mut feed.entries {
        with(&mut entry.title);
        with(&mut entry.author);
        entry.categories.iter_mut().for_each(&mut with);
        for text in &mut entry.texts {
            let (Content::Html(text) | Content::Text(text)) = text;
            with(text);
        }
    }
}

/// Returns a text decoded once more, and the number of signs that it was encoded twice; `None` if it is
/// ASCII, or some of it does not decode.
fn decoded(text: &str) -> Option<(String, usize)> {
    if text.is_ascii() {
        return None;
    }
    // Latin-1 has controls in the place of some of windows-1252.
    let latin_1 = || text.chars().map(|c| u8::try_from(c).ok()).collect::<Option<Vec<u8>>>();
    let bytes = match WINDOWS_1252.encode(text) {
        (bytes, _, false) => bytes.into_owned(),
        _ => latin_1()?,
    };
    let decoded = String::from_utf8(bytes).ok()?;
    let signs = signs(&decoded);
    Some((decoded, signs))
}

/// Returns the number of characters in a decoded text that stood for nothing else before.
fn signs(decoded: &str) -> usize {
    let mut before = ' ';
    let mut chars = decoded.chars().peekable();
    let mut signs = 0;
    while let Some(c) = chars.next() {
        let mut bytes = [0; 4];
        let was = WINDOWS_1252.decode_without_bom_handling(c.encode_utf8(&mut bytes).as_bytes()).0;
        let follows = was.chars().skip(1);
        let is_sign = match c.len_utf8() {
            1 => false,
            // Within a word: a letter alone may be one that the text is about.
            2 => {
                let next_is_letter = chars.peek().is_some_and(|c| c.is_alphabetic());
                match follows.clone().any(|c| PUNCTUATION.contains(c)) {
                    true => before.is_alphabetic() && next_is_letter,
                    false => before.is_alphabetic() || next_is_letter,
                }
            }
            3 => was.starts_with("â€") || !follows.clone().all(|c| PUNCTUATION.contains(c)),
            _ => true,
        };
        signs += usize::from(is_sign);
        before = c;
    }
    signs
}

#[cfg(test)]
mod tests {
    use super::undo;
    use crate::Feed;

    /// Returns the titles of a feed after undoing.
    fn undone(titles: &[&str]) -> Vec<String> {
        let entries = titles
            .iter()
            .map(|title| crate::Entry { title: (*title).to_owned(), ..crate::Entry::default() });
        let mut feed =
            Feed { title: "News".to_owned(), entries: entries.collect(), ..Feed::default() };
        let was = feed.clone();
        assert_eq!(undo(&mut feed), feed != was);
        feed.entries.into_iter().map(|entry| entry.title).collect()
    }

    /// Encodes a text once more.
    fn again(text: &str) -> String {
        encoding_rs::WINDOWS_1252.decode_without_bom_handling(text.as_bytes()).0.into_owned()
    }

    #[test]
    fn what_was_encoded_twice_is_decoded() {
        for text in [
            "Grüße aus Köln",
            "Café",
            "It’s “quoted” – really…",
            "Привет, мир",
            "日本語のニュース",
            "Great 😀",
            "naïve — façade",
            "À propos d’été",
            "Łódź",
            "Noël",
        ] {
            assert_eq!(undone(&[&again(text)]), [text]);
            assert_eq!(undone(&[&again(&again(text))]), [text]);
            assert_eq!(undone(&[&again(text), "plain"]), [text, "plain"]);
        }
        assert_eq!(undone(&["Caf\u{c3}\u{a9} \u{e2}\u{80}\u{93} x"]), ["Café – x"]);
        // Beside texts that are right.
        let twice = again("Grüße aus Köln und Düren");
        assert_eq!(
            undone(&[&twice, "Köln", "Düren"]),
            ["Grüße aus Köln und Düren", "Köln", "Düren"]
        );
        let short = [again("Köln"), again("Düren"), again("Füssen"), "Hürth".to_owned()];
        let short: Vec<&str> = short.iter().map(String::as_str).collect();
        assert_eq!(undone(&short), ["Köln", "Düren", "Füssen", "Hürth"]);
    }

    #[test]
    fn what_is_right_stays() {
        for text in [
            "Grüße aus Köln",
            "CAFÉ”",
            "AMANHÃ…",
            "“CAFÉ”",
            "É»",
            "Why is it Ã© and not é?",
            "What does Ã© mean?",
            "Â© 2026",
            "MENÜ…",
            "été…”",
            "Привет",
            "日本語",
            "Ã ¼",
            "¿Qué?",
            "São João, AMANHÃ",
        ] {
            assert_eq!(undone(&[text]), [text]);
        }
        // One text about it, in a feed that is right.
        let right = ["How CafÃ© comes about", "Köln"];
        assert_eq!(undone(&right), right);
    }
}
