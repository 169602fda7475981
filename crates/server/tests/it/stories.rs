//! Threads, crossposts and near copies form one story.

use std::collections::{HashMap, HashSet};

use analyser::near::{are_near, bands, near_hash};
use sims::forum::{NewComment, NewPost, State};

use crate::support::prelude::*;

const TEXT: &str = "The handle of my kettle comes off whenever it is full, and the maker says that \
    this is how handles are. I have tried a screw from the drawer, glue from the shed, and asking it \
    nicely. Before I give it away to somebody with thicker gloves: has anyone here repaired one, and \
    with what? It is the two litre model of the year before last, in green, bought second hand from \
    a man who was in a hurry to be rid of it and now I know why he would not look me in the eye.";

async fn reader(test: &ForumTest) -> Uuid {
    let user = test.listener("kettle", &["all"]).await.user;
    test.poll().await;
    user.id
}

fn post(subreddit: &str, title: &str, body: &str) -> NewPost {
    NewPost { body: body.to_owned(), ..NewPost::titled(subreddit, title) }
}

/// Returns story and thread by the item's text: the title of a post, the body of a comment.
async fn stories(test: &ForumTest, reader: Uuid) -> HashMap<String, (String, String)> {
    let ada = test.app.sign_in(reader).await;
    let list = ada.get("/api/notifications?limit=100").await.json;
    let list = list["notifications"].as_array().unwrap().clone();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let story = |one: Value| {
        let named = if one["kind"] == "post" { "title" } else { "content" };
        let ids = (text(&one["storyId"]), text(&one["threadId"]));
        (text(&one["redditPost"][named]), ids)
    };
    list.into_iter().map(story).collect()
}

#[tokio::test]
async fn a_post_its_comments_and_its_crosspost_with_comments_are_one_story() {
    let test = ForumTest::init().await;
    let ada = reader(&test).await;
    let control = &test.forum.control;
    let first = control.post(post("tea", "Which kettle?", "")).unwrap().fullname;
    let passed_on = NewPost {
        crosspost_parent: Some(first.clone()),
        ..post("coffee", "Kettle, passed on", "")
    };
    let passed_on = control.post(passed_on).unwrap().fullname;
    let again = NewPost {
        crosspost_parent: Some(passed_on.clone()),
        ..post("camping", "Kettle, passed on again", "")
    };
    let other = control.post(post("tea", "My kettle", "")).unwrap().fullname;
    test.poll().await;
    let again = control.post(again).unwrap().fullname;
    for (parent, body) in
        [(&first, "kettle one"), (&passed_on, "kettle two"), (&again, "kettle three")]
    {
        control.comment(NewComment::on(parent, body)).unwrap();
    }
    test.poll().await;
    let shown = stories(&test, ada).await;
    let wanted = [
        ("Which kettle?", &first, &first),
        ("kettle one", &first, &first),
        ("Kettle, passed on", &first, &passed_on),
        ("kettle two", &first, &passed_on),
        ("Kettle, passed on again", &first, &again),
        ("kettle three", &first, &again),
        ("My kettle", &other, &other),
    ];
    assert_eq!(shown.len(), wanted.len());
    for (text, story, thread) in wanted {
        assert_eq!(shown[text], (story.clone(), thread.clone()), "{text}");
    }
}

