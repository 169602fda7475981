//! The part of a watch that is needed once its keyword is found: its id and how strictly it looks.

use crate::item::{Item, Kind};
use crate::query::Strictness;
use crate::text::{AddressEnds, address_ends, exact_form};
use crate::watch::{Exclusions, Rule, Watch, WatchId};

/// A watch in the form in which it is checked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'a> {
    pub(crate) id: WatchId,
    pub(super) flags: u32,
    /// What is compared if case matters: the keyword's form with its case preserved; of an address,
    /// its path.
    pub(super) exact: Option<&'a [u8]>,
    pub(super) excluded: Option<&'a Exclusions>,
}

const TITLES_ONLY: u32 = 1;
const WHOLE_WORD: u32 = 1 << 1;
const POSTS: u32 = 1 << 2;
const COMMENTS: u32 = 1 << 3;
const CASE_SENSITIVE: u32 = 1 << 4;
/// The position of the two bits that say how the ends of an address are compared.
const ADDRESS_ENDS: u32 = 5;
/// The number of bits of the flags above.
pub(super) const FLAG_BITS: u32 = 7;

const ALL_ENDS: [AddressEnds; 4] =
    [AddressEnds::Open, AddressEnds::Begins, AddressEnds::Host, AddressEnds::Page];

/// Returns what is compared if case matters to a watch.
pub(super) fn exact(watch: &Watch) -> Option<Vec<u8>> {
    match watch.rule() {
        Rule::Literal(keyword) if watch.filters().case_sensitive => {
            Some(exact_form(keyword)).filter(|exact| !exact.is_empty())
        }
        _ => None,
    }
}

/// Returns what the watch excludes, if anything.
pub(super) fn excluded(watch: &Watch) -> Option<Exclusions> {
    let excluded = Some(watch.exclusions()).filter(|excluded| !excluded.is_empty());
    excluded.cloned()
}

pub(super) fn flags(watch: &Watch) -> u32 {
    let filters = watch.filters();
    let comments = filters.include_comments && !filters.match_titles_only;
    let flags = [
        (filters.match_titles_only, TITLES_ONLY),
        (filters.whole_word_only, WHOLE_WORD),
        (filters.include_posts, POSTS),
        (comments, COMMENTS),
        (filters.case_sensitive, CASE_SENSITIVE),
    ];
    let ends = match watch.rule() {
        Rule::Literal(keyword) => address_ends(keyword),
        Rule::Query(_) => AddressEnds::Open,
    };
    let set = flags.into_iter().filter(|(set, _)| *set);
    set.fold((ends as u32) << ADDRESS_ENDS, |flags, (_, flag)| flags | flag)
}

impl Entry<'_> {
    /// Returns whether the watch looks at items of this kind, and does not exclude this one.
    pub(crate) fn includes(self, item: &Item<'_>) -> bool {
        self.includes_kind(item.kind)
            && self.excluded().is_none_or(|excluded| !excluded.leave_out(item))
    }

    pub(crate) fn includes_kind(self, kind: Kind) -> bool {
        match kind {
            Kind::Post => self.has(POSTS),
            Kind::Comment => self.has(COMMENTS),
        }
    }

    pub(crate) fn titles_only(self) -> bool {
        self.has(TITLES_ONLY)
    }

    pub(crate) fn whole_word(self) -> bool {
        self.has(WHOLE_WORD)
    }

    /// Returns how the ends of the keyword are compared if it is an address.
    pub(crate) fn ends(self) -> AddressEnds {
        ALL_ENDS[(self.flags >> ADDRESS_ENDS) as usize % ALL_ENDS.len()]
    }

    pub(crate) fn strictness(self) -> Strictness {
        Strictness { titles_only: self.titles_only(), case_sensitive: self.has(CASE_SENSITIVE) }
    }

    fn has(self, flag: u32) -> bool {
        self.flags & flag != 0
    }
}

impl<'a> Entry<'a> {
    pub(crate) fn excluded(self) -> Option<&'a Exclusions> {
        self.excluded
    }

    /// Returns what is compared if case matters, and how.
    pub(crate) fn exact(self) -> Option<(&'a [u8], AddressEnds)> {
        self.exact.map(|exact| (exact, self.ends()))
    }
}

/// An entry that owns its parts.
#[derive(Clone, Debug)]
pub(crate) struct OwnEntry {
    id: WatchId,
    flags: u32,
    exact: Option<Box<[u8]>>,
    excluded: Option<Box<Exclusions>>,
}

impl OwnEntry {
    pub(crate) fn new(watch: &Watch) -> Self {
        OwnEntry {
            id: watch.id(),
            flags: flags(watch),
            exact: exact(watch).map(Vec::into_boxed_slice),
            excluded: excluded(watch).map(Box::new),
        }
    }

    pub(crate) fn get(&self) -> Entry<'_> {
        Entry {
            id: self.id,
            flags: self.flags,
            exact: self.exact.as_deref(),
            excluded: self.excluded.as_deref(),
        }
    }
}
