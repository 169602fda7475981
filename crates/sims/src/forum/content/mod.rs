//! Makes up the forum: who writes there, about what, and in which words.
//!
//! The texts are in `content/*.toml`: for each subreddit a few word banks (each of one grammatical
//! shape, so that its words fit any sentence) and whole threads; and threads and replies that fit any
//! subreddit. [`template`] fills them in, [`people`] makes the user names, and [`generator`] combines
//! posts and comments.

mod generator;
mod people;
pub mod template;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

pub(crate) use generator::Generator;

/// Word banks by slot name.
pub type Words = BTreeMap<String, Vec<String>>;

/// A post with the replies it may get.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thread {
    pub title: String,
    #[serde(default)]
    pub body: String,
    #[serde(default)]
    pub link: Option<String>,
    #[serde(default)]
    pub flair: Option<String>,
    pub replies: Vec<String>,
}

/// A subreddit of the made-up forum.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Topic {
    pub name: String,
    pub title: String,
    pub about: String,
    pub members: u64,
    /// `tool` (a name), `product` (an invented name), `problem` (a clause), `goal` (a verb phrase
    /// without "to"), `topic` (a noun phrase that needs no article), `tip` (an imperative),
    /// `setup` (a noun phrase with its article).
    pub words: Words,
    /// Whether the common threads fit here as well.
    #[serde(default = "yes")]
    pub common: bool,
    #[serde(default)]
    pub pinned: Option<String>,
    #[serde(default, rename = "thread")]
    pub threads: Vec<Thread>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Topics {
    subreddit: Vec<Topic>,
}

/// The texts that fit any subreddit.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Common {
    /// Short reactions to a post.
    pub reactions: Vec<String>,
    /// Answers to a comment.
    pub answers: Vec<String>,
    /// Answers of the post's author to a comment.
    pub thanks: Vec<String>,
    /// Lines added under a text when it is edited.
    pub edits: Vec<String>,
    #[serde(rename = "thread")]
    pub threads: Vec<Thread>,
}

/// All texts.
#[derive(Debug)]
pub struct Content {
    pub topics: Vec<Topic>,
    pub common: Common,
}

fn yes() -> bool {
    true
}

const TOPIC_FILES: &[&str] = &[
    include_str!("../../../content/forum/web.toml"),
    include_str!("../../../content/forum/languages.toml"),
    include_str!("../../../content/forum/operations.toml"),
    include_str!("../../../content/forum/data.toml"),
    include_str!("../../../content/forum/business.toml"),
    include_str!("../../../content/forum/life.toml"),
    include_str!("../../../content/forum/leisure.toml"),
];

static CONTENT: LazyLock<Content> = LazyLock::new(|| {
    let own = "the texts are part of this program and a test reads them all";
    let topics =
        TOPIC_FILES.iter().flat_map(|file| toml::from_str::<Topics>(file).expect(own).subreddit);
    let common = toml::from_str(include_str!("../../../content/forum/common.toml")).expect(own);
    Content { topics: topics.collect(), common }
});

/// Returns the texts, which are read only once.
pub fn content() -> &'static Content {
    &CONTENT
}
