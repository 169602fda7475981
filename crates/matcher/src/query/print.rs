//! Prints a query so that it parses to the same query.

use std::fmt::{self, Display, Formatter, Write};

use super::bare::bare;
use super::node::{Near, Node};
use super::term::{Form, Term};
use crate::item::Kind;

impl Display for Node {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Node::Term(term) => term.fmt(f),
            Node::Not(inner) => {
                f.write_char('-')?;
                let group = matches!(**inner, Node::All(_) | Node::Any(_) | Node::Near(_));
                grouped(inner, group, f)
            }
            Node::All(parts) => joined(parts, " ", f),
            Node::Any(branches) => joined(branches, " OR ", f),
            Node::Near(near) => near.fmt(f),
            Node::Kind(Kind::Post, _) => f.write_str("type:post"),
            Node::Kind(Kind::Comment, _) => f.write_str("type:comment"),
            Node::MinScore(score, _) => write!(f, "min_score:{score}"),
        }
    }
}

/// Writes parts of one kind inside another in parentheses, where needed: `a b OR c` is read, and
/// written, as `(a b) OR c`.
fn joined(nodes: &[Node], between: &str, f: &mut Formatter<'_>) -> fmt::Result {
    for (n, node) in nodes.iter().enumerate() {
        if n > 0 {
            f.write_str(between)?;
        }
        grouped(node, matches!(node, Node::All(_) | Node::Any(_)), f)?;
    }
    Ok(())
}

fn grouped(node: &dyn Display, group: bool, f: &mut Formatter<'_>) -> fmt::Result {
    if group { write!(f, "({node})") } else { node.fmt(f) }
}

impl Display for Near {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        side(&self.left, f)?;
        write!(f, " NEAR/{} ", self.distance)?;
        side(&self.right, f)
    }
}

fn side(terms: &[Term], f: &mut Formatter<'_>) -> fmt::Result {
    if let [term] = terms {
        return term.fmt(f);
    }
    for (n, term) in terms.iter().enumerate() {
        f.write_str(if n == 0 { "(" } else { " OR " })?;
        term.fmt(f)?;
    }
    f.write_char(')')
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.field.prefix())?;
        let text = &self.text;
        match self.form {
            Form::Exact => write!(f, "`{text}`"),
            Form::Regex => write!(f, "/{text}/"),
            Form::Words { open_start, open_end } => {
                if let Some(bare) = bare(text, self.form, !self.field.prefix().is_empty()) {
                    return f.write_str(&bare);
                }
                if open_start {
                    f.write_char('*')?;
                }
                f.write_char('"')?;
                for c in text.chars() {
                    if matches!(c, '"' | '\\' | '\u{201C}'..='\u{201F}') {
                        f.write_char('\\')?;
                    }
                    f.write_char(c)?;
                }
                f.write_char('"')?;
                if open_end {
                    f.write_char('*')?;
                }
                Ok(())
            }
        }
    }
}
