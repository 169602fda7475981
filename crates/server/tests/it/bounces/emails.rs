use db::models::user::{MailReport, User};
use deliver::bounces::Ignored;
use sims::smtp::{Action, Stage};

use super::{BounceApp, mark};
use crate::support::prelude::*;

#[tokio::test]
async fn each_email_is_returned_to_an_address_of_its_own_if_one_is_set() {
    let (mail, ada) = BounceApp::with_ada().await;
    for _ in 0..2 {
        mail.app.notify_by_mail(ada.user.id, Match::of("rust")).await;
        mail.drain().await;
    }
    let senders: Vec<_> = mail.mails().iter().map(|mail| mail.from.clone()).collect();
    assert_ne!(senders[0], senders[1]);
    for sender in senders {
        let (local, domain) = sender.split_once('@').unwrap();
        assert!(local.starts_with("bounces+") && local.len() <= 64, "{sender}");
        assert_eq!(domain, "harken.example");
    }
    let from = mail.mails()[0].header("from").unwrap().to_owned();
    assert_eq!(from, "Harken <alerts@harken.example>");

    let without = MailApp::init().await;
    let bob = without.app.new_user("bob@example.com").await;
    without.app.notify_by_mail(bob.user.id, Match::of("rust")).await;
    without.drain().await;
    assert_eq!(without.mails()[0].from, "alerts@harken.example");
}

#[tokio::test]
async fn an_address_that_bounces_gets_no_alerts_until_its_owner_asks_for_another_try() {
    let (mail, ada) = BounceApp::with_ada().await;
    let report = mail.send(&ada, Action::Bounce).await;
    assert_eq!(mail.mark(&ada).await, None);
    assert_eq!(mail.receive(&report).await, Ok(ada.user.id));
    let profile = ada.get("/api/users/profile").await.expect(200).json;
    let problem = &profile["user"]["notificationPreferences"]["mailProblem"];
    assert_eq!(problem["kind"], "bounced");
    assert_eq!(problem["reason"], "550 5.1.1 (address) No such user, on demand");

    let alert = mail.app.notify_by_mail(ada.user.id, Match::of("second")).await;
    mail.drain().await;
    assert_eq!(mail.app.outbox_row(alert).await.status.as_str(), "skipped");
    // The mail server accepts messages that come back later, so that this shows nothing.
    mail.send_accepted(&ada).await;
    assert_eq!(mail.mark(&ada).await, Some(Some(MailReport::Bounce)));

    ada.post("/api/users/mail/retry", json!({})).await.expect(200);
    assert_eq!(mail.mark(&ada).await, None);
    // A repetition of the report says nothing about the next message.
    assert_eq!(mail.receive(&report).await, Err(Ignored::Known));
    assert_eq!(mail.mark(&ada).await, None);
    mail.fail_once(Stage::AfterKept, Action::Bounce);
    mail.drain().await;
    let report = mail.sink.mailbox.reports().last().unwrap().raw.clone();
    assert_eq!(mail.receive(&report).await, Ok(ada.user.id));
    assert_eq!(mail.mark(&ada).await, Some(Some(MailReport::Bounce)));
}

#[tokio::test]
async fn a_mark_of_the_mail_server_becomes_one_of_a_report_that_follows() {
    let (mail, ada) = BounceApp::with_ada().await;
    let report = mail.send(&ada, Action::Bounce).await;
    mail.fail_once(Stage::Rcpt, Action::Permanent);
    mail.app.notify_by_mail(ada.user.id, Match::of("second")).await;
    mail.drain().await;
    assert_eq!(mail.mark(&ada).await, Some(None));
    assert_eq!(mail.receive(&report).await, Ok(ada.user.id));
    mail.send_accepted(&ada).await;
    assert_eq!(mail.mark(&ada).await, Some(Some(MailReport::Bounce)));
}

#[tokio::test]
async fn a_link_that_was_followed_shows_that_email_arrives_again() {
    let (mail, ada) = BounceApp::with_ada().await;
    let report = mail.send(&ada, Action::Bounce).await;
    mail.receive(&report).await.unwrap();
    ada.post("/api/auth/forgot-password", json!({"email": "ada@example.com"})).await.expect(200);
    mail.drain().await;
    let token = mail.app.reset_token("ada@example.com").await.unwrap();
    assert_eq!(mail.mark(&ada).await, Some(Some(MailReport::Bounce)));
    let chosen = json!({"token": token, "password": "Another1horse"});
    ada.post("/api/auth/reset-password", chosen).await.expect(200);
    assert_eq!(mail.mark(&ada).await, None);
}

