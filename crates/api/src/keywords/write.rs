use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use matcher::Query;
use uuid::Uuid;

use super::{WatchBody, WatchInput, body, find_own};
use crate::app::App;
use crate::error::{ApiError, ApiResult, ErrorBody};
use crate::extract::{PathPart, Valid};
use crate::refusals::{AnyCall, JsonBody, OwnId, SignedIn};
use db::Conn;
use db::models::watch::Watch;
use db::schema::watches;
use domain::auth::AuthUser;
use domain::watches::feeds::check_feeds;
use domain::watches::instance_limits::Load;
use domain::watches::lint::{ALREADY_WATCHED, Known, find_same, same_as_text};
use domain::watches::rule::{Problems, parse_row};
use domain::watches::sites::check_sites;
use domain::watches::{CheckedWatch, cost, plan_limits};
use platform::plans::Capabilities;

/// Creates a keyword.
///
/// One that finds the same as another of the user's keywords is refused.
#[utoipa::path(
    post, path = "/keywords", tag = "keywords", security(("token" = [])), request_body = WatchInput,
    responses(
        AnyCall, JsonBody, SignedIn,
        (status = 201, body = WatchBody),
        (status = 403, body = ErrorBody, description = "`KEYWORD_LIMIT_EXCEEDED`, `TOO_MANY_KEYWORDS`, `SUBREDDIT_LIMIT_EXCEEDED`, `PATTERN_LIMIT_EXCEEDED`, `PLAN_UPGRADE_REQUIRED`"),
        (status = 409, body = ErrorBody, description = "`ALREADY_WATCHED`, `INSTANCE_LIMIT_EXCEEDED`, `SITE_NOT_READ`, `FEED_NOT_FOLLOWED`"),
    )
)]
pub async fn create_watch(
    State(app): State<App>,
    auth: AuthUser,
    Valid(input): Valid<WatchInput>,
) -> ApiResult<(StatusCode, Json<WatchBody>)> {
    let checked = input.check()?;
    input.check_names(&app, auth).await?;
    check_cost(&app, auth.id, checked.query.as_ref()).await??;
    let app_ref = &app;
    let mut conn = app.conn().await?;
    let row = conn
        .transaction::<_, ApiError, _>(async move |conn| {
            let can = Capabilities::lock(auth.id, app_ref.config.server.plans, conn).await?;
            refuse_same(&checked, None, auth.id, conn).await?;
            check_sites(app_ref, &checked, None)?;
            check_feeds(auth.id, &checked.subreddits, conn).await??;
            plan_limits::check_rule(can, &checked, None)?;
            plan_limits::check_room(can, plan_limits::count(auth.id, conn).await?)?;
            refuse_beyond_plan(can, &checked, None, auth.id, conn).await?;
            let now = app_ref.clock.now();
            let mut row = Watch::new(auth.id, now);
            row.is_active = input.is_active.unwrap_or(true);
            fill(&mut row, &input, checked, conn).await?;
            let (instance, limits) = (&app_ref.instance, app_ref.settings.limits());
            instance.take(Load::of(&row), limits, now, conn).await??;
            diesel::insert_into(watches::table).values(&row).execute(conn).await?;
            Ok(row)
        })
        .await?;
    Ok((StatusCode::CREATED, Json(body(row, &mut conn).await?)))
}

/// Checks the cost of a query, in its user's turn: literal keywords and queries without regular
/// expressions need no check.
pub(super) async fn check_cost(
    app: &App,
    user_id: Uuid,
    query: Option<&Query>,
) -> ApiResult<Result<(), Problems>> {
    if query.is_none_or(|query| query.patterns().is_empty()) {
        return Ok(Ok(()));
    }
    let turn = app.probes.take(user_id).await?;
    Ok(cost::check(query, turn).await?)
}

/// Refuses subreddits and regular expressions beyond the limits of the user's plan. Those that
/// `present` has already may stay.
async fn refuse_beyond_plan(
    can: Capabilities,
    checked: &CheckedWatch,
    present: Option<&Watch>,
    user_id: Uuid,
    conn: &mut Conn,
) -> ApiResult<()> {
    let own = present.map(|row| row.id);
    let mut others = plan_limits::named_subreddits(user_id, own, conn).await?;
    plan_limits::check_subreddits(can, checked, present, &mut others)?;
    if checked.patterns() > 0 {
        let mut others = plan_limits::patterns(user_id, own, conn).await?;
        plan_limits::check_patterns(can, checked, present, &mut others)?;
    }
    Ok(())
}