#[tokio::test]
async fn a_near_copy_belongs_to_the_story_of_the_post_that_was_seen_first() {
    let test = ForumTest::init().await;
    let ada = reader(&test).await;
    let control = &test.forum.control;
    let first = control.post(post("tea", "A loose handle", TEXT)).unwrap().fullname;
    test.poll().await;
    test.pass(TimeDelta::days(5));
    // In one batch: a copy with an edit, and a copy of that.
    let edited = format!("{} Thanks!", TEXT.replace("second hand", "**used**"));
    control.post(post("repair", "A loose handle (also in r/tea)", &edited)).unwrap();
    let link = format!("{TEXT}\n\n[Picture](https://pictures.example/kettle.jpg)");
    let copy = control.post(post("diy", "A loose handle", &link)).unwrap().fullname;
    let other = "I sell a kettle in green of which the handle is fine. It holds two litres and is \
        from the year before last; my flat is too small for it, and for most other things that I own.";
    let other = control.post(post("tea", "For sale", other)).unwrap().fullname;
    test.poll().await;
    control.comment(NewComment::on(&copy, "Which kettle is it?")).unwrap();
    test.poll().await;
    let shown = stories(&test, ada).await;
    assert_eq!(shown["A loose handle (also in r/tea)"].0, first);
    assert_eq!(shown["Which kettle is it?"], (first.clone(), copy));
    assert_eq!(shown["For sale"].0, other);

    test.pass(TimeDelta::days(8));
    let late = control.post(post("tools", "A loose handle, years later", TEXT)).unwrap().fullname;
    test.poll().await;
    assert_eq!(stories(&test, ada).await["A loose handle, years later"].0, late);
}

#[tokio::test]
async fn copies_that_come_in_one_batch_are_one_story() {
    let test = ForumTest::init().await;
    let ada = reader(&test).await;
    for subreddit in ["tea", "repair", "diy"] {
        let title = format!("Handle, asked in {subreddit}");
        test.make(post(subreddit, &title, TEXT));
    }
    test.poll().await;
    let shown = stories(&test, ada).await;
    let distinct: HashSet<&String> = shown.values().map(|(story, _)| story).collect();
    assert_eq!((shown.len(), distinct.len()), (3, 1));
}

#[tokio::test]
async fn nothing_is_compared_with_a_text_that_was_removed() {
    let test = ForumTest::init().await;
    let ada = reader(&test).await;
    let control = &test.forum.control;
    let first = control.post(post("tea", "A loose handle", TEXT)).unwrap().fullname;
    test.poll().await;
    control.set_state(&first, State::Deleted);
    test.pass(TimeDelta::hours(2));
    test.recheck().run_due().await.unwrap();
    assert_eq!(test.count("near_bands").await, 0);
    let copy = control.post(post("diy", "The handle once more", TEXT)).unwrap().fullname;
    test.poll().await;
    assert_eq!(stories(&test, ada).await["The handle once more"].0, copy);
}

/// Real discussions, where they are available: only near copies are grouped.
#[test]
fn of_recorded_posts_only_copies_are_near() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/reddit/items.ndjson");
    let Ok(lines) = std::fs::read_to_string(path) else {
        eprintln!("skipped: no recorded items at {path}");
        return;
    };
    let mut seen: HashMap<i32, Vec<usize>> = HashMap::new();
    let mut posts: Vec<(u64, String)> = Vec::new();
    let (mut all, mut pairs) = (0, Vec::new());
    for line in lines.lines() {
        let item: Value = serde_json::from_str(line).unwrap();
        let text = |field: &str| item[field].as_str().unwrap_or_default().to_owned();
        if item["kind"] != "post" {
            continue;
        }
        all += 1;
        let Some(hash) = near_hash(&text("title"), &text("body")) else {
            continue;
        };
        let place = posts.len();
        let others: HashSet<usize> =
            bands(hash).iter().flat_map(|band| seen.entry(*band).or_default().clone()).collect();
        pairs
            .extend(others.into_iter().filter(|o| are_near(hash, posts[*o].0)).map(|o| (o, place)));
        for band in bands(hash) {
            seen.entry(band).or_default().push(place);
        }
        posts.push((hash, format!("{} {}", text("title"), text("body"))));
    }
    println!(
        "{} of {all} posts are long enough; {} pairs are near copies",
        posts.len(),
        pairs.len()
    );
    for (a, b) in pairs {
        let words = |place: usize| -> HashSet<String> {
            posts[place].1.to_lowercase().split_whitespace().map(str::to_owned).collect()
        };
        let (one, other) = (words(a), words(b));
        let shared = one.intersection(&other).count() as f64 / one.union(&other).count() as f64;
        println!("  {shared:.2} {:.80} | {:.80}", posts[a].1, posts[b].1);
        assert!(shared > 0.6, "{} | {}", posts[a].1, posts[b].1);
    }
}
