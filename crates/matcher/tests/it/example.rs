//! Made-up items, each searched by the real matcher, for rules of all kinds.

use matcher::{
    Example, Exclusions, Filters, Frame, Kind, Matcher, SITES, Scope, Watch, WatchId, example,
};
use serde_json::Value;

const FRAMES: [Frame<'_>; 2] = [
    Frame {
        label: "Hearing test: ",
        text: "Nobody wrote this post.",
        author: "harken",
        place: "hearing-test",
    },
    Frame { label: "Trial: ", text: "", author: "nobody", place: "trial" },
];

/// Returns an example, after checking that a matcher of many watches finds it.
fn checked(watch: &Watch) -> Option<Example> {
    let found = example(watch, &FRAMES)?;
    let matches = Matcher::build([watch.clone()]).matches(&found.item());
    assert!(!matches.is_empty(), "{} in {found:?}", watch.keyword());
    Some(found)
}

fn query(text: &str) -> Watch {
    Watch::query(WatchId(1), text, Scope::All, Filters::default()).unwrap()
}

#[track_caller]
fn of_query(text: &str) -> Example {
    checked(&query(text)).unwrap_or_else(|| panic!("no example of {text}"))
}

#[test]
fn a_title_has_the_label_and_the_words() {
    let titles = [
        ("green tea -bubble", "Hearing test: green tea"),
        ("(black OR green) \"oolong tea\"", "Hearing test: black oolong tea"),
        ("tea* *berry", "Hearing test: tea berry"),
        ("cup NEAR/2 (tea OR coffee)", "Hearing test: cup tea"),
        ("`C++` -java", "Hearing test: C++"),
        // The phrase is excluded, but not its words.
        ("green tea -\"green tea\"", "Hearing test: green, tea"),
        // The first side of a choice is impossible, the second is not.
        ("(tea -tea) OR coffee", "Hearing test: coffee"),
        // The label is excluded, so another frame is used; or a comment, whose title is not
        // searched.
        ("type:post kettle -hearing", "Trial: kettle"),
        ("kettle -hearing", "Hearing test: kettle"),
        ("kettle -nobody -author:harken", "Trial: kettle"),
    ];
    for (text, title) in titles {
        assert_eq!(of_query(text).title, title, "{text}");
    }
}

#[test]
fn fields_names_kinds_and_scores_are_as_the_query_wants_them() {
    let found = of_query("title:kettle body:steam flair:Review url:kettles.example author:ada");
    assert_eq!(found.title, "Hearing test: kettle");
    assert_eq!(found.body, "steam\n\nNobody wrote this post.");
    assert_eq!((found.flair.as_str(), found.url.as_str()), ("Review", "kettles.example"));
    assert_eq!(found.author, "ada");
    assert_eq!(of_query("tea sub:tea").subreddit, "tea");
    assert_eq!(of_query("tea min_score:40").score, 40);
    let comment = of_query("tea type:comment");
    assert_eq!(comment.kind, Kind::Comment);
    assert_eq!(comment.body, "tea\n\nNobody wrote this post.");
    assert_eq!(of_query("tea -type:post").kind, Kind::Comment);
}

#[test]
fn a_scope_and_its_exclusions_are_kept() {
    let watch = |places: &[&str]| {
        let scope = Scope::parse(places).unwrap();
        Watch::new(WatchId(1), "tea", scope, Filters::default()).unwrap()
    };
    let place = |watch: &Watch| checked(watch).unwrap().subreddit;
    assert_eq!(place(&watch(&["all"])), "hearing-test");
    assert_eq!(place(&watch(&["tea", "kettles"])), "tea");
    assert_eq!(place(&watch(&["HN"])), "news.ycombinator.com");
    assert_eq!(place(&watch(&["c/tea@lemmy.example"])), "c/tea@lemmy.example");
    let left_out = Exclusions::parse(["tea"], ["harken"]).unwrap();
    let left = watch(&["tea", "kettles"]).with_exclusions(left_out).unwrap();
    let found = checked(&left).unwrap();
    assert_eq!((found.subreddit.as_str(), found.author.as_str()), ("kettles", "nobody"));
    for site in &SITES {
        let named = format!("tea site:{}", site.place);
        let watch = Watch::query(WatchId(1), &named, Scope::everything(), Filters::default());
        assert_eq!(place(&watch.unwrap()), site.place);
    }
}

