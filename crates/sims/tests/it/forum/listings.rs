//! Listings: pages, cursors, escaping, and the states of items.

use chrono::TimeDelta;
use sims::forum::{Config, LostCursor, NewComment, NewPost, State};

use super::support::Forum;

#[tokio::test]
async fn pages_follow_each_other_without_gap_or_overlap() {
    let forum = Forum::empty().await;
    let mut made: Vec<String> = (0..25).map(|n| forum.post("rust", &format!("post {n}"))).collect();
    made.reverse();
    let mut read = Vec::new();
    let mut after = String::new();
    loop {
        let page = forum.get(&format!("/r/rust/new?limit=10&after={after}")).await;
        read.extend(page.names());
        match page.json()["data"]["after"].as_str() {
            Some(next) => next.clone_into(&mut after),
            None => break,
        }
    }
    assert_eq!(read, made);
}

#[tokio::test]
async fn a_page_holds_25_items_unless_asked_and_never_more_than_100() {
    let forum = Forum::empty().await;
    for n in 0..150 {
        forum.post("rust", &format!("post {n}"));
    }
    assert_eq!(forum.get("/r/rust/new").await.names().len(), 25);
    assert_eq!(forum.get("/r/rust/new?limit=500").await.names().len(), 100);
    assert_eq!(forum.get("/r/rust/new?limit=nonsense").await.names().len(), 25);
}

#[tokio::test]
async fn no_listing_reaches_further_back_than_1000_items() {
    let forum = Forum::empty().await;
    for n in 0..1_050 {
        forum.post("rust", &format!("post {n}"));
    }
    let (mut seen, mut after) = (0, String::new());
    loop {
        let page = forum.get(&format!("/r/rust/new?limit=100&after={after}")).await;
        seen += page.names().len();
        match page.json()["data"]["after"].as_str() {
            Some(next) => next.clone_into(&mut after),
            None => break,
        }
    }
    assert_eq!(seen, 1_000);
}

#[tokio::test]
async fn before_gives_what_is_newer_than_the_cursor() {
    let forum = Forum::empty().await;
    let old = forum.post("rust", "old");
    assert!(forum.get(&format!("/r/rust/new?before={old}")).await.names().is_empty());
    let newer = forum.post("rust", "newer");
    assert_eq!(forum.get(&format!("/r/rust/new?before={old}")).await.names(), [newer]);
}

#[tokio::test]
async fn a_multi_listing_covers_its_subreddits_in_any_case_and_leaves_out_closed_ones() {
    let forum = Forum::empty().await;
    let rust = forum.post("rust", "in rust");
    let home = forum.post("homelab", "in homelab");
    forum.post("webdev", "elsewhere");
    let names = forum.get("/r/RUST+homelab+freegiftcards+nosuchplace/new.json").await.names();
    assert_eq!(names, [home, rust]);
}

#[tokio::test]
async fn a_cursor_that_has_gone_gives_an_empty_page_or_the_newest_one() {
    for (lost, expected) in [(LostCursor::Empty, 0), (LostCursor::Restart, 1)] {
        let forum = Forum::with(Config { lost_cursor: lost, ..Config::for_tests() }).await;
        forum.post("rust", "stays");
        let gone = forum.post("rust", "goes");
        assert!(forum.sim.set_state(&gone, State::Deleted));
        let page = forum.get(&format!("/r/rust/new?after={gone}")).await;
        assert_eq!(page.names().len(), expected);
    }
}

#[tokio::test]
async fn texts_are_escaped_unless_raw_json_is_asked_for() {
    let forum = Forum::empty().await;
    let new =
        NewPost { body: "a < b && c > d".into(), ..NewPost::titled("rust", "Vec<T> & friends") };
    forum.sim.post(new).unwrap();
    let escaped = forum.get("/r/rust/new").await.json();
    let post = &escaped["data"]["children"][0]["data"];
    assert_eq!(post["title"], "Vec&lt;T&gt; &amp; friends");
    assert_eq!(post["selftext"], "a &lt; b &amp;&amp; c &gt; d");
    assert!(post["selftext_html"].as_str().unwrap().starts_with("&lt;div class=\"md\"&gt;"));
    let raw = forum.get("/r/rust/new?raw_json=1").await.json();
    assert_eq!(raw["data"]["children"][0]["data"]["title"], "Vec<T> & friends");
}

#[tokio::test]
async fn pinned_posts_are_on_top_of_their_own_first_page_only() {
    let forum = Forum::with(Config { stickied: true, ..Config::for_tests() }).await;
    let post = forum.post("rust", "a new one");
    let own = forum.get("/r/rust/new").await.json();
    assert_eq!(own["data"]["children"][0]["data"]["stickied"], true);
    assert_eq!(own["data"]["children"][1]["data"]["name"], post.as_str());
    let several = forum.get("/r/rust+webdev/new").await.names();
    assert_eq!(several, [post.as_str()]);
    assert_eq!(forum.get("/r/all/new").await.names(), [post]);
}

#[tokio::test]
async fn deleted_and_removed_items_leave_the_listings_and_are_marked_by_id() {
    let forum = Forum::empty().await;
    let deleted = forum.post("rust", "one");
    let removed = forum.post("rust", "two");
    forum.sim.set_state(&deleted, State::Deleted);
    forum.sim.set_state(&removed, State::Removed);
    assert!(forum.get("/r/rust/new").await.names().is_empty());
    let found = forum.get(&format!("/api/info?id={deleted},{removed},t1_nope")).await.json();
    let [one, two] = found["data"]["children"].as_array().unwrap().as_slice() else {
        panic!("two items: {found}")
    };
    assert_eq!(
        (&one["data"]["author"], &one["data"]["selftext"]),
        (&"[deleted]".into(), &"[deleted]".into())
    );
    assert_eq!(
        (&two["data"]["author"], &two["data"]["selftext"]),
        (&"visitor".into(), &"[removed]".into())
    );
}

#[tokio::test]
async fn an_edit_shows_its_time_and_the_new_text() {
    let forum = Forum::empty().await;
    let name = forum.post("rust", "one");
    let before = forum.get(&format!("/api/info?id={name}")).await.json();
    assert_eq!(before["data"]["children"][0]["data"]["edited"], false);
    forum.clock.advance(TimeDelta::seconds(60));
    assert!(forum.sim.edit(&name, "new text", None));
    let after = forum.get(&format!("/api/info?id={name}")).await.json();
    let post = &after["data"]["children"][0]["data"];
    assert_eq!(post["edited"], 1_790_000_060.0);
    assert_eq!(post["selftext"], "new text");
}

#[tokio::test]
async fn a_comment_names_its_post_and_what_it_answers() {
    let forum = Forum::empty().await;
    let post = forum.post("rust", "a post");
    let new = NewComment::on(&post, "hi");
    let first = forum.sim.comment(new.clone()).unwrap();
    let second =
        forum.sim.comment(NewComment { parent: Some(first.fullname.clone()), ..new }).unwrap();
    let listing = forum.get("/r/rust/comments?raw_json=1").await.json();
    let newest = &listing["data"]["children"][0]["data"];
    assert_eq!(newest["name"], second.fullname.as_str());
    assert_eq!(newest["link_id"], post.as_str());
    assert_eq!(newest["parent_id"], first.fullname.as_str());
    assert_eq!(newest["link_title"], "a post");
    assert_eq!(newest["permalink"], second.permalink.as_str());
    let posts = forum.get("/r/rust/new").await.json();
    assert_eq!(posts["data"]["children"][0]["data"]["num_comments"], 2);
}
