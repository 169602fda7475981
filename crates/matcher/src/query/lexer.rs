//! Splits a query into its pieces.

use super::error::QueryError;
use super::error::QueryProblem;
use super::fields::{Field, nearest};
use super::limits::{MAX_DISTANCE, MAX_QUERY_CHARS};
use super::term::Form;
use super::token::{Piece, Token, alien, is_quote, operator, word};
use crate::item::{Kind, Span};

/// Splits a query, which has at most [`MAX_QUERY_CHARS`] characters, into its pieces.
pub(super) fn lex(source: &str) -> Result<Vec<Piece>, QueryError> {
    let whole = Span { start: 0, end: source.len() };
    // A text is at least a quarter as many characters long as it has bytes.
    if source.len() / 4 > MAX_QUERY_CHARS || source.chars().count() > MAX_QUERY_CHARS {
        let chars = source.chars().count();
        return Err(QueryError::new(whole, QueryProblem::TooLong(chars)));
    }
    if let Some(at) = source.find('\0') {
        let end = at + 1;
        return Err(QueryError::new(Span { start: at, end }, QueryProblem::Nul));
    }
    let mut lexer = Lexer { source, at: 0, pieces: Vec::new() };
    while lexer.skip_space() {
        lexer.piece()?;
    }
    Ok(lexer.pieces)
}

struct Lexer<'a> {
    source: &'a str,
    at: usize,
    pieces: Vec<Piece>,
}

type Lexed = Result<(), QueryError>;

impl<'a> Lexer<'a> {
    /// Advances to the next piece, and returns whether there is one.
    fn skip_space(&mut self) -> bool {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
        self.at < self.source.len()
    }

    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn push(&mut self, token: Token, start: usize, end: usize) {
        self.at = end;
        self.pieces.push(Piece { token, at: Span { start, end } });
    }

    fn fail<T>(&self, start: usize, end: usize, problem: QueryProblem) -> Result<T, QueryError> {
        Err(QueryError::new(Span { start, end }, problem))
    }

    fn piece(&mut self) -> Lexed {
        let start = self.at;
        match self.peek() {
            Some('(') => self.push(Token::Open, start, start + 1),
            Some(')') => self.push(Token::Close, start, start + 1),
            Some('-') => return self.minus(),
            _ => {
                if let Some(name) = self.field_name() {
                    return self.field(name);
                }
                return self.value(false);
            }
        }
        Ok(())
    }

    fn minus(&mut self) -> Lexed {
        let start = self.at;
        let word = word(self.rest());
        match self.rest()[1..].chars().next() {
            None | Some(')') => return self.fail(start, start + 1, QueryProblem::LoneMinus),
            Some(c) if c.is_whitespace() => {
                return self.fail(start, start + 1, QueryProblem::LoneMinus);
            }
            Some('-') => {
                let problem = QueryProblem::DoubleMinus(word.to_owned());
                return self.fail(start, start + word.len(), problem);
            }
            _ => self.push(Token::Not, start, start + 1),
        }
        Ok(())
    }

