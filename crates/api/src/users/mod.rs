//! The signed-in user's own account.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::announcement::Announcement;
use crate::prelude::*;
use crate::rules;
use db::models::user::{EmailFrequency, Theme, User as UserRow};
use db::schema::users;
use platform::config::Plans;
use platform::context::Context;
use platform::plans::Plan;

mod deletion;
mod first_steps;
mod mail;
mod password;
mod preferences;
mod quiet_hours;
mod sessions;

pub use deletion::*;
pub use first_steps::*;
pub use mail::*;
pub use password::*;
pub use preferences::*;
pub use quiet_hours::*;
pub use sessions::*;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub is_email_verified: bool,
    /// Whether the user has the features of Pro: by subscription, or because plans are off.
    pub is_pro: bool,
    /// Whether the user may see the page for administrators.
    pub is_administrator: bool,
    pub subscription: Subscription,
    pub notification_preferences: NotificationPreferences,
    pub settings: Settings,
    /// An IANA time zone.
    pub time_zone: String,
    /// Whether the first steps are still offered, because nobody has closed them.
    pub first_steps: bool,
    /// Whether this server reads Reddit.
    pub reads_reddit: bool,
    /// The names of the places besides Reddit that this server reads and keywords may list, such as
    /// `news.ycombinator.com`.
    pub sites: Vec<String>,
    /// Whether this server reads feeds, so that users may follow them and keywords may list them.
    pub reads_feeds: bool,
    /// The announcement that all users see; null if there is none.
    #[schema(required = true)]
    pub announcement: Option<Announcement>,
    pub created_at: DateTime<Utc>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Subscription {
    pub plan: Plan,
    /// `active` on the Free plan, too.
    pub status: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Settings {
    pub theme: Theme,
}

impl User {
    pub fn of(row: &UserRow, context: &Context) -> Self {
        let config = &context.config;
        let plan = row.plan;
        Self {
            id: row.id,
            first_name: row.first_name.clone(),
            last_name: row.last_name.clone(),
            email: row.email.clone(),
            is_email_verified: row.email_verified_at.is_some(),
            is_pro: plan == Plan::Pro || config.server.plans == Plans::Off,
            is_administrator: row.is_administrator,
            subscription: Subscription { plan, status: row.subscription_status.to_string() },
            notification_preferences: NotificationPreferences::of(row),
            settings: Settings { theme: row.theme },
            time_zone: row.time_zone.clone(),
            first_steps: row.first_steps,
            reads_reddit: config.forum.is_configured(),
            sites: context.sites.read().map(str::to_owned).collect(),
            reads_feeds: config.feeds.enabled,
            announcement: context.settings.announcement(context.clock.now()).map(Announcement::of),
            created_at: row.created_at,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ProfileResponse {
    pub user: User,
}

/// The fields to change; missing ones stay as they are.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileUpdate {
    #[schema(nullable = false, min_length = 1, max_length = 100)]
    #[validate(custom(function = "rules::first_name"))]
    first_name: Option<String>,
    #[schema(nullable = false, min_length = 1, max_length = 100)]
    #[validate(custom(function = "rules::last_name"))]
    last_name: Option<String>,
    /// An IANA time zone, such as `Europe/Vienna`.
    #[schema(nullable = false, example = "Europe/Vienna")]
    #[validate(custom(function = "rules::time_zone"))]
    time_zone: Option<String>,
}

#[derive(Deserialize, Validate, ToSchema)]
pub struct SettingsUpdate {
    theme: Theme,
}

/// The columns that a call changes; `None` leaves one as it is.
#[derive(Default, AsChangeset)]
#[diesel(table_name = users)]
struct Change {
    first_name: Option<String>,
    last_name: Option<String>,
    time_zone: Option<String>,
    email_notifications: Option<bool>,
    email_frequency: Option<EmailFrequency>,
    quiet_from: Option<Option<i32>>,
    quiet_until: Option<Option<i32>>,
    burst_limit: Option<i32>,
    sets_aside: Option<bool>,
    snoozed_until: Option<Option<DateTime<Utc>>>,
    theme: Option<Theme>,
    first_steps: Option<bool>,
}

async fn save(app: &App, id: Uuid, change: Change) -> ApiResult<User> {
    let mut conn = app.conn().await?;
    let row = diesel::update(users::table.find(id))
        .set((change, users::updated_at.eq(app.clock.now())))
        .returning(UserRow::as_returning())
        .get_result(&mut conn)
        .await?;
    Ok(User::of(&row, app))
}

/// Returns the account of the signed-in user.
#[utoipa::path(
    get, path = "/users/profile", tag = "users", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 200, body = ProfileResponse))
)]
pub async fn get_profile(
    State(app): State<App>,
    auth: AuthUser,
) -> ApiResult<Json<ProfileResponse>> {
    let row = UserRow::find(auth.id, &mut *app.conn().await?).await?;
    let user = User::of(&row, &app);
    Ok(Json(ProfileResponse { user }))
}

/// Changes the user's names and time zone.
#[utoipa::path(
    put, path = "/users/profile", tag = "users", security(("token" = [])),
    request_body = ProfileUpdate,
    responses(AnyCall, JsonBody, SignedIn, (status = 200, body = ProfileResponse))
)]
pub async fn update_profile(
    State(app): State<App>,
    auth: AuthUser,
    Valid(input): Valid<ProfileUpdate>,
) -> ApiResult<Json<ProfileResponse>> {
    let change = Change {
        first_name: input.first_name.map(|name| name.trim().to_owned()),
        last_name: input.last_name.map(|name| name.trim().to_owned()),
        time_zone: input.time_zone,
        ..Change::default()
    };
    let user = save(&app, auth.id, change).await?;
    Ok(Json(ProfileResponse { user }))
}

/// Changes the appearance of the web app.
#[utoipa::path(
    put, path = "/users/settings", tag = "users", security(("token" = [])),
    request_body = SettingsUpdate,
    responses(AnyCall, JsonBody, SignedIn, (status = 200, body = User))
)]
pub async fn update_settings(
    State(app): State<App>,
    auth: AuthUser,
    Valid(input): Valid<SettingsUpdate>,
) -> ApiResult<Json<User>> {
    let change = Change { theme: Some(input.theme), ..Change::default() };
    Ok(Json(save(&app, auth.id, change).await?))
}
