//! The input of a plan.

use crate::Width;
use crate::rates::Rate;

/// The kind of items that a listing holds.
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

    /// Returns the prefix of the keys of listings of this kind.
    pub fn word(self) -> &'static str {
        match self {
            Self::Post => "posts",
            Self::Comment => "comments",
        }
    }
}

/// One kind of items of one watched place.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// The place's name in lower case, as spelled in a path.
    pub name: String,
    /// The kind of items.
    pub kind: Kind,
    /// The number of active watches for these items.
    pub watches: u32,
    /// The rate at which items come.
    pub rate: Rate,
}

/// The resources that polls may use.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Budget {
    /// Requests per minute, for all polls together. Leave a twentieth for polls that are repeated.
    pub requests_per_minute: f64,
    /// The most names of one joined listing: see [`Width`].
    pub max_names: usize,
    /// The most bytes of the names of one joined listing: see [`Width::path_bytes`].
    pub max_path_bytes: usize,
    /// The shortest interval of a listing.
    pub min_seconds: f64,
    /// The longest interval of a listing, however few items it brings.
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
