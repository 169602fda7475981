//! The appearance of a digest.

use axum::http::Request;
use platform::sources::ForumItem;
use sims::smtp::Message;

use super::Digests;
use crate::support::outbox::redact;
use crate::support::prelude::*;

/// Returns an email's text without the parts that differ in each run.
fn shown(test: &TestApp, user: uuid::Uuid, text: Option<&str>) -> String {
    let token = test.secrets.unsubscribe_token(user);
    let text = text.unwrap().replace(&token, "[token]");
    let text = redact(&text, "/api/alerts/", "[token]");
    redact(&text, "/notifications/message/", "[id]")
}

/// Returns a text with its broken lines joined.
fn unwrapped(text: &str) -> String {
    text.replace('\r', "").replace("\n  ", " ")
}

#[tokio::test]
async fn a_digest_looks_like_its_snapshot() {
    let test = Digests::at("2026-11-21T15:10:00Z").await;
    let ada = test.user("ada@example.com", "email_frequency = 'hourly'").await;
    test.watch(ada, "kettle").await;
    test.watch(ada, "tea & cake").await;
    let mut items: Vec<_> = (0..12)
        .map(|n| {
            test.item(&format!("Kettle {n} of twelve"), &format!("t3_{n}"), &format!("t3_{n}"))
        })
        .collect();
    let comment = |n: usize| ForumItem {
        kind: matcher::Kind::Comment,
        body: format!("I have tea & cake with it, always, comment {n}"),
        ..test.item("Which one to buy?", &format!("t1_{n}"), "t3_thread")
    };
    items.extend((0..3).map(comment));
    test.store(items).await;
    test.go_to("2026-11-21T16:00:00Z");
    let mails = test.new_mails().await;
    let mail = &mails[0];
    assert_eq!(mail.subject, "15 new matches for 2 keywords");
    assert_eq!(mail.header("references"), None);
    assert_eq!(mail.header("list-unsubscribe-post"), Some("List-Unsubscribe=One-Click"));
    let link = mail.header("list-unsubscribe").unwrap();
    assert!(link.starts_with("<https://harken.example/api/unsubscribe/"));
    let app = &test.mail.app;
    insta::assert_snapshot!("digest_text", shown(app, ada, mail.text.as_deref()));
    insta::assert_snapshot!("digest_html", shown(app, ada, mail.html.as_deref()));
}

