use harken::run::demo;

use crate::support::prelude::*;

#[tokio::test]
async fn the_demo_account_can_sign_in_and_has_three_watches_after_any_number_of_starts() {
    let (test, anon) = TestApp::init_with(&["server.demo=true"]).await.anon();
    for _ in 0..2 {
        demo::prepare(&test).await.unwrap();
    }
    let login = json!({"email": demo::EMAIL, "password": demo::PASSWORD});
    let mut client = anon.clone();
    let answer = anon.post("/api/auth/login", login).await.expect(200);
    client.token = answer.json["token"].as_str().map(str::to_owned);
    let watches = client.get("/api/keywords").await.json;
    assert_eq!((&watches["total"], &watches["active"]), (&json!(3), &json!(3)));
}

/// The calls of a dashboard that is opened.
const DASHBOARD: [&str; 14] = [
    "/api/users/profile",
    "/api/status",
    "/api/subscriptions/status",
    "/api/keywords",
    "/api/keywords/activity",
    "/api/keywords/coverage",
    "/api/keywords/near-misses",
    "/api/notifications?limit=20",
    "/api/notifications/stats",
    "/api/notifications/unread/count",
    "/api/notifications/worth-a-reply",
    "/api/searches",
    "/api/deliveries/failed",
    "/api/coverage",
];

/// Starts a demo with a week of posts, and signs in.
async fn demo_with_a_week() -> (ForumTest, Client) {
    let forum = sims::forum::Config {
        backfill: 1_000,
        backfill_span: TimeDelta::days(7),
        ..sims::forum::Config::for_tests()
    };
    let test =
        ForumTest::init_with_settings(forum, &["server.demo=true", "mail.backend=file"]).await;
    for _ in 0..2 {
        demo::prepare(&test.app).await.unwrap();
    }
    let login = json!({"email": demo::EMAIL, "password": demo::PASSWORD});
    let mut client = Client { site: harken::router::router(App::clone(&test.app)), token: None };
    let answer = client.post("/api/auth/login", login).await.expect(200);
    client.token = answer.json["token"].as_str().map(str::to_owned);
    (test, client)
}

#[tokio::test]
async fn four_dashboards_that_are_opened_at_once_are_answered_while_posts_are_read() {
    let (test, client) = demo_with_a_week().await;
    let calls = DASHBOARD.repeat(4);
    let calls = futures::future::join_all(calls.iter().map(|path| client.get(path)));
    let (polled, answers) = tokio::join!(test.poll(), calls);
    assert!(!polled.is_empty());
    for answer in answers {
        // One user's expensive calls wait for each other, and not for ever.
        let is_served = answer.status == 200 || answer.code() == "SEARCH_IN_PROGRESS";
        assert!(is_served, "{} {}", answer.status, answer.text);
    }
}

#[tokio::test]
async fn the_demo_account_has_a_week_of_matches_without_an_email() {
    let (test, client) = demo_with_a_week().await;
    let analytics = client.get("/api/analytics").await.expect(200).json;
    let days = analytics["days"].as_array().unwrap();
    let with_matches = days.iter().filter(|day| day["matches"] != 0).count();
    assert!((5..=8).contains(&with_matches), "{with_matches}: {days:?}");
    assert!(analytics["total"]["opened"].as_i64().unwrap() > 0, "{}", analytics["total"]);
    for (rows, wanted) in [
        ("notifications WHERE created_at < now() - interval '1 day' AND status = 'unread'", true),
        ("notifications WHERE created_at > now() - interval '1 day' AND status <> 'unread'", false),
        ("notifications n LEFT JOIN items i ON i.id = n.item_id WHERE i.id IS NULL", false),
        ("watches WHERE match_count = 0", false),
        ("insight_jobs", true),
        ("outbox", false),
    ] {
        assert_eq!(count(&test.app, rows).await > 0, wanted, "{rows}");
    }
    // Harken itself reads these items later, and alerts nobody to them.
    let before = count(&test.app, "notifications").await;
    test.poll().await;
    assert_eq!(count(&test.app, "outbox").await, 0);
    assert_eq!(count(&test.app, "notifications").await, before);
}

