//! The values of keys, links, titles, contents and dates.

use super::{content, entry, html, item, link, read, seconds, text};

#[test]
fn a_key_lasts_while_its_entry_does() {
    let without = item("<title>One</title><link>/1</link><description>a</description>");
    let edited = item("<title>One</title><link>/1</link><description>b</description>");
    assert_eq!(without.key, edited.key);
    assert_ne!(without.key, item("<title>Two</title><link>/1</link>").key);
    assert_ne!(item("<description>a</description>").key, item("<description>b</description>").key);
}

#[test]
fn all_entries_of_a_document_are_read_whatever_their_ids() {
    let titles = |items: &[(&str, &str, &str)]| {
        let items: String = items
            .iter()
            .map(|(guid, title, link)| {
                format!("<item><guid>{guid}</guid><title>{title}</title><link>{link}</link></item>")
            })
            .collect();
        let feed = read(&format!("<rss><channel>{items}</channel></rss>"));
        feed.entries.into_iter().map(|entry| entry.title).collect::<Vec<_>>()
    };
    assert_eq!(titles(&[("1", "a", "/a"), ("1", "b", "/b"), ("1", "c", "/c")]), ["a", "b", "c"]);
    assert_eq!(titles(&[("1", "a", "/"), (" 1 ", "b", "/")]), ["a", "b"]);
    assert_eq!(titles(&[("1", "a", "/a"), ("1", "a", "/a")]), ["a", "a"]);
}

#[test]
fn a_guid_is_the_link_unless_it_says_otherwise() {
    let guid = "<guid>https://a.example/1</guid>";
    assert_eq!(link(&item(guid)), "https://a.example/1");
    assert_eq!(link(&item("<guid isPermaLink='FALSE'>https://a.example/1</guid>")), "");
    assert_eq!(link(&item(&format!("{guid}<link>/2</link>"))), "https://a.example/2");
    let escaped = "<link>&lt;![CDATA[https://a.example/3]]&gt;</link>";
    assert_eq!(link(&item(escaped)), "https://a.example/3");
}

#[test]
fn only_addresses_of_the_web_are_links() {
    for bad in ["javascript:alert(1)", "mailto:me@a.example", "data:text/html,x", "http://", " "] {
        assert_eq!(item(&format!("<link>{bad}</link>")).link, None, "{bad}");
    }
    assert_eq!(item(&format!("<link>/{}</link>", "x".repeat(2_000))).link, None);
}

#[test]
fn a_link_of_google_alerts_leads_to_the_page_and_not_to_the_redirect() {
    let page = "https://news.example/a?b=1&c=2";
    let redirect =
        "?rct=j&amp;sa=t&amp;url=https://news.example/a%3Fb%3D1%26c%3D2&amp;ct=ga&amp;usg=x";
    for (given, expected) in [
        (format!("https://www.google.com/url{redirect}"), page),
        (format!("https://www.google.co.uk/url{redirect}"), page),
        ("https://www.google.com/url?q=https://a.example/".to_owned(), "https://a.example/"),
        (
            "https://www.google.com/url?url=javascript:x".to_owned(),
            "https://www.google.com/url?url=javascript:x",
        ),
        (
            "https://a.example/url?url=https://b.example/".to_owned(),
            "https://a.example/url?url=https://b.example/",
        ),
    ] {
        assert_eq!(link(&item(&format!("<link>{given}</link>"))), expected);
    }
}

#[test]
fn relative_links_begin_at_the_base_else_the_site_else_the_address() {
    assert_eq!(link(&item("<link>1</link>")), "https://a.example/feeds/1");
    let site = "<rss><channel><item><link>1</link></item><link>https://b.example/x/</link></channel></rss>";
    assert_eq!(link(&read(site).entries[0]), "https://b.example/x/1");
    let base = site.replacen("<rss>", "<rss xml:base='https://c.example/y/'>", 1);
    assert_eq!(link(&read(&base).entries[0]), "https://c.example/y/1");
}

#[test]
fn what_a_title_is_decides_how_it_is_read() {
    let cases = [
        ("AT&amp;amp;T &lt;3 Vec&lt;T&gt;", "AT&T <3 Vec<T>"),
        ("AT&T & R&D", "AT&T & R&D"),
        ("x&nbsp;y &mdash; z&#150;&#x1F600;", "x y — z–😀"),
        ("<![CDATA[a <em>b</em> &copy;]]>", "a b ©"),
        ("a <em>b</em> c", "a b c"),
        ("  a\n\n b ", "a b"),
        ("a < b", "a < b"),
        // CDATA that was escaped, or put in twice.
        ("&lt;![CDATA[Tea &amp; milk]]&gt;", "Tea & milk"),
        ("<![CDATA[ <![CDATA[Tea]]> ]]>", "Tea"),
        ("About &lt;![CDATA[ and so on", "About <![CDATA[ and so on"),
        ("5 <6> 7", "5 <6> 7"),
        ("Vec<String> tips", "Vec<String> tips"),
        ("&undeclared; x", "&undeclared; x"),
        ("a\u{0}\u{1}b&#0;&#8;c", "a b c"),
    ];
    for (written, wanted) in cases {
        let title = item(&format!("<title>{written}</title>")).title;
        assert_eq!(title.replace('\u{fffd}', ""), wanted, "{written}");
    }
    assert_eq!(entry("<title>&lt;b&gt; is bold</title>").title, "<b> is bold");
    assert_eq!(entry("<title type='html'>&lt;b&gt; is bold</title>").title, "is bold");
    assert_eq!(item(&format!("<title>{}</title>", "ä".repeat(2_000))).title, "ä".repeat(1_000));
}

