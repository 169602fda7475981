//! An edit does the same on each site that can be asked: what it newly mentions alerts, alerts show the current
//! text and mark what matches in it, and a text that was taken out is not kept.

use sims::forum::NewPost;

use crate::support::bluesky::BlueskyTest;
use crate::support::hacker_news::HackerNewsTest;
use crate::support::lemmy::LemmyTest;
use crate::support::prelude::*;

const BOTH: &str = "A kettle beside a teapot";
const KETTLE: &str = "It is a kettle after all";
const NEITHER: &str = "My address was in here";

/// Adds a user who watches a place for kettles and teapots.
async fn watcher(app: &TestApp, place: &str) -> SignedIn {
    let user = app.new_user("ada@example.com").await;
    for keyword in ["kettle", "teapot"] {
        add_watch(app, user.user.id, keyword, &[place]).await;
    }
    user
}

/// Returns the keyword, the text and the marked words of each notification, sorted.
async fn shown(app: &TestApp, user: Uuid) -> Vec<(String, String, Vec<String>)> {
    let client = app.sign_in(user).await;
    let answer = client.get("/api/notifications").await;
    let shown = answer.json["notifications"].as_array().unwrap().iter().map(|one| {
        let post = &one["redditPost"];
        let text = |field: &str| post[field].as_str().unwrap().to_owned();
        let marked = one["matches"].as_array().unwrap().iter().map(|span| {
            let text = text(if span["field"] == json!("title") { "title" } else { "content" });
            let at = |end: &Value| usize::try_from(end.as_u64().unwrap()).unwrap();
            text[at(&span["start"])..at(&span["end"])].to_owned()
        });
        let whole = if post["content"] == json!("") { text("title") } else { text("content") };
        (one["matchedKeyword"].as_str().unwrap().to_owned(), whole, marked.collect())
    });
    let mut shown: Vec<_> = shown.collect();
    shown.sort();
    shown
}

fn alert(keyword: &str, text: &str) -> (String, String, Vec<String>) {
    let marked = text.contains(keyword).then(|| keyword.to_owned());
    (keyword.to_owned(), text.to_owned(), marked.into_iter().collect())
}

/// Checks what is shown after `BOTH` replaced a text with a kettle, and `KETTLE` one without.
async fn assert_alerts(app: &TestApp, user: &SignedIn) {
    let wanted = [alert("kettle", BOTH), alert("kettle", KETTLE), alert("teapot", BOTH)];
    assert_eq!(shown(app, user.user.id).await, wanted);
    assert_eq!(count(app, "recent_items").await, 2);
}

/// Checks what is shown after `NEITHER` replaced `BOTH`.
async fn assert_taken_out(app: &TestApp, user: &SignedIn) {
    let wanted = [alert("kettle", KETTLE), alert("kettle", NEITHER), alert("teapot", NEITHER)];
    assert_eq!(shown(app, user.user.id).await, wanted);
}

#[tokio::test]
async fn an_edit_on_reddit() {
    let test = ForumTest::init().await;
    let user = watcher(&test.app, "tea").await;
    test.poll().await;
    let text = |body: &str| NewPost { body: body.to_owned(), ..NewPost::titled("tea", "Look") };
    let [matched, other] = ["A kettle", "Nothing of that"].map(|body| test.make(text(body)));
    test.poll().await;
    assert!(test.forum.control.edit(&matched, BOTH, None));
    assert!(test.forum.control.edit(&other, KETTLE, None));
    let polled = test.poll().await;
    let alerts: usize = polled.iter().map(|polled| polled.stored.notifications).sum();
    assert_eq!(alerts, 2, "{polled:?}");
    assert_alerts(&test.app, &user).await;
    // Later the listing no longer has it, and the next check finds the edit.
    assert!(test.forum.control.edit(&matched, NEITHER, None));
    test.pass(TimeDelta::hours(2));
    test.recheck().run_due().await.unwrap();
    assert_taken_out(&test.app, &user).await;
}

#[tokio::test]
async fn an_edit_on_hacker_news() {
    let test = HackerNewsTest::init().await;
    let user = watcher(&test.app, "news.ycombinator.com").await;
    let matched = test.story("A kettle");
    let other = test.story("Nothing of that");
    test.read().await;
    let title = |title: &str| sims::hacker_news::Edit {
        title: Some(title.to_owned()),
        ..sims::hacker_news::Edit::default()
    };
    test.site.control.edit(matched, title(BOTH)).unwrap();
    test.site.control.edit(other, title(KETTLE)).unwrap();
    // What has changed is asked for twice a minute.
    test.pass(TimeDelta::seconds(30));
    test.read().await;
    test.look().await;
    assert_alerts(&test.app, &user).await;
    test.site.control.edit(matched, title(NEITHER)).unwrap();
    test.pass(TimeDelta::seconds(30));
    test.read().await;
    test.look().await;
    assert_taken_out(&test.app, &user).await;
}

#[tokio::test]
async fn an_edit_on_lemmy() {
    let test = LemmyTest::init().await;
    let user = watcher(&test.app, "join-lemmy.org").await;
    let post = test.post("Look");
    let matched = test.comment(post, "A kettle");
    let other = test.comment(post, "Nothing of that");
    test.read().await;
    let text = |text: &str| sims::lemmy::Edit {
        text: Some(text.to_owned()),
        ..sims::lemmy::Edit::default()
    };
    test.lemmy().edit_comment(matched, text(BOTH)).unwrap();
    test.lemmy().edit_comment(other, text(KETTLE)).unwrap();
    test.read().await;
    let wanted = [alert("kettle", BOTH), alert("kettle", KETTLE), alert("teapot", BOTH)];
    assert_eq!(shown(&test.app, user.user.id).await, wanted);
    // Later the listing is not read back to it, and the next check finds the edit.
    test.lemmy().edit_comment(matched, text(NEITHER)).unwrap();
    test.pass(TimeDelta::hours(2));
    test.look().await;
    assert_taken_out(&test.app, &user).await;
}

#[tokio::test]
async fn an_edit_on_bluesky() {
    let test = BlueskyTest::init().await;
    let user = watcher(&test.app, "bsky.app").await;
    let mut session = test.open().await;
    let matched = test.post("A kettle");
    let other = test.post("Nothing of that");
    test.read(&mut session).await;
    test.site.control.edit(&matched, BOTH).unwrap();
    test.site.control.edit(&other, KETTLE).unwrap();
    assert_eq!(test.read(&mut session).await.stored.notifications, 2);
    assert_alerts(&test.app, &user).await;
    test.site.control.edit(&matched, NEITHER).unwrap();
    test.read(&mut session).await;
    assert_taken_out(&test.app, &user).await;
}

#[tokio::test]
async fn an_edit_of_what_is_old_alerts_nobody() {
    let test = BlueskyTest::init().await;
    let user = watcher(&test.app, "bsky.app").await;
    let mut session = test.open().await;
    let matched = test.post("A kettle");
    test.read(&mut session).await;
    test.pass(TimeDelta::days(8));
    test.site.control.edit(&matched, BOTH).unwrap();
    assert_eq!(test.read(&mut session).await.stored.notifications, 0);
    assert_eq!(shown(&test.app, user.user.id).await, [alert("kettle", BOTH)]);
}
