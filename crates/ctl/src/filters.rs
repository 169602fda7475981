//! The filters of a search and of an export.

use clap::{Args, ValueEnum};

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Status {
    Unread,
    Read,
    Archived,
    /// Set aside as probably not relevant.
    Aside,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Kind {
    Post,
    Comment,
}

/// Which matches are found; all if nothing is given.
#[derive(Debug, Args)]
pub(crate) struct Filters {
    /// Words that must all occur; in quotes for a phrase, `OR` between two, `-` before one that must not.
    words: Vec<String>,
    #[arg(long)]
    status: Option<Status>,
    /// The text of a keyword.
    #[arg(long)]
    keyword: Option<String>,
    /// A subreddit or a site, such as news.ycombinator.com.
    #[arg(long)]
    place: Option<String>,
    #[arg(long)]
    kind: Option<Kind>,
    /// Only matches with a star.
    #[arg(long)]
    starred: bool,
    /// The first day, as 2026-12-31.
    #[arg(long)]
    from: Option<chrono::NaiveDate>,
    /// The last day.
    #[arg(long)]
    until: Option<chrono::NaiveDate>,
}

impl Filters {
    /// Returns the parameters of the call.
    pub(crate) fn query(self) -> Vec<(&'static str, String)> {
        let name = |value: &dyn Fn() -> Option<clap::builder::PossibleValue>| {
            value().map(|value| value.get_name().to_owned())
        };
        let given = [
            ("q", (!self.words.is_empty()).then(|| self.words.join(" "))),
            ("status", name(&|| self.status?.to_possible_value())),
            ("keyword", self.keyword),
            ("subreddit", self.place),
            ("kind", name(&|| self.kind?.to_possible_value())),
            ("starred", self.starred.then(|| "true".to_owned())),
            ("from", self.from.map(|day| day.to_string())),
            ("until", self.until.map(|day| day.to_string())),
        ];
        given.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }
}
