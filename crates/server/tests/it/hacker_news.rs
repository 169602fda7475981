//! Hacker News is read id by id, from a stand-in that fails as the real one does.

use db::models::sequence::{Sequence, SequenceSource};
use ingest::removal::recheck::Checked;
use ingest::retention::delete_outdated;
use platform::silence;
use sims::hacker_news::{Config, Edit, Fault, FaultKind};

use crate::support::hacker_news::{HackerNewsTest, PLACE, read_once, reader};
use crate::support::prelude::*;

const SOURCE: SequenceSource = SequenceSource::HackerNews;

async fn sequence(test: &HackerNewsTest) -> Sequence {
    let mut conn = test.app.conn().await.unwrap();
    Sequence::find(SOURCE, &mut conn).await.unwrap().unwrap()
}

#[tokio::test]
async fn every_id_is_read_once_and_comments_have_their_story() {
    let test = HackerNewsTest::init().await;
    let story = test.story("Show HN: A kettle that doesn&#x27;t whistle");
    let one = test.comment(story, "It <i>should</i>.");
    assert_eq!(test.read_now().await.last().unwrap().stored.new_items, 2);
    let two = test.comment(one, "Why?<p>R&amp;D is dear.");
    test.site.control.skip(3);
    let read = test.read().await;
    let [read] = &read[..] else {
        panic!("{read:?}");
    };
    assert_eq!((read.asked, read.waiting, read.stored.new_items), (4, 3, 1));
    let title = "title = 'Show HN: A kettle that doesn''t whistle'";
    let body = "body = E'Why?\\n\\nR&D is dear.'";
    let rows = format!(
        "recent_items WHERE forum_id = 'hn:{two}' AND thread_id = 'hn:{story}' AND {title} AND {body}
             AND subreddit = 'news.ycombinator.com' AND kind = 'comment'
             AND url = 'https://news.ycombinator.com/item?id={two}'"
    );
    assert_eq!(test.count(&rows).await, 1);
    assert_eq!(test.count("recent_items").await, 3);
    assert_eq!(sequence(&test).await.read_to, i64::try_from(two).unwrap() + 3);
    // Nothing is due at first, and then nothing is new.
    assert_eq!(read_once(&test.reader).await, None);
    assert_eq!(test.read().await[0].asked, 3, "those that were not there");
}

#[tokio::test]
async fn the_first_read_begins_a_little_back() {
    let config = Config { backfill: 500, ..Config::for_tests() };
    let test = HackerNewsTest::init_with(config).await;
    let reads = test.read_now().await;
    let asked: Vec<usize> = reads.iter().map(|read| read.asked).collect();
    assert_eq!(asked, [0, 200, 100]);
    let last = test.site.control.last_id();
    assert_eq!(sequence(&test).await.read_to, i64::try_from(last).unwrap());
}

#[tokio::test]
async fn an_id_that_has_nothing_yet_is_asked_for_again_and_given_up_after_an_hour() {
    let config = Config { null_for: TimeDelta::seconds(25), ..Config::for_tests() };
    let test = HackerNewsTest::init_with(config).await;
    test.begin().await;
    test.story("One");
    test.pass(TimeDelta::minutes(1));
    test.read_now().await;
    test.story("Late");
    test.site.control.skip(1);
    assert_eq!(test.read().await[0].waiting, 2);
    let mut new = Vec::new();
    for _ in 0..4 {
        new.push(test.read().await[0].stored.new_items);
    }
    assert_eq!(new.iter().sum::<usize>(), 1, "{new:?}");
    // The other one never appears.
    assert_eq!(test.count("sequence_waiting").await, 1);
    for _ in 0..3 {
        test.pass(TimeDelta::hours(1));
        test.read_now().await;
    }
    let user = test.listener("kettle").await;
    let place = user.get(&format!("/api/coverage/{PLACE}")).await.json;
    assert_eq!(place["unavailable"], 1, "{place}");
    assert_eq!(test.read().await[0].asked, 0);
    // It is reported for as long as its time is of interest.
    test.pass(TimeDelta::days(91));
    test.story("Of today");
    test.pass(TimeDelta::minutes(1));
    test.read_now().await;
    let now = test.app.clock.now();
    delete_outdated(&test.app.pool, now).await.unwrap().unwrap();
    assert_eq!(test.count("sequence_waiting").await, 0);
}

