use crate::support::prelude::*;

const PATH: &str = "/api/users/password";
const NEW: &str = "Another1horse";

#[tokio::test]
async fn a_new_password_takes_the_old_ones_place_and_ends_every_other_session() {
    let (app, anon) = TestApp::init().await.anon();
    app.verified(&anon, "ada@example.com").await;
    let here = anon.sign_in("ada@example.com").await;
    let there = anon.sign_in("ada@example.com").await;
    anon.post("/api/auth/forgot-password", json!({"email": "ada@example.com"})).await;
    let link = app.reset_token("ada@example.com").await.unwrap();
    let change = json!({"currentPassword": PASSWORD, "newPassword": NEW});
    let changed = here.client.put(PATH, change).await;
    assert_eq!((changed.status, changed.text.as_str()), (204, ""));
    assert_eq!(here.works().await, (true, true));
    assert_eq!(there.works().await, (false, false));
    assert_eq!(anon.login("ada@example.com", PASSWORD).await.status, 401);
    assert_eq!(anon.login("ada@example.com", NEW).await.status, 200);
    // An older link would undo the change.
    let body = json!({"token": link, "password": PASSWORD});
    let reset = anon.post("/api/auth/reset-password", body).await;
    assert_eq!((reset.status, reset.code()), (400, "INVALID_TOKEN"));
}

#[tokio::test]
async fn wrong_passwords_in_one_session_change_nothing_and_count_against_it_alone() {
    let (app, anon) = TestApp::init_with(&["auth.attempts_per_quarter_hour=3"]).await.anon();
    app.verified(&anon, "ada@example.com").await;
    let ada = anon.sign_in("ada@example.com").await;
    let wrong = json!({"currentPassword": "Wrong1password", "newPassword": NEW});
    for _ in 0..3 {
        let answer = ada.client.put(PATH, wrong.clone()).await;
        assert_eq!((answer.status, answer.code()), (422, "VALIDATION_FAILED"));
        assert_eq!(
            answer.json["fields"],
            json!({"currentPassword": "This is not your current password"})
        );
    }
    let right = json!({"currentPassword": PASSWORD, "newPassword": NEW});
    let late = ada.client.put(PATH, right.clone()).await;
    assert_eq!((late.status, late.code()), (429, "AUTH_RATE_LIMIT_EXCEEDED"));
    // Sign-ins and other sessions are unaffected.
    let other = anon.sign_in("ada@example.com").await;
    other.client.put(PATH, wrong).await.expect(422);
    app.clock.advance(chrono::Duration::minutes(15));
    let again = other.client.refresh(&ada.refresh).await;
    let ada = anon.with_token(again.json["token"].as_str().unwrap());
    assert_eq!(ada.put(PATH, right).await.status, 204);
}

#[tokio::test]
async fn what_strangers_try_never_reaches_a_session_that_is_signed_in() {
    let (app, anon) = TestApp::init_with(&["auth.attempts_per_quarter_hour=3"]).await.anon();
    app.verified(&anon, "ada@example.com").await;
    let ada = anon.sign_in("ada@example.com").await;
    for _ in 0..4 {
        anon.login("ada@example.com", "Wrong1password").await;
    }
    assert_eq!(anon.login("ada@example.com", PASSWORD).await.status, 429);
    let change = json!({"currentPassword": PASSWORD, "newPassword": NEW});
    assert_eq!(ada.client.put(PATH, change).await.status, 204);
    let deletion = json!({"password": NEW});
    let deleted = ada.client.post("/api/users/delete-account", deletion);
    assert_eq!(deleted.await.status, 204);
}

#[tokio::test]
async fn both_passwords_keep_their_rules() {
    let (_app, anon, user) = TestApp::init().await.with_user().await;
    assert_eq!(anon.put(PATH, json!({})).await.status, 401);
    let cases = [
        (json!({}), "currentPassword", "Password is required"),
        (json!({"currentPassword": "x"}), "newPassword", "Password is required"),
        (
            json!({"currentPassword": "x", "newPassword": "Short1a"}),
            "newPassword",
            "Password must be at least 8 characters",
        ),
        (
            json!({"currentPassword": "x", "newPassword": "Password1"}),
            "newPassword",
            "This password is one of the most common ones. Please choose another.",
        ),
    ];
    for (body, field, text) in cases {
        let answer = user.put(PATH, body.clone()).await;
        assert_eq!(answer.status, 422, "{body}");
        assert_eq!(answer.json["fields"][field], text, "{body}");
    }
}