/// Refuses a rule that finds the same as another watch of the user. The rule of `present` may stay,
/// so that everything else about it can still be edited.
async fn refuse_same(
    checked: &CheckedWatch,
    present: Option<&Watch>,
    user_id: Uuid,
    conn: &mut Conn,
) -> ApiResult<()> {
    let had = present.and_then(|row| Some(parse_row(row).ok()?.normal_form()));
    if had.as_ref() == Some(&checked.form) {
        return Ok(());
    }
    let own = present.map(|row| row.id);
    match find_same(&checked.form, own, user_id, conn).await? {
        Some(Known { keyword, .. }) => Err(ApiError::new(
            StatusCode::CONFLICT,
            ALREADY_WATCHED,
            format!("{}. Edit that one instead.", same_as_text(&keyword)),
        )),
        None => Ok(()),
    }
}

/// Replaces the values of the row with the requested ones.
async fn fill(
    row: &mut Watch,
    input: &WatchInput,
    mut checked: CheckedWatch,
    conn: &mut Conn,
) -> QueryResult<()> {
    checked.respell(conn).await?;
    checked.write_to(row);
    let settings = input.notification_settings;
    row.browser_notification = settings.browser_notification;
    row.email_notification = settings.email_notification;
    row.frequency = settings.frequency;
    row.shows_all = settings.show_all;
    Ok(())
}

/// Replaces a keyword; missing fields get their defaults.
///
/// A rule that finds the same as another of the user's keywords is refused, unless this keyword
/// already has it.
#[utoipa::path(
    put, path = "/keywords/{id}", tag = "keywords", security(("token" = [])),
    params(("id" = Uuid, Path)), request_body = WatchInput,
    responses(
        AnyCall, JsonBody, SignedIn, OwnId,
        (status = 200, body = WatchBody),
        (status = 403, body = ErrorBody, description = "`KEYWORD_LIMIT_EXCEEDED`, `TOO_MANY_KEYWORDS`, `SUBREDDIT_LIMIT_EXCEEDED`, `PATTERN_LIMIT_EXCEEDED`, `PLAN_UPGRADE_REQUIRED`"),
        (status = 409, body = ErrorBody, description = "`ALREADY_WATCHED`, `INSTANCE_LIMIT_EXCEEDED`, `SITE_NOT_READ`, `FEED_NOT_FOLLOWED`"),
    )
)]
pub async fn update_watch(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
    Valid(input): Valid<WatchInput>,
) -> ApiResult<Json<WatchBody>> {
    let checked = input.check()?;
    input.check_names(&app, auth).await?;
    let measured = check_cost(&app, auth.id, checked.query.as_ref()).await?;
    let app_ref = &app;
    let mut conn = app.conn().await?;
    if let Err(problems) = measured {
        // Present values may stay.
        let present = find_own(id, auth.id, &mut conn).await?;
        if (present.mode, &present.keyword) != (checked.mode, &checked.keyword) {
            return Err(problems.into());
        }
    }
    let row = conn
        .transaction::<_, ApiError, _>(async move |conn| {
            let can = Capabilities::lock(auth.id, app_ref.config.server.plans, conn).await?;
            let mut row = find_own(id, auth.id, conn).await?;
            refuse_same(&checked, Some(&row), auth.id, conn).await?;
            check_sites(app_ref, &checked, Some(&row))?;
            check_feeds(auth.id, &checked.subreddits, conn).await??;
            plan_limits::check_rule(can, &checked, Some(&row))?;
            refuse_beyond_plan(can, &checked, Some(&row), auth.id, conn).await?;
            let active = input.is_active.unwrap_or(row.is_active);
            if active && !row.is_active {
                plan_limits::check_room(can, plan_limits::count_active(auth.id, conn).await?)?;
            }
            let before = Load::of(&row);
            let described = row.description.clone();
            row.is_active = active;
            fill(&mut row, &input, checked, conn).await?;
            let added = Load::of(&row).beyond(before);
            let (instance, limits) = (&app_ref.instance, app_ref.settings.limits());
            let now = app_ref.clock.now();
            instance.take(added, limits, now, conn).await??;
            let row = diesel::update(watches::table.find(id))
                .set((
                    watches::keyword.eq(row.keyword),
                    watches::mode.eq(row.mode),
                    watches::subreddits.eq(row.subreddits),
                    watches::excluded_subreddits.eq(row.excluded_subreddits),
                    watches::excluded_authors.eq(row.excluded_authors),
                    watches::is_active.eq(row.is_active),
                    watches::tags.eq(row.tags),
                    watches::notes.eq(row.notes),
                    // Another description suggests something else.
                    (row.description != described)
                        .then_some(watches::proposal_dismissed_at.eq(None::<DateTime<Utc>>)),
                    watches::description.eq(row.description),
                    watches::include_posts.eq(row.include_posts),
                    watches::include_comments.eq(row.include_comments),
                    watches::match_titles_only.eq(row.match_titles_only),
                    watches::case_sensitive.eq(row.case_sensitive),
                    watches::whole_word_only.eq(row.whole_word_only),
                    watches::browser_notification.eq(row.browser_notification),
                    watches::email_notification.eq(row.email_notification),
                    watches::frequency.eq(row.frequency),
                    watches::shows_all.eq(row.shows_all),
                    watches::updated_at.eq(now),
                ))
                .returning(Watch::as_returning())
                .get_result(conn)
                .await
                .optional()?;
            row.ok_or_else(|| ApiError::not_found("keyword watch"))
        })
        .await?;
    Ok(Json(body(row, &mut conn).await?))
}

