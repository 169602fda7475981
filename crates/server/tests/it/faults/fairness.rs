//! A receiver that hangs blocks no other message.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use db::models::endpoint::{Endpoint, EndpointChannel};
use db::models::outbox::{Kind, NewMessage};
use deliver::delivery::target::Target;
use deliver::outbox::lane::Lane;
use sims::receiver::Query;
use sims::smtp::{Action, Stage};
use tokio::net::TcpListener;

use super::receivers::add_endpoint;
use crate::support::jobs::run_outbox;
use crate::support::prelude::*;

const MESSAGES: usize = 20;

/// Starts a server that accepts connections and never answers. Returns its URL and the number of
/// connections it holds.
async fn silent_server() -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/hook", listener.local_addr().unwrap());
    let held = Arc::new(AtomicUsize::new(0));
    let counted = held.clone();
    tokio::spawn(async move {
        let mut open = Vec::new();
        while let Ok((stream, _)) = listener.accept().await {
            open.push(stream);
            counted.store(open.len(), Ordering::SeqCst);
        }
    });
    (url, held)
}

async fn enqueue_tests(mail: &MailApp, endpoint: &Endpoint) {
    let now = mail.app.clock.now();
    let messages: Vec<_> =
        (0..MESSAGES).map(|_| NewMessage::to(endpoint, Kind::Test, Uuid::now_v7(), now)).collect();
    let conn = mail.app.conn().await.unwrap();
    NewMessage::enqueue(&messages, &conn).await.unwrap();
}

#[tokio::test]
async fn an_endpoint_that_never_answers_holds_up_neither_mail_nor_other_endpoints() {
    let receiver = sims::receiver::start(sims::receiver::Config::for_tests()).await.unwrap();
    let mail = MailApp::init_with(&[
        "delivery.allowed_networks=127.0.0.1/32",
        // Longer than the test: the silent endpoint's messages stay in progress throughout.
        "delivery.timeout_seconds=600",
        "server.plans=off",
    ])
    .await;
    let user = mail.app.new_user("ada@example.com").await.user;
    let (silent_url, held) = silent_server().await;
    let quick_url = format!("{}/hook/quick", receiver.base_url());
    let webhook = |url: &str| Target::Webhook { url: url.parse().unwrap(), template: None };
    let silent =
        add_endpoint(&mail.app, user.id, EndpointChannel::Webhook, Some(webhook(&silent_url)));
    let silent = silent.await;
    let quick =
        add_endpoint(&mail.app, user.id, EndpointChannel::Webhook, Some(webhook(&quick_url)));
    let quick = quick.await;
    enqueue_tests(&mail, &silent).await;
    let stop = CancellationToken::new();
    let job = tokio::spawn(run_outbox(&mail.app, &stop));
    // The silent endpoint has all the slots it can get before the others' messages exist.
    let limit = Duration::from_secs(30);
    let both = async {
        while held.load(Ordering::SeqCst) < 2 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(limit, both).await.unwrap();
    enqueue_tests(&mail, &quick).await;
    for n in 0..MESSAGES {
        let found = Match::of(&format!("word{n}"));
        mail.app.notify_by_mail(user.id, found).await;
    }
    let hooks = Query::path("/hook/quick");
    let arrived = receiver.control.wait(&hooks, MESSAGES, limit).await;
    assert_eq!(arrived.len(), MESSAGES);
    assert_eq!(mail.wait_for_mails(MESSAGES).await.len(), MESSAGES);
    assert_eq!(held.load(Ordering::SeqCst), 2, "of {MESSAGES} that wait for it");
    stop.cancel();
    job.abort();
}

/// Twenty webhooks of one user never answer; another user has one that does.
#[tokio::test]
async fn many_endpoints_that_never_answer_leave_slots_to_other_users() {
    let receiver = sims::receiver::start(sims::receiver::Config::for_tests()).await.unwrap();
    let mail = MailApp::init_with(&[
        "delivery.allowed_networks=127.0.0.1/32",
        "delivery.timeout_seconds=600",
        "delivery.concurrent_sends=32",
        "server.plans=off",
    ])
    .await;
    let greedy = mail.app.new_user("greedy@example.com").await.user;
    let honest = mail.app.new_user("honest@example.com").await.user;
    let (silent_url, held) = silent_server().await;
    let quick_url = format!("{}/hook/quick", receiver.base_url());
    for n in 0..20 {
        let url = format!("{silent_url}/{n}").parse().unwrap();
        let target = Some(Target::Webhook { url, template: None });
        let webhook = EndpointChannel::Webhook;
        let endpoint = add_endpoint(&mail.app, greedy.id, webhook, target).await;
        enqueue_tests(&mail, &endpoint).await;
    }
    mail.app.sql("UPDATE endpoints SET shown = 'host' || id").await;
    let share = Lane::Endpoints.shares(&mail.app.config).user;
    let stop = CancellationToken::new();
    let job = tokio::spawn(run_outbox(&mail.app, &stop));
    let limit = Duration::from_secs(30);
    let all_of_them = async {
        while held.load(Ordering::SeqCst) < share {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(limit, all_of_them).await.unwrap();
    let target = Target::Webhook { url: quick_url.parse().unwrap(), template: None };
    let webhook = EndpointChannel::Webhook;
    let quick = add_endpoint(&mail.app, honest.id, webhook, Some(target)).await;
    enqueue_tests(&mail, &quick).await;
    let hooks = Query::path("/hook/quick");
    let arrived = receiver.control.wait(&hooks, MESSAGES, limit).await;
    assert_eq!(arrived.len(), MESSAGES);
    assert_eq!(held.load(Ordering::SeqCst), share);
    stop.cancel();
    job.abort();
}

#[tokio::test]
async fn a_mail_about_the_account_goes_before_those_that_are_claimed_already() {
    let mail = MailApp::init().await;
    mail.fail_once(Stage::AfterKept, Action::Hold);
    for n in 0..3 {
        let user = mail.app.new_user(&format!("user{n}@example.com")).await;
        for word in 0..MESSAGES {
            let found = Match::of(&format!("word{word}"));
            mail.app.notify_by_mail(user.user.id, found).await;
        }
    }
    let stop = CancellationToken::new();
    let job = tokio::spawn(run_outbox(&mail.app, &stop));
    assert_eq!(mail.wait_for_mails(1).await.len(), 1);
    let user = mail.app.new_user("ada@example.com").await.user;
    let now = mail.app.clock.now();
    let urgent = NewMessage::mail(Kind::PasswordChanged, user.id, Uuid::now_v7(), now);
    let id = urgent.id;
    let conn = mail.app.conn().await.unwrap();
    NewMessage::enqueue(&[urgent], &conn).await.unwrap();
    drop(conn);
    let claimed = async {
        while mail.app.outbox_row(id).await.leased_until.is_none() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let limit = Duration::from_secs(30);
    tokio::time::timeout(limit, claimed).await.unwrap();
    mail.sink.mailbox.release();
    let mails = mail.wait_for_mails(3 * MESSAGES + 1).await;
    let place = mails.iter().position(|mail| mail.to == ["ada@example.com"]);
    let under_way = Lane::Mail.width(&mail.app.config) + 1;
    assert!(place.is_some_and(|place| place <= under_way), "{place:?}");
    stop.cancel();
    job.await.unwrap();
}