    /// Returns a name followed by a colon, unless it is an address or the like.
    fn field_name(&self) -> Option<&'a str> {
        let (name, after) = self.rest().split_once(':')?;
        let letter = |c: char| c.is_ascii_alphabetic() || c == '_';
        let field = !name.is_empty()
            && name.chars().all(letter)
            && !after.starts_with("//")
            && !after.starts_with(':');
        field.then_some(name)
    }

    fn field(&mut self, name: &str) -> Lexed {
        let start = self.at;
        let end = start + name.len() + 1;
        let Some(field) = Field::named(name) else {
            let problem = QueryProblem::UnknownField(name.to_owned(), nearest(name));
            return self.fail(start, end, problem);
        };
        self.at = end;
        match self.peek() {
            Some('-') if field != Field::MinScore => {
                return self.fail(start, end + 1, QueryProblem::NegatedValue(field.prefix()));
            }
            None | Some(')') => {
                return self.fail(start, end, QueryProblem::NothingAfter(field.prefix()));
            }
            Some(c) if c.is_whitespace() => {
                return self.fail(start, end, QueryProblem::NothingAfter(field.prefix()));
            }
            _ => (),
        }
        match field {
            Field::Term(field) => {
                self.push(Token::Field(field), start, end);
                let prefixed = ["/r/", "/u/"].iter().any(|prefix| self.rest().starts_with(prefix));
                if field.is_name() && prefixed {
                    return self.word(end, true);
                }
                if self.peek() != Some('(') {
                    return self.value(true);
                }
            }
            Field::Kind | Field::MinScore => return self.plain_value(field, start),
        }
        Ok(())
    }

    /// Reads the value of `type:` or `min_score:`.
    fn plain_value(&mut self, field: Field, start: usize) -> Lexed {
        if self.peek() == Some('(') {
            let problem = QueryProblem::GroupNotAllowed(field.prefix());
            return self.fail(start, self.at, problem);
        }
        let typed = word(self.rest());
        // A stray quote is not a value, and must not keep the lexer from advancing.
        let typed = if typed.is_empty() { self.rest() } else { typed };
        let end = self.at + typed.len();
        let token = match field {
            Field::Kind => match typed.to_ascii_lowercase().as_str() {
                "post" => Token::Kind(Kind::Post),
                "comment" => Token::Kind(Kind::Comment),
                _ => return self.fail(self.at, end, QueryProblem::BadType(typed.to_owned())),
            },
            _ => match typed.parse() {
                Ok(score) => Token::MinScore(score),
                Err(_) => {
                    return self.fail(self.at, end, QueryProblem::BadNumber(typed.to_owned()));
                }
            },
        };
        self.push(token, start, end);
        Ok(())
    }

    /// Reads a word, phrase, exact text, pattern or, unless it is a field's value, an operator.
    fn value(&mut self, of_field: bool) -> Lexed {
        let start = self.at;
        let stars = self.rest().len() - self.rest().trim_start_matches('*').len();
        let after_stars = self.rest()[stars..].chars().next();
        match after_stars {
            Some(c) if is_quote(c) => self.phrase(start, stars),
            Some('`') if stars == 0 => self.exact(start),
            Some('/') if stars == 0 => self.pattern(start),
            _ => self.word(start, of_field),
        }
    }

    fn phrase(&mut self, start: usize, stars: usize) -> Lexed {
        let open = start + stars;
        let mut text = String::new();
        let mut chars = self.source[open..].char_indices().skip(1).peekable();
        while let Some((at, c)) = chars.next() {
            match c {
                '\\' => match chars.next_if(|(_, next)| *next == '\\' || is_quote(*next)) {
                    Some((_, escaped)) => text.push(escaped),
                    None => text.push('\\'),
                },
                _ if is_quote(c) => {
                    let close = open + at + c.len_utf8();
                    let after = &self.source[close..];
                    let open_end = after.starts_with('*');
                    let end = close + after.len() - after.trim_start_matches('*').len();
                    if text.trim().is_empty() {
                        return self.fail(start, end, QueryProblem::EmptyTerm);
                    }
                    let form = Form::Words { open_start: stars > 0, open_end };
                    self.push(Token::Text(text.trim().to_owned(), form), start, end);
                    return Ok(());
                }
                _ => text.push(c),
            }
        }
        let quote = self.source[open..].chars().next().map_or(1, char::len_utf8);
        self.fail(open, open + quote, QueryProblem::UnclosedQuote)
    }

    fn exact(&mut self, start: usize) -> Lexed {
        let Some(length) = self.source[start + 1..].find('`') else {
            return self.fail(start, start + 1, QueryProblem::UnclosedBacktick);
        };
        let text = self.source[start + 1..start + 1 + length].trim();
        let end = start + length + 2;
        if text.is_empty() {
            return self.fail(start, end, QueryProblem::EmptyTerm);
        }
        self.push(Token::Text(text.to_owned(), Form::Exact), start, end);
        Ok(())
    }

    fn pattern(&mut self, start: usize) -> Lexed {
        let mut escaped = false;
        let close = self.source[start + 1..].find(|c| {
            let closes = c == '/' && !escaped;
            escaped = c == '\\' && !escaped;
            closes
        });
        let Some(length) = close else {
            return self.fail(start, start + 1, QueryProblem::UnclosedPattern);
        };
        let end = start + length + 2;
        let after = self.source[end..].chars().next();
        if after.is_some_and(|c| !c.is_whitespace() && c != ')') {
            let text = word(&self.source[start..]);
            let text = if text.len() + start > end { text } else { &self.source[start..end] };
            let problem = QueryProblem::AfterPattern(text.to_owned());
            return self.fail(start, start + text.len(), problem);
        }
        if length == 0 {
            return self.fail(start, end, QueryProblem::EmptyTerm);
        }
        let pattern = self.source[start + 1..start + 1 + length].to_owned();
        self.push(Token::Text(pattern, Form::Regex), start, end);
        Ok(())
    }

    fn word(&mut self, start: usize, of_field: bool) -> Lexed {
        let typed = word(self.rest());
        let end = start + typed.len();
        if !of_field {
            if let Some(token) = operator(typed) {
                self.push(token, start, end);
                return Ok(());
            }
            if typed == "NEAR" || typed.starts_with("NEAR/") {
                let distance = typed[4..].strip_prefix('/').and_then(|n| n.parse().ok());
                return match distance.filter(|n| (1..=MAX_DISTANCE).contains(n)) {
                    Some(distance) => {
                        self.push(Token::Near(distance), start, end);
                        Ok(())
                    }
                    None => self.fail(start, end, QueryProblem::BadDistance(typed.to_owned())),
                };
            }
            if let Some(instead) = alien(typed) {
                let problem = QueryProblem::AlienOperator(typed.to_owned(), instead);
                return self.fail(start, end, problem);
            }
        }
        let text = typed.trim_matches('*');
        if text.is_empty() {
            return self.fail(start, end, QueryProblem::LoneStar);
        }
        if text.contains('*') {
            return self.fail(start, end, QueryProblem::InnerStar(typed.to_owned()));
        }
        let form =
            Form::Words { open_start: typed.starts_with('*'), open_end: typed.ends_with('*') };
        self.push(Token::Text(text.to_owned(), form), start, end);
        Ok(())
    }
}
