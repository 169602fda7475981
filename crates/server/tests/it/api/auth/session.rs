use ingest::retention;

use crate::support::prelude::*;

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

/// Returns the access and the refresh token of a new session.
async fn sign_in(anon: &Client) -> (String, String) {
    let answer = anon.login("ada@example.com", PASSWORD).await.expect(200);
    (text(&answer.json["token"]).to_owned(), text(&answer.json["refreshToken"]).to_owned())
}

async fn with_account() -> (TestApp, Client) {
    let (app, anon) = TestApp::init().await.set_up().await.anon();
    app.verified(&anon, "ada@example.com").await;
    (app, anon)
}

async fn profile(anon: &Client, token: &str) -> u16 {
    anon.with_token(token).get("/api/users/profile").await.status
}

#[tokio::test]
async fn an_access_token_lives_fifteen_minutes_and_a_refresh_brings_another() {
    let (app, anon) = with_account().await;
    let (access, refresh) = sign_in(&anon).await;
    app.clock.advance(TimeDelta::minutes(14));
    assert_eq!(profile(&anon, &access).await, 200);
    app.clock.advance(TimeDelta::minutes(2));
    let late = anon.with_token(&access).get("/api/users/profile").await;
    assert_eq!((late.status, late.code()), (401, "UNAUTHORIZED"));
    let answer = anon.refresh(&refresh).await.expect(200);
    assert_ne!(text(&answer.json["refreshToken"]), refresh);
    assert_eq!(profile(&anon, text(&answer.json["token"])).await, 200);
}

#[tokio::test]
async fn a_replaced_token_answers_its_successor_for_thirty_seconds() {
    let (app, anon) = with_account().await;
    let (_, first) = sign_in(&anon).await;
    let second = anon.refresh(&first).await.json["refreshToken"].clone();
    app.clock.advance(TimeDelta::seconds(30));
    let again = anon.refresh(&first).await;
    assert_eq!((again.status, &again.json["refreshToken"]), (200, &second));
    assert_eq!(anon.refresh(text(&second)).await.status, 200);
}

#[tokio::test]
async fn within_the_grace_only_the_last_replaced_token_works_and_an_older_one_ends_the_session() {
    let (app, anon) = with_account().await;
    let (_, first) = sign_in(&anon).await;
    let second = anon.refresh(&first).await.json["refreshToken"].clone();
    app.clock.advance(TimeDelta::seconds(1));
    let third = anon.refresh(text(&second)).await.json;
    let again = anon.refresh(text(&second)).await;
    assert_eq!((again.status, &again.json["refreshToken"]), (200, &third["refreshToken"]));
    let stolen = anon.refresh(&first).await;
    assert_eq!((stolen.status, stolen.code()), (401, "UNAUTHORIZED"));
    assert_eq!(profile(&anon, text(&third["token"])).await, 401);
    assert_eq!(anon.refresh(text(&third["refreshToken"])).await.status, 401);
}

#[tokio::test]
async fn a_late_second_use_ends_the_whole_session() {
    let (app, anon) = with_account().await;
    let (_, first) = sign_in(&anon).await;
    let (other_access, other_refresh) = sign_in(&anon).await;
    let second = anon.refresh(&first).await.json;
    app.clock.advance(TimeDelta::seconds(31));
    let stolen = anon.refresh(&first).await;
    assert_eq!((stolen.status, stolen.code()), (401, "UNAUTHORIZED"));
    // Neither the newest refresh token nor the newest access token works any more.
    assert_eq!(anon.refresh(text(&second["refreshToken"])).await.status, 401);
    assert_eq!(profile(&anon, text(&second["token"])).await, 401);
    // Another session of the same user is unaffected.
    assert_eq!(profile(&anon, &other_access).await, 200);
    assert_eq!(anon.refresh(&other_refresh).await.status, 200);
}

