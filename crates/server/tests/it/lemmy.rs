//! Lemmy is read back page by page, from stand-ins of instances that fail as real ones do.

use sims::lemmy::{Config, Edit, Fault, FaultKind, NewComment, NewPost};

use crate::support::lemmy::{LemmyTest, PLACE, read_once, reader};
use crate::support::prelude::*;

const POSTS: &str = "/api/v3/post/list";
const COMMENTS: &str = "/api/v3/comment/list";

fn gone() -> Edit {
    Edit { deleted: Some(true), ..Edit::default() }
}

#[tokio::test]
async fn posts_and_comments_are_stored_once_with_thread_community_and_link() {
    let test = LemmyTest::init().await;
    let post = test.lemmy().post(NewPost {
        body: Some("It **whistles**".to_owned()),
        url: Some("https://kettle.example/x".to_owned()),
        community: Some("Tea@far.example".to_owned()),
        creator: Some("ada@far.example".to_owned()),
        ap_id: Some("https://far.example/post/900".to_owned()),
        ..NewPost::titled("A kettle")
    });
    let comment = test.comment(post, "Does it?");
    let read = test.read().await;
    assert_eq!((read[0].pages, read[0].stored.new_items), (2, 2), "{read:?}");
    let base = test.site[0].base_url();
    let posts = format!(
        "recent_items WHERE forum_id = 'lemmy:https://far.example/post/900' AND thread_id = forum_id
             AND title = 'A kettle' AND body = 'It **whistles**' AND author = 'ada@far.example'
             AND subreddit = 'c/tea@far.example' AND kind = 'post'
             AND link = 'https://kettle.example/x' AND url = '{base}/post/{post}'"
    );
    assert_eq!(test.count(&posts).await, 1);
    let comments = format!(
        "recent_items WHERE forum_id = 'lemmy:https://lemmy.example/comment/{comment}'
             AND thread_id = 'lemmy:https://far.example/post/900' AND title = 'A kettle'
             AND subreddit = 'c/tea@far.example' AND kind = 'comment'
             AND url = '{base}/comment/{comment}'"
    );
    assert_eq!(test.count(&comments).await, 1);
    // Nothing is due at first, and then nothing is new.
    assert_eq!(read_once(&test.reader).await, None);
    assert_eq!(test.read().await[0].stored.new_items, 0);
}

#[tokio::test]
async fn the_same_post_of_two_instances_is_one() {
    let configs = ["one.example", "two.example"]
        .map(|host| Config { host: host.to_owned(), ..Config::for_tests() });
    let test = LemmyTest::init_with(configs.to_vec()).await;
    assert_eq!(test.read_now().await.len(), 2);
    test.listener("kettle").await;
    let [one, two] = [0, 1].map(|n| &test.site[n].control);
    let post = one.post(NewPost {
        community: Some("tea@one.example".to_owned()),
        ..NewPost::titled("A kettle")
    });
    // Numbers differ between instances.
    two.post(NewPost::titled("Another one"));
    let copy = two.post(NewPost {
        community: Some("tea@one.example".to_owned()),
        ap_id: one.find_post(post).map(|post| post.ap_id),
        ..NewPost::titled("A kettle")
    });
    assert_ne!(post, copy);
    let read = test.read().await;
    let new: Vec<usize> = read.iter().map(|read| read.stored.new_items).collect();
    assert_eq!((new.iter().sum::<usize>(), read.len()), (2, 2), "{read:?}");
    assert_eq!(test.count("notifications").await, 1);
    // The post exists as long as one of them has it.
    one.edit_post(post, gone()).unwrap();
    test.pass(TimeDelta::hours(1));
    let looked = test.look().await;
    assert_eq!((looked[0].asked, looked[0].missing), (1, 0), "{looked:?}");
    two.edit_post(copy, gone()).unwrap();
    test.pass(TimeDelta::hours(2));
    assert_eq!(test.look().await[0].missing, 1);
}

