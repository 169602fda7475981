//! The number of emails that arrive twice when a process is killed, frozen or stopped while the
//! mail server takes a while to accept them.

use std::collections::BTreeSet;
use std::time::Duration;

use deliver::outbox::lane::Lane;
use sims::smtp::{Action, Fault, Stage};
use tokio::process::Child;

use crate::support::prelude::*;
use crate::support::process::{harken, log_of, signal};

const MAILS: usize = 12;
/// Polls every few milliseconds: what another process does cannot be awaited.
async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let began = std::time::Instant::now();
    while !is_so().await {
        assert!(began.elapsed() < PATIENCE, "waited in vain: {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Makes an outbox with emails, and a server that keeps the next `held` and confirms them only when
/// released.
async fn with_mails(held: usize) -> MailApp {
    let mail = MailApp::init().await;
    let user = mail.app.new_user("reader@example.com").await.user;
    for n in 0..MAILS {
        let matched = Match::of(&format!("word{n}"));
        mail.app.notify_by_mail(user.id, matched).await;
    }
    mail.sink.mailbox.fault(Fault {
        times: held.try_into().unwrap(),
        ..Fault::once(Stage::AfterKept, Action::Hold)
    });
    mail
}

fn deliver(mail: &MailApp, folder: &tempfile::TempDir, unconfirmed: usize) -> Child {
    let settings = [
        format!("database.url={}", mail.app.database_url),
        format!("mail.smtp_url=smtp://{}", mail.sink.smtp_addr),
        "server.public_url=https://harken.example".to_owned(),
        format!("mail.unconfirmed={unconfirmed}"),
        // None of these tests waits for the timeout.
        "mail.timeout_seconds=300".to_owned(),
    ];
    harken("deliver", folder.path(), &settings)
}

/// Returns the number of emails that arrived, and of distinct ones.
fn arrived(mail: &MailApp) -> (usize, usize) {
    let mails = mail.mails();
    let ids: BTreeSet<_> = mails.iter().map(|m| m.header("message-id")).collect();
    (mails.len(), ids.len())
}

async fn count(mail: &MailApp, status: &str, is_leased: bool) -> i64 {
    let is_null = if is_leased { "IS NOT NULL" } else { "IS NULL" };
    let rows = format!("outbox WHERE status = '{status}' AND leased_until {is_null}");
    crate::support::forum::count(&mail.app, &rows).await
}

#[tokio::test]
async fn a_kill_repeats_as_many_mails_as_are_unconfirmed_and_no_more() {
    for unconfirmed in [1, 3] {
        let mail = with_mails(MAILS).await;
        let folder = tempfile::tempdir().unwrap();
        let mut process = deliver(&mail, &folder, unconfirmed);
        until("the others wait", async || {
            let is_logged = log_of(folder.path()).contains("is slow to accept mails");
            let there = mail.mails().len();
            there > unconfirmed || (there == unconfirmed && is_logged)
        })
        .await;
        process.kill().await.unwrap();
        mail.sink.mailbox.clear_faults();
        mail.sink.mailbox.release();
        assert_eq!(arrived(&mail), (unconfirmed, unconfirmed));

        mail.app.clock.advance(chrono::Duration::hours(1));
        assert_eq!(mail.drain().await, MAILS);
        assert_eq!(arrived(&mail), (MAILS + unconfirmed, MAILS));
        assert_eq!(count(&mail, "sent", false).await, MAILS as i64);
    }
}

#[tokio::test]
async fn a_process_that_stood_still_begins_nothing_that_others_have_taken_over() {
    let mail = with_mails(1).await;
    let app = mail.app.clone();
    let still = tokio::spawn(async move { drain_outbox(&app).await });
    let in_hand = Lane::Mail.width(&mail.app.config);
    until("one mail arrives and others are in hand", async || {
        mail.mails().len() == 1 && count(&mail, "pending", true).await == in_hand as i64
    })
    .await;
    // As for a process that is frozen: when it continues, time has passed.
    mail.app.clock.advance(chrono::Duration::minutes(10));
    let smtp = format!("mail.smtp_url=smtp://{}", mail.sink.smtp_addr);
    // Message-IDs end with the site's host.
    let site = "server.public_url=https://harken.example";
    let other = mail.app.with_settings(&[&smtp, site]).await;
    assert_eq!(drain_outbox(&other).await, MAILS);
    mail.sink.mailbox.release();
    assert_eq!(still.await.unwrap(), in_hand);
    assert_eq!(arrived(&mail), (MAILS + 1, MAILS));
    assert_eq!(count(&mail, "sent", false).await, MAILS as i64);
}

#[tokio::test]
async fn a_stop_waits_for_the_mail_in_hand_and_gives_the_others_back() {
    let mail = with_mails(1).await;
    let folder = tempfile::tempdir().unwrap();
    let mut process = deliver(&mail, &folder, 1);
    until("a mail arrives", async || mail.mails().len() == 1).await;
    signal(&process, "TERM").await;
    until("the others are given back", async || count(&mail, "pending", true).await == 1).await;
    assert!(process.try_wait().unwrap().is_none(), "it waits for the answer");
    mail.sink.mailbox.release();
    assert!(process.wait().await.unwrap().success());
    assert!(!log_of(folder.path()).contains("was left"));
    assert_eq!(count(&mail, "sent", false).await, 1);
    assert_eq!(mail.drain().await, MAILS - 1);
    assert_eq!(arrived(&mail), (MAILS, MAILS));
}

#[tokio::test]
async fn a_second_signal_ends_it_at_once() {
    let mail = with_mails(1).await;
    let folder = tempfile::tempdir().unwrap();
    let mut process = deliver(&mail, &folder, 1);
    until("a mail arrives", async || mail.mails().len() == 1).await;
    signal(&process, "TERM").await;
    until("it stops", async || count(&mail, "pending", true).await == 1).await;
    signal(&process, "INT").await;
    assert!(process.wait().await.unwrap().success());
    assert!(log_of(folder.path()).contains("a second signal came"));
    mail.app.clock.advance(chrono::Duration::hours(1));
    assert_eq!(mail.drain().await, MAILS);
    assert_eq!(arrived(&mail), (MAILS + 1, MAILS), "the one in hand is repeated");
}