#[test]
fn filters_are_kept() {
    let all = Filters::default();
    let comments = Filters { include_posts: false, ..all };
    let titles = Filters { match_titles_only: true, ..all };
    let strict = Filters { case_sensitive: true, whole_word_only: true, ..all };
    for keyword in
        ["tea", "C++", ".NET", "#tag", "绿茶", "커피", "🔥", "don't", "a_b", "50%", "<b>"]
    {
        for filters in [all, comments, titles, strict] {
            let watch = Watch::new(WatchId(1), keyword, Scope::All, filters).unwrap();
            let found = checked(&watch);
            let found = found.unwrap_or_else(|| panic!("{keyword} {filters:?}"));
            let kind = if filters == comments { Kind::Comment } else { Kind::Post };
            assert_eq!(found.kind, kind);
            assert!(found.title.starts_with("Hearing test:"), "{}", found.title);
        }
    }
}

#[cfg(feature = "regex")]
#[test]
fn a_pattern_is_written_out() {
    let patterns = [
        r"/te+a/ steam",
        r"/\bcolou?rs?\b/",
        r"/[A-Z]{2,5}-\d{3}/ steam",
        r"/(?:kettle|teapot) \$\d+/",
        r"/\p{Greek}+/ steam",
        r"/^kettle$/",
        r"title:/kettle$/",
        r"/k.t.{2}le/ tea",
        r"author:/^bot/ steam",
    ];
    for pattern in patterns {
        of_query(pattern);
    }
    assert_eq!(of_query("/te+a/ steam").title, "Hearing test: tea steam");
}

#[test]
fn what_no_frame_can_meet_has_no_example() {
    let excluded = ["type:post tea -hearing -trial", "tea -tea", "type:post tea (-hearing -trial)"];
    for text in excluded {
        assert_eq!(example(&query(text), &FRAMES), None, "{text}");
    }
    #[cfg(feature = "regex")]
    assert_eq!(example(&query("title:/^kettle/ steam"), &FRAMES), None);
}

/// A query with many choices is not tried in all of its ways.
#[test]
fn a_query_that_cannot_be_met_is_given_up_soon() {
    let choices: Vec<String> = (0..30).map(|n| format!("(a{n} OR b{n})")).collect();
    let text = format!("type:post {} -hearing -trial", choices.join(" "));
    assert_eq!(example(&query(&text), &FRAMES), None);
}

/// Each watch of the table that finds something has an example, except those whose exclusions and
/// patterns leave no place for a label.
#[test]
fn the_watches_of_the_table_have_examples() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("../cases.json")).unwrap();
    let (mut tried, mut without) = (0, Vec::new());
    for case in &cases {
        let (spec, expected) = (&case["watch"], case["expected"].as_array().unwrap());
        let plain = ["filters", "exclusions"].iter().all(|name| spec[name].is_null());
        if expected.is_empty() || !plain {
            continue;
        }
        let empty = Vec::new();
        let places = spec["subreddits"].as_array().unwrap_or(&empty);
        let scope = Scope::parse(places.iter().filter_map(Value::as_str)).unwrap();
        let keyword = spec["keyword"].as_str().unwrap();
        let made = match spec["mode"].as_str() {
            Some("query") => Watch::query(WatchId(1), keyword, scope, Filters::default()),
            _ => Watch::new(WatchId(1), keyword, scope, Filters::default()),
        };
        // Without the feature, patterns are not queries.
        let Ok(watch) = made else { continue };
        tried += 1;
        if checked(&watch).is_none() {
            without.push(keyword.to_owned());
        }
    }
    assert!(tried > 100, "{tried}");
    assert!(without.is_empty(), "{without:#?}");
}
