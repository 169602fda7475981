//! Compares the matcher with the plain reference, over real posts and comments if available.

use std::path::PathBuf;

use matcher::{Filters, Item, Kind, Match, Matcher, Scope, Watch, WatchId};
use serde::Deserialize;

use crate::reference::Reference;

const ITEMS: usize = 800;
const KEYWORDS: usize = 400;
/// The first id of watches that are not compared.
const OTHERS: usize = 1_000_000;

#[derive(Deserialize)]
struct Line {
    kind: String,
    subreddit: String,
    title: String,
    body: String,
}

impl Line {
    fn item(&self) -> Item<'_> {
        let kind = if self.kind == "comment" { Kind::Comment } else { Kind::Post };
        Item { kind, ..Item::post(&self.subreddit, &self.title, &self.body) }
    }
}

/// Returns a watch for one, two or three neighbouring words of an item, or a part of them, with
/// alternating filters.
fn watch(n: usize, line: &Line) -> Option<Watch> {
    let text = if line.body.is_empty() { &line.title } else { &line.body };
    let words: Vec<&str> = text.split_whitespace().collect();
    let first = (n * 7) % words.len().max(1);
    let mut keyword = words.get(first..words.len().min(first + 1 + n % 3))?.join(" ");
    if n.is_multiple_of(5) {
        keyword = keyword.chars().take(4).collect();
    }
    let filters = Filters {
        case_sensitive: n.is_multiple_of(4),
        whole_word_only: n.is_multiple_of(2),
        match_titles_only: n.is_multiple_of(11),
        ..Filters::default()
    };
    let scope =
        if n.is_multiple_of(3) { Scope::parse([&line.subreddit]).ok()? } else { Scope::All };
    Watch::new(WatchId(n as u128), &keyword, scope, filters).ok()
}

#[test]
fn real_items_match_as_the_reference_says() {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/reddit/items.ndjson");
    let path =
        std::env::var_os("HARKEN_ITEMS").map_or_else(|| PathBuf::from(beside), PathBuf::from);
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: no items at {} (set HARKEN_ITEMS)", path.display());
        return;
    };
    let lines: Vec<Line> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (searched, sources) = lines.split_at(lines.len() / 2);
    // Items with characters beyond ASCII are few, and the most interesting ones.
    let (odd, plain): (Vec<&Line>, Vec<&Line>) =
        searched.iter().partition(|line| !line.title.is_ascii() || !line.body.is_ascii());
    let step = (sources.len() / KEYWORDS).max(1);
    let watches: Vec<Watch> =
        sources.iter().step_by(step).enumerate().filter_map(|(n, line)| watch(n, line)).collect();
    let matcher = Matcher::build(watches.clone());
    // Many keywords are searched for with other algorithms than a few.
    let others = sources.iter().zip(OTHERS..);
    let others = others.filter_map(|(line, n)| watch(n, line));
    let large = Matcher::build(watches.iter().cloned().chain(others));
    let mut found = 0;
    for line in odd.iter().chain(&plain).take(ITEMS) {
        let item = line.item();
        let reference = Reference::new(item);
        let expected: Vec<Match> = watches.iter().flat_map(|w| reference.matches(w)).collect();
        found += expected.len();
        assert_eq!(matcher.matches(&item), expected, "in {item:?}");
        let mut among_others = large.matches(&item);
        among_others.retain(|found| found.watch < WatchId(OTHERS as u128));
        assert_eq!(among_others, expected, "of many, in {item:?}");
    }
    eprintln!("{} watches, {found} matches", watches.len());
}
