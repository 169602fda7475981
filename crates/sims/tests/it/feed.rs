//! The stand-in as a reader of feeds sees it.

use std::collections::HashSet;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use feeds::{Content, Feed};
use reqwest::header::{HeaderMap, HeaderName};
use sims::feed::{
    Config, Date, Fault, FaultKind, Form, Handle, ManualClock, NewEntry, NewFeed, RedirectStatus,
    Validators, start, start_with_clock,
};
use url::Url;

struct Answer {
    status: u16,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Answer {
    fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// Parses the answer as Harken does.
    fn read(&self) -> Result<Feed, feeds::Error> {
        assert_eq!(self.status, 200);
        let address = Url::parse("http://reader.example/").unwrap();
        feeds::parse(&self.body, self.header("content-type"), &address)
    }

    fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }
}

async fn ask(server: &Handle, path: &str, more: &[(&str, &str)]) -> reqwest::Result<Answer> {
    let client = reqwest::Client::builder()
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .build()?;
    let more = more.iter().map(|(name, value)| {
        let name: HeaderName = name.parse().unwrap();
        (name, value.parse().unwrap())
    });
    let address = format!("{}{path}", server.base_url());
    let answer = client.get(address).headers(more.collect()).send().await?;
    Ok(Answer {
        status: answer.status().as_u16(),
        headers: answer.headers().clone(),
        body: answer.bytes().await?.to_vec(),
    })
}

async fn get(server: &Handle, path: &str) -> Answer {
    ask(server, path, &[]).await.unwrap()
}

fn clock() -> Arc<ManualClock> {
    let start = DateTime::from_timestamp_millis(1_800_000_000_250).unwrap();
    Arc::new(ManualClock::new(start))
}

/// Returns a server with one feed, `kettles`, and its clock.
async fn with_kettles() -> (Handle, Arc<ManualClock>) {
    let clock = clock();
    let server = start_with_clock(Config::for_tests(), clock.clone()).await.unwrap();
    let feed = NewFeed { title: Some("Kettles & pots".to_owned()), ..NewFeed::named("kettles") };
    server.control.add(feed).unwrap();
    (server, clock)
}

fn keys(feed: &Feed) -> Vec<&str> {
    feed.entries.iter().map(|entry| entry.key.as_str()).collect()
}

#[tokio::test]
async fn a_feed_is_read_the_same_in_each_of_its_forms() {
    let (server, clock) = with_kettles().await;
    let put = |new| server.control.put("kettles", new).unwrap();
    let own = put(NewEntry {
        text: "<p>It &amp; <b>sings</b> – for 3 &lt; 4 people.</p>".to_owned(),
        by: Some("Åsa".to_owned()),
        ..NewEntry::titled("A \"kettle\" & <more>")
    });
    clock.advance(TimeDelta::hours(1));
    put(NewEntry {
        id: Some("given".to_owned()),
        link: Some("https://shop.example/?a=1&b=2".to_owned()),
        date: Date::Missing,
        ..NewEntry::titled("Undated")
    });
    let mut read = Vec::new();
    for form in Form::ALL {
        let answer = get(&server, &format!("/feeds/kettles.{}", form.extension())).await;
        let feed = answer.read().unwrap();
        assert_eq!(feed.title, "Kettles & pots");
        let site = format!("{}/kettles", server.base_url());
        assert_eq!(feed.site.as_ref().unwrap().as_str(), site, "{form:?}");
        assert!(!feed.broken && feed.wait.is_none());
        read.push(feed.entries);
    }
    for entries in &read {
        let [undated, entry] = &entries[..] else { panic!("{entries:?}") };
        assert_eq!(undated.link.as_ref().unwrap().as_str(), "https://shop.example/?a=1&b=2");
        assert_eq!((undated.key.as_str(), undated.published), ("kettles/given", None));
        assert_eq!(entry.title, "A \"kettle\" & <more>");
        let text = "<p>It &amp; <b>sings</b> – for 3 &lt; 4 people.</p>";
        assert_eq!(entry.texts, [Content::Html(text.to_owned())]);
        assert_eq!((entry.author.as_str(), &entry.key), ("Åsa", &format!("kettles/{own}")));
        let made = entry.published.unwrap().timestamp();
        assert_eq!(made, 1_800_000_000);
        let page = entry.link.as_ref().unwrap().path();
        assert!(get(&server, page).await.text().contains("<b>sings</b>"), "{page}");
    }
}

