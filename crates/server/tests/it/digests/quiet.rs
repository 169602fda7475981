//! Quiet hours, snoozes, and preferences that change while alerts wait.

use chrono::TimeDelta;
use sims::smtp::{Action, Stage};

use super::Digests;
use crate::support::forum::IN_MESSAGES;

#[tokio::test]
async fn a_match_at_the_very_moment_of_a_digest_waits_for_the_next_one() {
    let test = Digests::with_reader("2026-11-21T07:00:00Z", "email_frequency = 'daily'").await;
    test.post("kettle one").await;
    test.go_to("2026-11-21T08:00:00Z");
    test.post("kettle two").await;
    assert_eq!(test.subjects().await, ["1 new match for “kettle”"]);
    test.go_to("2026-11-22T08:00:00Z");
    assert_eq!(test.subjects().await, ["1 new match for “kettle”"]);
}

#[tokio::test]
async fn a_match_that_comes_too_late_for_a_closed_digest_goes_into_the_next_one() {
    let test = Digests::at("2026-11-21T07:00:00Z").await;
    let set = "email_frequency = 'hourly', burst_limit = 20";
    let ada = test.user("ada@example.com", set).await;
    let watch = test.watch(ada, "kettle").await;
    let bob = test.user("bob@example.com", "burst_limit = 1").await;
    test.watch(bob, "kettle").await;
    test.posts(&["kettle one".to_owned(), "kettle two".to_owned()]).await;
    // Another process, whose clock is an hour ahead, has closed them already.
    test.pass(TimeDelta::hours(1));
    test.send(1).await;
    test.pass(TimeDelta::hours(-1));
    test.mail.sink.mailbox.clear();
    test.post("kettle late").await;
    test.pass(TimeDelta::hours(1));
    assert!(test.subjects().await.is_empty(), "the digests of eight o'clock are closed");
    test.pass(TimeDelta::hours(1));
    let mut mails = test.new_mails().await;
    mails.sort_by_key(|mail| mail.to.clone());
    let subjects: Vec<_> = mails.iter().map(|mail| mail.subject.as_str()).collect();
    assert_eq!(subjects, ["1 new match for “kettle”"; 2]);
    assert!(mails[0].text.as_deref().unwrap().contains("late"));
    let once = format!("watches WHERE id = '{watch}' AND match_count = 3");
    assert_eq!(test.count(&once).await, 1);
}

#[tokio::test]
async fn a_night_in_quiet_hours_is_one_mail_in_the_morning() {
    let test = Digests::at("2026-10-24T19:00:00Z").await;
    // Ten at night until seven, in the night when Vienna's clocks go back.
    let quiet = "time_zone = 'Europe/Vienna', quiet_from = 1320, quiet_until = 420";
    let ada = test.user("ada@example.com", quiet).await;
    let bob = test.user("bob@example.com", &format!("{quiet}, email_frequency = 'hourly'")).await;
    for user in [ada, bob] {
        test.watch(user, "kettle").await;
    }
    test.post("kettle at nine").await;
    assert_eq!(test.subjects().await, ["“kettle” in r/tea: kettle at nine"]);
    test.go_to("2026-10-24T20:00:00Z");
    // Alerts waiting for ten o'clock would be sent with the first minute of the quiet hours.
    assert!(test.subjects().await.is_empty());
    for _ in 0..10 {
        test.post("kettle by night").await;
        assert!(test.subjects().await.is_empty(), "at {}", test.now());
        test.pass(TimeDelta::hours(1));
    }
    assert_eq!(test.now().to_rfc3339(), "2026-10-25T06:00:00+00:00");
    let mut mails = test.new_mails().await;
    mails.sort_by_key(|mail| mail.to.clone());
    let subjects: Vec<_> = mails.iter().map(|mail| mail.subject.as_str()).collect();
    assert_eq!(subjects, ["10 new matches for “kettle”", "11 new matches for “kettle”"]);
}

#[tokio::test]
async fn a_snooze_of_a_watch_holds_its_alerts_alone() {
    let test = Digests::at("2026-11-21T12:00:00Z").await;
    let ada = test.user("ada@example.com", "burst_limit = 20").await;
    let watch = test.watch(ada, "kettle").await;
    test.watch(ada, "teapot").await;
    test.sql(&format!(
        "UPDATE watches SET snoozed_until = '2026-11-23T09:30:00Z' WHERE id = '{watch}'"
    ))
    .await;
    test.post("kettle one").await;
    test.post("teapot").await;
    assert_eq!(test.subjects().await, ["“teapot” in r/tea: teapot"]);
    test.go_to("2026-11-23T09:00:00Z");
    test.post("kettle two").await;
    assert!(test.subjects().await.is_empty());
    test.go_to("2026-11-23T09:30:00Z");
    test.post("kettle three").await;
    let mut subjects = test.subjects().await;
    subjects.sort();
    assert_eq!(subjects, ["2 new matches for “kettle”", "“kettle” in r/tea: kettle three"]);
}

