//! Finds the smallest change of a rule that drops what its user marked as not relevant, and keeps
//! everything they opened; failing that, one that drops what the watch's description excludes. The
//! matcher decides what a change drops: an untried candidate is never proposed. Pure: no I/O, and the
//! same result for the same matches unless time is up.

mod candidates;
mod change;
#[cfg(test)]
mod tests;
mod words;

use std::cmp::Reverse;

use matcher::{Item, PreparedItem, SingleWatch};

use super::{CheckedWatch, OwnRule};
use candidates::candidates;

pub use change::Change;

/// The fewest matches marked as not relevant for which a change is proposed: fewer may be chance.
pub const MIN_NOT_RELEVANT: usize = 3;
/// The fewest irrelevant matches that one change drops: what only a single one contains is not what
/// makes it irrelevant.
const MIN_DROPPED: u32 = 2;
/// The number of changes, the best, that are tried in pairs.
const MAX_PAIRED: usize = 20;
/// The most pairs that are tried.
const MAX_PAIRS_TRIED: usize = 20;
/// The most words of a description that are tried.
const MAX_UNWANTED: usize = 10;

/// A set of indices into a list of at most [`MAX_JUDGED`].
type Set = u128;
/// The most matches of each kind that are considered, except for the opened ones.
const MAX_JUDGED: usize = 128;

/// The matches of a watch, grouped by their user's verdict.
#[derive(Debug, Clone, Default)]
pub struct Judged<T> {
    pub not_relevant: Vec<T>,
    pub opened: Vec<T>,
    pub undecided: Vec<T>,
}

/// A change, and its effect on the matches that the unchanged rule finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// Whether the description of the watch names it, and not the matches that are not relevant.
    pub is_described: bool,
    /// One or two changes.
    pub changes: Vec<Change>,
    /// The changed rule.
    pub rule: OwnRule,
    /// The number of these matches that are not relevant, and below, the number of those that are
    /// dropped.
    pub not_relevant: usize,
    pub dropped: usize,
    /// The number of opened matches. All are kept.
    pub kept: usize,
    pub undecided: usize,
    /// The indices, in the given list, of the undecided matches that are dropped as well.
    pub also_dropped: Vec<usize>,
}

/// Finds the smallest change, or one that excludes one of the `unwanted` words. `accepts` reports whether a rule can be
/// stored for its user; once `is_over` returns true, the best change found until then is used.
pub fn propose(
    rule: &OwnRule,
    judged: &Judged<Item<'_>>,
    unwanted: &[String],
    accepts: &dyn Fn(&CheckedWatch) -> bool,
    is_over: &mut dyn FnMut() -> bool,
) -> Option<Proposal> {
    let watch = SingleWatch::new(&rule.check()?);
    let judged = Judged {
        not_relevant: matched(&watch, &judged.not_relevant, is_over)?,
        opened: matched(&watch, &judged.opened, is_over)?,
        undecided: matched(&watch, &judged.undecided, is_over)?,
    };
    let mut trial = Trial { rule, judged: &judged, accepts, is_over };
    let smallest = match judged.not_relevant.len() < MIN_NOT_RELEVANT {
        true => None,
        false => trial.smallest(),
    };
    let is_described = smallest.is_none();
    let best = smallest.or_else(|| trial.described(unwanted))?;
    let undecided = (0..).zip(&judged.undecided);
    let also = undecided.filter(|(place, _)| (best.also_dropped >> place) & 1 == 1);
    Some(Proposal {
        is_described,
        rule: best.rule,
        not_relevant: judged.not_relevant.len(),
        dropped: best.dropped.count_ones() as usize,
        kept: judged.opened.len(),
        undecided: judged.undecided.len(),
        also_dropped: also.map(|(_, one)| one.place).collect(),
        changes: best.changes,
    })
}

/// A match, and its index in the given list.
#[derive(Debug)]
struct Matched {
    place: usize,
    item: PreparedItem,
}