#[tokio::test]
async fn the_second_account_is_new_and_on_free() {
    let (test, anon) = TestApp::init_with(&["server.demo=true"]).await.anon();
    demo::prepare(&test).await.unwrap();
    let login = json!({"email": demo::FREE_EMAIL, "password": demo::PASSWORD});
    let user = &anon.post("/api/auth/login", login).await.expect(200).json["user"];
    assert_eq!((&user["isPro"], &user["firstSteps"]), (&json!(false), &json!(true)));
    let login = json!({"email": demo::EMAIL, "password": demo::PASSWORD});
    let user = &anon.post("/api/auth/login", login).await.expect(200).json["user"];
    assert_eq!((&user["isPro"], &user["firstSteps"]), (&json!(true), &json!(false)));
}

#[tokio::test]
async fn the_demo_account_follows_feeds_where_these_are_read() {
    let feeds = "server.demo_feeds=http://127.0.0.1:9/one.rss, http://127.0.0.1:9/two.rss";
    for (enabled, wanted) in [("feeds.enabled=true", 2), ("feeds.enabled=false", 0)] {
        let settings = ["server.demo=true", feeds, enabled];
        let test = TestApp::init_with(&settings).await;
        for _ in 0..2 {
            demo::prepare(&test).await.unwrap();
        }
        assert_eq!(count(&test, "user_feeds").await, wanted);
        let listening = "watches w JOIN feeds f ON f.place = ANY (w.subreddits)
            WHERE w.keyword = 'Lumenbase' AND 'all' = ANY (w.subreddits)";
        assert_eq!(count(&test, listening).await, wanted);
    }
}

#[tokio::test]
async fn the_banner_says_how_to_sign_in() {
    // Without an SMTP server, the demo keeps its emails.
    let settings = ["server.demo=true", "mail.backend=file"];
    let test = TestApp::init_with(&settings).await;
    let banner = demo::banner(&test.config, None);
    for part in [
        "http://127.0.0.1:8080\n",
        demo::EMAIL,
        demo::FREE_EMAIL,
        demo::PASSWORD,
        "http://127.0.0.1:8080/demo/mailbox",
        "Ctrl-C",
    ] {
        assert!(banner.contains(part), "{part} is not in {banner}");
    }
    let plain = TestApp::init().await;
    assert_eq!(demo::banner(&plain.config, None), "Harken is ready at http://127.0.0.1:8080");
}

#[tokio::test]
async fn mails_of_the_demo_are_shown_and_cannot_run_anything() {
    let settings = ["server.demo=true", "mail.backend=file"];
    let (test, anon, ada) = TestApp::init_with(&settings).await.with_user().await;
    assert!(anon.get("/demo/mailbox").await.text.contains("No emails yet"));
    let title = "<script>alert(1)</script> für =?utf-8?q?alle?=".to_owned();
    let hostile = Match { title, ..Match::of("rust") };
    let id = test.notify_by_mail(ada.user.id, hostile).await;
    drain_outbox(&test).await;
    let list = anon.get("/demo/mailbox").await;
    assert!(list.text.contains(&format!("/demo/mailbox/{id}")), "{}", list.text);
    assert!(list.text.contains("to reader@example.com"));
    for (path, part) in [
        ("", "sandbox=\"allow-popups"),
        (
            "",
            "<dt>Subject</dt><dd>“rust” in r/rust: &#60;script&#62;alert(1)&#60;/script&#62; für =?utf-8?q?alle?=</dd>",
        ),
        ("", "<dt>From</dt><dd>"),
        ("?view=text", "New post for “rust”"),
        ("?view=raw", "Content-Type: multipart/alternative"),
        ("/html", "<base target=\"_blank\">"),
    ] {
        let page = anon.get(&format!("/demo/mailbox/{id}{path}")).await.expect(200);
        assert!(page.text.contains(part), "{path}: {}", page.text);
        assert!(!page.text.contains("<script"), "{path}: {}", page.text);
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'"), "{policy}");
    }
    for path in ["00000000-0000-7000-8000-000000000000", "..%2f..%2fsecret"] {
        assert_eq!(anon.get(&format!("/demo/mailbox/{path}")).await.status, 404);
    }
}

#[tokio::test]
async fn there_is_no_mailbox_where_mails_are_really_sent() {
    let (_test, anon) = TestApp::init().await.anon();
    let answer = anon.get("/demo/mailbox").await;
    assert!(!answer.text.contains("Demo mailbox"));
}
