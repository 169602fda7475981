//! Finds the thread that a comment belongs to: the API returns only its parent, which may itself be a
//! comment.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use platform::sources::ForumError;
use platform::sources::hacker_news::{Answer, HackerNews, Item, Thread};

/// Maximum depth of a thread; a comment beyond it has no thread.
const MAX_STEPS: usize = 100;
/// Maximum entries that are remembered, some ten megabytes; beyond it the memory starts empty again.
const MAX_KNOWN: usize = 50_000;

/// The known items that have answers.
pub(super) struct Parents {
    source: Arc<HackerNews>,
    known: Mutex<HashMap<i64, Parent>>,
}

#[derive(Clone)]
enum Parent {
    /// A comment, with the id of its parent.
    Comment(i64),
    /// The item that begins a thread.
    Begin(Thread),
    /// Nothing that can be read.
    Unknown,
}

impl Parents {
    pub(super) fn new(source: Arc<HackerNews>) -> Self {
        Self { source, known: Mutex::default() }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<i64, Parent>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the threads of the comments among `items`, by the comment's id. Unknown parents are requested,
    /// all of one step together.
    pub(super) async fn threads_of(
        &self,
        items: &[Item],
    ) -> Result<HashMap<i64, Thread>, ForumError> {
        self.remember(items);
        let mut threads = HashMap::new();
        // Each comment, and how far up it was followed.
        let mut open: Vec<(i64, i64)> =
            items.iter().filter_map(|item| Some((item.id, item.above()?))).collect();
        for _ in 0..MAX_STEPS {
            let missing = self.follow(&mut open, &mut threads);
            if missing.is_empty() {
                break;
            }
            let missing: Vec<i64> = missing.into_iter().collect();
            let mut answers = Vec::with_capacity(missing.len());
            for (id, answer) in self.source.items(&missing).await? {
                match answer {
                    Answer::Item(item) => answers.push(*item),
                    Answer::Nothing | Answer::Unreadable(_) => {
                        self.known().insert(id, Parent::Unknown);
                    }
                }
            }
            self.remember(&answers);
        }
        Ok(threads)
    }

    /// Follows comments up as far as is known, and returns the ids that are unknown.
    fn follow(
        &self,
        open: &mut Vec<(i64, i64)>,
        threads: &mut HashMap<i64, Thread>,
    ) -> BTreeSet<i64> {
        let known = self.known();
        let mut missing = BTreeSet::new();
        open.retain_mut(|(comment, at)| {
            for _ in 0..MAX_STEPS {
                match known.get(at) {
                    Some(Parent::Comment(parent)) => *at = *parent,
                    Some(Parent::Begin(thread)) => {
                        threads.insert(*comment, thread.clone());
                        return false;
                    }
                    Some(Parent::Unknown) => return false,
                    None => {
                        missing.insert(*at);
                        return true;
                    }
                }
            }
            false
        });
        missing
    }

    fn remember(&self, items: &[Item]) {
        let mut known = self.known();
        if known.len() > MAX_KNOWN {
            known.clear();
        }
        for item in items {
            let parent = match (item.above(), item.thread()) {
                (Some(parent), _) => Parent::Comment(parent),
                (None, Some(thread)) => Parent::Begin(thread),
                (None, None) => Parent::Unknown,
            };
            known.insert(item.id, parent);
        }
    }
}
