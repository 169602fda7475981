//! Posts with one link are one story, on whichever sites and in whichever order they come.

use std::collections::HashMap;

use db::models::sequence::{Sequence, SequenceSource};
use ingest::hacker_news::SequenceReader;
use sims::forum::{Config, NewComment, NewPost, State};
use sims::hacker_news::{Clock as _, ManualClock, NewItem, start_with_clock};

use crate::support::hacker_news::{PLACE, read_once, reader};
use crate::support::prelude::*;

const LINK: &str = "https://kettles.example/loose-handles?model=2";
/// Another address of the same page.
const SAME_LINK: &str = "http://www.kettles.example/loose-handles/?utm_source=news&model=2#handles";

/// A Harken that reads both sites, by hand.
struct BothTest {
    reddit: ForumTest,
    hn: sims::hacker_news::Handle,
    hn_clock: Arc<ManualClock>,
    hn_watches: Arc<ActiveWatches>,
    hn_reader: SequenceReader,
}

impl BothTest {
    /// Starts with everything read so far.
    async fn init() -> Self {
        let hn_clock = Arc::new(ManualClock::new(chrono::Utc::now()));
        let config = sims::hacker_news::Config::for_tests();
        let hn = start_with_clock(config, hn_clock.clone()).await.unwrap();
        let settings = [
            "server.plans=off",
            "hacker_news.enabled=true",
            &format!("hacker_news.api_url={}", hn.base_url()),
        ];
        let reddit = ForumTest::init_with_settings(Config::for_tests(), &settings).await;
        let last = i64::try_from(hn.control.last_id()).unwrap();
        let now = reddit.app.clock.now();
        let mut conn = reddit.app.conn().await.unwrap();
        Sequence::begin(SequenceSource::HackerNews, PLACE, last, now, &mut conn).await.unwrap();
        drop(conn);
        let (hn_watches, hn_reader) = reader(&reddit.app).await;
        Self { reddit, hn, hn_clock, hn_watches, hn_reader }
    }

    /// Adds a user who watches for `kettle` in these places.
    async fn listener(&self, name: &str, places: &[&str]) -> Uuid {
        let user = self.reddit.app.new_user(&format!("{name}@example.com")).await;
        self.reddit.watch(user.user.id, "kettle", places).await;
        self.reddit.poll().await;
        user.user.id
    }

    /// Posts a link on Reddit, reads it, and returns the post's id.
    async fn on_reddit(&self, subreddit: &str, title: &str, link: &str) -> String {
        let post = self.make_post(subreddit, title, link);
        self.reddit.poll().await;
        post
    }

    fn make_post(&self, subreddit: &str, title: &str, link: &str) -> String {
        let post = NewPost { url: Some(link.to_owned()), ..NewPost::titled(subreddit, title) };
        self.reddit.forum.control.post(post).unwrap().fullname
    }

    /// Posts a link on Hacker News, reads it, and returns the story's id.
    async fn on_hacker_news(&self, title: &str, link: &str) -> u64 {
        let story = NewItem { url: Some(link.to_owned()), ..NewItem::story(title) };
        let id = self.hn.control.make(story).unwrap();
        self.read_hacker_news().await;
        id
    }

    async fn read_hacker_news(&self) {
        self.reddit.pass(TimeDelta::minutes(1));
        self.hn_clock.advance(self.reddit.app.clock.now() - self.hn_clock.now());
        self.hn_watches.catch_up(&self.reddit.app.pool).await.unwrap();
        while let Some(read) = read_once(&self.hn_reader).await {
            assert_eq!(read.error, None);
            if !read.is_behind {
                break;
            }
        }
    }

    /// Returns the stories of a user's notifications, by the post's title or the comment's text.
    async fn stories(&self, user: Uuid) -> HashMap<String, String> {
        let client = self.reddit.app.sign_in(user).await;
        let list = client.get("/api/notifications?limit=100").await.json;
        let list = list["notifications"].as_array().unwrap().iter();
        let stories = list.map(|one| {
            let named = match one["kind"].as_str() {
                Some("post") => "title",
                _ => "content",
            };
            let title = one["redditPost"][named].as_str().unwrap();
            (title.to_owned(), one["storyId"].as_str().unwrap().to_owned())
        });
        stories.collect()
    }

    /// Returns the number of messages to a user, sent or waiting.
    async fn messages(&self, user: Uuid) -> i64 {
        let of_user = format!("outbox WHERE user_id = '{user}'");
        self.reddit.count(&of_user).await
    }
}

