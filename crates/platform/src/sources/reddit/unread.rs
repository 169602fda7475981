//! Logs the entries of answers that cannot be read: each once, though it is returned by every poll
//! for as long as it is among the newest.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use super::parse::Skipped;

/// The number of remembered entries beyond which all are forgotten.
const MAX_REMEMBERED: usize = 1_000;

#[derive(Debug, Default)]
pub(super) struct UnreadLog {
    logged: Mutex<HashSet<String>>,
}

impl UnreadLog {
    pub(super) fn log(&self, skipped: Vec<Skipped>) {
        for Skipped { forum_id, bytes, reason } in self.only_new(skipped) {
            tracing::warn!(
                forum_id,
                bytes,
                reason,
                "an entry of the forum's answer cannot be read and is passed over"
            );
        }
    }

    /// Returns the entries that were not seen before. An entry without an id is identified by the
    /// reason.
    fn only_new(&self, mut skipped: Vec<Skipped>) -> Vec<Skipped> {
        let mut logged = self.logged.lock().unwrap_or_else(PoisonError::into_inner);
        skipped.retain(|one| {
            if logged.len() >= MAX_REMEMBERED {
                logged.clear();
            }
            logged.insert(one.forum_id.as_ref().unwrap_or(&one.reason).clone())
        });
        skipped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skipped(forum_id: Option<&str>) -> Vec<Skipped> {
        vec![Skipped {
            forum_id: forum_id.map(str::to_owned),
            bytes: 1,
            reason: "recursion limit exceeded".to_owned(),
        }]
    }

    #[test]
    fn each_entry_is_logged_once() {
        let log = UnreadLog::default();
        for id in [Some("t3_a"), Some("t3_b"), None] {
            assert_eq!(log.only_new(skipped(id)).len(), 1);
            assert!(log.only_new(skipped(id)).is_empty());
        }
        for n in 0..2 * MAX_REMEMBERED {
            log.only_new(skipped(Some(&n.to_string())));
        }
        assert!(log.logged.lock().unwrap().len() <= MAX_REMEMBERED);
    }
}
