//! Emphasis and strikethrough: `*`, `_` and `~~`, as in CommonMark (section 6.2), except for its
//! rule of three, and for the nesting of runs of different marks.

use super::piece::Piece;

/// A run of identical marks.
#[derive(Clone, Copy)]
pub(super) struct Run {
    pub(super) mark: u8,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The open runs, by mark.
#[derive(Default)]
pub(super) struct Emphasis([Vec<Opener>; 3]);

struct Opener {
    /// The number of the run's piece, which grows from the end of the run towards its beginning.
    piece: usize,
    /// The number of marks that are not used up.
    left: usize,
}

impl Emphasis {
    pub(super) fn clear(&mut self) {
        self.0.iter_mut().for_each(Vec::clear);
    }

    /// Reads a run: the part of it that closes something and the part that may open something
    /// become pieces.
    pub(super) fn read(&mut self, text: &str, run: Run, pieces: &mut Vec<Piece>) {
        let mut left = run.end - run.start;
        let openers = match run.mark {
            b'*' => &mut self.0[0],
            b'_' => &mut self.0[1],
            _ if left == 2 => &mut self.0[2],
            _ => return,
        };
        let (opens, closes) = flanks(text, run);
        if closes {
            let mut piece = Piece::hidden(run.start, run.start);
            while let Some(opener) = openers.last_mut().filter(|_| left > 0) {
                let used = left.min(opener.left).min(2);
                left -= used;
                opener.left -= used;
                pieces[opener.piece].start -= used as u32;
                piece.end += used as u32;
                if opener.left == 0 {
                    openers.pop();
                }
            }
            pieces.push(piece);
        }
        if opens && left > 0 {
            let piece = pieces.len();
            pieces.push(Piece::hidden(run.end, run.end));
            openers.push(Opener { piece, left });
        }
    }
}

/// The neighbour of a run, on one side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Space,
    Letter,
    /// Punctuation and the like.
    Other,
}

/// Classifies a character; the ends of a text count as white space.
fn side(c: Option<char>) -> Side {
    match c {
        None => Side::Space,
        Some(c) if c.is_whitespace() => Side::Space,
        Some(c) if c.is_alphanumeric() => Side::Letter,
        Some(_) => Side::Other,
    }
}

/// Returns whether a run can open emphasis, and whether it can close it.
fn flanks(text: &str, run: Run) -> (bool, bool) {
    let before = side(text[..run.start].chars().next_back());
    let after = side(text[run.end..].chars().next());
    let flanks = |inner, outer| match inner {
        Side::Space => false,
        Side::Letter => true,
        Side::Other => outer != Side::Letter,
    };
    let (left, right) = (flanks(after, before), flanks(before, after));
    if run.mark == b'_' {
        // Within a word an underscore joins.
        let opens = left && (!right || before == Side::Other);
        let closes = right && (!left || after == Side::Other);
        (opens, closes)
    } else {
        (left, right)
    }
}
