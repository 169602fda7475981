//! Faults of the mail server.

use db::models::outbox::{Kind, NewMessage, Status};
use db::models::user::User;
use sims::smtp::{Action, Fault, Stage};
use tokio::net::TcpListener;

use crate::support::prelude::*;

/// One fault and its expected outcome: the row's status, the attempt's code, and how many emails have
/// arrived once the fault is over.
struct Case {
    name: &'static str,
    stage: Stage,
    action: Action,
    status: &'static str,
    code: Option<i32>,
    arrived: usize,
}

#[tokio::test]
async fn each_fault_of_a_mail_server_ends_as_it_should() {
    let case = |name, stage, action, status, code, arrived| Case {
        name,
        stage,
        action,
        status,
        code,
        arrived,
    };
    let cases = [
        case("421 as greeting", Stage::Connect, Action::Closing, "pending", Some(421), 1),
        case("554 as greeting", Stage::Connect, Action::Permanent, "pending", Some(554), 1),
        case("421 to MAIL", Stage::Mail, Action::Closing, "pending", Some(421), 1),
        case("550 to MAIL", Stage::Mail, Action::Permanent, "pending", Some(550), 1),
        case("451 to RCPT", Stage::Rcpt, Action::Transient, "pending", Some(451), 1),
        case("550 to RCPT", Stage::Rcpt, Action::Permanent, "dead", Some(550), 0),
        case("421 to DATA", Stage::Data, Action::Closing, "pending", Some(421), 1),
        case("451 after DATA", Stage::AfterData, Action::Transient, "pending", Some(451), 1),
        case("550 after DATA", Stage::AfterData, Action::Permanent, "dead", Some(550), 0),
        case("stall at RCPT", Stage::Rcpt, Action::Stall, "pending", None, 1),
        case("stall after DATA", Stage::AfterData, Action::Stall, "pending", None, 1),
        case("cut after DATA, not kept", Stage::AfterData, Action::Cut, "pending", None, 1),
        case("cut after DATA, kept", Stage::AfterKept, Action::Cut, "pending", None, 2),
    ];
    for case in cases {
        let mail = MailApp::init_with(&["mail.timeout_seconds=1"]).await;
        let user = mail.app.new_user("reader@example.com").await.user;
        let id = mail.app.notify_by_mail(user.id, Match::of("rust")).await;
        mail.fail_once(case.stage, case.action);
        mail.drain().await;
        let row = mail.app.outbox_row(id).await;
        assert_eq!(row.status.as_str(), case.status, "{}", case.name);
        let reason = row.reason.unwrap();
        assert!(!reason.contains('@'), "{}: {reason}", case.name);
        let first = mail.app.attempts(id).await.remove(0);
        assert_eq!(first.status_code, case.code, "{}: {reason}", case.name);

        mail.app.clock.advance(TimeDelta::minutes(1));
        mail.drain().await;
        let last = mail.app.outbox_row(id).await;
        let wanted = if case.arrived > 0 { "sent" } else { "dead" };
        assert_eq!(last.status.as_str(), wanted, "{}", case.name);
        let mails = mail.mails();
        assert_eq!(mails.len(), case.arrived, "{}", case.name);
        let expected = format!("<{id}@harken.example>");
        assert!(mails.iter().all(|m| m.header("message-id") == Some(&expected)));
        println!("{:<26} {:<8} {:<14} {reason}", case.name, case.status, last.status);
    }
}

