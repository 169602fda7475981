use ingest::retention::delete_outdated;
use ingest::snoozed::return_due;

use crate::support::prelude::*;

/// Sets what the user keeps of a notification, and returns the answer.
async fn keep(user: &Client, id: Uuid, input: Value) -> Answer {
    user.put(&format!("/api/notifications/{id}/kept"), input).await
}

async fn kept(user: &Client) -> Value {
    user.get("/api/notifications/kept").await.expect(200).json["kept"].clone()
}

async fn status(user: &Client, id: Uuid) -> Value {
    let list = user.get("/api/notifications").await.json["notifications"].clone();
    let found = list.as_array().unwrap().iter().find(|one| one["_id"] == json!(id));
    found.unwrap()["status"].clone()
}

#[tokio::test]
async fn a_match_keeps_its_star_and_note_until_both_are_removed() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let id = app.notify(user.user.id, Match::of("a")).await.id;
    app.notify(user.user.id, Match::of("b")).await;
    let answer = keep(&user, id, json!({"isStarred": true, "note": " Ask Ada \n"})).await;
    let shown = json!({"_id": id, "isStarred": true, "note": "Ask Ada", "returnsAt": null});
    assert_eq!(answer.expect(200).json, shown);
    assert_eq!(kept(&user).await, json!([shown]));
    let starred = async |query: &str| {
        let path = format!("/api/notifications/search?starred=true{query}");
        user.get(&path).await.expect(200).json["notifications"].clone()
    };
    // With and without the index of words.
    for (query, found) in [("", 1), ("&q=asked", 1), ("&q=unheard", 0)] {
        let listed = starred(query).await;
        assert_eq!(listed.as_array().unwrap().len(), found, "{query}");
        assert!(listed.as_array().unwrap().iter().all(|one| one["_id"] == json!(id)), "{query}");
    }

    keep(&user, id, json!({"note": "Ask Ada"})).await.expect(200);
    assert_eq!(starred("").await, json!([]));
    assert_eq!(kept(&user).await[0]["note"], "Ask Ada");
    keep(&user, id, json!({})).await.expect(200);
    assert_eq!(kept(&user).await, json!([]));
}

#[tokio::test]
async fn a_snoozed_match_is_archived_and_returns_as_unread() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let ids = [
        app.notify(user.user.id, Match::of("a")).await.id,
        app.notify(user.user.id, Match::of("b")).await.id,
        app.notify(user.user.id, Match::of("c")).await.id,
    ];
    let now = app.clock.now();
    let until = now + TimeDelta::hours(1);
    for id in ids {
        let input = json!({"isStarred": id == ids[0], "returnsAt": until});
        keep(&user, id, input).await.expect(200);
        assert_eq!(status(&user, id).await, "archived");
    }
    user.patch(&format!("/api/notifications/{}/unread", ids[1])).await;
    user.patch(&format!("/api/notifications/{}/read", ids[1])).await;
    user.patch(&format!("/api/notifications/{}/not-relevant", ids[2])).await;

    let pool = &app.pool;
    assert_eq!(return_due(pool, until - TimeDelta::seconds(1)).await.unwrap(), 0);
    assert_eq!(status(&user, ids[0]).await, "archived");
    let unread = async || user.get("/api/notifications/unread/count").await.json["count"].clone();
    assert_eq!(unread().await, 0);
    assert_eq!(return_due(pool, until).await.unwrap(), 3);
    assert_eq!(unread().await, 1);
    // What was read or marked meanwhile stays as it is.
    for (id, expected) in ids.iter().zip(["unread", "read", "archived"]) {
        assert_eq!(status(&user, *id).await, expected);
    }
    let rest = kept(&user).await;
    assert_eq!((&rest[0]["_id"], &rest[0]["returnsAt"]), (&json!(ids[0]), &json!(null)));
    assert_eq!(rest.as_array().unwrap().len(), 1);
    assert_eq!(return_due(pool, until).await.unwrap(), 0);
}

#[tokio::test]
async fn what_cannot_be_kept_is_refused_and_changes_nothing() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let other = app.new_user("other@example.com").await;
    let id = app.notify(user.user.id, Match::of("a")).await.id;
    let star = json!({"isStarred": true});
    assert_eq!(keep(&other, id, star.clone()).await.status, 404);
    assert_eq!(keep(&user, Uuid::new_v4(), star.clone()).await.status, 404);
    let late = app.clock.now() + TimeDelta::days(31);
    for (input, field) in [
        (json!({"note": "a".repeat(2_001)}), "note"),
        (json!({"note": "a\0"}), "note"),
        (json!({"returnsAt": late}), "returnsAt"),
    ] {
        let answer = keep(&user, id, input).await;
        assert_eq!((answer.status, answer.code()), (422, "VALIDATION_FAILED"));
        assert!(answer.json["fields"][field].is_string(), "{}", answer.text);
    }
    assert_eq!(kept(&user).await, json!([]));

    app.sql(&format!(
        "INSERT INTO kept_matches (notification_id, seen_at, user_id, is_starred, note)
         SELECT gen_random_uuid(), now(), '{}', true, '' FROM generate_series(1, 1000)",
        user.user.id
    ))
    .await;
    let answer = keep(&user, id, star).await;
    assert_eq!((answer.status, answer.code()), (409, "KEPT_MATCH_LIMIT_EXCEEDED"));
    // Nothing to keep needs no place.
    keep(&user, id, json!({})).await.expect(200);
}

#[tokio::test]
async fn all_notes_together_have_a_limit() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let id = app.notify(user.user.id, Match::of("a")).await.id;
    let mine = user.user.id;
    app.sql(&format!(
        "INSERT INTO kept_matches (notification_id, seen_at, user_id, is_starred, note)
         SELECT gen_random_uuid(), now(), '{mine}', false, repeat('é', 1000)
         FROM generate_series(1, 99)"
    ))
    .await;
    keep(&user, id, json!({"note": "é".repeat(1_000)})).await.expect(200);
    let answer = keep(&user, id, json!({"note": "a".repeat(1_001)})).await;
    assert_eq!((answer.status, answer.code()), (409, "KEPT_MATCH_LIMIT_EXCEEDED"));
    keep(&user, id, json!({"isStarred": true})).await.expect(200);
}

#[tokio::test]
async fn what_is_kept_of_a_match_is_deleted_with_it() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let id = app.notify(user.user.id, Match::of("a")).await.id;
    keep(&user, id, json!({"note": "Ask Ada"})).await.expect(200);
    user.delete(&format!("/api/notifications/{id}")).await;
    // It can still be restored.
    assert_eq!(kept(&user).await.as_array().unwrap().len(), 1);
    let deleted = delete_outdated(&app.pool, app.clock.now() + TimeDelta::hours(25)).await;
    assert_eq!(deleted.unwrap().unwrap().deleted_notifications, 1);
    // The clean-up has also ended the session.
    assert_eq!(kept(&app.sign_in(user.user.id).await).await, json!([]));
}
