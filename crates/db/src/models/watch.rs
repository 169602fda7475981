use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::user::EmailFrequency;
use crate::Conn;
use crate::column_enum::column_enum;
use crate::schema::watches;

/// Rows per statement, which can have 65,535 values.
const ROWS_AT_ONCE: usize = 1_000;

column_enum! {
    /// The interpretation of a keyword.
    #[derive(Default, Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum WatchMode in watches.mode, watch_variants.mode {
        /// Exactly as written, including any symbols.
        #[default]
        Literal = "literal",
        /// Words joined by operators.
        Query = "query",
    }
}

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
    pub frequency: EmailFrequency,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// The time until which its alerts wait.
    pub snoozed_until: Option<DateTime<Utc>>,
    pub mode: WatchMode,
    pub excluded_subreddits: Vec<String>,
    pub excluded_authors: Vec<String>,
    pub last_match_at: Option<DateTime<Utc>>,
    /// When the watch was paused because searching for it costs too much.
    pub paused_at: Option<DateTime<Utc>>,
    /// The part of its query that costs most.
    pub paused_part: Option<String>,
    /// Whether none of its matches are set aside.
    pub shows_all: bool,
    /// What its user means by it, and what not, in a sentence.
    pub description: String,
}

impl Watch {
    /// Returns a new, empty watch of a user.
    pub fn new(user_id: Uuid, now: DateTime<Utc>) -> Self {
        Self {
            id: Uuid::now_v7(),
            user_id,
            keyword: String::new(),
            mode: WatchMode::Literal,
            subreddits: Vec::new(),
            excluded_subreddits: Vec::new(),
            excluded_authors: Vec::new(),
            is_active: true,
            match_count: 0,
            tags: Vec::new(),
            notes: String::new(),
            include_posts: true,
            include_comments: true,
            match_titles_only: false,
            case_sensitive: false,
            whole_word_only: false,
            browser_notification: true,
            email_notification: false,
            frequency: EmailFrequency::Realtime,
            created_at: now,
            updated_at: now,
            snoozed_until: None,
            last_match_at: None,
            paused_at: None,
            paused_part: None,
            shows_all: false,
            description: String::new(),
        }
    }

    /// Stores new watches.
    pub async fn insert(rows: &[Self], conn: &mut Conn) -> QueryResult<()> {
        for rows in rows.chunks(ROWS_AT_ONCE) {
            diesel::insert_into(watches::table).values(rows).execute(conn).await?;
        }
        Ok(())
    }

    /// Returns one of a user's own watches; watches of others are not found.
    pub async fn find_own(id: Uuid, user_id: Uuid, conn: &mut Conn) -> QueryResult<Option<Self>> {
        watches::table
            .find(id)
            .filter(watches::user_id.eq(user_id))
            .select(Self::as_select())
            .first(conn)
            .await
            .optional()
    }

    /// Returns a user's own watch if it is on and paused.
    pub async fn find_paused(
        id: Uuid,
        user_id: Uuid,
        conn: &mut Conn,
    ) -> QueryResult<Option<Self>> {
        let found = Self::find_own(id, user_id, conn).await?;
        Ok(found.filter(|watch| watch.is_active && watch.paused_at.is_some()))
    }

    pub fn filters(&self) -> matcher::Filters {
        matcher::Filters {
            include_posts: self.include_posts,
            include_comments: self.include_comments,
            match_titles_only: self.match_titles_only,
            case_sensitive: self.case_sensitive,
            whole_word_only: self.whole_word_only,
        }
    }
}