#[test]
fn a_content_is_html_or_text() {
    assert_eq!(content(&item("<description>1 &lt; 2</description>")), text("1 < 2"));
    assert_eq!(content(&item("<description>a&lt;br&gt;b</description>")), html("a<br>b"));
    assert_eq!(content(&item("<description>R&amp;amp;D</description>")), html("R&amp;D"));
    assert_eq!(
        content(&item("<description>R&amp;D <b>x</b></description>")),
        html("R&amp;D <b>x</b>")
    );
    let twice = "<description>&lt;![CDATA[&lt;p&gt;a&lt;/p&gt;]]&gt;</description>";
    assert_eq!(content(&item(twice)), html("<p>a</p>"));
    let nested =
        "<description><![CDATA[<p>one <![CDATA[two]]> three]]&gt;</description><title>T</title>";
    assert_eq!(content(&item(nested)), html("<p>one two three"));
    let open = "<description><![CDATA[<p>one</p></description>";
    assert_eq!(content(&item(open)), html("<p>one</p>"));
    assert_eq!(content(&entry("<summary>a&lt;br&gt;b</summary>")), text("a<br>b"));
    assert_eq!(content(&entry("<content type='image/png'>iVBORw0KGgo=</content>")), text(""));
    let long = format!("<description>{}</description>", "ä".repeat(200_000));
    assert_eq!(content(&item(&long)).as_str().chars().count(), 100_000);
}

#[test]
fn every_text_of_an_entry_is_read_once() {
    let content = |inner: &str| format!("<content:encoded><![CDATA[{inner}]]></content:encoded>");
    let picture = content("<figure><img src='l.jpg' alt=''/></figure>");
    let kept = "<description>The keeper retires.</description>";
    assert_eq!(item(&format!("{kept}{picture}")).texts, [text("The keeper retires.")]);
    let long = "<p>The keeper retires. She was there for 40 years.</p>";
    assert_eq!(item(&format!("{kept}{}", content(long))).texts, [html(long)]);
    let cut = "<description>The keeper retires. She was [&amp;#8230;]</description>";
    assert_eq!(item(&format!("{}{cut}", content(long))).texts, [html(long)]);
    let all = item(
        "<title>T</title><description>one</description><content:encoded>two 2</content:encoded>
        <dc:description>three 3</dc:description><itunes:summary>four 4</itunes:summary>
        <itunes:subtitle>five 5</itunes:subtitle><summary>six 6</summary><body>seven 7</body>
        <media:group><media:title>eight 8</media:title><media:content>
        <media:description>nine 9</media:description></media:content></media:group>
        <googleplay:description>one two</googleplay:description>",
    );
    let words: Vec<&str> = all.texts.iter().flat_map(|text| text.as_str().split(' ')).collect();
    for word in ["one", "2", "3", "4", "5", "6", "7", "8", "9"] {
        assert_eq!(words.iter().filter(|known| **known == word).count(), 1, "{word} in {words:?}");
    }
    let both = entry("<summary>A lighthouse.</summary><content>The keeper retires.</content>");
    assert_eq!(both.texts, [text("The keeper retires."), text("A lighthouse.")]);
}

#[test]
fn an_author_is_a_name_without_markup() {
    let author = |inner: &str| item(&format!("<dc:creator>{inner}</dc:creator>")).author;
    assert_eq!(author("&lt;a href=\"/ann\"&gt;Ann&lt;/a&gt;, Bob"), "Ann, Bob");
    assert_eq!(author("Ann &lt;ann@a.example&gt;"), "Ann");
    assert_eq!(author("Ann &amp;amp; Bob"), "Ann & Bob");
}

#[test]
fn a_video_is_described_by_its_media_group() {
    let entry = entry(
        "<id>yt:1</id><title>One</title>
        <group xmlns='http://search.yahoo.com/mrss/'><title>Uno</title><description>What it is &lt;of&gt;</description></group>",
    );
    assert_eq!((entry.title.as_str(), content(&entry)), ("One", text("What it is <of>")));
    let podcast = item("<itunes:title>One</itunes:title><description>What it is</description>");
    assert_eq!((podcast.title.as_str(), content(&podcast)), ("One", text("What it is")));
}

#[test]
fn dates_that_are_none_or_wrong_are_left_as_they_are() {
    let entry = item("<pubDate>soon</pubDate><atom:updated>9999-01-01T00:00:00Z</atom:updated>");
    assert_eq!(entry.published, None);
    assert_eq!(seconds(entry.updated), Some(253_370_764_800));
    // Another date that can be read counts.
    let entry = item("<pubDate>soon</pubDate><dc:date>2004-01-01</dc:date>");
    assert_eq!(seconds(entry.published), Some(1_072_915_200));
    assert_eq!(item("<title>One</title><pubDate>31/31/31</pubDate>").title, "One");
}
