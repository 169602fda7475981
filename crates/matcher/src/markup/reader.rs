//! Reads a text once, and collects what is not shown as it is written.

use std::ops::Range;

use super::code::closing_run;
use super::emphasis::{Emphasis, Run};
use super::entity::entity;
use super::html::{Layout, html};
use super::link::target;
use super::lookahead::Lookahead;
use super::marks::{Marks, next_beginning};
use super::paragraph::{begins_blank, ends};
use super::piece::Piece;
use super::quote;
use super::web_address::end_of_address;

/// Appends the pieces of a text, and the paragraphs that have any, in order.
pub(super) fn read(text: &str, pieces: &mut Vec<Piece>, paragraphs: &mut Vec<Range<usize>>) {
    let mut reader = Reader {
        text,
        at: 0,
        marks: Marks::default(),
        pieces,
        paragraphs,
        paragraph: 0,
        pieces_before: 0,
        emphasis: Emphasis::default(),
        brackets: Vec::new(),
        spoiler: None,
        address_end: 0,
        lookahead: Lookahead::of(text),
        quote_depth: 0,
        at_line_start: false,
    };
    reader.begin_line();
    reader.read();
    reader.end_paragraph(text.len());
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    marks: Marks,
    pieces: &'a mut Vec<Piece>,
    paragraphs: &'a mut Vec<Range<usize>>,
    /// The beginning of the paragraph, and the number of pieces before it.
    paragraph: usize,
    pieces_before: usize,
    emphasis: Emphasis,
    /// The pieces, still empty, of the open brackets.
    brackets: Vec<usize>,
    /// The piece, still empty, of the open spoiler (`>!text!<`).
    spoiler: Option<usize>,
    /// The end of the last address read: there is no emphasis within it.
    address_end: usize,
    lookahead: Lookahead,
    /// How deep the quotation is that the line belongs to; 0 for none.
    quote_depth: usize,
    /// Whether only tags have come since the line began.
    at_line_start: bool,
}

