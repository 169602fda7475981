//! Broken documents: tolerated and rejected ones.

use feeds::{Error, Feed, Remark, parse};

use super::{address, read, text};

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
        assert_eq!(titles(&feed), ["One"], "{document}");
        assert!(!feed.broken, "{document}");
    }
}

fn titles(feed: &Feed) -> Vec<&str> {
    feed.entries.iter().map(|entry| entry.title.as_str()).collect()
}

#[test]
fn entries_are_told_apart_without_their_ends() {
    let two = "<item><title>One</title><guid>1</guid></item><item><title>Two</title></item>";
    let channel = |inner: &str| format!("<rss><channel>{inner}</channel></rss>");
    let cases = [
        // In the channel.
        channel(&format!("<category>Tools<copyright>me</copyright>{two}")),
        channel(&format!("<title>A<link>https://a.example/</link>{two}")),
        channel(&format!("<description>a<p>b{two}")),
        channel(&format!("<image><url>x</image><image>{two}")),
        format!("<rss><channel>{two}"),
        // In an entry.
        channel("<item><title>One</title><item><title>Two</title>"),
        channel("<item><title>One<guid>1</guid></item><item><title>Two<pubDate>x</pubDate></item>"),
        channel("<item><guid>1<title>One</title></item><item><link>/2<title>Two</title></item>"),
        channel("<item><title>One</title><description>a<p>b</item><item><title>Two</title></item>"),
        channel("<item><description>a<b>b<pubDate>x</pubDate><title>One</title></item><item><title>Two</title>"),
        "<feed><title>A<entry><id>1<title>One</title></entry><entry><title>Two</title><id>2</id></feed>".to_owned(),
        "<feed><entry><title>One</title><content><div>x</entry><entry><title>Two</title></entry></feed>".to_owned(),
        "<rdf:RDF><channel><title>A</title><item><title>One</title></item><item><title>Two</title></item></rdf:RDF>".to_owned(),
        // In the wrong order, or too often.
        channel("<item><title><b>One</title></b></item></item><item><title>Two</title></item>"),
        channel("<item><title>One</title></item></channel><item><title>Two</title></item>"),
        "<rss><channel><item><title>One</title></item></channel></rss><item><title>Two</title></item>".to_owned(),
        // Quotes and CDATA.
        channel("<item><title>One</title><enclosure url=\"x></item><item><title>Two</title><enclosure url=\"y\"/></item>"),
        channel("<item><title>One</title><description><![CDATA[x</description></item><item><title>Two</title></item>"),
        // Several roots, none, or another one.
        channel("<item><title>One</title></item>") + "\n<?xml version='1.0'?>" + &channel("<item><title>Two</title></item>"),
        two.to_owned(),
        format!("<channel><title>A</title>{two}</channel>"),
        format!("<answer><status>0</status>{}</answer>", channel(two)),
        channel(&format!("<title>A</title><items>{two}</items><ttl>5</ttl>")),
        "<feed><entries><entry><title>One</title></entry><entry><title>Two</title></entry></entries></feed>".to_owned(),
    ];
    for document in cases {
        let feed = read(&document);
        assert_eq!(titles(&feed), ["One", "Two"], "{document}");
    }
    let feed = read(&channel(&format!("<category>Tools<copyright>me</copyright>{two}")));
    assert_eq!(feed.remarks.into_iter().collect::<Vec<_>>(), [Remark::Nesting]);
    assert_eq!(read(&channel(two)).remarks.len(), 0);
}

#[test]
fn a_document_that_breaks_off_says_so() {
    let begin = "<rss><channel><item><title>One</title></item>";
    for end in ["<item><title>Tw", "<item><title>Two</title>", "<!-- ", "</channel", ""] {
        let feed = read(&format!("{begin}{end}"));
        assert_eq!(titles(&feed), ["One"], "{end}");
        assert!(feed.broken && feed.remarks.contains(&Remark::BreaksOff), "{end}");
    }
    let json = r#"{"title":"A","items":[{"title":"One"},{"title":"Two"},{"title":"Thr"#;
    let feed = read(json);
    assert_eq!(titles(&feed), ["One", "Two"]);
    assert!(feed.broken && feed.remarks.contains(&Remark::BreaksOff));
}

#[test]
fn what_is_nearly_json_is_read() {
    let feed = |items: &str| {
        read(&format!(
            "{{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"A\",\"items\":[{items}]}}"
        ))
    };
    let cases = [
        (
            r#"{"id":"1","title":"Sale \ud83d","content_text":"opens \ud83c"}"#,
            "Sale \u{fffd}",
            "opens \u{fffd}",
            Remark::HalfCharacters,
        ),
        (
            "{\"title\":\"Sale\",\"content_text\":\"one\ntwo\tthree\"}",
            "Sale",
            "one\ntwo\tthree",
            Remark::ControlCharacters,
        ),
        (
            "{\"title\":\"Sale\",/* x */\"content_text\":\"y\",\"image\":NaN,},",
            "Sale",
            "y",
            Remark::Syntax,
        ),
        ("{title:'Sale',\"id\":007,\"content_text\":\"y\"", "Sale", "y", Remark::Syntax),
        (
            "{\"title\":\"Sale\",\"title\":\"Sale\",\"content_text\":\"it is \"good\" tea\"}",
            "Sale",
            "it is \"good\" tea",
            Remark::Syntax,
        ),
    ];
    for (items, title, body, remark) in cases {
        let feed = feed(items);
        assert_eq!(feed.entries[0].title, title, "{items}");
        assert_eq!(feed.entries[0].texts, [text(body)], "{items}");
        assert_eq!(feed.remarks.into_iter().collect::<Vec<_>>(), [remark], "{items}");
    }
}

#[test]
fn markup_that_nobody_closed_ends_with_its_element() {
    let breaks = "line<br>".repeat(1_000) + &"<li>point".repeat(100);
    let feed = read(&format!(
        "<rss><channel><item><guid>1</guid><description>{breaks}</description><title>One</title></item></channel></rss>"
    ));
    assert_eq!((feed.entries[0].title.as_str(), feed.broken), ("One", false));
    assert_eq!(feed.entries[0].texts[0].as_str().matches("<br>").count(), 1_000);
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
    let latin = b"<?xml version='1.0' encoding='utf-8'?><rss><channel><title>Caf\xe9 \x93x\x94</title></channel></rss>";
    let feed = parse(latin, None, &address()).unwrap();
    assert_eq!((feed.title.as_str(), feed.remarks.contains(&Remark::Encoding)), ("Café “x”", true));
    let utf_8 = "<?xml version='1.0' encoding='iso-8859-1'?><rss><channel><title>Grüße</title></channel></rss>";
    assert_eq!(read(utf_8).title, "Grüße");
    let twice = "<rss><channel><title>GrÃ¼ÃŸe aus KÃ¶ln</title></channel></rss>";
    let feed = read(twice);
    assert_eq!(feed.title, "Grüße aus Köln");
    assert!(feed.remarks.contains(&Remark::EncodedTwice));
}