#[tokio::test]
async fn a_hundred_parallel_refreshes_leave_one_lineage() {
    let (app, anon) = with_account().await;
    let (_, first) = sign_in(&anon).await;
    let all = (0..100).map(|_| {
        let (anon, first) = (anon.clone(), first.clone());
        async move { anon.refresh(&first).await }
    });
    let answers = futures::future::join_all(all).await;
    let successor = &answers[0].json["refreshToken"];
    for answer in &answers {
        assert_eq!((answer.status, &answer.json["refreshToken"]), (200, successor));
    }
    assert_eq!(count(&app, "refresh_tokens").await, 2, "the first and its one successor");
    assert_eq!(anon.refresh(text(successor)).await.status, 200);
    // The hundred-and-first refresh comes too late, and ends what the others began.
    app.clock.advance(TimeDelta::seconds(31));
    let third = anon.refresh(text(successor)).await;
    assert_eq!((third.status, third.code()), (401, "UNAUTHORIZED"));
    assert_eq!(profile(&anon, text(&answers[0].json["token"])).await, 401);
}

#[tokio::test]
async fn a_session_ends_after_seven_days_without_use() {
    let (app, anon) = with_account().await;
    let (_, first) = sign_in(&anon).await;
    app.clock.advance(TimeDelta::days(7) - TimeDelta::minutes(1));
    let second = anon.refresh(&first).await.json["refreshToken"].clone();
    app.clock.advance(TimeDelta::days(7) - TimeDelta::minutes(1));
    let third = anon.refresh(text(&second)).await.json["refreshToken"].clone();
    app.clock.advance(TimeDelta::days(7));
    let late = anon.refresh(text(&third)).await;
    assert_eq!((late.status, late.code()), (401, "UNAUTHORIZED"));
}

#[tokio::test]
async fn a_session_ends_thirty_days_after_its_sign_in_however_much_it_is_used() {
    let (app, anon) = with_account().await;
    let begun = app.clock.now();
    let (_, mut refresh) = sign_in(&anon).await;
    for _ in 0..5 {
        app.clock.advance(TimeDelta::days(6) - TimeDelta::minutes(1));
        refresh = text(&anon.refresh(&refresh).await.json["refreshToken"]).to_owned();
    }
    // Five minutes are left: the last access token ends with the session, not after its quarter
    // hour.
    assert_eq!(begun + TimeDelta::days(30) - app.clock.now(), TimeDelta::minutes(5));
    let last = anon.refresh(&refresh).await.json;
    app.clock.advance(TimeDelta::minutes(4));
    assert_eq!(profile(&anon, text(&last["token"])).await, 200);
    app.clock.advance(TimeDelta::minutes(1));
    assert_eq!(profile(&anon, text(&last["token"])).await, 401);
    assert_eq!(anon.refresh(text(&last["refreshToken"])).await.status, 401);
}

#[tokio::test]
async fn a_session_from_before_the_bounds_lives_on_within_them() {
    let (app, anon) = with_account().await;
    for (created, used, lives) in [(29, 6, true), (29, 8, false), (31, 1, false)] {
        let session = uuid::Uuid::now_v7();
        // A token as issued then: opaque, and valid for thirty days after its last use.
        let token = format!("a-token-of-the-past-{created}-{used}");
        app.sql(&format!(
            "INSERT INTO sessions (id, user_id, created_at, last_used_at)
             SELECT '{session}', id, now() - interval '{created} days', now() - interval '{used} days'
             FROM users WHERE email = 'ada@example.com'"
        ))
        .await;
        app.sql(&format!(
            "INSERT INTO refresh_tokens (token_hash, session_id, created_at, expires_at)
             VALUES (sha256('{token}'), '{session}', now() - interval '{used} days',
                     now() + interval '30 days' - interval '{used} days')"
        ))
        .await;
        let answer = anon.refresh(&token).await;
        assert_eq!(answer.status == 200, lives, "{created} {used}: {}", answer.text);
        if lives {
            anon.refresh(text(&answer.json["refreshToken"])).await.expect(200);
        }
    }
}

