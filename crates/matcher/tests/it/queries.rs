//! The results of queries.

use matcher::{Filters, Item, Matcher, Query, Scope, Scratch, Watch, WatchId};

fn finds(query: &str, item: &Item<'_>) -> bool {
    finds_with(query, Filters::default(), item)
}

fn finds_with(query: &str, filters: Filters, item: &Item<'_>) -> bool {
    let watch = Watch::query(WatchId(1), query, Scope::All, filters)
        .unwrap_or_else(|error| panic!("{query}: {error}"));
    let matcher = Matcher::build([watch]);
    let found = !matcher.matches(item).is_empty();
    assert_eq!(found, !matcher.matching_watches(item).is_empty());
    found
}

/// Returns those of the texts, each as a comment, that a query finds.
fn found<'a>(query: &str, texts: &[&'a str]) -> Vec<&'a str> {
    let texts = texts.iter().copied();
    texts.filter(|text| finds(query, &Item::comment("any", text))).collect()
}

#[test]
fn words_must_all_be_there_in_any_order() {
    let texts = ["green tea", "tea, green", "Green\ntea", "tea", "greens tea"];
    assert_eq!(found("green tea", &texts), ["green tea", "tea, green", "Green\ntea"]);
}

#[test]
fn operators_join_words() {
    let texts = ["a", "b", "a b", "a c", "b c"];
    assert_eq!(found("a OR b c", &texts), ["a", "a b", "a c", "b c"]);
    assert_eq!(found("(a OR b) c", &texts), ["a c", "b c"]);
    assert_eq!(found("a -b", &texts), ["a", "a c"]);
    assert_eq!(found("a NOT (b OR c)", &texts), ["a"]);
    assert_eq!(found("a AND b", &texts), ["a b"]);
    assert_eq!(found("a or b", &["a b", "a or b"]), ["a or b"]);
}

#[test]
fn stars_loosen_an_end() {
    let texts = ["tea", "teapot", "steam", "iced-tea", "plateau"];
    assert_eq!(found("tea", &texts), ["tea", "iced-tea"]);
    assert_eq!(found("tea*", &texts), ["tea", "teapot", "iced-tea"]);
    assert_eq!(found("*tea*", &texts), texts);
    assert_eq!(found("\"of te\"*", &["cup of tea", "cup of the"]), ["cup of tea"]);
}

#[test]
fn backticks_keep_symbols_and_case() {
    assert_eq!(found("`C++`", &["C++", "c++", "C+", "uC++11"]), ["C++", "uC++11"]);
    assert_eq!(found("`main()`", &["main()", "main ()", "Main()"]), ["main()"]);
}

#[test]
fn near_counts_words() {
    let texts = ["a b", "a x b", "a x x b", "b x a", "a", "a\n\nx, y b"];
    assert_eq!(found("a NEAR/1 b", &texts), ["a b"]);
    assert_eq!(found("a NEAR/2 b", &texts), ["a b", "a x b", "b x a"]);
    assert_eq!(
        found("a NEAR/3 (b OR z)", &texts),
        ["a b", "a x b", "a x x b", "b x a", "a\n\nx, y b"]
    );
    // An occurrence is not near itself.
    assert_eq!(found("tea NEAR/3 tea", &["tea", "tea for tea"]), ["tea for tea"]);
    assert_eq!(found("茶 NEAR/2 水", &["茶水", "茶和水", "茶和和水"]), ["茶水", "茶和水"]);
}

#[test]
fn fields_are_looked_at_by_themselves() {
    let item = Item {
        author: "Some_One",
        flair: "Question | Oolong",
        url: "https://shop.example.com/tea?x=1",
        score: Some(3),
        ..Item::post("Drinks", "Green tea", "from Japan")
    };
    for query in [
        "title:green",
        "title:(green tea)",
        "body:japan",
        "green japan",
        "flair:oolong",
        "url:example.com",
        "url:shop*",
        "author:some_one",
        "tea author:some*",
        "tea sub:drinks",
        "tea type:post",
        "tea min_score:3",
        "title:(green OR black) -body:coffee",
        "tea -author:bot",
        "url:`/tea?x`",
        "tea sub:r/drinks",
        "author:/u/some_one",
        "tea -sub:coffee",
    ] {
        assert!(finds(query, &item), "{query}");
    }
    for query in [
        "body:green",
        "title:japan",
        "oolong",
        "example",
        "flair:tea",
        "author:some",
        "tea sub:drink",
        "tea type:comment",
        "tea min_score:4",
        "tea -flair:oolong",
        "tea -author:*one",
        "some_one",
    ] {
        assert!(!finds(query, &item), "{query}");
    }
    let unknown = Item { score: None, ..item };
    assert!(!finds("tea min_score:-100", &unknown));
    assert!(Query::parse("tea min_score:1").unwrap().needs_score());
    let comment = Item { kind: matcher::Kind::Comment, ..item };
    assert!(!finds("title:green", &comment) && finds("japan", &comment));
}

