use std::sync::atomic::{AtomicUsize, Ordering};

use diesel::connection::InstrumentationEvent;
use diesel_async::AsyncConnection;
use domain::live::STREAMS_PER_USER;
use futures::StreamExt;

use crate::support::accounts::Session;
use crate::support::prelude::*;

fn token(user: &crate::support::app::SignedIn) -> &str {
    user.client.token.as_deref().unwrap()
}

#[tokio::test]
async fn a_new_notification_arrives_by_itself_and_only_at_its_owner() {
    let test = TestApp::init().await;
    let ada = test.new_user("ada@example.com").await;
    let bob = test.new_user("bob@example.com").await;
    let served = Served::start(&test).await;
    let (mut to_ada, start) = served.listen(token(&ada), None).await;
    let (mut to_bob, _) = served.listen(token(&bob), None).await;
    assert_eq!(start, 0);
    let row = test.notify(ada.user.id, Match::of("rust")).await;
    let of_bob = test.notify(bob.user.id, Match::of("go")).await;
    let event = to_ada.next().await.unwrap();
    assert_eq!((event.name.as_str(), event.id), ("notification", row.seq));
    assert_eq!(event.data["_id"], row.id.to_string());
    assert_eq!(event.data["redditPost"]["title"], "rust is asked about");
    assert_eq!(to_bob.next().await.unwrap().data["_id"], of_bob.id.to_string());
    served.stop().await;
    assert!(to_ada.next().await.is_none() && to_bob.next().await.is_none());
    assert_eq!(test.live.streams(), 0);
}

#[tokio::test]
async fn a_stream_continues_after_the_last_event_that_arrived() {
    let test = TestApp::init().await;
    let ada = test.new_user("ada@example.com").await;
    let served = Served::start(&test).await;
    for n in 1..=250 {
        test.notify(ada.user.id, Match::of(&format!("word{n}"))).await;
    }
    let (mut events, cursor) = served.listen(token(&ada), Some(3)).await;
    assert_eq!(cursor, 3, "until the rest has arrived, the place is the old one");
    for seq in 4..=250 {
        assert_eq!(events.next().await.unwrap().id, seq);
    }
    let (mut fresh, cursor) = served.listen(token(&ada), None).await;
    assert_eq!(cursor, 250);
    test.notify(ada.user.id, Match::of("new")).await;
    assert_eq!(fresh.next().await.unwrap().id, 251);
    assert_eq!(events.next().await.unwrap().id, 251);
    served.stop().await;
}

#[tokio::test]
async fn a_place_that_was_never_given_out_counts_as_the_newest() {
    let test = TestApp::init().await;
    let ada = test.new_user("ada@example.com").await;
    let served = Served::start(&test).await;
    let (mut events, cursor) = served.listen(token(&ada), Some(i64::MAX)).await;
    assert_eq!(cursor, 0);
    test.notify(ada.user.id, Match::of("rust")).await;
    assert_eq!(events.next().await.unwrap().id, 1);
    served.stop().await;
}

#[tokio::test]
async fn nothing_is_lost_while_the_listening_connection_is_down() {
    let test = TestApp::init().await;
    let ada = test.new_user("ada@example.com").await;
    let served = Served::start(&test).await;
    let (mut events, _) = served.listen(token(&ada), None).await;
    test.notify(ada.user.id, Match::of("before")).await;
    assert_eq!(events.next().await.unwrap().id, 1);
    let cut: bool = test
        .row(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND query LIKE 'LISTEN notifications%'",
        )
        .await;
    assert!(cut);
    test.notify(ada.user.id, Match::of("meanwhile")).await;
    assert_eq!(events.next().await.unwrap().id, 2);
    served.stop().await;
}

/// One second is the shortest interval that can be set; checks come with the heartbeats.
const QUICK: &str = "server.heartbeat_seconds=1";

/// Counts the queries over the one connection of a pool.
async fn count_queries(test: &TestApp) -> Arc<AtomicUsize> {
    let counter = Arc::new(AtomicUsize::new(0));
    let counts = counter.clone();
    let mut conn = test.conn().await.unwrap();
    conn.set_instrumentation(move |event: InstrumentationEvent<'_>| {
        if matches!(event, InstrumentationEvent::StartQuery { .. }) {
            counts.fetch_add(1, Ordering::Relaxed);
        }
    });
    counter
}