#[tokio::test]
async fn a_session_in_use_keeps_two_rows_and_still_ends_when_an_old_token_comes_again() {
    let (app, anon) = with_account().await;
    let (_, first) = sign_in(&anon).await;
    let mut newest = first.clone();
    for _ in 0..500 {
        app.clock.advance(TimeDelta::minutes(15));
        let answer = anon.refresh(&newest).await.expect(200);
        newest = text(&answer.json["refreshToken"]).to_owned();
    }
    assert_eq!(count(&app, "refresh_tokens").await, 2);
    app.clock.advance(TimeDelta::days(2));
    let now = app.clock.now();
    let purged = retention::delete_outdated(&app.pool, now).await.unwrap();
    assert_eq!((purged.unwrap().refresh_tokens, count(&app, "refresh_tokens").await), (1, 1));
    let kept = anon.refresh(&newest).await.expect(200);
    // Replaced a week ago, so that its row is long gone.
    let stolen = anon.refresh(&first).await;
    assert_eq!((stolen.status, stolen.code()), (401, "UNAUTHORIZED"));
    assert_eq!(anon.refresh(text(&kept.json["refreshToken"])).await.status, 401);
    assert_eq!(profile(&anon, text(&kept.json["token"])).await, 401);
}

#[tokio::test]
async fn a_client_that_refreshes_without_end_keeps_two_rows() {
    let (app, anon) = with_account().await;
    let (_, mut newest) = sign_in(&anon).await;
    for _ in 0..60 {
        app.clock.advance(TimeDelta::milliseconds(1));
        newest = text(&anon.refresh(&newest).await.json["refreshToken"]).to_owned();
    }
    assert_eq!(count(&app, "refresh_tokens").await, 2);
    assert_eq!(anon.refresh(&newest).await.status, 200);
}

#[tokio::test]
async fn signing_out_with_a_token_that_was_replaced_long_ago_ends_the_session() {
    let (app, anon) = with_account().await;
    let (_, first) = sign_in(&anon).await;
    let mut newest = first.clone();
    for _ in 0..2 {
        app.clock.advance(TimeDelta::minutes(15));
        newest = text(&anon.refresh(&newest).await.json["refreshToken"]).to_owned();
    }
    anon.post("/api/auth/logout", json!({"refreshToken": first})).await.expect(204);
    assert_eq!(anon.refresh(&newest).await.status, 401);
}

#[tokio::test]
async fn tokens_that_were_never_given_out_are_refused() {
    let (_app, anon) = with_account().await;
    for token in ["x", "a\u{0}b", &"y".repeat(10_000)] {
        let answer = anon.refresh(token).await;
        assert_eq!((answer.status, answer.code()), (401, "UNAUTHORIZED"));
        assert_eq!(profile(&anon, "not.a.token").await, 401);
    }
    let none = anon.post("/api/auth/refresh", json!({})).await;
    assert_eq!(none.json["fields"], json!({"refreshToken": "Send the refresh token"}));
}

#[tokio::test]
async fn signing_out_ends_the_session_at_once_and_may_be_done_twice() {
    let (_app, anon) = with_account().await;
    let (kept, _) = sign_in(&anon).await;
    for by_refresh_token in [true, false] {
        let (access, refresh) = sign_in(&anon).await;
        for _ in 0..2 {
            let answer = if by_refresh_token {
                let body = json!({"refreshToken": refresh});
                anon.post("/api/auth/logout", body).await
            } else {
                anon.with_token(&access).send("POST", "/api/auth/logout", None).await
            };
            assert_eq!(answer.status, 204, "{}", answer.text);
        }
        assert_eq!(profile(&anon, &access).await, 401);
        assert_eq!(anon.refresh(&refresh).await.status, 401);
    }
    assert_eq!(profile(&anon, &kept).await, 200);
    let neither = anon.post("/api/auth/logout", json!({})).await;
    assert_eq!((neither.status, neither.code()), (401, "UNAUTHORIZED"));
    let unknown = json!({"refreshToken": "unknown"});
    assert_eq!(anon.post("/api/auth/logout", unknown).await.status, 204);
}

#[tokio::test]
async fn what_is_out_of_date_is_purged_and_the_rest_kept() {
    let (app, anon) = with_account().await;
    let (_, left) = sign_in(&anon).await;
    app.clock.advance(TimeDelta::days(5));
    let (_, used) = sign_in(&anon).await;
    app.clock.advance(TimeDelta::days(3));
    let now = app.clock.now();
    retention::delete_outdated(&app.pool, now).await.unwrap();
    assert_eq!(count(&app, "refresh_tokens").await, 1);
    assert_eq!(anon.refresh(&left).await.status, 401);
    assert_eq!(anon.refresh(&used).await.status, 200);
}