#[tokio::test]
async fn instances_take_turns_so_that_what_both_list_is_found_in_half_the_time() {
    let configs = ["one.example", "two.example"]
        .map(|host| Config { host: host.to_owned(), ..Config::for_tests() });
    let test = LemmyTest::init_with(configs.to_vec()).await;
    assert_eq!(test.read_now().await.len(), 2);
    let mut asked = Vec::new();
    for n in 0..8 {
        let [one, two] = [0, 1].map(|n| &test.site[n].control);
        let post = one.post(NewPost::titled(&format!("Kettle {n}")));
        let ap_id = one.find_post(post).map(|post| post.ap_id);
        two.post(NewPost { ap_id, ..NewPost::titled(&format!("Kettle {n}")) });
        test.pass(TimeDelta::seconds(15));
        let read = test.read_now().await;
        assert_eq!((read.len(), read[0].stored.new_items), (1, 1), "{read:?}");
        asked.push(read[0].address.clone());
    }
    assert!(asked.windows(2).all(|two| two[0] != two[1]), "{asked:?}");
}

#[tokio::test]
async fn what_was_there_before_alerts_nobody() {
    let config = Config { backfill: 200, ..Config::for_tests() };
    let test = LemmyTest::init_with(vec![config]).await;
    let user = test.app.new_user("ada@example.com").await.user.id;
    let watch = test.watch(user, "kettle").await;
    let post = test.post("An old kettle");
    test.comment(post, "My old kettle");
    let read = &test.read_now().await[0];
    assert_eq!((read.pages, read.stored.notifications), (2, 0), "{read:?}");
    assert!(read.stored.new_items > 50, "{read:?}");
    test.comment(post, "My new kettle");
    assert_eq!(test.read().await[0].stored.notifications, 1);
    let found = format!("notifications WHERE watch_id = '{watch}'");
    assert_eq!(test.count(&found).await, 1);
}

#[tokio::test]
async fn after_a_stop_of_hours_it_is_read_back() {
    let test = LemmyTest::init().await;
    for n in 0..8 {
        test.pass(TimeDelta::minutes(30));
        let post = test.post(&format!("Post {n}"));
        for n in 0..20 {
            test.comment(post, &format!("Comment {n}"));
        }
    }
    // Numbered pages shift meanwhile.
    test.lemmy().fault(Fault { times: 3, ..Fault::once(COMMENTS, FaultKind::Shift(3)) });
    let read = &test.read().await[0];
    assert_eq!((read.gaps, &read.error), (0, &None), "{read:?}");
    let stored = "recent_items WHERE title LIKE 'Post %' AND body";
    assert_eq!(test.count(&format!("{stored} = ''")).await, 8);
    assert_eq!(test.count(&format!("{stored} LIKE 'Comment %'")).await, 160);
}

#[tokio::test]
async fn what_lies_too_far_back_is_a_gap() {
    let test = LemmyTest::init().await;
    let ada = test.app.new_user("ada@example.com").await.user.id;
    add_watch(&test.app, ada, "kettle", &["c/kitchen@lemmy.example"]).await;
    let left = test.app.clock.now();
    test.pass(TimeDelta::hours(1));
    let post = test.post("A kettle");
    for n in 0..2_600 {
        test.comment(post, &format!("Comment {n}"));
        test.pass(TimeDelta::seconds(10));
    }
    let read = &test.read().await[0];
    assert_eq!((read.gaps, read.pages), (1, 51), "{read:?}");
    let gaps = format!(
        "coverage_gaps WHERE listing = 'comments:r/join-lemmy.org' AND started_at <= '{}'
             AND ended_at > started_at AND reason = 'more was posted than is read at once'",
        (left + TimeDelta::minutes(1)).to_rfc3339()
    );
    assert_eq!(test.count(&gaps).await, 1);
    // The gap is shown to users whose keyword names a community.
    let user = test.app.sign_in(ada).await;
    let place = user.get("/api/coverage/c%2Fkitchen%40lemmy.example").await.expect(200);
    assert_eq!(place.json["gaps"][0]["cause"], "too_many", "{}", place.json);
    assert_eq!(place.json["name"], PLACE, "{}", place.json);
    // The next poll continues from here.
    let read = &test.read().await[0];
    assert_eq!((read.gaps, &read.error), (0, &None), "{read:?}");
}

