//! Made-up posts and comments, from a seed.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::lemmy::item::{NewComment, NewPost};

/// The average number of items of which one is a post.
const ITEMS_A_POST: u32 = 6;

const COMMUNITIES: &[&str] = &[
    "kitchen",
    "selfhosted",
    "rust@code.example",
    "gardening",
    "homelab@code.example",
    "trains@rail.example",
];
const AUTHORS: &[&str] = &[
    "slowriver",
    "plaincopper",
    "moth@code.example",
    "teaspoon",
    "northlight@rail.example",
    "halfmoon",
    "gravelpath",
];
const TITLES: &[&str] = &[
    "What did you set up this weekend?",
    "A small guide to backups that restore",
    "Which mail server would you choose today?",
    "My shelf of old routers, and what they do now",
    "How do you hear what people say about your project?",
    "Looking for an alternative to a hosted feed reader",
    "The night train is back",
    "Tomatoes on a north-facing balcony: a report",
    "Release notes nobody reads, and how we changed that",
    "Moving a forum of twenty years to a new home",
];
const BODIES: &[&str] = &[
    "I have tried a few things and **none of them** stuck. What works for you?",
    "Photos and notes are [on my page](https://notes.example/setup).",
    "- one\n- two\n- and a third that I forgot",
    "",
];
const REMARKS: &[&str] = &[
    "Same here, and it *just works*.",
    "Has anyone tried this on a small ARM board?",
    "The price went up again last month, so we moved.",
    "> it restores\n\nThat is the part everyone skips.",
    "I would pay for this if it had an API.",
    "See the [wiki](https://wiki.example/start), it has a page on this.",
    "Webhooks are enough for me. `curl` does the rest.",
    "Thank you for writing this down!",
];

/// The source of made-up items.
pub(crate) struct MadeUp(ChaCha8Rng);

/// A new item.
pub(crate) enum New {
    Post(NewPost),
    Comment(NewComment),
}

impl MadeUp {
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Returns a new item: a post, or an answer to one of `posts`.
    pub(crate) fn next(&mut self, posts: &[u64]) -> New {
        let rng = &mut self.0;
        let pick = |rng: &mut ChaCha8Rng, from: &[&str]| {
            from.choose(rng).copied().unwrap_or_default().to_owned()
        };
        let creator = Some(pick(rng, AUTHORS));
        let post = posts.choose(rng).copied();
        if let Some(post) = post.filter(|_| !rng.random_ratio(1, ITEMS_A_POST)) {
            return New::Comment(NewComment {
                creator,
                ..NewComment::on(post, &pick(rng, REMARKS))
            });
        }
        let (title, body) = (pick(rng, TITLES), pick(rng, BODIES));
        let url = body
            .is_empty()
            .then(|| format!("https://example.org/{}", rng.random_range(1..100_000)));
        New::Post(NewPost {
            body: Some(body).filter(|body| !body.is_empty()),
            url,
            community: Some(pick(rng, COMMUNITIES)),
            creator,
            ..NewPost::titled(&title)
        })
    }
}
