//! Makes up the forum: who writes there, about what, and in which words.
//!
//! The texts are in `content/*.toml`: for each subreddit a few word banks (each of one grammatical
//! shape, so that its words fit any sentence) and whole threads; and threads and replies that fit any
//! subreddit. [`template`] fills them in, [`people`] makes the user names, and [`generator`] combines
//! posts and comments.

mod generator;
mod people;
mod template;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

pub(crate) use generator::Generator;

/// Word banks by slot name.
pub(crate) type Words = BTreeMap<String, Vec<String>>;

/// A post with the replies it may get.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Thread {
    pub(crate) title: String,
    #[serde(default)]
    pub(crate) body: String,
    #[serde(default)]
    pub(crate) link: Option<String>,
    #[serde(default)]
    pub(crate) flair: Option<String>,
    pub(crate) replies: Vec<String>,
}

/// A subreddit of the made-up forum.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Topic {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) about: String,
    pub(crate) members: u64,
    /// `tool` (a name), `product` (an invented name), `problem` (a clause), `goal` (a verb phrase
    /// without "to"), `topic` (a noun phrase that needs no article), `tip` (an imperative),
    /// `setup` (a noun phrase with its article).
    pub(crate) words: Words,
    /// Whether the common threads fit here as well.
    #[serde(default = "yes")]
    pub(crate) common: bool,
    #[serde(default)]
    pub(crate) pinned: Option<String>,
    #[serde(default, rename = "thread")]
    pub(crate) threads: Vec<Thread>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Topics {
    subreddit: Vec<Topic>,
}

/// The texts that fit any subreddit.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Common {
    /// Short reactions to a post.
    pub(crate) reactions: Vec<String>,
    /// Answers to a comment.
    pub(crate) answers: Vec<String>,
    /// Answers of the post's author to a comment.
    pub(crate) thanks: Vec<String>,
    /// Lines added under a text when it is edited.
    pub(crate) edits: Vec<String>,
    #[serde(rename = "thread")]
    pub(crate) threads: Vec<Thread>,
}

/// All texts.
#[derive(Debug)]
pub(crate) struct Content {
    pub(crate) topics: Vec<Topic>,
    pub(crate) common: Common,
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
pub(crate) fn content() -> &'static Content {
    &CONTENT
}

#[cfg(test)]
mod tests {
    use super::template::fits;
    use super::*;

    #[test]
    fn there_are_enough_subreddits_and_each_has_what_its_threads_need() {
        let content = content();
        assert!(content.topics.len() >= 40);
        for topic in &content.topics {
            let common = content.common.threads.iter().filter(|_| topic.common);
            assert!(!topic.threads.is_empty(), "{}", topic.name);
            for thread in topic.threads.iter().chain(common) {
                let link = thread.link.iter();
                let texts = [&thread.title, &thread.body].into_iter().chain(&thread.replies);
                for text in texts.chain(link).chain(&thread.flair) {
                    assert!(fits(text, &topic.words), "r/{}: {text}", topic.name);
                }
            }
        }
    }
}
