use crate::support::prelude::*;

const PATH: &str = "/api/users/sessions";

async fn listed(client: &Client) -> Vec<Value> {
    let answer = client.get(PATH).await.expect(200);
    answer.json["sessions"].as_array().unwrap().clone()
}

#[tokio::test]
async fn live_sessions_are_listed_the_last_used_first() {
    let (app, anon) = TestApp::init().await.anon();
    app.verified(&anon, "ada@example.com").await;
    app.verified(&anon, "bob@example.com").await;
    anon.sign_in("bob@example.com").await;
    let request = axum::http::Request::post("/api/auth/login")
        .header("content-type", "application/json")
        .header("user-agent", "Firefox")
        .body(json!({"email": "ada@example.com", "password": PASSWORD}).to_string().into())
        .unwrap();
    let first = anon.send_raw(request).await.json;
    app.clock.advance(TimeDelta::minutes(1));
    let second = anon.sign_in("ada@example.com").await;
    app.clock.advance(TimeDelta::minutes(1));
    let out = anon.sign_in("ada@example.com").await;
    out.client.post("/api/auth/logout", json!({})).await;
    let sessions = listed(&second.client).await;
    assert_eq!(sessions.len(), 2, "{sessions:?}");
    assert_eq!(
        [&sessions[0]["isCurrent"], &sessions[1]["isCurrent"]],
        [&json!(true), &json!(false)]
    );
    assert_eq!(sessions[1]["userAgent"], "Firefox");
    assert_eq!(sessions[1]["createdAt"], sessions[1]["lastUsedAt"]);
    // A refresh counts as a use.
    anon.refresh(first["refreshToken"].as_str().unwrap()).await;
    let again = listed(&second.client).await;
    assert_eq!([&again[0]["_id"], &again[1]["_id"]], [&sessions[1]["_id"], &sessions[0]["_id"]]);
    assert!(again[0]["lastUsedAt"].as_str() > again[0]["createdAt"].as_str());
}

#[tokio::test]
async fn a_session_that_nothing_can_use_any_more_is_not_listed() {
    let (app, anon) = TestApp::init().await.anon();
    app.verified(&anon, "ada@example.com").await;
    anon.sign_in("ada@example.com").await;
    app.clock.advance(TimeDelta::days(7));
    let now = anon.sign_in("ada@example.com").await;
    assert_eq!(listed(&now.client).await.len(), 1);
}

#[tokio::test]
async fn one_session_is_ended_with_its_tokens_and_live_streams() {
    let (app, anon) = TestApp::init().await.anon();
    app.verified(&anon, "ada@example.com").await;
    let here = anon.sign_in("ada@example.com").await;
    app.clock.advance(TimeDelta::minutes(1));
    let there = anon.sign_in("ada@example.com").await;
    let served = Served::start(&app).await;
    let (mut stream, _) = served.listen(there.client.token.as_deref().unwrap(), None).await;
    let other = &listed(&here.client).await[0];
    assert_eq!(other["isCurrent"], false);
    let path = format!("{PATH}/{}", other["_id"].as_str().unwrap());
    assert_eq!(here.client.delete(&path).await.status, 204);
    assert!(stream.next().await.is_none(), "the stream ends at once");
    served.stop().await;
    assert_eq!(there.works().await, (false, false));
    assert_eq!(here.works().await, (true, true));
    let again = here.client.delete(&path).await;
    assert_eq!((again.status, again.code()), (404, "NOT_FOUND"));
}

#[tokio::test]
async fn the_session_of_somebody_else_does_not_exist() {
    let (app, anon) = TestApp::init().await.anon();
    app.verified(&anon, "ada@example.com").await;
    app.verified(&anon, "bob@example.com").await;
    let ada = anon.sign_in("ada@example.com").await;
    let bob = anon.sign_in("bob@example.com").await;
    let id = listed(&ada.client).await[0]["_id"].clone();
    for id in [id.as_str().unwrap(), "not-an-id"] {
        let answer = bob.client.delete(&format!("{PATH}/{id}")).await;
        assert_eq!((answer.status, answer.code()), (404, "NOT_FOUND"));
    }
    assert_eq!(ada.works().await, (true, true));
    assert_eq!(anon.get(PATH).await.status, 401);
    assert_eq!(anon.delete(PATH).await.status, 401);
}

#[tokio::test]
async fn signing_out_the_others_leaves_the_one_that_asks() {
    let (app, anon) = TestApp::init().await.anon();
    app.verified(&anon, "ada@example.com").await;
    app.verified(&anon, "bob@example.com").await;
    let bob = anon.sign_in("bob@example.com").await;
    let (one, two) = (anon.sign_in("ada@example.com").await, anon.sign_in("ada@example.com").await);
    let here = anon.sign_in("ada@example.com").await;
    for _ in 0..2 {
        assert_eq!(here.client.delete(PATH).await.status, 204);
    }
    for ended in [one, two] {
        assert_eq!(ended.works().await, (false, false));
    }
    assert_eq!(listed(&here.client).await.len(), 1);
    assert_eq!(bob.works().await, (true, true));
}
