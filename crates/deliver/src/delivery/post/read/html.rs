//! The HTML in a post.

use std::convert::Infallible;
use std::ops::Range;

use html5gum::{StartTag, Token, Tokenizer};
use matcher::{Span, VisibleText};

use super::Reader;

impl Reader<'_> {
    /// Reads a part of the source that Markdown leaves to HTML.
    pub(super) fn html(&mut self, part: &Range<usize>) {
        let Some(html) = self.source.get(part.clone()) else {
            return;
        };
        let mut at = 0;
        while let Some(found) = html[at..].find('<') {
            let begin = at + found;
            self.words(&(part.start + at..part.start + begin));
            let inside = html[begin + 1..].find(['<', '>']);
            let end = inside.map_or(html.len(), |inside| begin + 1 + inside);
            at = match html[end..].starts_with('>') && self.tag(&html[begin..=end]) {
                true => end + 1,
                false => begin + 1,
            };
            if at == begin + 1 {
                self.push("<", &(part.start + begin..part.start + at));
            }
        }
        self.words(&(part.start + at..part.end));
    }

    /// Reads text between tags.
    fn words(&mut self, part: &Range<usize>) {
        let source = &self.source[part.clone()];
        let Some(visible) = VisibleText::of(source) else {
            return self.push(source, part);
        };
        for (start, c) in visible.text().char_indices() {
            let span = visible.source_span(Span { start, end: start + c.len_utf8() });
            self.push_char(c, &(part.start + span.start..part.start + span.end));
        }
    }

    /// Reads a tag or comment, and returns whether it is one that the matcher knows.
    pub(super) fn tag(&mut self, text: &str) -> bool {
        let shown = VisibleText::of(text);
        let is_apart = match shown.as_ref().map(VisibleText::text) {
            Some("") => false,
            Some("\n") => true,
            _ => return false,
        };
        let token: Option<Result<Token, Infallible>> = Tokenizer::new(text).next();
        match token {
            Some(Ok(Token::StartTag(tag))) => self.begin_element(&tag, is_apart),
            Some(Ok(Token::EndTag(tag))) => self.end_element(&tag.name, is_apart),
            _ => {}
        }
        true
    }

    fn begin_element(&mut self, tag: &StartTag<()>, is_apart: bool) {
        match &tag.name[..] {
            b"a" => {
                self.end_link();
                if let Some(address) = tag.attributes.get(&b"href"[..]) {
                    self.begin_link(&String::from_utf8_lossy(address));
                }
            }
            b"br" => self.break_line(),
            b"td" | b"th" => self.push(" ", &(0..0)),
            b"blockquote" => self.begin_quote(),
            b"ol" => self.begin_list(Some(1)),
            b"ul" | b"menu" => self.begin_list(None),
            b"li" => self.begin_item(),
            _ if is_apart => self.end_block(),
            _ => {}
        }
    }

    fn end_element(&mut self, name: &[u8], is_apart: bool) {
        match name {
            b"a" => self.end_link(),
            b"td" | b"th" => {}
            b"blockquote" => self.end_quote(),
            b"ol" | b"ul" | b"menu" => self.end_list(),
            b"li" => self.end_item(),
            _ if is_apart => self.end_block(),
            _ => {}
        }
    }
}
