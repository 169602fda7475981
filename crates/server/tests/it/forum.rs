//! The real client against the stand-in forum, over real HTTP.

use std::time::Duration;

use foundation::time::clock::Clock;
use matcher::Kind;
use platform::sources::reddit::{Forum, Listing, Priority, SubredditState, parse_listing};
use platform::sources::{ForumError, Page};
use sims::forum::{Config, Fault, FaultKind, Handle, ManualClock, NewPost, start_with_clock};

use crate::support::forum::{IN_MESSAGES, forum_settings};
use crate::support::prelude::*;

struct Client {
    app: TestApp,
    forum: Handle,
    forum_clock: Arc<ManualClock>,
    client: Arc<dyn Forum>,
}

impl Client {
    async fn init(config: Config) -> Self {
        Self::init_with(config, &[]).await
    }

    async fn init_with(config: Config, settings: &[&str]) -> Self {
        let forum_clock = Arc::new(ManualClock::new(Clock::system().now()));
        let forum = start_with_clock(config, forum_clock.clone()).await.unwrap();
        let of_forum = forum_settings(&forum.base_url());
        let mut all: Vec<&str> = of_forum.iter().map(String::as_str).collect();
        all.extend(settings);
        let app = TestApp::init_with(&all).await;
        let client = app.sources.forum.clone().unwrap();
        Self { app, forum, forum_clock, client }
    }

    fn pass(&self, time: TimeDelta) {
        self.forum_clock.advance(time);
        self.app.clock.advance(time);
    }

    fn post(&self, title: &str, body: &str) {
        let post = NewPost { body: body.to_owned(), ..NewPost::titled("tea", title) };
        self.forum.control.post(post).unwrap();
    }

    fn fault(&self, fault: FaultKind) {
        self.forum.control.fault(Fault::once("/r/", fault));
    }

    async fn tea(&self) -> Result<Page, ForumError> {
        let listing = Listing { kind: Kind::Post, names: vec!["tea".to_owned()] };
        self.client.listing(&listing, None, Priority::Poll).await
    }

    fn requests(&self, endpoint: &str) -> u64 {
        let stats = self.forum.control.stats();
        stats.requests.get(endpoint).copied().unwrap_or(0)
    }
}

#[tokio::test]
async fn text_comes_decoded_and_whole() {
    let client = Client::init(Config::for_tests()).await;
    client.post("Tea & <biscuits>", "a &amp; b \"c\"");
    let page = client.tea().await.unwrap();
    assert_eq!(page.items[0].title, "Tea & <biscuits>");
    assert_eq!(page.items[0].body, "a &amp; b \"c\"");
    assert!(page.items[0].url.starts_with(&client.forum.base_url()));
    assert_eq!((page.skipped, page.after), (0, None));
}

#[tokio::test]
async fn every_fault_has_its_error_and_the_next_call_goes_well() {
    let client = Client::init(Config::for_tests()).await;
    client.post("Kettle", "");
    for fault in [
        FaultKind::InternalError,
        FaultKind::BadGateway,
        FaultKind::Unavailable,
        FaultKind::GatewayTimeout,
        FaultKind::Reset,
    ] {
        client.fault(fault);
        let error = client.tea().await.unwrap_err();
        assert!(matches!(error, ForumError::Unavailable { .. }), "{fault:?}: {error}");
        assert_eq!(client.tea().await.unwrap().items.len(), 1);
    }
    for fault in [FaultKind::TruncateJson, FaultKind::Html, FaultKind::EmptyBody] {
        client.fault(fault);
        let error = client.tea().await.unwrap_err();
        assert!(matches!(error, ForumError::Malformed(_)), "{fault:?}: {error}");
        assert_eq!(client.tea().await.unwrap().items.len(), 1);
    }
    client.fault(FaultKind::Forbidden);
    assert!(matches!(client.tea().await, Err(ForumError::Forbidden(_))));
}

#[tokio::test]
async fn an_answer_that_does_not_come_is_an_error() {
    let impatient = format!("forum.timeout_seconds={SHORT_WAIT_SECONDS}");
    let client = Client::init_with(Config::for_tests(), &[&impatient]).await;
    client.fault(FaultKind::Stall);
    let error = client.tea().await.unwrap_err();
    assert!(matches!(error, ForumError::Unavailable { .. }), "{error}");
}

#[tokio::test]
async fn odd_texts_are_read_and_hold_no_nul() {
    let client = Client::init(Config::for_tests()).await;
    client.post("Kettle", "A body");
    for fault in [FaultKind::NulText, FaultKind::OddUnicode, FaultKind::LoneSurrogate] {
        client.fault(fault);
        let page = client.tea().await.unwrap();
        let title = &page.items[0].title;
        assert!(title.starts_with("Kettle") && title.ends_with("tail"), "{fault:?}: {title:?}");
        assert!(!title.contains('\0'));
    }
}

