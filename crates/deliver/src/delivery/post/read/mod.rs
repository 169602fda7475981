//! Reads the Markdown of a post, and the HTML in it, as a text without markup.
//!
//! pulldown-cmark reads Markdown, as react-markdown does in the web app. The matcher decides what is
//! HTML, so that `Vec<T>` stays a text here as well, and html5gum reads the tags.

mod html;

use std::ops::Range;

use foundation::wording::line::reorders;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use url::Url;

use super::addresses::{MAX_LINK_BYTES, addresses, resolve};

/// The most lists that a list is shown in.
const MAX_DEPTH: usize = 4;

/// A post's text without its markup. Its blocks are separated by a line break.
#[derive(Debug, Default)]
pub(super) struct PostText {
    pub(super) text: String,
    /// The matches, in order and without overlap.
    pub(super) marked: Vec<Range<usize>>,
    /// The links, in order and without overlap. None is in two blocks.
    pub(super) links: Vec<(Range<usize>, Url)>,
    pub(super) blocks: Vec<BlockPart>,
    /// The first match, or the place of one that is hidden, for example in a link's address.
    pub(super) first: Range<usize>,
}

/// A block in the text.
#[derive(Debug)]
pub(super) struct BlockPart {
    pub(super) at: Range<usize>,
    /// The number of quotations that it is in.
    pub(super) quotes: u8,
    pub(super) form: Form,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Paragraph,
    Code,
    /// An item of a list that is in `depth` others, or more than [`MAX_DEPTH`].
    Item {
        depth: u8,
        number: Option<u64>,
    },
}

/// Reads a post with matches at `marked`, which are in order and do not overlap. Links without a host
/// lead to that of `base`.
pub(super) fn read(source: &str, marked: &[Range<usize>], base: Option<&Url>) -> PostText {
    let mut reader = Reader {
        source,
        marked,
        base,
        out: PostText::default(),
        start: 0,
        form: Form::Paragraph,
        quotes: 0,
        lists: Vec::new(),
        link: None,
        pictures: Vec::new(),
        hidden_at: None,
    };
    let options = Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TABLES;
    for (event, at) in Parser::new_ext(source, options).into_offset_iter() {
        reader.read(event, &at);
    }
    reader.finish()
}

struct Reader<'a> {
    source: &'a str,
    marked: &'a [Range<usize>],
    base: Option<&'a Url>,
    out: PostText,
    /// The beginning of the open block.
    start: usize,
    form: Form,
    quotes: u8,
    /// The open lists, with the number of the next item if they have numbers.
    lists: Vec<Option<u64>>,
    /// The open link: where its text begins, and where it leads.
    link: Option<(usize, Option<Url>)>,
    /// The open pictures, and whether each is a link of its own.
    pictures: Vec<bool>,
    /// The position in the text of the first match, whether it is shown or not.
    hidden_at: Option<usize>,
}