#[tokio::test]
async fn what_comes_late_from_another_instance_is_found() {
    let test = LemmyTest::init().await;
    for _ in 0..25 {
        test.read().await;
    }
    let now = test.app.clock.now();
    // Older than what the next poll reads back to, and behind a page of newer ones.
    test.lemmy().post(NewPost {
        published: Some(now - TimeDelta::minutes(20)),
        ap_id: Some("https://far.example/post/1".to_owned()),
        ..NewPost::titled("Late")
    });
    for n in 0..120 {
        test.lemmy().post(NewPost {
            published: Some(now - TimeDelta::seconds(n * 8)),
            ..NewPost::titled("On time")
        });
    }
    let mut new = 0;
    for _ in 0..25 {
        let read = &test.read().await[0];
        assert_eq!(read.error, None);
        new += read.stored.new_items;
    }
    assert_eq!(new, 121);
}

#[tokio::test]
async fn whatever_goes_wrong_nothing_is_lost() {
    let test = LemmyTest::init().await;
    let mut post = test.post("One");
    test.comment(post, "Comment");
    test.read().await;
    let faults = [
        FaultKind::Status(503),
        FaultKind::Status(400),
        FaultKind::RateLimit(60),
        FaultKind::Html,
        FaultKind::EmptyBody,
        FaultKind::Truncate,
        FaultKind::OtherShape,
        FaultKind::Endless,
        FaultKind::Cut,
        FaultKind::CutBody,
    ];
    for path in [POSTS, COMMENTS] {
        for fault in faults {
            post = test.post(&format!("Post {fault:?}"));
            test.comment(post, "Comment");
            test.lemmy().fault(Fault::once(path, fault));
            let read = &test.read().await[0];
            assert!(read.error.is_some(), "{path} {fault:?}: {read:?}");
            assert_eq!(read.stored.new_items, 0, "{path} {fault:?}");
            let failed = "lemmy_instances WHERE failures = 1 AND last_error IS NOT NULL";
            assert_eq!(test.count(failed).await, 1, "{path} {fault:?}");
            test.pass(TimeDelta::minutes(2));
            let read = &test.read_now().await[0];
            assert_eq!((read.stored.new_items, &read.error), (2, &None), "{path} {fault:?}");
            assert_eq!(test.count(failed).await, 0);
        }
    }
    // One entry that is not an item blocks no other.
    test.post("Last");
    test.lemmy().fault(Fault::once(POSTS, FaultKind::OneOtherShape));
    let read = &test.read().await[0];
    assert_eq!((read.stored.new_items, read.skipped, &read.error), (1, 1, &None));
}

#[tokio::test]
async fn an_instance_that_asks_to_wait_is_left_alone_for_that_time() {
    let test = LemmyTest::init().await;
    test.lemmy().fault(Fault::once(POSTS, FaultKind::RateLimit(240)));
    test.read().await;
    test.pass(TimeDelta::minutes(3));
    assert_eq!(read_once(&test.reader).await, None);
    test.pass(TimeDelta::minutes(2));
    assert_eq!(test.read_now().await[0].error, None);
}

#[tokio::test]
async fn an_answer_that_does_not_come_is_an_error() {
    let impatient = format!("lemmy.timeout_seconds={SHORT_WAIT_SECONDS}");
    for path in [POSTS, COMMENTS] {
        let test = LemmyTest::init_at(vec![Config::for_tests()], &[&impatient]).await;
        test.lemmy().fault(Fault::once(path, FaultKind::Stall));
        assert!(test.read_now().await[0].error.is_some());
    }
}

#[tokio::test]
async fn one_instance_that_fails_holds_up_no_other() {
    let configs = ["one.example", "two.example"]
        .map(|host| Config { host: host.to_owned(), ..Config::for_tests() });
    let test = LemmyTest::init_with(configs.to_vec()).await;
    test.read_now().await;
    test.lemmy().fault(Fault::once(POSTS, FaultKind::Stall));
    test.site[1].control.post(NewPost::titled("A kettle"));
    test.pass(TimeDelta::seconds(30));
    let (_, other) = reader(&test.app).await;
    let both = async { tokio::join!(read_once(&test.reader), read_once(&other)) };
    tokio::select! {
        read = both => panic!("the first instance answers: {read:?}"),
        () = async { while test.count("recent_items").await == 0 {} } => {}
    }
}

