//! The stand-in as a reader of the API sees it.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use sims::lemmy::{
    Config, Edit, Fault, FaultKind, Handle, ManualClock, NewComment, NewPost, start,
    start_with_clock,
};

const POSTS: &str = "/api/v3/post/list?type_=All&sort=New";
const COMMENTS: &str = "/api/v3/comment/list?type_=All&sort=New";

async fn get(lemmy: &Handle, path: &str) -> reqwest::Result<(u16, String)> {
    let client = reqwest::Client::builder().no_proxy().build()?;
    let url = format!("{}{path}", lemmy.base_url());
    let answer = client.get(url).send().await?;
    Ok((answer.status().as_u16(), answer.text().await?))
}

async fn read(lemmy: &Handle, path: &str) -> Value {
    let (status, text) = get(lemmy, path).await.unwrap();
    assert_eq!(status, 200, "{path}: {text}");
    serde_json::from_str(&text).unwrap()
}

fn clock() -> Arc<ManualClock> {
    let time = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
    Arc::new(ManualClock::new(time))
}

async fn test() -> Handle {
    start(Config::for_tests()).await.unwrap()
}

/// Returns the ids in a page, by a field of the view.
fn ids(page: &Value, list: &str, what: &str) -> Vec<u64> {
    let views = page[list].as_array().unwrap().iter();
    views.map(|view| view[what]["id"].as_u64().unwrap()).collect()
}

#[tokio::test]
async fn views_are_as_the_api_has_them() {
    let lemmy = start_with_clock(Config::for_tests(), clock()).await.unwrap();
    let post = lemmy.control.post(NewPost {
        creator: Some("ada@far.example".to_owned()),
        community: Some("tea@far.example".to_owned()),
        url: Some("https://example.org/".to_owned()),
        ap_id: Some("https://far.example/post/900".to_owned()),
        ..NewPost::titled("A kettle")
    });
    let comment = lemmy.control.comment(NewComment::on(post, "Does it whistle?"));
    let parent = Some(comment.unwrap());
    let answer = NewComment { parent, ..NewComment::on(post, "It does.") };
    let answer = lemmy.control.comment(answer).unwrap();
    let view = read(&lemmy, &format!("/api/v3/post?id={post}")).await["post_view"].take();
    assert_eq!(view["post"]["ap_id"], "https://far.example/post/900");
    assert_eq!(view["post"]["local"], false);
    assert_eq!(view["post"]["published"], "2027-01-15T08:00:00.000000Z");
    assert_eq!(view["post"].get("body"), None);
    assert_eq!(view["creator"]["actor_id"], "https://far.example/u/ada");
    assert_eq!(view["community"]["actor_id"], "https://far.example/c/tea");
    assert_eq!(view["counts"]["comments"], 2);
    let view = read(&lemmy, &format!("/api/v3/comment?id={answer}")).await["comment_view"].take();
    assert_eq!(view["comment"]["ap_id"], format!("https://lemmy.example/comment/{answer}"));
    assert_eq!(view["comment"]["path"], "0.1.2");
    assert_eq!(view["post"]["name"], "A kettle");
    let found =
        read(&lemmy, "/api/v3/resolve_object?q=https%3A%2F%2Ffar.example%2Fpost%2F900").await;
    assert_eq!(found["post"]["post"]["id"], post);
}

#[tokio::test]
async fn pages_follow_a_cursor_or_a_number() {
    let clock = clock();
    let lemmy = start_with_clock(Config::for_tests(), clock.clone()).await.unwrap();
    for n in 0..5 {
        let post = lemmy.control.post(NewPost { featured: n == 0, ..NewPost::titled("A kettle") });
        lemmy.control.comment(NewComment::on(post, "Tea")).unwrap();
        clock.advance(TimeDelta::seconds(1));
    }
    let first = read(&lemmy, &format!("{POSTS}&limit=2")).await;
    assert_eq!(ids(&first, "posts", "post"), [1, 5], "what is featured stands on top");
    let cursor = first["next_page"].as_str().unwrap();
    // A post made meanwhile shifts nothing.
    lemmy.control.post(NewPost::titled("Another kettle"));
    let second = read(&lemmy, &format!("{POSTS}&limit=2&page_cursor={cursor}")).await;
    assert_eq!(ids(&second, "posts", "post"), [4, 3]);
    let page = |page: u32| format!("{COMMENTS}&limit=2&page={page}");
    assert_eq!(ids(&read(&lemmy, &page(1)).await, "comments", "comment"), [5, 4]);
    // A comment made meanwhile shifts the next page.
    lemmy.control.comment(NewComment::on(1, "More tea")).unwrap();
    assert_eq!(ids(&read(&lemmy, &page(2)).await, "comments", "comment"), [4, 3]);
    lemmy.control.fault(Fault::once("/api/v3/comment/list", FaultKind::Shift(2)));
    assert_eq!(read(&lemmy, &page(9)).await, json!({ "comments": [] }));
    let made = lemmy.control.requests();
    assert_eq!((made["post/list"], made["comment/list"]), (2, 3));
    assert_eq!(get(&lemmy, &format!("{POSTS}&limit=51")).await.unwrap().0, 400);
}

