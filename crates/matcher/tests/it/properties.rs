//! Compares the matcher with the plain reference, over alphabets where folding, clusters and word
//! boundaries meet.

use matcher::{
    Filters, Item, Kind, LiveMatcher, Match, Matcher, PreparedItem, Scope, SingleWatch, Utf16Span,
    Watch, WatchId, from_utf16, to_utf16,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use unicode_segmentation::UnicodeSegmentation;

use crate::reference::address::Address;
use crate::reference::{Reference, mark};

const ODD: &[&str] = &[
    "a", "A", "b", "e", "é", "\u{301}", "\u{323}", "ß", "ẞ", "s", "S", "ﬃ", "f", "i", "I", "İ",
    "ı", "\u{307}", "Σ", "σ", "ς", "ŉ", "ǰ", "\u{345}", "ᾳ", " ", " ", "\n", "\u{a0}", "\u{3000}",
    "\u{200b}", "\u{ad}", "\u{feff}", "\u{200d}", "\u{fe0f}", "\0", "👩", "👍", "🏽", "🇩", "🇪",
    "❤", "茶", "カ", "ー", "が", "か", "\u{3099}", "커", "를", "\u{1100}", "\u{1161}", "\u{11a8}",
    "ช", "า", "'", "’", "t", "n", "+", "#", ".", "_", "-", "1", "\u{2028}",
];
/// Forms of the same characters, marks that are left out, and emoji of several characters.
const FORMS: &[&str] = &[
    "a",
    "Ａ",
    "ａ",
    "𝐚",
    "ª",
    "1",
    "１",
    "①",
    "¹",
    "½",
    "Ⅳ",
    "i",
    "v",
    "k",
    "g",
    "㎏",
    "ｶ",
    "ﾞ",
    "ガ",
    "カ",
    "\u{3099}",
    "…",
    ".",
    "･",
    "・",
    "ﻻ",
    "ل",
    "ا",
    "\u{64E}",
    "\u{651}",
    "\u{640}",
    "أ",
    "\u{654}",
    "\u{FE77}",
    "ש",
    "\u{5C1}",
    "שׁ",
    "е",
    "ё",
    "\u{301}",
    "\u{308}",
    "\u{300}",
    "и",
    "я",
    "б",
    "豈",
    "豈",
    "´",
    "`",
    "'",
    "ʼ",
    "«",
    "\"",
    "–",
    "-",
    "\u{2011}",
    "\u{AD}",
    "\u{200D}",
    "\u{FE0F}",
    "👩",
    "💻",
    "🏽",
    "🇺",
    "🇸",
    "🏴",
    "\u{E0067}",
    "\u{20E3}",
    "¨",
    "ㅏ",
    "ㄱ",
    "가",
    " ",
    "\u{3164}",
    "j",
    "l",
    "t",
    "n",
    "＋",
    "+",
    "C",
];
/// Few letters, so that words repeat, overlap and are cut by every kind of punctuation.
const WORDY: &[&str] =
    &["a", "a", "b", "n", "t", "C", "c", "+", "+", "#", "_", "_", "'", " ", ".", "é", "カ", "커"];

/// Markdown and HTML syntax around a few letters.
const MARKED: &[&str] = &[
    "a",
    "a",
    "b",
    "é",
    "C",
    "1",
    " ",
    " ",
    "\n",
    "\n\n",
    "*",
    "*",
    "**",
    "_",
    "__",
    "~~",
    "`",
    "``",
    "[",
    "[",
    "](x)",
    "](a b)",
    "](",
    ")",
    "!",
    "\\",
    "<b>",
    "</b>",
    "<br>",
    "<",
    ">",
    "&amp;",
    "&nbsp;",
    "&#8217;",
    "&#x200B;",
    "&eacute;",
    "&",
    ";",
    "://",
    "+",
    "#",
    "'",
    "t",
    "n",
    "茶",
    "\u{301}",
    "<!--",
    "-->",
    "\n> ",
    "\n>> ",
    "\n&gt;",
    "<p>",
    "<td>",
    "<blockquote>",
];

/// Parts of addresses, as they are written in texts and keywords.
const ADDRESSES: &[&str] = &[
    "https://", "http://", "HTTPS://", "www.", "WWW.", "tea", "Tea", "a", "shop", ".", ".", "[.]",
    "(dot)", " dot ", "com", "Com", "example", "/", "/", "?", "#", "x", " ", "-", "@", ":80", "**",
    "[", "](", ")", "茶", "é", "%",
];

fn text(length: usize) -> impl Strategy<Value = String> {
    prop_oneof![
        vec(select(MARKED), 0..length).prop_map(|parts| parts.concat()),
        vec(select(ODD), 0..length).prop_map(|parts| parts.concat()),
        vec(select(WORDY), 0..length).prop_map(|parts| parts.concat()),
        vec(select(FORMS), 0..length).prop_map(|parts| parts.concat()),
        vec(select(ADDRESSES), 0..length).prop_map(|parts| parts.concat()),
        vec(any::<char>(), 0..length).prop_map(String::from_iter),
    ]
}

/// Generates places of items.
fn place() -> impl Strategy<Value = &'static str> {
    select(
        &[
            "rust",
            "RUST",
            "drinks",
            "tea",
            "news.ycombinator.com",
            "News.YCombinator.com",
            "forum.example",
            "Reddit.com",
            "c/tea@a.example",
            "C/Drinks@b.example",
        ][..],
    )
}

