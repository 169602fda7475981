//! Hostile queries and items take bounded time of the processor, far below what quadratic or
//! exponential work would take.

use std::time::Duration;

use matcher::{
    Filters, Item, LiveMatcher, Matcher, PreparedItem, Query, Scope, SingleWatch, Watch, WatchId,
};

use crate::processor_time::worked;

/// The length of the forum's longest texts.
const MAX_TEXT_CHARS: usize = 40_000;
const MAX_DURATION: Duration = Duration::from_secs(5);

#[track_caller]
fn assert_bounded(begin: Duration, what: &str) {
    let taken = worked() - begin;
    assert!(taken < MAX_DURATION, "{what:.60} took {taken:?}");
}

fn search(query: &str, body: &str) -> usize {
    let begin = worked();
    let watch = Watch::query(WatchId(1), query, Scope::All, Filters::default())
        .unwrap_or_else(|error| panic!("{query}: {error}"));
    let item = Item::post("any", "", body);
    let found = Matcher::build([watch.clone()]).matches(&item);
    assert_eq!(SingleWatch::new(&watch).matches(&PreparedItem::new(&item)), found);
    assert_bounded(begin, query);
    found.len()
}

#[test]
fn long_choices_over_long_items() {
    let words: Vec<String> = (0..100).map(|n| format!("*{}*", "a".repeat(n / 20 + 1))).collect();
    assert!(search(&words.join(" OR "), &"a".repeat(MAX_TEXT_CHARS)) > 0);
    let words: Vec<String> = (0..100).map(|n| format!("{}*", "a".repeat(n % 5 + 1))).collect();
    search(&words.join(" "), &"a aa aaa aaaa aaaaa ".repeat(MAX_TEXT_CHARS / 20));
}

#[test]
fn a_needle_that_nearly_matches_everywhere() {
    let query = format!("*{}b* OR *{}c*", "a".repeat(199), "a".repeat(199));
    assert_eq!(search(&query, &"a".repeat(MAX_TEXT_CHARS)), 0);
}

#[test]
fn near_over_a_long_item() {
    // Only the first 1,000 positions of each side are considered.
    assert_eq!(search("a NEAR/1 *a*", &"a ".repeat(MAX_TEXT_CHARS / 2)), 1_000);
    assert_eq!(
        search("(a OR b OR a* OR *a) NEAR/100 (z OR y)", &"a ".repeat(MAX_TEXT_CHARS / 2)),
        0
    );
    search("茶 NEAR/3 水", &"茶水".repeat(MAX_TEXT_CHARS / 2));
}

#[test]
fn word_edges_in_long_runs() {
    for run in [
        "🇩",
        "👩\u{200d}",
        "e\u{301}",
        "a_",
        "_",
        "\u{200b}",
        "가",
        "ア",
        "'",
        "l'",
        "🏴\u{e0067}",
        "🏽",
        "1\u{20e3}",
    ] {
        let body = format!("{run}a").repeat(2) + &run.repeat(MAX_TEXT_CHARS);
        search("a", &body);
        search("_ OR 🇩 OR 👩 OR é OR 가* OR ア", &body);
    }
}

#[test]
fn deep_groups() {
    let begin = worked();
    for text in ["(", "(a OR ", "NOT ", "-(", "title:(", "a NEAR/1 ", "\"", "/", "*"] {
        let _ = Query::parse(&text.repeat(1_000 / text.len()));
    }
    assert_bounded(begin, "what is nested");
}

#[test]
fn many_watches_with_one_anchor() {
    let begin = worked();
    let watches = (0..2_000).map(|n| {
        let query = format!("a -x{n} -y");
        Watch::query(WatchId(n), &query, Scope::All, Filters::default()).unwrap()
    });
    let matcher = Matcher::build(watches);
    assert_eq!(matcher.matching_watches(&Item::comment("any", &"a ".repeat(500))).len(), 2_000);
    assert_bounded(begin, "an anchor");
}

#[cfg(feature = "regex")]
#[test]
fn patterns_that_are_catastrophic_elsewhere() {
    let body = format!("xyz {}", "a".repeat(MAX_TEXT_CHARS));
    for pattern in
        ["(a+)+$", "(a|a)*b", "(a|aa)+b", ".*.*.*=", "(x+x+)+y", "a{1,50}b", "(.+)+b", "[^b]*b|[b]"]
    {
        let watch =
            Watch::query(WatchId(1), &format!("xyz /{pattern}/"), Scope::All, Filters::default());
        if let Ok(watch) = watch {
            let begin = worked();
            Matcher::build([watch]).matches(&Item::comment("any", &body));
            assert_bounded(begin, pattern);
        }
    }
}