#[tokio::test]
async fn whatever_goes_wrong_nothing_is_lost() {
    let test = HackerNewsTest::init().await;
    test.story("One");
    test.read_now().await;
    let faults = [
        ("/v0/maxitem", FaultKind::Status(503)),
        ("/v0/maxitem", FaultKind::Status(429)),
        ("/v0/maxitem", FaultKind::Html),
        ("/v0/maxitem", FaultKind::OtherShape),
        ("/v0/item/", FaultKind::Status(500)),
        ("/v0/item/", FaultKind::Cut),
        ("/v0/item/", FaultKind::CutBody),
    ];
    for (n, (path, fault)) in faults.into_iter().enumerate() {
        test.story(&format!("Story {n}"));
        test.site.control.fault(Fault::once(path, fault));
        test.pass(TimeDelta::minutes(2));
        let read = &test.read_now().await[0];
        assert!(read.error.is_some(), "{fault:?}: {read:?}");
        assert_eq!(sequence(&test).await.failures, 1, "{fault:?}");
        test.pass(TimeDelta::minutes(2));
        let read = &test.read_now().await[0];
        assert_eq!((read.stored.new_items, &read.error), (1, &None), "{fault:?}");
        assert_eq!(sequence(&test).await.failures, 0);
    }
    // A fault of a single id blocks no other.
    for fault in [
        FaultKind::Null,
        FaultKind::Truncate,
        FaultKind::OtherShape,
        FaultKind::Html,
        FaultKind::EmptyBody,
        FaultKind::Endless,
    ] {
        test.story("First");
        test.story("Second");
        test.site.control.fault(Fault::once("/v0/item/", fault));
        let read = &test.read().await[0];
        assert_eq!((read.stored.new_items, read.waiting), (1, 1), "{fault:?}");
        assert_eq!(test.read().await[0].stored.new_items, 1, "{fault:?}");
    }
    // Faulty answers about changes are no failure.
    test.site.control.fault(Fault::once("/v0/updates", FaultKind::Status(500)));
    test.pass(TimeDelta::minutes(1));
    assert_eq!(test.read_now().await[0].error, None);
}

#[tokio::test]
async fn an_answer_that_does_not_come_is_an_error() {
    let impatient = format!("hacker_news.timeout_seconds={SHORT_WAIT_SECONDS}");
    for path in ["/v0/maxitem", "/v0/item/"] {
        let test = HackerNewsTest::init_at(Config::for_tests(), &[&impatient]).await;
        test.begin().await;
        test.story("One");
        test.site.control.fault(Fault::once(path, FaultKind::Stall));
        test.pass(TimeDelta::minutes(2));
        assert!(test.read_now().await[0].error.is_some(), "{path}");
    }
}

#[tokio::test]
async fn one_process_reads_at_a_time_and_a_killed_one_is_taken_over() {
    let test = HackerNewsTest::init().await;
    test.story("One");
    test.read_now().await;
    test.story("Two");
    let (_, other) = reader(&test.app).await;
    test.pass(TimeDelta::seconds(10));
    // The reader is killed while it waits for an answer.
    test.site.control.fault(Fault::once("/v0/maxitem", FaultKind::Stall));
    let requests = || test.site.control.requests().get("maxitem").copied();
    let before = requests();
    tokio::select! {
        read = read_once(&other) => panic!("{read:?}"),
        () = async { while requests() == before { tokio::task::yield_now().await } } => {}
    }
    assert_eq!(read_once(&test.reader).await, None, "the other has it");
    test.pass(TimeDelta::minutes(3));
    assert_eq!(test.read_now().await[0].stored.new_items, 1);
}

#[tokio::test]
async fn a_stop_interrupts_and_the_next_start_continues() {
    let test = HackerNewsTest::init().await;
    test.story("One");
    test.read_now().await;
    test.story("Two");
    test.pass(TimeDelta::seconds(10));
    let stop = CancellationToken::new();
    stop.cancel();
    test.site.control.fault(Fault::once("/v0/item/", FaultKind::Stall));
    let read = test.reader.read_once(&stop).await.unwrap().unwrap();
    assert_eq!(read.stored.new_items, 0);
    test.site.control.clear_faults();
    test.pass(TimeDelta::seconds(10));
    assert_eq!(test.read_now().await[0].stored.new_items, 1);
}

