//! Remarks on watches that are otherwise fine.

use matcher::{Counts, Exclusions, Filters, Lint, LintContext, Scope, Watch, WatchId, lint};

fn query(text: &str) -> Watch {
    Watch::query(WatchId(1), text, Scope::All, Filters::default()).unwrap()
}

fn literal(keyword: &str, filters: Filters) -> Watch {
    Watch::new(WatchId(1), keyword, Scope::All, filters).unwrap()
}

fn remarks(watch: &Watch) -> Vec<String> {
    lint(watch, &LintContext::default()).iter().map(ToString::to_string).collect()
}

#[test]
fn contradictions_are_found() {
    for (text, why) in [
        ("a -a", "it requires a, but -a excludes it"),
        ("A -\"a\"", "it requires A, but -a excludes it"),
        ("title:tea -tea", "it requires title:tea, but -tea excludes it"),
        ("teapot -*tea*", "it requires teapot, but -*tea* excludes it"),
        ("tea -(coffee OR tea)", "it requires tea, but -tea excludes it"),
        ("(a -a) OR (b -b)", "it requires a"),
        ("a type:comment type:post", "the posts or comments"),
        ("title:tea type:comment", "the posts or comments"),
        ("tea sub:aaa sub:bbb", "sub:aaa is outside"),
        ("tea author:a author:b", "author:a is outside"),
        ("title:a NEAR/3 body:b", "are in different fields"),
    ] {
        let remarks = remarks(&query(text));
        assert!(remarks.first().is_some_and(|first| first.contains(why)), "{text}: {remarks:?}");
    }
    for text in [
        "a -b",
        "(a -a) OR b",
        "tea -title:tea",
        "*tea* -teapot",
        "tea -te*",
        "a -\"a b\"",
        "title:a body:a",
        "a NEAR/3 title:b",
        "tea -sub:aaa sub:bbb",
        "`Tea` -`tea`",
        "tea author:a author:a*",
    ] {
        assert_eq!(remarks(&query(text)), [""; 0], "{text}");
    }
}

#[test]
fn contradictions_with_filters_are_found() {
    let titles = Filters { match_titles_only: true, ..Filters::default() };
    let never = |text, scope: &str, filters, without: &str| {
        let watch = Watch::query(
            WatchId(1),
            text,
            Scope::parse(scope.split_whitespace()).unwrap(),
            filters,
        )
        .unwrap();
        let without = Exclusions::parse(without.split_whitespace(), ["ann"]).unwrap();
        !remarks(&watch.with_exclusions(without).unwrap()).is_empty()
    };
    assert!(never("body:tea", "all", titles, ""));
    assert!(never("tea type:comment", "all", titles, ""));
    assert!(never(
        "tea type:post",
        "all",
        Filters { include_posts: false, ..Filters::default() },
        ""
    ));
    assert!(never("tea sub:drinks", "tea", Filters::default(), ""));
    assert!(never("tea sub:drinks", "all", Filters::default(), "Drinks"));
    assert!(never("author:Ann", "all", Filters::default(), ""));
    let names = |text, scope: &str, without| never(text, scope, Filters::default(), without);
    assert!(names("tea site:hn", "all", "") && names("tea site:hn", "drinks", ""));
    assert!(!names("tea site:hn", "hn", "") && !names("tea site:hn", "all hn", ""));
    assert!(names("tea site:hn", "all hn", "hn"));
    assert!(names("tea site:reddit", "hn", ""));
    assert!(!names("tea site:reddit", "all", "") && !names("tea site:reddit", "drinks hn", ""));
    assert!(names("tea site:reddit", "drinks hn", "drinks"));
    let place = "tea sub:news.ycombinator.com";
    assert!(names(place, "all", "") && !names(place, "all hn", ""));
    assert!(names("tea site:hn site:reddit", "all hn", ""));
    assert!(names("tea site:hn sub:drinks", "all hn", ""));
    assert!(names("tea site:reddit sub:news.ycombinator.com", "all hn", ""));
    assert!(!names("tea site:reddit sub:drinks", "all hn", ""));
    assert!(!names("tea -site:hn", "all hn", ""));
    let case = Filters { case_sensitive: true, ..Filters::default() };
    assert!(!never("Tea -tea", "all", case, "") && never("Tea -Tea", "all", case, ""));
    assert!(!never("tea sub:drinks", "drinks", Filters::default(), ""));
}

