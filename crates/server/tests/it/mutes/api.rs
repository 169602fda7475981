use db::models::mute::MUTES_PER_USER;
use ingest::retention;

use super::{id_of, mute, of_watch, titles, watch};
use crate::support::prelude::*;

#[tokio::test]
async fn what_is_muted_is_listed_with_its_watch_and_its_end() {
    let (test, _, ada) = TestApp::init().await.with_user().await;
    let rust = watch(&ada, "rust").await;
    let now = test.clock.now();
    mute(&ada, json!({"kind": "author", "value": "u/Some_One"})).await;
    test.clock.advance(TimeDelta::seconds(1));
    mute(&ada, json!({"kind": "word", "value": " Green  TEA", "watchId": rust, "forDays": 7}))
        .await;
    let list = ada.get("/api/mutes").await.json;
    let [word, author] = list["mutes"].as_array().unwrap().as_slice() else {
        panic!("{list}");
    };
    assert_eq!(
        (&word["kind"], &word["value"], &word["shown"]),
        (&json!("word"), &json!("green tea"), &json!("Green  TEA"))
    );
    assert_eq!((&word["watchId"], &word["keyword"]), (&json!(rust), &json!("rust")));
    let until = now + TimeDelta::seconds(1) + TimeDelta::days(7);
    assert_eq!(word["until"], json!(until));
    assert_eq!((&author["value"], &author["shown"]), (&json!("some_one"), &json!("Some_One")));
    for nothing in ["watchId", "keyword", "until"] {
        assert_eq!(author[nothing], json!(null), "{nothing}");
    }
    let bob = test.new_user("bob@example.com").await;
    assert_eq!(bob.get("/api/mutes").await.json, json!({"mutes": []}));
}

#[tokio::test]
async fn muting_the_same_again_only_moves_its_end() {
    let (test, _, ada) = TestApp::init().await.with_user().await;
    let rust = watch(&ada, "rust").await;
    let first = mute(&ada, json!({"kind": "subreddit", "value": "r/Tea", "forDays": 1})).await;
    let again = mute(&ada, json!({"kind": "subreddit", "value": "tea"})).await;
    assert_eq!(id_of(&first), id_of(&again));
    assert_eq!(again["mute"]["until"], json!(null));
    // A mute for one watch is a separate one, as is one of another user.
    let body = json!({"kind": "subreddit", "value": "tea", "watchId": rust});
    assert_ne!(id_of(&mute(&ada, body).await), id_of(&first));
    let bob = test.new_user("bob@example.com").await;
    mute(&bob, json!({"kind": "subreddit", "value": "tea"})).await;
    assert_eq!(count(&test, "mutes").await, 3);
}

#[tokio::test]
async fn the_same_mute_made_many_times_at_once_is_one() {
    let (test, _, ada) = TestApp::init().await.with_user().await;
    let calls = (0..12).map(|n| {
        let body =
            json!({"kind": "word", "value": "tea", "forDays": if n % 2 == 0 { 1 } else { 7 }});
        ada.post("/api/mutes", body)
    });
    for answer in futures::future::join_all(calls).await {
        assert_eq!(answer.status, 201, "{}", answer.text);
    }
    assert_eq!(count(&test, "mutes").await, 1);
}

#[tokio::test]
async fn a_user_has_at_most_five_hundred() {
    let (test, _, ada) = TestApp::init().await.with_user().await;
    let mut conn = test.conn().await.unwrap();
    let fill = format!(
        "INSERT INTO mutes (id, user_id, kind, value, shown, until, created_at)
         SELECT gen_random_uuid(), '{}', 'word', 'w' || n, 'w' || n,
                CASE n WHEN 0 THEN '{now}'::timestamptz END, '{now}'
         FROM generate_series(0, {}) n",
        ada.user.id,
        MUTES_PER_USER - 1,
        now = test.clock.now(),
    );
    diesel_async::RunQueryDsl::execute(diesel::sql_query(fill), &mut conn).await.unwrap();
    drop(conn);
    let word = |word: &str| json!({"kind": "word", "value": word});
    // One of them has ended and does not count; one of several concurrent calls takes the last slot.
    let calls = ["a", "b", "c", "d"].map(|one| ada.post("/api/mutes", word(one)));
    let mut statuses: Vec<u16> =
        futures::future::join_all(calls).await.iter().map(|answer| answer.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409, 409]);
    let full = ada.post("/api/mutes", word("e")).await;
    assert_eq!(full.code(), "MUTE_LIMIT_EXCEEDED");
    // Existing mutes can still be changed, and other users have their own limits.
    mute(&ada, json!({"kind": "word", "value": "W7", "forDays": 1})).await;
    let bob = test.new_user("bob@example.com").await;
    mute(&bob, word("e")).await;
}