#[test]
fn a_search_knows_whether_a_match_asked_for_a_score() {
    let queries = ["tea", "tea OR (coffee min_score:3)", "cocoa min_score:3"];
    let watches = (1..).zip(queries).map(|(id, query)| {
        Watch::query(WatchId(id), query, Scope::All, Filters::default()).unwrap()
    });
    let matcher = Matcher::build(watches);
    let (mut scratch, mut out) = (Scratch::new(), Vec::new());
    for (text, score, matched, scored) in [
        ("water", 5, 0, false),
        ("tea", 5, 2, true),
        ("coffee", 5, 1, true),
        ("cocoa", 5, 1, true),
        ("cocoa", 2, 0, false),
    ] {
        let item = Item { score: Some(score), ..Item::post("drinks", text, "") };
        matcher.matching_watches_into(&item, &mut scratch, &mut out);
        assert_eq!((out.len(), scratch.take_scored()), (matched, scored), "{text}");
        assert!(!scratch.take_scored());
    }
}

#[test]
fn filters_apply_to_queries() {
    let item = Item::post("any", "Tea", "coffee");
    let case = Filters { case_sensitive: true, ..Filters::default() };
    assert!(finds_with("Tea", case, &item) && !finds_with("tea", case, &item));
    let titles = Filters { match_titles_only: true, ..Filters::default() };
    assert!(finds_with("tea", titles, &item) && !finds_with("coffee", titles, &item));
    assert!(finds_with("tea -coffee", titles, &item));
    let comments = Filters { include_posts: false, ..Filters::default() };
    assert!(!finds_with("tea", comments, &item));
}

#[test]
fn a_site_is_asked_for_or_left_out() {
    let finds = |query, place| {
        let scope = Scope::everything();
        let watch = Watch::query(WatchId(1), query, scope, Filters::default()).unwrap();
        let found = Matcher::build([watch]).matches(&Item::post(place, "Green tea", ""));
        !found.is_empty()
    };
    let places = ["Drinks", "News.ycombinator.com"];
    for (query, expected) in [
        ("tea", [true, true]),
        ("tea site:reddit.com", [true, false]),
        ("tea site:hn", [false, true]),
        ("tea -site:hn", [true, false]),
        ("tea site:(hn OR reddit)", [true, true]),
        ("(milk site:reddit) OR (tea site:hn)", [false, true]),
        ("tea site:forum.example", [false, false]),
        ("tea -site:forum.example", [true, true]),
        ("tea sub:news.ycombinator.com", [false, true]),
        ("tea -sub:news.ycombinator.com", [true, false]),
        ("tea sub:hn", [false, false]),
    ] {
        assert_eq!(places.map(|place| finds(query, place)), expected, "{query}");
    }
}

/// Literal watches do not know the places that queries name, whatever their number.
#[test]
fn a_query_finds_on_a_site_that_no_literal_watch_names() {
    let on = |id, names: &[&str]| {
        let scope = Scope::parse(names).unwrap();
        Watch::query(WatchId(id), "green tea", scope, Filters::default()).unwrap()
    };
    let crowd = (10..2_010).map(|id| {
        let keyword = format!("green {id}");
        Watch::new(WatchId(id), &keyword, Scope::All, Filters::default()).unwrap()
    });
    let queries = [on(1, &[]), on(2, &["hn"]), on(3, &["all", "hn"])];
    let literal = Watch::new(WatchId(4), "green tea", Scope::All, Filters::default()).unwrap();
    let matcher = Matcher::build(crowd.chain(queries).chain([literal]));
    let found = |place| {
        let item = Item::post(place, "Green tea", "");
        let ids = matcher.matching_watches(&item).into_iter();
        ids.map(|id| id.0).collect::<Vec<_>>()
    };
    assert_eq!(found("drinks"), [1, 3, 4]);
    assert_eq!(found("news.ycombinator.com"), [2, 3]);
    // Every place that is not a known site is a subreddit.
    assert_eq!(found("<b>a.b</b>"), [1, 3, 4]);
}

