//! A feed of each format.

use std::time::Duration;

use super::{content, html, link, read, seconds, text};

#[test]
fn rss_2_is_read() {
    let feed = read(
        "<?xml version='1.0'?>
        <rss version='2.0' xmlns:atom='http://www.w3.org/2005/Atom'
            xmlns:content='http://purl.org/rss/1.0/modules/content/'
            xmlns:dc='http://purl.org/dc/elements/1.1/'>
        <channel>
            <title>Kettles &amp;amp; pots</title>
            <link>https://a.example/</link>
            <atom:link rel='self' href='https://a.example/feed'/>
            <image><title>Logo</title><link>https://logo.example/</link></image>
            <ttl>30</ttl>
            <item>
                <title>A &lt;b&gt;new&lt;/b&gt; kettle</title>
                <link>/kettle</link>
                <guid isPermaLink='false'>k-1</guid>
                <dc:creator>Ann</dc:creator>
                <description>Short.</description>
                <content:encoded><![CDATA[<p>Long & hot.</p>]]></content:encoded>
                <category>tea</category><category>tea</category><category domain='x'>pots</category>
                <pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate>
            </item>
        </channel></rss>",
    );
    assert_eq!(feed.title, "Kettles & pots");
    assert_eq!(feed.site.unwrap().as_str(), "https://a.example/");
    assert_eq!(feed.wait, Some(Duration::from_secs(1_800)));
    assert_eq!((feed.skipped, feed.broken), (0, false));
    let [entry] = &feed.entries[..] else {
        panic!("{:?}", feed.entries);
    };
    assert_eq!(entry.key, "k-1");
    assert_eq!(entry.title, "A new kettle");
    assert_eq!(entry.author, "Ann");
    assert_eq!(entry.texts, [html("<p>Long & hot.</p>"), text("Short.")]);
    assert_eq!(link(entry), "https://a.example/kettle");
    assert_eq!(seconds(entry.published), Some(1_072_986_501));
    assert_eq!(entry.updated, None);
    assert_eq!(entry.categories, ["tea", "pots"]);
}

#[test]
fn older_rss_is_read() {
    for version in [
        "",
        "version='0.91'",
        "version='0.92'",
        "version='0.93'",
        "version='0.94'",
        "version='2.01'",
    ] {
        let feed = read(&format!(
            "<!DOCTYPE rss SYSTEM 'http://a.example/rss.dtd'><rss {version}><channel><title>A</title>
            <item><title>One</title><link>https://a.example/1</link></item></channel></rss>"
        ));
        assert_eq!(feed.entries[0].title, "One", "{version}");
        assert!(feed.entries[0].key.starts_with("hash:"));
    }
}

#[test]
fn rdf_has_its_items_beside_the_channel() {
    for default in ["http://purl.org/rss/1.0/", "http://my.netscape.com/rdf/simple/0.9/"] {
        let feed = read(&format!(
            "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='{default}'
                xmlns:dc='http://purl.org/dc/elements/1.1/'
                xmlns:sy='http://purl.org/rss/1.0/modules/syndication/'>
            <channel rdf:about='https://a.example/'><title>A</title><link>https://a.example/</link>
                <sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>4</sy:updateFrequency>
                <items><rdf:Seq><rdf:li resource='https://a.example/1'/></rdf:Seq></items></channel>
            <item rdf:about='urn:1'><title>One</title><link>https://a.example/1</link>
                <dc:date>2004-01-01T19:48:21Z</dc:date><dc:subject>tea</dc:subject></item>
            </rdf:RDF>"
        ));
        assert_eq!(feed.wait, Some(Duration::from_secs(6 * 3_600)));
        let entry = &feed.entries[0];
        assert_eq!((entry.key.as_str(), entry.title.as_str()), ("urn:1", "One"));
        assert_eq!(seconds(entry.published), Some(1_072_986_501));
        assert_eq!(entry.categories, ["tea"]);
    }
}

