//! Feeds as a reader program reads them: XML through an independent parser.

use axum::http::Request;
use roxmltree::{Document, Node};

use crate::support::prelude::*;

const SITE: &str = "https://harken.example";
const ATOM: &str = "http://www.w3.org/2005/Atom";

struct FeedTest {
    app: TestApp,
    anon: Client,
    user: SignedIn,
}

impl FeedTest {
    async fn init() -> Self {
        let public_url = format!("server.public_url={SITE}");
        let test = TestApp::init_with(&[public_url.as_str()]).await;
        let (test, anon, user) = test.with_user().await;
        test.make_pro(&user.user).await;
        Self { app: test, anon, user }
    }

    async fn addresses(&self) -> Value {
        self.user.get("/api/feeds").await.expect(200).json
    }

    /// Reads what is at an address, without a session.
    async fn read(&self, address: &Value) -> Answer {
        self.anon.get(path_of(address)).await
    }

    /// Reads with a header that a reader sends after an earlier visit.
    async fn read_if(&self, address: &Value, name: &str, value: &str) -> Answer {
        let request = Request::get(path_of(address)).header(name, value);
        self.anon.send_raw(request.body(Body::empty()).unwrap()).await
    }

    /// Adds a match of `watch`.
    async fn notify(&self, watch: Uuid, matched: Match) -> Uuid {
        self.app.notify(self.user.user.id, matched.of_watch(watch)).await.id
    }
}

fn path_of(address: &Value) -> &str {
    address.as_str().unwrap().strip_prefix(SITE).unwrap()
}

fn header<'a>(answer: &'a Answer, name: &str) -> &'a str {
    answer.headers[name].to_str().unwrap()
}

fn children<'a, 'b>(node: Node<'a, 'b>, name: &str) -> Vec<Node<'a, 'b>> {
    let named = node.children().filter(|n| n.tag_name().name() == name);
    named.collect()
}

