//! Made-up stories and comments, from a seed.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::hacker_news::item::{Item, Kind, NewItem};
use crate::kit::Words;

/// The average number of items of which one is a story.
const ITEMS_A_STORY: u32 = 7;

/// The source of made-up items.
pub(crate) struct MadeUp {
    words: Words,
    rng: ChaCha8Rng,
}

impl MadeUp {
    pub(crate) fn new(seed: u64) -> Self {
        let words = Words::read(include_str!("../../content/hacker_news.toml"));
        Self { words, rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// Returns a new item: a story, or an answer to an existing item.
    pub(crate) fn next<'a>(&mut self, there: impl Iterator<Item = &'a Item>) -> NewItem {
        let there: Vec<u64> = there.map(|item| item.id).collect();
        let (words, rng) = (&self.words, &mut self.rng);
        let by = Some(words.pick("authors", rng).to_owned());
        let parent = there.choose(rng).copied();
        if let Some(parent) = parent.filter(|_| !rng.random_ratio(1, ITEMS_A_STORY)) {
            return NewItem { by, ..NewItem::comment(parent, words.pick("remarks", rng)) };
        }
        let (thing, way) = (words.pick("things", rng), words.pick("ways", rng));
        let (question, topic) = (words.pick("questions", rng), words.pick("topics", rng));
        let (title, text, url) = match rng.random_range(0..3) {
            0 => (format!("Show HN: I built {thing} {way}"), None, Some(address(thing))),
            1 => {
                let text = "I have tried a few things and none of them stuck.";
                (format!("Ask HN: {question}"), Some(text.to_owned()), None)
            }
            _ => (format!("{} {topic}", words.pick("links", rng)), None, Some(address(topic))),
        };
        NewItem { kind: Kind::Story, by, title: Some(title), text, url, parent: None }
    }
}

fn address(of: &str) -> String {
    let path: String = of
        .chars()
        .map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
        .collect();
    format!("https://example.org/{path}")
}
