//! Emphasis and strikethrough: `*`, `_` and `~~`, as CommonMark has them (section 6.2), but for
//! its rule of three, and for how runs of different marks lie in one another.

use super::piece::Piece;

/// Marks of one kind that stand together.
#[derive(Clone, Copy)]
pub(super) struct Run {
    pub(super) mark: u8,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The runs that are open, by mark.
#[derive(Default)]
pub(super) struct Emphasis([Vec<Opener>; 3]);

struct Opener {
    /// Its piece, which grows from the end of the run towards its beginning.
    piece: usize,
    /// Marks that are not used up.
    left: usize,
}

impl Emphasis {
    pub(super) fn clear(&mut self) {
        self.0.iter_mut().for_each(Vec::clear);
    }

    /// Reads a run: what of it closes or may open something becomes a piece.
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

/// What stands on a side of a run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Space,
    Letter,
    /// Punctuation and the like.
    Other,
}

/// Returns what a character is; the ends of a text are white space.
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
        // Within a word it joins.
        let opens = left && (!right || before == Side::Other);
        let closes = right && (!left || after == Side::Other);
        (opens, closes)
    } else {
        (left, right)
    }
}