#[tokio::test]
async fn a_mute_that_names_nothing_that_can_be_muted_is_refused() {
    let (test, _, ada) = TestApp::init().await.with_user().await;
    let bob = test.new_user("bob@example.com").await;
    let theirs = test.notify(bob.user.id, Match::of("rust")).await;
    let their_watch = watch(&bob, "rust").await;
    for (body, status, field) in [
        (json!({"kind": "author"}), 422, "value"),
        (json!({"kind": "author", "value": "two words"}), 422, "value"),
        (json!({"kind": "subreddit", "value": "all"}), 422, "value"),
        (json!({"kind": "word", "value": "\u{200b}"}), 422, "value"),
        (json!({"kind": "word", "value": "a\u{0}b"}), 422, "value"),
        (json!({"kind": "word", "value": "x".repeat(301)}), 422, "value"),
        (json!({"kind": "word", "value": "x", "forDays": 3}), 422, "forDays"),
        (json!({"kind": "user", "value": "x"}), 422, "kind"),
        (json!({"kind": "word", "value": "x", "watchId": their_watch}), 404, ""),
        (json!({"kind": "author", "notificationId": theirs.id}), 404, ""),
    ] {
        for path in ["/api/mutes", "/api/mutes/preview"] {
            let answer = ada.post(path, body.clone()).await;
            assert_eq!(answer.status, status, "{path} {body}: {}", answer.text);
            if status == 422 {
                assert!(answer.json["fields"][field].is_string(), "{body}");
            }
        }
    }
    assert_eq!(count(&test, "mutes").await, 0);
}

#[tokio::test]
async fn cleaning_up_takes_what_would_have_been_caught_and_can_be_undone() {
    let (test, _, ada) = TestApp::init().await.with_user().await;
    let bob = test.new_user("bob@example.com").await;
    let (rust, tea) = (watch(&ada, "rust").await, watch(&ada, "tea").await);
    for (watch, keyword, subreddit) in [
        (rust, "rust one", "Tea"),
        (rust, "rust two", "tea"),
        (rust, "rust three", "coffee"),
        (tea, "tea four", "tea"),
    ] {
        let row = test.notify(ada.user.id, Match::of(keyword).in_subreddit(subreddit)).await;
        of_watch(&test, row.id, watch).await;
    }
    test.notify(bob.user.id, Match::of("rust five").in_subreddit("tea")).await;
    let everything = titles(&ada).await;
    assert_eq!(everything.len(), 4);
    let body = json!({"kind": "subreddit", "value": "TEA", "watchId": rust, "cleanUp": true});
    let preview = ada.post("/api/mutes/preview", body.clone()).await;
    assert_eq!(preview.json, json!({"count": 2, "next": null}));
    assert_eq!(titles(&ada).await, everything, "a preview changes nothing");
    let made = mute(&ada, body.clone()).await;
    assert_eq!((&made["cleaned"], &made["mute"]["cleaned"]), (&json!(2), &json!(2)));
    let left = ["tea four is asked about", "rust three is asked about"];
    assert_eq!(titles(&ada).await, left);
    let matches = async |watch| {
        let watch = ada.get(&format!("/api/keywords/{watch}")).await.json;
        watch["matchCount"].as_i64().unwrap()
    };
    assert_eq!((matches(rust).await, matches(tea).await), (1, 1));
    // Repeating it finds nothing more.
    assert_eq!(mute(&ada, body).await["cleaned"], 0);
    assert_eq!(ada.get("/api/mutes").await.json["mutes"][0]["cleaned"], 2);
    let path = format!("/api/mutes/{}", id_of(&made));
    let undone = ada.delete(&format!("{path}?restore=true")).await;
    assert_eq!((undone.status, undone.json), (200, json!({"restored": 2, "hasMore": false})));
    assert_eq!(titles(&ada).await, everything);
    assert_eq!((matches(rust).await, matches(tea).await), (3, 1));
    assert_eq!(ada.delete(&path).await.status, 404);
    assert_eq!(titles(&bob).await.len(), 1);
}

