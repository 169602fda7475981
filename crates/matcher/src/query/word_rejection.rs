//! Why a word does not count.

/// Why a word that is there does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordRejection {
    /// The watch looks in titles only.
    OutsideTitle,
    /// The query asks for another field.
    OtherField,
    /// Capital and small letters differ.
    Case,
    /// It is a part of a longer word.
    PartOfWord,
}
