//! Explanations of why a watch matches or does not.

use matcher::{
    Exclusions, Explanation, Filters, Item, PreparedItem, Reason, Scope, SingleWatch, Watch,
    WatchId,
};

fn explain(watch: &Watch, item: &Item<'_>) -> Explanation {
    let (single, item) = (SingleWatch::new(watch), PreparedItem::new(item));
    let explanation = single.explain(&item);
    assert_eq!(matches!(explanation, Explanation::Match(_)), single.is_match(&item));
    explanation
}

fn query(query: &str) -> Watch {
    Watch::query(WatchId(1), query, Scope::All, Filters::default()).unwrap()
}

fn rejections(watch: &Watch, item: &Item<'_>) -> Vec<String> {
    match explain(watch, item) {
        Explanation::NearMiss(rejections) => rejections.iter().map(ToString::to_string).collect(),
        other => panic!("{other:?}"),
    }
}

/// Returns the rule of each reason, and what was found by it.
fn reasons(watch: &Watch, item: &Item<'_>) -> Vec<(String, Vec<String>)> {
    let Explanation::Match(reasons) = explain(watch, item) else {
        panic!("no match");
    };
    let text = |reason: &Reason| {
        let places = reason.places.iter();
        places.map(|place| item.text(place.field)[place.span.range()].to_owned()).collect()
    };
    reasons.iter().map(|reason| (reason.rule.clone(), text(reason))).collect()
}

#[test]
fn each_part_of_a_query_names_its_places() {
    let item = Item { author: "ann", ..Item::post("drinks", "Green Tea", "tea for two teas") };
    let source = "(matcha OR tea*) title:green -coffee author:ann sub:drinks type:post";
    let watch = query(source);
    let expected = [
        ("tea*", vec!["Tea", "tea", "tea"]),
        ("title:green", vec!["Green"]),
        ("-coffee", vec![]),
        ("author:ann", vec!["ann"]),
        ("sub:drinks", vec![]),
        ("type:post", vec![]),
    ];
    let expected = expected
        .map(|(rule, found)| (rule.to_owned(), found.into_iter().map(str::to_owned).collect()));
    assert_eq!(reasons(&watch, &item), expected);
    let Explanation::Match(all) = explain(&watch, &item) else { panic!() };
    assert_eq!(&source[all[0].at.range()], "tea*");
    assert_eq!(&source[all[1].at.range()], "title:green");
}

#[test]
fn a_literal_watch_names_its_places() {
    let watch = Watch::new(WatchId(1), "tea", Scope::All, Filters::default()).unwrap();
    let found = reasons(&watch, &Item::post("drinks", "Tea", "teapot"));
    assert_eq!(found, [("tea".to_owned(), vec!["Tea".to_owned(), "tea".to_owned()])]);
}

#[test]
fn every_filter_says_that_it_rejected() {
    let literal = |filters| Watch::new(WatchId(1), "tea", Scope::All, filters).unwrap();
    let plain = Filters::default();
    let teapot = Item::comment("drinks", "Teapot");
    let whole = literal(Filters { whole_word_only: true, ..plain });
    assert_eq!(rejections(&whole, &teapot), ["tea is only part of a longer word"]);
    let case = literal(Filters { case_sensitive: true, ..plain });
    assert_eq!(rejections(&case, &teapot), ["tea is there, but with different capitals"]);
    let titles = literal(Filters { match_titles_only: true, ..plain });
    assert_eq!(rejections(&titles, &teapot), ["tea is in the text, but only titles are searched"]);
    let posts = literal(Filters { include_comments: false, ..plain });
    assert_eq!(rejections(&posts, &teapot), ["It is a comment, and comments are not searched"]);

    let scoped = Watch::new(WatchId(1), "tea", Scope::parse(["tea"]).unwrap(), plain).unwrap();
    assert_eq!(rejections(&scoped, &teapot), ["r/drinks is not one of the subreddits"]);
    let on_site = Item::comment("news.ycombinator.com", "Teapot");
    assert_eq!(rejections(&literal(plain), &on_site), ["Hacker News is not one of the sites"]);
    let without =
        literal(plain).with_exclusions(Exclusions::parse(["drinks"], ["Ann"]).unwrap()).unwrap();
    let by_ann = Item { author: "ann", ..teapot };
    assert_eq!(rejections(&without, &by_ann), ["r/drinks is excluded", "u/ann is excluded"]);
    let scope = Scope::parse(["all", "hn"]).unwrap();
    let without = Watch::new(WatchId(1), "tea", scope, plain)
        .unwrap()
        .with_exclusions(Exclusions::parse(["hn"], ["Ann"]).unwrap())
        .unwrap();
    let by_ann = Item { author: "ann", ..on_site };
    assert_eq!(rejections(&without, &by_ann), ["Hacker News is excluded", "ann is excluded"]);
    assert_eq!(explain(&without, &Item::comment("drinks", "coffee")), Explanation::Miss);
}