#[test]
fn the_plainest_form_is_read_as_the_same() {
    for (typed, plain) in [
        (" tea ", "tea"),
        ("“green  tea”", "\"green  tea\""),
        ("\"tea\"", "tea"),
        ("a OR b c", "a OR (b c)"),
        ("(a OR (b OR c)) AND d", "(a OR b OR c) d"),
        ("NOT a b", "-a b"),
        ("b NOT NOT a", "b a"),
        ("b -(a c)", "b -(a c)"),
        ("title:(a b) TITLE:\"c\"", "title:a title:b title:c"),
        ("(a OR b) NEAR/3 \"c d\" e", "(a OR b) NEAR/3 \"c d\" e"),
        ("\"OR\"", "\"OR\""),
        ("\"-a\"", "\"-a\""),
        ("\"a\\\"b\"", "\"a\\\"b\""),
        ("\"te*\"*", "\"te*\"*"),
        ("url:https://example.com/a", "url:https://example.com/a"),
        ("https://example.com", "https://example.com"),
        ("**tea**", "*tea*"),
        ("`a b` type:POST min_score:-3", "`a b` type:post min_score:-3"),
        ("sub:\"r/rust\" a", "sub:rust a"),
        ("sub:news.Ycombinator.com a", "sub:news.ycombinator.com a"),
        ("sub:*hn* a", "sub:*hn* a"),
        ("sub:r/hn a", "sub:hn a"),
        ("site:HN a", "site:news.ycombinator.com a"),
        ("a SITE:\"https://news.ycombinator.com/item?id=1\"", "a site:news.ycombinator.com"),
        ("site:(reddit OR `Forum.Example`) a", "(site:reddit.com OR site:forum.example) a"),
        ("site:old.reddit.com/r/rust a", "site:reddit.com a"),
        ("std::io 12:30", "std::io 12:30"),
        ("\"note:\"", "\"note:\""),
    ] {
        let query = Query::parse(typed).unwrap_or_else(|error| panic!("{typed}: {error}"));
        assert_eq!(query.to_string(), plain, "{typed}");
        assert_eq!(Query::parse(plain).as_ref(), Ok(&query), "{typed}");
    }
}

/// Returns the parts of a text that a query finds, as they are written.
#[cfg(feature = "regex")]
fn found_in<'a>(query: &str, text: &'a str) -> Vec<&'a str> {
    let watch = Watch::query(WatchId(1), query, Scope::All, Filters::default()).unwrap();
    let found = Matcher::build([watch]).matches(&Item::comment("any", text));
    found.iter().map(|found| &text[found.span.range()]).collect()
}

#[test]
#[cfg(feature = "regex")]
fn a_regular_expression_finds_in_what_is_written_and_in_what_is_seen() {
    let text = "**green** tea, [black](https://example.org/green) tea";
    for (query, expected) in [
        ("/green tea/", vec!["green** tea"]),
        ("/^green/", vec!["green"]),
        (r"/\*\*green/", vec!["**green"]),
        (r"/org\/green/", vec!["org/green"]),
        ("/(green|black) tea/", vec!["green** tea", "black](https://example.org/green) tea"]),
        ("tea -/black tea/", vec![]),
        ("tea -/example/", vec![]),
        ("tea -/oolong tea/", vec!["tea", "tea"]),
    ] {
        assert_eq!(found_in(query, text), expected, "{query}");
    }
    assert_eq!(found_in("/R&D/", "R&amp;D"), ["R&amp;D"]);
    assert_eq!(found_in("/green.tea/", "*green*\n\nx\n\n*tea*"), [""; 0]);
}

#[test]
#[cfg(feature = "regex")]
fn the_phrase_that_goes_over_the_end_of_a_paragraph_is_found_as_it_is_written() {
    for (text, found) in [
        ("green\n\ntea", vec!["green\n\ntea"]),
        ("**x** green\n\ntea **y**", vec!["green\n\ntea"]),
        ("**green**\n\ntea", vec![]),
        ("**green**\ntea", vec!["green**\ntea"]),
        ("x\n\n*green* tea\n\ny *z*\n\na [green](x) tea", vec!["green* tea", "green](x) tea"]),
    ] {
        assert_eq!(found_in("\"green tea\"", text), found, "{text:?}");
    }
}