#[tokio::test]
async fn a_link_on_reddit_and_then_on_hacker_news_is_one_story() {
    let test = BothTest::init().await;
    let ada = test.listener("ada", &["all", PLACE]).await;
    let first = test.on_reddit("tea", "My kettle", LINK).await;
    let second = test.on_hacker_news("Show HN: My kettle", SAME_LINK).await;
    // Comments on a post of another one's story belong to that story too.
    let answer = NewItem::comment(second, "Which kettle?");
    test.hn.control.make(answer).unwrap();
    test.read_hacker_news().await;
    let other =
        test.on_hacker_news("Another kettle", "https://kettles.example/loose-handles").await;
    let stories = test.stories(ada).await;
    assert_eq!(stories.len(), 4, "{stories:?}");
    for (title, story) in [
        ("My kettle", &first),
        ("Show HN: My kettle", &first),
        ("Which kettle?", &first),
        ("Another kettle", &format!("hn:{other}")),
    ] {
        assert_eq!(&stories[title], story, "{title}");
    }
}

#[tokio::test]
async fn a_link_on_hacker_news_and_then_on_reddit_is_one_story() {
    let test = BothTest::init().await;
    let ada = test.listener("ada", &["all", PLACE]).await;
    let first = test.on_hacker_news("My kettle", LINK).await;
    let first = format!("hn:{first}");
    // Two in one batch.
    test.make_post("diy", "Kettle, seen elsewhere", SAME_LINK);
    let second = test.on_reddit("tea", "Is this your kettle?", LINK).await;
    test.reddit.forum.control.comment(NewComment::on(&second, "That kettle is mine")).unwrap();
    test.reddit.poll().await;
    let stories = test.stories(ada).await;
    assert_eq!(stories.len(), 4, "{stories:?}");
    assert!(stories.values().all(|story| *story == first), "{stories:?}");
}

#[tokio::test]
async fn posts_of_one_batch_with_one_link_are_one_story() {
    let test = BothTest::init().await;
    let ada = test.listener("ada", &["all"]).await;
    test.make_post("diy", "A kettle", LINK);
    test.on_reddit("tea", "The kettle", SAME_LINK).await;
    let stories = test.stories(ada).await;
    assert_eq!(stories.len(), 2);
    assert_eq!(stories["A kettle"], stories["The kettle"]);
}

#[tokio::test]
async fn who_watches_one_site_alone_is_alerted_though_the_link_was_on_the_other_one_before() {
    for reddit_first in [true, false] {
        let test = BothTest::init().await;
        let both = test.listener("ada", &["all", PLACE]).await;
        let reddit = test.listener("ben", &["all"]).await;
        let hacker_news = test.listener("cleo", &[PLACE]).await;
        if reddit_first {
            test.on_reddit("tea", "Kettle on Reddit", LINK).await;
            test.on_hacker_news("Kettle on HN", LINK).await;
        } else {
            test.on_hacker_news("Kettle on HN", LINK).await;
            test.on_reddit("tea", "Kettle on Reddit", LINK).await;
        }
        for (user, heard) in [
            (both, &["Kettle on HN", "Kettle on Reddit"][..]),
            (reddit, &["Kettle on Reddit"]),
            (hacker_news, &["Kettle on HN"]),
        ] {
            let stories = test.stories(user).await;
            let mut titles: Vec<&str> = stories.keys().map(String::as_str).collect();
            titles.sort_unstable();
            assert_eq!(titles, heard, "{reddit_first}");
            // Stories affect how alerts are shown, and suppress none of them.
            assert_eq!(test.messages(user).await, heard.len() as i64, "{reddit_first}");
        }
    }
}

#[tokio::test]
async fn a_link_is_remembered_for_a_week_and_not_beyond_its_post() {
    let test = BothTest::init().await;
    let ada = test.listener("ada", &["all", PLACE]).await;
    test.on_reddit("tea", "An old kettle", LINK).await;
    test.reddit.pass(TimeDelta::days(8));
    let late = test.on_reddit("tea", "Kettle of this week", LINK).await;
    assert_eq!(test.stories(ada).await["Kettle of this week"], late);

    let of_week = format!(
        "story_links WHERE seen_at > timestamptz '{}'",
        (test.reddit.app.clock.now() - TimeDelta::days(7)).to_rfc3339()
    );
    assert_eq!(test.reddit.count(&of_week).await, 1);
    let control = &test.reddit.forum.control;
    control.set_state(&late, State::Deleted);
    test.reddit.pass(TimeDelta::hours(2));
    test.reddit.recheck().run_due().await.unwrap();
    assert_eq!(test.reddit.count(&of_week).await, 0);
    let next = test.on_reddit("diy", "Kettle, once more", LINK).await;
    assert_eq!(test.stories(ada).await["Kettle, once more"], next);
}
