use std::collections::HashMap;

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use matcher::{AuthorName, POPULAR, Rule, Scope, SubredditName, WatchId};
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use super::rule::{Problems, TypedRule};
use super::{WatchFilters, WatchMode, WatchNotificationSettings};
use crate::db::Conn;
use crate::db::models::watch::Watch as WatchRow;
use crate::db::schema::subreddit_checks;
use crate::error::ApiResult;

const MAX_TAGS: usize = 20;
const MAX_TAG_CHARS: usize = 50;
const MAX_NOTES_CHARS: usize = 2_000;

/// A keyword watch as a whole: what is left out has its default.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchInput {
    #[serde(default)]
    #[schema(required = true, min_length = 1, max_length = 1000)]
    keyword: String,
    /// How the keyword is meant. A literal one has at most 200 characters, a query 1,000 and at
    /// most 1,500 bytes. Queries are for Pro.
    #[serde(default)]
    mode: WatchMode,
    /// Names, `r/name` or addresses; none, or `all`, for every subreddit.
    #[serde(default)]
    #[schema(max_items = 100)]
    subreddits: Vec<String>,
    /// Names, `r/name` or addresses of subreddits that are passed over. For Pro.
    #[serde(default)]
    #[schema(max_items = 100)]
    excluded_subreddits: Vec<String>,
    /// Names or `u/name` of authors that are passed over. For Pro.
    #[serde(default)]
    #[schema(max_items = 100)]
    excluded_authors: Vec<String>,
    /// A new watch is active unless this says otherwise; an existing one stays as it is.
    #[schema(nullable = false)]
    pub(super) is_active: Option<bool>,
    #[serde(default)]
    #[schema(max_items = 20)]
    tags: Vec<String>,
    #[serde(default)]
    #[schema(max_length = 2000)]
    notes: String,
    #[serde(default)]
    filters: WatchFilters,
    #[serde(default)]
    pub(super) notification_settings: WatchNotificationSettings,
}

/// A watch whose parts keep all rules.
#[derive(Debug)]
pub(super) struct CheckedWatch {
    pub(super) keyword: String,
    pub(super) mode: WatchMode,
    pub(super) subreddits: Vec<String>,
    pub(super) excluded_subreddits: Vec<String>,
    pub(super) excluded_authors: Vec<String>,
    pub(super) tags: Vec<String>,
    pub(super) notes: String,
    pub(super) filters: WatchFilters,
}

impl WatchInput {
    /// Checks every field, so that one answer names all that are wrong.
    pub(super) fn check(&self) -> ApiResult<CheckedWatch> {
        let mut problems = Problems::default();
        let rule = TypedRule {
            keyword: &self.keyword,
            mode: self.mode,
            subreddits: &self.subreddits,
            excluded_subreddits: &self.excluded_subreddits,
            excluded_authors: &self.excluded_authors,
            filters: self.filters,
        };
        let watch = rule.check(WatchId(0), &mut problems);
        let tags = self.check_tags(&mut problems);
        let notes = self.notes.trim();
        if notes.chars().count() > MAX_NOTES_CHARS {
            let text = format!("Notes have at most {MAX_NOTES_CHARS} characters");
            problems.add("notes", text);
        } else if notes.contains('\0') {
            problems.add("notes", NUL);
        }
        match watch {
            Some(watch) if problems.is_empty() => Ok(CheckedWatch {
                tags,
                notes: notes.to_owned(),
                ..CheckedWatch::of(&watch)
            }),
            _ => Err(problems.refusal()),
        }
    }

    fn check_tags(&self, problems: &mut Problems) -> Vec<String> {
        if self.tags.len() > MAX_TAGS {
            let text = format!("A watch has at most {MAX_TAGS} tags");
            problems.add("tags", text);
            return Vec::new();
        }
        let mut kept: Vec<String> = Vec::new();
        for (index, typed) in self.tags.iter().enumerate() {
            let tag = typed.trim();
            let refused = if tag.is_empty() {
                "A tag has at least one character".to_owned()
            } else if tag.chars().count() > MAX_TAG_CHARS {
                format!("A tag has at most {MAX_TAG_CHARS} characters")
            } else if tag.contains('\0') {
                NUL.to_owned()
            } else {
                if !kept.iter().any(|other| other == tag) {
                    kept.push(tag.to_owned());
                }
                continue;
            };
            problems.add(&format!("tags.{index}"), refused);
        }
        kept
    }
}

const NUL: &str = "This text contains a character that cannot be stored (NUL)";

impl CheckedWatch {
    /// What a rule says, without tags and notes.
    pub(super) fn of(watch: &matcher::Watch) -> Self {
        let mode = match watch.rule() {
            Rule::Literal(_) => WatchMode::Literal,
            Rule::Query(_) => WatchMode::Query,
        };
        let subreddits = match watch.scope() {
            Scope::All => vec![matcher::ALL.to_owned()],
            Scope::Only(names) => owned(names, SubredditName::as_str),
        };
        let exclusions = watch.exclusions();
        Self {
            keyword: watch.keyword().trim().to_owned(),
            mode,
            subreddits,
            excluded_subreddits: owned(exclusions.subreddits(), SubredditName::as_str),
            excluded_authors: owned(exclusions.authors(), AuthorName::as_str),
            tags: Vec::new(),
            notes: String::new(),
            filters: watch.filters().into(),
        }
    }

    /// Puts it in the place of what a row has.
    pub(super) fn write_to(self, row: &mut WatchRow) {
        row.keyword = self.keyword;
        self.mode.as_str().clone_into(&mut row.mode);
        row.subreddits = self.subreddits;
        row.excluded_subreddits = self.excluded_subreddits;
        row.excluded_authors = self.excluded_authors;
        row.tags = self.tags;
        row.notes = self.notes;
        row.include_posts = self.filters.include_posts;
        row.include_comments = self.filters.include_comments;
        row.match_titles_only = self.filters.match_titles_only;
        row.case_sensitive = self.filters.case_sensitive;
        row.whole_word_only = self.filters.whole_word_only;
    }

    /// Gives names the forum's own spelling where it is known: from earlier checks, else from the
    /// list of popular names.
    pub(super) async fn respell(&mut self, conn: &mut Conn) -> QueryResult<()> {
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
