//! Push sources: programs send the items of a feed that is never requested.

use axum::http::{Request, header};
use db::models::feed::ClaimedFeed;
use ingest::feeds::PutOff;

use crate::support::feed_server::{FeedTest, place};
use crate::support::prelude::*;

/// A user, and a program with a key that can only send items.
struct PushTest {
    test: FeedTest,
    program: Client,
}

impl PushTest {
    async fn init(settings: &[&str]) -> Self {
        let test = FeedTest::init_with(settings, sims::feed::Config::for_tests()).await;
        let program = test.user.with_token(&test.user.new_key(&["ingest"]).await);
        Self { test, program }
    }

    async fn push(&self, item: Value) -> Answer {
        self.program.post("/api/items?source=mail", item).await
    }

    async fn push_lines(&self, lines: &str) -> Answer {
        let request = Request::post("/api/items?source=mail")
            .header(
                header::AUTHORIZATION,
                format!("Bearer {}", self.program.token.as_ref().unwrap()),
            )
            .header(header::CONTENT_TYPE, "application/x-ndjson; charset=utf-8")
            .body(Body::from(lines.to_owned()));
        self.program.send_raw(request.unwrap()).await
    }

    /// Sends items without bodies, one for each id.
    async fn push_ids(&self, ids: impl Iterator<Item = usize>) -> Answer {
        let lines = ids.map(|id| format!("{{\"id\": \"{id}\", \"title\": \"Kettle {id}\"}}\n"));
        self.push_lines(&lines.collect::<String>()).await
    }

    /// Does something in the transactions that change a table.
    async fn on(&self, event: &str, does: &str) {
        for statement in [
            format!(
                "CREATE FUNCTION stand_in() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {does} END $$"
            ),
            format!("CREATE TRIGGER stand_in {event} EXECUTE FUNCTION stand_in()"),
        ] {
            self.test.app.sql(&statement).await;
        }
    }

    /// Polls at once, and returns the number of new items.
    async fn stored(&self) -> usize {
        let polled = self.test.poll().await.expect("the source is due");
        assert_eq!(polled.error, None);
        polled.stored.new_items
    }

    async fn count(&self, from: &str) -> i64 {
        self.test.count(from).await
    }
}

/// Returns how many items an answer counts as accepted and as known.
fn counts(answer: &Answer) -> (u64, u64) {
    assert_eq!(answer.status, 202, "{}", answer.text);
    (answer.json["accepted"].as_u64().unwrap(), answer.json["known"].as_u64().unwrap())
}

#[tokio::test]
async fn what_is_pushed_alerts_the_keywords_of_its_user_alone() {
    let push = PushTest::init(&[]).await;
    let (test, user) = (&push.test, &push.test.user);
    let first = push.push(json!({"id": "1", "title": "A kettle"})).await;
    assert_eq!(counts(&first), (1, 0));
    assert_eq!(push.stored().await, 1);
    assert_eq!(test.poll().await, None, "a source is polled when items wait");
    let source = test.feed().await;
    let (name, arrived) = (&source["pushName"], &source["newestAt"]);
    assert_eq!((name, arrived), (&json!("mail"), &source["addedAt"]));
    assert_eq!((&source["title"], &source["address"]), (&json!("mail"), &json!("")));
    assert_eq!(source["place"], first.json["place"]);
    assert!(place(&source).starts_with("feed/mail.push/"), "{source}");
    let exported = user.get("/api/sources/feeds/export").await.text;
    assert!(!exported.contains("mail"), "{exported}");

    let input = json!({"keyword": "kettle", "subreddits": [place(&source)]});
    user.post("/api/keywords", input.clone()).await.expect(201);
    let other = test.app.new_user("other@example.com").await;
    let refused = other.post("/api/keywords", input).await;
    assert_eq!(refused.code(), "FEED_NOT_FOLLOWED");
    other.post("/api/keywords", json!({"keyword": "kettle"})).await.expect(201);
    let item = json!({
        "id": "2", "title": "Another\nkettle", "text": "It <b>sings</b>.", "format": "html",
        "url": "https://mail.example/2", "author": "Ada", "publishedAt": test.app.clock.now(),
    });
    assert_eq!(counts(&push.push(item.clone()).await), (1, 0));
    assert_eq!(push.stored().await, 1);
    let matches = user.get("/api/notifications").await.json["notifications"].take();
    let post = &matches[0]["redditPost"];
    let shown = ["title", "content", "url", "author"].map(|field| post[field].as_str().unwrap());
    assert_eq!(shown, ["Another kettle", "It sings.", "https://mail.example/2", "Ada"]);
    assert_eq!(push.count("notifications").await, 1);
    // Another text does not make it another item, before and after it was stored.
    let again = json!({"id": "2", "title": "A third kettle"});
    assert_eq!(counts(&push.push(again.clone()).await), (0, 1));
    test.app.sql("UPDATE feeds SET known = ''").await;
    assert_eq!(counts(&push.push(again).await), (0, 1));
    assert_eq!((test.poll().await, push.count("notifications").await), (None, 1));
    // The same name of another user is another source.
    let theirs = other.post("/api/items?source=mail", item).await;
    assert_eq!(counts(&theirs), (1, 0));
    assert_ne!(theirs.json["place"], source["place"]);
}

