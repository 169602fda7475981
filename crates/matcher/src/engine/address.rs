//! The address of a keyword's record, and the scopes in which the keyword is looked for.

/// The address of a keyword's record, and the scopes in which the keyword is looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address {
    pub(crate) address: u32,
    pub(crate) scopes: Scopes,
}

/// The scopes of a keyword or an item, as a set of bits: a keyword is found only in items that
/// share a scope with it.
pub(crate) type Scopes = u16;