#[tokio::test]
async fn one_process_reads_at_a_time_and_a_killed_one_is_taken_over() {
    let test = LemmyTest::init().await;
    test.post("Two");
    let (_, other) = reader(&test.app).await;
    test.pass(TimeDelta::seconds(30));
    // The reader is killed while it waits for an answer.
    test.lemmy().fault(Fault::once(POSTS, FaultKind::Stall));
    let requests = || test.lemmy().requests().get("post/list").copied();
    let before = requests();
    tokio::select! {
        read = read_once(&other) => panic!("{read:?}"),
        () = async { while requests() == before { tokio::task::yield_now().await } } => {}
    }
    assert_eq!(read_once(&test.reader).await, None, "the other has it");
    test.pass(TimeDelta::minutes(6));
    assert_eq!(test.read_now().await[0].stored.new_items, 1);
}

#[tokio::test]
async fn a_stop_interrupts_and_the_next_start_continues() {
    let test = LemmyTest::init().await;
    test.post("Two");
    test.pass(TimeDelta::seconds(30));
    let stop = CancellationToken::new();
    stop.cancel();
    test.lemmy().fault(Fault::once(POSTS, FaultKind::Stall));
    let read = test.reader.read_once(&stop).await.unwrap().unwrap();
    assert_eq!(read.stored.new_items, 0);
    test.lemmy().clear_faults();
    test.pass(TimeDelta::minutes(1));
    assert_eq!(test.read_now().await[0].stored.new_items, 1);
}

#[tokio::test]
async fn what_is_gone_is_looked_for_and_goes() {
    let test = LemmyTest::init().await;
    test.listener("kettle").await;
    let post = test.post("A kettle");
    let stays = test.comment(post, "No kettle");
    let removed = test.comment(post, "Buy a kettle");
    let other = test.post("Another kettle");
    assert_eq!(test.read().await[0].stored.notifications, 4);
    // The items leave the newest pages before they are removed.
    test.pass(TimeDelta::minutes(59));
    let edit = Edit { removed: Some(true), ..Edit::default() };
    test.lemmy().edit_comment(removed, edit).unwrap();
    test.lemmy().edit_post(post, gone()).unwrap();
    test.pass(TimeDelta::minutes(1));
    let checked = test.look().await;
    assert_eq!((checked[0].asked, checked[0].removed.items), (4, 1), "{checked:?}");
    // The comment is marked as removed. The post is only missing, so a second check confirms it.
    assert_eq!(checked[0].missing, 1);
    test.pass(TimeDelta::hours(1));
    let removed_later: usize = test.look().await.iter().map(|it| it.removed.items).sum();
    assert_eq!(removed_later, 1);
    let gone = format!(
        "items WHERE gone_at IS NOT NULL AND body = ''
             AND forum_id IN ('lemmy:https://lemmy.example/post/{post}',
                              'lemmy:https://lemmy.example/comment/{removed}')"
    );
    assert_eq!(test.count(&gone).await, 2);
    // With the post its title is removed, which its comments carry.
    let left = format!(
        "items WHERE forum_id = 'lemmy:https://lemmy.example/comment/{stays}' AND title = 'A kettle'"
    );
    assert_eq!(test.count(&left).await, 0);
    let there = format!(
        "items WHERE forum_id = 'lemmy:https://lemmy.example/post/{other}' AND gone_at IS NULL"
    );
    assert_eq!(test.count(&there).await, 1);
}

