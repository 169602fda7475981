//! Documents designed to do harm: each is read or rejected in time and space proportional to its
//! length.

use std::fmt::Write as _;

use feeds::{Error, Feed, MAX_BYTES, MAX_ENTRIES, discover, opml, parse};
use proptest::prelude::*;
use url::Url;

const RSS: &str = "<?xml version='1.0' encoding='utf-8'?><!DOCTYPE rss [<!ENTITY e 'x'>]>\
    <rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1/' xml:base='https://b.example/'><channel>\
    <title>A &amp; B</title><link>/</link><item><title>Ünö &#8211; &e;</title><guid>1</guid>\
    <link>/1</link><description><![CDATA[<p>x</p>]]></description><dc:date>2004-01-01</dc:date></item>\
    <item><guid>2</guid><description>a <b>b</b> c</description></item></channel></rss>";
const ATOM: &str = "<feed xmlns='http://www.w3.org/2005/Atom'><title>A</title><entry><id>1</id>\
    <title type='html'>&lt;b&gt;</title><author><name>Ann</name></author><link href='/1'/>\
    <content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><p>x</p></div></content>\
    <updated>2004-01-01T00:00:00Z</updated></entry></feed>";
const JSON: &str = r#"{"version":"https://jsonfeed.org/version/1.1","title":"A","items":[{"id":"1","title":"Ü","content_html":"<p>x</p>","tags":["a"]}]}"#;

fn read(document: impl AsRef<[u8]>) -> Result<Feed, Error> {
    let address = Url::parse("https://a.example/feed").unwrap();
    parse(document.as_ref(), None, &address)
}

fn rss(inner: &str) -> String {
    format!("<rss><channel>{inner}</channel></rss>")
}

#[test]
fn what_is_too_large_is_refused() {
    assert_eq!(read(vec![b' '; 100_000_000]), Err(Error::TooLarge));
    assert_eq!(read(vec![b'<'; MAX_BYTES + 1]), Err(Error::TooLarge));
    assert_eq!(opml::read(&vec![b' '; MAX_BYTES + 1]), Err(Error::TooLarge));
}

#[test]
fn declared_entities_are_never_expanded() {
    let mut laughs = String::from("<!DOCTYPE rss [<!ENTITY a0 'ha'>");
    for n in 1..30 {
        let part = format!("&a{};", n - 1).repeat(10);
        write!(laughs, "<!ENTITY a{n} '{part}'>").unwrap();
    }
    laughs += "]>";
    laughs += &rss("<item><guid>1</guid><title>&a29;</title></item>");
    assert_eq!(read(laughs).unwrap().entries[0].title, "&a29;");

    let blow_up = format!(
        "<!DOCTYPE rss [<!ENTITY a '{}'>]>{}",
        "x".repeat(100_000),
        rss(&format!("<item><description>{}</description></item>", "&a;".repeat(100_000)))
    );
    let feed = read(blow_up).unwrap();
    assert_eq!(feed.entries[0].texts[0].as_str().replace("&a;", "").len(), 1);
}

#[test]
fn external_entities_are_never_read() {
    let document = format!(
        "<!DOCTYPE rss [<!ENTITY f SYSTEM 'file:///etc/passwd'><!ENTITY % p SYSTEM 'http://127.0.0.1:1/'> %p;]>{}",
        rss("<item><title>&f;</title></item>")
    );
    assert_eq!(read(document).unwrap().entries[0].title, "&f;");
}