/// Generates names that a scope can have.
fn name() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        6 => select(&["rust", "RUST", "drinks", "tea"][..]),
        3 => select(&["hn", "news.ycombinator.com"][..]),
        1 => Just("all"),
        2 => select(&["join-lemmy.org", "c/tea@a.example", "!drinks@b.example"][..]),
    ]
}

#[derive(Clone, Debug)]
struct OwnItem {
    kind: Kind,
    subreddit: &'static str,
    title: String,
    body: String,
}

impl OwnItem {
    fn item(&self) -> Item<'_> {
        let OwnItem { kind, subreddit, title, body } = self;
        Item { kind: *kind, ..Item::post(subreddit, title, body) }
    }
}

fn item() -> impl Strategy<Value = OwnItem> {
    let kind = select(&[Kind::Post, Kind::Comment][..]);
    (kind, place(), text(12), text(40)).prop_map(|(kind, subreddit, title, body)| OwnItem {
        kind,
        subreddit,
        title,
        body,
    })
}

fn watch(id: u128) -> impl Strategy<Value = Watch> {
    let filters = (
        any::<[bool; 2]>(),
        prop::bool::weighted(0.2),
        prop::bool::weighted(0.9),
        prop::bool::weighted(0.9),
    );
    let filters = filters.prop_map(|([case, whole], titles, posts, comments)| Filters {
        include_posts: posts,
        include_comments: comments,
        match_titles_only: titles,
        case_sensitive: case,
        whole_word_only: whole,
    });
    let scope = prop_oneof![
        Just(Scope::All),
        vec(name(), 1..3).prop_map(|names| Scope::parse(names).unwrap()),
    ];
    let address = vec(select(ADDRESSES), 3..8).prop_map(|parts| parts.concat());
    (prop_oneof![8 => text(4), 1 => address], scope, filters)
        .prop_filter_map("not a watch", move |(keyword, scope, filters)| {
            Watch::new(WatchId(id), &keyword, scope, filters).ok()
        })
}

fn watches() -> impl Strategy<Value = Vec<Watch>> {
    vec(watch(0), 1..12).prop_map(|watches| {
        let numbered = (1..).zip(watches);
        numbered.map(|(id, watch)| watch.with_id(WatchId(id))).collect()
    })
}

/// Returns watches that match nothing, enough of them for keywords to be searched for as in a large
/// set: of those for whole words and of the others separately, an automaton does not take all.
fn many_others() -> impl Iterator<Item = Watch> {
    (0..3_000).map(|n| {
        let filters = Filters { whole_word_only: n % 2 == 0, ..Filters::default() };
        let keyword = format!("nobody says {n} of these");
        Watch::new(WatchId(1_000 + n), &keyword, Scope::All, filters).unwrap()
    })
}

/// Returns the characters of a text, each with its marks. The crate that divides texts does not know
/// the marks of the latest version of Unicode, nor those that are letters for it, such as the Arabic
/// tatweel.
fn clusters(text: &str) -> Vec<String> {
    let mut clusters: Vec<String> = Vec::new();
    for cluster in text.graphemes(true) {
        match clusters.last_mut() {
            Some(last) if cluster.starts_with(mark) => last.push_str(cluster),
            _ => clusters.push(cluster.to_owned()),
        }
    }
    clusters
}