fn text(node: Node<'_, '_>, name: &str) -> String {
    let found = children(node, name);
    assert_eq!(found.len(), 1, "{name}");
    found[0].text().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn the_three_formats_list_the_same_newest_first() {
    let feeds = FeedTest::init().await;
    let first = feeds.app.notify(feeds.user.user.id, Match::of("rust")).await;
    feeds.app.clock.advance(TimeDelta::seconds(90));
    let second = feeds.app.notify(feeds.user.user.id, Match::of("borrow")).await;
    let all = feeds.addresses().await["all"].clone();
    let ids = [second.id, first.id].map(|id| format!("urn:uuid:{id}"));

    let rss = feeds.read(&all["rss"]).await;
    assert_eq!(header(&rss, "content-type"), "application/rss+xml; charset=utf-8");
    let document = Document::parse(&rss.text).unwrap();
    let channel = children(document.root_element(), "channel")[0];
    assert_eq!(document.root_element().attribute("version"), Some("2.0"));
    assert_eq!(children(channel, "link")[0].text(), Some("https://harken.example/notifications"));
    assert!(!text(channel, "title").is_empty() && !text(channel, "description").is_empty());
    let items = children(channel, "item");
    let found: Vec<_> = items.iter().map(|item| text(*item, "guid")).collect();
    assert_eq!(found, ids);
    let item = items[1];
    assert_eq!(children(item, "guid")[0].attribute("isPermaLink"), Some("false"));
    assert_eq!(text(item, "title"), "rust is asked about");
    assert_eq!(text(item, "description"), "Does anybody use rust at work?");
    assert_eq!(text(item, "creator"), "u/somebody");
    assert!(text(item, "link").starts_with("https://forum.example/r/rust/comments/"));
    let date = DateTime::parse_from_rfc2822(&text(item, "pubDate")).unwrap();
    assert_eq!(date.timestamp(), first.created_at.timestamp());
    let tags: Vec<_> = children(item, "category").iter().map(|c| c.text().unwrap()).collect();
    assert_eq!(tags, ["rust", "r/rust"]);

    let atom = feeds.read(&all["atom"]).await;
    assert_eq!(header(&atom, "content-type"), "application/atom+xml; charset=utf-8");
    let document = Document::parse(&atom.text).unwrap();
    let feed = document.root_element();
    assert_eq!(feed.tag_name().namespace(), Some(ATOM));
    let own = children(feed, "link").into_iter().find(|l| l.attribute("rel") == Some("self"));
    assert_eq!(own.unwrap().attribute("href"), all["atom"].as_str());
    let entries = children(feed, "entry");
    let found: Vec<_> = entries.iter().map(|entry| text(*entry, "id")).collect();
    assert_eq!(found, ids);
    assert_eq!(text(feed, "updated"), text(entries[0], "updated"));
    assert_eq!(text(entries[0], "content"), "Does anybody use borrow at work?");
    assert_eq!(text(children(entries[0], "author")[0], "name"), "u/somebody");

    let json = feeds.read(&all["json"]).await;
    assert_eq!(header(&json, "content-type"), "application/feed+json; charset=utf-8");
    assert_eq!(json.json["version"], "https://jsonfeed.org/version/1.1");
    assert_eq!(json.json["feed_url"], all["json"]);
    let items = json.json["items"].as_array().unwrap();
    let found: Vec<_> = items.iter().map(|item| item["id"].as_str().unwrap()).collect();
    assert_eq!(found, ids);
    assert_eq!(items[1]["title"], "rust is asked about");
    assert_eq!(items[1]["authors"], json!([{"name": "u/somebody"}]));

    for answer in [rss, atom, json] {
        assert_eq!(header(&answer, "referrer-policy"), "no-referrer");
        assert_eq!(header(&answer, "x-robots-tag"), "noindex");
        assert_eq!(header(&answer, "cache-control"), "private, no-cache");
    }
}

#[tokio::test]
async fn a_watch_has_a_feed_of_its_own_and_fifty_entries_at_most() {
    let feeds = FeedTest::init().await;
    let watch = add_watch(&feeds.app, feeds.user.user.id, "rust", &["all"]).await;
    let other = add_watch(&feeds.app, feeds.user.user.id, "borrow", &["all"]).await;
    let mut mine = Vec::new();
    for n in 0..52 {
        feeds.app.clock.advance(TimeDelta::seconds(1));
        let id = feeds.notify(watch, Match::of(&format!("rust{n}"))).await;
        mine.push(format!("urn:uuid:{id}"));
    }
    let theirs = feeds.notify(other, Match::of("borrow")).await;
    mine.reverse();
    let listed = feeds.addresses().await;
    let watches = listed["watches"].as_array().unwrap();
    assert_eq!(watches[0]["watchId"], watch.to_string());
    assert_eq!(watches[1]["keyword"], "borrow");
    let items = async |address: &Value| {
        let feed = feeds.read(address).await.json;
        let items = feed["items"].as_array().unwrap().clone();
        let ids: Vec<_> = items.iter().map(|i| i["id"].as_str().unwrap().to_owned()).collect();
        ids
    };
    assert_eq!(items(&watches[0]["json"]).await, mine[..50]);
    assert_eq!(items(&watches[1]["json"]).await, [format!("urn:uuid:{theirs}")]);
    assert_eq!(items(&listed["all"]["json"]).await.len(), 50);

    let all: Vec<&str> = [&listed["all"], &watches[0], &watches[1]]
        .into_iter()
        .flat_map(|of| ["rss", "atom", "json"].map(|form| of[form].as_str().unwrap()))
        .collect();
    let distinct: std::collections::BTreeSet<_> = all.iter().collect();
    assert_eq!(distinct.len(), 9);

    feeds.app.sql(&format!("DELETE FROM watches WHERE id = '{watch}'")).await;
    assert_eq!(feeds.read(&watches[0]["json"]).await.status, 404, "its watch is gone");
    assert_eq!(feeds.read(&listed["all"]["json"]).await.status, 200);
}

#[tokio::test]
async fn hostile_texts_leave_a_feed_whole() {
    let feeds = FeedTest::init().await;
    let hostile = [
        "]]> <![CDATA[ <!ENTITY x SYSTEM \"file:///etc/passwd\"> &x; <?xml ?> <!--",
        "</title></item></channel></rss><script>alert(1)</script>",
        "& < > \" ' &amp; &#0; &#x1F; &lt;b&gt;",
        "a\u{1}b\u{8}c\u{b}d\u{1f}e\u{7f}f\u{85}g\u{fffe}h\u{ffff}i",
        "\u{202e}\u{200b}\u{feff} 🔥 日本語",
        "line\r\nbreak\ttab",
    ];
    for text in hostile {
        let matched = Match {
            keyword: text.to_owned(),
            title: text.to_owned(),
            body: text.repeat(2_000),
            ..Match::of("rust")
        };
        feeds.app.notify(feeds.user.user.id, matched).await;
    }
    let all = feeds.addresses().await["all"].clone();
    for form in ["rss", "atom"] {
        let xml = feeds.read(&all[form]).await.text;
        let document = Document::parse(&xml).unwrap_or_else(|error| panic!("{form}: {error}"));
        let entries: Vec<_> = document
            .descendants()
            .filter(|n| matches!(n.tag_name().name(), "item" | "entry"))
            .collect();
        assert_eq!(entries.len(), hostile.len());
        for (entry, sent) in entries.iter().rev().zip(hostile) {
            let kept = |c: &char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
            let shown: String = text(*entry, "title").chars().filter(kept).collect();
            // Nothing reverses the words beside it.
            let expected: String = sent.replace('\u{202e}', "").chars().filter(kept).collect();
            assert_eq!(shown, expected, "{form}");
        }
        // The description of an RSS item is HTML to its readers: none of the post's characters may act as
        // markup.
        if form == "rss" {
            for entry in entries {
                let html = text(entry, "description").replace("<br>", "");
                assert!(!html.contains(['<', '>']), "{html:.80}");
                assert!(html.chars().count() < 20_000);
            }
        }
    }
    let json = feeds.read(&all["json"]).await.json;
    assert_eq!(json["items"].as_array().unwrap().len(), hostile.len());
}

#[tokio::test]
async fn a_reader_that_has_it_receives_304() {
    let feeds = FeedTest::init().await;
    feeds.app.notify(feeds.user.user.id, Match::of("rust")).await;
    let all = feeds.addresses().await["all"].clone();
    let address = &all["atom"];
    let first = feeds.read(address).await;
    let tag = header(&first, "etag").to_owned();
    let modified = header(&first, "last-modified").to_owned();
    for (name, value) in [
        ("if-none-match", tag.as_str()),
        ("if-none-match", "*"),
        ("if-none-match", &format!("\"x\", {tag}")),
        ("if-modified-since", &modified),
    ] {
        let again = feeds.read_if(address, name, value).await;
        assert_eq!((again.status, again.text.as_str()), (304, ""), "{name}: {value}");
        assert_eq!(header(&again, "etag"), tag);
    }
    for (name, value) in [
        ("if-none-match", "W/\"other\""),
        ("if-modified-since", "Thu, 01 Jan 1970 00:00:00 GMT"),
        ("if-modified-since", "yesterday"),
    ] {
        assert_eq!(feeds.read_if(address, name, value).await.status, 200, "{value}");
    }
    feeds.app.clock.advance(TimeDelta::minutes(5));
    feeds.app.notify(feeds.user.user.id, Match::of("more")).await;
    let news = feeds.read_if(address, "if-none-match", &tag).await.expect(200);
    assert_ne!(header(&news, "etag"), tag);
    let news = feeds.read_if(address, "if-modified-since", &modified).await.expect(200);
    let now: DateTime<Utc> = feeds.app.clock.now();
    let changed = DateTime::parse_from_rfc2822(header(&news, "last-modified")).unwrap();
    assert_eq!(changed.timestamp(), now.timestamp());
}

#[tokio::test]
async fn a_reset_makes_new_addresses_and_bad_ones_all_answer_the_same() {
    let feeds = FeedTest::init().await;
    let watch = add_watch(&feeds.app, feeds.user.user.id, "rust", &["all"]).await;
    let bob = feeds.app.new_user("bob@example.com").await;
    feeds.app.make_pro(&bob.user).await;
    let theirs = add_watch(&feeds.app, bob.user.id, "rust", &["all"]).await;
    let before = feeds.addresses().await;
    let reset = feeds.user.post("/api/feeds/reset", json!({})).await.expect(200);
    assert_eq!(reset.json, feeds.addresses().await);
    assert_eq!(feeds.read(&reset.json["all"]["rss"]).await.status, 200);
    assert_eq!(feeds.read(&reset.json["watches"][0]["rss"]).await.status, 200);

    let good = path_of(&reset.json["all"]["rss"]).to_owned();
    let token = good.split('/').nth(3).unwrap();
    let mut flipped = token.to_owned();
    let last = if flipped.pop() == Some('A') { 'Q' } else { 'A' };
    flipped.push(last);
    // A handmade token: the user's own with another user's watch.
    let secrets = &feeds.app.secrets;
    let key = foundation::secrets::FeedKey { user_id: feeds.user.user.id, watch_id: Some(theirs) };
    let foreign = secrets.feed_token(key, 2);
    let mut answers = Vec::new();
    for path in [
        path_of(&before["all"]["rss"]).to_owned(),
        path_of(&before["watches"][0]["json"]).to_owned(),
        format!("/api/feeds/{flipped}/rss.xml"),
        format!("/api/feeds/{foreign}/rss.xml"),
        format!("/api/feeds/{watch}/rss.xml"),
        format!("/api/feeds/{token}/feed.xml"),
        format!("/api/feeds/{token}/RSS.XML"),
        "/api/feeds/x/rss.xml".to_owned(),
        format!("/api/feeds/{}/rss.xml", "A".repeat(64)),
        format!("/api/feeds/{}/rss.xml", "A".repeat(4_000)),
        "/api/feeds/%00/rss.xml".to_owned(),
    ] {
        let answer = feeds.anon.get(&path).await;
        assert_eq!(answer.status, 404, "{path}");
        answers.push(crate::support::accounts::without_request_id(answer.json));
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
}

#[tokio::test]
async fn a_feed_without_a_plan_says_so_instead_of_falling_silent() {
    let feeds = FeedTest::init().await;
    feeds.app.notify(feeds.user.user.id, Match::of("rust")).await;
    let all = feeds.addresses().await["all"].clone();
    feeds.app.set_plan(&feeds.user.user, "free").await;
    let refused = feeds.user.get("/api/feeds").await;
    assert_eq!((refused.status, refused.code()), (403, "PLAN_UPGRADE_REQUIRED"));
    let ended = feeds.read(&all["json"]).await;
    let items = ended.json["items"].as_array().unwrap();
    assert_eq!(items.len(), 1);
    assert_eq!(items[0]["title"], "This feed is part of the Pro plan");
    assert_eq!(items[0]["url"], "https://harken.example/subscription");
    assert!(!ended.text.contains("asked about"));
    let again = feeds.read(&all["json"]).await;
    assert_eq!(again.json["items"][0]["id"], items[0]["id"], "it is shown once");
    Document::parse(&feeds.read(&all["rss"]).await.text).unwrap();
}

#[tokio::test]
async fn gaps_of_what_one_watches_have_a_feed_of_their_own() {
    let feeds = FeedTest::init().await;
    let reader = feeds.user.user.id;
    add_watch(&feeds.app, reader, "rust", &["Tea", "all"]).await;
    let now = feeds.app.clock.now();
    let gap = |listing: &str, hours: i64| {
        let (from, to) = (now - TimeDelta::hours(hours), now - TimeDelta::minutes(hours));
        format!(
            "INSERT INTO coverage_gaps (id, listing, started_at, ended_at, reason)
             VALUES (gen_random_uuid(), '{listing}', '{}', '{}',
                     'the request budget reaches no further')",
            from.to_rfc3339(),
            to.to_rfc3339()
        )
    };
    for (listing, hours) in [
        ("posts:r/tea", 3),
        ("posts:all", 2),
        // A sample, a place of another user, and one from long ago.
        ("comments:all", 1),
        ("posts:r/coffee", 1),
        ("comments:r/tea", 24 * 60),
    ] {
        feeds.app.sql(&gap(listing, hours)).await;
    }
    let gaps = feeds.addresses().await["gaps"].clone();
    let json = feeds.read(&gaps["json"]).await.expect(200);
    let titles: Vec<&str> = json.json["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["title"].as_str().unwrap())
        .collect();
    let missing = |place: &str| format!("Some posts in r/{place} may be missing");
    // The gap of sixty days began long before, and ended an hour ago.
    assert_eq!(
        titles,
        [missing("all"), missing("tea"), "Some comments in r/tea may be missing".to_owned()]
    );
    let text = json.json["items"][0]["content_text"].as_str().unwrap();
    assert!(text.ends_with("may be missing. Reddit's request limit was used up."), "{text}");
    assert_eq!(json.json["feed_url"], gaps["json"]);
    for form in ["rss", "atom"] {
        let feed = feeds.read(&gaps[form]).await.expect(200);
        let document = Document::parse(&feed.text).unwrap();
        let entries = document
            .descendants()
            .filter(|node| ["item", "entry"].contains(&node.tag_name().name()));
        assert_eq!(entries.count(), 3, "{form}");
    }
    let all = feeds.addresses().await["all"].clone();
    let none = feeds.read(&all["json"]).await;
    assert_eq!(none.json["items"], json!([]));
}