#[tokio::test]
async fn what_is_deleted_or_removed_says_so_or_is_not_there() {
    let lemmy = test().await;
    let post = lemmy.control.post(NewPost::titled("A kettle"));
    let [deleted, removed] = ["Mine", "Buy a kettle"]
        .map(|text| lemmy.control.comment(NewComment::on(post, text)).unwrap());
    let edit = |deleted, removed| Edit {
        deleted: Some(deleted),
        removed: Some(removed),
        ..Edit::default()
    };
    lemmy.control.edit_comment(deleted, edit(true, false)).unwrap();
    lemmy.control.edit_comment(removed, edit(false, true)).unwrap();
    let comments = read(&lemmy, COMMENTS).await;
    let shown = |n: usize| &comments["comments"][n]["comment"];
    assert_eq!(
        (&shown(0)["removed"], &shown(0)["content"]),
        (&json!(true), &json!("Buy a kettle"))
    );
    assert_eq!((&shown(1)["deleted"], &shown(1)["content"]), (&json!(true), &json!("")));
    lemmy.control.edit_post(post, edit(true, false)).unwrap();
    assert_eq!(read(&lemmy, POSTS).await["posts"], json!([]));
    for path in ["/api/v3/post?id=1", "/api/v3/resolve_object?q=https://lemmy.example/post/1"] {
        let (status, text) = get(&lemmy, path).await.unwrap();
        assert!(status == 404 && text.contains("couldnt_find_"), "{status} {text}");
    }
    let edited =
        Edit { title: Some("A teapot".to_owned()), deleted: Some(false), ..Edit::default() };
    lemmy.control.edit_post(post, edited).unwrap();
    let view = read(&lemmy, "/api/v3/post?id=1").await["post_view"].take();
    assert_eq!(view["post"]["name"], "A teapot");
    assert!(view["post"]["updated"].is_string());
}

#[tokio::test]
async fn made_up_items_come_from_the_seed() {
    let config = || Config { backfill: 40, ..Config::for_tests() };
    let (one, two) = (start(config()).await.unwrap(), start(config()).await.unwrap());
    let names = async |lemmy: &Handle| {
        let posts = read(lemmy, POSTS).await["posts"].take();
        let names: Vec<String> =
            posts.as_array().unwrap().iter().map(|view| view["post"]["name"].to_string()).collect();
        names
    };
    let found = names(&one).await;
    assert!(!found.is_empty());
    assert_eq!(found, names(&two).await);
}

#[tokio::test]
async fn it_misbehaves_as_often_as_configured() {
    let lemmy = test().await;
    lemmy.control.post(NewPost::titled("A kettle"));
    let fails = async |fault| {
        lemmy.control.fault(Fault::once("/api/v3/post/list", fault));
        let failed = get(&lemmy, POSTS).await;
        assert_eq!(read(&lemmy, POSTS).await["posts"].as_array().unwrap().len(), 1);
        failed
    };
    assert_eq!(fails(FaultKind::RateLimit(30)).await.unwrap().0, 429);
    assert_eq!(fails(FaultKind::Status(503)).await.unwrap().0, 503);
    for fault in [FaultKind::Truncate, FaultKind::Html, FaultKind::EmptyBody] {
        let (status, text) = fails(fault).await.unwrap();
        assert_eq!(status, 200);
        assert!(serde_json::from_str::<Value>(&text).is_err(), "{fault:?}: {text}");
    }
    assert!(fails(FaultKind::Cut).await.is_err());
    assert!(fails(FaultKind::CutBody).await.is_err());
    let (_, text) = fails(FaultKind::OneOtherShape).await.unwrap();
    let posts: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(posts["posts"].as_array().unwrap().len(), 2);
    assert!(fails(FaultKind::Endless).await.unwrap().1.len() > 9_000_000);
}

#[tokio::test]
async fn items_are_made_over_http_and_have_pages_for_people() {
    let lemmy = test().await;
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    for (path, body, status) in [
        ("posts", json!({ "title": "A <b>kettle</b>" }), 201),
        ("comments", json!({ "post": 1, "content": "Tea" }), 201),
        ("comments", json!({ "post": 9, "content": "Tea" }), 422),
    ] {
        let url = format!("{}/_sim/{path}", lemmy.base_url());
        assert_eq!(client.post(url).json(&body).send().await.unwrap().status(), status, "{body}");
    }
    assert_eq!(read(&lemmy, "/_sim/requests").await, json!({}));
    let (status, page) = get(&lemmy, "/comment/1").await.unwrap();
    assert!(status == 200 && page.contains("Tea") && !page.contains("<b>kettle</b>"), "{page}");
}

#[tokio::test]
async fn old_servers_say_no_zone() {
    let config = Config { bare_times: true, ..Config::for_tests() };
    let lemmy = start(config).await.unwrap();
    lemmy.control.post(NewPost::titled("A kettle"));
    let posts = read(&lemmy, POSTS).await;
    let time = posts["posts"][0]["post"]["published"].as_str().unwrap();
    assert!(time.parse::<DateTime<Utc>>().is_err(), "{time}");
    assert!(time.parse::<chrono::NaiveDateTime>().is_ok(), "{time}");
}
