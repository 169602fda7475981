//! Items to search, and watches for words that occur in others like them.

use std::path::PathBuf;

use matcher::{Filters, Item, Kind, Scope, Watch, WatchId};
use serde::Deserialize;

/// Items, the first half for searching, the second for drawing keywords from.
pub(crate) struct Corpus {
    /// Where they are from, for people.
    pub(crate) source: String,
    items: Vec<Post>,
}

#[derive(Deserialize)]
pub(crate) struct Post {
    kind: String,
    subreddit: String,
    title: String,
    body: String,
}

impl Post {
    pub(crate) fn item(&self) -> Item<'_> {
        let kind = if self.kind == "comment" {
            Kind::Comment
        } else {
            Kind::Post
        };
        Item {
            kind,
            ..Item::post(&self.subreddit, &self.title, &self.body)
        }
    }

    /// What a bare automaton is given: the searched text in small letters.
    pub(crate) fn lowered(&self) -> String {
        match self.item().kind {
            Kind::Post => format!("{}\n{}", self.title, self.body).to_lowercase(),
            Kind::Comment => self.body.to_lowercase(),
        }
    }
}

impl Corpus {
    pub(crate) fn load() -> Self {
        let beside = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../../shared/data/reddit/items.ndjson"
        );
        let path = std::env::var_os("HARKEN_ITEMS").map_or_else(|| beside.into(), PathBuf::from);
        match std::fs::read_to_string(&path) {
            Ok(text) => {
                let items = text
                    .lines()
                    .map(|line| serde_json::from_str(line).expect("an item a line"));
                Corpus {
                    source: path.display().to_string(),
                    items: items.collect(),
                }
            }
            Err(_) => Corpus {
                source: "made up".to_owned(),
                items: made_up(),
            },
        }
    }

    pub(crate) fn searched(&self) -> &[Post] {
        &self.items[..self.items.len() / 2]
    }

    /// 60 % plain, 30 % whole word, 10 % case-sensitive; 30 % on every subreddit, the others on
    /// one to five. Keywords are one to three neighbouring words, or, where the items do not yield
    /// enough different ones, such words with a number.
    pub(crate) fn watches(&self, wanted: usize) -> Vec<Watch> {
        let sources = &self.items[self.items.len() / 2..];
        let mut random = Random(0x5EED);
        (0..wanted as u128)
            .map(|id| random.watch(WatchId(id), sources))
            .collect()
    }
}

/// A small generator, so that every run draws the same (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    fn watch(&mut self, id: WatchId, sources: &[Post]) -> Watch {
        loop {
            let keyword = self.keyword(sources);
            let strict = self.below(10);
            let filters = Filters {
                whole_word_only: (6..9).contains(&strict),
                case_sensitive: strict == 9,
                ..Filters::default()
            };
            let scope = self.scope(sources);
            if let Ok(watch) = Watch::new(id, &keyword, scope, filters) {
                return watch;
            }
        }
    }

    fn scope(&mut self, sources: &[Post]) -> Scope {
        if self.below(10) < 3 {
            return Scope::All;
        }
        let count = 1 + self.below(5);
        let names = (0..count).map(|_| self.pick(sources).subreddit.as_str());
        // A name that a form would refuse is rare in the items, and then the watch is on all.
        Scope::parse(names).unwrap_or(Scope::All)
    }

    /// A longer word (35 %), two words (30 %), three (8 %), or a made-up brand (27 %).
    fn keyword(&mut self, sources: &[Post]) -> String {
        let post = self.pick(sources);
        let text = if post.body.is_empty() {
            &post.title
        } else {
            &post.body
        };
        let words: Vec<&str> = text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|w| w.len() > 1)
            .collect();
        let count = match self.below(100) {
            0..35 => 1,
            35..65 => 2,
            65..73 => 3,
            _ => return self.brand(),
        };
        let first = self.below(words.len().max(1));
        match words.get(first..first + count) {
            Some([word]) if word.len() < 5 => self.brand(),
            Some(words) => words.join(" "),
            None => self.brand(),
        }
    }

    fn brand(&mut self) -> String {
        let syllables = [
            "ac", "me", "zen", "ly", "ko", "ra", "vi", "tra", "nox", "um", "bo", "flo",
        ];
        (0..2 + self.below(3))
            .map(|_| *self.pick(&syllables))
            .collect()
    }
}

/// Posts and comments of common words, with some rare ones, in 200 subreddits.
fn made_up() -> Vec<Post> {
    const ITEMS: usize = 20_000;
    let mut random = Random(0xC0FFEE);
    let vocabulary: Vec<String> = (0..20_000)
        .map(|_| random.brand() + &random.brand())
        .collect();
    let words = |random: &mut Random, count: usize| -> String {
        let word = |random: &mut Random| {
            // The product of two draws favours the front of the list, as speech favours few words.
            let rank = random.below(vocabulary.len()) * random.below(1_000) / 1_000;
            vocabulary[rank].clone()
        };
        (0..count)
            .map(|_| word(random))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let post = |_| {
        let comment = random.below(2) == 0;
        let (title, body) = (3 + random.below(10), random.below(80));
        Post {
            kind: if comment { "comment" } else { "post" }.to_owned(),
            subreddit: format!("forum_{}", random.below(200)),
            title: if comment {
                String::new()
            } else {
                words(&mut random, title)
            },
            body: words(&mut random, body),
        }
    };
    (0..ITEMS).map(post).collect()
}
