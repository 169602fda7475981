//! Broken documents: tolerated and rejected ones.

use feeds::{Error, parse};

use super::{address, read};

#[test]
fn what_is_nearly_xml_is_read() {
    let cases = [
        "<br />\n<b>Warning</b>: x in <b>y</b><br />\n<?xml version='1.0'?><rss><channel><item><title>One</title></item></channel></rss>",
        "\u{feff}\n <?xml version='1.0'?><rss><channel><item><title>One</title></item></channel></rss>",
        "<!-- an <html> of <rss> --><rss><channel><item><title>One</title></item></channel></rss>",
        "<rss><channel><item><title>One</title></item></rss>",
        "<rss><channel><item><title>One</title></p></item></channel></rss> <trailing",
        "<rss><channel><item><title>One</item></channel></rss>",
        "<rss><channel><description>a<br>b<hr>c<p>d<p>e</description><item><title>One<br>\n</title></item></channel></rss>",
        "<RSS><Channel><Item><Title>One</Title></Item></Channel></RSS>",
        "<rss><channel><item a=b c d='<'><title>One</title></item></channel></rss>",
        "<rss><channel><description>a <! b <1 c</description><item><title>One</title></item></channel></rss>",
        "<rss xmlns='urn:unknown'><channel><item><title>One</title></item></channel></rss>",
        "<rss><channel><item><dc:title>One</dc:title></item></channel></rss>",
    ];
    for document in cases {
        let feed = read(document);
        let titles: Vec<&str> = feed.entries.iter().map(|entry| entry.title.as_str()).collect();
        assert_eq!(titles, ["One"], "{document}");
        assert!(!feed.broken, "{document}");
    }
}

#[test]
fn markup_that_nobody_closed_ends_with_its_element() {
    let breaks = "line<br>".repeat(1_000) + &"<li>point".repeat(100);
    let feed = read(&format!(
        "<rss><channel><item><guid>1</guid><description>{breaks}</description><title>One</title></item></channel></rss>"
    ));
    assert_eq!((feed.entries[0].title.as_str(), feed.broken), ("One", false));
    assert_eq!(feed.entries[0].content.as_str().matches("<br>").count(), 1_000);
}

#[test]
fn what_is_no_feed_is_refused_with_a_reason() {
    let cases = [
        ("", "is empty"),
        (" \n\u{feff}", "is empty"),
        ("<!DOCTYPE html><title>A</title>", "is a web page, not a feed"),
        ("<HTML><body>x", "is a web page, not a feed"),
        (
            "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'/>",
            "is a web page, not a feed",
        ),
        ("<opml version='2.0'/>", "is a list of feeds (OPML), not a feed"),
        ("<urlset/>", "is not a feed: its outermost element is <urlset>"),
        ("hello", "is neither XML nor JSON, so not a feed"),
        ("<!-- nothing -->", "is neither XML nor JSON, so not a feed"),
        ("<rss><channel><item><title>One", "is broken XML: it breaks off near byte 30"),
        ("{\"items\": []}", "is JSON, but not a JSON Feed"),
        ("[1, 2]", "is JSON, but not a JSON Feed"),
    ];
    for (document, wanted) in cases {
        let error = parse(document.as_bytes(), None, &address()).unwrap_err();
        assert_eq!(error.to_string(), wanted, "{document}");
    }
    let error = parse(b"{\"items\": [", None, &address()).unwrap_err();
    assert!(matches!(error, Error::BrokenJson(_)), "{error}");
}

#[test]
fn encodings_are_decoded() {
    let latin = b"<?xml version='1.0' encoding='ISO-8859-1'?><rss><channel><title>caf\xe9</title></channel></rss>";
    assert_eq!(parse(latin, None, &address()).unwrap().title, "café");
    let japanese = b"<rss><channel><title>\x83e\x83X\x83g</title></channel></rss>";
    let feed = parse(japanese, Some("text/xml; charset=Shift_JIS"), &address()).unwrap();
    assert_eq!(feed.title, "テスト");
}
