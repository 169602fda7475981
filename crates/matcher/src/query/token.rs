//! The tokens of a query.

use super::term::{Form, TermField};
use crate::item::{Kind, Span};

/// The smallest part of a query that has a meaning.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Open,
    Close,
    Or,
    And,
    Not,
    Near(u16),
    /// A field, directly followed by its value, a [`Token::Text`] or [`Token::Open`].
    Field(TermField),
    Kind(Kind),
    MinScore(i64),
    Text(String, Form),
}

/// A token and its span.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) token: Token,
    pub(super) at: Span,
}

/// Returns the text up to the next white space, parenthesis, quote or backtick.
pub(super) fn word(text: &str) -> &str {
    let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '`') || is_quote(c);
    &text[..text.find(ends).unwrap_or(text.len())]
}

pub(super) fn operator(word: &str) -> Option<Token> {
    match word {
        "OR" => Some(Token::Or),
        "AND" => Some(Token::And),
        "NOT" => Some(Token::Not),
        _ => None,
    }
}

/// Returns the equivalent here of an operator of another language.
pub(super) fn alien(word: &str) -> Option<&'static str> {
    match word {
        "|" | "||" => Some("OR"),
        "&" | "&&" => Some("nothing between words that must all appear"),
        "!" => Some("NOT"),
        _ => None,
    }
}

/// Returns whether a character is a quote. Phones insert typographic ones automatically.
pub(super) fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\u{201C}' | '\u{201D}' | '\u{201E}' | '\u{201F}')
}
