use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use super::{WatchBody, bodies, body, find_own};
use crate::prelude::*;
use db::models::user::User as UserRow;
use db::models::watch::Watch;
use db::schema::watches;

#[derive(Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WatchListQuery {
    /// The number of keywords per page; 100 if missing.
    #[param(minimum = 1, maximum = 100)]
    #[validate(range(min = 1, max = 100, message = "Use a number from 1 to 100"))]
    limit: Option<u32>,
    /// The number of the page, from 1.
    #[param(minimum = 1, maximum = 100_000)]
    #[validate(range(min = 1, max = 100_000, message = "Use a number from 1 to 100,000"))]
    page: Option<u32>,
}

impl WatchListQuery {
    pub(super) fn limit(&self) -> i64 {
        i64::from(self.limit.unwrap_or(100))
    }

    /// Returns how many entries come before the page.
    pub(super) fn offset(&self) -> i64 {
        (i64::from(self.page.unwrap_or(1)) - 1) * self.limit()
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct WatchList {
    /// The keywords, newest first.
    pub watches: Vec<WatchBody>,
    /// The number of all the user's keywords, on all pages.
    pub total: i64,
    /// The number of those that are active.
    pub active: i64,
    /// The number of keywords that the plan allows; null if unlimited.
    #[schema(required = true)]
    pub limit: Option<u32>,
}

/// Lists the user's keywords, newest first.
#[utoipa::path(
    get, path = "/keywords", tag = "keywords", security(("token" = [])), params(WatchListQuery),
    responses(AnyCall, QueryString, SignedIn, (status = 200, body = WatchList))
)]
pub async fn list_watches(
    State(app): State<App>,
    auth: AuthUser,
    ValidQuery(query): ValidQuery<WatchListQuery>,
) -> ApiResult<Json<WatchList>> {
    let mut conn = app.conn().await?;
    let user = UserRow::find(auth.id, &mut conn).await?;
    let mine = watches::table.filter(watches::user_id.eq(auth.id));
    let rows = mine
        .order((watches::created_at.desc(), watches::id.desc()))
        .limit(query.limit())
        .offset(query.offset())
        .select(Watch::as_select())
        .load(&mut conn)
        .await?;
    let total = mine.count().get_result(&mut conn).await?;
    let active = mine.filter(watches::is_active).count().get_result(&mut conn).await?;
    let watches = bodies(rows, &mut conn).await?;
    let can = Capabilities::of(user.plan, app.config.server.plans);
    Ok(Json(WatchList { watches, total, active, limit: can.keywords }))
}

/// Returns one of the user's keywords.
#[utoipa::path(
    get, path = "/keywords/{id}", tag = "keywords", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(AnyCall, SignedIn, OwnId, (status = 200, body = WatchBody))
)]
pub async fn get_watch(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<Json<WatchBody>> {
    let mut conn = app.conn().await?;
    let row = find_own(id, auth.id, &mut conn).await?;
    Ok(Json(body(row, &mut conn).await?))
}
