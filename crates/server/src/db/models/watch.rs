use chrono::{DateTime, Utc};
use diesel::prelude::*;
use uuid::Uuid;

use crate::db::schema::watches;

/// A row of `watches`.
#[derive(Debug, Clone, Queryable, Selectable, Identifiable, Insertable)]
#[diesel(table_name = watches, check_for_backend(diesel::pg::Pg))]
pub struct Watch {
    pub id: Uuid,
    pub user_id: Uuid,
    /// A text or, by `mode`, a query.
    pub keyword: String,
    pub subreddits: Vec<String>,
    pub is_active: bool,
    pub match_count: i64,
    pub tags: Vec<String>,
    pub notes: String,
    pub include_posts: bool,
    pub include_comments: bool,
    pub match_titles_only: bool,
    pub case_sensitive: bool,
    pub whole_word_only: bool,
    pub browser_notification: bool,
    pub email_notification: bool,
    pub frequency: String,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Its alerts wait until then.
    pub snoozed_until: Option<DateTime<Utc>>,
    /// `literal` or `query`.
    pub mode: String,
    pub excluded_subreddits: Vec<String>,
    pub excluded_authors: Vec<String>,
}
