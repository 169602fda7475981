//! The plain form: a quotation, as emails have them.

use url::Url;

use super::{Body, Piece, PostExcerpt};
use crate::delivery::excerpt::plain_text;

/// What every line begins with: strangers' lines must not look like those of the email.
const MARK: &str = "> ";

impl PostExcerpt {
    /// Returns the lines.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for block in &self.blocks {
            let before = MARK.repeat(1 + usize::from(block.quotes.min(4)));
            if !lines.is_empty() && !block.is_close {
                lines.push(MARK.trim_end().to_owned());
            }
            let mut add = |marker: &str, pieces: &[Piece]| {
                for (nth, line) in text(pieces).split('\n').enumerate() {
                    let marker = match nth {
                        0 => marker.to_owned(),
                        _ => " ".repeat(marker.len()),
                    };
                    lines.push(format!("{before}{marker}{line}").trim_end().to_owned());
                }
            };
            match &block.body {
                Body::Paragraph(pieces) => add("", pieces),
                Body::Code(pieces) => add("    ", pieces),
                Body::List { first, depth, items } => {
                    let indent = "  ".repeat((*depth).into());
                    for (nth, item) in (0..).zip(items) {
                        match first {
                            Some(first) => {
                                let number = first.saturating_add(nth);
                                add(&format!("{indent}{number}. "), item);
                            }
                            None => add(&format!("{indent}- "), item),
                        }
                    }
                }
            }
        }
        lines
    }
}

fn text(pieces: &[Piece]) -> String {
    let mut text = String::new();
    for Piece { runs, link } in pieces {
        let Some(link) = link else {
            text.push_str(&plain_text(runs));
            continue;
        };
        let words: String = runs.iter().map(|run| run.text.as_str()).collect();
        // Marks would break an address.
        match Url::parse(&words).is_ok_and(|url| url.as_str() == link.to) {
            true => text.push_str(&words),
            false => text.push_str(&format!("{} <{}>", plain_text(runs), link.to)),
        }
    }
    text
}