impl Reader<'_> {
    fn read(&mut self) {
        while let Some(next) = self.marks.next(self.text.as_bytes(), self.at) {
            self.at = next;
            let rest = &self.text[self.at..];
            match rest.as_bytes()[0] {
                b'\n' => self.line_end(rest),
                b'\\' => self.escape(rest),
                b'&' => self.entity(rest),
                b'<' => self.spoiler_end(rest),
                b'>' => self.spoiler(rest),
                b'`' => self.code(rest),
                b'[' => self.bracket(),
                b']' => self.link(rest),
                b':' => self.address(rest),
                b'*' | b'_' | b'~' => self.run(rest),
                _ => self.at += 1,
            }
        }
    }

    fn hide(&mut self, bytes: usize) {
        self.pieces.push(Piece::hidden(self.at, self.at + bytes));
        self.at += bytes;
    }

    fn line_end(&mut self, rest: &str) {
        if begins_blank(&rest.as_bytes()[1..]) {
            self.end_paragraph(self.at);
            self.quote_depth = 0;
        }
        if self.quote_depth == 0 && self.pieces.len() == self.pieces_before {
            self.skip_lines();
        }
        self.at += 1;
        self.begin_line();
    }

    /// Goes to the end of the last line before the next one in which markup may begin. Nothing is
    /// open.
    fn skip_lines(&mut self) {
        let bytes = self.text.as_bytes();
        let next = next_beginning(bytes, self.at).unwrap_or(bytes.len());
        let mut ends = (self.at..next).rev().filter(|at| bytes[*at] == b'\n');
        let last = ends.next().unwrap_or(self.at);
        if let Some(end) = ends.find(|at| begins_blank(&bytes[at + 1..])) {
            self.paragraph = end;
        }
        self.at = last;
    }

    /// Hides the marks of a quotation that continues in this line, and ends one that does not.
    fn begin_line(&mut self) {
        let rest = &self.text[self.at..];
        let (depth, bytes) = quote::marks(rest);
        if depth == 0 {
            let shown = rest.trim_start_matches([' ', '\t', '\r']);
            self.at_line_start = shown.starts_with('<');
            if self.at_line_start || shown.is_empty() || shown.starts_with('\n') {
                return;
            }
        }
        self.at_line_start = false;
        if depth == self.quote_depth {
            if depth > 0 {
                self.hide(bytes);
            }
            return;
        }
        if self.quote_depth > 0 {
            self.end_paragraph(self.at);
        }
        self.quote_depth = depth;
    }

    /// Ends a paragraph. What is open then stays open, and hides nothing.
    fn end_paragraph(&mut self, end: usize) {
        let mut kept = self.pieces_before;
        for nth in self.pieces_before..self.pieces.len() {
            let piece = self.pieces[nth];
            self.pieces[kept] = piece;
            kept += usize::from(piece.start < piece.end);
        }
        self.pieces.truncate(kept);
        if kept > self.pieces_before {
            self.paragraphs.push(self.paragraph..end);
        }
        (self.paragraph, self.pieces_before) = (end, kept);
        self.emphasis.clear();
        self.brackets.clear();
        self.spoiler = None;
    }

    fn escape(&mut self, rest: &str) {
        match rest.as_bytes().get(1) {
            Some(escaped) if escaped.is_ascii_punctuation() || *escaped == b'\n' => {
                self.hide(1);
                self.at += usize::from(*escaped != b'\n');
            }
            _ => self.at += 1,
        }
    }

    fn entity(&mut self, rest: &str) {
        let found = entity(rest);
        if let Some((shown, bytes)) = found {
            let piece = Piece::shown_as(self.at, self.at + bytes, shown);
            self.pieces.push(piece);
        }
        self.at += found.map_or(1, |(_, bytes)| bytes);
    }

    fn spoiler(&mut self, rest: &str) {
        if self.spoiler.is_none() && rest.starts_with(">!") {
            self.spoiler = Some(self.pieces.len());
            self.pieces.push(Piece::hidden(self.at, self.at));
            self.at += 1;
        }
        self.at += 1;
    }

    /// Reads the `<` at the end of a spoiler, or at the beginning of a tag.
    fn spoiler_end(&mut self, rest: &str) {
        let ends = |begin: u32| self.text[begin as usize + 2..self.at].ends_with('!');
        match self.spoiler.filter(|opened| ends(self.pieces[*opened].start)) {
            Some(opened) => {
                self.spoiler = None;
                self.pieces[opened].end += 2;
                self.at -= 1;
                self.hide(2);
            }
            None => self.html(rest),
        }
    }

    fn html(&mut self, rest: &str) {
        let found = self.lookahead.find(rest, html);
        match found {
            Some((bytes, Layout::Inline)) => {
                self.hide(bytes);
                if self.at_line_start {
                    self.begin_line();
                }
            }
            Some((bytes, layout)) => {
                if layout == Layout::Quote {
                    self.end_paragraph(self.at);
                    self.quote_depth = 0;
                }
                let piece = Piece::shown_as(self.at, self.at + bytes, '\n');
                self.pieces.push(piece);
                self.at += bytes;
                self.begin_line();
            }
            None => {
                if self.at_line_start && self.quote_depth > 0 {
                    self.end_paragraph(self.at);
                    self.quote_depth = 0;
                }
                self.at_line_start = false;
                self.at += 1;
            }
        }
    }

    fn code(&mut self, rest: &str) {
        let run = rest.len() - rest.trim_start_matches('`').len();
        match self.lookahead.find(rest, |rest| closing_run(rest, run)) {
            Some(closing) => {
                self.hide(run);
                let inside = &rest[run..closing];
                for end in ends(inside.as_bytes()) {
                    self.end_paragraph(self.at + end);
                }
                self.at += inside.len();
                self.hide(run);
            }
            None => self.at += run,
        }
    }

    fn bracket(&mut self) {
        self.brackets.push(self.pieces.len());
        self.pieces.push(Piece::hidden(self.at, self.at));
        self.at += 1;
    }

    fn link(&mut self, rest: &str) {
        let opened = self.brackets.pop();
        let target = opened.and_then(|opened| {
            let bytes = self.lookahead.find(rest, target)?;
            Some((opened, bytes))
        });
        match target {
            Some((opened, bytes)) => {
                let bracket = &mut self.pieces[opened];
                bracket.end += 1;
                // An image is shown as its text.
                let before = &self.text[..bracket.start as usize];
                bracket.start -= u32::from(before.ends_with('!'));
                self.hide(bytes);
            }
            None => self.at += 1,
        }
    }

    fn address(&mut self, rest: &str) {
        if self.at >= self.address_end && rest.starts_with("://") {
            self.address_end = self.at + end_of_address(rest);
        }
        self.at += 1;
    }

    fn run(&mut self, rest: &str) {
        let mark = rest.as_bytes()[0];
        let length = rest.bytes().take_while(|byte| *byte == mark).count();
        let run = Run { mark, start: self.at, end: self.at + length };
        if self.at >= self.address_end {
            self.emphasis.read(self.text, run, self.pieces);
        }
        self.at = run.end;
    }
}
