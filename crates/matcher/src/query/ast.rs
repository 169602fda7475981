//! What a query says, once it has been read.

use super::needle::Needle;
use super::pattern::Pattern;
use crate::text::{Case, fold_keyword};
use crate::{Kind, Span};

/// A place in the query's text. Two queries that say the same are the same, wherever they say it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At(pub(crate) Span);

impl PartialEq for At {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for At {}

/// A query or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    Term(Term),
    Not(Box<Node>),
    /// At least two, none of them `All`.
    All(Vec<Node>),
    /// At least two, none of them `Any`.
    Any(Vec<Node>),
    Near(Near),
    Kind(Kind, At),
    /// The item's score must be known and at least this.
    MinScore(i64, At),
}

/// One of `left` and one of `right`, at most `distance` words apart, in one field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Near {
    pub(crate) left: Vec<Term>,
    pub(crate) right: Vec<Term>,
    pub(crate) distance: u16,
}

/// Where a term is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    /// Title and body, as the item's kind has them.
    Text,
    Title,
    Body,
    Flair,
    Url,
    Author,
    Sub,
}

impl Place {
    /// Authors and subreddits are compared as names, all else is searched as text.
    pub(crate) fn is_name(self) -> bool {
        matches!(self, Place::Author | Place::Sub)
    }

    pub(crate) fn prefix(self) -> &'static str {
        match self {
            Place::Text => "",
            Place::Title => "title:",
            Place::Body => "body:",
            Place::Flair => "flair:",
            Place::Url => "url:",
            Place::Author => "author:",
            Place::Sub => "sub:",
        }
    }
}

/// How a term's text is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Form {
    /// A word or phrase; an open end may lie inside a longer word.
    Words {
        open_start: bool,
        open_end: bool,
    },
    /// Symbols and case as they are, anywhere.
    Exact,
    Regex,
}

/// Whole words, both ends closed.
pub(crate) const WHOLE: Form = Form::Words {
    open_start: false,
    open_end: false,
};

/// One thing that is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Term {
    pub(crate) place: Place,
    /// As typed, without quotes and stars; a pattern without its slashes.
    pub(crate) text: String,
    pub(crate) form: Form,
    pub(crate) at: At,
    /// The text in the form in which it is compared; empty for a pattern.
    pub(crate) needle: Needle,
    /// The same with its case.
    pub(crate) exact: Box<[u8]>,
    pub(crate) pattern: Option<Pattern>,
}

impl Term {
    /// A term of checked text. `pattern` is given for [`Form::Regex`] only.
    pub(crate) fn new(
        place: Place,
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
            place,
            form,
            at: At(at),
            needle: Needle::new(fold(Case::Fold)),
            exact: fold(Case::Keep).into_boxed_slice(),
            pattern,
            text,
        }
    }
}

impl Node {
    /// All of these, flattened. `nodes` is not empty.
    pub(crate) fn all(nodes: Vec<Node>) -> Node {
        let flat = nodes.into_iter().flat_map(|node| match node {
            Node::All(inner) => inner,
            other => vec![other],
        });
        one_or(flat.collect(), Node::All)
    }

    /// Any of these, flattened. `nodes` is not empty.
    pub(crate) fn any(nodes: Vec<Node>) -> Node {
        let flat = nodes.into_iter().flat_map(|node| match node {
            Node::Any(inner) => inner,
            other => vec![other],
        });
        one_or(flat.collect(), Node::Any)
    }

    /// Not this; a double negation is none.
    pub(crate) fn negated(self) -> Node {
        match self {
            Node::Not(inner) => *inner,
            other => Node::Not(Box::new(other)),
        }
    }

    pub(crate) fn children(&self) -> &[Node] {
        match self {
            Node::All(nodes) | Node::Any(nodes) => nodes,
            Node::Not(inner) => std::slice::from_ref(inner),
            _ => &[],
        }
    }

    /// Calls `see` for this node and all below it.
    pub(crate) fn walk<'a>(&'a self, see: &mut dyn FnMut(&'a Node)) {
        see(self);
        for child in self.children() {
            child.walk(see);
        }
    }

    /// Calls `see` for every term, negated or not.
    pub(crate) fn each_term<'a>(&'a self, see: &mut dyn FnMut(&'a Term)) {
        self.walk(&mut |node| match node {
            Node::Term(term) => see(term),
            Node::Near(near) => near.terms().for_each(&mut *see),
            _ => (),
        });
    }

    /// The part of the query's text that this was read from.
    pub(crate) fn span(&self) -> Span {
        let joined = |a: Span, b: Span| Span {
            start: a.start.min(b.start),
            end: a.end.max(b.end),
        };
        let spans: Vec<Span> = match self {
            Node::Term(term) => vec![term.at.0],
            Node::Kind(_, at) | Node::MinScore(_, at) => vec![at.0],
            Node::Near(near) => near.terms().map(|term| term.at.0).collect(),
            _ => self.children().iter().map(Node::span).collect(),
        };
        let nowhere = Span { start: 0, end: 0 };
        spans.into_iter().reduce(joined).unwrap_or(nowhere)
    }
}

impl Near {
    pub(crate) fn terms(&self) -> impl Iterator<Item = &Term> {
        self.left.iter().chain(&self.right)
    }
}

fn one_or(mut nodes: Vec<Node>, many: fn(Vec<Node>) -> Node) -> Node {
    if nodes.len() == 1 {
        nodes.remove(0)
    } else {
        many(nodes)
    }
}
