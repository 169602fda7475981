//! Made-up posts, from a seed.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::jetstream::ids;
use crate::jetstream::new_post::{NewPost, PostId};

/// Number of people who post.
const PEOPLE: u32 = 24;

/// Returns the DIDs of all people who post.
pub(crate) fn people() -> impl Iterator<Item = String> {
    (0..PEOPLE).map(|n| ids::did(&format!("person {n}")))
}

const THOUGHTS: &[&str] = &[
    "The kettle has been on for ten minutes and I have just noticed that it is not plugged in 🫖",
    "Rewrote the backup script in Rust. It is three times as long and I trust it three times as much.",
    "Rode to work in the rain. Forty minutes, one dry sock 🚲",
    "My whole photo library now lives on a box in the attic. It hums. I like that it hums.",
    "Café on the corner has stopped selling oat milk and half the street is in mourning ☕️",
    "Is there a feed reader that simply shows me what is new, oldest first, and nothing else?",
    "Three hours of fighting the borrow checker, and of course it was right.",
    "Descaled the kettle with vinegar. The kitchen smells of chips, the tea tastes of tea again.",
    "Fixed a slow puncture with a patch from 2009. It held for all of six kilometres 😅",
    "Moved the calendar off the big clouds last night. Nobody in the family has noticed, which is the point.",
    "Whoever invented the loose-leaf strainer: thank you. Whoever lost mine: we need to talk 🍵",
    "Postgres has been up for 400 days and I am now too scared to touch it.",
    "Naïve question: why does every smart kettle want an account?",
    "The swifts are back over the yard. Summer may begin.",
    "Spent the evening truing a wheel. Ended with a wheel that is wrong in a new direction.",
    "Anyone else keep a text file called later.txt that only ever grows?",
    "New jar of Darjeeling, first flush. Worth every cent – the whole room smells of hay and apricots 🌿",
    "DNS. It was DNS. It is 2 a.m. and it was DNS.",
    "A bookbinder moved in next door and has promised to teach me how to sew a spine.",
    "Bread number nine: finally a crust that sings when it cools 🍞🎶",
];
const REPLIES: &[&str] = &[
    "Same here, and I gave up after a week.",
    "This made my morning 😂",
    "Have you tried turning the kettle off and on again?",
    "Ours does that too. A new gasket cured it.",
    "Can you say which one it is? Looking for exactly this.",
    "I would pay for that, once, and never again.",
    "It runs on a Raspberry Pi at my place, no trouble since spring.",
    "Strong disagree, but I admire the commitment 🫡",
    "Bookmarked. Thank you!",
    "That is how it starts. Next you will own two of them.",
];
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
const POINTERS: &[&str] = &[
    "Good read for a slow evening ☕️ → {}",
    "Wrote this up: {}",
    "🫖 {} is the best thing I have seen all week",
    "If you are thinking about it, read {} first.",
];
const TAGS: &[&str] = &["#tea", "#rustlang", "#selfhosting", "#cycling", "#bäckerei"];

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
pub(crate) struct MadeUp(ChaCha8Rng);

impl MadeUp {
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Returns a new post by one of `who`, perhaps an answer to one of `there`.
    pub(crate) fn next(&mut self, who: &[String], there: &[There]) -> Step {
        let rng = &mut self.0;
        let post = match (rng.random_range(0..10), there.choose(rng)) {
            (0..4, Some(parent)) => reply(rng, parent),
            (4, Some(quoted)) => NewPost::text("Still true:").quote(&quoted.id),
            (5 | 6, _) => pointer(rng),
            (7, _) => {
                let tag = pick(rng, TAGS);
                NewPost::text(&format!("{} {tag}", pick(rng, THOUGHTS))).tag(tag)
            }
            _ => NewPost::text(pick(rng, THOUGHTS)),
        };
        let author = who.choose(rng).cloned();
        let mut perhaps = |one_in| {
            let chosen = there.choose(rng).filter(|_| rng.random_ratio(1, one_in));
            chosen.map(|chosen| chosen.id.clone())
        };
        Step { post: NewPost { did: author, ..post }, like: perhaps(4), delete: perhaps(30) }
    }
}

fn pick<'a>(rng: &mut ChaCha8Rng, from: &[&'a str]) -> &'a str {
    from.choose(rng).copied().unwrap_or_default()
}

fn reply(rng: &mut ChaCha8Rng, parent: &There) -> NewPost {
    let text = pick(rng, REPLIES);
    if rng.random_ratio(3, 4) {
        return NewPost::reply(&parent.id, text);
    }
    let name = format!("@{}", parent.handle);
    NewPost::reply(&parent.id, &format!("{text} {name}")).mention(&name, &parent.id.did)
}

/// Returns a post with a link, shown shortened, as apps do.
fn pointer(rng: &mut ChaCha8Rng) -> NewPost {
    let page = PAGES.choose(rng).copied().unwrap_or_default();
    let (name, title, description) = page;
    let uri = format!("https://example.org/notes/{name}?from=bluesky");
    let short = format!("example.org/notes/{name}...");
    let text = pick(rng, POINTERS).replace("{}", &short);
    let post = NewPost::text(&text).link(&short, &uri);
    if rng.random() { post.external(&uri, title, description) } else { post }
}
