//! Made-up posts, from a seed.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::jetstream::ids;
use crate::jetstream::new_post::{NewPost, PostId};
use crate::kit::Words;

/// Number of people who post.
const PEOPLE: u32 = 24;

/// Returns the DIDs of all people who post.
pub(crate) fn people() -> impl Iterator<Item = String> {
    (0..PEOPLE).map(|n| ids::did(&format!("person {n}")))
}

const PAGES: &[(&str, &str, &str)] = &[
    (
        "kettles",
        "Eleven kettles, one winter",
        "We boiled four hundred litres so that you need not.",
    ),
    (
        "attic-server",
        "A server in the attic",
        "What it costs to keep your own mail, photos and calendar.",
    ),
    (
        "borrowing",
        "Borrowing, explained with library books",
        "Ownership in Rust without a single diagram.",
    ),
    ("commuting", "A year of riding in the rain", "Mudguards, lights, and the sock question."),
    (
        "green-tea",
        "The water is too hot",
        "Why your green tea is bitter, and what a thermometer does about it.",
    ),
];

/// An existing post.
pub(crate) struct There {
    pub(crate) id: PostId,
    /// The author's handle.
    pub(crate) handle: String,
}

/// The next events.
pub(crate) struct Step {
    pub(crate) post: NewPost,
    /// An earlier post that somebody likes.
    pub(crate) like: Option<PostId>,
    /// An earlier post that its author deletes.
    pub(crate) delete: Option<PostId>,
}

/// The source of made-up posts.
pub(crate) struct MadeUp {
    words: Words,
    rng: ChaCha8Rng,
}

impl MadeUp {
    pub(crate) fn new(seed: u64) -> Self {
        let words = Words::read(include_str!("../../content/jetstream.toml"));
        Self { words, rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// Returns a new post by one of `who`, perhaps an answer to one of `there`.
    pub(crate) fn next(&mut self, who: &[String], there: &[There]) -> Step {
        let (words, rng) = (&self.words, &mut self.rng);
        let post = match (rng.random_range(0..10), there.choose(rng)) {
            (0..4, Some(parent)) => reply(words, rng, parent),
            (4, Some(quoted)) => NewPost::text("Still true:").quote(&quoted.id),
            (5 | 6, _) => pointer(words, rng),
            (7, _) => {
                let tag = words.pick("tags", rng);
                NewPost::text(&format!("{} {tag}", words.pick("thoughts", rng))).tag(tag)
            }
            _ => NewPost::text(words.pick("thoughts", rng)),
        };
        let author = who.choose(rng).cloned();
        let mut perhaps = |one_in| {
            let chosen = there.choose(rng).filter(|_| rng.random_ratio(1, one_in));
            chosen.map(|chosen| chosen.id.clone())
        };
        Step { post: NewPost { did: author, ..post }, like: perhaps(4), delete: perhaps(30) }
    }
}

fn reply(words: &Words, rng: &mut ChaCha8Rng, parent: &There) -> NewPost {
    let text = words.pick("replies", rng);
    if rng.random_ratio(3, 4) {
        return NewPost::reply(&parent.id, text);
    }
    let name = format!("@{}", parent.handle);
    NewPost::reply(&parent.id, &format!("{text} {name}")).mention(&name, &parent.id.did)
}

/// Returns a post with a link, shown shortened, as apps do.
fn pointer(words: &Words, rng: &mut ChaCha8Rng) -> NewPost {
    let page = PAGES.choose(rng).copied().unwrap_or_default();
    let (name, title, description) = page;
    let uri = format!("https://example.org/notes/{name}?from=bluesky");
    let short = format!("example.org/notes/{name}...");
    let text = words.pick("pointers", rng).replace("{}", &short);
    let post = NewPost::text(&text).link(&short, &uri);
    if rng.random() { post.external(&uri, title, description) } else { post }
}
