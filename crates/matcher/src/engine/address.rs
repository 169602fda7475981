//! Where what is kept of a keyword lies, and for which items the keyword is looked for.

/// Where a keyword's record is, and where the keyword is looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address {
    pub(crate) address: u32,
    pub(crate) scopes: Scopes,
}

/// Where a keyword is looked for, or an item is, as a set of bits: a keyword is found only in items
/// that share one with it.
pub(crate) type Scopes = u16;
