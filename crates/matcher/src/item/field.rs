//! The parts of an item.

/// The part of an item in which a keyword stands. A literal watch finds in titles and bodies only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// The title of a post.
    Title,
    /// The text of a post or comment.
    Body,
    /// The label of a post.
    Flair,
    /// Where a post leads.
    Url,
    /// Who wrote it.
    Author,
}
