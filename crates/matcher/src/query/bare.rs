//! Words without quotes.

use super::lexer::lex;
use super::term::Form;
use super::token::Token;

/// Returns a text as one word without quotes, if that is read back as the same.
pub(super) fn bare(text: &str, form: Form, of_field: bool) -> Option<String> {
    let Form::Words { open_start, open_end } = form else {
        return None;
    };
    let star = |open| if open { "*" } else { "" };
    let bare = format!("{}{text}{}", star(open_start), star(open_end));
    let source = if of_field { format!("title:{bare}") } else { bare.clone() };
    let pieces = lex(&source).ok()?;
    let last = pieces.last()?;
    let alone = pieces.len() == 1 + usize::from(of_field);
    (alone && last.token == Token::Text(text.to_owned(), form)).then_some(bare)
}
