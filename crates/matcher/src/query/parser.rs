//! Parses the pieces of a query.

use super::error::QueryError;
use super::error::QueryProblem;
use super::lexer::lex;
use super::limits::{MAX_DEPTH, MAX_PATTERNS, MAX_TERMS};
use super::node::{Near, Node};
use super::pattern::Pattern;
use super::term::{At, Form, Term, TermField, WHOLE};
use super::token::{Piece, Token};
use crate::item::{
    Site, Span, author_typed, community_typed, site_meant_by, strip_prefix_ignoring_case,
};
use crate::text::{Case, MAX_KEYWORD_CHARS, fold_keyword};

type Parsed<T = Node> = Result<T, QueryError>;

/// Parses a query, without looking at what it requires of a text.
pub(super) fn parse(source: &str) -> Parsed {
    let mut parser = Parser { pieces: lex(source)?, next: 0, depth: 0, terms: 0, patterns: 0 };
    if parser.pieces.is_empty() {
        let end = source.len();
        return fail(Span { start: 0, end }, QueryProblem::Empty);
    }
    let node = parser.any(TermField::Text)?;
    match parser.peek() {
        // Only a closing parenthesis makes `any` stop before the end.
        Some(piece) => fail(piece.at, QueryProblem::UnopenedGroup),
        None => Ok(node),
    }
}

/// Checks a term's text and returns the term.
pub(super) fn term(field: TermField, text: String, form: Form, at: Span) -> Parsed<Term> {
    let chars = text.chars().count();
    if chars > MAX_KEYWORD_CHARS {
        return fail(at, QueryProblem::TermTooLong(chars));
    }
    if field == TermField::Site {
        return Ok(Term::new(field, site(&text, form, at)?, WHOLE, None, at));
    }
    if form == Form::Regex {
        let pattern = Pattern::new(&text, at)?;
        return Ok(Term::new(field, text, form, Some(pattern), at));
    }
    if field.is_name() {
        // A name has no symbols or case to preserve.
        let form = if form == Form::Exact { WHOLE } else { form };
        // A place with a dot, which no subreddit's name has.
        let is_place = field == TermField::Sub && form == WHOLE && text.contains('.');
        let place = || match Site::meant_by(&text) {
            Some(site) => Some(site.place.to_owned()),
            None => community_typed(&text),
        };
        let text = match is_place.then(place).flatten() {
            Some(place) => place,
            None => name(field, &text, at)?,
        };
        return Ok(Term::new(field, text, form, None, at));
    }
    if fold_keyword(&text, Case::Fold).is_empty() {
        return fail(at, QueryProblem::Invisible);
    }
    Ok(Term::new(field, text, form, None, at))
}

/// Returns the name in `r/name`, `/u/name` and the like.
fn name(field: TermField, text: &str, at: Span) -> Parsed<String> {
    let name = match field {
        TermField::Sub => subreddit_part(text).map(str::to_owned),
        _ => author_typed(text),
    };
    match name {
        Some(name) => Ok(name),
        None => fail(at, QueryProblem::BadName(text.to_owned())),
    }
}

/// Returns a subreddit's name, or a part of one, without what people type before it.
fn subreddit_part(text: &str) -> Option<&str> {
    let bare = text.strip_prefix('/').unwrap_or(text);
    let name = strip_prefix_ignoring_case(bare, "r/").unwrap_or(bare);
    let allowed = |c: u8| c.is_ascii_alphanumeric() || c == b'_' || c == b'-';
    (!name.is_empty() && name.bytes().all(allowed)).then_some(name)
}

/// Returns the host of the site that a text refers to by host, name or address.
fn site(text: &str, form: Form, at: Span) -> Parsed<String> {
    let whole = matches!(form, WHOLE | Form::Exact);
    let host = site_meant_by(text).filter(|_| whole);
    host.ok_or_else(|| QueryError::new(at, QueryProblem::BadSite(text.to_owned())))
}

struct Parser {
    pieces: Vec<Piece>,
    next: usize,
    depth: usize,
    terms: usize,
    patterns: usize,
}

impl Parser {
    fn peek(&self) -> Option<&Piece> {
        self.pieces.get(self.next)
    }

    fn take(&mut self) -> Option<Piece> {
        let piece = self.pieces.get(self.next).cloned();
        self.next += 1;
        piece
    }

    /// Takes the next piece if it is this one, and returns its span.
    fn take_if(&mut self, token: &Token) -> Option<Span> {
        let at = self.peek().filter(|piece| piece.token == *token)?.at;
        self.next += 1;
        Some(at)
    }

    fn any(&mut self, field: TermField) -> Parsed {
        let mut branches = vec![self.all(field)?];
        while let Some(at) = self.take_if(&Token::Or) {
            if !self.begins_operand() {
                return fail(at, QueryProblem::NothingAfter("OR"));
            }
            branches.push(self.all(field)?);
        }
        Ok(Node::any(branches))
    }