#[tokio::test]
async fn what_a_listing_says_is_gone_goes_at_once_and_is_never_stored() {
    let test = LemmyTest::init().await;
    test.listener("kettle").await;
    let post = test.post("Tea");
    let comment = test.comment(post, "My kettle");
    let unmatched = test.comment(post, "My cup");
    assert_eq!(test.read().await[0].stored.notifications, 1);
    let never = test.comment(post, "Another kettle");
    for gone_now in [comment, unmatched, never] {
        test.lemmy().edit_comment(gone_now, gone()).unwrap();
    }
    let read = &test.read().await[0];
    assert_eq!((read.removed.items, read.stored.new_items), (1, 0), "{read:?}");
    assert_eq!(test.count("items WHERE gone_at IS NOT NULL").await, 1);
    assert_eq!(test.count("recent_items WHERE body LIKE 'My %'").await, 0);
    // The item stays listed for a while, and nothing more happens.
    let read = &test.read().await[0];
    assert_eq!(read.removed.notifications, 0, "{read:?}");
}

#[tokio::test]
async fn an_answer_to_a_look_that_cannot_be_used_removes_nothing() {
    let test = LemmyTest::init().await;
    test.listener("kettle").await;
    test.post("A kettle");
    test.read().await;
    test.pass(TimeDelta::hours(1));
    let faults = [
        FaultKind::Status(404),
        FaultKind::Status(500),
        FaultKind::RateLimit(5),
        FaultKind::Html,
        FaultKind::OtherShape,
        FaultKind::Cut,
    ];
    for fault in faults {
        test.lemmy().fault(Fault::once("/api/v3/resolve_object", fault));
        let looked = test.look().await;
        assert_eq!(looked[0].removed.items, 0, "{fault:?}: {looked:?}");
        test.pass(TimeDelta::hours(9));
    }
    assert_eq!(test.count("items WHERE gone_at IS NULL").await, 1);
    assert_eq!(test.count("item_keys WHERE misses > 0").await, 0);
}

#[tokio::test]
async fn a_keyword_watches_a_community_or_the_whole_only_if_it_says_so() {
    let test = LemmyTest::init().await;
    let ada = test.app.new_user("ada@example.com").await.user.id;
    let all = add_watch(&test.app, ada, "kettle", &["all"]).await;
    let whole = test.watch(ada, "kettle").await;
    let both = add_watch(&test.app, ada, "kettle", &["all", PLACE]).await;
    let one = add_watch(&test.app, ada, "kettle", &["c/tea@far.example"]).await;
    let other = add_watch(&test.app, ada, "kettle", &["c/tea@near.example"]).await;
    let subreddit = add_watch(&test.app, ada, "kettle", &["tea"]).await;
    let post = test.post_in("tea@far.example", "A kettle");
    test.comment(post, "A copper kettle");
    test.post_in("kitchen", "Which kettle?");
    assert_eq!(test.read().await[0].stored.notifications, 8);
    let of = |watch| format!("notifications WHERE watch_id = '{watch}'");
    for (watch, found) in [(all, 0), (whole, 3), (both, 3), (one, 2), (other, 0), (subreddit, 0)] {
        assert_eq!(test.count(&of(watch)).await, found);
    }
}

#[tokio::test]
async fn a_keyword_is_made_for_a_community_in_any_form_and_looks_there() {
    let test = LemmyTest::init().await;
    let user = test.app.new_user("ada@example.com").await;
    let profile = user.get("/api/users/profile").await.json;
    assert_eq!(profile["user"]["sites"], json!([PLACE]));
    let names = json!(["!tea@far.example", "https://far.example/c/tea", "all"]);
    let wanted = json!({"keyword": "kettle", "subreddits": names});
    let made = user.post("/api/keywords", wanted).await;
    assert_eq!(
        (made.status, &made.json["subreddits"]),
        (201, &json!(["all", "c/tea@far.example"])),
        "{}",
        made.text
    );
    test.post_in("tea@far.example", "A kettle");
    test.post_in("kitchen", "No kettle");
    assert_eq!(test.read().await[0].stored.notifications, 1);
    let shown = user.get("/api/notifications").await.json;
    let post = &shown["notifications"][0]["redditPost"];
    assert_eq!(post["subreddit"], "c/tea@far.example", "{shown}");
    // Previews search where the keyword does.
    for (names, found) in [
        ("c/tea@far.example", 1),
        ("join-lemmy.org", 2),
        ("all", 0),
        ("all,join-lemmy.org", 2),
        ("all,c/tea@far.example", 1),
        ("tea", 0),
    ] {
        let path = format!("/api/items/recent?subreddits={names}");
        let items = user.get(&path).await.json;
        assert_eq!(items["items"].as_array().unwrap().len(), found, "{names}: {items}");
        let names: Vec<&str> = names.split(',').collect();
        let input = json!({"keyword": "kettle", "subreddits": names});
        let preview = user.post("/api/keywords/preview", input).await.json;
        assert_eq!(preview["matching"], found, "{names:?}: {preview}");
    }
}

