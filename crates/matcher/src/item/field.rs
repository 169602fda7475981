//! The parts of an item.

/// The part of an item in which a keyword occurs. A literal watch searches titles and bodies only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// The title of a post.
    Title,
    /// The text of a post or comment.
    Body,
    /// The label of a post.
    Flair,
    /// The address that a post links to.
    Url,
    /// The name of the author.
    Author,
}
