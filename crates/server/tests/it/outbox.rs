use std::collections::BTreeSet;

use db::models::channel::Channel;
use db::models::outbox::{Kind, NewMessage};
use deliver::delivery::Outcome;
use deliver::outbox::claim::{claim, next_due};
use deliver::outbox::finish::{Span, finish};
use deliver::outbox::lane::Lane;
use deliver::outbox::operate::{Dead, revive};
use deliver::outbox::report::{History, Report};
use sims::smtp::{Action, Fault, Stage};

use crate::support::jobs::run_outbox;
use crate::support::prelude::*;

const NO_JITTER: f64 = 0.5;

#[tokio::test]
async fn four_workers_send_each_message_once() {
    let mail = MailApp::init().await;
    let user = mail.app.new_user("reader@example.com").await.user;
    let mut ids = BTreeSet::new();
    for n in 0..60 {
        ids.insert(mail.app.notify_by_mail(user.id, Match::of(&format!("word{n}"))).await);
    }
    let drains = (0..4).map(|_| drain_outbox(&mail.app));
    let worked: usize = futures::future::join_all(drains).await.iter().sum();
    assert_eq!(worked, 60);
    let mails = mail.mails();
    let sent: BTreeSet<_> = mails.iter().filter_map(|m| m.header("message-id")).collect();
    assert_eq!((mails.len(), sent.len()), (60, 60));
    for id in ids {
        assert_eq!(mail.app.outbox_row(id).await.status.as_str(), "sent");
        assert_eq!(mail.app.attempts(id).await.len(), 1);
    }
}

#[tokio::test]
async fn a_running_worker_is_woken_by_a_new_message_and_stops_cleanly() {
    let mail = MailApp::init().await;
    let user = mail.app.new_user("reader@example.com").await.user;
    let stop = CancellationToken::new();
    let jobs: Vec<_> = (0..2).map(|_| tokio::spawn(run_outbox(&mail.app, &stop))).collect();
    for n in 0..10 {
        mail.app.notify_by_mail(user.id, Match::of(&format!("word{n}"))).await;
    }
    assert_eq!(mail.wait_for_mails(10).await.len(), 10);
    stop.cancel();
    for job in jobs {
        job.await.unwrap();
    }
    let mut conn = mail.app.conn().await.unwrap();
    assert_eq!(
        next_due(Lane::Mail, DateTime::UNIX_EPOCH, &mut conn).await.unwrap(),
        None,
        "all outcomes are kept"
    );
}

#[tokio::test]
async fn a_worker_that_slept_past_its_lease_cannot_finish() {
    let test = TestApp::init().await;
    let user = test.new_user("reader@example.com").await.user;
    let id = test.notify_by_mail(user.id, Match::of("rust")).await;
    let mut conn = test.conn().await.unwrap();
    let lease = TimeDelta::seconds(45);
    let clock = &test.clock;
    let frozen = claim(Lane::Mail, 5, &[], lease, clock.now(), &mut conn).await.unwrap();
    let second = claim(Lane::Mail, 5, &[], lease, clock.now(), &mut conn).await.unwrap();
    assert_eq!((frozen.len(), second.len()), (1, 0), "the lease holds");
    assert_eq!(
        next_due(Lane::Mail, DateTime::UNIX_EPOCH, &mut conn).await.unwrap(),
        Some(clock.now() + lease)
    );

    clock.advance(lease);
    let fresh = claim(Lane::Mail, 5, &[], lease, clock.now(), &mut conn).await.unwrap();
    assert_eq!(fresh[0].fence, frozen[0].fence + 1);
    let span = Span { started_at: clock.now(), finished_at: clock.now() };
    let config = &test.config.delivery;
    let late = Outcome::Dead("too late".to_owned());
    for (row, outcome, counts) in [
        (&frozen[0], late, false),
        (&fresh[0], Outcome::Sent, true),
        (&fresh[0], Outcome::Sent, false),
    ] {
        let finished = finish(row, &outcome.into(), span, NO_JITTER, config, &mut conn).await;
        assert_eq!(finished.unwrap(), counts);
    }
    let row = test.outbox_row(id).await;
    assert_eq!((row.status.as_str(), row.reason), ("sent", None));
    assert_eq!(test.attempts(id).await.len(), 1);
}

#[tokio::test]
async fn a_message_is_dead_after_its_last_attempt_and_says_why() {
    let mail = MailApp::init().await;
    let user = mail.app.new_user("reader@example.com").await.user;
    let id = mail.app.notify_by_mail(user.id, Match::of("rust")).await;
    mail.sink.mailbox.fault(Fault { times: 9, ..Fault::once(Stage::Rcpt, Action::Transient) });
    for attempt in 1..=9 {
        assert_eq!(mail.drain().await, 1, "attempt {attempt}");
        assert_eq!(mail.drain().await, 0, "it is not due yet");
        mail.app.clock.advance(TimeDelta::hours(13));
    }
    assert_eq!(mail.drain().await, 0);
    let row = mail.app.outbox_row(id).await;
    let reason = row.reason.unwrap();
    assert_eq!(row.status.as_str(), "dead");
    assert!(reason.starts_with("gave up after 9 attempts: transient error (451)"), "{reason}");
    assert!(!reason.contains('@'), "{reason}");
    let outcomes: Vec<_> = mail.app.attempts(id).await.into_iter().map(|a| a.outcome).collect();
    assert_eq!(outcomes.len(), 9);
    assert_eq!((outcomes[7].as_str(), outcomes[8].as_str()), ("retry", "dead"));

    let mut conn = mail.app.conn().await.unwrap();
    let now = mail.app.clock.now();
    let report = Report::read(now, &mut conn).await.unwrap().to_string();
    let counts = format!("mail     {:>9}{:>9}{:>9}{:>9}", 0, 0, 0, 1);
    assert!(
        report.contains(&counts) && report.contains(&reason) && report.contains("dead since"),
        "{report}"
    );
    let history = History::read(id, &mut conn).await.unwrap().unwrap();
    let history = history.to_string();
    assert_eq!(history.matches("451  retry").count(), 8, "{history}");
    assert_eq!(history.matches("451  dead").count(), 1, "{history}");
    let unknown = Dead::One(Uuid::now_v7());
    for (dead, revived) in [
        (unknown, 0),
        (Dead::All(Some(Channel::Webhook)), 0),
        (Dead::One(id), 1),
        (Dead::All(None), 0),
    ] {
        assert_eq!(revive(dead, now, &mut conn).await.unwrap(), revived, "{dead:?}");
    }
    assert_eq!(mail.drain().await, 1);
    assert_eq!(mail.app.outbox_row(id).await.status.as_str(), "sent");
}