#[tokio::test]
async fn who_has_the_feed_already_receives_304() {
    let (server, clock) = with_kettles().await;
    for (name, validators) in [
        ("tagged", Validators::Etag),
        ("dated", Validators::LastModified),
        ("neither", Validators::None),
    ] {
        let feed = NewFeed { validators, ..NewFeed::named(name) };
        server.control.add(feed).unwrap();
    }
    for (name, validators) in [
        ("kettles", Some((true, true))),
        ("tagged", Some((true, false))),
        ("dated", Some((false, true))),
        ("neither", None),
    ] {
        let path = format!("/feeds/{name}.rss");
        let mut known = Vec::new();
        for round in 0..3 {
            // Both of two changes within a second are visible.
            server.control.put(name, NewEntry::titled("New")).unwrap();
            let first = get(&server, &path).await;
            let names = ["if-none-match", "if-modified-since"];
            let values = ["etag", "last-modified"].map(|name| first.header(name));
            let (tag, date) = (values[0].is_some(), values[1].is_some());
            assert_eq!(validators.unwrap_or_default(), (tag, date), "{name}");
            let headers: Vec<(&str, String)> = names
                .into_iter()
                .zip(values)
                .filter_map(|(name, value)| Some((name, value?.to_owned())))
                .collect();
            let ask_with = async |headers: &[(&str, String)]| {
                let headers = headers.iter().map(|(name, value)| (*name, value.as_str()));
                let headers: Vec<_> = headers.collect();
                ask(&server, &path, &headers).await.unwrap()
            };
            assert_eq!(ask_with(&known).await.status, 200, "{name}, round {round}");
            let again = ask_with(&headers).await;
            let wanted = if validators.is_some() { 304 } else { 200 };
            assert_eq!(again.status, wanted, "{name}");
            assert_eq!(again.header("etag"), values[0]);
            assert_eq!(again.body.is_empty(), validators.is_some());
            known = headers;
        }
        clock.advance(TimeDelta::hours(1));
    }
    let path = "/feeds/kettles.rss";
    let with = async |name, value| ask(&server, path, &[(name, value)]).await.unwrap().status;
    let etag = get(&server, path).await.header("etag").unwrap().to_owned();
    let weak = format!("\"x\", W/{etag}");
    assert_eq!(with("if-none-match", &weak).await, 304);
    assert_eq!(with("if-none-match", "*").await, 304);
    assert_eq!(with("if-modified-since", "no date").await, 200);
    assert_eq!(with("if-modified-since", "Sat, 01 Jan 2000 00:00:00 GMT").await, 200);
    // The tag takes precedence over the date.
    let both = [("if-none-match", "\"x\""), ("if-modified-since", "Sat, 01 Jan 2050 00:00:00 GMT")];
    assert_eq!(ask(&server, path, &both).await.unwrap().status, 200);
    let other = get(&server, "/feeds/kettles.atom").await;
    assert_ne!(other.header("etag"), Some(etag.as_str()));
}

