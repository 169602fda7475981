use std::collections::HashMap;

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use matcher::{AuthorName, Filters, POPULAR, Query, Rule, SubredditName};

use db::Conn;
use db::models::watch::{Watch, WatchMode};
use db::schema::subreddit_checks;

/// A watch whose parts comply with all rules.
#[derive(Debug)]
pub struct CheckedWatch {
    pub keyword: String,
    pub mode: WatchMode,
    pub subreddits: Vec<String>,
    pub excluded_subreddits: Vec<String>,
    pub excluded_authors: Vec<String>,
    pub tags: Vec<String>,
    pub notes: String,
    pub description: String,
    pub filters: Filters,
    /// The parsed query, if the keyword is one.
    pub query: Option<Query>,
    /// A form that is equal for watches that find the same.
    pub form: String,
}

impl CheckedWatch {
    /// Returns the parts of a rule, without tags, notes and description.
    pub fn of(watch: &matcher::Watch) -> Self {
        let mode = match watch.rule() {
            Rule::Literal(_) => WatchMode::Literal,
            Rule::Query(_) => WatchMode::Query,
        };
        let scope = watch.scope();
        let all = scope.has_every_subreddit().then_some(matcher::ALL);
        let subreddits = all.into_iter().chain(scope.named());
        let exclusions = watch.exclusions();
        Self {
            keyword: watch.keyword().trim().to_owned(),
            mode,
            subreddits: subreddits.map(str::to_owned).collect(),
            excluded_subreddits: owned(exclusions.subreddits(), SubredditName::as_str),
            excluded_authors: owned(exclusions.authors(), AuthorName::as_str),
            tags: Vec::new(),
            notes: String::new(),
            description: String::new(),
            filters: watch.filters(),
            query: watch.rule().query().cloned(),
            form: watch.normal_form(),
        }
    }

    /// Returns the number of its regular expressions.
    pub fn patterns(&self) -> usize {
        self.query.as_ref().map_or(0, |query| query.patterns().len())
    }

    /// Replaces the parts of a row.
    pub fn write_to(self, row: &mut Watch) {
        row.keyword = self.keyword;
        row.mode = self.mode;
        row.subreddits = self.subreddits;
        row.excluded_subreddits = self.excluded_subreddits;
        row.excluded_authors = self.excluded_authors;
        row.tags = self.tags;
        row.notes = self.notes;
        row.description = self.description;
        row.include_posts = self.filters.include_posts;
        row.include_comments = self.filters.include_comments;
        row.match_titles_only = self.filters.match_titles_only;
        row.case_sensitive = self.filters.case_sensitive;
        row.whole_word_only = self.filters.whole_word_only;
    }

    /// Gives names the forum's own spelling where it is known: from earlier checks, else from the
    /// list of popular names.
    pub async fn respell(&mut self, conn: &mut Conn) -> QueryResult<()> {
        let names = self.subreddits.iter().chain(&self.excluded_subreddits);
        let folded: Vec<String> = names.map(|name| name.to_ascii_lowercase()).collect();
        if folded == [matcher::ALL] {
            return Ok(());
        }
        let known: HashMap<String, String> = subreddit_checks::table
            .filter(subreddit_checks::found)
            .filter(subreddit_checks::name.eq_any(&folded))
            .select((subreddit_checks::name, subreddit_checks::display))
            .load::<(String, String)>(conn)
            .await?
            .into_iter()
            .collect();
        let names = self.subreddits.iter_mut();
        for (name, folded) in names.chain(&mut self.excluded_subreddits).zip(&folded) {
            let popular = POPULAR.iter().find(|p| p.eq_ignore_ascii_case(folded));
            if let Some(display) = known.get(folded) {
                name.clone_from(display);
            } else if let Some(popular) = popular {
                (*popular).clone_into(name);
            }
        }
        Ok(())
    }
}

fn owned<T>(names: &[T], text: fn(&T) -> &str) -> Vec<String> {
    names.iter().map(|name| text(name).to_owned()).collect()
}
