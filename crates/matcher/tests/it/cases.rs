//! The table of cases that the native and the browser build share.

use matcher::{
    Exclusions, Field, Filters, Item, Kind, LiveMatcher, Match, Matcher, PreparedItem, Scope,
    SingleWatch, Span, Watch, WatchId, from_utf16, to_utf16,
};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    watch: WatchSpec,
    item: ItemSpec,
    expected: Vec<Expected>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WatchSpec {
    keyword: String,
    #[serde(default)]
    mode: Option<String>,
    #[serde(default)]
    exclusions: ExclusionSpec,
    #[serde(default)]
    subreddits: Vec<String>,
    #[serde(default)]
    filters: FilterSpec,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct ExclusionSpec {
    subreddits: Vec<String>,
    authors: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct FilterSpec {
    include_posts: Option<bool>,
    include_comments: Option<bool>,
    match_titles_only: Option<bool>,
    case_sensitive: Option<bool>,
    whole_word_only: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ItemSpec {
    kind: String,
    subreddit: String,
    title: String,
    body: String,
    #[serde(default)]
    author: String,
    #[serde(default)]
    flair: String,
    #[serde(default)]
    url: String,
    #[serde(default)]
    score: Option<i64>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    field: String,
    start: usize,
    end: usize,
    text: String,
}

impl WatchSpec {
    fn watch(&self) -> Watch {
        let plain = Filters::default();
        let spec = &self.filters;
        let filters = Filters {
            include_posts: spec.include_posts.unwrap_or(plain.include_posts),
            include_comments: spec.include_comments.unwrap_or(plain.include_comments),
            match_titles_only: spec.match_titles_only.unwrap_or(plain.match_titles_only),
            case_sensitive: spec.case_sensitive.unwrap_or(plain.case_sensitive),
            whole_word_only: spec.whole_word_only.unwrap_or(plain.whole_word_only),
        };
        let scope = Scope::parse(&self.subreddits).unwrap();
        let make = match self.mode.as_deref() {
            Some("query") => Watch::query,
            _ => Watch::new,
        };
        let watch = make(WatchId(1), &self.keyword, scope, filters).unwrap();
        let ExclusionSpec { subreddits, authors } = &self.exclusions;
        let exclusions = Exclusions::parse(subreddits, authors).unwrap();
        watch.with_exclusions(exclusions).unwrap()
    }
}

impl ItemSpec {
    fn item(&self) -> Item<'_> {
        Item {
            kind: if self.kind == "post" { Kind::Post } else { Kind::Comment },
            author: &self.author,
            flair: &self.flair,
            url: &self.url,
            score: self.score,
            ..Item::post(&self.subreddit, &self.title, &self.body)
        }
    }
}

fn described(item: &Item<'_>, found: &Match) -> Expected {
    let text = item.text(found.field);
    let units = to_utf16(text, &[found.span])[0];
    assert_eq!(from_utf16(text, units), Some(found.span));
    Expected {
        field: match found.field {
            Field::Title => "title",
            Field::Body => "body",
            Field::Flair => "flair",
            Field::Url => "url",
            Field::Author => "author",
        }
        .to_owned(),
        start: units.start,
        end: units.end,
        text: text[found.span.range()].to_owned(),
    }
}

fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("../cases.json")).unwrap()
}

#[test]
fn every_case_of_the_table_holds() {
    let cases = cases();
    assert!(cases.len() >= 160);
    let mut failures = String::new();
    for case in &cases {
        let item = case.item.item();
        let found = Matcher::build([case.watch.watch()]).matches(&item);
        let found: Vec<_> = found.iter().map(|found| described(&item, found)).collect();
        if found != case.expected {
            let Case { name, expected, .. } = case;
            failures += &format!("{name}:\n  expected {expected:?}\n  found    {found:?}\n");
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn every_way_of_searching_gives_the_same() {
    for case in cases() {
        let (watch, item) = (case.watch.watch(), case.item.item());
        let matcher = Matcher::build([watch.clone()]);
        let found = matcher.matches(&item);
        assert_eq!(
            SingleWatch::new(&watch).matches(&PreparedItem::new(&item)),
            found,
            "{}",
            case.name
        );
        let live = LiveMatcher::new([]);
        live.upsert([watch]);
        assert_eq!(live.snapshot().matches(&item), found, "{}", case.name);
        let ids: Vec<WatchId> = found.iter().map(|found| found.watch).take(1).collect();
        assert_eq!(matcher.matching_watches(&item), ids, "{}", case.name);
    }
}

/// A matcher of all watches of the table finds in each item what each finds alone.
#[test]
fn watches_do_not_disturb_each_other() {
    let cases = cases();
    let watches: Vec<Watch> = (0..).zip(&cases).map(|(n, case)| renumbered(case, n)).collect();
    let together = Matcher::build(watches.clone());
    for case in &cases {
        let item = case.item.item();
        let alone: Vec<Match> =
            watches.iter().flat_map(|w| Matcher::build([w.clone()]).matches(&item)).collect();
        assert_eq!(together.matches(&item), alone, "{}", case.name);
    }
}

fn renumbered(case: &Case, n: u128) -> Watch {
    case.watch.watch().with_id(WatchId(n))
}

#[test]
fn spans_lie_on_character_boundaries() {
    let item = Item::post("t", "", "aéé ß");
    let watch = Watch::new(WatchId(1), "é", Scope::All, Filters::default()).unwrap();
    let found = Matcher::build([watch]).matches(&item);
    let spans: Vec<Span> = found.iter().map(|found| found.span).collect();
    assert_eq!(spans, [Span { start: 1, end: 3 }, Span { start: 3, end: 5 }]);
}
