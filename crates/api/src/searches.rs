//! Saved searches and views of the inbox. On a plan without search, searches remain, to be viewed
//! and deleted.

use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};

use super::notifications::{MatchFilters, saving_allowed};
use super::rules;
use crate::prelude::*;
use db::models::saved_search::{SEARCHES_PER_USER, SavedSearch as Row};
use db::schema::saved_searches;

/// The order in which the inbox lists notifications, and whether it lists only some of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum InboxView {
    Keywords,
    Timeline,
    Oldest,
    WorthAReply,
    Unanswered,
}

/// How the inbox shows notifications: as cards, or as rows of one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Density {
    Cards,
    Rows,
}

/// What the column `filters` holds.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Stored {
    #[serde(flatten)]
    filters: MatchFilters,
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<InboxView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    density: Option<Density>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedSearch {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub name: String,
    pub filters: MatchFilters,
    /// For a view of the inbox; null for a search.
    #[schema(required = true)]
    pub view: Option<InboxView>,
    #[schema(required = true)]
    pub density: Option<Density>,
    pub created_at: DateTime<Utc>,
}

impl From<Row> for SavedSearch {
    fn from(row: Row) -> Self {
        // The filters were checked when they were stored; if a filter no longer exists, nothing of
        // it is left.
        let Stored { filters, view, density } =
            serde_json::from_value(row.filters).unwrap_or_default();
        Self { id: row.id, name: row.name, filters, view, density, created_at: row.created_at }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SavedSearchList {
    /// The searches, oldest first.
    pub searches: Vec<SavedSearch>,
}

#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedSearchInput {
    #[schema(min_length = 1, max_length = 100, example = "Unread about Rust")]
    #[validate(custom(function = "rules::search_name"))]
    pub name: String,
    /// The filters: at least one, or for a view of the inbox no other than `status`.
    #[validate(nested)]
    pub filters: MatchFilters,
    /// Makes it a view of the inbox, which is for all plans.
    #[serde(default)]
    #[schema(nullable = false)]
    pub view: Option<InboxView>,
    /// How the view shows notifications.
    #[serde(default)]
    #[schema(nullable = false)]
    pub density: Option<Density>,
}

impl SavedSearchInput {
    fn check(&self) -> ApiResult<()> {
        let inbox = MatchFilters { status: self.filters.status, ..MatchFilters::default() };
        match self.view {
            Some(_) if self.filters != inbox => {
                Err(ApiError::invalid("filters", "The inbox is filtered only by state."))
            }
            None if self.filters == MatchFilters::default() => {
                Err(ApiError::invalid("filters", "Search for something first."))
            }
            _ => self.filters.check_days(),
        }
    }
}

#[derive(Debug, Deserialize, Validate, ToSchema)]
pub struct SavedSearchName {
    #[schema(min_length = 1, max_length = 100, example = "All about Rust")]
    #[validate(custom(function = "rules::search_name"))]
    pub name: String,
}

/// Lists the user's saved searches and views.
#[utoipa::path(
    get, path = "/searches", tag = "searches", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 200, body = SavedSearchList))
)]
pub async fn list_saved_searches(
    State(app): State<App>,
    auth: AuthUser,
) -> ApiResult<Json<SavedSearchList>> {
    let rows = Row::list(auth.id, &mut *app.conn().await?).await?;
    Ok(Json(SavedSearchList { searches: rows.into_iter().map(SavedSearch::from).collect() }))
}

/// Saves a search or a view of the inbox under a name.
///
/// A user can save at most 50. Searches are for Pro.
#[utoipa::path(
    post, path = "/searches", tag = "searches", security(("token" = [])),
    request_body = SavedSearchInput,
    responses(
        AnyCall, SignedIn, JsonBody,
        (status = 201, body = SavedSearch),
        (status = 403, body = ErrorBody, description = "`PLAN_UPGRADE_REQUIRED`"),
        (status = 409, body = ErrorBody, description = "`SAVED_SEARCH_LIMIT_EXCEEDED`"),
    )
)]
pub async fn create_saved_search(
    State(app): State<App>,
    auth: AuthUser,
    Valid(input): Valid<SavedSearchInput>,
) -> ApiResult<(StatusCode, Json<SavedSearch>)> {
    input.check()?;
    let SavedSearchInput { name, filters, view, density } = input;
    let stored = Stored { filters, view, density };
    let row = Row {
        id: Uuid::now_v7(),
        user_id: auth.id,
        name: name.trim().to_owned(),
        filters: serde_json::to_value(&stored).map_err(anyhow::Error::from)?,
        created_at: app.clock.now(),
    };
    let (plans, new) = (app.config.server.plans, &row);
    let mut conn = app.conn().await?;
    conn.transaction::<_, ApiError, _>(async move |conn| {
        let can = Capabilities::lock(auth.id, plans, conn).await?;
        if view.is_none() {
            saving_allowed(can)?;
        }
        let present: i64 = saved_searches::table
            .filter(saved_searches::user_id.eq(auth.id))
            .count()
            .get_result(conn)
            .await?;
        if present >= SEARCHES_PER_USER {
            return Err(too_many());
        }
        diesel::insert_into(saved_searches::table).values(new).execute(conn).await?;
        Ok(())
    })
    .await?;
    Ok((StatusCode::CREATED, Json(row.into())))
}

fn too_many() -> ApiError {
    ApiError::new(
        StatusCode::CONFLICT,
        "SAVED_SEARCH_LIMIT_EXCEEDED",
        format!(
            "You have {SEARCHES_PER_USER} saved searches, which is the maximum. Delete some first."
        ),
    )
}

/// Renames a saved search.
///
/// This is possible on any plan.
#[utoipa::path(
    put, path = "/searches/{id}", tag = "searches", security(("token" = [])),
    params(("id" = Uuid, Path)), request_body = SavedSearchName,
    responses(AnyCall, SignedIn, JsonBody, OwnId, (status = 200, body = SavedSearch))
)]
pub async fn rename_saved_search(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
    Valid(input): Valid<SavedSearchName>,
) -> ApiResult<Json<SavedSearch>> {
    let renamed: Option<Row> = diesel::update(saved_searches::table.find(id))
        .filter(saved_searches::user_id.eq(auth.id))
        .set(saved_searches::name.eq(input.name.trim()))
        .returning(Row::as_returning())
        .get_result(&mut *app.conn().await?)
        .await
        .optional()?;
    let renamed = renamed.ok_or_else(|| ApiError::not_found("saved search"))?;
    Ok(Json(renamed.into()))
}

/// Deletes a saved search.
#[utoipa::path(
    delete, path = "/searches/{id}", tag = "searches", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(AnyCall, SignedIn, OwnId, (status = 204))
)]
pub async fn delete_saved_search(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<StatusCode> {
    let deleted = diesel::delete(saved_searches::table.find(id))
        .filter(saved_searches::user_id.eq(auth.id))
        .execute(&mut *app.conn().await?)
        .await?;
    match deleted {
        0 => Err(ApiError::not_found("saved search")),
        _ => Ok(StatusCode::NO_CONTENT),
    }
}