#[tokio::test]
async fn good_lines_are_kept_and_bad_ones_reported() {
    let push = PushTest::init(&[]).await;
    let lines = "{\"id\": \"1\", \"text\": \"<b>1 * 2 * 3\"}\n\n{\"id\": \"\", \"title\": \"a\"}\r\n\
                 {\"id\": \"2\", \"body\": \"a\"}\n{\"id\": \"3\"}\nnothing\n\
                 {\"id\": \"4\", \"text\": \"*kettle*\", \"format\": \"markdown\"}\r\n\
                 {\"id\": \"1\", \"title\": \"again\"}\n{\"id\": \"5\", \"title\": \"a\", \"url\": \"ftp://a.example\"}";
    let answer = push.push_lines(lines).await;
    assert_eq!(counts(&answer), (2, 1));
    let refused = answer.json["refused"].as_array().unwrap().iter();
    let refused: Vec<(u64, &str)> = refused
        .map(|line| (line["line"].as_u64().unwrap(), line["error"].as_str().unwrap()))
        .collect();
    assert_eq!(
        refused,
        [
            (3, "id: Use 1 to 200 bytes"),
            (4, "body: There is no field “body”"),
            (5, "text: Send a title or a text"),
            (6, "The request's body is not valid JSON."),
            (9, "url: This must be an HTTP or HTTPS address"),
        ]
    );
    assert_eq!(push.stored().await, 2);
    let texts: Vec<String> = push.test.app.rows("SELECT body FROM recent_items ORDER BY id").await;
    assert_eq!(texts, [r"\<b>1 \* 2 \* 3", "*kettle*"]);
    // What is wrong with a single item is an error.
    let single = push.push(json!({"id": "1"})).await;
    assert_eq!((single.status, single.code()), (422, "VALIDATION_FAILED"));
    let name = push.program.post("/api/items?source=a.b", json!({"id": "1", "title": "a"})).await;
    assert!(name.json["fields"]["source"].is_string(), "{}", name.text);
    assert_eq!(push.push_lines("\n").await.status, 422);
    assert_eq!(push.push_ids(0..1_001).await.status, 413);
    let long =
        format!("{{\"id\": \"6\", \"title\": \"a\", \"text\": \"{}\"}}", "a".repeat(1 << 20));
    assert_eq!(push.push_lines(&long).await.status, 413);
}

#[tokio::test]
async fn what_waits_and_what_is_stored_in_a_day_is_limited() {
    let push = PushTest::init(&["limits.feed_entries_per_day=1500"]).await;
    for from in (0..5_000).step_by(1_000) {
        assert_eq!(counts(&push.push_ids(from..from + 1_000).await), (1_000, 0));
    }
    let full = push.push_ids(5_000..5_001).await;
    assert_eq!((full.status, full.code()), (429, "PUSH_QUEUE_FULL"));
    assert!(full.headers.contains_key("retry-after"));
    assert_eq!(counts(&push.push_ids(0..10).await), (0, 10));
    for _ in 0..3 {
        assert_eq!(push.stored().await, 500);
    }
    let polled = push.test.poll().await.unwrap();
    assert!(matches!(polled.put_off, Some(PutOff::Limit(_))), "{polled:?}");
    let enough = push.push_ids(5_000..5_001).await;
    assert_eq!((enough.status, enough.code()), (429, "PUSH_LIMIT_EXCEEDED"));
    let wait: i64 = enough.headers["retry-after"].to_str().unwrap().parse().unwrap();
    push.test.app.clock.advance(TimeDelta::seconds(wait) + TimeDelta::minutes(31));
    assert_eq!(push.stored().await, 500);
    // A new source counts as a feed.
    let limit = "SELECT count(*) FROM user_feeds";
    assert_eq!(push.test.app.row::<i64>(limit).await, 1);
    push.test.app.sql("INSERT INTO feed_hosts SELECT 'h', now()").await;
    push.test
        .app
        .sql(&format!(
            "WITH others AS (
                 INSERT INTO feeds (id, place, origin, address, host, created_at, interval_seconds)
                 SELECT gen_random_uuid(), 'feed/h/' || n, n, n, 'h', now(), 300
                 FROM generate_series(1, 19) n RETURNING id)
             INSERT INTO user_feeds SELECT '{}', id, now() FROM others",
            push.test.user.user.id
        ))
        .await;
    let program = push.test.user.with_token(&push.program.token.clone().unwrap());
    let refused = program.post("/api/items?source=other", json!({"id": "1", "title": "a"})).await;
    assert_eq!((refused.status, refused.code()), (403, "FEED_LIMIT_EXCEEDED"));
}

