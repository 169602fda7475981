//! Builds newest-first listings with cursors.
//!
//! Follows the real forum: `after` and `before` are fullnames of items in the listing; a page has at
//! most 100 items (25 by default); no page reaches further back than the newest 1,000 items.
//! `before` returns the newest page of the items that are newer than the cursor.

use serde::Deserialize;

use crate::forum::config::LostCursor;
use crate::forum::item::{Item, Kind};
use crate::forum::store::{Access, Forum};

/// No listing reaches further back than this many items.
const DEEPEST: usize = 1_000;
const MAX_PER_PAGE: usize = 100;
const USUAL_PER_PAGE: usize = 25;

/// The query of a listing. Numbers that do not parse count as absent, as in the real forum.
#[derive(Debug, Default, Clone, Deserialize)]
pub(crate) struct Page {
    pub(crate) limit: Option<String>,
    pub(crate) after: Option<String>,
    pub(crate) before: Option<String>,
    pub(crate) count: Option<String>,
}

/// The subreddits that a path such as `rust+homelab` covers.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Every public subreddit.
    All,
    /// These subreddits, in lower case; those that cannot be read are left out.
    Some(Vec<String>),
    /// None of the subreddits can be read; holds the state of the first one.
    Closed(Access),
    /// None of the subreddits exists.
    Unknown,
}

/// One page of a listing.
pub(crate) struct Found<'a> {
    pub(crate) items: Vec<&'a Item>,
    pub(crate) after: Option<String>,
    pub(crate) before: Option<String>,
}

/// Reads the `{a+b+c}` of a path.
pub(crate) fn scope(forum: &Forum, path: &str) -> Scope {
    let mut open = Vec::new();
    let mut closed = None;
    for name in path.split(['+', ' ']).filter(|name| !name.is_empty()) {
        if name.eq_ignore_ascii_case("all") {
            return Scope::All;
        }
        match forum.subreddit(name).map(|sub| sub.access) {
            Some(Access::Public) => open.push(name.to_lowercase()),
            Some(access) => closed = closed.or(Some(access)),
            None => {}
        }
    }
    match (open.is_empty(), closed) {
        (false, _) => Scope::Some(open),
        (true, Some(access)) => Scope::Closed(access),
        (true, None) => Scope::Unknown,
    }
}

/// Finds the page of `kind` in `scope` (which must be `All` or `Some`).
pub(crate) fn find<'a>(
    forum: &'a Forum,
    kind: Kind,
    scope: &Scope,
    page: &Page,
    lost: LostCursor,
) -> Found<'a> {
    let limit = number(page.limit.as_deref()).unwrap_or(USUAL_PER_PAGE).clamp(1, MAX_PER_PAGE);
    let listing: Vec<&Item> =
        forum.newest(kind).filter(|item| covers(forum, scope, item)).take(DEEPEST).collect();
    let range = match (page.after.as_deref(), page.before.as_deref()) {
        (Some(after), _) if !after.is_empty() => {
            place(&listing, after).map(|at| at + 1..listing.len())
        }
        (_, Some(before)) if !before.is_empty() => place(&listing, before).map(|at| 0..at),
        _ => Some(0..listing.len()),
    };
    let range = range.unwrap_or(match lost {
        LostCursor::Empty => 0..0,
        LostCursor::Restart => 0..listing.len(),
    });
    let shown = &listing[range.start..range.end.min(range.start + limit)];
    let more = range.start + shown.len() < range.end;
    let counted = number(page.count.as_deref()).unwrap_or(0) > 0;
    Found {
        items: shown.to_vec(),
        after: shown.last().filter(|_| more).map(|item| item.fullname()),
        before: shown.first().filter(|_| counted).map(|item| item.fullname()),
    }
}

fn covers(forum: &Forum, scope: &Scope, item: &Item) -> bool {
    match scope {
        Scope::All => {
            forum.subreddit(&item.subreddit).is_some_and(|sub| sub.access == Access::Public)
        }
        Scope::Some(names) => names.iter().any(|name| item.subreddit.eq_ignore_ascii_case(name)),
        Scope::Closed(_) | Scope::Unknown => false,
    }
}

fn place(listing: &[&Item], fullname: &str) -> Option<usize> {
    listing.iter().position(|item| item.fullname() == fullname)
}

fn number(text: Option<&str>) -> Option<usize> {
    text?.trim().parse().ok()
}