#[tokio::test]
async fn cleaning_up_a_word_goes_by_the_matchers_rule() {
    let (test, _, ada) = TestApp::init().await.with_user().await;
    for (title, body) in [
        ("rust and GIVEAWAY!", ""),
        ("rust", "A give\u{200b}away of rust"),
        ("rust giveaways", "Two giveaways"),
        ("rust", "Nothing to see"),
    ] {
        let matched = Match { title: title.to_owned(), body: body.to_owned(), ..Match::of("rust") };
        test.notify(ada.user.id, matched).await;
    }
    let body = json!({"kind": "word", "value": "Giveaway", "cleanUp": true});
    assert_eq!(mute(&ada, body).await["cleaned"], 2);
    assert_eq!(titles(&ada).await, ["rust", "rust giveaways"]);
}

#[tokio::test]
async fn a_mute_can_be_made_from_a_notification() {
    let (test, _, ada) = TestApp::init().await.with_user().await;
    let comment =
        Match { thread_id: Some("t3_post".to_owned()), ..Match::of("rust").in_subreddit("Tea") };
    let row = test.notify(ada.user.id, comment).await;
    for (kind, value, shown) in [
        ("author", "somebody", "somebody"),
        ("subreddit", "tea", "Tea"),
        ("thread", "t3_post", "rust is asked about"),
    ] {
        let made = mute(&ada, json!({"kind": kind, "notificationId": row.id})).await;
        let made = &made["mute"];
        assert_eq!((&made["value"], &made["shown"]), (&json!(value), &json!(shown)));
    }
    let word = json!({"kind": "word", "notificationId": row.id});
    assert_eq!(ada.post("/api/mutes", word).await.status, 422);
}

#[tokio::test]
async fn one_that_was_brought_back_by_hand_is_not_brought_back_again() {
    let (test, _, ada) = TestApp::init().await.with_user().await;
    let row = test.notify(ada.user.id, Match::of("rust")).await;
    let made = mute(&ada, json!({"kind": "author", "value": "somebody", "cleanUp": true})).await;
    let path = format!("/api/notifications/{}", row.id);
    assert_eq!(ada.patch(&format!("{path}/restore")).await.status, 200);
    assert_eq!(ada.get("/api/mutes").await.json["mutes"][0]["cleaned"], 0);
    // Now deleted by the user: the mute does not undo that.
    assert_eq!(ada.delete(&path).await.status, 204);
    let path = format!("/api/mutes/{}?restore=true", id_of(&made));
    assert_eq!(ada.delete(&path).await.json, json!({"restored": 0, "hasMore": false}));
}

#[tokio::test]
async fn a_mute_ends_and_is_cleared_away_and_what_it_cleaned_up_is_final_after_a_day() {
    let (test, _, ada) = TestApp::init().await.with_user().await;
    test.notify(ada.user.id, Match::of("rust")).await;
    let day = json!({"kind": "author", "value": "somebody", "forDays": 1, "cleanUp": true});
    mute(&ada, day).await;
    let good = json!({"kind": "author", "value": "else"});
    mute(&ada, good).await;
    let clean = async || {
        let deleted = retention::delete_outdated(&test.pool, test.clock.now()).await;
        let deleted = deleted.unwrap().unwrap();
        (deleted.mutes, deleted.deleted_notifications)
    };
    test.clock.advance(TimeDelta::hours(24) - TimeDelta::seconds(1));
    assert_eq!(clean().await, (0, 0));
    test.clock.advance(TimeDelta::seconds(2));
    assert_eq!(clean().await, (1, 1));
    assert_eq!(count(&test, "mutes").await, 1);
}

