//! Slow reads are bounded, per user and in total.

use futures::future::join_all;
use serde_json::json;

use crate::support::app::TestApp;
use crate::support::matches::Match;

const SEARCH: &str = "/api/notifications/search?q=rust";
const ANALYTICS: &str = "/api/analytics";
const DEEP: &str = "/api/notifications?page=1002&limit=10";

#[tokio::test]
async fn who_searches_waits_for_their_own_search_and_nobody_elses() {
    let settings = ["server.plans=off", "database.api_connections=8"];
    let (app, _, greedy) = TestApp::init_with(&settings).await.with_user().await;
    let honest = app.new_user("honest@example.com").await;
    // One of their searches is running.
    let going_on = app.heavy_reads.take(greedy.user.id).await.unwrap();
    for path in [SEARCH, DEEP, ANALYTICS] {
        let many = (0..50).map(|_| greedy.get(path));
        for answer in join_all(many).await {
            assert_eq!((answer.status, answer.code()), (429, "SEARCH_IN_PROGRESS"));
            assert_eq!(answer.headers["retry-after"], "2");
        }
        honest.get(path).await.expect(200);
    }
    // Pages near the top do not wait.
    assert_eq!(greedy.get("/api/notifications?page=1001&limit=10").await.status, 200);
    drop(going_on);
    assert_eq!(greedy.get(SEARCH).await.status, 200);
}

#[tokio::test]
async fn all_searches_together_have_a_quarter_of_the_connections() {
    let settings = ["server.plans=off", "database.api_connections=8"];
    let (app, _, user) = TestApp::init_with(&settings).await.with_user().await;
    let mut going_on = Vec::new();
    for n in 0..2 {
        let other = app.new_user(&format!("other{n}@example.com")).await;
        going_on.push(app.heavy_reads.take(other.user.id).await.unwrap());
    }
    let answer = user.get(SEARCH).await;
    assert_eq!((answer.status, answer.code()), (503, "OVERLOADED"));
    going_on.pop();
    assert_eq!(user.get(SEARCH).await.status, 200);
}

#[tokio::test]
async fn many_exports_of_one_user_come_one_batch_at_a_time_and_all_arrive() {
    let settings = ["server.plans=off", "database.api_connections=8"];
    let (app, _, greedy) = TestApp::init_with(&settings).await.with_user().await;
    for _ in 0..3 {
        app.notify(greedy.user.id, Match::of("rust")).await;
    }
    let turn = app.heavy_reads.take(greedy.user.id).await.unwrap();
    let exports = join_all((0..20).map(|n| {
        let export = "/api/notifications/export?format=json";
        greedy.get([export, "/api/users/export", "/api/notifications/ids"][n % 3])
    }));
    let mut exports = std::pin::pin!(exports);
    // Waiting reads hold no connection.
    let others = async {
        let honest = app.new_user("honest@example.com").await;
        honest.get("/api/users/export").await
    };
    let answer = tokio::select! {
        _ = &mut exports => panic!("they did not wait"),
        answer = others => answer,
    };
    assert_eq!(answer.status, 200);
    drop(turn);
    for answer in exports.await {
        assert_eq!(answer.status, 200);
        assert_eq!(answer.json["notifications"].as_array().unwrap().len(), 3);
    }
}

#[tokio::test]
async fn many_previews_of_a_mute_come_one_step_at_a_time_and_all_are_answered() {
    let settings = ["database.api_connections=8", "database.api_connections_per_user=8"];
    let (app, _, greedy) = TestApp::init_with(&settings).await.with_user().await;
    for _ in 0..3 {
        app.notify(greedy.user.id, Match::of("rust").in_subreddit("rust")).await;
    }
    let turn = app.heavy_reads.take(greedy.user.id).await.unwrap();
    let mute = json!({"kind": "subreddit", "value": "rust"});
    let previews = join_all((0..20).map(|_| greedy.post("/api/mutes/preview", mute.clone())));
    let mut previews = std::pin::pin!(previews);
    // Waiting previews hold no connection.
    let others = async {
        let honest = app.new_user("honest@example.com").await;
        honest.post("/api/mutes/preview", mute.clone()).await.expect(200);
        while app.pool.state().idle_connections < app.pool.state().connections {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        _ = &mut previews => panic!("they did not wait"),
        () = others => {}
    }
    drop(turn);
    for answer in previews.await {
        assert_eq!(answer.expect(200).json, json!({"count": 3, "next": null}));
    }
}
