//! Variants: another rule for a keyword, tried beside its own, and the differences between them.

use anyhow::Context;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use matcher::{Matcher, PreparedItem, Scratch, SingleWatch, WatchId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use super::names::check_names;
use super::write::check_cost;
use super::{PreviewMatch, ProposedRule, WatchFilters, find_own};
use crate::app::App;
use crate::error::{ApiError, ApiResult, ErrorBody};
use crate::extract::{PathPart, Valid};
use crate::refusals::{AnyCall, JsonBody, OwnId, SignedIn};
use db::Conn;
use db::models::item::Item;
use db::models::notification::{Filter, Notification};
use db::models::watch::{Watch, WatchMode};
use db::models::watch_variant::{Latest, TRIED_FOR, WatchVariant};
use db::schema::watch_variants;
use domain::auth::AuthUser;
use domain::watches::rule::{Problems, TypedRule, parse_row};
use domain::watches::{CheckedWatch, OwnRule, plan_limits};
use foundation::background;
use platform::plans::Capabilities;
use platform::wire::MatchSpan;

/// The most of a keyword's latest matches that are compared.
const MAX_COMPARED: i64 = 500;
/// The most matches shown that would be dropped.
const MAX_DROPPED: usize = 50;

/// The rule of a variant, which searches the places of its keyword. Missing fields have their defaults.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchVariantInput {
    #[serde(default)]
    #[schema(required = true, min_length = 1, max_length = 1000, example = "async executor")]
    keyword: String,
    #[serde(default)]
    mode: WatchMode,
    #[serde(default)]
    #[schema(max_items = 100)]
    excluded_subreddits: Vec<String>,
    #[serde(default)]
    #[schema(max_items = 100)]
    excluded_authors: Vec<String>,
    #[serde(default)]
    filters: WatchFilters,
}

/// Another rule that is tried beside that of a keyword.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchVariantSummary {
    pub keyword: String,
    pub mode: WatchMode,
    pub started_at: DateTime<Utc>,
    /// The time at which it ends on its own.
    pub ends_at: DateTime<Utc>,
    /// The time since which it is not searched for, because it has expired or costs too much. Its counts are kept.
    #[schema(required = true)]
    pub ended_at: Option<DateTime<Utc>>,
    /// The part of the query that takes longest, if it ended because of that.
    #[schema(required = true)]
    pub expensive_part: Option<String>,
    /// The number of posts and comments that it found and the keyword did not.
    pub added: i64,
}

/// The differences between a keyword and its variant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchDifference {
    #[serde(flatten)]
    pub variant: WatchVariantSummary,
    /// The keyword's rule if it adopted the variant.
    pub rule: ProposedRule,
    /// The latest items that only the variant found, newest first, at most 50. They are stored for about 36 hours,
    /// unless another keyword matches them.
    pub added_matches: Vec<PreviewMatch>,
    /// The number of compared matches of the keyword: those since the start of the variant, at most the latest 500.
    pub compared: usize,
    /// The number of those that the variant does not find.
    pub dropped: usize,
    /// The latest of those, at most 50.
    pub dropped_matches: Vec<PreviewMatch>,
}

/// Starts a variant of a keyword, in place of the previous one.
///
/// A variant is another rule, which searches the same places for 14 days. It alerts nobody. A change of the keyword's
/// own rule deletes it.
#[utoipa::path(
    put, path = "/keywords/{id}/variant", tag = "keywords", security(("token" = [])),
    params(("id" = Uuid, Path)), request_body = WatchVariantInput,
    responses(
        AnyCall, JsonBody, SignedIn, OwnId,
        (status = 200, body = WatchVariantSummary),
        (status = 403, body = ErrorBody, description = "`TOO_MANY_VARIANTS`, `PATTERN_LIMIT_EXCEEDED`, `PLAN_UPGRADE_REQUIRED`"),
        (status = 409, body = ErrorBody, description = "`SAME_RULE`"),
    )
)]
pub async fn start_watch_variant(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
    Valid(input): Valid<WatchVariantInput>,
) -> ApiResult<Json<WatchVariantSummary>> {
    let row = find_own(id, auth.id, &mut *app.conn().await?).await?;
    let checked = input.check(&row)?;
    check_names(&app, auth, "excludedSubreddits", &input.excluded_subreddits).await?;
    check_cost(&app, auth.id, checked.query.as_ref()).await??;
    let (now, plans) = (app.clock.now(), app.config.server.plans);
    let mut conn = app.conn().await?;
    let variant = conn
        .transaction::<_, ApiError, _>(async move |conn| {
            let can = Capabilities::lock(auth.id, plans, conn).await?;
            let row = find_own(id, auth.id, conn).await?;
            if parse_row(&row).is_ok_and(|watch| watch.normal_form() == checked.form) {
                return Err(same_rule());
            }
            plan_limits::check_rule(can, &checked, Some(&row))?;
            if checked.patterns() > 0 {
                let mut others = plan_limits::patterns(auth.id, Some(id), conn).await?;
                plan_limits::check_patterns(can, &checked, Some(&row), &mut others)?;
            }
            plan_limits::check_variants(count_others(auth.id, id, conn).await?)?;
            let variant = variant_of(checked, &row, now);
            variant.store(conn).await?;
            Ok(variant)
        })
        .await?;
    Ok(Json(WatchVariantSummary::of(&variant)))
}

