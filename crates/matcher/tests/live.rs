//! Watches that change while items are searched.

use std::sync::Barrier;
use std::thread;

use matcher::{
    Filters, Item, LiveMatcher, Matcher, PreparedItem, Scope, Scratch, Snapshot, Watch, WatchId,
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
    assert_eq!(
        live.snapshot().matching_watches(&comment("coffee")),
        [WatchId(1)]
    );
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

/// Folds, changes and searches at once; each watch that is there throughout is always found, and
/// in the end the set is what the changes made it.
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
    let expected: Vec<WatchId> = (ROUNDS..200)
        .chain(1_000..1_000 + ROUNDS)
        .map(WatchId)
        .collect();
    assert_eq!(live.snapshot().matching_watches(&comment(&all)), expected);
}
