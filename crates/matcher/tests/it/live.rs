//! Watches that change while items are searched.

use std::sync::Barrier;
use std::thread;

use matcher::{
    FOLD_AFTER, Filters, Item, LiveMatcher, Matcher, PreparedItem, Scope, Scratch, Snapshot, Watch,
    WatchId,
};

fn watch(id: u128, keyword: &str) -> Watch {
    Watch::new(WatchId(id), keyword, Scope::All, Filters::default()).unwrap()
}

fn comment(body: &str) -> Item<'_> {
    Item::comment("tea", body)
}

#[test]
fn what_threads_share_is_send_and_sync() {
    fn shared<T: Send + Sync + 'static>() {}
    shared::<Matcher>();
    shared::<LiveMatcher>();
    shared::<Snapshot>();
    shared::<Scratch>();
    shared::<PreparedItem>();
    shared::<Watch>();
}

#[test]
fn a_replaced_watch_no_longer_finds_its_old_keyword() {
    let live = LiveMatcher::new([watch(1, "tea")]);
    live.upsert([watch(1, "coffee")]);
    assert_eq!(live.snapshot().matching_watches(&comment("tea")), []);
    assert_eq!(live.snapshot().matching_watches(&comment("coffee")), [WatchId(1)]);
}

#[test]
fn a_snapshot_does_not_see_later_changes() {
    let live = LiveMatcher::new([watch(1, "tea")]);
    let before = live.snapshot();
    live.remove([WatchId(1)]);
    assert_eq!(before.matching_watches(&comment("tea")), [WatchId(1)]);
    assert_eq!(live.snapshot().matching_watches(&comment("tea")), []);
}

#[test]
fn removing_what_is_not_there_changes_nothing() {
    let live = LiveMatcher::new([watch(1, "tea")]);
    live.remove([WatchId(2)]);
    assert_eq!((live.len(), live.pending()), (1, 0));
}

#[test]
fn a_fold_leaves_nothing_pending() {
    let live = LiveMatcher::default();
    live.upsert([watch(1, "tea"), watch(2, "coffee")]);
    assert_eq!(live.pending(), 2);
    assert!(live.fold());
    assert_eq!((live.len(), live.pending()), (2, 0));
}

/// Holds even for a number of watches for which a fold takes a while.
#[test]
fn a_fold_is_due_after_a_thousand_changes_however_many_watches_there_are() {
    let numbered = |id: usize| watch(id as u128, &format!("kettle {id}"));
    let live = LiveMatcher::new((0..40 * FOLD_AFTER).map(numbered));
    live.upsert((0..FOLD_AFTER).map(numbered));
    assert!(!live.is_fold_due());
    live.remove([WatchId(FOLD_AFTER as u128)]);
    assert!(live.is_fold_due());
    assert!(live.fold());
    assert!(!live.is_fold_due());
}

/// Keywords of every length and in several scripts are added one at a time, far more than the first
/// tables hold.
#[test]
fn watches_added_one_at_a_time_are_all_found() {
    let live = LiveMatcher::default();
    let keyword = |n: u128| match n % 4 {
        0 => format!("{n}"),
        1 => format!("茶{n}"),
        2 => format!("a longer one, {n} of them"),
        _ => format!("x{n}x"),
    };
    for n in 0..600 {
        live.upsert([watch(n, &keyword(n))]);
    }
    let snapshot = live.snapshot();
    for n in 0..600 {
        let found = snapshot.matching_watches(&comment(&keyword(n)));
        assert!(found.contains(&WatchId(n)), "{}", keyword(n));
    }
    let all: String = (0..600).map(|n| keyword(n) + " ").collect();
    assert_eq!(snapshot.matching_watches(&comment(&all)).len(), 600);
}

