//! The instance's health, as administrators see it.

use api::administration::health::{MAX_ATTEMPTS_READ, MAX_LOOKED_AT, lanes};
use db::models::outbox::Status;
use db::models::process::Process;
use ingest::retention::delete_outdated;

use crate::support::prelude::*;
use crate::support::process::{serving, signal};
use crate::support::sql::Reads;

const HEALTH: &str = "/api/admin/health";

#[tokio::test]
async fn processes_are_shown_with_what_they_do_and_whether_they_are_lost() {
    let test = TestApp::init().await;
    let admin = test.administrator("admin@example.com").await;
    let (now, mut conn) = (test.clock.now(), test.conn().await.unwrap());
    for (seconds, ingests) in [(5, true), (90, false), (3_700, false), (90_000, false)] {
        let process = Process {
            id: Uuid::now_v7(),
            version: "1.2.3".to_owned(),
            serves_api: true,
            ingests,
            delivers: false,
            matches: ingests,
            started_at: now - TimeDelta::days(2),
            seen_at: now,
        };
        let seen = now - TimeDelta::seconds(seconds);
        process.note(seen, &mut conn).await.unwrap();
    }
    let shown = admin.get(HEALTH).await.expect(200);
    let processes = shown.json["processes"].as_array().unwrap();
    let shown: Vec<_> =
        processes.iter().map(|it| (&it["version"], &it["parts"], &it["isLost"])).collect();
    let version = json!("1.2.3");
    assert_eq!(
        shown,
        [
            (&version, &json!(["api", "ingest", "match"]), &json!(false)),
            (&version, &json!(["api"]), &json!(true)),
        ]
    );
    delete_outdated(&test.pool, now).await.unwrap();
    assert_eq!(count(&test, "processes").await, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_is_listed_from_its_start_to_its_end() {
    let test = TestApp::init().await;
    let folder = tempfile::tempdir().unwrap();
    let settings = [format!("database.url={}", test.database_url), "mail.backend=off".to_owned()];
    let (mut process, _) = serving(folder.path(), &settings, "true").await;
    let running = "processes WHERE serves_api AND NOT ingests AND NOT delivers";
    assert_eq!(count(&test, running).await, 1);
    signal(&process, "TERM").await;
    assert!(process.wait().await.unwrap().success());
    assert_eq!(count(&test, "processes").await, 0);
}

#[tokio::test]
async fn what_failed_today_is_counted_by_lane_and_sent_again_on_request() {
    let test = TestApp::init().await;
    let admin = test.administrator("admin@example.com").await;
    let ada = test.new_user("ada@example.com").await.user.id;
    let fail = async |ago: &str, kind: &str, more: &str| {
        let id = test.notify_by_mail(ada, Match::of("kettle")).await;
        test.sql(&format!(
            "UPDATE outbox SET status = 'dead', kind = '{kind}', reason = 'refused', attempts = 9,
                finished_at = now() - interval '{ago}'{more} WHERE id = '{id}'"
        ))
        .await;
        id
    };
    let today = fail("1 hour", "match", "").await;
    let last_week = fail("7 days", "match", "").await;
    let link = fail("1 hour", "reset_password", "").await;
    let dismissed = fail("1 hour", "match", ", dismissed_at = now()").await;
    let due = test.notify_by_mail(ada, Match::of("kettle")).await;
    test.clock.advance(TimeDelta::seconds(120));

    let health = admin.get(HEALTH).await.json;
    let mail = &health["lanes"][0];
    assert_eq!((&mail["lane"], &mail["due"]), (&json!("mail"), &json!(1)));
    assert_eq!(mail["failed"], json!(3), "{mail}");
    assert!(mail["oldestSeconds"].as_i64().unwrap() >= 120, "{mail}");
    assert_eq!(
        health["lanes"][1],
        json!({"lane": "endpoints", "due": 0, "oldestSeconds": 0, "failed": 0, "state": "on_time"})
    );
    let replay = async |lane: &str| {
        let input = json!({"lane": lane});
        let answer = admin.post("/api/admin/messages/replay", input).await.expect(200);
        answer.json["replayed"].as_i64().unwrap()
    };
    assert_eq!(replay("endpoints").await, 0);
    assert_eq!(replay("mail").await, 1);
    let row = test.outbox_row(today).await;
    assert_eq!((row.status, row.attempts), (Status::Pending, 0));
    for id in [last_week, link, dismissed] {
        assert_eq!(test.outbox_row(id).await.status, Status::Dead);
    }
    assert_eq!(test.outbox_row(due).await.status, Status::Pending);
    assert_eq!(replay("mail").await, 0, "a second call finds none");
    let noted = "audit_log WHERE act = 'messages_replayed' AND details = '{\"messages\": 1}'";
    assert_eq!(count(&test, noted).await, 1);
    assert_eq!(count(&test, "audit_log").await, 1);
}

#[tokio::test]
async fn only_sources_that_are_read_are_shown_with_how_late_they_are() {
    let test = TestApp::init_with(&["hacker_news.enabled=true", "bluesky.enabled=false"]).await;
    let admin = test.administrator("admin@example.com").await;
    let due = test.clock.now() - TimeDelta::minutes(5);
    test.sql(&format!(
        "INSERT INTO sequences (source, place, read_to, next_poll_at, failures)
         VALUES ('hacker_news', 'news.ycombinator.com', 1, '{due}', 4),
                ('bluesky', 'bsky.app', 1, now() - interval '9 days', 0)"
    ))
    .await;
    let health = admin.get(HEALTH).await.json;
    let sources = health["sources"].as_array().unwrap();
    assert_eq!(sources.len(), 1, "{health}");
    let source = &sources[0];
    assert_eq!(source["source"], "news.ycombinator.com");
    assert_eq!((&source["polled"], &source["failing"]), (&json!(1), &json!(1)));
    // The database stores microseconds only.
    let late = source["lateSeconds"].as_i64().unwrap();
    assert!((299..=300).contains(&late), "{source}");
    assert_eq!(health["budget"], json!(null));
}

#[tokio::test]
async fn however_much_waits_the_first_of_it_is_read_and_counted() {
    let test = TestApp::init().await;
    let ada = test.new_user("ada@example.com").await.user.id;
    test.sql(&format!(
        "INSERT INTO outbox (id, channel, kind, user_id, subject_id, due_at, created_at)
         SELECT gen_random_uuid(), 'mail', 'match', '{ada}', gen_random_uuid(),
                now() - n * interval '1 second', now()
         FROM generate_series(1, 20000) AS n"
    ))
    .await;
    test.sql("ANALYZE outbox").await;
    let mut conn = test.conn().await.unwrap();
    // More than the number of executions with a custom plan.
    for _ in 0..8 {
        let reading = Reads::by("^outbox$", &mut conn, async |conn| {
            lanes(test.clock.now(), conn).await.unwrap()
        });
        let (lanes, read) = reading.await;
        assert_eq!((lanes[0].due, lanes[1].due), (MAX_LOOKED_AT, 0));
        assert!(read.by_scans + read.by_index <= MAX_LOOKED_AT, "{read:?}");
    }
    test.sql(
        "INSERT INTO attempts (id, outbox_id, number, started_at, finished_at, outcome)
         SELECT gen_random_uuid(), id, 1, now(), now(), 'sent' FROM outbox",
    )
    .await;
    test.sql("ANALYZE attempts").await;
    let reading = Reads::by("^attempts$", &mut conn, async |conn| {
        lanes(test.clock.now(), conn).await.unwrap()
    });
    let (lanes, read) = reading.await;
    assert!(!lanes[0].is_failing);
    assert!(read.by_scans + read.by_index <= MAX_ATTEMPTS_READ as i64, "{read:?}");
}
