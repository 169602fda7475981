use chrono::TimeDelta;
use matcher::{Filters, Matcher};

use super::*;
use db::models::watch::WatchMode;

fn rule(keyword: &str, mode: WatchMode) -> OwnRule {
    OwnRule {
        keyword: keyword.to_owned(),
        mode,
        subreddits: vec!["all".to_owned()],
        excluded_subreddits: Vec::new(),
        excluded_authors: Vec::new(),
        filters: Filters::default(),
    }
}

fn whole(keyword: &str) -> OwnRule {
    let mut rule = rule(keyword, WatchMode::Literal);
    rule.filters.whole_word_only = true;
    rule
}

fn query(keyword: &str) -> OwnRule {
    rule(keyword, WatchMode::Query)
}

fn post(title: &str) -> Item {
    let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
    Item {
        id: Uuid::now_v7(),
        seen_at: now,
        forum_id: String::new(),
        kind: ItemKind::Post,
        subreddit: "drinks".to_owned(),
        author: "somebody".to_owned(),
        title: title.to_owned(),
        body: String::new(),
        url: String::new(),
        score: 0,
        num_comments: 0,
        forum_created_at: now,
        thread_id: String::new(),
        gone_at: None,
        story_id: String::new(),
        flair: String::new(),
        link: String::new(),
    }
}

fn comment(body: &str) -> Item {
    Item { kind: ItemKind::Comment, body: body.to_owned(), ..post("") }
}

fn look_over(
    rule: &OwnRule,
    items: Vec<Item>,
    accepts: fn(&CheckedWatch) -> bool,
) -> Vec<NearMiss> {
    let mut look = Look::new(rule.clone(), accepts).unwrap();
    let (own, others) = look.watches();
    let matcher = Matcher::build([own].into_iter().chain(others));
    let searched =
        items.into_iter().map(|item| Searched { matches: matcher.matches(&item.searched()), item });
    let near = look.near(searched.collect());
    look.count(&near);
    look.end()
}

fn near(rule: &OwnRule, items: impl IntoIterator<Item = Item>) -> Vec<NearMiss> {
    look_over(rule, items.into_iter().collect(), |_| true)
}

/// Returns the changed rules, each with the number of items it adds.
fn after(rule: &OwnRule, items: impl IntoIterator<Item = Item>) -> Vec<(String, u32)> {
    let found = near(rule, items).into_iter();
    let found = found.map(|one| {
        let changed = one.change.apply(rule.clone()).unwrap();
        (changed.keyword, one.count)
    });
    found.collect()
}

fn only(rule: &OwnRule, items: impl IntoIterator<Item = Item>) -> Option<Change> {
    let mut found = near(rule, items);
    assert!(found.len() <= 1, "{found:?}");
    found.pop().map(|one| one.change)
}

fn after_one(keyword: &OwnRule, title: &str) -> String {
    let found = after(keyword, [post(title)]);
    assert_eq!(found.len(), 1, "{found:?}");
    found[0].0.clone()
}

#[test]
fn whole_words_keep_out_plurals_and_compounds() {
    let items = ["Two kettles", "A teakettle", "One kettle", "No pot"].map(post);
    let found = near(&whole("kettle"), items.clone());
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((&found[0].change, found[0].count), (&Change::PartsOfWords, 2));
    let ids: Vec<Uuid> = found[0].examples.iter().map(|one| one.id).collect();
    assert_eq!(ids, [items[0].id, items[1].id]);
    let changed = found[0].change.apply(whole("kettle")).unwrap();
    assert!(!changed.filters.whole_word_only);
}

#[test]
fn each_filter_is_tried_by_itself() {
    let mut rule = rule("SaaS", WatchMode::Literal);
    rule.filters = Filters { case_sensitive: true, ..Filters::default() };
    assert_eq!(only(&rule, [post("My saas")]), Some(Change::AnyCase));
    rule.filters = Filters { match_titles_only: true, ..Filters::default() };
    let told = Item { body: "A SaaS".to_owned(), ..post("Look") };
    assert_eq!(only(&rule, [told]), Some(Change::Bodies));
    rule.filters = Filters { include_comments: false, ..Filters::default() };
    let found = near(&rule, [comment("A SaaS"), post("No")]);
    assert_eq!((&found[0].change, found[0].comments), (&Change::Comments, 1));
    rule.filters = Filters { include_posts: false, ..Filters::default() };
    assert_eq!(only(&rule, [post("A SaaS")]), Some(Change::Posts));
    // Two changes would be needed.
    rule.filters.case_sensitive = true;
    assert_eq!(only(&rule, [post("A saas")]), None);
}

#[test]
fn an_exclusion_is_named_only_if_it_kept_the_item_out() {
    let mut rule = rule("kettle", WatchMode::Literal);
    rule.excluded_authors = vec!["Ada".to_owned(), "ben".to_owned()];
    rule.excluded_subreddits = vec!["Deals".to_owned()];
    let by = |author: &str, place: &str| Item {
        author: author.to_owned(),
        subreddit: place.to_owned(),
        ..post("A kettle")
    };
    assert_eq!(only(&rule, [by("ada", "tea")]), Some(Change::Author("Ada".to_owned())));
    assert_eq!(only(&rule, [by("eve", "deals")]), Some(Change::Place("Deals".to_owned())));
    assert_eq!(only(&rule, [by("ada", "deals")]), None);
    let changed = Change::Author("Ada".to_owned()).apply(rule).unwrap();
    assert_eq!(changed.excluded_authors, ["ben"]);
    let told = query("kettle -author:ada");
    assert_eq!(after(&told, [by("ada", "tea")]), [("kettle".to_owned(), 1)]);
}

