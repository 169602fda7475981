use std::net::SocketAddr;

use axum::extract::ConnectInfo;
use axum::http::Request;
use chrono::DurationRound;

use crate::support::accounts::registration;
use crate::support::prelude::*;

const FEW: &str = "auth.attempts_per_quarter_hour=3";

#[tokio::test]
async fn the_attempt_after_the_last_is_refused_with_the_time_to_wait() {
    let (app, anon) = TestApp::init_with(&[FEW]).await.set_up().await.anon();
    app.verified(&anon, "ada@example.com").await;
    for _ in 0..3 {
        assert_eq!(anon.login("ada@example.com", "Wrong1password").await.status, 401);
    }
    // Rejects even the right password, in any spelling of the address.
    let answer = anon.login("ADA@example.com", PASSWORD).await;
    assert_eq!((answer.status, answer.code()), (429, "AUTH_RATE_LIMIT_EXCEEDED"));
    assert_eq!((&answer.json["limit"], &answer.json["remaining"]), (&json!(3), &json!(0)));
    let wait = answer.json["retryAfter"].as_i64().unwrap();
    assert!((1..=900).contains(&wait), "{wait}");
    assert_eq!(answer.headers["retry-after"], wait.to_string());
    assert_eq!(answer.headers["ratelimit-limit"], "3");
    // Another account is unaffected, and waiting helps.
    assert_eq!(anon.login("bob@example.com", "Wrong1password").await.status, 401);
    app.clock.advance(TimeDelta::seconds(wait));
    assert_eq!(anon.login("ada@example.com", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn an_unknown_address_is_limited_like_a_known_one() {
    let (_app, anon) = TestApp::init_with(&[FEW]).await.set_up().await.anon();
    for _ in 0..3 {
        assert_eq!(anon.login("nobody@example.com", PASSWORD).await.status, 401);
    }
    assert_eq!(anon.login("nobody@example.com", PASSWORD).await.status, 429);
}

#[tokio::test]
async fn signing_in_gives_an_account_all_its_attempts_back() {
    let (app, anon) = TestApp::init_with(&[FEW]).await.set_up().await.anon();
    app.verified(&anon, "ada@example.com").await;
    for _ in 0..3 {
        for _ in 0..2 {
            assert_eq!(anon.login("ada@example.com", "Wrong1password").await.status, 401);
        }
        assert_eq!(anon.login("ada@example.com", PASSWORD).await.status, 200);
    }
}

#[tokio::test]
async fn one_machine_is_limited_over_many_accounts() {
    let (app, anon) = TestApp::init_with(&[FEW]).await.set_up().await.anon();
    app.verified(&anon, "ada@example.com").await;
    let right = json!({"email": "ada@example.com", "password": PASSWORD});
    // Successes do not count against the machine.
    for _ in 0..5 {
        anon.post_from("192.0.2.1:5", "/api/auth/login", right.clone()).await.expect(200);
    }
    for n in 0..3 {
        let wrong = json!({"email": format!("user{n}@example.com"), "password": PASSWORD});
        anon.post_from("192.0.2.1:5", "/api/auth/login", wrong).await.expect(401);
    }
    let here = anon.post_from("192.0.2.1:6", "/api/auth/login", right.clone()).await;
    assert_eq!((here.status, here.code()), (429, "AUTH_RATE_LIMIT_EXCEEDED"));
    anon.post_from("192.0.2.2:5", "/api/auth/login", right).await.expect(200);
}

const LOGIN: &str = "/api/auth/login";
const ADA: &str = "ada@example.com";

async fn wrong_from(anon: &Client, machine: &str, email: &str) -> Answer {
    let body = json!({"email": email, "password": "Wrong1password"});
    anon.post_from(machine, LOGIN, body).await
}

/// Signs in with the device name returned by the browser's previous sign-in. Returns the new one.
async fn sign_in(
    anon: &Client,
    machine: &str,
    (email, password): (&str, &str),
    device: &str,
) -> (u16, Option<String>) {
    let peer: SocketAddr = machine.parse().unwrap();
    let body = json!({"email": email, "password": password});
    let request = Request::post(LOGIN)
        .header("content-type", "application/json")
        .header("harken-device", device)
        .extension(ConnectInfo(peer))
        .body(Body::from(body.to_string()));
    let answer = anon.send_raw(request.unwrap()).await;
    (answer.status, device_of(&answer))
}

fn device_of(answer: &Answer) -> Option<String> {
    let header = answer.headers.get("harken-device")?;
    Some(header.to_str().unwrap().to_owned())
}

/// Uses up the attempts that an account accepts in a day at any speed: three each from 34 networks.
async fn flood(anon: &Client, email: &str) {
    for n in 0..34 {
        for _ in 0..3 {
            wrong_from(anon, &format!("10.0.{n}.1:5"), email).await;
        }
    }
}

#[tokio::test]
async fn a_strangers_wrong_passwords_use_up_only_the_strangers_own_network() {
    let (app, anon) = TestApp::init_with(&[FEW]).await.set_up().await.anon();
    app.verified(&anon, ADA).await;
    for n in 0..9 {
        // Another machine of the same block does not get around the limit.
        let machine = format!("192.0.2.{n}:5");
        let expected = if n < 3 { 401 } else { 429 };
        let answer = wrong_from(&anon, &machine, ADA).await;
        assert_eq!(answer.status, expected, "{n}");
    }
    for n in 0..9 {
        let machine = format!("[2001:db8:1:{n}::1]:5");
        let expected = if n < 3 { 401 } else { 429 };
        let answer = wrong_from(&anon, &machine, ADA).await;
        assert_eq!(answer.status, expected, "{n}");
    }
    let (owner, _) = sign_in(&anon, "198.51.100.1:5", (ADA, PASSWORD), "").await;
    assert_eq!(owner, 200);
}

#[tokio::test]
async fn a_browser_that_signed_in_before_is_not_slowed_down_by_strangers() {
    let (app, anon) = TestApp::init_with(&[FEW]).await.set_up().await.anon();
    app.verified(&anon, ADA).await;
    let here = "198.51.100.1:5";
    let (_, device) = sign_in(&anon, here, (ADA, PASSWORD), "").await;
    let device = device.unwrap();
    flood(&anon, ADA).await;
    // One attempt a minute, whoever comes first, and that is not the owner.
    wrong_from(&anon, "203.0.113.1:5", ADA).await;
    let stranger = wrong_from(&anon, "203.0.114.1:5", ADA).await;
    assert_eq!((stranger.status, stranger.code()), (429, "AUTH_RATE_LIMIT_EXCEEDED"));
    let wait = stranger.json["retryAfter"].as_i64().unwrap();
    assert!((1..=60).contains(&wait), "{wait}");
    // Not even wrong passwords from the owner's own machine keep the owner's browser out.
    for _ in 0..5 {
        wrong_from(&anon, here, ADA).await;
    }
    for _ in 0..5 {
        let owner = sign_in(&anon, here, (ADA, PASSWORD), &device).await;
        assert_eq!(owner, (200, Some(device.clone())), "it keeps its name");
    }
    // The device has no more attempts than others, and none for other accounts.
    for n in 0..4 {
        let wrong = (ADA, "Wrong1password");
        let answer = sign_in(&anon, "203.0.115.1:5", wrong, &device).await;
        assert_eq!(answer, (if n < 3 { 401 } else { 429 }, None), "{n}");
    }
    app.verified(&anon, "bob@example.com").await;
    flood(&anon, "bob@example.com").await;
    wrong_from(&anon, "203.0.113.1:5", "bob@example.com").await;
    let (foreign, _) = sign_in(&anon, here, ("bob@example.com", PASSWORD), &device).await;
    assert_eq!(foreign, 429);
}

#[tokio::test]
async fn over_all_networks_an_account_takes_a_hundred_guesses_a_day_and_then_one_a_minute() {
    let (app, anon) = TestApp::init_with(&[FEW]).await.set_up().await.anon();
    app.verified(&anon, ADA).await;
    // Starts in the first second of a day.
    let now = app.clock.now();
    let today = now.duration_trunc(TimeDelta::days(1)).unwrap();
    app.clock.advance(today + TimeDelta::days(1) - now);
    // Half an hour of an attack from 250 networks, one attempt every 7.2 seconds.
    let mut tried = 0;
    for n in 0..250 {
        let machine = format!("10.1.{n}.1:5");
        let answer = wrong_from(&anon, &machine, ADA).await;
        tried += usize::from(answer.status == 401);
        app.clock.advance(TimeDelta::milliseconds(7_200));
    }
    // A hundred within twelve minutes, and one in each of the remaining 18 minutes.
    assert_eq!(tried, 100 + 18);
    // An address without an account gets the same answer.
    let (_, other) = TestApp::init_with(&[FEW]).await.set_up().await.anon();
    flood(&other, "nobody@example.com").await;
    wrong_from(&other, "203.0.113.1:5", "nobody@example.com").await.expect(429);
    // The next day starts again at zero.
    app.clock.advance(TimeDelta::days(1));
    for n in 0..30 {
        let answer = wrong_from(&anon, &format!("10.0.{n}.1:5"), ADA).await;
        assert_eq!(answer.status, 401, "{n}");
    }
}

#[tokio::test]
async fn a_new_password_chosen_by_mail_lets_a_new_browser_in_past_all_strangers() {
    let (app, anon) = TestApp::init_with(&[FEW]).await.set_up().await.anon();
    app.verified(&anon, ADA).await;
    let here = "198.51.100.1:5";
    let (_, old) = sign_in(&anon, here, (ADA, PASSWORD), "").await;
    flood(&anon, ADA).await;
    wrong_from(&anon, "203.0.113.1:5", ADA).await;
    // Strangers register the address as often as they may; the way back in has its own count.
    for _ in 0..4 {
        anon.register(ADA).await;
    }
    let asked = json!({"email": ADA});
    anon.post("/api/auth/forgot-password", asked).await.expect(200);
    let token = app.reset_token(ADA).await.unwrap();
    let body = json!({"token": token, "password": "Another1horse"});
    let reset = anon.post("/api/auth/reset-password", body).await;
    let new = (ADA, "Another1horse");
    let (in_old_browser, _) = sign_in(&anon, here, new, &old.unwrap()).await;
    assert_eq!(in_old_browser, 429, "it was known by the old password");
    let (in_new_browser, _) = sign_in(&anon, here, new, &device_of(&reset).unwrap()).await;
    assert_eq!(in_new_browser, 200);
}

#[tokio::test]
async fn an_address_gets_five_mails_at_most_in_a_quarter_of_an_hour() {
    let (app, anon) = TestApp::init().await.set_up().await.anon();
    let again = json!({"email": "ada@example.com"});
    for n in 0..7 {
        let answer = if n % 2 == 0 {
            anon.register("ada@example.com").await
        } else {
            anon.post("/api/auth/resend-verification", again.clone()).await
        };
        let refused = answer.status == 429;
        assert_eq!(refused, n >= 5, "{n}: {}", answer.text);
    }
    assert_eq!(app.waiting_mails("ada@example.com").await.len(), 5);
    anon.post("/api/auth/register", registration("bob@example.com")).await.expect(201);
}