#[tokio::test]
async fn streams_that_wait_ask_the_database_next_to_nothing() {
    const STREAMS: usize = 30;
    const HEARTBEATS: usize = 5;
    let test = TestApp::init_with(&[QUICK, "database.api_connections=1"]).await;
    let served = Served::start(&test).await;
    let mut open = Vec::new();
    for n in 0..STREAMS {
        let user = test.new_user(&format!("reader{n}@example.com")).await;
        let mut pieces = served.open(token(&user), None).await.bytes_stream();
        assert!(pieces.next().await.unwrap().unwrap().starts_with(b"event: ready"));
        open.push(pieces);
    }
    let asked = count_queries(&test).await;
    for pieces in &mut open {
        let mut heard = 0;
        while heard < HEARTBEATS {
            let piece = pieces.next().await.unwrap().unwrap();
            heard += piece.iter().filter(|byte| **byte == b':').count();
        }
    }
    let asked = AtomicUsize::load(&asked, Ordering::Relaxed);
    assert!(
        (1..STREAMS).contains(&asked),
        "{asked} queries for {HEARTBEATS} heartbeats of {STREAMS} streams"
    );
    drop(open);
    served.stop().await;
}

#[tokio::test]
async fn what_nothing_announced_is_found_soon() {
    let test = TestApp::init_with(&[QUICK]).await;
    let ada = test.new_user("ada@example.com").await;
    let bob = test.new_user("bob@example.com").await;
    let served = Served::start(&test).await;
    let (mut to_ada, _) = served.listen(token(&ada), None).await;
    let (mut to_bob, _) = served.listen(token(&bob), None).await;
    let eve = test.new_user("eve@example.com").await;
    let row = test.notify(eve.user.id, Match::of("rust")).await;
    for statement in [
        format!("UPDATE notifications SET user_id = '{}'", ada.user.id),
        format!("INSERT INTO live_cursors VALUES ('{}', {})", ada.user.id, row.seq),
        format!("DELETE FROM sessions WHERE user_id = '{}'", bob.user.id),
    ] {
        test.sql(&statement).await;
    }
    assert_eq!(to_ada.next().await.unwrap().data["_id"], row.id.to_string());
    assert!(to_bob.next().await.is_none());
    served.stop().await;
}

#[tokio::test]
async fn a_stream_that_waits_ends_when_its_token_does() {
    let test = TestApp::init_with(&[QUICK]).await;
    let ada = test.new_user("ada@example.com").await;
    let served = Served::start(&test).await;
    let (mut events, _) = served.listen(token(&ada), None).await;
    test.clock.advance(TimeDelta::minutes(15));
    assert!(events.next().await.is_none());
    served.stop().await;
}

#[tokio::test]
async fn a_stream_ends_when_its_token_does() {
    let test = TestApp::init().await;
    let ada = test.new_user("ada@example.com").await;
    let served = Served::start(&test).await;
    let (mut events, _) = served.listen(token(&ada), None).await;
    test.clock.advance(TimeDelta::minutes(15));
    test.notify(ada.user.id, Match::of("late")).await;
    assert!(events.next().await.is_none(), "what came later goes to a stream with a fresh token");
    assert_eq!(served.open(token(&ada), None).await.status(), 401);
    served.stop().await;
}

#[tokio::test]
async fn a_stream_ends_with_its_session_and_those_of_others_continue() {
    let (test, anon) = TestApp::init().await.anon();
    test.verified(&anon, "ada@example.com").await;
    let (leaves, stays) =
        (anon.sign_in("ada@example.com").await, anon.sign_in("ada@example.com").await);
    let served = Served::start(&test).await;
    let token = |session: &Session| session.client.token.clone().unwrap();
    let (mut ends, _) = served.listen(&token(&leaves), None).await;
    let (mut goes_on, _) = served.listen(&token(&stays), None).await;
    leaves.client.post("/api/auth/logout", serde_json::json!({})).await;
    assert!(ends.next().await.is_none());
    let id = test.user("ada@example.com").await.unwrap().id;
    test.notify(id, Match::of("rust")).await;
    assert_eq!(goes_on.next().await.unwrap().id, 1);
    served.stop().await;
}

#[tokio::test]
async fn a_user_has_a_bounded_number_of_streams() {
    let test = TestApp::init().await;
    let ada = test.new_user("ada@example.com").await;
    let bob = test.new_user("bob@example.com").await;
    let served = Served::start(&test).await;
    let mut open = Vec::new();
    for _ in 0..STREAMS_PER_USER {
        open.push(served.listen(token(&ada), None).await);
    }
    let refused = served.open(token(&ada), None).await;
    assert_eq!(refused.status(), 429);
    assert_eq!(refused.headers()["retry-after"], "30");
    served.listen(token(&bob), None).await;
    served.stop().await;
}

#[tokio::test]
async fn a_stream_needs_a_token_and_a_sound_place() {
    let test = TestApp::init().await;
    let ada = test.new_user("ada@example.com").await;
    let request = axum::http::Request::get("/api/live")
        .header("authorization", format!("Bearer {}", token(&ada)))
        .header("last-event-id", "yesterday")
        .body(axum::body::Body::empty())
        .unwrap();
    let answer = ada.send_raw(request).await;
    assert_eq!((answer.status, answer.code()), (422, "VALIDATION_FAILED"));
    let (_test, anon) = test.anon();
    assert_eq!(anon.get("/api/live").await.status, 401);
}