/// Words of two letters have all their parts in common, so a part hardly distinguishes any.
#[test]
fn watches_with_much_in_common_are_all_found() {
    let word = |n: u128| format!("{n:09b}").replace('0', "a").replace('1', "b");
    let watches: Vec<Watch> = (0..512).map(|n| watch(n, &word(n))).collect();
    let live = LiveMatcher::default();
    for watch in &watches {
        live.upsert([watch.clone()]);
    }
    let fresh = Matcher::build(watches);
    for n in [0, 1, 255, 256, 300, 511] {
        let body = format!("{}{}", word(n), word(511 - n));
        let found = live.snapshot().matching_watches(&comment(&body));
        assert_eq!(found, fresh.matching_watches(&comment(&body)));
        assert!(found.contains(&WatchId(n)) && found.contains(&WatchId(511 - n)));
    }
}

#[test]
fn a_watch_edited_again_and_again_is_found_by_its_last_keyword() {
    let live = LiveMatcher::new([watch(1, "first"), watch(2, "second")]);
    let mut before = "first".to_owned();
    for n in 0..300 {
        let keyword = format!("edit{n}x");
        live.upsert([watch(1, &keyword)]);
        live.upsert([watch(3, &format!("third{n}x"))]);
        let found = |body: &str| live.snapshot().matching_watches(&comment(body));
        assert_eq!(found(&keyword), [WatchId(1)]);
        assert_eq!(found(&before), []);
        assert_eq!(found(&format!("second, third{n}x")), [WatchId(2), WatchId(3)]);
        before = keyword;
        if n % 7 == 0 {
            live.remove([WatchId(3)]);
            assert_eq!(found(&format!("third{n}x")), []);
        }
        if n % 90 == 89 {
            assert!(live.fold());
        }
    }
    assert_eq!(live.len(), 3);
}

#[test]
fn a_snapshot_keeps_what_is_edited_and_removed_later() {
    let live = LiveMatcher::default();
    live.upsert([watch(1, "tea"), watch(2, "coffee")]);
    let before = live.snapshot();
    live.upsert([watch(1, "milk"), watch(3, "tea")]);
    live.remove([WatchId(2)]);
    let item = comment("tea, coffee, milk");
    assert_eq!(before.matching_watches(&item), [WatchId(1), WatchId(2)]);
    assert_eq!(live.snapshot().matching_watches(&item), [WatchId(1), WatchId(3)]);
}

/// Folds, changes and searches run at once; each watch that exists throughout is always found, and
/// in the end the set is the result of the changes.
#[test]
fn folds_and_changes_in_other_threads_lose_nothing() {
    const ROUNDS: u128 = 60;
    let live = LiveMatcher::new((0..200).map(|id| watch(id, &format!("base{id}x"))));
    let barrier = Barrier::new(3);
    thread::scope(|scope| {
        scope.spawn(|| {
            barrier.wait();
            for _ in 0..ROUNDS {
                assert!(live.fold());
            }
        });
        scope.spawn(|| {
            barrier.wait();
            for round in 0..ROUNDS {
                live.upsert([watch(1_000 + round, &format!("new{round}x"))]);
                let added = comment("a new0x").body.replace('0', &round.to_string());
                let found = live.snapshot().matching_watches(&comment(&added));
                assert_eq!(found, [WatchId(1_000 + round)]);
                // This watch is added, edited and removed, whatever a running fold has seen of it.
                for keyword in ["passing", "by"] {
                    live.upsert([watch(5_000, keyword)]);
                    let found = live.snapshot().matching_watches(&comment("passing"));
                    assert_eq!(found.contains(&WatchId(5_000)), keyword == "passing");
                }
                live.remove([WatchId(5_000)]);
                assert_eq!(live.snapshot().matching_watches(&comment("passing by")), []);
                live.remove([WatchId(round)]);
                let removed = format!("base{round}x");
                assert_eq!(live.snapshot().matching_watches(&comment(&removed)), []);
            }
        });
        scope.spawn(|| {
            barrier.wait();
            for _ in 0..ROUNDS {
                let found = live.snapshot().matching_watches(&comment("base150x"));
                assert_eq!(found, [WatchId(150)]);
            }
        });
    });
    live.fold();
    let all: String = (0..200).map(|n| format!("base{n}x new{n}x ")).collect();
    let expected: Vec<WatchId> = (ROUNDS..200).chain(1_000..1_000 + ROUNDS).map(WatchId).collect();
    assert_eq!(live.snapshot().matching_watches(&comment(&all)), expected);
}
