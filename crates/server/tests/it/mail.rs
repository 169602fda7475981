use db::models::mail_request::{MailRequest, Wanted};
use db::models::outbox::{Kind, NewMessage};
use db::schema::mail_requests;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use sims::smtp::{Action, Fault, Stage};

use crate::support::jobs::run_outbox;
use crate::support::outbox::redact;
use crate::support::prelude::*;

async fn with_alert(mail: &MailApp) -> Uuid {
    let user = mail.app.new_user("reader@example.com").await.user;
    mail.app.notify_by_mail(user.id, Match::of("ferris")).await
}

/// Stores an email token and its email.
async fn with_link(mail: &MailApp, kind: Kind, is_verified: bool) -> (Uuid, Uuid) {
    let user = mail.app.new_user("new@example.com").await.user;
    let (token, now) = (Uuid::now_v7(), mail.app.clock.now());
    let secret = mail.app.secrets.email_token(token);
    if !is_verified {
        mail.app.sql("UPDATE users SET email_verified_at = NULL").await;
    }
    let purpose = if kind == Kind::VerifyEmail { "verify" } else { "reset" };
    mail.app
        .sql(&format!(
            "INSERT INTO email_tokens (id, user_id, purpose, token_hash, email, created_at, expires_at)
             VALUES ('{token}', '{}', '{purpose}', sha256('{secret}'), 'new+tag@example.com',
                     '2026-01-02T03:04:05Z', '{}')",
            user.id,
            now + TimeDelta::hours(24)
        ))
        .await;
    let message = NewMessage::mail(kind, user.id, token, now);
    let id = message.id;
    NewMessage::enqueue(&[message], &mail.app.conn().await.unwrap()).await.unwrap();
    (id, token)
}

#[tokio::test]
async fn an_alert_shows_the_match_and_how_to_stop_it() {
    let mail = MailApp::init().await;
    let id = with_alert(&mail).await;
    mail.drain().await;
    let message = &mail.mails()[0];
    assert_eq!(message.subject, "“ferris” in r/rust: ferris is asked about");
    assert_eq!(message.header("message-id"), Some(format!("<{id}@harken.example>").as_str()));
    assert_eq!(message.header("from"), Some("Harken <alerts@harken.example>"));
    assert_eq!(message.header("to"), Some("reader@example.com"));
    assert_eq!(message.header("auto-submitted"), Some("auto-generated"));
    assert_eq!(message.header("list-unsubscribe-post"), Some("List-Unsubscribe=One-Click"));
    assert_eq!(message.header("reply-to"), None);
    let link = message.header("list-unsubscribe").unwrap();
    assert!(link.starts_with("<https://harken.example/api/unsubscribe/"), "{link}");
    let link = link.trim_matches(['<', '>']);
    let text = message.text.as_deref().unwrap();
    let html = message.html.as_deref().unwrap();
    assert!(
        text.contains("*ferris* is asked about")
            && text.contains("> Does anybody use *ferris* at work?")
    );
    assert!(text.contains(link) && html.contains(link));
    for way in ["#mute", "#snooze", "/api/alerts/"] {
        assert!(html.contains(way), "{way}");
    }
    // The header's address has no parameters: programs POST to it.
    assert!(!link.contains('?'), "{link}");
    assert_eq!(html.matches("<mark ").count(), 2);
    assert!(html.contains("https://harken.example/settings"));
}

#[tokio::test]
async fn mails_look_like_their_snapshots() {
    let mail = MailApp::init().await;
    let clock = &mail.app.clock;
    clock.set("2026-01-02T03:04:05Z".parse::<DateTime<Utc>>().unwrap() - clock.now());
    with_alert(&mail).await;
    clock.advance(TimeDelta::minutes(4));
    mail.drain().await;
    let (_, token) = with_link(&mail, Kind::VerifyEmail, false).await;
    mail.drain().await;
    let mails = mail.mails();
    let secret = mail.app.secrets.email_token(token);
    let shown = |text: &Option<String>| {
        let text = text.as_deref().unwrap().replace(&secret, "[token]");
        let text = redact(&text, "/api/unsubscribe/", "[token]");
        let text = redact(&text, "/api/alerts/", "[token]");
        let text = redact(&text, "?alert=", "[token]");
        let text = redact(&text, "/notifications/message/", "[id]");
        redact(&text, "/comments/", "[id]")
    };
    insta::assert_snapshot!("match_text", shown(&mails[0].text));
    insta::assert_snapshot!("match_html", shown(&mails[0].html));
    insta::assert_snapshot!("verify_text", shown(&mails[1].text));
    insta::assert_snapshot!("verify_html", shown(&mails[1].html));
}

