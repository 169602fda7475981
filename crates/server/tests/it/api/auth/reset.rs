use crate::support::jobs::run_outbox;
use crate::support::prelude::*;

const NEW: &str = "Another1horse";

async fn forgot(anon: &Client, email: &str) -> Answer {
    anon.post("/api/auth/forgot-password", json!({"email": email})).await
}

async fn reset(anon: &Client, token: &str, password: &str) -> Answer {
    let body = json!({"token": token, "password": password});
    anon.post("/api/auth/reset-password", body).await
}

fn assert_void(answer: &Answer) {
    assert_eq!((answer.status, answer.code()), (400, "INVALID_TOKEN"));
    assert_eq!(answer.json["message"], "This link is no longer valid. Please request a new one.");
}

async fn with_account() -> (TestApp, Client) {
    let (app, anon) = TestApp::init().await.set_up().await.anon();
    app.verified(&anon, "ada@example.com").await;
    (app, anon)
}

#[tokio::test]
async fn the_answer_never_reveals_whether_the_address_has_an_account() {
    let (app, anon) = with_account().await;
    anon.register("new@example.com").await;
    for email in ["ada@example.com", "ADA@example.com", "new@example.com", "nobody@example.com"] {
        let answer = forgot(&anon, email).await.expect(200);
        assert_eq!(
            answer.json,
            json!({"message": "If this address has an account, we have sent it a link to choose a new password."})
        );
    }
    assert!(app.reset_token("ada@example.com").await.is_some());
    assert!(app.reset_token("new@example.com").await.is_some());
    assert!(app.reset_token("nobody@example.com").await.is_none());
    let wrong = forgot(&anon, "no address").await;
    assert_eq!(wrong.json["fields"], json!({"email": "Please enter a valid email"}));
}

#[tokio::test]
async fn the_mail_leads_to_the_page_with_a_link_that_works_once() {
    let mail = MailApp::init().await;
    let test = &mail.app;
    let user = test.new_user("ada@example.com").await;
    forgot(&user, "ada@example.com").await;
    assert_eq!(mail.drain().await, 1);
    let mails = mail.mails();
    assert_eq!(mails[0].subject, "Reset your password");
    let token = test.reset_token("ada@example.com").await.unwrap();
    let link = format!("https://harken.example/reset-password?token={token}");
    assert!(mails[0].text.as_deref().unwrap_or_default().contains(&link));
    let first = reset(&user, &token, NEW).await;
    assert_eq!(
        (first.status, &first.json),
        (200, &json!({"message": "Password changed. You can sign in with it now."}))
    );
    assert_void(&reset(&user, &token, "Third1password").await);
    assert_eq!(user.login("ada@example.com", NEW).await.status, 200);
}

#[tokio::test]
async fn a_running_worker_is_woken_by_the_request() {
    let mail = MailApp::init().await;
    let user = mail.app.new_user("ada@example.com").await;
    let stop = CancellationToken::new();
    let job = tokio::spawn(run_outbox(&mail.app, &stop));
    forgot(&user, "nobody@example.com").await;
    forgot(&user, "ada@example.com").await;
    let mails = mail.wait_for_mails(1).await;
    assert_eq!(mails[0].to, ["ada@example.com"]);
    stop.cancel();
    job.await.unwrap();
    assert_eq!(mail.mails().len(), 1);
}

#[tokio::test]
async fn a_reset_ends_every_session() {
    let (app, anon) = with_account().await;
    let sessions = [anon.sign_in("ada@example.com").await, anon.sign_in("ada@example.com").await];
    forgot(&anon, "ada@example.com").await;
    let token = app.reset_token("ada@example.com").await.unwrap();
    assert_eq!(reset(&anon, &token, NEW).await.status, 200);
    for session in sessions {
        assert_eq!(session.works().await, (false, false));
    }
    assert_eq!(anon.login("ada@example.com", PASSWORD).await.status, 401);
    assert_eq!(anon.login("ada@example.com", NEW).await.status, 200);
}

#[tokio::test]
async fn a_link_dies_after_thirty_minutes_and_with_a_newer_one() {
    let (app, anon) = with_account().await;
    forgot(&anon, "ada@example.com").await;
    let older = app.reset_token("ada@example.com").await.unwrap();
    forgot(&anon, "ada@example.com").await;
    let newer = app.reset_token("ada@example.com").await.unwrap();
    assert_void(&reset(&anon, &older, NEW).await);
    app.clock.advance(TimeDelta::minutes(30));
    assert_void(&reset(&anon, &newer, NEW).await);
    forgot(&anon, "ada@example.com").await;
    let last = app.reset_token("ada@example.com").await.unwrap();
    app.clock.advance(TimeDelta::minutes(29));
    assert_eq!(reset(&anon, &last, NEW).await.status, 200);
}

#[tokio::test]
async fn a_reset_proves_the_address() {
    let (app, anon) = TestApp::init().await.set_up().await.anon();
    anon.register("ada@example.com").await;
    assert_eq!(anon.login("ada@example.com", PASSWORD).await.code(), "EMAIL_NOT_VERIFIED");
    forgot(&anon, "ada@example.com").await;
    let token = app.reset_token("ada@example.com").await.unwrap();
    assert_eq!(reset(&anon, &token, NEW).await.status, 200);
    assert_eq!(anon.login("ada@example.com", NEW).await.status, 200);
}

#[tokio::test]
async fn twenty_uses_of_one_link_at_once_choose_one_password() {
    let (app, anon) = with_account().await;
    forgot(&anon, "ada@example.com").await;
    let token = app.reset_token("ada@example.com").await.unwrap();
    let all = (0..20).map(|n| {
        let (anon, token) = (anon.clone(), token.clone());
        async move {
            let password = format!("Number{n}horse");
            let answer = reset(&anon, &token, &password).await;
            (answer.status == 200).then_some(password)
        }
    });
    let chosen: Vec<String> = futures::future::join_all(all).await.into_iter().flatten().collect();
    assert_eq!(chosen.len(), 1);
    assert_eq!(anon.login("ada@example.com", &chosen[0]).await.status, 200);
}

#[tokio::test]
async fn links_of_another_kind_and_texts_that_are_none_are_refused() {
    let (app, anon) = TestApp::init().await.set_up().await.anon();
    anon.register("ada@example.com").await;
    let verification = app.verification_token("ada@example.com").await;
    for token in [verification.as_str(), "", "x", "a\u{0}b", &"y".repeat(10_000)] {
        assert_void(&reset(&anon, token, NEW).await);
    }
    let weak = reset(&anon, "x", "password").await.expect(422);
    assert!(weak.json["fields"]["password"].is_string());
    let missing: Value = anon.post("/api/auth/reset-password", json!({})).await.json;
    assert_eq!(missing["fields"]["password"], "Password is required");
}

#[tokio::test]
async fn an_address_gets_five_links_in_a_quarter_of_an_hour() {
    let (app, anon) = TestApp::init().await.set_up().await.anon();
    for email in ["ada@example.com", "nobody@example.com"] {
        if email == "ada@example.com" {
            app.new_user(email).await;
        }
        for n in 0..6 {
            let answer = forgot(&anon, email).await;
            assert_eq!(answer.status, if n < 5 { 200 } else { 429 }, "{email} {n}");
            if n == 5 {
                assert_eq!(answer.code(), "AUTH_RATE_LIMIT_EXCEEDED");
                assert!(answer.headers.contains_key("retry-after"));
            }
        }
    }
    assert_eq!(app.waiting_mails("ada@example.com").await, ["reset_password"; 5]);
}