#[tokio::test]
async fn the_oldest_entries_roll_out_and_are_remembered() {
    let (server, _) = with_kettles().await;
    let put = |n: usize| {
        let new = NewEntry { id: Some(n.to_string()), ..NewEntry::titled("A kettle") };
        server.control.put("kettles", new).unwrap();
    };
    (0..20).for_each(put);
    assert_eq!(get(&server, "/feeds/kettles.rss").await.read().unwrap().entries.len(), 20);
    (20..25).for_each(put);
    let feed = get(&server, "/feeds/kettles.json").await.read().unwrap();
    let wanted: Vec<String> = (5..25).rev().map(|n| format!("kettles/{n}")).collect();
    assert_eq!(keys(&feed), wanted);
    let record = server.control.record("kettles").unwrap();
    let asked: Vec<u64> = record.iter().map(|entry| entry.asked).collect();
    let wanted = [vec![1; 5], vec![2; 15], vec![1; 5]].concat();
    assert_eq!(asked, wanted);
}

#[tokio::test]
async fn pages_name_their_feeds_and_a_list_names_all() {
    let (server, _) = with_kettles().await;
    for (name, links) in [("one", vec![Form::Atom]), ("none", Vec::new())] {
        let feed = NewFeed { links, ..NewFeed::named(name) };
        server.control.add(feed).unwrap();
    }
    let found = async |name: &str| {
        let page = get(&server, &format!("/{name}")).await;
        assert_eq!(page.read(), Err(feeds::Error::WebPage));
        let address = Url::parse(&server.base_url()).unwrap();
        let found = feeds::discover(&page.body, page.header("content-type"), &address);
        let found = found.into_iter().map(|found| found.address.path().to_owned());
        found.collect::<Vec<_>>()
    };
    let all = ["/feeds/kettles.rss", "/feeds/kettles.atom", "/feeds/kettles.json"];
    assert_eq!(found("kettles").await, all);
    assert_eq!(found("one").await, ["/feeds/one.atom"]);
    assert_eq!(found("none").await, [""; 0]);
    let list = get(&server, "/opml").await.text();
    let listed = feeds::opml::read(list.as_bytes()).unwrap();
    let titles: Vec<&str> = listed.iter().map(|feed| feed.title.as_str()).collect();
    assert_eq!(titles, ["Kettles & pots", "none", "one"]);
    assert_eq!(listed[0].address.path(), "/feeds/kettles.rss");
    assert!(get(&server, "/").await.text().contains("<a href=\"/one\">one</a>"));
    for path in ["/feeds/kettles", "/feeds/pots.rss", "/feeds/kettles.txt", "/kettles/1", "/x"] {
        assert_eq!(get(&server, path).await.status, 404, "{path}");
    }
    for name in ["", "Kettles", "a/b", &"a".repeat(61)] {
        assert!(server.control.add(NewFeed::named(name)).is_err(), "{name}");
    }
}

#[tokio::test]
async fn made_up_entries_come_by_the_clock_often_in_few_feeds() {
    let config = Config { feeds: 100, entries_an_hour: 10.0, ..Config::for_tests() };
    let clock = clock();
    let server = start_with_clock(config.clone(), clock.clone()).await.unwrap();
    let names = server.control.names();
    assert_eq!(names.iter().collect::<HashSet<_>>().len(), 100);
    let first = get(&server, "/feeds/lumenbase-releases.rss").await;
    let read = first.read().unwrap();
    assert_eq!((read.title.as_str(), read.entries.len()), ("Lumenbase releases", 20));
    assert!(read.entries.iter().all(|entry| entry.title.starts_with("Lumenbase ")));
    let count = |server: &Handle| -> Vec<usize> {
        let record = |name: &String| server.control.record(name).unwrap().len();
        names.iter().map(record).collect()
    };
    let before = count(&server);
    clock.advance(TimeDelta::days(1));
    let new: Vec<usize> = count(&server).iter().zip(before).map(|(now, then)| now - then).collect();
    // 10 * (1 + 1/2 + … + 1/100) an hour.
    assert!((900..1_600).contains(&new.iter().sum::<usize>()), "{new:?}");
    assert!(*new.iter().max().unwrap() > 150, "{new:?}");
    let quiet = new.iter().filter(|new| **new <= 5).count();
    assert!(quiet > 40, "{new:?}");
    // A server that starts later has the same entries.
    let later = start_with_clock(config, clock).await.unwrap();
    for name in ["lumenbase-releases", "quiet-kettle-blog"] {
        let path = format!("/feeds/{name}.rss");
        let (one, other) = (get(&server, &path).await, get(&later, &path).await);
        assert_eq!(keys(&one.read().unwrap()), keys(&other.read().unwrap()));
        assert_eq!(one.header("etag"), other.header("etag"));
    }
}

