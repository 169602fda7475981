//! The requirements of a rule on an item, for one of the ways in which it can match.

use crate::item::{Kind, SITES, site_of};
use crate::query::{Form, Node, Term, TermField};

/// The texts that must be present, by field, and the names, kind and score.
#[derive(Debug)]
pub(super) struct Wanted {
    /// Texts in the title or in the body.
    pub(super) text: Vec<String>,
    pub(super) title: Vec<String>,
    pub(super) body: Vec<String>,
    pub(super) flair: Vec<String>,
    pub(super) url: Vec<String>,
    pub(super) author: Option<String>,
    pub(super) kind: Option<Kind>,
    /// Places that a query names, or that are on the site that it names.
    pub(super) places: Vec<String>,
    pub(super) score: i64,
}

impl Wanted {
    pub(super) fn of_keyword(keyword: &str) -> Self {
        Self { text: vec![keyword.to_owned()], ..Self::nothing() }
    }

    /// Returns what the way with the number `way`, from 0, requires, or `None` if the query has
    /// fewer. A way takes one side of each choice, and the first way takes the first of each.
    pub(super) fn of_query(root: &Node, mut way: usize) -> Option<Self> {
        let mut wanted = Self::nothing();
        wanted.add(root, true, &mut way);
        (way == 0).then_some(wanted)
    }

    fn nothing() -> Self {
        Self {
            text: Vec::new(),
            title: Vec::new(),
            body: Vec::new(),
            flair: Vec::new(),
            url: Vec::new(),
            author: None,
            kind: None,
            places: Vec::new(),
            score: 1,
        }
    }

    fn add(&mut self, node: &Node, holds: bool, way: &mut usize) {
        match node {
            Node::Not(inner) => self.add(inner, !holds, way),
            Node::All(parts) if holds => self.add_each(parts, holds, way),
            Node::Any(parts) if !holds => self.add_each(parts, holds, way),
            Node::All(parts) | Node::Any(parts) => {
                let part = pick(parts, way);
                self.add(part, holds, way);
            }
            Node::Term(term) if holds => self.add_term(term),
            Node::Near(near) if holds => {
                let (left, right) = (pick(&near.left, way), pick(&near.right, way));
                let texts = [left, right].map(text_of);
                let beside = texts.join(" ");
                self.texts(left.field).push(beside);
            }
            Node::Kind(kind, _) => {
                self.kind = Some(match (kind, holds) {
                    (Kind::Post, true) | (Kind::Comment, false) => Kind::Post,
                    _ => Kind::Comment,
                });
            }
            Node::MinScore(score, _) if holds => self.score = self.score.max(*score),
            // What must be absent is not written. A score cannot be excluded.
            Node::Term(_) | Node::Near(_) | Node::MinScore(..) => {}
        }
    }

    fn add_each(&mut self, parts: &[Node], holds: bool, way: &mut usize) {
        for part in parts {
            self.add(part, holds, way);
        }
    }

    fn add_term(&mut self, term: &Term) {
        let text = text_of(term);
        match term.field {
            TermField::Author => self.author = Some(text),
            TermField::Sub => self.places.push(text),
            // With a star, a part of a host is enough.
            TermField::Site => {
                let sites = SITES.iter().map(|site| site.place);
                let held = sites.filter(|place| site_of(place).contains(&text));
                self.places.extend(held.map(str::to_owned));
            }
            field => self.texts(field).push(text),
        }
    }

    fn texts(&mut self, field: TermField) -> &mut Vec<String> {
        match field {
            TermField::Title => &mut self.title,
            TermField::Body => &mut self.body,
            TermField::Flair => &mut self.flair,
            TermField::Url => &mut self.url,
            _ => &mut self.text,
        }
    }
}

/// Picks one of several by what remains of `way`, and updates what remains.
fn pick<'a, T>(of: &'a [T], way: &mut usize) -> &'a T {
    let picked = &of[*way % of.len()];
    *way /= of.len();
    picked
}

/// Returns a text that the term matches.
fn text_of(term: &Term) -> String {
    match term.form {
        #[cfg(feature = "regex")]
        Form::Regex => super::pattern::sample(&term.text).unwrap_or_default(),
        #[cfg(not(feature = "regex"))]
        Form::Regex => String::new(),
        Form::Words { .. } | Form::Exact => term.text.clone(),
    }
}