#[tokio::test]
async fn a_child_that_cannot_be_read_costs_the_page_nothing_else() {
    // Ten million bytes take a while.
    let patient = ["forum.timeout_seconds=60"];
    let client = Client::init_with(Config::for_tests(), &patient).await;
    client.post("One", "");
    client.post("Two", "");
    for fault in [FaultKind::BareChild, FaultKind::DeepChild, FaultKind::LongChild] {
        client.fault(fault);
        let page = client.tea().await.unwrap();
        assert_eq!((page.items.len(), page.skipped), (1, 1), "{fault:?}");
    }
}

#[tokio::test]
async fn a_token_that_the_forum_forgot_is_renewed_once() {
    let client = Client::init(Config::for_tests()).await;
    client.post("Kettle", "");
    client.tea().await.unwrap();
    client.fault(FaultKind::ExpireToken);
    assert_eq!(client.tea().await.unwrap().items.len(), 1);
    assert_eq!(client.requests("access_token"), 2);
    for _ in 0..2 {
        client.fault(FaultKind::Unauthorized);
    }
    assert!(matches!(client.tea().await, Err(ForumError::Refused(_))));
}

#[tokio::test]
async fn a_token_is_renewed_before_it_ends() {
    let config = Config { token_life: TimeDelta::hours(1), ..Config::for_tests() };
    let client = Client::init(config).await;
    client.post("Kettle", "");
    client.tea().await.unwrap();
    client.pass(TimeDelta::minutes(58));
    client.tea().await.unwrap();
    assert_eq!(client.requests("access_token"), 1);
    client.pass(TimeDelta::seconds(90));
    client.tea().await.unwrap();
    assert_eq!(client.requests("access_token"), 2);
    assert_eq!(client.requests("new"), 3, "no call met a dead token");
}

#[tokio::test]
async fn wrong_credentials_say_what_to_check() {
    let client = Client::init_with(Config::for_tests(), &["forum.client_secret=wrong"]).await;
    let error = client.tea().await.unwrap_err();
    assert!(matches!(&error, ForumError::Refused(why) if why.contains("client_secret")), "{error}");
}

#[tokio::test]
async fn after_a_429_nothing_is_asked_until_the_time_is_over() {
    let client = Client::init(Config::for_tests()).await;
    client.post("Kettle", "");
    client
        .forum
        .control
        .fault(Fault { retry_after: Some(30), ..Fault::once("/r/", FaultKind::TooManyRequests) });
    let wanted = ForumError::RateLimited { retry_after: Duration::from_secs(30) };
    assert_eq!(client.tea().await, Err(wanted));
    let asked = client.requests("new");
    assert!(matches!(client.tea().await, Err(ForumError::OverBudget { .. })));
    let about = client.client.subreddit("tea", Priority::Person).await;
    assert!(matches!(about, Err(ForumError::OverBudget { .. })));
    assert_eq!(client.requests("new"), asked);
    client.pass(TimeDelta::seconds(30));
    assert_eq!(client.tea().await.unwrap().items.len(), 1);
}

#[tokio::test]
async fn the_forums_own_count_is_obeyed_and_people_keep_a_share() {
    let config = Config { budget: 50, ..Config::for_tests() };
    let client = Client::init(config).await;
    client.post("Kettle", "");
    let mut polls = 0;
    while client.tea().await.is_ok() {
        polls += 1;
    }
    assert_eq!(polls, 45, "a tenth is kept");
    assert_eq!(
        client.client.subreddit("tea", Priority::Person).await,
        Ok(SubredditState::Public("tea".to_owned()))
    );
    client.pass(TimeDelta::minutes(11));
    assert!(client.tea().await.is_ok());
}

