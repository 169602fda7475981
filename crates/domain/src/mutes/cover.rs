//! Applies mutes: a match that a mute covers makes no notification.

use std::collections::{BTreeSet, HashMap, HashSet};

use matcher::{Filters, Item, Matcher, Scope, Watch, WatchId};
use uuid::Uuid;

use db::models::mute::{Mute, MuteKind};

/// The mutes of some users, ready to classify items. Authors and subreddits are compared as the
/// forum does, ignoring case; threads by the forum's id; words by the matcher, as whole words.
#[derive(Debug)]
pub struct Mutes {
    by_user: HashMap<Uuid, Vec<Rule>>,
    words: Matcher,
}

#[derive(Debug)]
struct Rule {
    mute_id: Uuid,
    /// `None` for all watches.
    watch_id: Option<Uuid>,
    what: What,
}

#[derive(Debug)]
enum What {
    Author(String),
    Subreddit(String),
    Thread(String),
    Word(WatchId),
}

/// An item as mutes see it.
#[derive(Debug)]
pub struct PreparedItem<'a> {
    author: String,
    subreddit: String,
    thread_id: &'a str,
    /// The muted words that appear in it, whoever muted them.
    words: HashSet<WatchId>,
}

/// Folds a name of an author or subreddit to the form that is compared.
pub fn fold_name(name: &str) -> String {
    name.to_ascii_lowercase()
}

impl Mutes {
    pub fn new(mutes: &[Mute]) -> Self {
        let words: BTreeSet<&str> = mutes
            .iter()
            .filter(|mute| mute.kind == MuteKind::Word)
            .map(|mute| mute.value.as_str())
            .collect();
        let words: HashMap<&str, WatchId> = words.into_iter().zip((0..).map(WatchId)).collect();
        let mut by_user: HashMap<Uuid, Vec<Rule>> = HashMap::new();
        for mute in mutes {
            let what = match mute.kind {
                MuteKind::Author => What::Author(mute.value.clone()),
                MuteKind::Subreddit => What::Subreddit(mute.value.clone()),
                MuteKind::Thread => What::Thread(mute.value.clone()),
                MuteKind::Word => What::Word(words[mute.value.as_str()]),
            };
            let rule = Rule { mute_id: mute.id, watch_id: mute.watch_id, what };
            by_user.entry(mute.user_id).or_default().push(rule);
        }
        let filters = Filters { whole_word_only: true, ..Filters::default() };
        let watches = words
            .into_iter()
            // A stored word that can no longer be searched for covers nothing.
            .filter_map(|(word, id)| Watch::new(id, word, Scope::All, filters).ok());
        Self { words: Matcher::build(watches), by_user }
    }

    pub fn is_empty(&self) -> bool {
        self.by_user.is_empty()
    }

    /// Prepares an item once for all later checks.
    pub fn prepare<'a>(&self, item: &Item<'_>, thread_id: &'a str) -> PreparedItem<'a> {
        let words = if self.words.is_empty() {
            HashSet::new()
        } else {
            // Regardless of its place: an empty place lies in the scope of everything.
            let anywhere = Item { subreddit: "", ..*item };
            self.words.matching_watches(&anywhere).into_iter().collect()
        };
        PreparedItem {
            author: fold_name(item.author),
            subreddit: fold_name(item.subreddit),
            thread_id,
            words,
        }
    }

    /// Returns the first mute that hides this watch's match with this item from its user.
    pub fn cover(&self, user_id: Uuid, watch_id: Uuid, item: &PreparedItem<'_>) -> Option<Uuid> {
        let rules = self.by_user.get(&user_id).into_iter().flatten();
        let mut rules = rules.filter(|rule| rule.watch_id.is_none_or(|only| only == watch_id));
        let covering = rules.find(|rule| match &rule.what {
            What::Author(name) => *name == item.author,
            What::Subreddit(name) => *name == item.subreddit,
            What::Thread(id) => id == item.thread_id,
            What::Word(word) => item.words.contains(word),
        });
        covering.map(|rule| rule.mute_id)
    }
}
