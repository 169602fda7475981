//! Folds texts into the form in which they are compared, and finds the ends of words in them.

mod address;
mod ascii;
mod elision;
mod emoji;
mod fold;
mod folded_item;
mod folded_text;
mod keyword;
mod marks;
mod number;
mod punycode;
mod side;
mod spellings;
mod trigrams;
mod typing;
mod word;

pub(crate) use address::{AddressEnds, address_ends};
pub(crate) use fold::Case;
#[cfg(feature = "regex")]
pub(crate) use fold::{extends_cluster, is_ignorable};
pub(crate) use folded_item::{FoldedItem, FoundPlace};
pub(crate) use folded_text::FoldedText;
pub(crate) use keyword::fold_keyword;
pub use keyword::{MAX_KEYWORD_CHARS, folded};
pub use number::grouped;
pub(crate) use spellings::{exact_form, spellings};
pub(crate) use trigrams::Trigrams;
pub(crate) use word::{begins_word, ends_word, is_unspaced, is_whole_word};
