//! Made-up posts and comments, from a seed.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::kit::Words;
use crate::lemmy::item::{NewComment, NewPost};

/// The average number of items of which one is a post.
const ITEMS_A_POST: u32 = 6;

/// The source of made-up items.
pub(crate) struct MadeUp {
    words: Words,
    rng: ChaCha8Rng,
}

/// A new item.
pub(crate) enum New {
    Post(NewPost),
    Comment(NewComment),
}

impl MadeUp {
    pub(crate) fn new(seed: u64) -> Self {
        let words = Words::read(include_str!("../../content/lemmy.toml"));
        Self { words, rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// Returns a new item: a post, or an answer to one of `posts`.
    pub(crate) fn next(&mut self, posts: &[u64]) -> New {
        let (words, rng) = (&self.words, &mut self.rng);
        let creator = Some(words.pick("authors", rng).to_owned());
        let post = posts.choose(rng).copied();
        if let Some(post) = post.filter(|_| !rng.random_ratio(1, ITEMS_A_POST)) {
            let comment = NewComment::on(post, words.pick("remarks", rng));
            return New::Comment(NewComment { creator, ..comment });
        }
        let (title, body) = (words.pick("titles", rng), words.pick("bodies", rng));
        let url = body
            .is_empty()
            .then(|| format!("https://example.org/{}", rng.random_range(1..100_000)));
        New::Post(NewPost {
            body: Some(body.to_owned()).filter(|body| !body.is_empty()),
            url,
            community: Some(words.pick("communities", rng).to_owned()),
            creator,
            ..NewPost::titled(title)
        })
    }
}
