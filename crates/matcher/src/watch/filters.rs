//! The filters of a watch.

/// Filters that determine how strictly a watch looks for its keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Filters {
    /// Whether to search posts.
    pub include_posts: bool,
    /// Whether to search comments.
    pub include_comments: bool,
    /// Whether to search only titles of posts, and so never comments.
    pub match_titles_only: bool,
    /// Whether capital and small letters differ.
    pub case_sensitive: bool,
    /// Whether to reject a keyword that is only part of a longer word.
    pub whole_word_only: bool,
}

impl Default for Filters {
    /// Includes posts and comments, titles and bodies, any case, anywhere in a word.
    fn default() -> Self {
        Filters {
            include_posts: true,
            include_comments: true,
            match_titles_only: false,
            case_sensitive: false,
            whole_word_only: false,
        }
    }
}
