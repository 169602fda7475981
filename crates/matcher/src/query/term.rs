//! The terms of a query: words, phrases, exact texts, patterns and names.

use super::needle::Needle;
use super::pattern::Pattern;
use crate::item::Span;
use crate::text::{Case, fold_keyword};

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
    /// The same text with its case preserved.
    pub(crate) exact: Box<[u8]>,
    pub(crate) pattern: Option<Pattern>,
}

impl Term {
    /// Returns a term of checked text. `pattern` is given for [`Form::Regex`] only.
    pub(crate) fn new(
        field: TermField,
        text: String,
        form: Form,
        pattern: Option<Pattern>,
        at: Span,
    ) -> Self {
        let fold = |case| match form {
            Form::Regex => Vec::new(),
            _ => fold_keyword(&text, case),
        };
        Term {
            field,
            form,
            at: At(at),
            needle: Needle::new(fold(Case::Fold)),
            exact: fold(Case::Keep).into_boxed_slice(),
            pattern,
            text,
        }
    }
}
