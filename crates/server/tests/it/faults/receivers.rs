//! The consequences of an endpoint's failures.

use db::models::endpoint::{Endpoint, EndpointChannel};
use db::models::outbox::{Kind, NewMessage, OutboxRow};
use db::schema::endpoints;
use deliver::delivery::Outcome;
use deliver::delivery::target::Target;
use deliver::outbox::claim::claim;
use deliver::outbox::finish::{Span, finish};
use deliver::outbox::lane::Lane;
use diesel_async::RunQueryDsl;

use crate::support::prelude::*;

/// Adds an endpoint. Without a target, nothing can be sent to it.
pub async fn add_endpoint(
    test: &TestApp,
    user: Uuid,
    channel: EndpointChannel,
    target: Option<Target>,
) -> Endpoint {
    let id = Uuid::now_v7();
    let sealed = target.map(|target| target.seal(id, &test.secrets).unwrap());
    let endpoint = Endpoint {
        id,
        user_id: user,
        channel,
        name: "Team chat".to_owned(),
        target: sealed.unwrap_or_default(),
        fingerprint: id.as_bytes().repeat(2),
        shown: "chat.example".to_owned(),
        watch_ids: None,
        reports_gaps: false,
        secret_version: 1,
        failing_since: None,
        last_error: None,
        last_sent_at: None,
        paused_at: None,
        created_at: test.clock.now(),
        held_until: None,
    };
    let mut conn = test.conn().await.unwrap();
    diesel::insert_into(endpoints::table).values(&endpoint).execute(&mut conn).await.unwrap();
    endpoint
}

async fn find(test: &TestApp, id: Uuid) -> Option<Endpoint> {
    let mut conn = test.conn().await.unwrap();
    Endpoint::find(id, &mut conn).await.unwrap()
}

async fn enqueue(test: &TestApp, endpoint: &Endpoint, due_at: DateTime<Utc>) -> Uuid {
    let message = NewMessage::to(endpoint, Kind::Match, Uuid::now_v7(), due_at);
    let id = message.id;
    let conn = test.conn().await.unwrap();
    NewMessage::enqueue(&[message], &conn).await.unwrap();
    id
}

async fn claim_due(test: &TestApp, busy: &[Uuid]) -> Vec<OutboxRow> {
    let (now, lease) = (test.clock.now(), TimeDelta::minutes(1));
    let mut conn = test.conn().await.unwrap();
    let claimed = claim(Lane::Endpoints, 32, busy, lease, now, &mut conn);
    claimed.await.unwrap()
}

/// Records a message to `endpoint` that ends with `outcome` now. Returns its id.
async fn attempt(test: &TestApp, endpoint: &Endpoint, outcome: Outcome) -> Uuid {
    let now = test.clock.now();
    let id = enqueue(test, endpoint, now).await;
    let rows = claim_due(test, &[]).await;
    let row = rows.iter().find(|row| row.id == id).unwrap();
    let span = Span { started_at: now, finished_at: now };
    let config = &test.config.delivery;
    let mut conn = test.conn().await.unwrap();
    let tried = outcome.with_status(500);
    assert!(finish(row, &tried, span, 0.5, config, &mut conn).await.unwrap());
    id
}

fn failed() -> Outcome {
    Outcome::Dead("HTTP 500".to_owned())
}

#[tokio::test]
async fn an_endpoint_shows_since_when_it_fails_until_it_works_again() {
    let test = TestApp::init().await;
    let user = test.new_user("ada@example.com").await.user;
    let endpoint = add_endpoint(&test, user.id, EndpointChannel::Webhook, None).await;
    attempt(&test, &endpoint, Outcome::retry("HTTP 503")).await;
    let first = find(&test, endpoint.id).await.unwrap();
    assert!(first.failing_since.is_some());
    test.clock.advance(TimeDelta::days(1));
    attempt(&test, &endpoint, failed()).await;
    let second = find(&test, endpoint.id).await.unwrap();
    assert_eq!(second.failing_since, first.failing_since);
    assert_eq!(second.last_error.as_deref(), Some("HTTP 500"));
    assert_eq!((second.last_sent_at, second.paused_at), (None, None));
    // A skipped message changes nothing about the endpoint.
    attempt(&test, &endpoint, Outcome::Skipped("gone".to_owned())).await;
    let skipped = find(&test, endpoint.id).await.unwrap();
    assert_eq!(skipped.failing_since, first.failing_since);
    attempt(&test, &endpoint, Outcome::Sent).await;
    let works = find(&test, endpoint.id).await.unwrap();
    assert_eq!((works.failing_since, works.last_error), (None, None));
    assert!(works.last_sent_at.is_some());
}