#[tokio::test]
async fn what_lies_days_back_is_a_gap() {
    let test = HackerNewsTest::init().await;
    test.story("One");
    test.read_now().await;
    let left = test.app.clock.now();
    test.pass(TimeDelta::days(7));
    test.site.control.skip(40_000);
    test.story("Two");
    test.reader.read_once(&CancellationToken::new()).await.unwrap();
    let gaps = format!(
        "coverage_gaps WHERE listing IN ('posts:r/news.ycombinator.com', 'comments:r/news.ycombinator.com')
             AND started_at = '{}' AND reason = 'nothing was read for too long'",
        left.to_rfc3339()
    );
    assert_eq!(test.count(&gaps).await, 2);
    let user = test.listener("kettle").await;
    let place = user.get(&format!("/api/coverage/{PLACE}")).await.json;
    assert_eq!(place["gaps"][0]["cause"], "away", "{place}");
    let read_to = sequence(&test).await.read_to;
    let last = i64::try_from(test.site.control.last_id()).unwrap();
    assert_eq!(read_to, last - 30_000 + 200);
}

#[tokio::test]
async fn a_keyword_watches_it_only_if_it_says_so() {
    let test = HackerNewsTest::init().await;
    let user = test.app.new_user("ada@example.com").await.user.id;
    test.read_now().await;
    let named = test.watch(user, "kettle").await;
    let both = add_watch(&test.app, user, "kettle", &["all", PLACE]).await;
    let elsewhere = add_watch(&test.app, user, "kettle", &["all"]).await;
    let one = add_watch(&test.app, user, "kettle", &["tea"]).await;
    let story = test.story("Ask HN: Which kettle?");
    test.comment(story, "A <b>copper</b> kettle");
    let read = test.read().await;
    assert_eq!(read[0].stored.notifications, 4);
    let of = |watch| format!("notifications WHERE watch_id = '{watch}'");
    for (watch, found) in [(named, 2), (both, 2), (elsewhere, 0), (one, 0)] {
        assert_eq!(test.count(&of(watch)).await, found);
    }
}

#[tokio::test]
async fn what_is_deleted_is_looked_for_and_goes() {
    let test = HackerNewsTest::init().await;
    let user = test.app.new_user("ada@example.com").await.user.id;
    test.read_now().await;
    test.watch(user, "kettle").await;
    let story = test.story("A kettle");
    let comment = test.comment(story, "My kettle at home");
    let dead = test.comment(story, "Buy a kettle");
    let stays = test.comment(story, "No kettle");
    assert_eq!(test.read().await[0].stored.notifications, 4);
    test.site.control.delete(comment).unwrap();
    test.site.control.kill(dead, true).unwrap();
    test.pass(TimeDelta::seconds(30));
    let read = &test.read_now().await[0];
    // The story has changed as well: it has one more comment.
    assert!(read.changed >= 2, "{read:?}");
    let checked = test.look().await;
    let removed: usize = checked.iter().map(|checked| checked.removed.items).sum();
    assert_eq!(removed, 2);
    let gone = format!(
        "items WHERE forum_id IN ('hn:{comment}', 'hn:{dead}') AND gone_at IS NOT NULL AND body = ''"
    );
    assert_eq!(test.count(&gone).await, 2);
    assert_eq!(test.count("items WHERE gone_at IS NULL").await, 2);
    // With the story its title is removed, which its comments carry.
    test.site.control.delete(story).unwrap();
    test.pass(TimeDelta::seconds(30));
    test.read_now().await;
    test.look().await;
    let left = format!("items WHERE forum_id = 'hn:{stays}' AND title LIKE '%kettle%'");
    assert_eq!(test.count(&left).await, 0);
}

#[tokio::test]
async fn looks_ask_each_source_about_its_own_and_about_no_more_than_is_due() {
    let test = HackerNewsTest::init().await;
    let user = test.app.new_user("ada@example.com").await.user.id;
    test.read_now().await;
    test.watch(user, "kettle").await;
    test.app
        .sql(
            "INSERT INTO item_keys (forum_id, item_id, seen_at, check_at)
             VALUES ('t3_abc', gen_random_uuid(), now(), 'epoch')",
        )
        .await;
    for n in 0..3 {
        test.story(&format!("Kettle {n}"));
    }
    test.read().await;
    let asked = |checked: Vec<Checked>| checked.iter().map(|it| it.asked).collect::<Vec<_>>();
    assert_eq!(asked(test.look().await), [0_usize; 0]);
    test.pass(TimeDelta::hours(1));
    assert_eq!(asked(test.look().await), [3]);
}