/// Claims all emails that are due and lets the lease expire, as a killed process does.
async fn claim_and_die(mail: &MailApp) {
    let (clock, lease) = (&mail.app.clock, TimeDelta::seconds(1));
    let mut conn = mail.app.conn().await.unwrap();
    claim(Lane::Mail, 10, &[], lease, clock.now(), &mut conn).await.unwrap();
    clock.advance(lease);
}

#[tokio::test]
async fn processes_that_are_killed_use_up_no_retry_of_what_they_had_in_hand() {
    let mail = MailApp::init().await;
    let user = mail.app.new_user("reader@example.com").await.user;
    let id = mail.app.notify_by_mail(user.id, Match::of("rust")).await;
    for _ in 0..50 {
        claim_and_die(&mail).await;
    }
    mail.fail_once(Stage::Rcpt, Action::Transient);
    assert_eq!(mail.drain().await, 1);
    let row = mail.app.outbox_row(id).await;
    assert_eq!((row.status.as_str(), row.attempts), ("pending", 1));
    let first_wait = row.due_at - mail.app.clock.now();
    assert!(first_wait <= TimeDelta::seconds(36), "{first_wait}");
    mail.app.clock.advance(first_wait);
    claim_and_die(&mail).await;
    assert_eq!(mail.drain().await, 1);
    assert_eq!(mail.app.outbox_row(id).await.status.as_str(), "sent");
    let attempts = mail.app.attempts(id).await;
    let recorded: Vec<_> = attempts.iter().map(|a| (a.number, a.outcome.as_str())).collect();
    assert_eq!(recorded, [(1, "retry"), (2, "sent")]);
    assert_eq!(mail.mails().len(), 1);
}

#[tokio::test]
async fn a_message_whose_process_ended_a_hundred_times_is_given_up() {
    let mail = MailApp::init().await;
    let user = mail.app.new_user("reader@example.com").await.user;
    let id = mail.app.notify_by_mail(user.id, Match::of("rust")).await;
    for _ in 0..100 {
        claim_and_die(&mail).await;
    }
    assert_eq!(mail.drain().await, 1);
    let row = mail.app.outbox_row(id).await;
    assert_eq!(row.reason.as_deref(), Some("100 processes ended while they were sending it"));
    assert_eq!(row.status.as_str(), "dead");
    assert!(mail.mails().is_empty());
    let mut conn = mail.app.conn().await.unwrap();
    let now = mail.app.clock.now();
    assert_eq!(revive(Dead::One(id), now, &mut conn).await.unwrap(), 1);
    assert_eq!(mail.drain().await, 1);
    assert_eq!(mail.app.outbox_row(id).await.status.as_str(), "sent");
}

#[tokio::test]
async fn a_subject_that_has_gone_is_a_success() {
    let mail = MailApp::init().await;
    let user = mail.app.new_user("reader@example.com").await.user;
    let id = mail.app.notify_by_mail(user.id, Match::of("rust")).await;
    mail.app.sql("DELETE FROM notifications").await;
    mail.drain().await;
    let row = mail.app.outbox_row(id).await;
    assert_eq!(row.status.as_str(), "skipped");
    assert_eq!(row.reason.as_deref(), Some("the notification is gone"));
    assert!(mail.mails().is_empty());
}

#[tokio::test]
async fn whether_a_user_wants_mail_is_asked_when_it_is_sent() {
    let mail = MailApp::init().await;
    let user = mail.app.new_user("reader@example.com").await.user;
    let off = mail.app.notify_by_mail(user.id, Match::of("off")).await;
    mail.app.sql("UPDATE users SET email_notifications = false").await;
    mail.drain().await;
    let unverified = mail.app.notify_by_mail(user.id, Match::of("unverified")).await;
    mail.app.sql("UPDATE users SET email_notifications = true, email_verified_at = NULL").await;
    mail.drain().await;
    for id in [off, unverified] {
        assert_eq!(mail.app.outbox_row(id).await.status.as_str(), "skipped");
    }
    assert!(mail.mails().is_empty());
}

#[tokio::test]
async fn one_subject_makes_one_message() {
    let test = TestApp::init().await;
    let user = test.new_user("reader@example.com").await.user;
    let now = test.clock.now();
    let subject = Uuid::now_v7();
    let message = || NewMessage::mail(Kind::Match, user.id, subject, now);
    let conn = test.conn().await.unwrap();
    let stored = NewMessage::enqueue(&[message(), message()], &conn).await.unwrap();
    assert_eq!(stored, 1);
    assert_eq!(NewMessage::enqueue(&[message()], &conn).await.unwrap(), 0);
}