#[test]
fn a_lower_case_operator_may_be_meant_as_one() {
    let watch = query("tea or coffee");
    let found = lint(&watch, &LintContext::default());
    let [Lint::LowerCaseOperator(word, at)] = &found[..] else { panic!("{found:?}") };
    assert_eq!((word.as_str(), &watch.keyword()[at.range()]), ("or", "or"));
    assert_eq!(remarks(&query("tea \"or\" coffee")), [""; 0]);
}

#[test]
fn a_keyword_inside_common_words_is_found() {
    let words = ["team", "instead", "teach", "steam", "cat", "tea"];
    let context = LintContext { words: &words, ..LintContext::default() };
    let found = lint(&literal("Tea", Filters::default()), &context);
    assert_eq!(
        found[0].to_string(),
        "Tea is part of 4 common words, such as team, instead, teach; match whole words to exclude \
         them"
    );
    let whole = Filters { whole_word_only: true, ..Filters::default() };
    assert_eq!(lint(&literal("Tea", whole), &context), []);
    assert_eq!(lint(&query("tea"), &context), []);
    assert_eq!(lint(&query("tea*"), &context), []);
    assert_eq!(lint(&query("*tea*"), &context).len(), 1);
}

#[test]
fn much_is_too_much() {
    let with = |matching| {
        let counts = Counts { matching, searched: 1_000, a_day: 1_750_000.0 };
        lint(&query("a"), &LintContext { counts: Some(counts), ..LintContext::default() })
    };
    assert_eq!(
        with(40)[0].to_string(),
        "This matches 4% of everything: expect about 70,000 matches a day"
    );
    assert_eq!(with(0), []);
    let nothing = Counts { matching: 0, searched: 0, a_day: 1.0 };
    assert_eq!(
        lint(&query("a"), &LintContext { counts: Some(nothing), ..LintContext::default() }),
        []
    );
}

#[test]
fn the_same_in_other_words_is_the_same() {
    let form = |text| query(text).normal_form();
    for (one, other) in [
        ("green tea", "TEA  \"Green\""),
        ("a (b c)", "c b a b"),
        ("x -(a OR b)", "-b -a x"),
        ("x -(a b)", "(-b OR -a) x"),
        ("a NEAR/3 b", "B NEAR/3 a"),
        ("sub:r/Rust a", "A sub:rust"),
        ("site:HN a", "a site:news.ycombinator.com"),
        ("straße", "STRASSE"),
    ] {
        assert_eq!(form(one), form(other), "{one}");
    }
    for (one, other) in [
        ("a b", "a OR b"),
        ("a", "a*"),
        ("a", "`a`"),
        ("title:a", "a"),
        ("a NEAR/3 b", "a NEAR/4 b"),
        ("x -a", "x a"),
    ] {
        assert_ne!(form(one), form(other), "{one}");
    }
    let open = literal("Green Tea", Filters::default());
    assert_eq!(open.normal_form(), query("*\"green tea\"*").normal_form());
    let other = open.normal_form();
    let others = [(WatchId(1), other.as_str()), (WatchId(2), other.as_str())];
    let context = LintContext { others: &others, ..LintContext::default() };
    assert_eq!(lint(&open, &context), [Lint::SameAs(WatchId(2))]);
    let scoped = |names: [&str; 2]| {
        Watch::new(WatchId(1), "tea", Scope::parse(names).unwrap(), Filters::default())
            .unwrap()
            .normal_form()
    };
    assert_eq!(scoped(["rust", "Tea"]), scoped(["TEA", "Rust"]));
    assert_ne!(scoped(["rust", "Tea"]), scoped(["TEA", "golang"]));
    assert_eq!(scoped(["tea", "hn"]), scoped(["HN", "Tea"]));
    let of_sites = [["all", "tea"], ["all", "hn"], ["hn", "hn"], ["tea", "hn"]].map(scoped);
    assert!((1..4).all(|n| !of_sites[n..].contains(&of_sites[n - 1])));
}

/// Only some ways to match are tried if there are many.
#[test]
fn a_query_of_many_ways_takes_no_long_time() {
    let text = (0..25).map(|n| format!("(a{n} OR b{n} OR c{n})")).collect::<Vec<_>>().join(" ");
    assert_eq!(remarks(&query(&text)), [""; 0]);
}
