//! What is kept of a watch for when its keyword is found: how strictly it looks, and its id.

use crate::exclusions::Exclusions;
use crate::query::Strictness;
use crate::text::{Case, fold_keyword};
use crate::{Item, Kind, Rule, Watch, WatchId};

/// One watch in the form in which it is checked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'a> {
    pub(crate) id: WatchId,
    flags: u32,
    /// The keyword's compared form with its case, where case matters.
    exact: Option<&'a [u8]>,
    excluded: Option<&'a Exclusions>,
}

const TITLES_ONLY: u32 = 1;
const WHOLE_WORD: u32 = 1 << 1;
const POSTS: u32 = 1 << 2;
const COMMENTS: u32 = 1 << 3;
const CASE_SENSITIVE: u32 = 1 << 4;
/// Bits of the flags above.
const FLAG_BITS: u32 = 5;

fn exact(watch: &Watch) -> Option<Vec<u8>> {
    match watch.rule() {
        Rule::Literal(keyword) if watch.filters().case_sensitive => {
            Some(fold_keyword(keyword, Case::Keep))
        }
        _ => None,
    }
}

fn excluded(watch: &Watch) -> Option<Exclusions> {
    let excluded = Some(watch.exclusions()).filter(|excluded| !excluded.is_empty());
    excluded.cloned()
}

fn flags(watch: &Watch) -> u32 {
    let filters = watch.filters();
    let comments = filters.include_comments && !filters.match_titles_only;
    let flags = [
        (filters.match_titles_only, TITLES_ONLY),
        (filters.whole_word_only, WHOLE_WORD),
        (filters.include_posts, POSTS),
        (comments, COMMENTS),
        (filters.case_sensitive, CASE_SENSITIVE),
    ];
    let set = flags.into_iter().filter(|(set, _)| *set);
    set.fold(0, |flags, (_, flag)| flags | flag)
}

impl Entry<'_> {
    /// Whether the watch looks at items of this kind, and does not pass over this one.
    pub(crate) fn includes(self, item: &Item<'_>) -> bool {
        self.includes_kind(item.kind)
            && self
                .excluded()
                .is_none_or(|excluded| !excluded.leave_out(item))
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

    pub(crate) fn strictness(self) -> Strictness {
        Strictness {
            titles_only: self.titles_only(),
            case_sensitive: self.has(CASE_SENSITIVE),
        }
    }

    fn has(self, flag: u32) -> bool {
        self.flags & flag != 0
    }
}

impl<'a> Entry<'a> {
    pub(crate) fn excluded(self) -> Option<&'a Exclusions> {
        self.excluded
    }

    /// The keyword's compared form with its case, where case matters.
    pub(crate) fn exact(self) -> Option<&'a [u8]> {
        self.exact
    }
}

/// An entry by itself.
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

/// Bytes of a packed entry.
pub(crate) const ENTRY: usize = 20;

/// One of very many entries: the id, then in four bytes the flags and above them one more than the
/// place of what is rare, or 0.
pub(crate) type PackedEntry = [u8; ENTRY];

/// What most packed entries do not have. In few pieces of memory, since to free a hundred thousand
/// small ones would keep the allocator busy long after.
#[derive(Debug, Default)]
pub(crate) struct Rares {
    list: Vec<Rare>,
    exact: Vec<u8>,
    excluded: Vec<Exclusions>,
}

#[derive(Clone, Copy, Debug)]
struct Rare {
    /// Where its exact form ends; it begins where the one before ends, and none is empty.
    exact_end: u32,
    /// How many have exclusions up to this one, which is the last of them if it has any.
    excluded: u32,
}

impl Rares {
    /// The entry of a watch, with what is rare about it added here.
    pub(crate) fn pack(&mut self, watch: &Watch) -> PackedEntry {
        let (exact, excluded) = (exact(watch), excluded(watch));
        let mut place = 0;
        if exact.is_some() || excluded.is_some() {
            self.exact.extend(exact.into_iter().flatten());
            self.excluded.extend(excluded);
            self.list.push(Rare {
                exact_end: u32::try_from(self.exact.len()).expect("keywords take less than 4 GB"),
                excluded: self.excluded.len() as u32,
            });
            place = self.list.len() as u32;
        }
        assert!(
            place < 1 << (u32::BITS - FLAG_BITS),
            "over a hundred million watches tell case or leave something out"
        );
        let mut packed = [0; ENTRY];
        let (id, rest) = packed.split_at_mut(16);
        id.copy_from_slice(&watch.id().0.to_ne_bytes());
        rest.copy_from_slice(&(place << FLAG_BITS | flags(watch)).to_ne_bytes());
        packed
    }

    /// The entry that was packed.
    pub(crate) fn unpack(&self, packed: PackedEntry) -> Entry<'_> {
        let [id @ .., a, b, c, d] = packed;
        let flags_and_rare = u32::from_ne_bytes([a, b, c, d]);
        let place = (flags_and_rare >> FLAG_BITS) as usize;
        let (exact, excluded) = place
            .checked_sub(1)
            .map_or((None, None), |place| self.get(place));
        Entry {
            id: WatchId(u128::from_ne_bytes(id)),
            flags: flags_and_rare,
            exact,
            excluded,
        }
    }

    fn get(&self, place: usize) -> (Option<&[u8]>, Option<&Exclusions>) {
        let before = place.checked_sub(1).map(|before| self.list[before]);
        let (exact, excluded) = before.map_or((0, 0), |rare| (rare.exact_end, rare.excluded));
        let own = self.list[place];
        let exact = &self.exact[exact as usize..own.exact_end as usize];
        let excluded = &self.excluded[excluded as usize..own.excluded as usize];
        (
            Some(exact).filter(|exact| !exact.is_empty()),
            excluded.first(),
        )
    }

    /// Gives back what is not needed.
    pub(crate) fn shrink(&mut self) {
        self.list.shrink_to_fit();
        self.exact.shrink_to_fit();
        self.excluded.shrink_to_fit();
    }
}
