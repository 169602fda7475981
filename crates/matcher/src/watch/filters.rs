//! How strictly a watch looks.

/// How strictly a keyword is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Filters {
    /// Look in posts.
    pub include_posts: bool,
    /// Look in comments.
    pub include_comments: bool,
    /// Look only in titles of posts, so never in comments.
    pub match_titles_only: bool,
    /// Tell capital from small letters.
    pub case_sensitive: bool,
    /// Refuse a keyword that is only part of a longer word.
    pub whole_word_only: bool,
}

impl Default for Filters {
    /// Posts and comments, titles and bodies, any case, anywhere in a word.
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