/// Activates an inactive keyword, and deactivates an active one.
#[utoipa::path(
    patch, path = "/keywords/{id}/toggle", tag = "keywords", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(
        AnyCall, SignedIn, OwnId,
        (status = 200, body = WatchBody),
        (status = 403, body = ErrorBody, description = "`KEYWORD_LIMIT_EXCEEDED`"),
        (status = 409, body = ErrorBody, description = "`INSTANCE_LIMIT_EXCEEDED`"),
    )
)]
pub async fn toggle_watch(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<Json<WatchBody>> {
    let row = set_active(&app, auth.id, id, |is_active| !is_active).await?;
    Ok(Json(body(row, &mut *app.conn().await?).await?))
}

/// Switches a user's watch to the state that `wanted` derives from the present one: on only if the
/// plan allows one more.
pub(crate) async fn set_active(
    app: &App,
    user_id: Uuid,
    id: Uuid,
    wanted: impl FnOnce(bool) -> bool + Send,
) -> ApiResult<Watch> {
    let mut conn = app.conn().await?;
    conn.transaction::<_, ApiError, _>(async move |conn| {
        let can = Capabilities::lock(user_id, app.config.server.plans, conn).await?;
        let mut row = find_own(id, user_id, conn).await?;
        let wanted = wanted(row.is_active);
        if wanted == row.is_active {
            return Ok(row);
        }
        let now = app.clock.now();
        row.is_active = wanted;
        if wanted {
            plan_limits::check_room(can, plan_limits::count_active(user_id, conn).await?)?;
            let (instance, limits) = (&app.instance, app.settings.limits());
            instance.take(Load::of(&row), limits, now, conn).await??;
        }
        let row = diesel::update(watches::table.find(id))
            .set((watches::is_active.eq(wanted), watches::updated_at.eq(now)))
            .returning(Watch::as_returning())
            .get_result(conn)
            .await
            .optional()?;
        row.ok_or_else(|| ApiError::not_found("keyword watch"))
    })
    .await
}

/// Deletes a keyword, and keeps its notifications.
#[utoipa::path(
    delete, path = "/keywords/{id}", tag = "keywords", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(AnyCall, SignedIn, OwnId, (status = 204, description = "Deleted"))
)]
pub async fn delete_watch(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<StatusCode> {
    let mine = watches::table.find(id).filter(watches::user_id.eq(auth.id));
    let deleted = diesel::delete(mine).execute(&mut *app.conn().await?).await?;
    if deleted == 0 {
        return Err(ApiError::not_found("keyword watch"));
    }
    Ok(StatusCode::NO_CONTENT)
}
