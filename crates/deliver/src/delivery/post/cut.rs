//! Selects the part of a post that is shown.

use std::ops::Range;

use url::Url;

use super::addresses::Link;
use super::read::{BlockPart, Form, PostText};
use super::{Block, Body, Piece};
use crate::delivery::excerpt::{Run, ellipsis_after, window};

/// The most links: the addresses of more would be longer than the text.
const MAX_LINKS: usize = 8;
/// The most lines before that of the first match, and of all.
const MAX_LINES_BEFORE: usize = 4;
const MAX_LINES: usize = 16;

/// Returns about `length` characters around the first match, as blocks. No link is cut.
pub(super) fn cut(post: &PostText, length: usize) -> Vec<Block> {
    let shown = part(post, length);
    let inside = |at: &Range<usize>| shown.start <= at.start && at.end <= shown.end;
    let links = post.links.iter().filter(|(at, _)| inside(at)).take(MAX_LINKS);
    let links: Vec<_> = links.collect();
    let mut blocks: Vec<Block> = Vec::new();
    for block in &post.blocks {
        let at = block.at.start.max(shown.start)..block.at.end.min(shown.end);
        if at.start < at.end && !post.text[at.clone()].trim().is_empty() {
            push(&mut blocks, block, pieces(post, &links, &at));
        }
    }
    let plain = |text: String| Piece { runs: vec![Run { text, is_marked: false }], link: None };
    if shown.start > 0
        && let Some(pieces) = blocks.first_mut().and_then(|block| block.pieces().first_mut())
    {
        pieces.insert(0, plain(ellipsis_after(&post.text[..shown.start])));
    }
    if shown.end < post.text.len()
        && let Some(pieces) = blocks.last_mut().and_then(|block| block.pieces().last_mut())
    {
        pieces.push(plain(" …".to_owned()));
    }
    blocks
}

fn part(post: &PostText, length: usize) -> Range<usize> {
    let text = &post.text;
    let mut shown = window(text, &post.first, length);
    let mut before = text[..post.first.start].rmatch_indices('\n');
    if let Some((at, _)) = before.nth(MAX_LINES_BEFORE) {
        shown.start = shown.start.max(at + 1);
    }
    let mut after = text[shown.clone()].match_indices('\n');
    if let Some((at, _)) = after.nth(MAX_LINES - 1) {
        shown.end = shown.start + at;
    }
    let around = |cut: usize| post.links.iter().find(|(at, _)| at.start < cut && cut < at.end);
    if let Some((link, _)) = around(shown.start) {
        shown.start = link.start;
    }
    if let Some((link, _)) = around(shown.end) {
        let has_match = link.start <= post.first.start;
        shown.end = if has_match { link.end } else { link.start };
    }
    shown
}

/// Adds a block; an item goes to the list that it continues.
fn push(blocks: &mut Vec<Block>, part: &BlockPart, pieces: Vec<Piece>) {
    let quotes = part.quotes;
    let mut is_close = false;
    let body = match part.form {
        Form::Paragraph => Body::Paragraph(pieces),
        Form::Code => Body::Code(pieces),
        Form::Item { depth, number } => {
            let last = blocks.last_mut().filter(|block| block.quotes == quotes);
            if let Some(Body::List { first, depth: its, items }) = last.map(|block| &mut block.body)
            {
                let next = first.map(|first| first.saturating_add(items.len() as u64));
                if *its == depth && next == number {
                    return items.push(pieces);
                }
                is_close = *its != depth;
            }
            Body::List { first: number, depth, items: vec![pieces] }
        }
    };
    blocks.push(Block { quotes, is_close, body });
}

impl Block {
    fn pieces(&mut self) -> &mut [Vec<Piece>] {
        match &mut self.body {
            Body::Paragraph(pieces) | Body::Code(pieces) => std::slice::from_mut(pieces),
            Body::List { items, .. } => items,
        }
    }
}

/// Returns the texts and links in a part of a block.
fn pieces(post: &PostText, links: &[&(Range<usize>, Url)], part: &Range<usize>) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut add = |at: Range<usize>, link: Option<Link>| {
        if !at.is_empty() {
            pieces.push(Piece { runs: runs(post, &at), link });
        }
    };
    let mut at = part.start;
    for (link, to) in links {
        if link.start >= at && link.end <= part.end {
            add(at..link.start, None);
            add(link.clone(), Some(Link::with_text(to, &post.text[link.clone()])));
            at = link.end;
        }
    }
    add(at..part.end, None);
    pieces
}

/// Splits a part of the text into runs.
fn runs(post: &PostText, part: &Range<usize>) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut add = |at: Range<usize>, is_marked| {
        if !at.is_empty() {
            runs.push(Run { text: post.text[at].to_owned(), is_marked });
        }
    };
    let mut at = part.start;
    for marked in &post.marked {
        let marked = marked.start.max(part.start)..marked.end.min(part.end);
        if marked.is_empty() {
            continue;
        }
        add(at..marked.start, false);
        at = marked.end;
        add(marked, true);
    }
    add(at..part.end, false);
    runs
}