#[test]
fn atom_1_is_read() {
    let feed = read(
        "<a:feed xmlns:a='http://www.w3.org/2005/Atom' xml:base='https://b.example/x/'>
        <a:title type='html'>&lt;i&gt;A&lt;/i&gt; &amp;amp; B</a:title>
        <a:link rel='self' href='feed'/><a:link href='./'/>
        <a:author><a:name>Ann</a:name><a:email>ann@a.example</a:email></a:author>
        <a:entry xml:base='y/'>
            <a:id>tag:a.example,2004:1</a:id><a:title>1 &lt; 2 &amp;amp; 3</a:title>
            <a:link rel='enclosure' href='sound.mp3'/>
            <a:link rel='alternate' type='application/json' href='1.json'/>
            <a:link rel='alternate' type='text/html' href='1.html'/>
            <a:source><a:title>Another</a:title><a:id>tag:other</a:id></a:source>
            <a:summary>Short</a:summary>
            <a:content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><p class='x'>Long<br/>&amp; hot</p></div></a:content>
            <a:category term='tea' label='Tea'/>
            <a:published>2004-01-01T19:48:21Z</a:published><a:updated>2004-01-01T20:48:21+01:00</a:updated>
        </a:entry></a:feed>",
    );
    assert_eq!(feed.title, "A & B");
    assert_eq!(feed.site.unwrap().as_str(), "https://b.example/x/");
    let entry = &feed.entries[0];
    assert_eq!(entry.key, "tag:a.example,2004:1");
    assert_eq!(entry.title, "1 < 2 &amp; 3");
    assert_eq!(entry.author, "Ann");
    assert_eq!(entry.texts, [html("<p class='x'>Long<br>&amp; hot</p>"), text("Short")]);
    assert_eq!(link(entry), "https://b.example/x/y/1.html");
    assert_eq!(entry.published, entry.updated);
    assert_eq!(entry.categories, ["tea"]);
}

#[test]
fn atom_of_before_the_standard_is_read() {
    let feed = read(
        "<feed version='0.3' xmlns='http://purl.org/atom/ns#'><title mode='escaped' type='text/html'>A &lt;b&gt;B&lt;/b&gt;</title>
        <entry><id>1</id><title>One</title><issued>2004-01-01T19:48Z</issued><modified>2004-01-02T00:00Z</modified>
        <content type='text/html' mode='base64'>PHA+VGVhPC9wPg==</content></entry></feed>",
    );
    assert_eq!(feed.title, "A B");
    assert_eq!(content(&feed.entries[0]), html("<p>Tea</p>"));
    assert_eq!(seconds(feed.entries[0].published), Some(1_072_986_480));
    assert!(feed.entries[0].updated > feed.entries[0].published);
}

#[test]
fn json_feeds_are_read() {
    let feed = read(
        r#"{"version": "https://jsonfeed.org/version/1.1", "title": "A", "home_page_url": "https://a.example/",
        "authors": [{"name": "Ann"}], "items": [
            {"id": 7, "url": "/7", "title": "R&amp;D", "content_text": "1 < 2", "content_html": "<p>x</p>",
             "date_published": "2004-01-01T19:48:21Z", "tags": ["tea", 3, null], "author": {"name": "Bob"}},
            {"id": "8", "content_text": "1 < 2", "title": null, "tags": "tea", "authors": {}},
            "nothing", {}]}"#,
    );
    assert_eq!(feed.site.unwrap().as_str(), "https://a.example/");
    let [first, second, empty] = &feed.entries[..] else {
        panic!("{:?}", feed.entries);
    };
    assert_eq!((first.key.as_str(), link(first)), ("7", "https://a.example/7"));
    assert_eq!((first.title.as_str(), first.author.as_str()), ("R&D", "Bob"));
    assert_eq!(first.texts, [text("1 < 2"), html("<p>x</p>")]);
    assert_eq!(seconds(first.published), Some(1_072_986_501));
    assert_eq!(first.categories, ["tea", "3"]);
    assert_eq!((content(second), second.author.as_str()), (text("1 < 2"), "Ann"));
    assert!(empty.key.starts_with("hash:"));
}

