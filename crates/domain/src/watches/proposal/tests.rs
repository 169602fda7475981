use std::cell::Cell;

use matcher::{Filters, Item, Kind, MAX_TERMS};
use proptest::prelude::*;

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

fn tea() -> OwnRule {
    rule("tea", WatchMode::Literal)
}

fn post(title: &str) -> Item<'_> {
    Item { author: "somebody", score: Some(1), ..Item::post("drinks", title, "") }
}

fn judged<'a>(
    not_relevant: impl IntoIterator<Item = Item<'a>>,
    opened: impl IntoIterator<Item = Item<'a>>,
    undecided: impl IntoIterator<Item = Item<'a>>,
) -> Judged<Item<'a>> {
    Judged {
        not_relevant: not_relevant.into_iter().collect(),
        opened: opened.into_iter().collect(),
        undecided: undecided.into_iter().collect(),
    }
}

fn found(rule: &OwnRule, judged: &Judged<Item<'_>>) -> Option<Proposal> {
    propose(rule, judged, &[], &|_| true, &mut || false)
}

fn changes(rule: &OwnRule, judged: &Judged<Item<'_>>) -> String {
    let found = found(rule, judged);
    let changes = found.map(|found| found.changes).unwrap_or_default();
    let changes: Vec<String> = changes.iter().map(Change::to_string).collect();
    changes.join(", ")
}

#[test]
fn a_word_that_only_irrelevant_matches_have_is_left_out() {
    let judged = judged(
        ["Tea giveaway", "A GIVEAWAY of tea", "tea (giveaway!)"].map(post),
        ["Which tea is best?", "Tea for two"].map(post),
        ["A teapot giveaway", "Tea at five"].map(post),
    );
    let found = found(&tea(), &judged).unwrap();
    assert_eq!(found.changes, [Change::Word("giveaway".to_owned())]);
    assert_eq!((&*found.rule.keyword, found.rule.mode), ("*tea* -giveaway", WatchMode::Query));
    assert_eq!((found.not_relevant, found.dropped, found.kept), (3, 3, 2));
    assert_eq!((found.undecided, found.also_dropped), (2, vec![0]));
}

#[test]
fn a_word_of_the_description_is_left_out_if_no_opened_match_has_it() {
    let unwanted = ["the", "giveaway", "coupons", "set"].map(str::to_owned);
    let of =
        |not_relevant: &[&'static str], opened: &[&'static str], undecided: &[&'static str]| {
            let posts = |titles: &[&'static str]| titles.iter().map(|title| post(title)).collect();
            let judged: Judged<Item<'_>> = Judged {
                not_relevant: posts(not_relevant),
                opened: posts(opened),
                undecided: posts(undecided),
            };
            propose(&tea(), &judged, &unwanted, &|_| true, &mut || false)
        };
    let two = ["The tea giveaway", "Tea set giveaway", "The tea", "Tea at five"];
    let proposal = of(&[], &["The tea of today"], &two).unwrap();
    assert_eq!(proposal.changes, [Change::Word("giveaway".to_owned())]);
    assert!(proposal.is_described);
    assert_eq!((proposal.not_relevant, proposal.also_dropped), (0, vec![0, 1]));
    assert_eq!(of(&["Tea giveaway"], &[], &two).unwrap().dropped, 1);
    let opened = of(&[], &["Tea giveaway"], &two).unwrap();
    assert_eq!(opened.changes, [Change::Word("set".to_owned())]);
    assert_eq!(of(&[], &[], &["Tea giveaways", "Tea"]), None, "no match has such a word");
    assert_eq!(of(&[], &[], &["Tea giveaway"]), None, "all matches have it");
    // What the matches themselves show goes first.
    let shown = of(&["Tea kit", "Tea kit 2", "Tea kit 3"], &["The tea"], &two).unwrap();
    assert_eq!(shown.changes, [Change::Word("kit".to_owned())]);
    assert!(!shown.is_described);
}

#[test]
fn titles_only_is_proposed_for_no_query_that_excludes_something() {
    let below = |title| Item { body: "tea", ..post(title) };
    let of = |keyword| {
        let judged =
            judged(["One", "Two", "Three"].map(below), ["Which tea is best?"].map(post), []);
        changes(&rule(keyword, WatchMode::Query), &judged)
    };
    assert_eq!(of("tea OR mate"), "titles only");
    // It would match the title `tea` above a body with a voucher, which it does not match now.
    assert_eq!(of("tea -voucher"), "");
}

#[test]
fn two_words_are_left_out_where_each_alone_was_opened() {
    let judged = judged(
        ["Green tea gift card", "Gift card for tea", "tea: a gift card"].map(post),
        ["Tea as a gift", "A card with tea"].map(post),
        [],
    );
    assert_eq!(changes(&tea(), &judged), "-\"gift card\"");
    let query = rule("tea OR mate", WatchMode::Query);
    let found = found(&query, &judged).unwrap();
    assert_eq!(found.rule.keyword, "(tea OR mate) -\"gift card\"");
}