#[tokio::test]
async fn soft_bounces_mark_an_address_after_five_days_of_a_week() {
    let (mail, ada) = BounceApp::with_ada().await;
    let full = async |days: i64| {
        mail.app.clock.advance(TimeDelta::days(days));
        let report = mail.send(&ada, Action::BounceFull).await;
        assert_eq!(mail.receive(&report).await, Ok(ada.user.id));
    };
    // However many on one day.
    for _ in 0..6 {
        full(0).await;
    }
    for _ in 0..3 {
        full(1).await;
    }
    assert_eq!(mail.mark(&ada).await, None);
    // Those of a week ago no longer count.
    for days in [5, 1, 1] {
        full(days).await;
    }
    assert_eq!(mail.mark(&ada).await, None);
    full(1).await;
    assert_eq!(mail.mark(&ada).await, None);
    full(1).await;
    assert_eq!(mail.mark(&ada).await, Some(Some(MailReport::Bounce)));
    // They no longer count after the mark is cleared.
    let cleared = User::clear_mark(ada.user.id, &mut mail.app.conn().await.unwrap()).await;
    assert!(cleared.unwrap());
    full(0).await;
    assert_eq!(mail.mark(&ada).await, None);
}

#[tokio::test]
async fn a_complaint_stops_alerts_with_words_of_its_own() {
    let (mail, ada) = BounceApp::with_ada().await;
    let report = mail.send(&ada, Action::Complain).await;
    assert_eq!(mail.receive(&report).await, Ok(ada.user.id));
    assert_eq!(mail.mark(&ada).await, Some(Some(MailReport::Complaint)));
    let profile = ada.get("/api/users/profile").await.expect(200).json;
    assert_eq!(profile["user"]["notificationPreferences"]["mailProblem"]["kind"], "complaint");
    mail.send_accepted(&ada).await;
    assert_eq!(mail.mark(&ada).await, Some(Some(MailReport::Complaint)));
}

#[tokio::test]
async fn a_stranger_cannot_report_anything() {
    let mail = BounceApp::init().await;
    let (ada, bob) =
        (mail.app.new_user("ada@example.com").await, mail.app.new_user("bob@example.com").await);
    let report = mail.send(&ada, Action::Bounce).await;
    let token = mail.mails()[0].from.clone();
    let token = token.trim_start_matches("bounces+").split('@').next().unwrap().to_owned();
    // Without a token, with a token of another message, and with one that is signed by somebody else.
    let of_another = format!("{}{}", Uuid::now_v7().simple(), &token[32..]);
    let other = foundation::secrets::Secrets::new("another-secret-for-tests-of-enough-length");
    let by_another = other.bounce_token(Uuid::parse_str(&token[..32]).unwrap());
    for forged in ["", &of_another, &by_another, &"0".repeat(48)] {
        let report = report.replace(&token, forged);
        assert_eq!(mail.receive(&report).await, Err(Ignored::NotOurs), "{forged}");
    }
    // Whoever has the token of a message can report about its receiver alone.
    let about_bob = report.replace("ada@example.com", "bob@example.com");
    assert_eq!(mail.receive(&about_bob).await, Ok(ada.user.id));
    assert_eq!(mark(&mail.app, &bob).await, None);
    assert_eq!(mail.mark(&ada).await, Some(Some(MailReport::Bounce)));
}

#[tokio::test]
async fn an_email_that_reports_nothing_changes_nothing() {
    let (mail, ada) = BounceApp::with_ada().await;
    let report = mail.send(&ada, Action::Bounce).await;
    let sender = mail.mails()[0].from.clone();
    let reply = format!("To: {sender}\r\nSubject: I am away\r\n\r\nBack on Monday.\r\n");
    assert_eq!(mail.receive(&reply).await, Err(Ignored::NoReport));
    let late = report.replace("Action: failed", "Action: delayed");
    assert_eq!(mail.receive(&late).await, Err(Ignored::NoReport));
    assert_eq!(mail.receive("").await, Err(Ignored::NotOurs));
    assert_eq!(mail.mark(&ada).await, None);
    // The pipe's argument names the address, whatever the headers say, and in whatever case.
    let bare = report.replace(&sender, "someone@harken.example");
    assert_eq!(mail.receive(&bare).await, Err(Ignored::NotOurs));
    let given = sender.to_uppercase();
    assert_eq!(mail.receive_at(&bare, Some(&given)).await, Ok(ada.user.id));
}

#[tokio::test]
async fn a_report_about_a_message_that_is_no_longer_stored_is_ignored() {
    let (mail, ada) = BounceApp::with_ada().await;
    let report = mail.send(&ada, Action::Bounce).await;
    mail.app.sql("DELETE FROM attempts").await;
    mail.app.sql("DELETE FROM outbox").await;
    assert_eq!(mail.receive(&report).await, Err(Ignored::Old));
    assert_eq!(mail.mark(&ada).await, None);
}
