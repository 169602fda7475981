//! Made-up stories and comments, from a seed.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::hacker_news::item::{Item, Kind, NewItem};

/// The average number of items of which one is a story.
const ITEMS_A_STORY: u32 = 7;

const AUTHORS: &[&str] = &[
    "quietloop",
    "tmarsh",
    "nibbler",
    "oak_and_iron",
    "pixeldrift",
    "sevenbit",
    "lowtide",
    "kettlehead",
    "mdash",
    "greenfield",
    "halfopen",
    "rustybolt",
];
const THINGS: &[&str] = &[
    "a mail server",
    "a static site generator",
    "a home automation hub",
    "a spreadsheet",
    "a code editor",
    "a music library",
    "a bookmark manager",
    "a terminal emulator",
    "a feed reader",
    "a database",
    "a keyboard layout",
    "a backup tool",
];
const WAYS: &[&str] = &[
    "in a weekend",
    "without JavaScript",
    "in 500 lines of Rust",
    "that fits on a floppy disk",
    "for people who hate passwords",
    "on a ten-year-old laptop",
    "with nothing but SQLite",
    "for the whole family",
];
const QUESTIONS: &[&str] = &[
    "what do you use to keep notes?",
    "how do you monitor what people say about your product?",
    "which self-hosted tools have lasted for you?",
    "what is your backup routine?",
    "who still runs their own mail server?",
    "how do you find your first hundred users?",
];
const LINKS: &[&str] = &[
    "The hidden cost of",
    "Lessons from five years of",
    "A gentle introduction to",
    "Why we moved away from",
    "The quiet comeback of",
    "How we tested",
];
const TOPICS: &[&str] = &[
    "feature flags",
    "PostgreSQL partitions",
    "plain text",
    "end-to-end tests",
    "WebAssembly",
    "keyboard shortcuts",
    "RSS",
    "status pages",
    "email deliverability",
    "regular expressions",
];
const REMARKS: &[&str] = &[
    "I have been running this for two years and it just works.",
    "The docs don&#x27;t say what happens when the disk is full. Has anyone tried?",
    "We switched from a hosted service last spring, and the bill went from $300 to $12 a month.",
    "Nice work! How does it compare to <i>the obvious alternative</i>?",
    "This is the third tool of its kind this year. What is different here?",
    "I&#x27;d pay for this if it had an API.<p>Webhooks would do as well.",
    "It took me an afternoon to set up, most of which went into DNS.",
    "See also <a href=\"https:&#x2F;&#x2F;example.org&#x2F;notes\" rel=\"nofollow\">my notes</a> on the same problem.",
    "Genuine question: who is this for?",
    "Works on ARM, too. <pre><code>$ uname -m\naarch64</code></pre>",
];

/// The source of made-up items.
pub(crate) struct MadeUp(ChaCha8Rng);

impl MadeUp {
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Returns a new item: a story, or an answer to an existing item.
    pub(crate) fn next<'a>(&mut self, there: impl Iterator<Item = &'a Item>) -> NewItem {
        let there: Vec<u64> = there.map(|item| item.id).collect();
        let rng = &mut self.0;
        let pick = |rng: &mut ChaCha8Rng, from: &[&str]| {
            from.choose(rng).copied().unwrap_or_default().to_owned()
        };
        let by = Some(pick(rng, AUTHORS));
        let parent = there.choose(rng).copied();
        if let Some(parent) = parent.filter(|_| !rng.random_ratio(1, ITEMS_A_STORY)) {
            return NewItem { by, ..NewItem::comment(parent, &pick(rng, REMARKS)) };
        }
        let (thing, way) = (pick(rng, THINGS), pick(rng, WAYS));
        let (question, topic) = (pick(rng, QUESTIONS), pick(rng, TOPICS));
        let (title, text, url) = match rng.random_range(0..3) {
            0 => (format!("Show HN: I built {thing} {way}"), None, Some(address(&thing))),
            1 => {
                let text = "I have tried a few things and none of them stuck.";
                (format!("Ask HN: {question}"), Some(text.to_owned()), None)
            }
            _ => (format!("{} {topic}", pick(rng, LINKS)), None, Some(address(&topic))),
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
