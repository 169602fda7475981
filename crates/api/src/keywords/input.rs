use matcher::WatchId;
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use super::names::check_names;
use super::{WatchFilters, WatchNotificationSettings};
use crate::app::App;
use crate::error::ApiResult;
use db::models::watch::WatchMode;
use domain::auth::AuthUser;
use domain::watches::CheckedWatch;
use domain::watches::rule::{Problems, TypedRule};
use foundation::wording::line::one_line;
use foundation::wording::plural::plural;

const MAX_TAGS: usize = 20;
const MAX_TAG_CHARS: usize = 50;
const MAX_NOTES_CHARS: usize = 2_000;
const MAX_DESCRIPTION_CHARS: usize = 200;

/// A complete keyword; missing fields have their defaults.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchInput {
    #[serde(default)]
    #[schema(required = true, min_length = 1, max_length = 1000, example = "async runtime")]
    keyword: String,
    /// How the keyword is interpreted. A literal keyword has at most 200 characters, a query at
    /// most 1,000 characters and 1,500 bytes. Queries are for Pro.
    #[serde(default)]
    mode: WatchMode,
    /// Names, `r/name` or addresses of subreddits; none, or `all`, for every subreddit. Other sites
    /// that this server reads are named by their host, such as `news.ycombinator.com`, with or
    /// without `all`.
    #[serde(default)]
    #[schema(max_items = 100, example = json!(["rust"]))]
    subreddits: Vec<String>,
    /// Names, `r/name` or addresses of excluded subreddits. For Pro.
    #[serde(default)]
    #[schema(max_items = 100)]
    excluded_subreddits: Vec<String>,
    /// Names or `u/name` of excluded authors. For Pro.
    #[serde(default)]
    #[schema(max_items = 100)]
    excluded_authors: Vec<String>,
    /// Whether the keyword is active. If missing, a new keyword is active and an existing one stays
    /// as it is.
    #[schema(nullable = false)]
    pub(super) is_active: Option<bool>,
    #[serde(default)]
    #[schema(max_items = 20)]
    tags: Vec<String>,
    #[serde(default)]
    #[schema(max_length = 2000)]
    notes: String,
    /// What is meant by the keyword, and what not, in a sentence of one line, such as `Rust the language, not the
    /// game`.
    #[serde(default)]
    #[schema(max_length = 200)]
    description: String,
    #[serde(default)]
    filters: WatchFilters,
    #[serde(default)]
    pub(super) notification_settings: WatchNotificationSettings,
}

impl WatchInput {
    /// Checks every field, so that one answer names all wrong ones.
    pub(super) fn check(&self) -> ApiResult<CheckedWatch> {
        let mut problems = Problems::default();
        let rule = TypedRule {
            keyword: &self.keyword,
            mode: self.mode,
            subreddits: &self.subreddits,
            excluded_subreddits: &self.excluded_subreddits,
            excluded_authors: &self.excluded_authors,
            filters: self.filters.into(),
        };
        let watch = rule.check(WatchId(0), &mut problems);
        let tags = self.check_tags(&mut problems);
        let notes = self.notes.trim();
        if notes.chars().count() > MAX_NOTES_CHARS {
            let most = plural(MAX_NOTES_CHARS as u64, "character", "characters");
            let text = format!("Notes can have at most {most}");
            problems.add("notes", text);
        } else if notes.contains('\0') {
            problems.add("notes", NUL);
        }
        let description = one_line(&self.description);
        if description.chars().count() > MAX_DESCRIPTION_CHARS {
            let most = plural(MAX_DESCRIPTION_CHARS as u64, "character", "characters");
            problems.add("description", format!("A description can have at most {most}"));
        }
        match watch {
            Some(watch) if problems.is_empty() => {
                let notes = notes.to_owned();
                Ok(CheckedWatch { tags, notes, description, ..CheckedWatch::of(&watch) })
            }
            _ => Err(problems.into()),
        }
    }

    /// Checks that the forum has the subreddits that only it can confirm.
    pub(super) async fn check_names(&self, app: &App, auth: AuthUser) -> ApiResult<()> {
        check_names(app, auth, "subreddits", &self.subreddits).await?;
        check_names(app, auth, "excludedSubreddits", &self.excluded_subreddits).await
    }

    fn check_tags(&self, problems: &mut Problems) -> Vec<String> {
        if self.tags.len() > MAX_TAGS {
            let text = format!("A keyword can have at most {MAX_TAGS} tags");
            problems.add("tags", text);
            return Vec::new();
        }
        let mut kept: Vec<String> = Vec::new();
        for (index, typed) in self.tags.iter().enumerate() {
            let tag = typed.trim();
            let refused = if tag.is_empty() {
                "A tag needs at least one character".to_owned()
            } else if tag.chars().count() > MAX_TAG_CHARS {
                format!("A tag can have at most {MAX_TAG_CHARS} characters")
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