#[test]
fn a_place_or_an_author_is_left_out() {
    let in_deals = |title| Item { subreddit: "Deals", ..post(title) };
    let by_bot = |title| Item { author: "tea_bot", ..post(title) };
    let titles = ["One tea", "Another tea", "Tea, my dear"];
    let opened = || ["Which tea is best?"].map(post);
    let of_place = judged(titles.map(in_deals), opened(), []);
    let place = found(&tea(), &of_place).unwrap();
    assert_eq!(place.rule.excluded_subreddits, ["Deals"]);
    assert_eq!(place.rule.mode, WatchMode::Literal);
    // A place that the watch names is no longer named.
    let named = OwnRule { subreddits: vec!["drinks".to_owned(), "deals".to_owned()], ..tea() };
    let place = found(&named, &of_place).unwrap();
    assert_eq!(place.rule.subreddits, ["drinks"]);
    assert_eq!(place.rule.excluded_subreddits, [""; 0]);
    let of_author = judged(titles.map(by_bot), opened(), []);
    assert_eq!(changes(&tea(), &of_author), "not by tea_bot");
}

#[test]
fn a_filter_is_proposed_where_it_does_it() {
    let comment = |body| Item { kind: Kind::Comment, body, ..post("") };
    let opened = || ["Which tea is best?"].map(post);
    for (not_relevant, wanted) in [
        // Upstream has no tea in it: two are too few.
        (["Such steam", "Upstream", "A team of two"].map(post), ""),
        (["A steam room", "Mainsteam", "My team"].map(post), "whole words only"),
        (["I like tea", "More tea, vicar", "No tea"].map(comment), "posts only"),
    ] {
        let judged = judged(not_relevant, opened(), ["tea, or a teapot"].map(post));
        assert_eq!(changes(&tea(), &judged), wanted);
    }
}

#[test]
fn capitals_count_where_the_keyword_has_some() {
    let lower = || ["so tea", "tea and", "with tea"].map(post);
    let capitals = rule("TEA", WatchMode::Literal);
    let of_capitals = judged(lower(), ["TEA in Washington"].map(post), []);
    assert_eq!(changes(&capitals, &of_capitals), "case-sensitive");
    let begins = ["Tea so", "Tea and", "Tea with"].map(post);
    let of_sentences = judged(begins, ["a cup of tea"].map(post), []);
    assert_eq!(changes(&tea(), &of_sentences), "");
}

#[test]
fn two_changes_are_made_where_one_does_not_do() {
    let judged = judged(
        ["Tea giveaway", "A giveaway: tea", "Tea vouchers", "Vouchers with tea"].map(post),
        ["Which tea is best?"].map(post),
        ["Tea at five"].map(post),
    );
    assert_eq!(changes(&tea(), &judged), "-giveaway, -vouchers");
    let found = found(&tea(), &judged).unwrap();
    assert_eq!(found.rule.keyword, "*tea* -giveaway -vouchers");
    assert_eq!(found.dropped, 4);
}

#[test]
fn where_not_all_can_go_as_many_go_as_can() {
    let judged = judged(
        ["Tea giveaway", "A giveaway: tea", "Tea in winter"].map(post),
        ["Which tea is best?"].map(post),
        [],
    );
    let found = found(&tea(), &judged).unwrap();
    assert_eq!(found.changes, [Change::Word("giveaway".to_owned())]);
    assert_eq!((found.dropped, found.not_relevant), (2, 3));
}

#[test]
fn what_was_opened_is_kept() {
    let titles = ["Tea: giveaway", "A giveaway: tea", "tea? Giveaway"];
    let nothing_in_common = judged(titles.map(post), ["Giveaway of tea"].map(post), []);
    assert_eq!(found(&tea(), &nothing_in_common), None);
    let is_open = judged(titles.map(post), [], []);
    // Nothing would be left.
    assert_eq!(found(&tea(), &is_open), None);
}

#[test]
fn two_are_too_few_and_what_the_rule_no_longer_finds_does_not_count() {
    let opened = || ["Which tea is best?"].map(post);
    let two = judged(["Tea giveaway", "A giveaway: tea"].map(post), opened(), []);
    assert_eq!(found(&tea(), &two), None);
    let titles = ["Tea giveaway", "A giveaway: tea", "Coffee giveaway"];
    let with_old = judged(titles.map(post), opened(), []);
    assert_eq!(found(&tea(), &with_old), None);
}

#[test]
fn a_score_is_asked_for_only_where_nothing_else_does_it() {
    let scored = |(title, score)| Item { score: Some(score), ..post(title) };
    let low = [("Tea one", 0), ("Tea two", 1), ("Tea three", 2)];
    let high = [("Tea four", 30)];
    let by_score = judged(low.map(scored), high.map(scored), []);
    assert_eq!(changes(&tea(), &by_score), "min_score:3");
    let low = [("Tea giveaway", 0), ("A giveaway: tea", 1), ("giveaway tea", 2)];
    let by_word = judged(low.map(scored), high.map(scored), ["Giveaway tea"].map(post));
    assert_eq!(changes(&tea(), &by_word), "-giveaway");
}

