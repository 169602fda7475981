//! Stores what programs have sent to a push source.

use std::collections::HashSet;

use anyhow::Context;
use chrono::TimeDelta;

use super::entries::{MAX_MARKS, marks_in, to_keep};
use super::interval::next_seconds;
use super::{FeedReader, PolledOnce};
use crate::store::Stored;
use crate::store::outcome::{FeedOutcome, Outcome};
use db::models::feed::{ClaimedFeed, PolledFeed, ReadFeed, waiting_items};
use platform::sources::feed::{Mark, PushedItem, item, push_mark};

/// The time until the next poll after one that could not be stored.
const AFTER_FAILURE: TimeDelta = TimeDelta::seconds(5);

impl FeedReader {
    /// Stores the items of the source `name` that wait, in the transaction that deletes them from the queue: one that
    /// is killed loses none and stores none twice. An id that was seen before is not stored again.
    pub(super) async fn store_pushed(
        &self,
        claimed: ClaimedFeed,
        name: String,
    ) -> anyhow::Result<PolledOnce> {
        let context = &self.reader.context;
        let waiting = {
            let mut conn = context.conn().await?;
            waiting_items(claimed.id, &mut conn).await?
        };
        let now = context.clock.now();
        let before = marks_in(&claimed.known);
        let mut known: HashSet<Mark> = before.iter().copied().collect();
        let (mut new, mut marks) = (Vec::new(), Vec::new());
        for one in &waiting {
            let pushed: PushedItem =
                serde_json::from_str(&one.payload).context("an item that was pushed")?;
            let mark = push_mark(&claimed.place, &pushed.id);
            if known.insert(mark) {
                marks.push(mark);
                new.push(item(&pushed.into_entry(), mark, &claimed.place, None, one.received_at));
            }
        }
        // The newest first.
        new.reverse();
        let interval = claimed.interval_seconds;
        let interval = match waiting.is_empty() {
            true => next_seconds(interval, 0, None),
            false => next_seconds(interval, usize::MAX, None),
        };
        let arrived = waiting.last().map(|last| last.received_at);
        let outcome = FeedOutcome {
            polled: PolledFeed {
                next_poll_at: Some(now + TimeDelta::seconds(interval.into())),
                interval_seconds: interval,
                polled_at: Some(now),
                error: None,
                is_unchanged: new.is_empty(),
            },
            read: ReadFeed {
                title: name,
                site: String::new(),
                etag: None,
                last_modified: None,
                known: to_keep(marks.into_iter().rev(), before.iter().copied(), MAX_MARKS),
                known_identities: Vec::new(),
                known_titles: Vec::new(),
                remark: None,
                newest_at: arrived.or(claimed.newest_at),
                listed: 0,
            },
            gap: None,
            pushed: waiting.iter().map(|one| one.seq).collect(),
            claimed: claimed.clone(),
        };
        let outcome = Some(Outcome::Feed(Box::new(outcome)));
        let stored = self.reader.store(new, outcome, now).await;
        let again = match &stored {
            Ok(Stored { outcome_written: true, .. }) => None,
            // Something was deleted meanwhile.
            Ok(_) => Some(now),
            Err(_) => Some(now + AFTER_FAILURE),
        };
        if let Some(again) = again {
            let mut conn = context.conn().await?;
            claimed.put_off(again, None, now, &mut conn).await?;
        }
        Ok(PolledOnce { stored: stored?, ..PolledOnce::of(&claimed) })
    }
}
