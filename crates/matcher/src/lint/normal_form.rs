//! A normal form that shows which watches find the same.

use crate::query::{normal, normal_words};
use crate::watch::{ALL, Rule, Watch};

impl Watch {
    /// Returns the normal form of what the watch finds: it is the same for watches that say the
    /// same in other words, with another order, spelling or mode, or with doubled parts. The
    /// watch's id is not part of it. Two watches that find the same may still have different forms.
    ///
    /// ```
    /// use matcher::{Filters, Scope, Watch, WatchId};
    ///
    /// let query = |text| Watch::query(WatchId(1), text, Scope::All, Filters::default()).unwrap();
    /// assert_eq!(query("Tea (black OR green)").normal_form(), query("(green OR BLACK) tea tea").normal_form());
    /// let whole = Filters { whole_word_only: true, ..Filters::default() };
    /// let literal = Watch::new(WatchId(2), "green  tea", Scope::All, whole).unwrap();
    /// assert_eq!(literal.normal_form(), query("\"Green tea\"").normal_form());
    /// ```
    pub fn normal_form(&self) -> String {
        let filters = self.filters();
        let case = filters.case_sensitive;
        let rule = match self.rule() {
            Rule::Literal(keyword) => {
                let open = !filters.whole_word_only;
                normal_words("", keyword, (open, open), case)
            }
            Rule::Query(query) => normal(query.root(), false, case),
        };
        let comments = filters.include_comments && !filters.match_titles_only;
        let kinds = (filters.include_posts, comments, filters.match_titles_only);
        let sorted = |names: &mut dyn Iterator<Item = &str>| {
            let mut names: Vec<String> = names.map(str::to_ascii_lowercase).collect();
            names.sort_unstable();
            names.join(",")
        };
        let all = self.scope().has_every_subreddit().then_some(ALL);
        let scope = sorted(&mut all.into_iter().chain(self.scope().named()));
        let excluded = self.exclusions();
        let subreddits = sorted(&mut excluded.subreddits().iter().map(|name| name.as_str()));
        let authors = sorted(&mut excluded.authors().iter().map(|name| name.as_str()));
        format!("{rule} {kinds:?} in {scope} not {subreddits} by {authors}")
    }
}