/// Keywords that share every window of eight bytes and every word, over a text of nothing else.
#[test]
fn thousands_of_keywords_that_are_alike() {
    let filters = |n: usize| Filters { whole_word_only: n.is_multiple_of(2), ..Filters::default() };
    let alike = (1..200).flat_map(|n| [("a".repeat(n), n), ("a ".repeat(n / 2) + "a", n)]);
    let others = (0..3_000).map(|n| (format!("a a a a a a a {n}"), n));
    let watches = alike.chain(others).enumerate().map(|(id, (keyword, n))| {
        Watch::new(WatchId(id as u128), &keyword, Scope::All, filters(n)).unwrap()
    });
    let matcher = Matcher::build(watches);
    for text in ["a".repeat(MAX_TEXT_CHARS / 10), "a ".repeat(MAX_TEXT_CHARS / 20)] {
        let begin = worked();
        assert!(!matcher.matches(&Item::post("any", "", &text)).is_empty());
        assert_bounded(begin, &text);
    }
}

/// Words of two letters have all their parts in common.
#[test]
fn many_pending_watches_with_much_in_common() {
    let begin = worked();
    let word = |n: u128| format!("{n:011b}").replace('0', "a").replace('1', "b");
    let watches =
        (0..2_000).map(|n| Watch::new(WatchId(n), &word(n), Scope::All, Filters::default()));
    let live = LiveMatcher::default();
    live.upsert(watches.map(|watch| watch.unwrap()));
    let body: String = (0..MAX_TEXT_CHARS as u128 / 11).map(|n| word(n * 7 % 2_048)).collect();
    let found = live.snapshot().matching_watches(&Item::comment("any", &body));
    assert_eq!(found.len(), 2_000);
    assert_bounded(begin, "what is pending");
}

/// Counts that fit into a byte, just exceed it, and are far beyond it.
#[test]
fn a_keyword_that_a_crowd_watches() {
    for crowd in [255, 256, 1_000] {
        let watch =
            |id: u128, scope| Watch::new(WatchId(id), "tea", scope, Filters::default()).unwrap();
        let everywhere = (0..crowd).map(|id| watch(id, Scope::All));
        let somewhere = (0..crowd).map(|n| {
            let names = [format!("sub_{n}"), format!("sub_{}", (n + 1) % crowd)];
            watch(crowd + n, Scope::parse(&names).unwrap())
        });
        let everybody: Vec<Watch> = everywhere.chain(somewhere).collect();
        let all = 0..crowd;
        let met = |set: &[Watch], subreddit: &str| {
            let item = Item::comment(subreddit, "tea");
            Matcher::build(set.to_vec()).matching_watches(&item)
        };
        let ids = |ids: Vec<u128>| ids.into_iter().map(WatchId).collect::<Vec<_>>();
        assert_eq!(met(&everybody, "coffee"), ids(all.clone().collect()));
        let both = [2 * crowd - 2, 2 * crowd - 1];
        let last = format!("sub_{}", crowd - 1);
        assert_eq!(met(&everybody, &last), ids(all.chain(both).collect()));
        let scoped = &everybody[crowd as usize..];
        assert_eq!(met(scoped, "sub_0"), ids(vec![crowd, 2 * crowd - 1]));
        assert_eq!(met(scoped, "coffee"), []);
    }
}

/// Marks that open and never close, and ends that are searched for in vain from every position.
#[test]
fn markup_that_never_ends() {
    for run in [
        "[",
        "*",
        "**a ",
        "_",
        "~~",
        "<",
        "&",
        "\\",
        "`",
        "](",
        "[a](b",
        "[a](<b",
        "[a](b \"",
        "<a x=\"",
        "<b ",
        "<!--",
        "&amp",
        "&#x2",
        "``a`",
        "`` ` ",
        "*a_",
        "[*a](x)",
        "://",
        "a\n\n",
        "\n \r",
        "<!-- \n\n",
        "*a\n",
        "```\n\n",
        "&amp;",
        "<br>",
        "a**b",
        "[a](x)",
        "> ",
        ">a\n",
        ">a\n>>b\n",
        "&gt;<br>",
        "<p><i>",
        "a\u{640}",
        "ﾎﾞ",
        "سَ",
    ] {
        let length = MAX_TEXT_CHARS / run.chars().count();
        for body in [run.repeat(length), format!("{}tea", run.repeat(length))] {
            search("a OR tea", &body);
            search("a NEAR/3 b", &body);
        }
    }
}
