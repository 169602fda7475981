mod actions;
mod aside;
mod bulk;
mod explanation;
mod export;
mod groups;
mod heavy;
mod ids;
mod kept;
mod moves;
mod search;
mod worth_a_reply;

use std::io::Read;

use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use chrono::TimeZone;
use db::models::notification::Notification;
use flate2::read::GzDecoder;

use crate::support::prelude::*;

#[tokio::test]
async fn a_notification_is_shown_with_its_post_and_where_it_matched() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let row = app.notify(user.user.id, Match::of("ferris")).await;
    let answer = user.get("/api/notifications").await.expect(200);
    let shown = &answer.json["notifications"][0];
    assert_eq!(shown["_id"], row.id.to_string());
    assert_eq!(shown["matchedKeyword"], "ferris");
    assert_eq!((&shown["status"], &shown["kind"]), (&json!("unread"), &json!("post")));
    assert_eq!(shown["redditPost"]["title"], "ferris is asked about");
    assert_eq!(shown["redditPost"]["content"], "Does anybody use ferris at work?");
    assert_eq!(shown["matches"][1], json!({"field": "body", "start": 17, "end": 23}));
    assert_eq!(
        answer.json["pagination"],
        json!({"page": 1, "limit": 20, "total": 1, "totalItems": 1, "hasMore": false})
    );
}

#[tokio::test]
async fn the_link_of_a_message_about_one_match_lists_it() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let other = app.new_user("other@example.com").await;
    let id = app.notify(user.user.id, Match::of("ferris")).await.id;
    app.notify(user.user.id, Match::of("crab")).await;
    for (client, query, found) in [
        (&user, "", 1),
        (&user, "&status=unread&keyword=FERRIS", 1),
        (&user, "&keyword=crab", 0),
        (&user, "&status=archived", 0),
        (&other, "", 0),
    ] {
        let answer =
            client.get(&format!("/api/notifications?digest={id}{query}")).await.expect(200);
        assert_eq!(answer.json["pagination"]["totalItems"], found, "{query}");
        let listed = answer.json["notifications"].as_array().unwrap();
        assert!(listed.iter().all(|one| one["_id"] == id.to_string()), "{query}");
        assert_eq!(listed.len(), found, "{query}");
    }
    let second = user.get(&format!("/api/notifications?digest={id}&page=2")).await;
    assert_eq!(second.json["notifications"], json!([]));
    assert_eq!(second.json["pagination"]["totalItems"], 1);
}

#[tokio::test]
async fn the_list_is_filtered_sorted_and_paged() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let start = app.clock.now() - TimeDelta::hours(3);
    for n in 0..3 {
        let at = start + TimeDelta::minutes(n);
        app.notify(user.user.id, Match::of("Rust").at(at)).await;
        app.notify(user.user.id, Match::of("go").at(at)).await;
    }
    let page = user.get("/api/notifications?keyword=RUST&limit=2&page=2").await;
    assert_eq!(page.json["notifications"].as_array().unwrap().len(), 1);
    assert_eq!(
        page.json["pagination"],
        json!({"page": 2, "limit": 2, "total": 2, "totalItems": 3, "hasMore": false})
    );
    let oldest = user.get("/api/notifications?sort=oldest&limit=1").await;
    assert_eq!(oldest.json["notifications"][0]["createdAt"], json!(start));
    let archived = user.get("/api/notifications?status=archived").await;
    assert_eq!(archived.json["pagination"]["totalItems"], 0);
}

#[tokio::test]
async fn bounds_of_pages_are_checked() {
    let (_app, anon, user) = TestApp::init().await.with_user().await;
    for (query, field) in
        [("limit=0", "limit"), ("limit=101", "limit"), ("page=0", "page"), ("page=10001", "page")]
    {
        for path in ["notifications", "notifications/grouped"] {
            let answer = user.get(&format!("/api/{path}?{query}")).await;
            assert_eq!((answer.status, answer.code()), (422, "VALIDATION_FAILED"), "{query}");
            assert!(answer.json["fields"][field].is_string(), "{}", answer.text);
        }
    }
    assert_eq!(user.get("/api/notifications?status=lost").await.status, 400);
    assert_eq!(user.get("/api/notifications?page=-1").await.status, 400);
    assert_eq!(anon.get("/api/notifications").await.status, 401);
}

#[tokio::test]
async fn groups_fold_case_count_all_and_carry_the_newest_twenty() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let start = app.clock.now() - TimeDelta::hours(3);
    for n in 0..25 {
        let keyword = if n == 24 { "Rust" } else { "rust" };
        let subreddit = if n % 2 == 0 { "rust" } else { "programming" };
        let matched = Match::of(keyword).in_subreddit(subreddit);
        app.notify(user.user.id, matched.at(start + TimeDelta::minutes(n))).await;
    }
    app.notify(user.user.id, Match::of("go").at(start)).await;
    let answer =
        user.get("/api/notifications/grouped?page=1&limit=20&status=unread&sort=newest").await;
    let groups = answer.json["groupedNotifications"].as_array().unwrap();
    assert_eq!(groups.len(), 2, "{}", answer.text);
    assert_eq!((&groups[0]["_id"], &groups[0]["count"]), (&json!("Rust"), &json!(25)));
    assert_eq!(groups[0]["subreddits"], json!(["programming", "rust"]));
    assert_eq!(groups[0]["latestNotification"], json!(start + TimeDelta::minutes(24)));
    let newest = groups[0]["notifications"].as_array().unwrap();
    assert_eq!(newest.len(), 20);
    assert_eq!(newest[0]["createdAt"], groups[0]["latestNotification"]);
    assert_eq!(groups[1]["_id"], "go");
    assert_eq!(answer.json["unreadCount"], 26);
    assert_eq!(answer.json["pagination"]["totalItems"], 2);
}

