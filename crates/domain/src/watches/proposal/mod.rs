//! The smallest change of a rule that drops what its user marked as not relevant, and keeps all that
//! they opened. The matcher says what a change drops: a candidate that was not tried is never proposed.
//! Pure: no I/O, and the same for the same matches unless time is up.

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

/// From so many matches marked as not relevant on, a change is proposed: fewer are chance.
pub const MIN_NOT_RELEVANT: usize = 3;
/// What one change drops of them at least: what a single one has in it is not what makes it irrelevant.
const MIN_DROPPED: u32 = 2;
/// Of so many changes, the best, two are tried together.
const MAX_PAIRED: usize = 20;
/// So many pairs are tried.
const MAX_PAIRS_TRIED: usize = 20;

/// A set of places in a list of at most [`MAX_JUDGED`].
type Set = u128;
/// No more of each kind are looked at, but for the opened ones.
const MAX_JUDGED: usize = 128;

/// The matches of a watch by what its user thought of them.
#[derive(Debug, Clone, Default)]
pub struct Judged<T> {
    pub not_relevant: Vec<T>,
    pub opened: Vec<T>,
    pub undecided: Vec<T>,
}

/// A change, and what it does to the matches that the rule as it is finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// One or two.
    pub changes: Vec<Change>,
    /// The rule after them.
    pub rule: OwnRule,
    /// How many of these matches are not relevant, and how many of them go.
    pub not_relevant: usize,
    pub dropped: usize,
    /// How many were opened. All stay.
    pub kept: usize,
    pub undecided: usize,
    /// The places, in the list that was given, of the undecided ones that go as well.
    pub also_dropped: Vec<usize>,
}

/// Finds the smallest change. `accepts` says whether a rule can be stored for its user; once `is_over`
/// says so, the best that was found until then is taken.
pub fn propose(
    rule: &OwnRule,
    judged: &Judged<Item<'_>>,
    accepts: &dyn Fn(&CheckedWatch) -> bool,
    is_over: &mut dyn FnMut() -> bool,
) -> Option<Proposal> {
    let watch = SingleWatch::new(&rule.check()?);
    let judged = Judged {
        not_relevant: matched(&watch, &judged.not_relevant, is_over)?,
        opened: matched(&watch, &judged.opened, is_over)?,
        undecided: matched(&watch, &judged.undecided, is_over)?,
    };
    if judged.not_relevant.len() < MIN_NOT_RELEVANT {
        return None;
    }
    let mut trial = Trial {
        rule,
        judged: &judged,
        accepts,
        is_over,
    };
    let mut options: Vec<Tried> = Vec::new();
    for change in candidates(&judged, rule, trial.is_over) {
        options.extend(trial.of(vec![change]));
    }
    options.retain(|one| one.dropped.count_ones() >= MIN_DROPPED);
    options.sort_by_cached_key(Tried::rank);
    let best = trial.best(&options)?;
    let undecided = (0..).zip(&judged.undecided);
    let also = undecided.filter(|(place, _)| (best.also_dropped >> place) & 1 == 1);
    Some(Proposal {
        rule: best.rule,
        not_relevant: judged.not_relevant.len(),
        dropped: best.dropped.count_ones() as usize,
        kept: judged.opened.len(),
        undecided: judged.undecided.len(),
        also_dropped: also.map(|(_, one)| one.place).collect(),
        changes: best.changes,
    })
}

/// A match, and its place in the list that was given.
#[derive(Debug)]
struct Matched {
    place: usize,
    item: PreparedItem,
}

/// Those that the rule finds as it is now; none once time is up, since it is not known what to keep then.
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

/// Changes that keep all that was opened, and what they drop.
#[derive(Debug, Clone)]
struct Tried {
    changes: Vec<Change>,
    rule: OwnRule,
    dropped: Set,
    also_dropped: Set,
}

impl Tried {
    /// The least is the best: it drops most, is one change and not two, alerts at once, keeps most of
    /// what is undecided, and is short.
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

    /// What both do: each only takes away.
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
    /// Returns the best of these, which are in order, or of two of them together.
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

    /// Tries changes together. None if they drop something that was opened, or all there is, or make no
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
        (dropped != 0 && keeps_any).then_some(Tried {
            changes,
            rule,
            dropped,
            also_dropped,
        })
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