#[test]
fn of_a_query_one_part_is_dropped() {
    assert_eq!(after_one(&query("kettle -plastic -glass"), "A glass kettle"), "kettle -plastic");
    assert_eq!(
        after_one(&query("electric gooseneck kettle"), "My gooseneck kettle"),
        "gooseneck kettle"
    );
    // One of two words would be a separate keyword.
    assert_eq!(only(&query("gooseneck kettle"), [post("My kettle")]), None);
    assert_eq!(
        after(&query("kettle type:post"), [comment("My kettle")]),
        [("kettle".to_owned(), 1)]
    );
    // What chips cannot represent stays unchanged.
    assert_eq!(only(&query("(a b) OR kettle -plastic"), [post("plastic kettle")]), None);
}

#[test]
fn a_misspelt_word_becomes_the_other_side_of_an_or() {
    for (rule, title, changed) in [
        (whole("kubernetes"), "I like Kubernetees", "kubernetes OR kubernetees"),
        (rule("kubernetes", WatchMode::Literal), "I like kuberntes", "*kubernetes* OR *kuberntes*"),
        (
            whole("Kubernetes operator"),
            "A kubernets operator",
            "\"Kubernetes operator\" OR \"kubernets operator\"",
        ),
        (
            query("(kubernetes OR k8s) operator"),
            "My operator in kubernets",
            "(kubernetes OR k8s OR kubernets) operator",
        ),
    ] {
        assert_eq!(after_one(&rule, title), changed);
    }
}

#[test]
fn a_misspelling_that_would_not_match_is_none() {
    // The other word is missing, or the author of the only one is excluded.
    assert_eq!(only(&query("kubernetes operator"), [post("Kubernets")]), None);
    let mut excluding = whole("kubernetes");
    excluding.excluded_authors = vec!["somebody".to_owned()];
    assert_eq!(only(&excluding, [post("Kubernets")]), None);
    // An item that has the word as well is found already.
    let both = [post("Kubernetes, not kubernets")];
    assert_eq!(only(&whole("kubernetes"), both), None);
    // Case counts where the rule says so.
    let mut exact = whole("Kubernetes");
    exact.filters.case_sensitive = true;
    let found = after(&exact, [post("Kubernets")]);
    assert_eq!(found, [("Kubernetes OR Kubernets".to_owned(), 1)]);
}

#[test]
fn what_cannot_be_stored_is_not_suggested() {
    let no_queries = |watch: &CheckedWatch| watch.mode == WatchMode::Literal;
    let items = || vec![post("Two kettles"), post("My keettle")];
    let found = look_over(&whole("kettle"), items(), no_queries);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].change, Change::PartsOfWords);
    assert_eq!(near(&whole("kettle"), items()).len(), 2);
}

#[test]
fn what_adds_much_is_no_near_miss() {
    let kettles = |count: usize| (0..count).map(|n| post(&format!("{n} kettles")));
    let found = |own: usize, near: usize| {
        let own = (0..own).map(|_| post("A kettle"));
        only(&whole("kettle"), own.chain(kettles(near))).is_some()
    };
    // A few always, then no more than the rule finds, and never more than twenty.
    assert!(found(0, 5) && !found(0, 6));
    assert!(found(7, 7) && !found(7, 8));
    assert!(found(30, 20) && !found(30, 21));
}

#[test]
fn the_smallest_changes_come_first_and_of_two_alike_one_is_kept() {
    let mut rule = whole("Kettle");
    rule.filters.case_sensitive = true;
    rule.filters.include_comments = false;
    rule.excluded_authors = vec!["ada".to_owned()];
    let ada = Item { author: "ada".to_owned(), ..post("Kettle") };
    let items = [post("Keettle"), post("Kettles"), post("a kettle"), comment("Kettle"), ada];
    let found: Vec<Change> = near(&rule, items).into_iter().map(|one| one.change).collect();
    let misspelling =
        Change::Misspelling { word: "Kettle".to_owned(), written: "Keettle".to_owned() };
    assert_eq!(found, [misspelling, Change::PartsOfWords, Change::AnyCase]);
    // Both words are misspelt in the one post.
    let both = near(&query("kettle OR teapot"), [post("A keettle and a teepot")]);
    assert_eq!(both.len(), 1, "{both:?}");
}

#[test]
fn nothing_of_an_item_is_kept_but_its_key_and_the_misspelt_word() {
    let item = Item {
        body: "Secret words of somebody".to_owned(),
        seen_at: DateTime::from_timestamp(1_800_000_000, 0).unwrap() + TimeDelta::hours(1),
        ..post("A keettle")
    };
    let found = near(&whole("kettle"), [item.clone()]);
    let json = serde_json::to_value(&found).unwrap();
    assert_eq!(
        json,
        serde_json::json!([{
            "change": {"kind": "misspelling", "value": {"word": "kettle", "written": "keettle"}},
            "count": 1, "comments": 0,
            "examples": [{"id": item.id, "seenAt": "2027-01-15T09:00:00Z"}],
        }])
    );
    assert_eq!(serde_json::from_value::<Vec<NearMiss>>(json).unwrap(), found);
}

#[test]
fn a_post_full_of_misspellings_is_tried_within_bounds() {
    let letters = ('a'..='z').flat_map(|a| ('a'..='z').map(move |b| (a, b)));
    let words: Vec<String> = letters.map(|(a, b)| format!("kube{a}rnetes kuberne{b}tes")).collect();
    let mut look = Look::new(whole("kubernetes"), |_| true).unwrap();
    let page = vec![Searched { item: post(&words.join(" ")), matches: Vec::new() }];
    let near = look.near(page);
    assert_eq!(near.len(), 1);
    assert_eq!(look.tried.len(), 1 + MAX_MISSPELLINGS);
}
