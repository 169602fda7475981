//! Keeps expensive answers for those who ask again before anything has changed.
//!
//! Each answer is kept with the version of the data that it was made from. The version is read
//! first, so that a change in between makes the answer look older than it is, never newer. What a
//! version does not cover is at most a few seconds late.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

/// The size of all answers together; beyond it, the one asked for least recently is dropped.
const MAX_BYTES: usize = 32 * 1_024 * 1_024;
/// The answers kept for one user, so that no user displaces the answers of all others.
const MAX_OF_USER: usize = 8;
/// The approximate size of an entry without its answer.
const ENTRY_BYTES: usize = 512;
/// The longest time that an answer is kept.
const LIFE: TimeDelta = TimeDelta::seconds(10);

/// The user who asks, and the query.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Question {
    pub user_id: Uuid,
    pub query: String,
}

struct Entry {
    version: i64,
    until: DateTime<Utc>,
    asked: u64,
    answer: Bytes,
}

#[derive(Default)]
struct Kept {
    entries: HashMap<Question, Entry>,
    bytes: usize,
    /// The number of calls so far, by which the least recently asked entry is found.
    asked: u64,
    turns: HashMap<Uuid, Weak<tokio::sync::Mutex<()>>>,
}

/// The answers of one process.
#[derive(Default)]
pub struct Answers(Mutex<Kept>);

impl Answers {
    /// Returns the answer to `question` if it is still kept and was made from data of this
    /// `version`.
    pub fn get(&self, question: &Question, version: i64, now: DateTime<Utc>) -> Option<Bytes> {
        let mut kept = self.kept();
        kept.asked += 1;
        let asked = kept.asked;
        let entry = kept.entries.get_mut(question)?;
        let holds = entry.version == version && now < entry.until;
        holds.then(|| {
            entry.asked = asked;
            entry.answer.clone()
        })
    }

    /// Keeps an answer that is valid until `until` as long as the data have this `version`.
    pub fn put(
        &self,
        question: Question,
        version: i64,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
        answer: Bytes,
    ) {
        let mut kept = self.kept();
        kept.remove(&question);
        kept.asked += 1;
        kept.bytes += answer.len() + ENTRY_BYTES;
        let entry = Entry { version, until: until.min(now + LIFE), asked: kept.asked, answer };
        let user_id = question.user_id;
        kept.entries.insert(question, entry);
        if kept.of_user(user_id).count() > MAX_OF_USER
            && let Some(oldest) = oldest(kept.of_user(user_id))
        {
            kept.remove(&oldest);
        }
        while kept.bytes > MAX_BYTES
            && let Some(oldest) = oldest(kept.entries.iter())
        {
            kept.remove(&oldest);
        }
    }

    /// Returns the lock under which one user's answers are made one after the other: a user who
    /// asks many times at once takes one connection to the database, and gets what the first call
    /// made.
    pub fn turn(&self, user_id: Uuid) -> Arc<tokio::sync::Mutex<()>> {
        let turns = &mut self.kept().turns;
        if let Some(turn) = turns.get(&user_id).and_then(Weak::upgrade) {
            return turn;
        }
        turns.retain(|_, turn| turn.strong_count() > 0);
        let turn = Arc::default();
        turns.insert(user_id, Arc::downgrade(&turn));
        turn
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn remove(&mut self, question: &Question) {
        if let Some(entry) = self.entries.remove(question) {
            self.bytes -= entry.answer.len() + ENTRY_BYTES;
        }
    }

    fn of_user(&self, user_id: Uuid) -> impl Iterator<Item = (&Question, &Entry)> {
        let entries = self.entries.iter();
        entries.filter(move |(question, _)| question.user_id == user_id)
    }
}

/// Returns the question that was asked least recently.
fn oldest<'a>(entries: impl Iterator<Item = (&'a Question, &'a Entry)>) -> Option<Question> {
    let oldest = entries.min_by_key(|(_, entry)| entry.asked);
    oldest.map(|(question, _)| question.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(query: &str) -> Question {
        Question { user_id: Uuid::nil(), query: query.to_owned() }
    }

    #[test]
    fn an_answer_is_kept_for_its_version_and_a_few_seconds() {
        let (answers, now) = (Answers::default(), Utc::now());
        let later = |seconds| now + TimeDelta::seconds(seconds);
        let answer = Bytes::from_static(b"{}");
        answers.put(question("a"), 7, now, later(3_600), answer.clone());
        answers.put(question("b"), 7, now, later(2), answer.clone());
        assert_eq!(answers.get(&question("a"), 7, later(9)), Some(answer));
        for (query, version, at) in [("a", 8, 0), ("a", 7, 10), ("b", 7, 2), ("c", 7, 0)] {
            let got = answers.get(&question(query), version, later(at));
            assert_eq!(got, None, "{query} {version} {at}");
        }
    }

    #[test]
    fn what_was_not_asked_for_longest_is_dropped_first() {
        let (answers, now) = (Answers::default(), Utc::now());
        let until = now + LIFE;
        let megabyte = Bytes::from(vec![b' '; 1_024 * 1_024]);
        let of = |user| Question { user_id: Uuid::from_u128(user), query: "a".to_owned() };
        for n in 0..31 {
            answers.put(of(n), 1, now, until, megabyte.clone());
        }
        assert!(answers.get(&of(0), 1, now).is_some());
        answers.put(of(31), 1, now, until, megabyte);
        let there = |user| answers.get(&of(user), 1, now).is_some();
        assert!(there(0) && there(31) && !there(1));
        assert!(answers.kept().bytes <= MAX_BYTES);
    }

    #[test]
    fn one_users_many_pages_take_nothing_from_others() {
        let (answers, now) = (Answers::default(), Utc::now());
        let other = Question { user_id: Uuid::from_u128(1), query: "a".to_owned() };
        let answer = Bytes::from_static(b"{}");
        answers.put(other.clone(), 1, now, now + LIFE, answer.clone());
        for page in 0..1_000 {
            answers.put(question(&page.to_string()), 1, now, now + LIFE, answer.clone());
        }
        assert!(answers.get(&other, 1, now).is_some());
        let there = |page: usize| answers.get(&question(&page.to_string()), 1, now).is_some();
        assert!((992..1_000).all(there) && !there(991));
        assert_eq!(answers.kept().entries.len(), MAX_OF_USER + 1);
    }

    #[tokio::test]
    async fn one_user_has_one_turn_at_a_time() {
        let answers = Answers::default();
        let (one, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let turn = answers.turn(one);
        let held = turn.lock().await;
        assert!(answers.turn(one).try_lock().is_err());
        assert!(answers.turn(other).try_lock().is_ok());
        drop(held);
        assert!(answers.turn(one).try_lock().is_ok());
    }
}