#[tokio::test]
async fn a_snooze_of_the_account_moves_a_digest_that_was_due_meanwhile() {
    let test = Digests::with_reader("2026-11-21T12:00:00Z", "email_frequency = 'daily'").await;
    test.post("kettle one").await;
    test.sql("UPDATE users SET snoozed_until = '2026-11-24T10:00:00Z'").await;
    test.post("kettle two").await;
    test.go_to("2026-11-22T08:00:00Z");
    assert!(test.subjects().await.is_empty());
    test.go_to("2026-11-24T10:00:00Z");
    assert_eq!(test.subjects().await, ["2 new matches for “kettle”"]);
    let reason = "outbox WHERE status = 'skipped'
                  AND reason = 'it waits until its user may be disturbed'";
    assert_eq!(test.count(reason).await, 1);
}

#[tokio::test]
async fn what_waits_comes_when_it_was_to_come_even_if_the_frequency_changes() {
    let test = Digests::with_reader("2026-11-21T12:10:00Z", "email_frequency = 'weekly'").await;
    test.post("kettle weekly").await;
    test.sql("UPDATE users SET email_frequency = 'hourly'").await;
    test.post("kettle hourly").await;
    test.sql("UPDATE users SET email_frequency = 'realtime'").await;
    test.post("kettle now").await;
    assert_eq!(test.subjects().await, ["“kettle” in r/tea: kettle now"]);
    test.go_to("2026-11-21T13:00:00Z");
    let hourly = test.new_mails().await;
    assert_eq!(hourly.len(), 1);
    assert!(hourly[0].text.as_deref().unwrap().contains("*kettle* hourly"));
    test.go_to("2026-11-23T08:00:00Z");
    let weekly = test.new_mails().await;
    assert_eq!(weekly.len(), 1);
    assert!(weekly[0].text.as_deref().unwrap().contains("*kettle* weekly"));
}

#[tokio::test]
async fn an_account_that_is_switched_off_gets_no_digest_either() {
    let test = Digests::with_reader("2026-11-21T12:10:00Z", "email_frequency = 'hourly'").await;
    test.post("kettle one").await;
    test.sql("UPDATE users SET email_notifications = false").await;
    test.post("kettle two").await;
    test.go_to("2026-11-21T13:00:00Z");
    assert!(test.subjects().await.is_empty());
    assert_eq!(test.count("outbox WHERE status = 'skipped'").await, 1);
    assert_eq!(test.count("digest_entries").await, 1);
    // Nor is a digest sent to a deleted account of which some rows remain.
    test.sql("UPDATE users SET email_notifications = true").await;
    test.post("kettle three").await;
    test.sql("DELETE FROM users").await;
    test.go_to("2026-11-21T14:00:00Z");
    assert!(test.subjects().await.is_empty());
    let gone = "outbox WHERE status = 'skipped' AND reason = 'the account is gone'";
    assert_eq!(test.count(gone).await, 1);
}

#[tokio::test]
async fn a_digest_that_is_tried_again_says_the_same_with_the_same_id() {
    let test = Digests::with_reader("2026-11-21T12:10:00Z", "email_frequency = 'hourly'").await;
    test.posts(&["kettle one".to_owned(), "kettle two".to_owned()]).await;
    test.go_to("2026-11-21T13:00:00Z");
    // The server accepts the email and cannot confirm it.
    test.mail.fail_once(Stage::AfterKept, Action::Cut);
    test.send(1).await;
    test.post("kettle three").await;
    test.pass(TimeDelta::minutes(2));
    test.send(1).await;
    let mails = test.mail.mails();
    assert_eq!(mails.len(), 2);
    for part in [0, 1] {
        assert_eq!(mails[part].subject, "2 new matches for “kettle”");
        assert_eq!(mails[part].text, mails[0].text);
        assert_eq!(mails[part].html, mails[0].html);
        assert_eq!(mails[part].header("message-id"), mails[0].header("message-id"));
    }
    test.go_to("2026-11-21T14:00:00Z");
    test.mail.sink.mailbox.clear();
    assert_eq!(test.subjects().await, ["1 new match for “kettle”"]);
}

#[tokio::test]
async fn matches_stored_while_digests_are_sent_are_in_one_each() {
    let test = Digests::with_reader("2026-11-21T12:10:00Z", "burst_limit = 1").await;
    // Everything with the clock stopped: ingest and four workers meet at the same digests.
    let store = async {
        for n in 0..40 {
            test.posts(&[format!("kettle {n}a"), format!("kettle {n}b")]).await;
            tokio::task::yield_now().await;
        }
    };
    let send = async {
        for _ in 0..20 {
            test.send(4).await;
            tokio::task::yield_now().await;
        }
    };
    futures::join!(store, send);
    test.go_to("2026-11-21T13:00:00Z");
    test.send(4).await;
    assert_eq!(test.count(IN_MESSAGES).await, 80);
    assert_eq!(test.count("notifications").await, 80);
    let said: usize = test
        .mail
        .mails()
        .iter()
        .map(|mail| match mail.subject.split_once(" new match") {
            Some((count, _)) => count.parse().unwrap(),
            None => 1,
        })
        .sum();
    assert_eq!(said, 80);
}
