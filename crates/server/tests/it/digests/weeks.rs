//! Days traversed in half-hour steps, with matches at random, in five time zones.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Datelike, DurationRound, TimeDelta, Timelike, Utc, Weekday};
use chrono_tz::Tz;
use serde::Deserialize;
use uuid::Uuid;

use super::Digests;
use crate::support::length::by_length;

const ZONES: [&str; 5] =
    ["Europe/Vienna", "America/New_York", "Australia/Lord_Howe", "UTC", "Pacific/Apia"];
const FREQUENCIES: [&str; 4] = ["realtime", "hourly", "daily", "weekly"];
/// Half an hour: the clocks of all these zones differ from UTC by a multiple of it.
const STEP: TimeDelta = TimeDelta::minutes(30);

/// A user and a moment, for which one email is expected.
type Window = (Uuid, DateTime<Utc>);

struct Listener {
    user: Uuid,
    zone: Tz,
    frequency: &'static str,
}

#[derive(Deserialize)]
struct Alert {
    keyword: String,
    created_at: DateTime<Utc>,
}

/// An email that was sent, as the outbox records it.
#[derive(Deserialize)]
struct Sent {
    user_id: Uuid,
    due_at: DateTime<Utc>,
    id: Uuid,
    alerts: i64,
}

#[tokio::test]
async fn the_days_when_clocks_go_back() {
    // Vienna on 25 October, New York on 1 November.
    let end = by_length("2026-10-26T13:00:00Z", "2026-11-01T12:00:00Z");
    step_through("2026-10-25T00:00:00Z", end, 1).await;
}

#[tokio::test]
async fn the_days_when_clocks_go_forward_or_back_by_half_an_hour() {
    // Vienna on 29 March, Lord Howe on 5 April; four workers send.
    let end = by_length("2026-03-30T13:00:00Z", "2026-04-05T00:00:00Z");
    step_through("2026-03-28T23:30:00Z", end, 4).await;
}

#[tokio::test]
async fn the_days_when_lord_howe_goes_forward() {
    let begin = by_length("2026-10-03T12:00:00Z", "2026-09-28T12:00:00Z");
    step_through(begin, "2026-10-05T13:00:00Z", 4).await;
}

/// Asserts that each non-empty window of each user is one email with everything that it should hold,
/// that none is empty, and that each alert is in one. The time contains a Monday's weekly digests.
async fn step_through(start: &str, end: &str, workers: usize) {
    let test = Digests::at(start).await;
    let end: DateTime<Utc> = end.parse().unwrap();
    let listeners = add_listeners(&test).await;
    let keywords: Vec<&String> = listeners.keys().collect();
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    while test.now() <= end {
        test.pass(STEP / 3);
        // Two posts of one batch in most half hours, each with two keywords.
        if chance.below(4) > 0 {
            let mut word = || keywords[chance.below(keywords.len())].as_str();
            let titles = [0, 1].map(|_| format!("{} and {}", word(), word()));
            test.posts(&titles).await;
            test.send(workers).await;
        }
        test.pass(STEP * 2 / 3);
        test.send(workers).await;
    }
    let end = test.now();
    let mut expected: BTreeMap<Window, i64> = BTreeMap::new();
    let mut waiting = 0;
    for alert in alerts(&test).await {
        let listener = &listeners[&alert.keyword];
        let due_at = listener.due_at(alert.created_at);
        if due_at <= end {
            *expected.entry((listener.user, due_at)).or_default() += 1;
        } else {
            waiting += 1;
        }
    }
    assert!(expected.len() > by_length(50, 200), "{}", expected.len());
    let sent = sent(&test).await;
    let mut found: BTreeMap<Window, i64> = BTreeMap::new();
    for mail in &sent {
        let twice = found.insert((mail.user_id, mail.due_at), mail.alerts);
        assert_eq!(twice, None, "two mails of {} at {}", mail.user_id, mail.due_at);
    }
    assert_eq!(found, expected);
    // The mail server received these emails, each once, and they state how many alerts they hold.
    let mails = test.mail.mails();
    assert_eq!(mails.len(), sent.len());
    let ids: BTreeSet<_> = mails.iter().map(|mail| mail.header("message-id")).collect();
    assert_eq!(ids.len(), mails.len());
    for row in &sent {
        let id = format!("<{}@harken.example>", row.id);
        let mail = mails.iter().find(|mail| mail.header("message-id") == Some(&id));
        let subject = &mail.unwrap().subject;
        let said = match row.alerts {
            1 => subject.starts_with("1 new match") || subject.starts_with('“'),
            many => subject.starts_with(&format!("{many} new matches")),
        };
        assert!(said, "{} alerts: {subject}", row.alerts);
    }
    let held = test.count(
        "digest_entries e JOIN outbox o ON o.subject_id = e.digest_id WHERE o.status = 'pending'",
    );
    assert_eq!(held.await, waiting);
    assert_eq!(test.count("outbox WHERE status NOT IN ('sent', 'pending')").await, 0);
}

/// Adds two watches per user, and returns the users by the watches' keywords: one watch has the
/// account's frequency and one its own.
async fn add_listeners(test: &Digests) -> BTreeMap<String, Listener> {
    let mut listeners = BTreeMap::new();
    for (z, zone) in ZONES.into_iter().enumerate() {
        for (f, frequency) in FREQUENCIES.into_iter().enumerate() {
            let set = format!("time_zone = '{zone}', email_frequency = '{frequency}'");
            let user = test.user(&format!("u{z}{f}@example.com"), &set).await;
            let own = FREQUENCIES[(f + 1) % FREQUENCIES.len()];
            for (kind, frequency) in [("account", frequency), ("own", own)] {
                let keyword = format!("{kind}{z}{f}");
                let watch = test.watch(user, &keyword).await;
                if kind == "own" {
                    test.sql(&format!(
                        "UPDATE watches SET email_notification = true, frequency = '{own}'
                         WHERE id = '{watch}'"
                    ))
                    .await;
                }
                let zone = zone.parse().unwrap();
                let listener = Listener { user, zone, frequency };
                listeners.insert(keyword, listener);
            }
        }
    }
    listeners
}

impl Listener {
    /// Returns when a match is due, computed from the local clock of each half hour and so independently
    /// of Harken's rules.
    fn due_at(&self, matched_at: DateTime<Utc>) -> DateTime<Utc> {
        if self.frequency == "realtime" {
            return matched_at;
        }
        let mut at = matched_at.duration_trunc(STEP).unwrap() + STEP;
        loop {
            let local = at.with_timezone(&self.zone);
            let is_due = local.minute() == 0
                && match self.frequency {
                    "hourly" => true,
                    "daily" => local.hour() == 8,
                    _ => local.hour() == 8 && local.weekday() == Weekday::Mon,
                };
            if is_due {
                return at;
            }
            at += STEP;
        }
    }
}

async fn alerts(test: &Digests) -> Vec<Alert> {
    test.mail.app.rows("SELECT keyword, created_at FROM notifications").await
}

async fn sent(test: &Digests) -> Vec<Sent> {
    let sent = "SELECT o.user_id, o.due_at, o.id,
                CASE o.kind WHEN 'match' THEN 1 ELSE
                    (SELECT count(*) FROM digest_entries e WHERE e.digest_id = o.subject_id)
                END AS alerts
         FROM outbox o WHERE o.status = 'sent'";
    test.mail.app.rows(sent).await
}

/// Pseudo-random numbers, the same in each run (xorshift).
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}
