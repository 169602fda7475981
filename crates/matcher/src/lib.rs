//! Which watches does a post or comment match, and where?
#![deny(missing_docs)]

mod automaton;
mod fold;
mod index;
mod item;
mod live;
mod matcher;
mod prepared;
mod span;
mod subreddit;
mod text;
mod watch;
mod word;

pub use item::{Field, Item, Kind, Match};
pub use live::{LiveMatcher, Snapshot};
pub use matcher::{Matcher, Scratch};
pub use prepared::PreparedItem;
pub use span::{Span, Utf16Span, from_utf16, to_utf16};
pub use subreddit::{
    ALL, NameProblem, POPULAR, Scope, SubredditError, SubredditName, Suggestion, parse_list,
    suggest,
};
pub use watch::{Filters, MAX_KEYWORD_CHARS, Watch, WatchError, WatchId, check_keyword};
