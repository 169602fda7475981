//! One chip, and the term that it represents.

use crate::item::Span;
use crate::query::error::QueryError;
use crate::query::error::QueryProblem;
use crate::query::node::Node;
use crate::query::parser;
use crate::query::term::{Form, Term, TermField};

/// A word, phrase or the like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chip {
    /// The field in which it is looked for.
    pub field: ChipField,
    /// The way to read its text.
    pub form: ChipForm,
    /// The text, without quotes, stars or slashes.
    pub text: String,
}

/// The field in which a chip is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChipField {
    /// Title and body.
    #[default]
    Text,
    /// `title:`
    Title,
    /// `body:`
    Body,
    /// `flair:`
    Flair,
    /// `url:`
    Url,
    /// `author:`
    Author,
    /// `sub:`
    Sub,
    /// `site:`
    Site,
}

/// The way to read a chip's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChipForm {
    /// Words; an open end may be inside a longer word.
    Words {
        /// Whether it is written with a star before it.
        open_start: bool,
        /// Whether it is written with a star after it.
        open_end: bool,
    },
    /// In backticks: symbols and case as they are.
    Exact,
    /// Between slashes: a regular expression.
    Pattern,
}

impl Chip {
    /// Returns a chip of a whole word, or of a phrase of whole words.
    pub fn word(text: &str) -> Self {
        Chip {
            field: ChipField::Text,
            form: ChipForm::Words { open_start: false, open_end: false },
            text: text.to_owned(),
        }
    }

    pub(super) fn of(term: &Term) -> Self {
        Chip {
            field: match term.field {
                TermField::Text => ChipField::Text,
                TermField::Title => ChipField::Title,
                TermField::Body => ChipField::Body,
                TermField::Flair => ChipField::Flair,
                TermField::Url => ChipField::Url,
                TermField::Author => ChipField::Author,
                TermField::Sub => ChipField::Sub,
                TermField::Site => ChipField::Site,
            },
            form: match term.form {
                Form::Words { open_start, open_end } => ChipForm::Words { open_start, open_end },
                Form::Exact => ChipForm::Exact,
                Form::Regex => ChipForm::Pattern,
            },
            text: term.text.clone(),
        }
    }

    /// Returns the term, by parsing its text, so that the same rules apply as to a typed query.
    pub(super) fn term(&self) -> Result<Node, QueryError> {
        let field = match self.field {
            ChipField::Text => TermField::Text,
            ChipField::Title => TermField::Title,
            ChipField::Body => TermField::Body,
            ChipField::Flair => TermField::Flair,
            ChipField::Url => TermField::Url,
            ChipField::Author => TermField::Author,
            ChipField::Sub => TermField::Sub,
            ChipField::Site => TermField::Site,
        };
        let form = match self.form {
            ChipForm::Words { open_start, open_end } => Form::Words { open_start, open_end },
            ChipForm::Exact => Form::Exact,
            ChipForm::Pattern => Form::Regex,
        };
        let nowhere = Span { start: 0, end: 0 };
        // White space is significant in a pattern only.
        let text = if form == Form::Regex { &self.text } else { self.text.trim() };
        let text = text.to_owned();
        let typed = Term::new(field, text, form, None, nowhere).to_string();
        match parser::parse(&typed)? {
            node @ Node::Term(_) => Ok(node),
            other => Err(QueryError::new(other.span(), QueryProblem::EmptyTerm)),
        }
    }
}