#[tokio::test]
async fn open_lists_receive_what_goes_and_comes_back() {
    let (test, _, ada) = TestApp::init().await.with_user().await;
    let bob = test.new_user("bob@example.com").await;
    let row = test.notify(ada.user.id, Match::of("rust")).await;
    let served = Served::start(&test).await;
    let (mut to_ada, _) = served.listen(ada.token.as_deref().unwrap(), None).await;
    let (mut to_bob, _) = served.listen(bob.token.as_deref().unwrap(), None).await;
    let body = json!({"kind": "author", "notificationId": row.id, "cleanUp": true});
    let made = mute(&ada, body).await;
    let event = to_ada.next().await.unwrap();
    assert_eq!((event.name.as_str(), event.id), ("changed", row.seq));
    let path = format!("/api/mutes/{}?restore=true", id_of(&made));
    assert_eq!(ada.delete(&path).await.status, 200);
    assert_eq!(to_ada.next().await.unwrap().name, "changed");
    // A new notification is no change, and other users receive none of this.
    test.notify(ada.user.id, Match::of("rust")).await;
    assert_eq!(to_ada.next().await.unwrap().name, "notification");
    test.notify(bob.user.id, Match::of("rust")).await;
    assert_eq!(to_bob.next().await.unwrap().name, "notification");
    served.stop().await;
}

#[tokio::test]
async fn what_is_beside_the_point_is_put_away_and_counted() {
    let (test, _, ada) = TestApp::init().await.with_user().await;
    let rust = watch(&ada, "rust").await;
    let row = test.notify(ada.user.id, Match::of("rust")).await;
    of_watch(&test, row.id, rust).await;
    let not_relevant = async || {
        let stats = ada.get(&format!("/api/keywords/{rust}/stats")).await.json;
        stats["notRelevant"].as_i64().unwrap()
    };
    let path = format!("/api/notifications/{}", row.id);
    assert_eq!(not_relevant().await, 0);
    for _ in 0..2 {
        let put_away = ada.patch(&format!("{path}/not-relevant")).await;
        assert_eq!((put_away.status, &put_away.json["status"]), (200, &json!("archived")));
        assert_eq!(not_relevant().await, 1);
    }
    assert_eq!(ada.patch(&format!("{path}/unread")).await.json["status"], "unread");
    assert_eq!(not_relevant().await, 0);
}

#[tokio::test]
async fn several_are_muted_in_one_go_and_given_back_in_one_go() {
    let (test, _, ada) = TestApp::init().await.with_user().await;
    for subreddit in ["tea", "coffee", "rust"] {
        let matched = Match::of("cup").in_subreddit(subreddit);
        test.notify(ada.user.id, matched).await;
    }
    let one = |value: &str| json!({"kind": "subreddit", "value": value, "cleanUp": true});
    let several = json!({"mutes": [one("Tea"), one("coffee")]});
    let made = ada.post("/api/mutes/several", several).await;
    assert_eq!((made.status, &made.json["cleaned"]), (201, &json!(2)));
    assert_eq!(titles(&ada).await.len(), 1);

    let bad = json!({"mutes": [one("rust"), {"kind": "subreddit", "value": "no such/name"}]});
    assert_eq!(ada.post("/api/mutes/several", bad).await.status, 422);
    let list = ada.get("/api/mutes").await.json;
    assert_eq!(list["mutes"].as_array().unwrap().len(), 2, "{list}");

    let ids: Vec<_> = made.json["mutes"].as_array().unwrap().iter().map(|m| &m["_id"]).collect();
    let end = json!({"ids": ids, "restore": true});
    let bob = test.new_user("bob@example.com").await;
    let ended = bob.post("/api/mutes/end", end.clone()).await;
    assert_eq!((ended.status, &ended.json["restored"]), (200, &json!(0)));
    let ended = ada.post("/api/mutes/end", end).await;
    assert_eq!((ended.status, &ended.json["restored"]), (200, &json!(2)));
    assert_eq!(titles(&ada).await.len(), 3);
    assert_eq!(ada.get("/api/mutes").await.json, json!({"mutes": []}));
}
