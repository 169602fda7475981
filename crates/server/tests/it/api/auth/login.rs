use db::models::user::User;
use domain::auth::sessions;

use crate::support::accounts::{PASSWORD, without_request_id};
use crate::support::app::TestApp;

#[tokio::test]
async fn the_right_password_brings_tokens_and_the_user() {
    let (app, anon) = TestApp::init().await.set_up().await.anon();
    app.verified(&anon, "ada@example.com").await;
    let answer = anon.login("ADA@Example.com", PASSWORD).await.expect(200);
    insta::assert_json_snapshot!(answer.json, {
        ".token" => "[jwt]", ".refreshToken" => "[opaque]",
        ".user._id" => "[uuid]", ".user.createdAt" => "[time]",
    }, @r#"
    {
      "refreshToken": "[opaque]",
      "token": "[jwt]",
      "user": {
        "_id": "[uuid]",
        "announcement": null,
        "createdAt": "[time]",
        "email": "ada@example.com",
        "firstName": "Ada",
        "firstSteps": true,
        "isAdministrator": false,
        "isEmailVerified": true,
        "isPro": false,
        "lastName": "Reader",
        "notificationPreferences": {
          "burstLimit": 20,
          "emailFrequency": "realtime",
          "emailNotifications": true,
          "mailProblem": null,
          "quietHours": null,
          "setsAside": false,
          "snoozedUntil": null
        },
        "readsFeeds": false,
        "readsReddit": false,
        "settings": {
          "theme": "system"
        },
        "sites": [],
        "subscription": {
          "plan": "free",
          "status": "active"
        },
        "timeZone": "UTC"
      }
    }
    "#);
    let signed_in = anon.with_token(answer.json["token"].as_str().unwrap());
    let profile = signed_in.get("/api/users/profile").await;
    assert_eq!(profile.json["user"], answer.json["user"]);
}

#[tokio::test]
async fn an_unknown_address_is_answered_like_a_wrong_password() {
    let (app, anon) = TestApp::init().await.set_up().await.anon();
    app.verified(&anon, "ada@example.com").await;
    // An account without a password, as one from elsewhere might be.
    app.new_user("bare@example.com").await;
    let wrong = anon.login("ada@example.com", "Wrong1password").await;
    assert_eq!((wrong.status, wrong.code()), (401, "INVALID_CREDENTIALS"));
    assert_eq!(wrong.json["error"], "Wrong email or password.");
    let wrong = without_request_id(wrong.json);
    for email in ["nobody@example.com", "bare@example.com"] {
        let unknown = anon.login(email, "Wrong1password").await.expect(401);
        assert_eq!(without_request_id(unknown.json), wrong);
    }
}

#[tokio::test]
async fn only_the_right_password_learns_that_the_address_is_not_verified() {
    let (_app, anon) = TestApp::init().await.set_up().await.anon();
    anon.register("ada@example.com").await;
    let wrong = anon.login("ada@example.com", "Wrong1password").await;
    assert_eq!((wrong.status, wrong.code()), (401, "INVALID_CREDENTIALS"));
    let right = anon.login("ada@example.com", PASSWORD).await;
    assert_eq!((right.status, right.code()), (403, "EMAIL_NOT_VERIFIED"));
    assert_eq!(
        right.json["message"],
        "Your email address needs to be verified before you can log in. Please check your inbox for a verification email, or click the button below to resend it."
    );
}

#[tokio::test]
async fn who_knew_the_old_password_does_not_slip_in_while_it_is_changed() {
    let (app, anon) = TestApp::init().await.set_up().await.anon();
    app.verified(&anon, "ada@example.com").await;
    // As for a sign-in whose password was verified just before the change.
    let before = app.user("ada@example.com").await.unwrap();
    let mut conn = app.conn().await.unwrap();
    let now = app.clock.now();
    User::set_password(before.id, "another", now, &mut conn).await.unwrap();
    let begun = sessions::begin(&app, &before, "", &mut conn).await;
    assert_eq!(begun.unwrap(), None);
}
