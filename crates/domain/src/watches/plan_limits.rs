//! Limits of a user's plan on watches. Every check here runs in a transaction that holds the user's
//! row, so that each of many concurrent requests sees what the one before it did.

use std::collections::HashSet;

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use matcher::{Filters, Query};
use uuid::Uuid;

use super::CheckedWatch;
use db::Conn;
use db::models::watch::{Watch, WatchMode};
use db::schema::watches;
use foundation::wording::plural::plural;
use platform::plans::{Capabilities, MAX_KEYWORDS, MAX_VARIANTS};

/// The reason that a plan does not allow a request, as a person reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PlanRefusal {
    #[error(
        "You've reached the maximum of {limit} keywords for free users. Upgrade to Pro for \
         unlimited keyword watches!"
    )]
    KeywordLimit { limit: u32 },
    #[error(
        "An account can have {}. Delete some, or combine several into one query with OR.",
        plural(MAX_KEYWORDS.into(), "keyword", "keywords")
    )]
    TooManyKeywords,
    #[error(
        "Your keywords can name {limit} different subreddits in all, and this would make \
         {wanted}. Name fewer, or listen to all of Reddit."
    )]
    SubredditLimit { limit: u32, wanted: usize },
    #[error(
        "Your keywords can have {limit} regular expressions in all, and this would make {wanted}. \
         Use words instead of some of them."
    )]
    PatternLimit { limit: u32, wanted: usize },
    #[error(
        "You can try {} at a time. End one first.",
        plural(MAX_VARIANTS.into(), "variant", "variants")
    )]
    TooManyVariants,
    #[error("{} part of the Pro plan. Upgrade to Pro to use them.", .0.subject())]
    NotInPlan(Feature),
}

impl PlanRefusal {
    /// Returns the error code, for programs.
    pub fn code(self) -> &'static str {
        match self {
            Self::KeywordLimit { .. } => "KEYWORD_LIMIT_EXCEEDED",
            Self::TooManyKeywords => "TOO_MANY_KEYWORDS",
            Self::SubredditLimit { .. } => "SUBREDDIT_LIMIT_EXCEEDED",
            Self::PatternLimit { .. } => "PATTERN_LIMIT_EXCEEDED",
            Self::TooManyVariants => "TOO_MANY_VARIANTS",
            Self::NotInPlan(_) => "PLAN_UPGRADE_REQUIRED",
        }
    }
}

/// A feature that only some plans have.
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

/// Returns the number of a user's watches.
pub async fn count(user_id: Uuid, conn: &mut Conn) -> QueryResult<i64> {
    let mine = watches::table.filter(watches::user_id.eq(user_id));
    mine.count().get_result(conn).await
}

/// Returns the number of a user's active watches.
pub async fn count_active(user_id: Uuid, conn: &mut Conn) -> QueryResult<i64> {
    watches::table
        .filter(watches::user_id.eq(user_id))
        .filter(watches::is_active)
        .count()
        .get_result(conn)
        .await
}

/// Checks that the plan allows one more besides `held`.
///
/// # Errors
/// It has not.
pub fn check_room(can: Capabilities, held: i64) -> Result<(), PlanRefusal> {
    match can.keywords {
        Some(limit) if held >= i64::from(limit) => Err(PlanRefusal::KeywordLimit { limit }),
        None if held >= i64::from(MAX_KEYWORDS) => Err(PlanRefusal::TooManyKeywords),
        _ => Ok(()),
    }
}

/// Checks that a user may try one more variant besides those of `others` watches.
///
/// # Errors
/// They may not.
pub fn check_variants(others: i64) -> Result<(), PlanRefusal> {
    if others >= i64::from(MAX_VARIANTS) {
        return Err(PlanRefusal::TooManyVariants);
    }
    Ok(())
}

