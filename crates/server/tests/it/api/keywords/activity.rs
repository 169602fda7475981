use super::create;
use crate::support::prelude::*;

/// Stores notifications of a watch at these times.
async fn matched(app: &TestApp, user: &SignedIn, watch: &Value, times: &[DateTime<Utc>]) {
    for time in times {
        let row = app.notify(user.user.id, Match::of("tea").at(*time)).await;
        app.sql(&format!(
            "UPDATE notifications SET watch_id = {} WHERE id = '{}'",
            watch["_id"].to_string().replace('"', "'"),
            row.id,
        ))
        .await;
    }
}

/// Moves the clock to `now` and signs the user in again.
async fn at(app: &TestApp, user: &SignedIn, now: &str) -> Client {
    let now: DateTime<Utc> = now.parse().unwrap();
    app.clock.advance(now - app.clock.now());
    app.sign_in(user.user.id).await
}

#[tokio::test]
async fn each_watch_has_its_counts_of_seven_days_in_the_users_zone() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let coffee = create(&user, "coffee").await;
    let tea = create(&user, "tea").await;
    app.sql("UPDATE users SET time_zone = 'Europe/Berlin'").await;
    let client = at(&app, &user, "2031-03-12T10:00:00Z").await;
    let time = |time: &str| time.parse::<DateTime<Utc>>().unwrap();
    let times = [
        "2031-03-12T09:00:00Z",
        "2031-03-11T23:30:00Z", // The 12th in Berlin.
        "2031-03-11T22:30:00Z",
        "2031-03-05T23:00:00Z", // The first moment of the 6th.
        "2031-03-05T22:59:00Z", // Too early.
    ];
    matched(&app, &user, &tea, &times.map(time)).await;
    let other = app.new_user("other@example.com").await;
    let theirs = create(&other, "tea").await;
    matched(&app, &other, &theirs, &[time(times[0])]).await;

    let answer = client.get("/api/keywords/activity").await.expect(200);
    assert_eq!(answer.json["days"][0], "2031-03-06");
    assert_eq!(answer.json["days"][6], "2031-03-12");
    assert_eq!(
        answer.json["watches"],
        json!([
            {"_id": tea["_id"], "counts": [1, 0, 0, 0, 0, 1, 2], "proposalDueAt": null},
            {"_id": coffee["_id"], "counts": [0, 0, 0, 0, 0, 0, 0], "proposalDueAt": null},
        ])
    );
    let second = client.get("/api/keywords/activity?limit=1&page=2").await.json;
    assert_eq!(second["watches"][0]["_id"], coffee["_id"]);
    // Deleted notifications do not count.
    app.sql("UPDATE notifications SET deleted_at = created_at").await;
    let none = client.get("/api/keywords/activity").await.json;
    assert_eq!(none["watches"][0]["counts"], json!([0, 0, 0, 0, 0, 0, 0]));
}

#[tokio::test]
async fn a_busy_day_is_counted_up_to_a_bound() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let watch = create(&user, "tea").await;
    let now = app.clock.now();
    matched(&app, &user, &watch, &[now - TimeDelta::minutes(1)]).await;
    app.sql(
        "INSERT INTO notifications (id, seen_at, item_id, watch_id, user_id, seq, keyword, matches,
                                    status, created_at)
         SELECT gen_random_uuid(), seen_at, gen_random_uuid(), watch_id, user_id, seq + n, keyword,
                matches, status, created_at
         FROM notifications, generate_series(1, 600) n",
    )
    .await;
    let answer = user.get("/api/keywords/activity").await.json;
    assert_eq!(answer["maxCount"], 500);
    let counts = answer["watches"][0]["counts"].as_array().unwrap();
    assert_eq!(counts.iter().filter(|count| **count == 500).count(), 1);
}

#[tokio::test]
async fn a_list_of_watches_says_when_each_matched_last() {
    let config = sims::forum::Config::for_tests();
    let test = crate::support::forum::ForumTest::init_with_settings(config, &[]).await;
    let user = test.app.new_user("reader@example.com").await;
    create(&user, "kettle").await;
    let first = async |user: &Client| user.get("/api/keywords").await.json["watches"][0].clone();
    assert_eq!(first(&user).await["lastMatchAt"], Value::Null);
    test.poll().await;
    test.post("tea", "Which kettle?");
    test.poll().await;
    assert_eq!(test.count("notifications").await, 1);
    // Polling takes longer than a token is valid.
    let client = test.app.sign_in(user.user.id).await;
    let last = first(&client).await["lastMatchAt"].clone();
    let last: DateTime<Utc> = last.as_str().unwrap().parse().unwrap();
    assert!(test.app.clock.now() - last < TimeDelta::minutes(5), "{last}");
}
