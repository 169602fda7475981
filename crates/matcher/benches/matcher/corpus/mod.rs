//! Items to search, and watches for words that occur in similar items.

mod made_up;
mod random;
mod watches;

use std::path::PathBuf;

use matcher::{Item, Kind, Watch, WatchId};
use serde::Deserialize;

pub(crate) use watches::Mix;

/// Items: the first half is searched, keywords are drawn from the second.
pub(crate) struct Corpus {
    /// Where the items are from, for display.
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
        let kind = if self.kind == "comment" { Kind::Comment } else { Kind::Post };
        Item { kind, ..Item::post(&self.subreddit, &self.title, &self.body) }
    }

    /// Returns the searched text in lowercase, the input of a bare engine.
    fn lowered(&self) -> String {
        match self.item().kind {
            Kind::Post => format!("{}\n{}", self.title, self.body).to_lowercase(),
            Kind::Comment => self.body.to_lowercase(),
        }
    }
}

impl Corpus {
    pub(crate) fn load() -> Self {
        let beside =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/reddit/items.ndjson");
        let path = std::env::var_os("HARKEN_ITEMS").map_or_else(|| beside.into(), PathBuf::from);
        match std::fs::read_to_string(&path) {
            Ok(text) => {
                let items =
                    text.lines().map(|line| serde_json::from_str(line).expect("an item a line"));
                Corpus { source: path.display().to_string(), items: items.collect() }
            }
            Err(_) => Corpus {
                source: "made up (set HARKEN_ITEMS to a file of real ones, a JSON object a line)"
                    .to_owned(),
                items: made_up::made_up(),
            },
        }
    }

    pub(crate) fn searched(&self) -> &[Post] {
        &self.items[..self.items.len() / 2]
    }

    pub(crate) fn sources(&self) -> &[Post] {
        &self.items[self.items.len() / 2..]
    }

    /// Returns the searched texts as the input of a bare engine.
    pub(crate) fn lowered(&self) -> Vec<String> {
        self.searched().iter().map(Post::lowered).collect()
    }

    pub(crate) fn watches(&self, wanted: usize, mix: Mix) -> Vec<Watch> {
        let mut drawing = watches::Drawing::new(self.sources(), mix);
        (0..wanted as u128).map(|id| drawing.watch(WatchId(id))).collect()
    }
}

/// Returns the distinct keywords of watches in lowercase, the input of a bare engine.
pub(crate) fn keywords(watches: &[Watch]) -> Vec<String> {
    let mut keywords: Vec<String> = watches.iter().map(|w| w.keyword().to_lowercase()).collect();
    keywords.sort_unstable();
    keywords.dedup();
    keywords
}
