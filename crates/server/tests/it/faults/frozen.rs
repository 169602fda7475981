//! A process that is frozen past its lease.

use std::time::Duration;

use sims::smtp::{Action, Fault, Stage};

use crate::support::prelude::*;
use crate::support::process::{harken, log_of, signal};

/// Polls every few milliseconds: what another process does cannot be awaited.
async fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = std::time::Instant::now();
    while !is_so() {
        assert!(began.elapsed() < PATIENCE, "waited in vain: {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn a_frozen_process_cannot_acknowledge_what_another_has_taken_over() {
    let mail = MailApp::init().await;
    let user = mail.app.new_user("reader@example.com").await.user;
    let id = mail.app.notify_by_mail(user.id, Match::of("rust")).await;
    // The email arrives, but is not confirmed until the sender is frozen.
    mail.sink.mailbox.fault(Fault::once(Stage::AfterKept, Action::Hold));
    let folder = tempfile::tempdir().unwrap();
    let settings = [
        format!("database.url={}", mail.app.database_url),
        format!("mail.smtp_url=smtp://{}", mail.sink.smtp_addr),
        "server.public_url=https://harken.example".to_owned(),
    ];
    let mut frozen = harken("deliver", folder.path(), &settings);
    until("the mail arrives", || mail.mails().len() == 1).await;
    signal(&frozen, "STOP").await;
    mail.sink.mailbox.release();

    assert_eq!(mail.drain().await, 0, "the lease holds");
    mail.app.clock.advance(chrono::Duration::minutes(10));
    assert_eq!(mail.drain().await, 1, "another takes over");
    let taken_over = mail.app.outbox_row(id).await;
    assert_eq!((taken_over.status.as_str(), taken_over.fence), ("sent", 2));

    signal(&frozen, "CONT").await;
    until("it learns that it is too late", || {
        log_of(folder.path()).contains("another worker took the message over")
    })
    .await;
    frozen.kill().await.unwrap();
    let row = mail.app.outbox_row(id).await;
    assert_eq!(row.finished_at, taken_over.finished_at);
    let attempts = mail.app.attempts(id).await;
    assert_eq!(attempts.len(), 1, "the late one is not told");
    assert_eq!(
        (attempts[0].number, attempts[0].outcome.as_str()),
        (1, "sent"),
        "and counts for nothing"
    );
    let mails = mail.mails();
    assert_eq!(mails.len(), 2);
    assert_eq!(mails[0].header("message-id"), mails[1].header("message-id"));
}
