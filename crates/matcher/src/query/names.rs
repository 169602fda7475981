//! Names of authors, subreddits and sites, which are compared as a whole.

use super::term::{Form, Term, TermField};
use crate::item::{Field, Item, Place, Site, Span, site_of};

/// Returns whether the item has the name that a term asks for.
pub(super) fn name_holds(term: &Term, item: &Item<'_>) -> bool {
    let name = match term.field {
        TermField::Sub => item.subreddit,
        TermField::Site => site_of(item.subreddit),
        _ => item.author,
    };
    if let Some(pattern) = &term.pattern {
        return pattern.find(name, false, &mut |_| true);
    }
    let (name, wanted) = (name.as_bytes(), term.text.as_bytes());
    let same = |a: &[u8]| a.eq_ignore_ascii_case(wanted);
    let open = match term.form {
        Form::Words { open_start, open_end } => (open_start, open_end),
        _ => (false, false),
    };
    match open {
        // A community is also on the whole of its site.
        (false, false) => {
            let site = Site::of(item.subreddit).filter(|_| term.field == TermField::Sub);
            same(name) || site.is_some_and(|site| same(site.place.as_bytes()))
        }
        (false, true) => name.get(..wanted.len()).is_some_and(same),
        (true, false) => name.len().checked_sub(wanted.len()).is_some_and(|at| same(&name[at..])),
        (true, true) => name.windows(wanted.len()).any(same),
    }
}

/// Returns the place of the name. Names match as a whole.
pub(super) fn name_place(term: &Term, item: &Item<'_>) -> Place {
    let (field, end) = match term.field {
        TermField::Author => (Field::Author, item.author.len()),
        _ => (Field::Title, 0),
    };
    Place { field, span: Span { start: 0, end } }
}
