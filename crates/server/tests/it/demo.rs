use harken::run::demo;
use serde_json::json;

use crate::support::app::TestApp;
use crate::support::forum::count;
use crate::support::jobs::drain_outbox;
use crate::support::matches::Match;

#[tokio::test]
async fn the_demo_account_can_sign_in_and_has_three_watches_after_any_number_of_starts() {
    let (test, anon) = TestApp::init_with(&["server.demo=true"]).await.anon();
    for _ in 0..2 {
        demo::prepare(&test).await.unwrap();
    }
    let login = json!({"email": demo::EMAIL, "password": demo::PASSWORD});
    let mut client = anon.clone();
    let answer = anon.post("/api/auth/login", login).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    client.token = answer.json["token"].as_str().map(str::to_owned);
    let watches = client.get("/api/keywords").await.json;
    assert_eq!((&watches["total"], &watches["active"]), (&json!(3), &json!(3)));
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
    let hostile = Match { title: "<script>alert(1)</script>".to_owned(), ..Match::of("rust") };
    let id = test.notify_by_mail(ada.user.id, hostile).await;
    drain_outbox(&test).await;
    let list = anon.get("/demo/mailbox").await;
    assert!(list.text.contains(&format!("/demo/mailbox/{id}")), "{}", list.text);
    assert!(list.text.contains("to reader@example.com"));
    for (path, part) in [
        ("", "sandbox=\"allow-popups"),
        ("?view=text", "New post for “rust”"),
        ("?view=raw", "Content-Type: multipart/alternative"),
        ("/html", "<base target=\"_blank\">"),
    ] {
        let page = anon.get(&format!("/demo/mailbox/{id}{path}")).await;
        assert_eq!(page.status, 200);
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
