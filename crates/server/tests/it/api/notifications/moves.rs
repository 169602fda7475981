use crate::support::prelude::*;

#[tokio::test]
async fn a_selection_of_several_states_is_moved_by_one_call_and_back_by_one() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let ids = [
        app.notify(user.user.id, Match::of("a")).await.id,
        app.notify(user.user.id, Match::of("b")).await.id,
        app.notify(user.user.id, Match::of("c")).await.id,
    ];
    let [a, b, c] = ids;
    let other = app.new_user("other@example.com").await;
    let foreign = app.notify(other.user.id, Match::of("a")).await.id;
    let act = async |moves: Value| {
        let body = json!({"moves": moves});
        let answer = user.post("/api/notifications/move", body).await.expect(200);
        answer.json["moved"].clone()
    };
    let states = async || {
        let list = user.get("/api/notifications").await.json;
        let state = |id: &Uuid| {
            let all = list["notifications"].as_array().unwrap();
            let found = all.iter().find(|one| one["_id"] == json!(id));
            found.map_or("none".to_owned(), |one| one["status"].as_str().unwrap().to_owned())
        };
        ids.each_ref().map(state)
    };

    assert_eq!(act(json!([{"ids": [b], "to": "read"}])).await, 1);
    let archive = json!([
        {"ids": [a, c, foreign], "from": "unread", "to": "archived"},
        {"ids": [b, c], "from": "read", "to": "archived"},
    ]);
    assert_eq!(act(archive).await, 3);
    assert_eq!(states().await, ["archived", "archived", "archived"]);
    let back = json!([
        {"ids": [a, c], "from": "archived", "to": "unread"},
        {"ids": [b], "from": "archived", "to": "read"},
    ]);
    assert_eq!(act(back).await, 3);
    assert_eq!(states().await, ["unread", "read", "unread"]);

    assert_eq!(act(json!([{"ids": [a, b], "to": "not-relevant"}])).await, 2);
    assert_eq!(states().await, ["archived", "archived", "unread"]);
    // A notification that has moved elsewhere meanwhile stays there.
    let late = json!([{"ids": [a, c], "from": "unread", "to": "read"}]);
    assert_eq!(act(late).await, 1);
    assert_eq!(states().await, ["archived", "archived", "read"]);

    assert_eq!(act(json!([{"ids": ids, "to": "deleted"}])).await, 3);
    assert_eq!(states().await, ["none", "none", "none"]);
    assert_eq!(act(json!([{"ids": ids, "to": "restored"}])).await, 3);
    assert_eq!(states().await, ["archived", "archived", "read"]);
    let foreign = other.get("/api/notifications").await.json["notifications"][0]["status"].clone();
    assert_eq!(foreign, "unread");
}

#[tokio::test]
async fn a_move_of_too_many_or_of_none_is_refused() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    let ids: Vec<Uuid> = (0..501).map(|_| Uuid::new_v4()).collect();
    let half = json!({"ids": ids, "to": "read"});
    for moves in [json!([]), json!([half, half])] {
        let body = json!({"moves": moves});
        let answer = user.post("/api/notifications/move", body).await;
        assert_eq!((answer.status, answer.code()), (422, "VALIDATION_FAILED"), "{}", answer.text);
    }
}

#[tokio::test]
async fn what_follows_a_notification_is_listed_also_once_it_has_left() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let mut ids = Vec::new();
    // All have the same time: their sequence number decides.
    for keyword in ["a", "b", "c", "d"] {
        ids.push(app.notify(user.user.id, Match::of(keyword)).await.id);
    }
    let after = async |id: Uuid, more: &str| {
        let path = format!("/api/notifications?status=unread&after={id}{more}");
        let list = user.get(&path).await.json;
        let all = list["notifications"].as_array().unwrap();
        let keywords = all.iter().map(|one| one["matchedKeyword"].as_str().unwrap());
        keywords.map(str::to_owned).collect::<Vec<_>>().concat()
    };
    assert_eq!(after(ids[3], "").await, "cba");
    assert_eq!(after(ids[2], "&limit=1").await, "b");
    assert_eq!(after(ids[1], "&sort=oldest").await, "cd");
    user.delete(&format!("/api/notifications/{}", ids[2])).await;
    assert_eq!(after(ids[2], "").await, "ba");
    let nowhere = format!("/api/notifications?after={}", Uuid::new_v4());
    assert_eq!(user.get(&nowhere).await.status, 404);
}