#[tokio::test]
async fn a_score_that_rises_is_seen() {
    let test = HackerNewsTest::init().await;
    let user = test.app.new_user("ada@example.com").await.user.id;
    test.read_now().await;
    let watch = test.watch(user, "kettle min_score:50").await;
    test.app.sql(&format!("UPDATE watches SET mode = 'query' WHERE id = '{watch}'")).await;
    let story = test.story("A kettle");
    assert_eq!(test.read().await[0].stored.notifications, 0);
    let edit = Edit { score: Some(80), ..Edit::default() };
    test.site.control.edit(story, edit).unwrap();
    test.pass(TimeDelta::minutes(1));
    test.read_now().await;
    let alerted: usize = test.look().await.iter().map(|checked| checked.alerted).sum();
    assert_eq!(alerted, 1);
}

#[tokio::test]
async fn its_coverage_says_since_when_it_is_complete() {
    let test = HackerNewsTest::init().await;
    let user = test.app.new_user("ada@example.com").await;
    test.read_now().await;
    test.watch(user.user.id, "kettle").await;
    for n in 0..3 {
        test.story(&format!("Story {n}"));
        test.pass(TimeDelta::seconds(4));
        test.read().await;
    }
    let place = user.get(&format!("/api/coverage/{PLACE}")).await;
    assert_eq!(place.status, 200, "{}", place.json);
    let posts = &place.json["posts"];
    assert!(posts["completeSince"].is_string(), "{}", place.json);
    let overview = user.get("/api/coverage").await.json;
    assert_eq!(overview["places"][0]["name"], PLACE, "{overview}");
    // Nothing is recorded for the first forum's `all`.
    assert_eq!(test.count("coverage_hours WHERE place = 'all'").await, 0);
}

#[tokio::test]
async fn a_keyword_may_name_a_site_that_is_read() {
    let test = HackerNewsTest::init().await;
    let user = test.app.new_user("ada@example.com").await;
    let profile = user.get("/api/users/profile").await.json;
    assert_eq!(profile["user"]["sites"], json!([PLACE]));
    let names = json!(["https://news.ycombinator.com/newest", "all", "HN", "rust"]);
    let wanted = json!({"keyword": "kettle", "subreddits": names});
    let made = user.post("/api/keywords", wanted).await;
    assert_eq!((made.status, &made.json["subreddits"]), (201, &json!(["all", PLACE])));
    // It counts against no limit of subreddits, and is never requested as one.
    let keyword = user.get("/api/keywords").await.json;
    assert_eq!(keyword["watches"][0]["unreadableSubreddits"], json!(null), "{keyword}");
    test.story("A kettle");
    assert_eq!(test.read().await[0].stored.notifications, 1);
    let shown = user.get("/api/notifications").await.json;
    let post = &shown["notifications"][0]["redditPost"];
    assert_eq!((&post["subreddit"], &post["title"]), (&json!(PLACE), &json!("A kettle")));
    // Previews search where the keyword does.
    for (names, found) in [("HN", 1), ("all", 0), ("all,news.ycombinator.com", 1), ("tea", 0)] {
        let path = format!("/api/items/recent?subreddits={names}");
        let items = user.get(&path).await.json;
        assert_eq!(items["items"].as_array().unwrap().len(), found, "{names}");
        let names: Vec<&str> = names.split(',').collect();
        let input = json!({"keyword": "kettle", "subreddits": names});
        let preview = user.post("/api/keywords/preview", input).await.json;
        assert_eq!(preview["matching"], found, "{names:?}: {preview}");
    }
}

