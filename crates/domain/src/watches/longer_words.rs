//! Collects the longer words in which a keyword was found.

use std::collections::HashMap;

use matcher::{Field, Item, Match, Span, folded};

/// The fewest items that contain a common word.
const COMMON: u32 = 3;
/// The most different words that are counted.
const MAX_WORDS: usize = 10_000;
/// The longest word that is counted, in characters.
const MAX_CHARS: usize = 40;
/// The most matches in one item that are counted.
const MAX_PLACES: usize = 20;

/// The number of items that contain each word.
#[derive(Debug, Default)]
pub struct LongerWords {
    items: HashMap<String, u32>,
}

impl LongerWords {
    /// Adds an item, with the keyword's matches in it.
    pub fn add(&mut self, item: &Item<'_>, matches: &[Match]) {
        let in_text = |found: &&Match| matches!(found.field, Field::Title | Field::Body);
        let places = matches.iter().filter(in_text).take(MAX_PLACES);
        let words = places.filter_map(|found| around(item.text(found.field), found.span));
        let mut words: Vec<String> = words.collect();
        words.sort_unstable();
        words.dedup();
        for word in words {
            if self.items.len() < MAX_WORDS || self.items.contains_key(&word) {
                *self.items.entry(word).or_default() += 1;
            }
        }
    }

    /// Returns the words that are common, in lower case, the commonest first.
    pub fn common(self) -> Vec<String> {
        let common = self.items.into_iter().filter(|(_, items)| *items >= COMMON);
        let mut common: Vec<(String, u32)> = common.collect();
        common.sort_unstable_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        common.into_iter().map(|(word, _)| word).collect()
    }
}

/// Returns the word that contains a span, unless the span is the whole word.
fn around(text: &str, span: Span) -> Option<String> {
    let letters = |c: &char| c.is_alphanumeric();
    let before = text[..span.start].chars().rev();
    let before: Vec<char> = before.take(MAX_CHARS).take_while(letters).collect();
    let after = text[span.end..].chars();
    let after: Vec<char> = after.take(MAX_CHARS).take_while(letters).collect();
    let bytes = |chars: Vec<char>| chars.into_iter().map(char::len_utf8).sum::<usize>();
    let (before, after) = (bytes(before), bytes(after));
    let word = &text[span.start - before..span.end + after];
    let longer = before + after > 0 && word.chars().count() <= MAX_CHARS;
    longer.then(|| folded(word))
}

#[cfg(test)]
mod tests {
    use matcher::{Filters, Matcher, Scope, Watch, WatchId};

    use super::*;

    fn common(keyword: &str, texts: &[&str]) -> Vec<String> {
        let watch = Watch::new(WatchId(1), keyword, Scope::All, Filters::default());
        let matcher = Matcher::build(watch);
        let mut words = LongerWords::default();
        for text in texts {
            let item = Item::post("tea", text, "");
            words.add(&item, &matcher.matches(&item));
        }
        words.common()
    }

    #[test]
    fn words_of_three_items_are_common_and_the_keyword_itself_is_none() {
        let texts = [
            "Tea: a STEAMER, instead of one teapot",
            "tea steamer, instead steamer",
            "Steamer? Instead",
            "Instead, a teapot",
            "Steamers",
        ];
        assert_eq!(common("tea", &texts), ["instead", "steamer"]);
    }

    #[test]
    fn letters_of_every_kind_belong_to_a_word_and_a_run_without_end_is_none() {
        assert_eq!(common("rass", &["(Straße)"; 3]), ["strasse"]);
        assert_eq!(common("🔥", &["hot🔥ness"; 3]), ["hot🔥ness"]);
        let long = format!("{0}tea{0}", "x".repeat(60));
        assert_eq!(common("tea", &[long.as_str(); 3]), [""; 0]);
    }
}
