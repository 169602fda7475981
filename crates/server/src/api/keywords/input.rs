use std::collections::HashMap;

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use matcher::{POPULAR, Scope, SubredditName, WatchError, WatchId};
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use super::{WatchFilters, WatchNotificationSettings};
use crate::db::Conn;
use crate::db::schema::subreddit_checks;
use crate::error::{ApiError, ApiResult, Fields};

const MAX_SUBREDDITS: usize = 100;
/// A whole address of a subreddit is shorter.
const MAX_SUBREDDIT_CHARS: usize = 200;
const MAX_TAGS: usize = 20;
const MAX_TAG_CHARS: usize = 50;
const MAX_NOTES_CHARS: usize = 2_000;

/// A keyword watch as a whole: what is left out has its default.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchInput {
    #[serde(default)]
    #[schema(required = true, min_length = 1, max_length = 200)]
    keyword: String,
    /// Names, `r/name` or addresses; none, or `all`, for every subreddit.
    #[serde(default)]
    #[schema(max_items = 100)]
    subreddits: Vec<String>,
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
    pub(super) subreddits: Vec<String>,
    pub(super) tags: Vec<String>,
    pub(super) notes: String,
    pub(super) filters: WatchFilters,
}

impl WatchInput {
    /// Checks every field, so that one answer names all that are wrong.
    pub(super) fn check(&self) -> ApiResult<CheckedWatch> {
        let mut fields = Fields::new();
        // The matcher's own rules decide, so that whatever is stored can be matched.
        let built = matcher::Watch::new(WatchId(0), &self.keyword, Scope::All, self.filters.into());
        if let Err(error) = &built {
            let (field, text) = refusal(error);
            fields.insert(field.to_owned(), text);
        }
        let subreddits = self.check_subreddits(&mut fields);
        let tags = self.check_tags(&mut fields);
        let notes = self.notes.trim();
        if notes.chars().count() > MAX_NOTES_CHARS {
            let text = format!("Notes have at most {MAX_NOTES_CHARS} characters");
            fields.insert("notes".to_owned(), text);
        } else if notes.contains('\0') {
            fields.insert("notes".to_owned(), NUL.to_owned());
        }
        match built {
            Ok(watch) if fields.is_empty() => Ok(CheckedWatch {
                keyword: watch.keyword().to_owned(),
                subreddits,
                tags,
                notes: notes.to_owned(),
                filters: self.filters,
            }),
            _ => Err(ApiError::Invalid(fields)),
        }
    }

    fn check_subreddits(&self, fields: &mut Fields) -> Vec<String> {
        if self.subreddits.len() > MAX_SUBREDDITS {
            let text = format!("Name at most {MAX_SUBREDDITS} subreddits");
            fields.insert("subreddits".to_owned(), text);
            return Vec::new();
        }
        let mut kept: Vec<SubredditName> = Vec::new();
        for (index, typed) in self.subreddits.iter().enumerate() {
            let refused = if typed.chars().count() > MAX_SUBREDDIT_CHARS {
                "A subreddit's name has at most 21 characters".to_owned()
            } else {
                match SubredditName::parse(typed) {
                    Ok(name) if kept.contains(&name) => continue,
                    Ok(name) => {
                        kept.push(name);
                        continue;
                    }
                    Err(error) => error.to_string(),
                }
            };
            fields.insert(format!("subreddits.{index}"), refused);
        }
        if kept.is_empty() {
            return vec![matcher::ALL.to_owned()];
        }
        kept.iter().map(|name| name.as_str().to_owned()).collect()
    }

    fn check_tags(&self, fields: &mut Fields) -> Vec<String> {
        if self.tags.len() > MAX_TAGS {
            let text = format!("A watch has at most {MAX_TAGS} tags");
            fields.insert("tags".to_owned(), text);
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
            fields.insert(format!("tags.{index}"), refused);
        }
        kept
    }
}

const NUL: &str = "This text contains a character that cannot be stored (NUL)";

/// Which field a rule of the matcher is about, and the text for a person.
fn refusal(error: &WatchError) -> (&'static str, String) {
    match error {
        WatchError::EmptyKeyword => ("keyword", "Keyword is required".to_owned()),
        WatchError::InvisibleKeyword
        | WatchError::KeywordTooLong { .. }
        | WatchError::NulInKeyword => ("keyword", sentence(&error.to_string())),
        WatchError::NothingIncluded => ("filters", sentence(&error.to_string())),
        WatchError::Subreddit(_) => ("subreddits", sentence(&error.to_string())),
        WatchError::Query(query) => ("keyword", format!("{query}. {}", query.advice())),
        WatchError::Exclusions(_) => ("exclusions", sentence(&error.to_string())),
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

impl CheckedWatch {
    /// Gives names the forum's own spelling where it is known: from earlier checks, else from the
    /// list of popular names.
    pub(super) async fn respell(&mut self, conn: &mut Conn) -> QueryResult<()> {
        let folded: Vec<String> = self
            .subreddits
            .iter()
            .map(|name| name.to_ascii_lowercase())
            .collect();
        let known: HashMap<String, String> = subreddit_checks::table
            .filter(subreddit_checks::found)
            .filter(subreddit_checks::name.eq_any(&folded))
            .select((subreddit_checks::name, subreddit_checks::display))
            .load::<(String, String)>(conn)
            .await?
            .into_iter()
            .collect();
        for (name, folded) in self.subreddits.iter_mut().zip(&folded) {
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