#[tokio::test]
async fn hostile_posts_stay_text() {
    let mail = MailApp::init().await;
    let user = mail.app.new_user("reader@example.com").await.user;
    let hostile = Match {
        subreddit: "rust\"><b>".to_owned(),
        title: "</title><script>alert(1)</script>\r\nBcc: all@example.com".to_owned(),
        body: "<img src=x onerror=alert(1)> \u{0001} {{ keyword }} & \"quotes\"".to_owned(),
        matches: json!([
            {"field": "title", "start": 0, "end": 8},
            {"field": "body", "start": 90, "end": 99},
            {"field": "body", "start": 5, "end": 1},
        ]),
        ..Match::of("x\r\nX-Evil: 1")
    };
    mail.app.notify_by_mail(user.id, hostile).await;
    mail.drain().await;
    let message = &mail.mails()[0];
    let html = message.html.as_deref().unwrap();
    for raw in ["<script>", "<img", "</title><", "<b>"] {
        assert!(!html.contains(raw), "{raw} in {html}");
    }
    assert!(html.contains("&#60;script&#62;alert(1)"), "{html}");
    assert!(!message.subject.contains(['\r', '\n']), "{:?}", message.subject);
    assert_eq!((message.header("bcc"), message.header("x-evil")), (None, None));
    assert_eq!(message.to, ["reader@example.com"]);
}

#[tokio::test]
async fn a_temporary_refusal_is_tried_again_and_a_final_one_is_not() {
    let mail = MailApp::init().await;
    for (stage, action, status, tells) in [
        (Stage::Connect, Action::Closing, "pending", "421"),
        (Stage::Rcpt, Action::Transient, "pending", "451"),
        (Stage::AfterData, Action::Transient, "pending", "451"),
        (Stage::Mail, Action::Cut, "pending", ""),
        (Stage::Rcpt, Action::Permanent, "dead", "550"),
        (Stage::AfterData, Action::Permanent, "dead", "550"),
    ] {
        let user = mail.app.new_user(&format!("{}@example.com", Uuid::now_v7())).await.user;
        let id = mail.app.notify_by_mail(user.id, Match::of("rust")).await;
        // A kept connection is replaced once.
        mail.sink.mailbox.fault(Fault {
            times: if stage == Stage::Mail { 2 } else { 1 },
            ..Fault::once(stage, action)
        });
        mail.drain().await;
        let row = mail.app.outbox_row(id).await;
        let reason = row.reason.unwrap_or_default();
        assert_eq!(row.status.as_str(), status, "{stage:?} {action:?}: {reason}");
        assert!(reason.contains(tells) && !reason.contains('@'), "{reason}");
        let status_code = mail.app.attempts(id).await[0].status_code;
        assert_eq!(status_code, tells.parse().ok(), "{stage:?} {action:?}");
        mail.app.clock.advance(TimeDelta::minutes(1));
        mail.drain().await;
        let wanted = if status == "dead" { "dead" } else { "sent" };
        assert_eq!(mail.app.outbox_row(id).await.status.as_str(), wanted, "{stage:?} {action:?}");
    }
}

#[tokio::test]
async fn a_server_that_does_not_answer_is_left_and_its_connection_is_not_used_again() {
    let mail = MailApp::init_with(&["mail.timeout_seconds=1"]).await;
    let id = with_alert(&mail).await;
    mail.fail_once(Stage::Data, Action::Stall);
    mail.drain().await;
    let row = mail.app.outbox_row(id).await;
    assert_eq!(row.status.as_str(), "pending");
    assert_eq!(row.reason.as_deref(), Some("the mail server did not answer within 1 s"));
    mail.app.clock.advance(TimeDelta::minutes(1));
    mail.drain().await;
    assert_eq!(mail.app.outbox_row(id).await.status.as_str(), "sent");
    assert_eq!(mail.mails().len(), 1);
}

#[tokio::test]
async fn a_mail_that_is_repeated_keeps_its_message_id() {
    let mail = MailApp::init().await;
    with_alert(&mail).await;
    mail.fail_once(Stage::AfterKept, Action::Cut);
    mail.drain().await;
    mail.app.clock.advance(TimeDelta::minutes(1));
    mail.drain().await;
    let mails = mail.mails();
    assert_eq!(mails.len(), 2, "the sender could not know that the first one arrived");
    assert_eq!(mails[0].header("message-id"), mails[1].header("message-id"));
}

#[tokio::test]
async fn one_connection_carries_many_mails() {
    let mail = MailApp::init().await;
    let user = mail.app.new_user("reader@example.com").await.user;
    for n in 0..5 {
        mail.app.notify_by_mail(user.id, Match::of(&format!("word{n}"))).await;
        mail.drain().await;
    }
    let stats = mail.sink.mailbox.stats();
    assert_eq!((stats.connections, stats.messages), (1, 5));
}

#[tokio::test]
async fn a_verification_mail_leads_to_the_page_with_token_and_address() {
    let mail = MailApp::init().await;
    let (id, token) = with_link(&mail, Kind::VerifyEmail, false).await;
    mail.drain().await;
    let message = &mail.mails()[0];
    let secret = mail.app.secrets.email_token(token);
    let link =
        format!("https://harken.example/verify-email?token={secret}&email=new%2Btag%40example.com");
    assert!(message.text.as_deref().unwrap().contains(&link), "{:?}", message.text);
    assert_eq!(message.to, ["new+tag@example.com"]);
    assert_eq!(message.header("list-unsubscribe"), None, "mail about the account stays on");
    assert_eq!(mail.app.outbox_row(id).await.status.as_str(), "sent");
}