#[tokio::test]
async fn a_server_that_cannot_speak_tls_is_tried_again() {
    // A plaintext server, and one that hangs up during the handshake.
    let cut = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let cut_at = cut.local_addr().unwrap();
    tokio::spawn(async move { while cut.accept().await.is_ok() {} });
    let plain = sims::smtp::start(sims::smtp::Config::for_tests()).await.unwrap();
    for address in [
        format!("smtps://{}", plain.smtp_addr),
        format!("smtp://{}?tls=required", plain.smtp_addr),
        format!("smtps://{cut_at}"),
    ] {
        let setting = format!("mail.smtp_url={address}");
        let mail = MailApp::init_with(&[&setting, "mail.timeout_seconds=2"]).await;
        let user = mail.app.new_user("reader@example.com").await.user;
        let id = mail.app.notify_by_mail(user.id, Match::of("rust")).await;
        mail.drain().await;
        let row = mail.app.outbox_row(id).await;
        assert_eq!(row.status.as_str(), "pending", "{address}: {:?}", row.reason);
        assert_eq!(mail.app.attempts(id).await[0].status_code, None);
        println!("{address}: {}", row.reason.unwrap());
    }
    assert_eq!(plain.mailbox.stats().messages, 0, "nothing goes out in the clear");
    plain.stop().await;
}

async fn user(mail: &MailApp, signed_in: &SignedIn) -> User {
    let mut conn = mail.app.conn().await.unwrap();
    User::find(signed_in.user.id, &mut conn).await.unwrap()
}

async fn send(mail: &MailApp, user: Uuid, kind: Kind) -> Status {
    let now = mail.app.clock.now();
    let message = NewMessage::mail(kind, user, Uuid::now_v7(), now);
    let id = message.id;
    let conn = mail.app.conn().await.unwrap();
    NewMessage::enqueue(&[message], &conn).await.unwrap();
    drop(conn);
    mail.drain().await;
    mail.app.outbox_row(id).await.status
}

#[tokio::test]
async fn a_refused_address_gets_no_alerts_until_its_owner_asks_for_another_try() {
    let mail = MailApp::init().await;
    let ada = mail.app.new_user("ada@example.com").await;
    mail.fail_once(Stage::Rcpt, Action::Permanent);
    mail.app.notify_by_mail(ada.user.id, Match::of("first")).await;
    mail.drain().await;
    let marked = user(&mail, &ada).await;
    let reason = marked.mail_refused_reason.unwrap();
    assert!(marked.mail_refused_at.is_some());
    assert!(reason.contains("550") && !reason.contains('@'), "{reason}");

    let alert = mail.app.notify_by_mail(ada.user.id, Match::of("second")).await;
    mail.drain().await;
    let row = mail.app.outbox_row(alert).await;
    assert_eq!(row.status.as_str(), "skipped");
    assert_eq!(row.reason.as_deref(), Some("mail to the address is refused"));
    assert!(mail.mails().is_empty());

    let answer = ada.post("/api/users/mail/retry", serde_json::json!({})).await.expect(200);
    assert_eq!(answer.json["_id"], ada.user.id.to_string());
    assert!(user(&mail, &ada).await.mail_refused_at.is_none());
    mail.drain().await;
    let subjects: Vec<_> = mail.mails().iter().map(|m| m.subject.clone()).collect();
    assert_eq!(subjects, ["Your test email from Harken"]);
    // Nothing is wrong any more, so nothing is sent.
    ada.post("/api/users/mail/retry", serde_json::json!({})).await;
    assert_eq!(mail.drain().await, 0);
}

#[tokio::test]
async fn mail_about_the_account_is_tried_all_the_same_and_clears_the_mark() {
    let mail = MailApp::init().await;
    let ada = mail.app.new_user("ada@example.com").await;
    mail.sink.mailbox.fault(Fault { times: 2, ..Fault::once(Stage::Rcpt, Action::Permanent) });
    assert_eq!(send(&mail, ada.user.id, Kind::Test).await, Status::Dead);
    let since = user(&mail, &ada).await.mail_refused_at.unwrap();
    mail.app.clock.advance(TimeDelta::hours(1));
    assert_eq!(send(&mail, ada.user.id, Kind::Test).await, Status::Dead);
    let still = user(&mail, &ada).await.mail_refused_at;
    assert_eq!(still, Some(since), "it tells since when");
    assert_eq!(send(&mail, ada.user.id, Kind::Test).await, Status::Sent);
    let cleared = user(&mail, &ada).await;
    assert_eq!((cleared.mail_refused_at, cleared.mail_refused_reason), (None, None));
}