#[tokio::test]
async fn a_poll_that_does_not_end_loses_nothing_and_stores_nothing_twice() {
    let push = PushTest::init(&[]).await;
    let test = &push.test;
    assert_eq!(counts(&push.push_ids(0..3).await), (3, 0));
    // A process that is killed once it has begun.
    let lease = test.app.sources.feeds.as_ref().unwrap().lease();
    let mut conn = test.app.conn().await.unwrap();
    let claimed = ClaimedFeed::claim(test.app.clock.now(), lease, &mut conn).await.unwrap();
    assert_eq!(claimed.unwrap().push_name(), Some("mail"));
    drop(conn);
    assert_eq!(test.poll().await, None, "it may still be running");
    test.app.clock.advance(lease);
    // A transaction that fails at its end: the queue is changed last.
    push.on("BEFORE DELETE ON pushed_items", "RAISE 'killed';").await;
    test.watches.catch_up(&test.app.pool).await.unwrap();
    assert!(test.reader.poll_once().await.is_err());
    assert_eq!((push.count("recent_items").await, push.count("pushed_items").await), (0, 3));
    test.app.sql("DROP TRIGGER stand_in ON pushed_items").await;
    test.app.clock.advance(TimeDelta::seconds(6));
    assert_eq!(push.stored().await, 3);
    assert_eq!((push.count("recent_items").await, push.count("pushed_items").await), (3, 0));
    test.app.clock.advance(TimeDelta::hours(7));
    assert_eq!(push.stored().await, 0);
}

#[tokio::test]
async fn a_deleted_item_is_gone_with_what_was_made_of_it() {
    let push = PushTest::init(&[]).await;
    let (test, program) = (&push.test, &push.program);
    push.push_ids(0..3).await;
    // One that still waits, and one that a poll has read already.
    program.delete("/api/items?source=mail&id=0").await.expect(204);
    let delete = "DELETE FROM pushed_items WHERE item_id = '1'; RETURN NULL;";
    push.on("AFTER UPDATE OF polled_at ON feeds", delete).await;
    assert_eq!(push.stored().await, 0);
    test.app.sql("DROP TRIGGER stand_in ON feeds").await;
    program.delete("/api/items?source=mail&id=1").await.expect(204);
    assert_eq!(push.stored().await, 1);
    let source = test.feed().await;
    test.watch(test.user.user.id, "kettle", &source).await;
    push.push(json!({"id": "3", "title": "A kettle", "text": "secret"})).await;
    assert_eq!(push.stored().await, 1);
    for id in [2, 3, 3] {
        program.delete(&format!("/api/items?source=mail&id={id}")).await.expect(204);
    }
    let matches = test.user.get("/api/notifications").await.text;
    assert!(matches.contains("\"gone\":true") && !matches.contains("secret"), "{matches}");
    assert_eq!(
        push.count("recent_items WHERE body LIKE '%secret%' OR title LIKE 'Kettle%'").await,
        0
    );
    assert_eq!(counts(&push.push_ids(2..4).await), (0, 2));
    for path in ["/api/items?source=mail&id=9", "/api/items?source=other&id=3"] {
        program.delete(path).await.expect(404);
    }
    let other = test.app.new_user("other@example.com").await;
    other.delete("/api/items?source=mail&id=3").await.expect(404);
    // What waits goes with the source.
    push.push_ids(4..5).await;
    test.app.sql("DELETE FROM watches").await;
    let path = format!("/api/sources/feeds/{}", source["_id"].as_str().unwrap());
    test.user.delete(&path).await.expect(204);
    assert_eq!(push.count("pushed_items").await, 0);
}