/// Compares a keyword with its variant.
#[utoipa::path(
    get, path = "/keywords/{id}/variant", tag = "keywords", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(AnyCall, SignedIn, OwnId, (status = 200, body = WatchDifference))
)]
pub async fn get_watch_variant(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<Json<WatchDifference>> {
    let turn = app.heavy_reads.take(auth.id).await?;
    let mut conn = app.conn().await?;
    let row = find_own(id, auth.id, &mut conn).await?;
    let variant = find_variant(id, auth.id, &mut conn).await?;
    let Latest(latest) = &variant.latest;
    let keys = latest.iter().map(|added| (added.id, added.seen_at));
    let (ids, seen_at): (Vec<_>, Vec<_>) = keys.unzip();
    let added = Item::still_there(&ids, &seen_at, &mut conn).await?;
    let filter = Filter { watch_id: Some(id), limit: MAX_COMPARED, ..Filter::default() };
    let matches = Notification::list(auth.id, app.clock.now(), &filter, &mut conn).await?;
    drop(conn);
    let found = background::run(move || {
        let difference = compare(variant, row, added, matches);
        drop(turn);
        difference
    });
    Ok(Json(found.await.context("the rules could not be compared")??))
}

/// Deletes the variant of a keyword.
#[utoipa::path(
    delete, path = "/keywords/{id}/variant", tag = "keywords", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(AnyCall, SignedIn, OwnId, (status = 204, description = "Deleted"))
)]
pub async fn delete_watch_variant(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<StatusCode> {
    let own = watch_variants::table.find(id).filter(watch_variants::user_id.eq(auth.id));
    let deleted = diesel::delete(own).execute(&mut *app.conn().await?).await?;
    if deleted == 0 {
        return Err(ApiError::not_found("variant"));
    }
    Ok(StatusCode::NO_CONTENT)
}

async fn find_variant(id: Uuid, user_id: Uuid, conn: &mut Conn) -> ApiResult<WatchVariant> {
    let variant = WatchVariant::find_own(id, user_id, conn).await?;
    variant.ok_or_else(|| ApiError::not_found("variant"))
}

async fn count_others(user_id: Uuid, id: Uuid, conn: &mut Conn) -> QueryResult<i64> {
    watch_variants::table
        .filter(watch_variants::user_id.eq(user_id))
        .filter(watch_variants::watch_id.ne(id))
        .count()
        .get_result(conn)
        .await
}

fn same_rule() -> ApiError {
    ApiError::new(
        StatusCode::CONFLICT,
        "SAME_RULE",
        "This finds the same as the keyword does. Change what it searches for first.",
    )
}

fn variant_of(checked: CheckedWatch, row: &Watch, now: DateTime<Utc>) -> WatchVariant {
    WatchVariant {
        watch_id: row.id,
        user_id: row.user_id,
        keyword: checked.keyword,
        mode: checked.mode,
        excluded_subreddits: checked.excluded_subreddits,
        excluded_authors: checked.excluded_authors,
        include_posts: checked.filters.include_posts,
        include_comments: checked.filters.include_comments,
        match_titles_only: checked.filters.match_titles_only,
        case_sensitive: checked.filters.case_sensitive,
        whole_word_only: checked.filters.whole_word_only,
        started_at: now,
        ended_at: None,
        expensive_part: None,
        added: 0,
        latest: Latest::default(),
    }
}

/// # Errors
/// The stored rule is invalid for the matcher.
fn compare(
    variant: WatchVariant,
    row: Watch,
    mut added: Vec<Item>,
    matches: Vec<(Notification, Item)>,
) -> anyhow::Result<WatchDifference> {
    let summary = WatchVariantSummary::of(&variant);
    let row = variant.applied_to(row);
    let watch = parse_row(&row)?;
    let single = SingleWatch::new(&watch);
    let since = matches
        .into_iter()
        .take_while(|(notification, _)| notification.created_at >= summary.started_at);
    let (mut compared, mut dropped, mut dropped_matches) = (0, 0, Vec::new());
    for (notification, item) in since {
        compared += 1;
        if single.is_match(&PreparedItem::new(&item.searched())) {
            continue;
        }
        dropped += 1;
        if dropped_matches.len() < MAX_DROPPED {
            let matches = serde_json::from_value(notification.matches)?;
            let item = item.into();
            dropped_matches.push(PreviewMatch { item, matches });
        }
    }
    added.sort_by_key(|item| std::cmp::Reverse((item.seen_at, item.id)));
    let (matcher, mut scratch) = (Matcher::build([watch]), Scratch::new());
    let added = added.into_iter().map(|item| {
        let mut matches = Vec::new();
        matcher.matches_into(&item.searched(), &mut scratch, &mut matches);
        let matches = MatchSpan::of_matches(&item.searched(), &matches);
        let item = item.into();
        PreviewMatch { item, matches }
    });
    Ok(WatchDifference {
        added_matches: added.collect(),
        rule: OwnRule::of(&row).into(),
        variant: summary,
        compared,
        dropped,
        dropped_matches,
    })
}

impl WatchVariantInput {
    fn check(&self, row: &Watch) -> ApiResult<CheckedWatch> {
        let mut problems = Problems::default();
        let rule = TypedRule {
            keyword: &self.keyword,
            mode: self.mode,
            subreddits: &row.subreddits,
            excluded_subreddits: &self.excluded_subreddits,
            excluded_authors: &self.excluded_authors,
            filters: self.filters.into(),
        };
        let watch = rule.check(WatchId(row.id.as_u128()), &mut problems);
        Ok(CheckedWatch::of(&watch.ok_or(problems)?))
    }
}

impl WatchVariantSummary {
    pub(crate) fn of(variant: &WatchVariant) -> Self {
        Self {
            keyword: variant.keyword.clone(),
            mode: variant.mode,
            started_at: variant.started_at,
            ends_at: variant.started_at + TRIED_FOR,
            ended_at: variant.ended_at,
            expensive_part: variant.expensive_part.clone(),
            added: variant.added,
        }
    }
}