#[test]
fn every_part_of_a_query_says_that_it_rejected() {
    let item = Item {
        author: "ann",
        score: Some(2),
        ..Item::post("drinks", "Green tea", "and a large cup of coffee")
    };
    for (text, expected) in [
        ("tea -coffee", "-coffee excludes it"),
        ("tea -(milk OR green)", "-(milk OR green) excludes it"),
        ("gree tea", "gree is only part of a longer word"),
        ("title:coffee", "title:coffee is in another field"),
        ("`green`", "`green` is there, but with different capitals"),
        ("and NEAR/2 cup", "and NEAR/2 cup: the nearest are 3 words apart"),
        ("tea NEAR/9 cup", "tea NEAR/9 cup: they are in different fields"),
        ("tea type:comment", "It is a post, and posts are not searched"),
        ("tea sub:coffee", "It does not match sub:coffee"),
        ("tea author:bob", "It does not match author:bob"),
        ("tea site:hn", "It does not match site:news.ycombinator.com"),
        ("tea min_score:5", "Its score is 2, but must be at least 5"),
        ("(milk OR cup) -tea", "-tea excludes it"),
        ("(title:cup -tea) OR (green -tea)", "-tea excludes it"),
    ] {
        assert_eq!(rejections(&query(text), &item), [expected], "{text}");
    }
    for text in ["milk", "tea milk", "milk OR author:bob", "author:bob", "milk NEAR/3 tea"] {
        assert_eq!(explain(&query(text), &item), Explanation::Miss, "{text}");
    }
}

#[test]
fn markup_hides_neither_reasons_nor_rejections() {
    let item = Item::comment("drinks", "**green** [tea](https://coffee.example), *black*ish");
    let expected = [("\"green tea\"", vec!["green** [tea"]), ("blackish", vec!["black*ish"])]
        .map(|(rule, places)| (rule.to_owned(), places.into_iter().map(str::to_owned).collect()));
    assert_eq!(reasons(&query("\"green tea\" blackish"), &item), expected);
    let literal = Watch::new(WatchId(1), "Green Tea", Scope::All, Filters::default()).unwrap();
    let expected = [("Green Tea".to_owned(), vec!["green** [tea".to_owned()])];
    assert_eq!(reasons(&literal, &item), expected);
    let left_out = query("green -\"green tea\"");
    assert_eq!(rejections(&left_out, &item), ["-\"green tea\" excludes it"]);
    let filters = Filters { case_sensitive: true, ..Filters::default() };
    let literal = Watch::new(WatchId(1), "Green tea", Scope::All, filters).unwrap();
    let expected = ["Green tea is there, but with different capitals"];
    assert_eq!(rejections(&literal, &item), expected);
    let part = query("\"een tea\"");
    let expected = ["\"een tea\" is only part of a longer word"];
    assert_eq!(rejections(&part, &item), expected);
}
