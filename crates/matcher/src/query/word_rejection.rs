//! The reasons why a word does not count.

/// The reason why a word that is present does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordRejection {
    /// The watch looks in titles only.
    OutsideTitle,
    /// The query asks for another field.
    OtherField,
    /// The case of letters differs.
    Case,
    /// The word is part of a longer word.
    PartOfWord,
}
