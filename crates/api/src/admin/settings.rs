use crate::administration::settings::{self, Change, Configured};
use crate::announcement::Announcement;
use crate::prelude::*;
use crate::rules;
use crate::signed_in::Administrator;
use db::models::instance_settings::RegistrationMode;
use db::models::user::User;
use platform::instance::settings::Setting;

/// The settings of the whole instance.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InstanceSettings {
    pub registration: RegistrationSetting,
    pub status_page: StatusPageSetting,
    pub accounts: LimitSetting,
    /// The limit on active keywords of all users.
    pub watches: LimitSetting,
    /// The limit on regular expressions in active keywords of all users.
    pub patterns: LimitSetting,
    /// The announcement that all users see; null if there is none.
    #[schema(required = true)]
    pub announcement: Option<Announcement>,
}

/// The setting for who may register on the web.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegistrationSetting {
    pub mode: RegistrationMode,
    /// Whether the configuration sets it, so that it cannot be changed here.
    pub is_configured: bool,
}

/// The setting for whether everybody can see the status page.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatusPageSetting {
    pub is_on: bool,
    /// Whether the configuration sets it, so that it cannot be changed here.
    pub is_configured: bool,
}

/// A limit and its use.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LimitSetting {
    /// Null if there is no limit.
    #[schema(required = true)]
    pub limit: Option<u32>,
    /// The current number. Keywords and regular expressions are counted once a minute.
    pub used: u64,
    /// Whether the configuration sets it, so that it cannot be changed here.
    pub is_configured: bool,
}

impl LimitSetting {
    fn of(setting: Setting<Option<u32>>, used: u64) -> Self {
        Self { limit: setting.value, used, is_configured: setting.is_configured }
    }
}

/// Returns the settings of the whole instance, and how much of its limits is used.
#[utoipa::path(
    get, path = "/settings", tag = "admin", security(("token" = [])),
    responses(AnyCall, SignedIn, ForAdministrators, (status = 200, body = InstanceSettings))
)]
pub async fn get_instance_settings(
    State(app): State<App>,
    _: Administrator,
) -> ApiResult<Json<InstanceSettings>> {
    let (now, mut conn) = (app.clock.now(), app.conn().await?);
    let accounts = User::count(&mut conn).await?.unsigned_abs();
    let load = app.instance.load(now, &mut conn).await?;
    let (settings, limits) = (&app.settings, app.settings.limits());
    let (registration, status_page) = (settings.registration(), settings.has_status_page());
    Ok(Json(InstanceSettings {
        registration: RegistrationSetting {
            mode: registration.value,
            is_configured: registration.is_configured,
        },
        status_page: StatusPageSetting {
            is_on: status_page.value,
            is_configured: status_page.is_configured,
        },
        accounts: LimitSetting::of(limits.accounts, accounts),
        watches: LimitSetting::of(limits.watches, load.watches),
        patterns: LimitSetting::of(limits.patterns, load.patterns),
        announcement: settings.announcement(now).map(Announcement::of),
    }))
}

/// The settings to change; missing ones stay as they are. A limit of 0 means no limit.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettingsChange {
    #[schema(nullable = false)]
    registration: Option<RegistrationMode>,
    #[schema(nullable = false, example = true)]
    has_status_page: Option<bool>,
    #[schema(nullable = false, minimum = 0, maximum = 2147483647)]
    #[validate(range(min = 0, message = "Use a whole number, or 0 for no limit."))]
    max_accounts: Option<i32>,
    #[schema(nullable = false, minimum = 0, maximum = 2147483647)]
    #[validate(range(min = 0, message = "Use a whole number, or 0 for no limit."))]
    max_watches: Option<i32>,
    #[schema(nullable = false, minimum = 0, maximum = 2147483647)]
    #[validate(range(min = 0, message = "Use a whole number, or 0 for no limit."))]
    max_patterns: Option<i32>,
}

/// Changes settings of the whole instance.
///
/// Other processes apply them within a second.
#[utoipa::path(
    patch, path = "/settings", tag = "admin", security(("token" = [])),
    request_body = SettingsChange,
    responses(
        AnyCall, SignedIn, ForAdministrators, JsonBody,
        (status = 204, description = "Changed"),
        (status = 409, body = ErrorBody, description = "`SETTING_CONFIGURED`: the configuration sets it"),
    )
)]
pub async fn change_instance_settings(
    State(app): State<App>,
    Administrator(auth): Administrator,
    Valid(input): Valid<SettingsChange>,
) -> ApiResult<StatusCode> {
    let change = Change {
        registration: input.registration,
        has_status_page: input.has_status_page,
        max_accounts: input.max_accounts,
        max_watches: input.max_watches,
        max_patterns: input.max_patterns,
    };
    let changed = settings::change(&app, auth.id, change).await?;
    changed.map_err(|configured| refused(&app, configured))?;
    Ok(StatusCode::NO_CONTENT)
}

fn refused(app: &App, Configured { key }: Configured) -> ApiError {
    let text = if key == "auth.registration" && !app.config.mail.is_sent() {
        "This server sends no email, so nobody can register. Set mail.smtp_url to change that."
            .to_owned()
    } else {
        format!(
            "{key} is set in the server’s configuration. Change it there, or remove it there to \
             choose it here."
        )
    };
    ApiError::new(StatusCode::CONFLICT, "SETTING_CONFIGURED", text)
}

#[derive(Debug, Deserialize, Validate, ToSchema)]
pub struct AnnouncementInput {
    #[schema(min_length = 1, max_length = 500, example = "Harken is updated tonight at 22:00.")]
    #[validate(custom(function = "rules::announcement"))]
    text: String,
    /// The end of the announcement; if missing, it is shown until it is withdrawn.
    #[schema(nullable = false)]
    until: Option<DateTime<Utc>>,
}

/// Publishes an announcement that all users see on every page.
///
/// It replaces the previous one.
#[utoipa::path(
    put, path = "/announcement", tag = "admin", security(("token" = [])),
    request_body = AnnouncementInput,
    responses(
        AnyCall, SignedIn, ForAdministrators, JsonBody,
        (status = 204, description = "Published"),
    )
)]
pub async fn publish_announcement(
    State(app): State<App>,
    Administrator(auth): Administrator,
    Valid(input): Valid<AnnouncementInput>,
) -> ApiResult<StatusCode> {
    let text = input.text.trim();
    if text.is_empty() {
        return Err(ApiError::invalid("text", "Enter what users should know."));
    }
    if input.until.is_some_and(|until| until <= app.clock.now()) {
        return Err(ApiError::invalid("until", "Choose a time in the future."));
    }
    settings::announce(&app, auth.id, text.to_owned(), input.until).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Withdraws the announcement.
#[utoipa::path(
    delete, path = "/announcement", tag = "admin", security(("token" = [])),
    responses(
        AnyCall, SignedIn, ForAdministrators,
        (status = 204, description = "Withdrawn, or there was none"),
    )
)]
pub async fn withdraw_announcement(
    State(app): State<App>,
    Administrator(auth): Administrator,
) -> ApiResult<StatusCode> {
    settings::withdraw(&app, auth.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