#[tokio::test]
async fn all_processes_share_one_budget_and_keep_the_same_silence() {
    // Patient, since sixty polls at once take a while on a busy machine.
    let budget = ["forum.requests_per_minute=2", "forum.timeout_seconds=60"];
    let client = Client::init_with(Config::for_tests(), &budget).await;
    client.post("Kettle", "");
    let settings = forum_settings(&client.forum.base_url());
    let mut settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    settings.extend(budget);
    let other = client.app.with_settings(&settings).await;
    let (one, other) = (client.client.clone(), other.sources.forum.clone().unwrap());
    let listing = Listing { kind: Kind::Post, names: vec!["tea".to_owned()] };
    let poll = async |forum: &Arc<dyn Forum>| forum.listing(&listing, None, Priority::Poll).await;

    // Concurrently, so that they count at the same time.
    let polls = (0..30).flat_map(|_| [poll(&one), poll(&other)]);
    let answers = futures::future::join_all(polls).await;
    let over_budget =
        |answer: &Result<Page, ForumError>| matches!(answer, Err(ForumError::OverBudget { .. }));
    let (answered, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(Result::is_ok);
    let unexpected = refused.iter().find(|answer| !over_budget(answer));
    assert!(unexpected.is_none(), "{unexpected:?}");
    assert_eq!(answered.len(), 18, "of ten minutes, a tenth is kept");
    assert_eq!(client.requests("new"), 18);

    client.pass(TimeDelta::minutes(11));
    client
        .forum
        .control
        .fault(Fault { retry_after: Some(30), ..Fault::once("/r/", FaultKind::TooManyRequests) });
    assert!(poll(&one).await.is_err());
    assert!(over_budget(&poll(&other).await));
    client.pass(TimeDelta::seconds(30));
    assert!(poll(&other).await.is_ok());
}

#[tokio::test]
async fn with_other_credentials_another_budget_counts() {
    let few = "forum.requests_per_minute=1";
    let client = Client::init_with(Config::for_tests(), &[few]).await;
    client.post("Kettle", "");
    while client.tea().await.is_ok() {}
    let settings = forum_settings(&client.forum.base_url());
    let mut settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    settings.extend([few, "forum.client_id=another"]);
    let other = client.app.with_settings(&settings).await.sources.forum.clone();
    let about = other.unwrap().subreddit("tea", Priority::Person).await;
    assert!(!matches!(about, Err(ForumError::OverBudget { .. })), "{about:?}");
}

#[tokio::test]
async fn subreddits_are_distinguished() {
    for unknown in [sims::forum::Unknown::Redirect, sims::forum::Unknown::EmptyListing] {
        let config = Config { unknown, ..Config::for_tests() };
        let client = Client::init(config).await;
        client.post("Kettle", "");
        let state =
            async |name: &str| client.client.subreddit(name, Priority::Person).await.unwrap();
        assert_eq!(state("TEA").await, SubredditState::Public("tea".to_owned()));
        assert_eq!(state("thebackroom").await, SubredditState::Private);
        assert_eq!(state("freegiftcards").await, SubredditState::Banned);
        assert_eq!(state("nobody_took_this").await, SubredditState::NotFound);
    }
}

#[tokio::test]
async fn items_can_be_had_by_id() {
    let client = Client::init(Config::for_tests()).await;
    client.post("Kettle", "");
    let id = client.tea().await.unwrap().items[0].forum_id.clone();
    let page = client.client.items(&[id.clone(), "t3_none".to_owned()], Priority::Poll).await;
    let ids: Vec<String> = page.unwrap().items.into_iter().map(|i| i.forum_id).collect();
    assert_eq!(ids, [id]);
}

#[test]
fn recorded_answers_are_read() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/reddit/recorded");
    let Ok(files) = std::fs::read_dir(folder) else {
        println!("skipped: no recorded answers in {folder}");
        return;
    };
    let site = "https://www.reddit.com".parse().unwrap();
    let mut listings = 0;
    for file in files {
        let path = file.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let answer: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
        let Some(children) = answer["data"]["children"].as_array() else {
            assert!(parse_listing(&bytes, &site, Clock::system().now()).is_err(), "{name}");
            continue;
        };
        let wanted = children.iter().filter(|c| c["kind"] == "t1" || c["kind"] == "t3").count();
        let page = parse_listing(&bytes, &site, Clock::system().now()).unwrap();
        assert_eq!((page.items.len(), page.skipped), (wanted, children.len() - wanted), "{name}");
        for (item, child) in page.items.iter().zip(children) {
            let data = &child["data"];
            assert_eq!(item.forum_id, data["name"], "{name}");
            assert_eq!(item.created_at.timestamp() as f64, data["created_utc"].as_f64().unwrap());
            let field = if item.kind == Kind::Post { "title" } else { "link_title" };
            let title = data[field].as_str().unwrap_or_default();
            assert_eq!(item.title, title, "{name}");
            assert!(item.url.starts_with("https://www.reddit.com/r/"), "{}", item.url);
        }
        listings += 1;
    }
    assert!(listings > 0);
}

#[tokio::test]
async fn no_fault_loses_an_item_or_ends_the_polling() {
    let test = ForumTest::init().await;
    test.listener("kettle", &["tea"]).await;
    test.poll().await;
    let faults = [
        FaultKind::TooManyRequests,
        FaultKind::Unauthorized,
        FaultKind::Forbidden,
        FaultKind::InternalError,
        FaultKind::TruncateJson,
        FaultKind::Html,
        FaultKind::Reset,
        FaultKind::NulText,
        FaultKind::OddUnicode,
        FaultKind::LoneSurrogate,
        FaultKind::Empty,
        FaultKind::EmptyBody,
        FaultKind::ExpireToken,
    ];
    for (n, fault) in faults.into_iter().enumerate() {
        test.post("tea", &format!("Kettle {n}"));
        // Both listings that hold the post have the fault.
        test.fault("/r/tea/new", fault, 1);
        test.fault("/r/all/new", fault, 1);
        test.poll().await;
    }
    test.poll().await;
    assert_eq!(test.count("notifications").await, 13);
    assert_eq!(test.count(IN_MESSAGES).await, 13);
    assert_eq!(test.count("coverage_gaps").await, 0);
    assert_eq!(test.count("poll_state WHERE failures > 0").await, 0);
}