impl Reader<'_> {
    fn read(&mut self, event: Event<'_>, at: &Range<usize>) {
        match event {
            Event::Start(tag) => self.begin(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.push(&text, at),
            Event::Code(text) => {
                let source = self.source.get(at.clone()).unwrap_or_default();
                match source.find(&*text).map(|offset| at.start + offset) {
                    Some(start) => self.push(&text, &(start..start + text.len())),
                    None => self.push(&text, at),
                }
            }
            Event::Html(_) => self.html(at),
            Event::InlineHtml(tag) if self.tag(&tag) => {}
            Event::InlineHtml(text) => self.push(&text, at),
            Event::SoftBreak | Event::HardBreak => self.break_line(),
            _ => {}
        }
    }

    fn begin(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Paragraph
            | Tag::Heading { .. }
            | Tag::HtmlBlock
            | Tag::TableHead
            | Tag::TableRow => self.end_block(),
            Tag::CodeBlock(_) => {
                self.end_block();
                self.form = Form::Code;
            }
            Tag::BlockQuote(_) => self.begin_quote(),
            Tag::List(first) => self.begin_list(*first),
            Tag::Item => self.begin_item(),
            Tag::TableCell if self.out.text.len() > self.start => self.out.text.push_str(" · "),
            Tag::Link { dest_url, .. } => {
                self.begin_link(dest_url);
            }
            // A picture is a link, as in the web app: an email that loads it would be seen by its host.
            Tag::Image { dest_url, .. } => {
                let is_link = self.begin_link(dest_url);
                self.pictures.push(is_link);
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph
            | TagEnd::Heading(_)
            | TagEnd::HtmlBlock
            | TagEnd::TableHead
            | TagEnd::TableRow => self.end_block(),
            TagEnd::CodeBlock | TagEnd::Item => self.end_item(),
            TagEnd::BlockQuote(_) => self.end_quote(),
            TagEnd::List(_) => self.end_list(),
            TagEnd::Link => self.end_link(),
            TagEnd::Image => self.end_picture(),
            _ => {}
        }
    }

    fn begin_quote(&mut self) {
        self.end_block();
        self.quotes = self.quotes.saturating_add(1);
    }

    fn end_quote(&mut self) {
        self.end_block();
        self.quotes = self.quotes.saturating_sub(1);
    }

    fn begin_list(&mut self, first: Option<u64>) {
        self.end_block();
        self.lists.push(first);
    }

    fn end_list(&mut self) {
        self.end_block();
        self.lists.pop();
    }

    fn begin_item(&mut self) {
        self.end_block();
        let depth = self.lists.len().saturating_sub(1).min(MAX_DEPTH) as u8;
        let next = self.lists.last_mut().and_then(Option::as_mut);
        let number = next.map(|next| {
            let own = *next;
            *next = own.saturating_add(1);
            own
        });
        self.form = Form::Item { depth, number };
    }

    /// Ends an item, or code, even if it was empty.
    fn end_item(&mut self) {
        self.end_block();
        self.form = Form::Paragraph;
    }

    /// Begins a link, and returns whether it did: a link in a link is none.
    fn begin_link(&mut self, address: &str) -> bool {
        let begins = self.link.is_none();
        if begins {
            self.link = Some((self.out.text.len(), resolve(address, self.base)));
        }
        begins
    }

    fn end_link(&mut self) {
        let Some((start, to)) = self.link.take() else {
            return;
        };
        let text = self.out.text.get(start.max(self.start)..).unwrap_or_default();
        let start = self.out.text.len() - text.trim_start().len();
        let end = start + text.trim().len();
        if let Some(to) = to.filter(|_| (1..=MAX_LINK_BYTES).contains(&(end - start))) {
            self.out.links.push((start..end, to));
        }
    }

    fn end_picture(&mut self) {
        let is_link = self.pictures.pop() == Some(true);
        let Some((start, _)) = self.link.as_ref().filter(|_| is_link) else {
            return;
        };
        if *start == self.out.text.len() {
            self.out.text.push_str("picture");
        }
        self.end_link();
    }

    fn break_line(&mut self) {
        self.trim(|c| c == ' ');
        if self.out.text.len() > self.start && !self.out.text.ends_with('\n') {
            self.out.text.push('\n');
        }
    }

    /// Ends the block, if it has any text. What is open before a text stays open.
    fn end_block(&mut self) {
        self.trim(char::is_whitespace);
        let end = self.out.text.len();
        if end == self.start {
            return;
        }
        self.end_link();
        let own = self.out.links.partition_point(|(at, _)| at.start < self.start);
        if self.form != Form::Code {
            self.link_addresses(own);
        }
        let form = std::mem::replace(&mut self.form, Form::Paragraph);
        self.out.blocks.push(BlockPart { at: self.start..end, quotes: self.quotes, form });
        self.out.text.push('\n');
        self.start = end + 1;
    }

    /// Links the addresses in the block's text. The block's links so far are those from `own` on.
    fn link_addresses(&mut self, own: usize) {
        let text = &self.out.text[self.start..];
        let bare = addresses(text).filter_map(|at| {
            let url = resolve(&text[at.clone()], None)?;
            Some((self.start + at.start..self.start + at.end, url))
        });
        let linked = &self.out.links[own..];
        let is_free = |at: &Range<usize>| {
            linked.iter().all(|(other, _)| other.end <= at.start || at.end <= other.start)
        };
        let bare: Vec<_> = bare.filter(|(at, _)| is_free(at)).collect();
        self.out.links.extend(bare);
        self.out.links[own..].sort_by_key(|(at, _)| at.start);
    }

    /// Removes what ends the block.
    fn trim(&mut self, which: impl Fn(char) -> bool) {
        let block = self.out.text[self.start..].trim_end_matches(which);
        let end = self.start + block.len();
        self.out.text.truncate(end);
        while let Some(last) = self.out.marked.last_mut().filter(|last| last.end > end) {
            last.end = end;
            if last.start >= end {
                self.out.marked.pop();
            }
        }
    }

    /// Adds a text from this part of the source.
    fn push(&mut self, shown: &str, at: &Range<usize>) {
        let is_verbatim = self.source.get(at.clone()) == Some(shown);
        for (offset, c) in shown.char_indices() {
            let start = at.start + offset;
            match is_verbatim {
                true => self.push_char(c, &(start..start + c.len_utf8())),
                false => self.push_char(c, at),
            }
        }
    }

    fn push_char(&mut self, c: char, from: &Range<usize>) {
        let is_code = self.form == Form::Code;
        let mut buffer = [0; 4];
        let shown = match c {
            '\n' if is_code => "\n",
            '\t' if is_code => "    ",
            _ if reorders(c) => return,
            _ if c.is_whitespace() || c.is_control() => " ",
            _ => &*c.encode_utf8(&mut buffer),
        };
        let block = &self.out.text[self.start..];
        if shown == " " && !is_code && (block.is_empty() || block.ends_with([' ', '\n'])) {
            return;
        }
        let start = self.out.text.len();
        self.out.text.push_str(shown);
        let end = self.out.text.len();
        if self.hidden_at.is_none() && self.marked.first().is_some_and(|m| m.start < from.end) {
            self.hidden_at = Some(start);
        }
        let next = self.marked.partition_point(|marked| marked.end <= from.start);
        if self.marked.get(next).is_none_or(|marked| marked.start >= from.end) {
            return;
        }
        match self.out.marked.last_mut().filter(|last| last.end == start) {
            Some(last) => last.end = end,
            None => self.out.marked.push(start..end),
        }
    }

    fn finish(mut self) -> PostText {
        self.end_block();
        let mut out = self.out;
        // Each block, the last one too, ends with a line break.
        out.text.pop();
        let hidden_at = self.hidden_at.unwrap_or(out.text.len());
        let hidden_at = out.text.floor_char_boundary(hidden_at);
        let hidden = if self.marked.is_empty() { 0..0 } else { hidden_at..hidden_at };
        out.first = out.marked.first().cloned().unwrap_or(hidden);
        out
    }
}
