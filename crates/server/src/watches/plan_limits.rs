//! What a user's plan allows with watches. Everything here is asked in a transaction that holds the
//! user's row, so that of many requests at once each sees what the one before it did.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use matcher::Filters;
use uuid::Uuid;

use super::CheckedWatch;
use crate::db::Conn;
use crate::db::models::watch::{Watch, WatchMode};
use crate::db::schema::watches;
use crate::plans::Capabilities;

/// Why a plan does not allow what was asked for, as a person reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PlanRefusal {
    #[error(
        "You've reached the maximum of {limit} keywords for free users. Upgrade to Pro for \
         unlimited keyword watches!"
    )]
    KeywordLimit { limit: u32 },
    #[error("{} part of the Pro plan. Upgrade to Pro to use them.", .0.subject())]
    NotInPlan(Feature),
}

impl PlanRefusal {
    /// Returns the code, which is for programs.
    pub fn code(self) -> &'static str {
        match self {
            Self::KeywordLimit { .. } => "KEYWORD_LIMIT_EXCEEDED",
            Self::NotInPlan(_) => "PLAN_UPGRADE_REQUIRED",
        }
    }
}

/// What only some plans have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Feature {
    Filters,
    Queries,
    Exclusions,
}

impl Feature {
    fn subject(self) -> &'static str {
        match self {
            Self::Filters => "Advanced filters are",
            Self::Queries => "Queries are",
            Self::Exclusions => "Exclusions are",
        }
    }
}

/// Returns how many watches a user has.
pub async fn count(user_id: Uuid, conn: &mut Conn) -> QueryResult<i64> {
    let mine = watches::table.filter(watches::user_id.eq(user_id));
    mine.count().get_result(conn).await
}

/// Returns how many of a user's watches are active.
pub async fn count_active(user_id: Uuid, conn: &mut Conn) -> QueryResult<i64> {
    watches::table
        .filter(watches::user_id.eq(user_id))
        .filter(watches::is_active)
        .count()
        .get_result(conn)
        .await
}

/// Checks that the plan has room for one more beside `held`.
///
/// # Errors
/// It has not.
pub fn check_room(can: Capabilities, held: i64) -> Result<(), PlanRefusal> {
    match can.keywords {
        Some(limit) if held >= i64::from(limit) => Err(PlanRefusal::KeywordLimit { limit }),
        _ => Ok(()),
    }
}

/// Checks that the plan has the filters, the mode and the exclusions of a watch. What `present` has
/// already may stay, so that it can still be edited after a downgrade.
///
/// # Errors
/// It has not.
pub fn check_rule(
    can: Capabilities,
    wanted: &CheckedWatch,
    present: Option<&Watch>,
) -> Result<(), PlanRefusal> {
    if can.advanced_filters {
        return Ok(());
    }
    let had = present.map_or_else(Filters::default, Watch::filters);
    // Each by itself, so that one of several can be given up.
    let filters = each(wanted.filters).into_iter().zip(each(had));
    let mut filters = filters.zip(each(Filters::default()));
    if !filters.all(|((wanted, had), default)| wanted == had || wanted == default) {
        return Err(PlanRefusal::NotInPlan(Feature::Filters));
    }
    let mode =
        wanted.mode == WatchMode::Literal || present.is_some_and(|row| row.mode == wanted.mode);
    if !mode {
        return Err(PlanRefusal::NotInPlan(Feature::Queries));
    }
    let kept = |wanted: &[String], present: Option<&Vec<String>>| {
        let known = present.map_or(&[] as &[String], Vec::as_slice);
        wanted.iter().all(|name| known.contains(name))
    };
    let subreddits = present.map(|row| &row.excluded_subreddits);
    let authors = present.map(|row| &row.excluded_authors);
    if kept(&wanted.excluded_subreddits, subreddits) && kept(&wanted.excluded_authors, authors) {
        return Ok(());
    }
    Err(PlanRefusal::NotInPlan(Feature::Exclusions))
}

fn each(filters: Filters) -> [bool; 5] {
    let Filters {
        include_posts,
        include_comments,
        match_titles_only,
        case_sensitive,
        whole_word_only,
    } = filters;
    [
        include_posts,
        include_comments,
        match_titles_only,
        case_sensitive,
        whole_word_only,
    ]
}
