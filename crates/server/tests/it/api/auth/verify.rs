use crate::support::prelude::*;

/// Opens the page of a link, as email scanners do too.
async fn open(anon: &Client, token: &str) -> Answer {
    anon.get(&format!("/api/auth/verification/{token}")).await
}

fn assert_void(answer: &Answer) {
    assert_eq!((answer.status, answer.code()), (400, "INVALID_TOKEN"), "{}", answer.text);
}

#[tokio::test]
async fn opening_a_link_verifies_nothing_and_choosing_a_password_does() {
    let (app, anon) = TestApp::init().await.set_up().await.anon();
    anon.register("ada@example.com").await;
    let token = app.verification_token("ada@example.com").await;
    for _ in 0..2 {
        let opened = open(&anon, &token).await.expect(200);
        assert_eq!(opened.json, json!({"isVerified": false, "email": "ada@example.com"}));
    }
    for body in [json!({}), json!({"password": "weak"})] {
        let path = format!("/api/auth/verification/{token}");
        let refused = anon.post(&path, body).await.expect(422);
        assert!(refused.json["fields"]["password"].is_string(), "{}", refused.text);
    }
    assert_eq!(app.user("ada@example.com").await.unwrap().email_verified_at, None);

    let expected = json!({"message": "Email verified successfully", "email": "ada@example.com"});
    assert_eq!(anon.verify(&token, PASSWORD).await.expect(200).json, expected);
    let verified_at = app.user("ada@example.com").await.unwrap().email_verified_at;
    assert!(verified_at.is_some());
    // Opened again, it still says so; it cannot be used again.
    app.clock.advance(TimeDelta::hours(23));
    let opened = open(&anon, &token).await.expect(200);
    assert_eq!(opened.json, json!({"isVerified": true, "email": "ada@example.com"}));
    assert_void(&anon.verify(&token, "Another1horse").await);
    assert_eq!(anon.login("ada@example.com", "Another1horse").await.status, 401);
    assert_eq!(anon.login("ada@example.com", PASSWORD).await.status, 200);
    assert_eq!(app.user("ada@example.com").await.unwrap().email_verified_at, verified_at);
}

#[tokio::test]
async fn a_program_verifies_an_address_with_the_password_of_the_registration() {
    let (app, anon) = TestApp::init().await.set_up().await.anon();
    anon.register("ada@example.com").await;
    let token = app.verification_token("ada@example.com").await;
    let path = format!("/api/auth/verify-email/{token}");
    let mut first_time = None;
    for _ in 0..2 {
        app.clock.advance(TimeDelta::hours(11));
        let answer = anon.get(&path).await.expect(200);
        let expected =
            json!({"message": "Email verified successfully", "email": "ada@example.com"});
        assert_eq!(answer.json, expected);
        let verified_at = app.user("ada@example.com").await.unwrap().email_verified_at;
        assert!(verified_at.is_some());
        assert_eq!(*first_time.get_or_insert(verified_at), verified_at);
    }
    let ada = anon.sign_in("ada@example.com").await;
    // Following the link again does not restore the password.
    let change = json!({"currentPassword": PASSWORD, "newPassword": "Another1horse"});
    assert_eq!(ada.client.put("/api/users/password", change).await.status, 204);
    anon.get(&path).await.expect(200);
    assert_eq!(anon.login("ada@example.com", PASSWORD).await.status, 401);
    assert_eq!(anon.login("ada@example.com", "Another1horse").await.status, 200);
    app.clock.advance(TimeDelta::hours(2));
    assert_void(&anon.get(&path).await);
}

#[tokio::test]
async fn a_stranger_who_registered_an_address_cannot_sign_in_once_its_owner_verifies_it() {
    let (app, anon) = TestApp::init().await.set_up().await.anon();
    anon.register("ada@example.com").await;
    let token = app.verification_token("ada@example.com").await;
    let strangers = PASSWORD;
    assert_eq!(anon.login("ada@example.com", strangers).await.code(), "EMAIL_NOT_VERIFIED");
    anon.verify(&token, "Owners1horse").await.expect(200);
    assert_eq!(anon.login("ada@example.com", strangers).await.status, 401);
    assert_eq!(anon.login("ada@example.com", "Owners1horse").await.status, 200);
}

#[tokio::test]
async fn twenty_uses_of_one_link_at_once_choose_one_password() {
    let (app, anon) = TestApp::init().await.set_up().await.anon();
    anon.register("ada@example.com").await;
    let token = app.verification_token("ada@example.com").await;
    let all = (0..20).map(|n| {
        let (anon, token) = (anon.clone(), token.clone());
        async move {
            let password = format!("Number{n}horse");
            let answer = anon.verify(&token, &password).await;
            (answer.status == 200).then_some(password)
        }
    });
    let chosen: Vec<String> = futures::future::join_all(all).await.into_iter().flatten().collect();
    assert_eq!(chosen.len(), 1);
    assert_eq!(anon.login("ada@example.com", &chosen[0]).await.status, 200);
}

#[tokio::test]
async fn a_link_dies_after_24_hours() {
    let (app, anon) = TestApp::init().await.set_up().await.anon();
    anon.register("ada@example.com").await;
    let token = app.verification_token("ada@example.com").await;
    app.clock.advance(TimeDelta::hours(24));
    assert_void(&open(&anon, &token).await);
    assert_void(&anon.verify(&token, PASSWORD).await);
    let user = app.user("ada@example.com").await.unwrap();
    assert_eq!(user.email_verified_at, None);
}

#[tokio::test]
async fn a_newer_link_voids_the_older_one() {
    let (app, anon) = TestApp::init().await.set_up().await.anon();
    anon.register("ada@example.com").await;
    let older = app.verification_token("ada@example.com").await;
    let body = json!({"email": "ada@example.com"});
    anon.post("/api/auth/resend-verification", body).await;
    let newer = app.verification_token("ada@example.com").await;
    assert_void(&open(&anon, &older).await);
    assert_void(&anon.verify(&older, PASSWORD).await);
    anon.verify(&newer, PASSWORD).await.expect(200);
}

#[tokio::test]
async fn tokens_that_were_never_sent_are_refused() {
    let (_app, anon) = TestApp::init().await.set_up().await.anon();
    let long = "x".repeat(4_000);
    for token in ["x", "%00", "%F0%9F%98%80", "..%2F..", &long] {
        assert_void(&open(&anon, token).await);
        assert_void(&anon.verify(token, PASSWORD).await);
    }
}

#[tokio::test]
async fn asking_for_the_link_again_is_always_answered_the_same() {
    let (app, anon) = TestApp::init().await.set_up().await.anon();
    anon.register("new@example.com").await;
    app.verified(&anon, "old@example.com").await;
    for email in ["new@example.com", "old@example.com", "nobody@example.com"] {
        let answer =
            anon.post("/api/auth/resend-verification", json!({"email": email})).await.expect(200);
        assert_eq!(
            answer.json,
            json!({"message": "Verification email sent! Please check your inbox."})
        );
    }
    assert_eq!(app.waiting_mails("new@example.com").await.len(), 2);
    assert_eq!(app.waiting_mails("old@example.com").await.len(), 1);
}