#[tokio::test]
async fn a_link_that_is_no_longer_good_is_not_sent() {
    let mail = MailApp::init().await;
    let (late, _) = with_link(&mail, Kind::ResetPassword, true).await;
    mail.app.clock.advance(TimeDelta::hours(24));
    mail.drain().await;
    assert_eq!(mail.app.outbox_row(late).await.status.as_str(), "skipped");
    assert!(mail.mails().is_empty());
}

#[tokio::test]
async fn a_verified_address_gets_no_link_to_verify_it() {
    let mail = MailApp::init().await;
    let (id, _) = with_link(&mail, Kind::VerifyEmail, true).await;
    mail.drain().await;
    assert_eq!(mail.app.outbox_row(id).await.status.as_str(), "skipped");
}

#[tokio::test]
async fn the_other_mails_about_an_account_are_sent_too() {
    let mail = MailApp::init().await;
    let (reset, _) = with_link(&mail, Kind::ResetPassword, true).await;
    let user = mail.app.new_user("known@example.com").await.user;
    let now = mail.app.clock.now();
    let known = NewMessage::mail(Kind::AlreadyRegistered, user.id, user.id, now);
    let known_id = known.id;
    let conn = mail.app.conn().await.unwrap();
    NewMessage::enqueue(&[known], &conn).await.unwrap();
    mail.drain().await;
    for id in [reset, known_id] {
        assert_eq!(mail.app.outbox_row(id).await.status.as_str(), "sent");
    }
    let mut subjects: Vec<_> = mail.mails().iter().map(|m| m.subject.clone()).collect();
    subjects.sort();
    assert_eq!(subjects, ["Reset your password", "You already have a Harken account"]);
}

/// Records that the owner of `email` asked for a new password.
async fn ask_for_reset(mail: &MailApp, email: &str) {
    let now = mail.app.clock.now();
    let mut conn = mail.app.conn().await.unwrap();
    MailRequest::note(Wanted::Reset, email, now, &mut conn).await.unwrap();
}

async fn failures(mail: &MailApp) -> Vec<i32> {
    let mut conn = mail.app.conn().await.unwrap();
    let failures = mail_requests::table.select(mail_requests::failures);
    failures.load(&mut conn).await.unwrap()
}

/// Makes each email to this user fail when it is put into the outbox.
async fn break_mails_of(mail: &MailApp, user: Uuid) {
    mail.app
        .sql(
            "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN RAISE EXCEPTION 'broken@example.com is broken'; END $$",
        )
        .await;
    mail.app
        .sql(&format!(
            "CREATE TRIGGER broken BEFORE INSERT ON outbox FOR EACH ROW
             WHEN (NEW.user_id = '{user}') EXECUTE FUNCTION fail()"
        ))
        .await;
}

#[tokio::test]
async fn a_request_that_fails_is_tried_later_and_holds_up_no_other_mail() {
    let mail = MailApp::init().await;
    let broken = mail.app.new_user("broken@example.com").await.user.id;
    break_mails_of(&mail, broken).await;
    ask_for_reset(&mail, "broken@example.com").await;
    let fine = mail.app.new_user("fine@example.com").await.user.id;
    ask_for_reset(&mail, "fine@example.com").await;
    mail.app.notify_by_mail(fine, Match::of("ferris")).await;
    let stop = CancellationToken::new();
    let worker = tokio::spawn(run_outbox(&mail.app, &stop));
    let mails = mail.wait_for_mails(2).await;
    stop.cancel();
    worker.await.unwrap();
    assert!(mails.iter().all(|m| m.to == ["fine@example.com"]));
    assert_eq!(failures(&mail).await, [1]);

    let clock = &mail.app.clock;
    for (wait, expected) in [(9, 1), (1, 2), (19, 2), (1, 3)] {
        clock.advance(TimeDelta::seconds(wait));
        assert_eq!(mail.drain().await, 0);
        assert_eq!(failures(&mail).await, [expected]);
    }
    mail.app.sql("DROP TRIGGER broken ON outbox").await;
    clock.advance(TimeDelta::seconds(40));
    assert_eq!(mail.drain().await, 1);
    assert_eq!(failures(&mail).await, [0; 0]);
    assert_eq!(mail.mails()[2].to, ["broken@example.com"]);
}

#[tokio::test]
async fn a_request_that_fails_for_a_day_is_given_up() {
    let mail = MailApp::init().await;
    let broken = mail.app.new_user("broken@example.com").await.user.id;
    break_mails_of(&mail, broken).await;
    ask_for_reset(&mail, "broken@example.com").await;
    let mut hours = 0;
    while !failures(&mail).await.is_empty() {
        mail.drain().await;
        mail.app.clock.advance(TimeDelta::hours(1));
        hours += 1;
        assert!(hours <= 25, "it is tried for ever");
    }
    assert!(hours >= 20, "given up after {hours} hours");
    mail.app.sql("DROP TRIGGER broken ON outbox").await;
    assert_eq!(mail.drain().await, 0);
}