#[tokio::test]
async fn readers_are_turned_away_and_sent_elsewhere_on_demand() {
    let (server, _) = with_kettles().await;
    let path = "/feeds/kettles.rss";
    for (status, retry_after) in
        [(429, Some(60)), (503, None), (404, None), (410, None), (500, None)]
    {
        let fault =
            Fault { retry_after, ..Fault::once("/feeds/kettles", FaultKind::Status(status)) };
        server.control.fault(fault);
        let answer = get(&server, path).await;
        let said = answer.header("retry-after").map(|said| said.parse().unwrap());
        assert_eq!((answer.status, said), (status, retry_after));
    }
    for (status, number) in [
        (RedirectStatus::MovedPermanently, 301),
        (RedirectStatus::Found, 302),
        (RedirectStatus::SeeOther, 303),
        (RedirectStatus::TemporaryRedirect, 307),
        (RedirectStatus::PermanentRedirect, 308),
    ] {
        let to = "http://10.0.0.1/feed".to_owned();
        server.control.fault(Fault::once("", FaultKind::Redirect { status, to }));
        let answer = get(&server, path).await;
        assert_eq!(answer.status, number);
        assert_eq!(answer.header("location"), Some("http://10.0.0.1/feed"));
    }
    server.control.fault(Fault::lasting(path, FaultKind::Status(503)));
    assert_eq!(get(&server, "/feeds/kettles.atom").await.status, 200);
    for _ in 0..3 {
        assert_eq!(get(&server, path).await.status, 503);
    }
    server.control.clear_faults();
    assert_eq!(get(&server, path).await.status, 200);
}

#[tokio::test]
async fn documents_are_wrong_on_demand() {
    let (server, clock) = with_kettles().await;
    for title in ["One – first", "Two", "Three", "Four"] {
        server.control.put("kettles", NewEntry::titled(title)).unwrap();
    }
    let path = "/feeds/kettles.rss";
    let good = get(&server, path).await.read().unwrap();
    let etag = get(&server, path).await.header("etag").unwrap().to_owned();
    let with = async |fault| {
        server.control.fault(Fault::once("", fault));
        let answer = ask(&server, path, &[("if-none-match", &etag)]).await.unwrap();
        assert_eq!(answer.header("etag"), None, "it is another document");
        answer
    };
    let part = with(FaultKind::Truncate).await.read().unwrap();
    assert!(part.broken && (1..4).contains(&part.entries.len()));
    let spoilt = with(FaultKind::InvalidCharacters).await;
    assert!(String::from_utf8(spoilt.body.clone()).is_err());
    assert_eq!(keys(&spoilt.read().unwrap()), keys(&good));
    let misnamed = with(FaultKind::WrongEncoding).await;
    assert!(misnamed.text().starts_with("<?xml version=\"1.0\" encoding=\"utf-16\""));
    assert_eq!(misnamed.read().unwrap().entries[3].title, "One – first");
    assert_eq!(with(FaultKind::OtherJson).await.read(), Err(feeds::Error::OtherJson));
    let page = with(FaultKind::Html).await;
    assert_eq!(page.read(), Err(feeds::Error::WebPage));
    assert_eq!(with(FaultKind::EmptyBody).await.read(), Err(feeds::Error::Empty));
    let bomb = with(FaultKind::EntityBomb).await.read().unwrap();
    assert!(bomb.title.len() < 100, "{}", bomb.title.len());
    let ids = [with(FaultKind::OtherIds).await, with(FaultKind::OtherIds).await];
    let ids = ids.map(|answer| answer.read().unwrap());
    let all: HashSet<&str> = ids.iter().chain([&good]).flat_map(keys).collect();
    assert_eq!(all.len(), 12);
    let dates = |feed: &Feed| -> Vec<Option<DateTime<Utc>>> {
        feed.entries.iter().map(|entry| entry.published).collect()
    };
    assert_eq!(dates(&with(FaultKind::NoDates).await.read().unwrap()), [None; 4]);
    let now = sims::feed::Clock::now(&*clock);
    let ahead = with(FaultKind::FutureDates).await.read().unwrap();
    assert!(dates(&ahead).iter().all(|date| date.unwrap() > now + TimeDelta::days(300)));
    server.control.fault(Fault::once("", FaultKind::Endless));
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let address = format!("{}{path}", server.base_url());
    let mut endless = client.get(address).send().await.unwrap();
    let mut read = 0;
    while read <= feeds::MAX_BYTES {
        read += endless.chunk().await.unwrap().expect("more").len();
    }
}