/// Returns the matches that the present rule finds; returns `None` once time is up, since it is not known
/// then what to keep.
fn matched(
    watch: &SingleWatch,
    items: &[Item<'_>],
    is_over: &mut dyn FnMut() -> bool,
) -> Option<Vec<Matched>> {
    let mut kept = Vec::new();
    for (place, item) in items.iter().enumerate() {
        if is_over() {
            return None;
        }
        let item = PreparedItem::new(item);
        if watch.is_match(&item) {
            kept.push(Matched { place, item });
        }
    }
    Some(kept)
}

/// Changes that keep every opened match, and what they drop.
#[derive(Debug, Clone)]
struct Tried {
    changes: Vec<Change>,
    rule: OwnRule,
    dropped: Set,
    also_dropped: Set,
}

impl Tried {
    /// Returns the sort key, of which the least is the best: it drops most, is one change and not
    /// two, alerts at once, keeps most undecided matches, and is short.
    fn rank(&self) -> impl Ord + use<> {
        let written: Vec<String> = self.changes.iter().map(Change::to_string).collect();
        (
            Reverse(self.dropped.count_ones()),
            self.changes.len(),
            self.changes.iter().any(Change::delays_alerts),
            self.also_dropped.count_ones(),
            written.iter().map(String::len).sum::<usize>(),
            written,
        )
    }

    /// Returns the combined effect: each change only removes matches.
    fn with(&self, other: &Self) -> Self {
        Self {
            changes: [self.changes.as_slice(), &other.changes].concat(),
            rule: self.rule.clone(),
            dropped: self.dropped | other.dropped,
            also_dropped: self.also_dropped | other.also_dropped,
        }
    }
}

struct Trial<'a> {
    rule: &'a OwnRule,
    judged: &'a Judged<Matched>,
    accepts: &'a dyn Fn(&CheckedWatch) -> bool,
    is_over: &'a mut dyn FnMut() -> bool,
}

impl Trial<'_> {
    /// Returns the smallest change that drops what is not relevant.
    fn smallest(&mut self) -> Option<Tried> {
        let mut options: Vec<Tried> = Vec::new();
        for change in candidates(self.judged, self.rule, self.is_over) {
            options.extend(self.of(vec![change]));
        }
        options.retain(|one| one.dropped.count_ones() >= MIN_DROPPED);
        options.sort_by_cached_key(Tried::rank);
        self.best(&options)
    }

    /// Returns the exclusion of that word which drops most.
    fn described(&mut self, unwanted: &[String]) -> Option<Tried> {
        let words = unwanted.iter().filter(|word| words::is_telling(word)).take(MAX_UNWANTED);
        let tried: Vec<Tried> =
            words.filter_map(|word| self.of(vec![Change::Word(word.clone())])).collect();
        let drops = |one: &Tried| one.dropped.count_ones() + one.also_dropped.count_ones();
        tried.into_iter().min_by_key(|one| (Reverse(drops(one)), one.changes[0].to_string()))
    }

    /// Returns the best of these, which are in order, or of pairs of them.
    fn best(&mut self, singles: &[Tried]) -> Option<Tried> {
        let best = singles.first()?.clone();
        let paired = &singles[..singles.len().min(MAX_PAIRED)];
        let pairs = paired.iter().enumerate().flat_map(|(place, first)| {
            let others = paired[place + 1..].iter();
            others.map(|second| first.with(second))
        });
        let mut pairs: Vec<Tried> = pairs.filter(|pair| pair.rank() < best.rank()).collect();
        pairs.sort_by_cached_key(Tried::rank);
        let mut pairs = pairs.into_iter().take(MAX_PAIRS_TRIED);
        let two = pairs.find_map(|pair| self.of(pair.changes));
        Some(two.filter(|two| two.rank() < best.rank()).unwrap_or(best))
    }

    /// Tries changes together. Returns `None` if they drop an opened match, everything or nothing, or make no
    /// rule that can be stored.
    fn of(&mut self, changes: Vec<Change>) -> Option<Tried> {
        let own = self.rule.clone();
        let rule = changes.iter().try_fold(own, |rule, one| one.apply(rule))?;
        let checked = rule.check()?;
        if !(self.accepts)(&CheckedWatch::of(&checked)) {
            return None;
        }
        let watch = SingleWatch::new(&checked);
        for opened in &self.judged.opened {
            if (self.is_over)() || !watch.is_match(&opened.item) {
                return None;
            }
        }
        let dropped = self.dropped(&watch, &self.judged.not_relevant)?;
        let also_dropped = self.dropped(&watch, &self.judged.undecided)?;
        let judged = self.judged;
        let kept = judged.opened.len() + judged.undecided.len();
        let keeps_any = kept > also_dropped.count_ones() as usize;
        let drops_any = dropped | also_dropped != 0;
        (drops_any && keeps_any).then_some(Tried { changes, rule, dropped, also_dropped })
    }

    fn dropped(&mut self, watch: &SingleWatch, items: &[Matched]) -> Option<Set> {
        let mut dropped = 0;
        for (place, one) in items.iter().enumerate().take(MAX_JUDGED) {
            if (self.is_over)() {
                return None;
            }
            dropped |= Set::from(!watch.is_match(&one.item)) << place;
        }
        Some(dropped)
    }
}
