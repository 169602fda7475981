//! What a plan is made from.

use crate::Width;
use crate::rates::Rate;

/// Which items of a place a listing holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Posts: `/new`.
    Post,
    /// Comments: `/comments`.
    Comment,
}

impl Kind {
    /// Both kinds, in the order of their listings in a plan.
    pub const ALL: [Self; 2] = [Self::Post, Self::Comment];

    /// Returns the word that begins the keys of its listings.
    pub fn word(self) -> &'static str {
        match self {
            Self::Post => "posts",
            Self::Comment => "comments",
        }
    }
}

/// One kind of items of one place that is watched.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// Its name in lower case, as a path spells it.
    pub name: String,
    /// The kind of items.
    pub kind: Kind,
    /// How many active watches want these items.
    pub watches: u32,
    /// How many items come.
    pub rate: Rate,
}

/// What polls may use.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Budget {
    /// Requests a minute, of all polls together. Leave a twentieth for polls that are repeated.
    pub requests_per_minute: f64,
    /// Names that one joined listing may have: see [`Width`].
    pub max_names: usize,
    /// Bytes that the names of one joined listing may take: see [`Width::path_bytes`].
    pub max_path_bytes: usize,
    /// The shortest interval of a listing.
    pub min_seconds: f64,
    /// The longest interval of a listing, however little comes.
    pub max_seconds: f64,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            requests_per_minute: 60.0,
            max_names: Width::default().names,
            max_path_bytes: Width::default().path_bytes(),
            min_seconds: 2.0,
            max_seconds: 900.0,
        }
    }
}
