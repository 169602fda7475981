use domain::auth::SessionUser;

use super::{create, path_of};
use crate::support::prelude::*;

/// Moves the clock to `now` and stores a match of the watch at each time.
async fn matched(app: &TestApp, user: &SignedIn, watch: &Value, now: &str, times: &[&str]) {
    let now: DateTime<Utc> = now.parse().unwrap();
    app.clock.advance(now - app.clock.now());
    let id: Uuid = watch["_id"].as_str().unwrap().parse().unwrap();
    for time in times {
        let at = time.parse().unwrap();
        app.notify(user.user.id, Match::of("rust").of_watch(id).at(at)).await;
    }
    let count = times.len();
    app.sql(&format!("UPDATE watches SET match_count = match_count + {count} WHERE id = '{id}'"))
        .await;
}

/// Returns a client with a new token: the user's was made before the clock moved.
fn fresh(app: &TestApp, user: &SignedIn) -> crate::support::app::Client {
    let now = app.clock.now();
    let token = user.token.as_deref().unwrap();
    let auth = SessionUser::of_access_token(token, &app.secrets, user.user.created_at).unwrap();
    let token = auth.access_token(&app.secrets, now, 15).unwrap();
    user.client.with_token(&token)
}

#[tokio::test]
async fn a_watch_without_a_match_has_fourteen_empty_days() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    let watch = create(&user, "rust").await;
    let stats = user.get(&format!("{}/stats", path_of(&watch))).await.expect(200);
    assert_eq!(stats.json["perDay"].as_array().unwrap().len(), 14);
    assert_eq!(
        (&stats.json["total"], &stats.json["today"], &stats.json["thisWeek"]),
        (&json!(0), &json!(0), &json!(0))
    );
    assert_eq!(stats.json["lastMatchAt"], json!(null));
}

#[tokio::test]
async fn days_and_weeks_are_those_of_the_users_time_zone() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let watch = create(&user, "rust").await;
    // A Wednesday, 08:30 in Auckland, which is 13 hours ahead.
    let times = [
        "2027-01-12T19:00:00Z", // today there
        "2027-01-12T10:00:00Z", // yesterday there
        "2027-01-10T11:00:00Z", // Monday, 00:00 there
        "2027-01-10T10:59:59Z", // Sunday there
        "2026-12-30T11:00:00Z", // the first of the fourteen days
        "2026-12-30T10:59:59Z", // too long ago for any day
    ];
    matched(&app, &user, &watch, "2027-01-12T19:30:00Z", &times).await;
    app.sql("UPDATE users SET time_zone = 'Pacific/Auckland'").await;
    let client = fresh(&app, &user);
    let stats = client.get(&format!("{}/stats", path_of(&watch))).await.expect(200);
    let stats = stats.json;
    assert_eq!(
        (&stats["total"], &stats["today"], &stats["thisWeek"]),
        (&json!(6), &json!(1), &json!(3))
    );
    assert_eq!(stats["lastMatchAt"], "2027-01-12T19:00:00Z");
    let days = stats["perDay"].as_array().unwrap();
    assert_eq!(days[0], json!({"date": "2026-12-31", "count": 1}));
    assert_eq!(days[10], json!({"date": "2027-01-10", "count": 1}));
    assert_eq!(days[11], json!({"date": "2027-01-11", "count": 1}));
    assert_eq!(days[12], json!({"date": "2027-01-12", "count": 1}));
    assert_eq!(days[13], json!({"date": "2027-01-13", "count": 1}));
}