fn ids(found: &[Match]) -> Vec<WatchId> {
    let mut ids: Vec<_> = found.iter().map(|found| found.watch).collect();
    ids.dedup();
    ids
}

/// A change to a live set.
#[derive(Clone, Debug)]
enum Change {
    Upsert(Watch),
    Remove(WatchId),
    Fold,
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        4 => (watch(0), 0..8_u128).prop_map(|(watch, id)| Change::Upsert(watch.with_id(WatchId(id)))),
        2 => (0..8_u128).prop_map(|id| Change::Remove(WatchId(id))),
        1 => Just(Change::Fold),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn matches_are_those_of_the_reference(watches in watches(), item in item()) {
        let item = item.item();
        let reference = Reference::new(item);
        let expected: Vec<Match> = watches.iter().flat_map(|watch| reference.matches(watch)).collect();
        let prepared = PreparedItem::new(&item);
        let singly: Vec<Match> =
            watches.iter().flat_map(|watch| SingleWatch::new(watch).matches(&prepared)).collect();
        prop_assert_eq!(&singly, &expected);
        let any = watches.iter().any(|watch| SingleWatch::new(watch).is_match(&prepared));
        prop_assert_eq!(any, !expected.is_empty());
        let large = watches.iter().cloned().chain(many_others()).collect();
        for set in [watches, large] {
            let matcher = Matcher::build(set);
            prop_assert_eq!(&matcher.matches(&item), &expected);
            prop_assert_eq!(matcher.matching_watches(&item), ids(&expected));
        }
    }

    #[test]
    fn a_keyword_cut_from_the_text_is_found_there(text in text(30), from in 0..30_usize, length in 1..6_usize) {
        let keyword = clusters(&text).into_iter().skip(from).take(length).collect::<String>();
        let filters = Filters { case_sensitive: true, ..Filters::default() };
        // A phrase does not run from a quotation into the text below.
        let may_leave_quotation = keyword.contains('\n') && text.contains(['>', '&']);
        // The address of a site or page that is cut from a longer one is another.
        let may_be_another = Address::of(&keyword).is_some_and(|address| !address.is_open());
        if let Ok(watch) = Watch::new(WatchId(1), &keyword, Scope::All, filters)
            && !may_leave_quotation
            && !may_be_another
        {
            let item = Item::comment("tea", &text);
            prop_assert_eq!(Matcher::build([watch]).matching_watches(&item), [WatchId(1)]);
        }
    }

    #[test]
    fn offsets_survive_the_way_to_utf16_and_back(watches in watches(), item in item()) {
        let item = item.item();
        for found in Matcher::build(watches).matches(&item) {
            let text = item.text(found.field);
            let units: Vec<u16> = text.encode_utf16().collect();
            let Utf16Span { start, end } = to_utf16(text, &[found.span])[0];
            prop_assert_eq!(String::from_utf16(&units[start..end]).unwrap(), &text[found.span.range()]);
            prop_assert_eq!(from_utf16(text, Utf16Span { start, end }), Some(found.span));
        }
    }

    #[test]
    fn a_live_set_finds_what_a_fresh_one_finds(
        begin in watches(), changes in vec(change(), 0..12), items in vec(item(), 1..4),
        many_pending in prop::bool::weighted(0.03),
    ) {
        let live = LiveMatcher::new(begin.clone());
        let pending: Vec<Watch> = many_others().filter(|_| many_pending).collect();
        live.upsert(pending.clone());
        let mut now: std::collections::BTreeMap<WatchId, Watch> =
            begin.into_iter().chain(pending).map(|w| (w.id(), w)).collect();
        for change in changes {
            match change {
                Change::Upsert(watch) => {
                    now.insert(watch.id(), watch.clone());
                    live.upsert([watch]);
                }
                Change::Remove(id) => {
                    now.remove(&id);
                    live.remove([id]);
                }
                Change::Fold => prop_assert!(live.fold()),
            }
            let fresh = Matcher::build(now.values().cloned());
            prop_assert_eq!(live.len(), fresh.len());
            let snapshot = live.snapshot();
            for item in &items {
                let item = item.item();
                prop_assert_eq!(snapshot.matches(&item), fresh.matches(&item));
                prop_assert_eq!(snapshot.matching_watches(&item), fresh.matching_watches(&item));
            }
        }
    }
}
