//! The terms of a query: words, phrases, exact texts, patterns and names.

use super::needle::Needle;
use super::pattern::Pattern;
use crate::item::Span;
use crate::text::{AddressEnds, Case, address_ends, exact_form, fold_keyword, spellings};

/// A span of the query's text. All are equal, so that queries that say the same are equal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At(pub(crate) Span);

impl PartialEq for At {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for At {}

/// The field in which a term is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TermField {
    /// Title and body, depending on the item's kind.
    Text,
    Title,
    Body,
    Flair,
    Url,
    Author,
    Sub,
    Site,
}

impl TermField {
    /// Returns whether the field is an author, subreddit or site, which are compared as names. All
    /// other fields are searched as text.
    pub(crate) fn is_name(self) -> bool {
        matches!(self, TermField::Author) || self.is_place()
    }

    /// Returns whether the field is the place where an item was written, which is not part of its
    /// text.
    pub(crate) fn is_place(self) -> bool {
        matches!(self, TermField::Sub | TermField::Site)
    }

    pub(crate) fn prefix(self) -> &'static str {
        match self {
            TermField::Text => "",
            TermField::Title => "title:",
            TermField::Body => "body:",
            TermField::Flair => "flair:",
            TermField::Url => "url:",
            TermField::Author => "author:",
            TermField::Sub => "sub:",
            TermField::Site => "site:",
        }
    }
}

/// The way to read a term's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Form {
    /// A word or phrase; an open end may be inside a longer word.
    Words {
        open_start: bool,
        open_end: bool,
    },
    /// Symbols and case as they are, anywhere.
    Exact,
    Regex,
}

/// Whole words, both ends closed.
pub(crate) const WHOLE: Form = Form::Words { open_start: false, open_end: false };

/// A word, phrase, exact text, pattern or name that is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Term {
    pub(crate) field: TermField,
    /// The text as typed, without quotes and stars; a pattern without its slashes.
    pub(crate) text: String,
    pub(crate) form: Form,
    pub(crate) at: At,
    /// The folded text that is compared; empty for a pattern.
    pub(crate) needle: Needle,
    /// The other spellings of an address.
    pub(crate) others: Vec<Needle>,
    /// How the ends of an address are compared.
    pub(crate) ends: AddressEnds,
    /// The same text with its case preserved; of an address, its path.
    pub(crate) exact: Box<[u8]>,
    pub(crate) pattern: Option<Pattern>,
}

impl Term {
    /// Returns all texts that are searched for to find the term.
    pub(crate) fn needles(&self) -> impl Iterator<Item = &Needle> {
        std::iter::once(&self.needle).chain(&self.others)
    }

    /// Returns a term of checked text. `pattern` is given for [`Form::Regex`] only.
    pub(crate) fn new(
        field: TermField,
        text: String,
        form: Form,
        pattern: Option<Pattern>,
        at: Span,
    ) -> Self {
        let (folded, exact, ends) = match form {
            Form::Regex => (Vec::new(), Vec::new(), AddressEnds::Open),
            WHOLE if !field.is_name() => {
                (spellings(&text, false), exact_form(&text), address_ends(&text))
            }
            _ => {
                let fold = |case| fold_keyword(&text, case);
                (vec![fold(Case::Fold)], fold(Case::Keep), AddressEnds::Open)
            }
        };
        let mut needles = folded.into_iter().map(Needle::new);
        Term {
            field,
            form,
            at: At(at),
            needle: needles.next().unwrap_or_else(|| Needle::new(Vec::new())),
            others: needles.collect(),
            ends,
            exact: exact.into_boxed_slice(),
            pattern,
            text,
        }
    }
}