#[tokio::test]
async fn an_endpoint_that_fails_for_five_days_is_paused_and_its_owner_notified_once() {
    let mail = MailApp::init().await;
    let test = &mail.app;
    let user = test.new_user("ada@example.com").await.user;
    let endpoint = add_endpoint(test, user.id, EndpointChannel::Webhook, None).await;
    // Another channel that reports problems.
    let other = add_endpoint(test, user.id, EndpointChannel::Slack, None).await;
    test.sql(&format!("UPDATE endpoints SET reports_gaps = true WHERE id = '{}'", other.id)).await;
    for day in 0..5 {
        attempt(test, &endpoint, failed()).await;
        let now = find(test, endpoint.id).await.unwrap();
        assert_eq!(now.paused_at, None, "day {day}");
        test.clock.advance(TimeDelta::days(1));
    }
    attempt(test, &endpoint, failed()).await;
    assert!(find(test, endpoint.id).await.unwrap().paused_at.is_some());
    attempt(test, &endpoint, failed()).await;
    let of = format!("outbox WHERE kind = 'endpoint_paused' AND endpoint_id = '{}'", other.id);
    assert_eq!(count(test, &of).await, 1);
    mail.drain().await;
    let mails = mail.mails();
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].subject, "Your alerts are not arriving: a channel is paused");
    let text = mails[0].text.as_deref().unwrap();
    for told in ["Team chat", "chat.example", "HTTP 500", "https://harken.example/channels"] {
        assert!(text.contains(told), "{told} is not in\n{text}");
    }

    // After being resumed, it is paused after five more days, which is another email.
    test.sql("UPDATE endpoints SET paused_at = NULL, failing_since = NULL").await;
    for _ in 0..2 {
        attempt(test, &endpoint, failed()).await;
        test.clock.advance(TimeDelta::days(5));
    }
    mail.drain().await;
    let mails = mail.mails();
    assert_eq!(mails.len(), 2);
    assert_ne!(mails[0].header("message-id"), mails[1].header("message-id"));
}

#[tokio::test]
async fn an_endpoint_that_is_no_more_is_removed() {
    let test = TestApp::init().await;
    let user = test.new_user("ada@example.com").await.user;
    // A browser that is gone is no failure; a webhook that is gone is reported.
    for (channel, status) in
        [(EndpointChannel::Push, "skipped"), (EndpointChannel::Webhook, "dead")]
    {
        let endpoint = add_endpoint(&test, user.id, channel, None).await;
        let other = add_endpoint(&test, user.id, channel, None).await;
        let gone = Outcome::Gone("HTTP 410".to_owned());
        let id = attempt(&test, &endpoint, gone).await;
        assert!(find(&test, endpoint.id).await.is_none());
        assert!(find(&test, other.id).await.is_some());
        let row = test.outbox_row(id).await;
        assert_eq!((row.status.as_str(), row.reason.as_deref()), (status, Some("HTTP 410")));
        assert_eq!(test.attempts(id).await[0].status_code, Some(500));
    }
}

#[tokio::test]
async fn an_endpoint_takes_two_messages_at_a_time_however_many_wait() {
    let test = TestApp::init().await;
    let user = test.new_user("ada@example.com").await.user;
    let slow = add_endpoint(&test, user.id, EndpointChannel::Webhook, None).await;
    let quick = add_endpoint(&test, user.id, EndpointChannel::Slack, None).await;
    let now = test.clock.now();
    for endpoint in [&slow, &quick] {
        for seconds in (0..40).rev() {
            enqueue(&test, endpoint, now - TimeDelta::seconds(seconds)).await;
        }
    }
    let counts = |rows: &[OutboxRow]| {
        let of = |id| rows.iter().filter(|row| row.endpoint_id == Some(id)).count();
        (of(slow.id), of(quick.id))
    };
    let first = claim_due(&test, &[]).await;
    assert_eq!(counts(&first), (2, 2));
    assert_eq!(first[0].due_at, first[1].due_at, "the oldest of each");
    let busy = claim_due(&test, &[slow.id]).await;
    assert_eq!(counts(&busy), (0, 2));
}
