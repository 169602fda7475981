//! Compares queries with the plain reference, over the whole language.

use matcher::{
    Filters, Item, Kind, LiveMatcher, Match, Matcher, PreparedItem, Query, Scope, SingleWatch,
    Watch, WatchError, WatchId,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use crate::reference::in_scope;
use crate::reference::query::{Meaning, query_matches};

const WORDS: &[&str] = &[
    "a", "a", "b", "ab", "tea", "Tea", "teapot", "C++", "C", "don't", "é", "e", "茶", "カ", "커피",
    "🔥", "#tag", "a b", "a-b", "a_b", "ß", "\"q\"", "x\\y", "i", "I", "OR", "near", "-b", "ﬃ",
    "K",
];
const BETWEEN: &[&str] = &[
    "*",
    "**",
    " **",
    "_ ",
    "](x) ",
    " [",
    "<b>",
    "</b> ",
    "<br>",
    "&nbsp;",
    "&#8217;",
    "`",
    " <a href=\"a b\">",
    " ",
    " ",
    " ",
    "",
    "\n",
    ", ",
    "-",
    "_",
    "'",
    "\u{200b}",
    "\u{301}",
    "茶",
    " x ",
];
const PATTERNS: &[&str] = &[
    "tea(pot)?",
    "a +b",
    "[ab]b",
    "(tea|don't)",
    r"\btea\b",
    "t.a",
    "te{1,2}a",
    "(?i)TEA",
    r"C\+\+",
    "(ab|teapot) ?x",
    "^a b",
    "[tT]eap",
    "kea|tea",
    "i +tea",
    "ffi|tea",
];

fn text(words: usize) -> impl Strategy<Value = String> {
    vec((select(WORDS), select(BETWEEN)), 0..words)
        .prop_map(|parts| parts.into_iter().flat_map(|(word, between)| [word, between]).collect())
}

#[derive(Clone, Debug)]
struct OwnItem {
    kind: Kind,
    names: [&'static str; 2],
    texts: [String; 4],
    score: Option<i64>,
}

impl OwnItem {
    fn item(&self) -> Item<'_> {
        let [title, body, flair, url] = &self.texts;
        Item {
            kind: self.kind,
            author: self.names[1],
            flair,
            url,
            score: self.score,
            ..Item::post(self.names[0], title, body)
        }
    }
}

fn item() -> impl Strategy<Value = OwnItem> {
    let names = (
        select(&["tea", "Drinks", "News.ycombinator.com", "reddit.com"][..]),
        select(&["ann", "Bob_bot", ""][..]),
    );
    let texts = (text(6), text(14), text(3), text(3));
    (select(&[Kind::Post, Kind::Comment][..]), names, texts, option::of(-2..5_i64)).prop_map(
        |(kind, names, texts, score)| OwnItem {
            kind,
            names: [names.0, names.1],
            texts: [texts.0, texts.1, texts.2, texts.3],
            score,
        },
    )
}

fn field() -> impl Strategy<Value = &'static str> {
    select(&["", "", "", "", "title:", "body:", "flair:", "url:"][..])
}

fn term() -> impl Strategy<Value = Meaning> {
    let phrase = prop_oneof![
        4 => select(WORDS).prop_map(str::to_owned),
        1 => (select(WORDS), select(BETWEEN), select(WORDS)).prop_map(|(a, between, b)| format!("{a}{between}{b}")),
    ];
    let words = (field(), phrase, any::<(bool, bool)>()).prop_map(|(field, text, open)| {
        Meaning::Words { field, text: text.trim().to_owned(), open }
    });
    let exact = (field(), select(WORDS))
        .prop_map(|(field, text)| Meaning::Exact { field, text: text.to_owned() });
    let pattern = (field(), select(PATTERNS))
        .prop_map(|(field, pattern)| Meaning::Pattern { field, pattern });
    let patterns = if cfg!(feature = "regex") { 2 } else { 0 };
    if patterns > 0 {
        prop_oneof![6 => words, 2 => exact, 2 => pattern].boxed()
    } else {
        prop_oneof![6 => words, 2 => exact].boxed()
    }
}

fn leaf() -> impl Strategy<Value = Meaning> {
    let author = (select(&["ann", "bob_bot", "b"][..]), any::<(bool, bool)>())
        .prop_map(|(name, open)| Meaning::Name { field: "author:", name, open });
    let sub = (select(&["tea", "drinks", "e"][..]), any::<(bool, bool)>())
        .prop_map(|(name, open)| Meaning::Name { field: "sub:", name, open });
    let site = select(&["reddit.com", "news.ycombinator.com", "forum.example"][..]);
    let site = site.prop_map(|name| Meaning::Name { field: "site:", name, open: (false, false) });
    let side = || {
        vec(term(), 1..3).prop_map(|mut terms| {
            if terms.len() == 1 { terms.remove(0) } else { Meaning::Any(terms) }
        })
    };
    let near = (side(), side(), 1..4_usize).prop_map(|(left, right, distance)| {
        Meaning::Near(Box::new(left), Box::new(right), distance)
    });
    prop_oneof![
        12 => term(),
        4 => near,
        1 => author,
        1 => sub,
        1 => site,
        1 => select(&[Kind::Post, Kind::Comment][..]).prop_map(Meaning::Type),
        1 => (-2..5_i64).prop_map(Meaning::MinScore),
    ]
}