#[test]
fn what_cannot_be_stored_is_not_proposed_and_neither_is_anything_untried() {
    let judged = judged(
        ["Tea giveaway", "A giveaway: tea", "tea giveaway"].map(post),
        ["Which tea is best?"].map(post),
        [],
    );
    let no_queries = |checked: &CheckedWatch| checked.mode == WatchMode::Literal;
    let own = tea();
    assert_eq!(propose(&own, &judged, &[], &no_queries, &mut || false), None);
    // A query with the most words allowed cannot take another.
    let mut words = vec!["tea".to_owned()];
    words.extend((1..MAX_TERMS).map(|n| format!("w{n}")));
    let full = rule(&words.join(" OR "), WatchMode::Query);
    assert!(full.check().is_some());
    assert_eq!(found(&full, &judged), None);
    for patience in 0..60 {
        let asked = Cell::new(0);
        let mut is_over = || asked.replace(asked.get() + 1) >= patience;
        if let Some(found) = propose(&own, &judged, &[], &|_| true, &mut is_over) {
            assert_eq!(found.dropped, 3);
            assert!(asked.get() <= patience + 60, "{}", asked.get());
        }
    }
}

const WORDS: [&str; 8] =
    ["tea", "green", "giveaway", "gift card", "steam", "Voucher", "[tea](x)", "don't"];
const NAMES: [&str; 3] = ["drinks", "Deals", "c/tea@lemmy.world"];
const AUTHORS: [&str; 3] = ["ada", "tea_bot", "[deleted]"];

#[derive(Debug, Clone)]
struct Made {
    sort: usize,
    title: String,
    body: String,
    place: usize,
    author: usize,
    score: i64,
    is_comment: bool,
}

fn made() -> impl Strategy<Value = Made> {
    let text = || prop::collection::vec(prop::sample::select(&WORDS[..]), 0..5);
    let names = (0..NAMES.len(), 0..AUTHORS.len());
    (0..3usize, text(), text(), names, -2..9i64, any::<bool>()).prop_map(
        |(sort, title, body, (place, author), score, is_comment)| Made {
            sort,
            title: title.join(" "),
            body: body.join(", "),
            place,
            author,
            score,
            is_comment,
        },
    )
}

impl Made {
    fn item(&self) -> Item<'_> {
        Item {
            kind: if self.is_comment { Kind::Comment } else { Kind::Post },
            author: AUTHORS[self.author],
            score: Some(self.score),
            ..Item::post(NAMES[self.place], &self.title, &self.body)
        }
    }
}

fn rules() -> impl Strategy<Value = OwnRule> {
    let queries = prop::sample::select(vec![
        ("tea", WatchMode::Literal),
        ("green tea", WatchMode::Literal),
        ("tea OR green", WatchMode::Query),
        ("tea -voucher", WatchMode::Query),
        ("title:tea /gr..n/ OR steam", WatchMode::Query),
    ]);
    let flags = any::<(bool, bool, bool)>();
    (queries, flags).prop_map(|((keyword, mode), (case, whole, named))| OwnRule {
        subreddits: if named {
            vec!["drinks".to_owned(), "join-lemmy.org".to_owned()]
        } else {
            vec!["all".to_owned(), "join-lemmy.org".to_owned()]
        },
        filters: Filters { case_sensitive: case, whole_word_only: whole, ..Filters::default() },
        ..rule(keyword, mode)
    })
}

proptest! {
    #[test]
    fn nothing_opened_is_dropped_and_the_counts_are_the_matchers(
        own in rules(),
        made in prop::collection::vec(made(), 0..40),
    ) {
        let of = |sort| made.iter().filter(move |one| one.sort == sort).map(Made::item);
        let judged = judged(of(0), of(1), of(2));
        let Some(proposal) = found(&own, &judged) else {
            return Ok(());
        };
        prop_assert_eq!(found(&own, &judged), Some(proposal.clone()));
        // It can be stored, and is stored unchanged.
        let stored = CheckedWatch::of(&proposal.rule.check().unwrap());
        prop_assert_eq!(&stored.keyword, proposal.rule.keyword.trim());
        let before = SingleWatch::new(&own.check().unwrap());
        let after = SingleWatch::new(&proposal.rule.check().unwrap());
        let finds = |watch: &SingleWatch, item: &Item<'_>| watch.is_match(&PreparedItem::new(item));
        let gone = |items: &[Item<'_>]| -> Vec<usize> {
            let gone = items.iter().enumerate().filter(|(_, item)| {
                finds(&before, item) && !finds(&after, item)
            });
            gone.map(|(place, _)| place).collect()
        };
        let all = judged.not_relevant.iter().chain(&judged.opened).chain(&judged.undecided);
        for item in all {
            prop_assert!(finds(&before, item) || !finds(&after, item), "{:?}", item);
        }
        prop_assert_eq!(gone(&judged.opened), Vec::<usize>::new());
        prop_assert_eq!(gone(&judged.not_relevant).len(), proposal.dropped);
        prop_assert_eq!(gone(&judged.undecided), proposal.also_dropped);
        prop_assert!(proposal.dropped >= MIN_DROPPED as usize);
        prop_assert!((1..=2).contains(&proposal.changes.len()));
    }
}