#[test]
fn deep_nesting_breaks_a_document_off() {
    let deep = "<a>".repeat(1_000_000);
    assert!(matches!(read(&deep), Err(Error::OtherXml(name)) if name == "a"));
    let in_item = rss(&format!("<item><guid>1</guid></item><item><title>{deep}</title></item>"));
    let feed = read(in_item).unwrap();
    assert_eq!((feed.entries.len(), feed.broken), (1, true));
    let channels = "<channel>".repeat(300_000);
    assert!(matches!(read(format!("<rss>{channels}")), Err(Error::BrokenXml(_))));
    for bracket in ["[", "{\"a\":"] {
        let json = format!("{{\"items\":[{}", bracket.repeat(1_000_000));
        assert!(matches!(read(json), Err(Error::BrokenJson(_))));
    }
    assert!(opml::read(b"<opml><body>").is_err());
    assert!(
        opml::read(format!("<opml>{}", "<outline text='a'>".repeat(300_000)).as_bytes()).is_err()
    );
}

#[test]
fn of_many_entries_the_first_are_read_and_the_rest_counted() {
    for count in [10_000, 1_000_000] {
        let items: String = (0..count)
            .map(|n| {
                if n < 3_000 {
                    format!("<item><guid>{n}</guid></item>")
                } else {
                    "<item/>".to_owned()
                }
            })
            .collect();
        let feed = read(rss(&items)).unwrap();
        assert_eq!((feed.entries.len(), feed.skipped), (MAX_ENTRIES, count - MAX_ENTRIES));
        assert_eq!(feed.entries[MAX_ENTRIES - 1].key, "1999");
    }
    let items = vec!["{}"; 1_000_000].join(",");
    let feed =
        read(format!("{{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[{items}]}}"))
            .unwrap();
    assert_eq!((feed.entries.len(), feed.skipped), (MAX_ENTRIES, 1_000_000 - MAX_ENTRIES));
}

#[test]
fn what_invites_repeated_work_gets_none() {
    // Large enough for work quadratic in the length to take half an hour.
    let size = 300_000;
    let full = |part: &str| part.repeat(size / part.len());
    let bases = "<b xml:base='x/'>".repeat(200) + &full("<c xml:base='a'/>");
    let cases = [
        full("<"),
        full("< "),
        full("<!"),
        full("&"),
        full("&a"),
        full("&amp;"),
        full("</a>"),
        full("<a"),
        full("<a "),
        full("<a x='"),
        full("<link <"),
        full("<![CDATA["),
        full("<![CDATA[]]>"),
        full("<!---->"),
        full("<a xmlns:a='a'/>"),
        full("\0"),
        format!("<a {}/>", full("x=y ")),
        format!("<a {}>", full("xmlns:a='b' ")),
        bases,
    ];
    for part in cases {
        for inner in [format!("<item><title>{part}"), format!("<item><description>{part}"), part] {
            let _ = read(rss(&inner));
            let _ = opml::read(format!("<opml>{inner}").as_bytes());
        }
    }
}

#[test]
fn zeros_are_taken_out() {
    let feed = read(rss("<item><title>a\0b</title><guid>x\0y</guid><author>\0</author><description>\0c\0</description></item>")).unwrap();
    let entry = &feed.entries[0];
    assert_eq!(
        (entry.title.as_str(), entry.texts[0].as_str(), entry.author.as_str()),
        ("a b", "c", "")
    );
    assert!(entry.key.starts_with("hash:"));
}

#[test]
fn a_document_that_is_cut_anywhere_gives_whole_entries_only() {
    for document in [RSS, ATOM, JSON] {
        let whole = read(document).unwrap();
        for end in 0..document.len() {
            if let Ok(feed) = read(&document.as_bytes()[..end]) {
                assert!(whole.entries.starts_with(&feed.entries), "{end} of {document}: {feed:?}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_bytes_do_no_harm(
        which in 0..3_usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20),
    ) {
        let mut bytes = [RSS, ATOM, JSON][which].as_bytes().to_vec();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let address = Url::parse("https://a.example/feed").unwrap();
        prop_assert_eq!(read(&bytes), read(&bytes));
        let _ = discover(&bytes, None, &address);
        let _ = opml::read(&bytes);
    }

    #[test]
    fn any_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..300), begin in "(<rss><channel><item>)?") {
        let _ = read([begin.as_bytes(), &bytes].concat());
    }
}