#[tokio::test]
async fn the_links_of_a_digest_open_their_match_and_act_on_it_without_a_session() {
    let test = Digests::at("2026-11-21T15:10:00Z").await;
    let ada = test.mail.app.new_user("ada@example.com").await;
    test.sql("UPDATE users SET email_frequency = 'hourly'").await;
    test.watch(ada.user.id, "kettle").await;
    test.posts(&["An old kettle".to_owned(), "A new kettle".to_owned()]).await;
    test.go_to("2026-11-21T16:00:00Z");
    let mails = test.new_mails().await;
    let text = mails[0].text.as_deref().unwrap();
    let (_, story) = text.split_once("- An old *kettle*").unwrap();
    let link = |label: &str| {
        let (_, after) = story.split_once(label).unwrap();
        let url = after.split_whitespace().next().unwrap();
        url.strip_prefix("https://harken.example").unwrap().to_owned()
    };
    let html = mails[0].html.as_deref().unwrap();
    let [open, not_relevant, less] =
        ["Open in Harken:", "Not relevant:", "Mute or snooze:"].map(link);
    for link in [&open, &not_relevant, &format!("{less}#mute"), &format!("{less}#snooze")] {
        assert!(html.contains(&format!("href=\"https://harken.example{link}\"")), "{link}");
    }
    // The page asks the API for what the address names.
    let id = open.strip_prefix("/notifications/message/").unwrap();
    // Her session has ended since.
    let ada = test.mail.app.sign_in(ada.user.id).await;
    let listed = ada.get(&format!("/api/notifications?digest={id}")).await.expect(200);
    let titles = |listed: &Value| {
        let listed = listed["notifications"].as_array().unwrap().iter();
        listed.map(|one| one["redditPost"]["title"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(titles(&listed.json), ["An old kettle"]);
    let mut anon = ada.clone();
    anon.token = None;
    let page = anon.get(&less).await.expect(200);
    for part in ["An old kettle", "id=\"mute\"", "id=\"snooze\""] {
        assert!(page.text.contains(part), "{part}");
    }
    let post = Request::post(&not_relevant).body(Body::empty()).unwrap();
    assert_eq!(anon.send_raw(post).await.status, 204);
    let left = ada.get("/api/notifications?status=unread").await.json;
    assert_eq!(titles(&left), ["A new kettle"]);
}

#[tokio::test]
async fn a_digest_is_no_longer_than_mail_programs_show() {
    let test = Digests::at("2026-11-21T15:10:00Z").await;
    let ada = test.user("ada@example.com", "email_frequency = 'hourly'").await;
    let keywords: Vec<_> = (0..25).map(|n| format!("kettle{n}")).collect();
    for keyword in &keywords {
        test.watch(ada, keyword).await;
    }
    let items = (0..12).map(|n| ForumItem {
        // Copies of each other would be one story.
        body: format!(
            "{} \"<&>\" [x](https://a.example/) {}",
            keywords.join(" "),
            (0..100).map(|word| format!("word{n}x{word} ")).collect::<String>()
        ),
        ..test.item(
            &format!("{n} {}", "\"<&>\" ".repeat(40)),
            &format!("t3_{n}"),
            &format!("t3_{n}"),
        )
    });
    test.store(items.collect()).await;
    test.go_to("2026-11-21T16:00:00Z");
    let mails = test.new_mails().await;
    assert_eq!(mails[0].subject, "300 new matches for 25 keywords");
    let html = mails[0].html.as_deref().unwrap();
    assert!((30_000..=100_000).contains(&html.len()), "{}", html.len());
    // What is left out is counted.
    let text = unwrapped(mails[0].text.as_deref().unwrap());
    let shown = text.lines().filter(|line| line.starts_with("- ")).count();
    let more = |line: &str| line.strip_prefix("And ")?.split(' ').next()?.parse::<usize>().ok();
    let sections = text.lines().filter(|line| line.ends_with(": 12 matches")).count();
    let more_matches: usize =
        text.lines().filter(|line| line.contains(" more:")).filter_map(more).sum();
    let more_keywords: usize =
        text.lines().filter(|line| line.contains(" more keywords:")).filter_map(more).sum();
    assert_eq!((shown + more_matches, sections + more_keywords), (sections * 12, 25), "{text}");
}

#[tokio::test]
async fn what_else_a_user_should_know_is_at_the_foot_of_what_waited() {
    let test = Digests::at("2026-11-21T15:10:00Z").await;
    let ada = test.user("ada@example.com", "burst_limit = 2").await;
    test.watch(ada, "kettle").await;
    test.sql(&format!(
        "INSERT INTO endpoints (id, user_id, channel, name, target, fingerprint, shown, created_at,
                                failing_since, paused_at)
         VALUES (gen_random_uuid(), '{ada}', 'slack', 'Team <b>', '', sha256('x'), 'x', now(),
                 '2026-11-20T09:30:00Z', '2026-11-21T09:30:00Z')"
    ))
    .await;
    let titles: Vec<_> = (0..4).map(|n| format!("kettle {n}")).collect();
    test.posts(&titles).await;
    let notice = "“Team <b>” (Slack) has received nothing since 20 November, 09:30. It is paused.";
    let at_once = test.new_mails().await;
    assert!(!at_once[0].text.as_deref().unwrap().contains("Worth knowing"));
    test.go_to("2026-11-21T16:00:00Z");
    let later = test.new_mails().await;
    let text = later[0].text.as_deref().unwrap();
    let said = format!("\nWorth knowing:\n- {notice}\n");
    assert!(unwrapped(text).contains(&said), "{text}");
    let html = later[0].html.as_deref().unwrap();
    assert!(html.contains("Worth knowing") && !html.contains("Team <b>"), "{html}");
}

#[tokio::test]
async fn a_story_says_where_else_it_is_and_feeds_are_called_by_their_titles() {
    const BLOG: &str = "feed/blog.example/0a1b2c3d";
    let test = Digests::at("2026-11-21T15:10:00Z").await;
    let hourly = "email_frequency = 'hourly'";
    let reader = test.user("reader@example.com", hourly).await;
    let other = test.user("other@example.com", hourly).await;
    test.sql("INSERT INTO feed_hosts VALUES ('blog.example', now())").await;
    test.sql(&format!(
        "WITH feed AS (
             INSERT INTO feeds (id, place, origin, address, host, title, created_at, next_poll_at, interval_seconds)
             VALUES (gen_random_uuid(), '{BLOG}', 'https://blog.example/', 'https://blog.example/',
                     'blog.example', 'Kettles <i>&\n Co', now(), now(), 300) RETURNING id)
         INSERT INTO user_feeds SELECT '{reader}', id, now() FROM feed"
    ))
    .await;
    for user in [reader, other] {
        add_watch(&test.mail.app, user, "kettle", &["rust", "tea", BLOG]).await;
    }
    let places = ["tea", BLOG, "rust", "tea"];
    let items = places.iter().enumerate().map(|(n, place)| ForumItem {
        kind: matcher::Kind::Comment,
        subreddit: (*place).to_owned(),
        body: "My kettle sings".to_owned(),
        ..test.item("Which one?", &format!("t1_{n}"), "t3_thread")
    });
    test.store(items.collect()).await;
    test.go_to("2026-11-21T16:00:00Z");
    let mails = test.new_mails().await;
    let mail_to = |address: &str| {
        let to = |mail: &&Arc<Message>| mail.header("to") == Some(address);
        mails.iter().find(to).unwrap()
    };
    let mail = mail_to("reader@example.com");
    let text = unwrapped(mail.text.as_deref().unwrap());
    let said = ", 4 matches, also in r/rust and on Kettles <i>& Co";
    assert!(text.contains(said), "{text}");
    let html = mail.html.as_deref().unwrap();
    assert!(html.contains("also in r/rust and on Kettles &#60;i&#62;&#38; Co"), "{html}");
    // The feeds that other users follow are not shown.
    let text = unwrapped(mail_to("other@example.com").text.as_deref().unwrap());
    assert!(text.contains("also in r/rust and on blog.example"), "{text}");
}

#[tokio::test]
async fn hostile_texts_stay_text_in_a_digest() {
    let test = Digests::at("2026-11-21T15:10:00Z").await;
    let ada = test.user("ada@example.com", "email_frequency = 'hourly'").await;
    test.watch(ada, "<b>kettle").await;
    let mut hostile = test.item(
        "</title><script>alert(1)</script>\r\nBcc: all@example.com <b>kettle",
        "t3_1",
        "t3_1",
    );
    hostile.subreddit = "tea\"><i>".to_owned();
    hostile.author = "<img src=x>".to_owned();
    hostile.url = "javascript:alert(1)".to_owned();
    test.store(vec![hostile]).await;
    test.go_to("2026-11-21T16:00:00Z");
    let mails = test.new_mails().await;
    let mail = &mails[0];
    assert_eq!(mail.subject, "1 new match for “<b>kettle”");
    assert_eq!((mail.to.len(), mail.header("bcc")), (1, None));
    let html = mail.html.as_deref().unwrap();
    for raw in ["<script>", "<img", "</title><s", "<b>", "<i>", "javascript:"] {
        assert!(!html.contains(raw), "{raw} in {html}");
    }
    assert!(!mail.text.as_deref().unwrap().contains("javascript:"));
}