#[test]
fn json_feeds_are_read_as_programs_write_them() {
    let read_item = |item: &str| {
        let version = r"https:\/\/jsonfeed.org\/version\/1.1";
        let feed = read(&format!(r#"{{"version": "{version}", "items": {item}}}"#));
        assert_eq!(feed.entries.len(), 1, "{item}");
        feed.entries.into_iter().next().unwrap()
    };
    for (item, author) in [
        (r#"[{"title": "A", "author": "Ann"}]"#, "Ann"),
        (r#"[{"title": "A", "authors": ["Ann", "Bob"]}]"#, "Ann"),
        (r#"[{"title": "A", "authors": {"url": "/ann", "name": "Ann"}}]"#, "Ann"),
        (r#"[{"title": "A", "authors": "Ann"}]"#, "Ann"),
        (r#"[{"title": "A", "authors": [], "author": {"name": "Ann"}}]"#, "Ann"),
        // An array with gaps, as PHP writes it.
        (r#"{"3": {"title": "A", "author": {"name": "Ann"}}}"#, "Ann"),
    ] {
        let entry = read_item(item);
        assert_eq!((entry.title.as_str(), entry.author.as_str()), ("A", author), "{item}");
    }
    for tags in [r#"["tea", "milk"]"#, r#""tea, milk""#, r#"{"0": "tea", "2": "milk"}"#] {
        let entry = read_item(&format!(r#"[{{"title": "A", "tags": {tags}}}]"#));
        assert_eq!(entry.categories, ["tea", "milk"], "{tags}");
    }
    let feed = r#"{"version": "https://jsonfeed.org/version/1.1", "items": [{"title": "A"}]}"#;
    for document in [
        format!("<br />\n<b>Notice</b>: {{closure}} in <b>x.php</b><br />\n{feed}"),
        format!("feed({feed});"),
        format!(")]}}',\n{feed}"),
    ] {
        assert_eq!(read(&document).entries[0].title, "A", "{document}");
    }
}

/// RFC 5005, and the same in JSON Feed.
#[test]
fn the_document_with_earlier_entries_is_found() {
    let rss = |links: &str| {
        format!(
            "<rss xmlns:atom='http://www.w3.org/2005/Atom'><channel><title>A</title>{links}
            <link>https://a.example/</link><item><title>One</title></item></channel></rss>"
        )
    };
    let atom = |links: &str| {
        format!("<feed xmlns='http://www.w3.org/2005/Atom'>{links}<entry><id>1</id></entry></feed>")
    };
    let json =
        "{\"version\": \"https://jsonfeed.org/version/1.1\", \"title\": \"A\", \"items\": [],
        \"next_url\": \"https://a.example/feed?page=2\"}";
    for (document, earlier) in [
        (
            rss("<atom:link rel='prev-archive' href='https://a.example/old'/>"),
            Some("https://a.example/old"),
        ),
        (
            rss("<atom:link rel='next' href='https://a.example/2'/>
                <atom:link rel='prev-archive' href='https://a.example/old'/>
                <atom:link rel='next' href='https://a.example/3'/>"),
            Some("https://a.example/old"),
        ),
        (atom("<link rel='Next' href='https://a.example/2'/>"), Some("https://a.example/2")),
        (json.to_owned(), Some("https://a.example/feed?page=2")),
        (
            atom("<link rel='previous' href='https://a.example/2'/><link rel='self' href='/'/>"),
            None,
        ),
        (rss("<atom:link rel='next' href='mailto:ada@a.example'/>"), None),
    ] {
        let feed = read(&document);
        assert_eq!(feed.earlier.as_ref().map(url::Url::as_str), earlier, "{document}");
    }
}