#[tokio::test]
async fn a_community_is_refused_where_lemmy_is_not_read() {
    let test = LemmyTest::init().await;
    let user = test.app.new_user("ada@example.com").await.user.id;
    let app = TestApp::on(&test.app.database_url, &[]).await;
    let user = app.sign_in(user).await;
    for name in ["!tea@far.example", "join-lemmy.org"] {
        let wanted = json!({"keyword": "teapot", "subreddits": [name]});
        let refused = user.post("/api/keywords", wanted).await;
        assert_eq!((refused.status, refused.code()), (409, "SITE_NOT_READ"), "{name}");
    }
}

#[tokio::test]
async fn its_coverage_is_that_of_the_whole_and_says_when_it_cannot_be_read() {
    let test = LemmyTest::init().await;
    let ada = test.app.new_user("ada@example.com").await.user.id;
    add_watch(&test.app, ada, "kettle", &["c/tea@far.example"]).await;
    for n in 0..3 {
        let post = test.post_in("tea@far.example", &format!("Post {n}"));
        test.comment(post, "Comment");
        test.pass(TimeDelta::seconds(4));
        test.read().await;
    }
    let user = test.app.sign_in(ada).await;
    let overview = user.get("/api/coverage").await.json;
    assert_eq!(overview["places"][0]["name"], PLACE, "{overview}");
    assert!(overview["places"][0]["posts"]["completeSince"].is_string(), "{overview}");
    let kinds = "(SELECT FROM coverage_hours WHERE place = 'join-lemmy.org'
                  GROUP BY kind HAVING sum(items) = 3) AS kinds";
    assert_eq!(test.count(kinds).await, 2);
    // Nothing is recorded for the first forum's `all`.
    assert_eq!(test.count("coverage_hours WHERE place = 'all'").await, 0);
    test.lemmy().fault(Fault { times: 3, ..Fault::once(POSTS, FaultKind::Status(503)) });
    for _ in 0..3 {
        test.pass(TimeDelta::minutes(6));
        test.read_now().await;
    }
    let status = async || {
        let user = test.app.sign_in(ada).await;
        user.get("/api/status").await.json
    };
    let said = status().await;
    let site = &said["unreadableSites"][0];
    assert_eq!(
        (&site["place"], &site["reason"]),
        (&json!(PLACE), &json!("Lemmy is not answering as it should.")),
        "{said}"
    );
    test.pass(TimeDelta::minutes(6));
    test.read_now().await;
    assert_eq!(status().await["unreadableSites"], json!([]));
}

#[tokio::test]
async fn old_servers_and_pinned_posts_are_read() {
    let config = Config { bare_times: true, ..Config::for_tests() };
    let test = LemmyTest::init_with(vec![config]).await;
    let old = test.app.clock.now() - TimeDelta::days(300);
    test.lemmy().post(NewPost {
        featured: true,
        published: Some(old),
        ..NewPost::titled("Welcome")
    });
    test.read_now().await;
    for _ in 0..60 {
        test.post("A kettle");
    }
    // A pinned post does not indicate that the end was reached.
    let read = &test.read().await[0];
    assert_eq!((read.stored.new_items, read.gaps), (60, 0), "{read:?}");
    let comment = NewComment::on(1, "Hello");
    test.lemmy().comment(comment).unwrap();
    assert_eq!(test.read().await[0].stored.new_items, 1);
}
