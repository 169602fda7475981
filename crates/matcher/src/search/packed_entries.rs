//! Entries of very many watches, packed.

use super::entry::{Entry, FLAG_BITS, exact, excluded, flags};
use crate::watch::{Exclusions, Watch, WatchId};

/// The bytes of a packed entry.
pub(crate) const ENTRY: usize = 20;

/// One of very many entries: the id, then four bytes with the flags and above them one more than
/// the position of its extras, or 0 if it has none.
pub(crate) type PackedEntry = [u8; ENTRY];

/// The parts that most packed entries lack. They are kept in a few pieces of memory, since to free
/// a hundred thousand small ones would keep the allocator busy for a long time.
#[derive(Debug, Default)]
pub(crate) struct EntryExtras {
    list: Vec<Extras>,
    exact: Vec<u8>,
    excluded: Vec<Exclusions>,
}

#[derive(Clone, Copy, Debug)]
struct Extras {
    /// The end of its exact form; it begins where the previous one ends, and none is empty.
    exact_end: u32,
    /// The number of exclusions up to and including this one's, which are the last if it has any.
    excluded: u32,
}

impl EntryExtras {
    /// Packs the entry of a watch, and stores its extras here.
    pub(crate) fn pack(&mut self, watch: &Watch) -> PackedEntry {
        let (exact, excluded) = (exact(watch), excluded(watch));
        let mut place = 0;
        if exact.is_some() || excluded.is_some() {
            self.exact.extend(exact.into_iter().flatten());
            self.excluded.extend(excluded);
            self.list.push(Extras {
                exact_end: u32::try_from(self.exact.len()).expect("keywords take less than 4 GB"),
                excluded: self.excluded.len() as u32,
            });
            place = self.list.len() as u32;
        }
        assert!(
            place < 1 << (u32::BITS - FLAG_BITS),
            "over thirty million watches are case-sensitive or exclude something"
        );
        let mut packed = [0; ENTRY];
        let (id, rest) = packed.split_at_mut(16);
        id.copy_from_slice(&watch.id().0.to_ne_bytes());
        rest.copy_from_slice(&(place << FLAG_BITS | flags(watch)).to_ne_bytes());
        packed
    }

    /// Unpacks an entry.
    pub(crate) fn unpack(&self, packed: PackedEntry) -> Entry<'_> {
        let [id @ .., a, b, c, d] = packed;
        let flags_and_extras = u32::from_ne_bytes([a, b, c, d]);
        let place = (flags_and_extras >> FLAG_BITS) as usize;
        let (exact, excluded) = place.checked_sub(1).map_or((None, None), |place| self.get(place));
        Entry { id: WatchId(u128::from_ne_bytes(id)), flags: flags_and_extras, exact, excluded }
    }

    fn get(&self, place: usize) -> (Option<&[u8]>, Option<&Exclusions>) {
        let before = place.checked_sub(1).map(|before| self.list[before]);
        let (exact, excluded) = before.map_or((0, 0), |rare| (rare.exact_end, rare.excluded));
        let own = self.list[place];
        let exact = &self.exact[exact as usize..own.exact_end as usize];
        let excluded = &self.excluded[excluded as usize..own.excluded as usize];
        (Some(exact).filter(|exact| !exact.is_empty()), excluded.first())
    }

    /// Releases unused memory.
    pub(crate) fn shrink(&mut self) {
        self.list.shrink_to_fit();
        self.exact.shrink_to_fit();
        self.excluded.shrink_to_fit();
    }
}