/// Returns the subreddits that a user's watches name, except one watch, in lower case.
pub async fn named_subreddits(
    user_id: Uuid,
    left_out: Option<Uuid>,
    conn: &mut Conn,
) -> QueryResult<HashSet<String>> {
    let names: Vec<Vec<String>> = watches::table
        .filter(watches::user_id.eq(user_id))
        .filter(watches::id.ne(left_out.unwrap_or_else(Uuid::nil)))
        .select(watches::subreddits)
        .load(conn)
        .await?;
    Ok(names.iter().flat_map(|names| folded(names)).collect())
}

/// Checks that the plan allows the subreddits of a watch besides those that `others` name, and adds
/// them there. What `present` already has may stay, so that it can still be edited after a
/// downgrade.
///
/// # Errors
/// It has not.
pub fn check_subreddits(
    can: Capabilities,
    wanted: &CheckedWatch,
    present: Option<&Watch>,
    others: &mut HashSet<String>,
) -> Result<(), PlanRefusal> {
    let new = |names: &[String]| -> HashSet<String> {
        folded(names).filter(|name| !others.contains(name)).collect()
    };
    let had = present.map_or(0, |row| new(&row.subreddits).len());
    let (added, limit) = (new(&wanted.subreddits), can.subreddits);
    let wanted = others.len() + added.len();
    if added.len() > had && wanted > limit as usize {
        return Err(PlanRefusal::SubredditLimit { limit, wanted });
    }
    others.extend(added);
    Ok(())
}

/// Returns the number of regular expressions of a user's watches, except one watch.
pub async fn patterns(
    user_id: Uuid,
    left_out: Option<Uuid>,
    conn: &mut Conn,
) -> QueryResult<usize> {
    let queries: Vec<String> = watches::table
        .filter(watches::user_id.eq(user_id))
        .filter(watches::id.ne(left_out.unwrap_or_else(Uuid::nil)))
        .filter(watches::mode.eq(WatchMode::Query))
        // Each is enclosed in slashes.
        .filter(watches::keyword.like("%/%/%"))
        .select(watches::keyword)
        .load(conn)
        .await?;
    let queries = queries.iter().filter_map(|text| Query::parse(text).ok());
    Ok(queries.map(|query| query.patterns().len()).sum())
}

/// Checks that the plan allows the regular expressions of a watch besides `others`, and counts them
/// there. What `present` already has may stay.
///
/// # Errors
/// It has not.
pub fn check_patterns(
    can: Capabilities,
    wanted: &CheckedWatch,
    present: Option<&Watch>,
    others: &mut usize,
) -> Result<(), PlanRefusal> {
    let limit = can.patterns;
    let sum = *others + wanted.patterns();
    let is_kept = present.is_some_and(|row| row.keyword == wanted.keyword);
    if wanted.patterns() > 0 && !is_kept && sum > limit as usize {
        return Err(PlanRefusal::PatternLimit { limit, wanted: sum });
    }
    *others = sum;
    Ok(())
}

fn folded(names: &[String]) -> impl Iterator<Item = String> {
    let names = names.iter().map(|name| name.to_lowercase());
    // A site is read as a whole, whoever names it.
    names.filter(|name| name != matcher::ALL && matcher::is_subreddit(name))
}

/// Checks that the plan includes the filters, the mode and the exclusions of a watch. What
/// `present` already has may stay, so that it can still be edited after a downgrade.
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
    // Each separately, so that one of several can be given up.
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

/// Returns true if the plan allows the watch with its changed rule, besides `patterns` regular
/// expressions of the user's others. It is assumed to name no new subreddits.
pub fn allows_change(
    can: Capabilities,
    wanted: &CheckedWatch,
    present: &Watch,
    mut patterns: usize,
) -> bool {
    check_rule(can, wanted, Some(present)).is_ok()
        && check_patterns(can, wanted, Some(present), &mut patterns).is_ok()
}

fn each(filters: Filters) -> [bool; 5] {
    let Filters {
        include_posts,
        include_comments,
        match_titles_only,
        case_sensitive,
        whole_word_only,
    } = filters;
    [include_posts, include_comments, match_titles_only, case_sensitive, whole_word_only]
}