    fn all(&mut self, field: TermField) -> Parsed {
        let mut parts = Vec::new();
        while let Some(piece) = self.peek() {
            let at = piece.at;
            match piece.token {
                Token::Or if parts.is_empty() => {
                    return fail(at, QueryProblem::NothingBefore("OR"));
                }
                Token::Or | Token::Close => break,
                Token::And => {
                    if parts.is_empty() {
                        return fail(at, QueryProblem::NothingBefore("AND"));
                    }
                    self.next += 1;
                    if !self.begins_operand() {
                        return fail(at, QueryProblem::NothingAfter("AND"));
                    }
                }
                Token::Near(_) => return fail(at, QueryProblem::NothingBefore("NEAR/5")),
                _ => parts.push(self.near(field)?),
            }
        }
        if parts.is_empty() {
            // Only an unmatched closing parenthesis, or nothing at all, can be here.
            let at = self.peek().map_or(Span { start: 0, end: 0 }, |piece| piece.at);
            return fail(at, QueryProblem::UnopenedGroup);
        }
        Ok(Node::all(parts))
    }

    fn begins_operand(&self) -> bool {
        self.peek().is_some_and(|piece| {
            !matches!(piece.token, Token::Or | Token::And | Token::Near(_) | Token::Close)
        })
    }

    fn near(&mut self, field: TermField) -> Parsed {
        let left = self.unary(field)?;
        let Some(Piece { token: Token::Near(distance), at }) = self.peek().cloned() else {
            return Ok(left);
        };
        self.next += 1;
        if !self.begins_operand() {
            return fail(at, QueryProblem::NothingAfter("NEAR/5"));
        }
        let right = self.unary(field)?;
        if let Some(Piece { token: Token::Near(_), at }) = self.peek() {
            return fail(*at, QueryProblem::NearChain);
        }
        Ok(Node::Near(Near { left: side(left)?, right: side(right)?, distance }))
    }

    fn unary(&mut self, field: TermField) -> Parsed {
        let Some(at) = self.take_if(&Token::Not) else {
            return self.primary(field);
        };
        if !self.begins_operand() {
            return fail(at, QueryProblem::NothingAfter("NOT"));
        }
        let inner = self.deeper(at, |parser| parser.unary(field))?;
        let mut scored = false;
        inner.walk(&mut |node| scored |= matches!(node, Node::MinScore(..)));
        if scored {
            return fail(at, QueryProblem::NegatedScore);
        }
        Ok(inner.negated())
    }

    fn primary(&mut self, field: TermField) -> Parsed {
        let Some(Piece { token, at }) = self.take() else {
            return fail(Span { start: 0, end: 0 }, QueryProblem::Empty);
        };
        match token {
            Token::Open => self.group(at, field),
            Token::Field(_) if field != TermField::Text => fail(at, QueryProblem::FieldInField),
            Token::Kind(_) | Token::MinScore(_) if field != TermField::Text => {
                fail(at, QueryProblem::FieldInField)
            }
            Token::Field(own) => match self.take() {
                Some(Piece { token: Token::Open, at }) => self.group(at, own),
                Some(Piece { token: Token::Text(text, form), at: value }) => {
                    let (start, end) = (at.start, value.end);
                    self.term(own, text, form, Span { start, end })
                }
                _ => fail(at, QueryProblem::NothingAfter(own.prefix())),
            },
            Token::Kind(kind) => Ok(Node::Kind(kind, At(at))),
            Token::MinScore(score) => Ok(Node::MinScore(score, At(at))),
            Token::Text(text, form) => self.term(field, text, form, at),
            Token::Close => fail(at, QueryProblem::UnopenedGroup),
            Token::Or | Token::And | Token::Not | Token::Near(_) => {
                fail(at, QueryProblem::NothingBefore("OR"))
            }
        }
    }

    fn group(&mut self, at: Span, field: TermField) -> Parsed {
        if let Some(close) = self.take_if(&Token::Close) {
            let (start, end) = (at.start, close.end);
            return fail(Span { start, end }, QueryProblem::EmptyGroup);
        }
        if self.peek().is_none() {
            return fail(at, QueryProblem::UnclosedGroup);
        }
        let inner = self.deeper(at, |parser| parser.any(field))?;
        match self.take_if(&Token::Close) {
            Some(_) => Ok(inner),
            None => fail(at, QueryProblem::UnclosedGroup),
        }
    }

    fn deeper(&mut self, at: Span, read: impl FnOnce(&mut Self) -> Parsed) -> Parsed {
        if self.depth == MAX_DEPTH {
            return fail(at, QueryProblem::TooDeep);
        }
        self.depth += 1;
        let node = read(self);
        self.depth -= 1;
        node
    }

    fn term(&mut self, field: TermField, text: String, form: Form, at: Span) -> Parsed {
        self.terms += 1;
        if self.terms > MAX_TERMS {
            return fail(at, QueryProblem::TooManyTerms);
        }
        self.patterns += usize::from(form == Form::Regex);
        if self.patterns > MAX_PATTERNS {
            return fail(at, QueryProblem::TooManyPatterns);
        }
        Ok(Node::Term(term(field, text, form, at)?))
    }
}

/// Converts a node into a side of `NEAR`: one term, or a choice of terms, to be found in text.
fn side(node: Node) -> Parsed<Vec<Term>> {
    let at = node.span();
    let nodes = match node {
        Node::Any(nodes) => nodes,
        other => vec![other],
    };
    let term = |node| match node {
        Node::Term(term) if !term.field.is_name() => Ok(term),
        _ => fail(at, QueryProblem::BadNearSide),
    };
    nodes.into_iter().map(term).collect()
}

fn fail<T>(at: Span, problem: QueryProblem) -> Parsed<T> {
    Err(QueryError::new(at, problem))
}