fn meaning() -> impl Strategy<Value = Meaning> {
    leaf().prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            3 => vec(inner.clone(), 2..4).prop_map(Meaning::All),
            3 => vec(inner.clone(), 2..4).prop_map(Meaning::Any),
            2 => inner.prop_map(|inner| Meaning::Not(Box::new(inner))),
        ]
    })
}

fn filters() -> impl Strategy<Value = Filters> {
    let weighted = (
        prop::bool::weighted(0.9),
        prop::bool::weighted(0.9),
        prop::bool::weighted(0.1),
        prop::bool::weighted(0.2),
        any::<bool>(),
    );
    weighted.prop_map(|(posts, comments, titles, case, whole)| Filters {
        include_posts: posts,
        include_comments: comments,
        match_titles_only: titles,
        case_sensitive: case,
        whole_word_only: whole,
    })
}

/// Generates scopes, most with every subreddit and many with sites.
fn scope() -> impl Strategy<Value = Scope> {
    let names = [
        "all",
        "all",
        "all hn",
        "all hn",
        "hn",
        "tea",
        "tea hn",
        "drinks",
        "join-lemmy.org",
        "c/tea@a.example",
    ];
    select(names.map(str::split_whitespace).to_vec()).prop_map(|names| Scope::parse(names).unwrap())
}

/// Generates queries that a watch accepts, as their meaning, with the watch's filters.
fn query() -> impl Strategy<Value = (Meaning, Filters)> {
    (meaning(), filters()).prop_filter("a watch does not take it", |(meaning, filters)| {
        watch(meaning, Scope::All, *filters).is_ok()
    })
}

fn watch(meaning: &Meaning, scope: Scope, filters: Filters) -> Result<Watch, WatchError> {
    Watch::query(WatchId(1), &meaning.text(), scope, filters)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, failure_persistence: None, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn queries_find_what_the_reference_finds(
        (meaning, filters) in query(), scope in scope(), items in vec(item(), 1..4),
    ) {
        let watch = watch(&meaning, scope.clone(), filters).unwrap();
        let (matcher, single) = (Matcher::build([watch.clone()]), SingleWatch::new(&watch));
        for item in &items {
            let item = item.item();
            let mut expected = query_matches(&meaning, filters, &item);
            expected.retain(|_| in_scope(&scope, &item));
            prop_assert_eq!(matcher.matches(&item), expected.clone());
            prop_assert_eq!(matcher.matching_watches(&item).is_empty(), expected.is_empty());
            let prepared = PreparedItem::new(&item);
            prop_assert_eq!(single.matches(&prepared), expected.clone());
            prop_assert_eq!(single.is_match(&prepared), !expected.is_empty());
        }
    }

    /// Anchors of one query do not make another a candidate, and literal watches are unaffected.
    #[test]
    fn watches_do_not_disturb_each_other(
        queries in vec((query(), scope()), 1..6), keyword in select(WORDS), own in scope(), item in item(),
    ) {
        let watches: Vec<Watch> = queries
            .iter()
            .map(|((meaning, filters), scope)| watch(meaning, scope.clone(), *filters).unwrap())
            .chain([Watch::new(WatchId(0), keyword, own, Filters::default()).unwrap()])
            .zip(1..)
            .map(|(watch, n)| watch.with_id(WatchId(n)))
            .collect();
        let item = item.item();
        let alone: Vec<Match> =
            watches.iter().flat_map(|watch| Matcher::build([watch.clone()]).matches(&item)).collect();
        prop_assert_eq!(&Matcher::build(watches.clone()).matches(&item), &alone);
        let live = LiveMatcher::new(watches.iter().take(2).cloned());
        live.upsert(watches.iter().skip(1).cloned());
        prop_assert_eq!(&live.snapshot().matches(&item), &alone);
        // Each watch replaces another, and is then removed.
        let ids: Vec<WatchId> = watches.iter().map(Watch::id).collect();
        live.upsert(watches.iter().zip(ids.iter().rev()).map(|(watch, id)| watch.clone().with_id(*id)));
        live.upsert(watches);
        prop_assert_eq!(&live.snapshot().matches(&item), &alone);
        live.remove(ids);
        prop_assert_eq!(live.snapshot().matches(&item), []);
    }

    #[test]
    fn the_plainest_form_is_the_same_query((meaning, _) in query()) {
        let query = Query::parse(&meaning.text()).unwrap();
        let plain = query.to_string();
        prop_assert_eq!(&Query::parse(&plain).unwrap(), &query);
        prop_assert_eq!(Query::parse(&plain).unwrap().to_string(), plain);
    }

    /// Any typed text is either a query or an error with a span in the text and advice.
    #[test]
    fn any_text_is_read_or_refused_with_advice(parts in vec(select(&[
        "(", ")", "\"", "`", "/", "*", "-", "OR", "AND", "NOT", "NEAR/2", "NEAR/", " ", " ", " ", "a", "tea", "title:",
        "type:post", "type:", "min_score:", "sub:", "site:", "hn", "a.b", "author:x", "foo:", "é", "“", "\\", "|", "\0", "[", "\u{200b}", ":",
    ][..]), 0..14)) {
        let typed = parts.concat();
        match Query::parse(&typed) {
            Ok(query) => {
                let plain = query.to_string();
                prop_assert_eq!(Query::parse(&plain), Ok(query), "{} as {}", typed, plain);
            }
            Err(error) => {
                prop_assert!(typed.get(error.span().range()).is_some(), "{:?}", error);
                prop_assert!(!error.advice().is_empty() && !error.to_string().is_empty());
            }
        }
    }
}