#[tokio::test]
async fn the_list_of_groups_is_gzipped_once_and_unpacked_for_who_takes_no_gzip() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    app.notify(user.user.id, Match::of("rust")).await;
    let served = Served::start(&app).await;
    let client = reqwest::Client::builder().no_gzip().build().unwrap();
    let get = async |accepted: Option<&str>| {
        let mut request = client
            .get(format!("http://{}/api/notifications/grouped", served.address))
            .bearer_auth(user.client.token.as_deref().unwrap());
        if let Some(accepted) = accepted {
            request = request.header(ACCEPT_ENCODING, accepted);
        }
        let answer = request.send().await.unwrap().error_for_status().unwrap();
        let headers = answer.headers().clone();
        (headers, answer.bytes().await.unwrap())
    };
    let (headers, plain) = get(None).await;
    assert!(!headers.contains_key(CONTENT_ENCODING));
    let shown: Value = serde_json::from_slice(&plain).unwrap();
    assert_eq!(shown["groupedNotifications"][0]["_id"], "rust");
    let (headers, packed) = get(Some("br, gzip")).await;
    assert_eq!(headers[CONTENT_ENCODING], "gzip");
    assert_eq!(headers[VARY], "accept-encoding");
    assert_eq!(headers[CONTENT_TYPE], "application/json");
    let mut unpacked = Vec::new();
    GzDecoder::new(packed.as_ref()).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, plain);
    served.stop().await;
}

#[tokio::test]
async fn a_page_of_groups_past_the_end_is_empty_and_keeps_the_total() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    app.notify(user.user.id, Match::of("rust")).await;
    let answer = user.get("/api/notifications/grouped?page=9").await;
    assert_eq!(answer.json["groupedNotifications"], json!([]));
    assert_eq!(
        answer.json["pagination"],
        json!({"page": 9, "limit": 20, "total": 1, "totalItems": 1, "hasMore": false})
    );
}

#[tokio::test]
async fn only_the_last_ninety_days_are_shown() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let at = app.clock.now() - TimeDelta::days(90);
    let row = app.notify(user.user.id, Match::of("rust").at(at)).await;
    let total =
        async || user.get("/api/notifications").await.json["pagination"]["totalItems"].clone();
    assert_eq!(total().await, 1);
    app.clock.advance(TimeDelta::seconds(1));
    assert_eq!(total().await, 0);
    assert_eq!(user.get("/api/notifications/stats").await.json["stats"]["total"], 0);
    let path = format!("/api/notifications/{}/read", row.id);
    assert_eq!(user.patch(&path).await.status, 404);
}

#[tokio::test]
async fn today_and_this_week_follow_the_users_wall_clock_and_weeks_begin_on_monday() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    // Sunday to Wednesday, at 23:30 UTC.
    for day in 15..=18 {
        let at = Utc.with_ymd_and_hms(2026, 11, day, 23, 30, 0).unwrap();
        app.notify(user.user.id, Match::of("rust").at(at)).await;
    }
    let wednesday_evening = Utc.with_ymd_and_hms(2026, 11, 18, 23, 45, 0).unwrap();
    let mut conn = app.conn().await.unwrap();
    for (zone, today, this_week) in [
        // Monday 00:00 UTC leaves out Sunday's.
        ("UTC", 1, 3),
        // It is Thursday 00:45; Sunday's was on Monday 00:30.
        ("Europe/Berlin", 1, 4),
        // It is Wednesday 18:45, and Sunday's was on Sunday.
        ("America/New_York", 1, 3),
        // It is Thursday 12:45 in the summer, thirteen hours ahead: Tuesday's 23:30 was yesterday.
        ("Pacific/Auckland", 1, 4),
    ] {
        let stats =
            Notification::stats(user.user.id, wednesday_evening, zone, &mut conn).await.unwrap();
        assert_eq!((stats.total, stats.today, stats.this_week), (4, today, this_week), "{zone}");
    }
    let just_after_midnight = Utc.with_ymd_and_hms(2026, 11, 23, 0, 0, 0).unwrap();
    let stats =
        Notification::stats(user.user.id, just_after_midnight, "UTC", &mut conn).await.unwrap();
    assert_eq!((stats.today, stats.this_week), (0, 0), "a new week begins on Monday");
}

#[tokio::test]
async fn stats_use_the_time_zone_of_the_account() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    app.sql("UPDATE users SET time_zone = 'Asia/Tokyo'").await;
    let now = app.clock.now();
    app.notify(user.user.id, Match::of("rust")).await;
    // One from a day that is no longer drawn, and one of another user.
    app.notify(user.user.id, Match::of("rust").at(now - TimeDelta::days(8))).await;
    let other = app.new_user("other@example.com").await;
    app.notify(other.user.id, Match::of("rust")).await;
    let answer = user.get("/api/notifications/stats").await;
    let today = now.with_timezone(&chrono_tz::Asia::Tokyo).date_naive();
    let day = |back: i64| {
        let count = i64::from(back == 0);
        json!({"date": today - TimeDelta::days(back), "count": count})
    };
    let per_day: Vec<Value> = (0..7).rev().map(day).collect();
    assert_eq!(
        answer.json["stats"],
        json!({"total": 2, "today": 1, "thisWeek": 1, "perDay": per_day})
    );
}