#[tokio::test]
async fn a_site_that_is_not_read_is_refused_and_one_that_was_may_stay() {
    let test = HackerNewsTest::init().await;
    let user = test.app.new_user("ada@example.com").await.user.id;
    let watch = test.watch(user, "kettle").await;
    // The operator disables it.
    let app = TestApp::on(&test.app.database_url, &[]).await;
    let user = app.sign_in(user).await;
    let wanted = json!({"keyword": "teapot", "subreddits": ["HN"]});
    let refused = user.post("/api/keywords", wanted).await;
    assert_eq!((refused.status, refused.code()), (409, "SITE_NOT_READ"));
    let text = refused.json["error"].to_string();
    assert!(text.contains("does not listen to Hacker News"), "{text}");
    let path = format!("/api/keywords/{watch}");
    let edited = json!({"keyword": "kettles", "subreddits": ["HN"]});
    assert_eq!(user.put(&path, edited).await.status, 200);
    let import = json!({"text": "keyword,subreddits\ntea,hn\ncoffee,all", "format": "csv"});
    let imported = user.post("/api/keywords/import", import).await.json;
    assert_eq!(imported["lines"][0]["code"], "SITE_NOT_READ", "{imported}");
    assert_eq!(imported["lines"][1]["code"], json!(null), "{imported}");
    let list = "milk only-hackernews\nwater no-lobsters";
    let import = json!({"text": list, "format": "f5bot"});
    let imported = user.post("/api/keywords/import", import).await.json;
    assert_eq!(imported["lines"][0]["code"], "SITE_NOT_READ", "{imported}");
    assert_eq!(imported["lines"][1]["code"], json!(null), "{imported}");
}

#[tokio::test]
async fn a_line_of_a_list_that_chooses_it_becomes_a_keyword_that_watches_it() {
    let test = HackerNewsTest::init().await;
    let ada = test.app.new_user("ada@example.com").await;
    let import =
        json!({"text": "kettle only-hackernews\ntea\nmilk only-lobsters", "format": "f5bot"});
    let imported = ada.post("/api/keywords/import", import).await.json;
    assert_eq!(imported["created"], 2, "{imported}");
    let lines = &imported["lines"];
    assert_eq!(lines[0]["notes"], json!([]), "{imported}");
    assert_eq!(lines[2]["code"], "VALIDATION_FAILED", "{imported}");
    let said = lines[2]["error"].as_str().unwrap();
    assert!(said.contains("leave only Lobsters"), "{said}");
    for (line, places) in [(0, json!([PLACE])), (1, json!(["all"]))] {
        let id = lines[line]["watchId"].as_str().unwrap();
        let watch = ada.get(&format!("/api/keywords/{id}")).await.json;
        assert_eq!(watch["subreddits"], places, "{watch}");
    }
    test.story("A kettle and tea");
    test.read().await;
    let list = ada.get("/api/notifications").await.json;
    let list = list["notifications"].as_array().unwrap();
    assert_eq!(list.len(), 1);
    assert_eq!(list[0]["matchedKeyword"], "kettle");
}

#[tokio::test]
async fn that_it_cannot_be_read_is_said_to_those_whose_keywords_name_it() {
    let test = HackerNewsTest::init().await;
    let ada = test.app.new_user("ada@example.com").await;
    let ben = test.app.new_user("ben@example.com").await;
    test.watch(ada.user.id, "kettle").await;
    test.read_now().await;
    let sites = async |user: Uuid| {
        let user = test.app.sign_in(user).await;
        let status = user.get("/api/status").await.json;
        status["unreadableSites"].clone()
    };
    assert_eq!(sites(ada.user.id).await, json!([]));
    test.site
        .control
        .fault(Fault { times: 3, ..Fault::once("/v0/maxitem", FaultKind::Status(503)) });
    for _ in 0..3 {
        test.pass(TimeDelta::minutes(2));
        test.read_now().await;
    }
    let said = sites(ada.user.id).await;
    assert_eq!(said[0]["place"], PLACE);
    assert_eq!(said[0]["reason"], "Hacker News is not answering as it should.");
    assert_eq!(sites(ben.user.id).await, json!([]));
    test.pass(TimeDelta::minutes(2));
    test.read_now().await;
    assert_eq!(sites(ada.user.id).await, json!([]));
    // No process reads any more.
    test.pass(TimeDelta::hours(1));
    let said = sites(ada.user.id).await;
    assert_eq!(said[0]["reason"], "Harken has stopped reading Hacker News.");
    let mut conn = test.app.conn().await.unwrap();
    let now = test.app.clock.now();
    let notices = silence::notices(&ada.user, now, &mut conn).await.unwrap();
    assert!(notices[0].starts_with("Hacker News was last read on "), "{notices:?}");
}