#[tokio::test]
async fn answers_break_off_and_fail_to_come_on_demand() {
    let (server, _) = with_kettles().await;
    let path = "/feeds/kettles.rss";
    for fault in [FaultKind::Cut, FaultKind::CutBody] {
        server.control.fault(Fault::once("/feeds/", fault));
        assert!(ask(&server, path, &[]).await.is_err());
    }
    server.control.take_paths();
    server.control.fault(Fault::once("/feeds/", FaultKind::Stall));
    let (stalled, ()) = tokio::join!(get(&server, "/feeds/kettles.rss?page=1"), async {
        server.control.until_asked().await;
        // The other is still in progress.
        assert_eq!(get(&server, path).await.status, 200);
        assert_eq!(server.control.requests().all.under_way, 1);
        server.control.clear_faults();
    });
    assert_eq!(stalled.status, 200);
    assert_eq!(server.control.take_paths(), ["/feeds/kettles.rss?page=1", path]);
    let requests = server.control.requests();
    assert_eq!(requests.all.under_way, 0);
    assert_eq!(requests.feeds["kettles"].most_at_once, 2);
}

#[tokio::test]
async fn requests_are_counted_by_feed_and_host() {
    let config = Config { hosts: vec!["127.0.0.2".parse().unwrap()], ..Config::for_tests() };
    let server = start(config).await.unwrap();
    for name in ["one", "two"] {
        server.control.add(NewFeed::named(name)).unwrap();
    }
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let ask = async |host: &str, name: &str, tag: &str| {
        let address = format!("http://{host}:{}/feeds/{name}.atom", server.addr.port());
        let request = client.get(&address).header("if-none-match", tag);
        let answer = request.send().await.unwrap();
        let (status, text) = (answer.status().as_u16(), answer.text().await.unwrap());
        assert_eq!(status == 200, text.contains(&address), "{text}");
        status
    };
    assert_eq!(ask("127.0.0.1", "one", "\"x\"").await, 200);
    assert_eq!(ask("127.0.0.2", "one", "*").await, 304);
    assert_eq!(ask("127.0.0.2", "two", "*").await, 304);
    assert_eq!(ask("127.0.0.2", "nothing", "*").await, 404);
    let requests = server.control.requests();
    let counts = |count: &sims::feed::Count| (count.asked, count.unchanged);
    assert_eq!(counts(&requests.all), (4, 2));
    assert_eq!(requests.feeds.len(), 2, "what is not there is counted for none");
    assert_eq!(counts(&requests.feeds["one"]), (2, 1));
    assert_eq!(counts(&requests.hosts["127.0.0.1"]), (1, 0));
    assert_eq!(counts(&requests.hosts["127.0.0.2"]), (3, 2));
}
