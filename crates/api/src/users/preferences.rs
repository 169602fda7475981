use super::{Change, QuietHours, User, UserRow, save};
use crate::extract::given;
use crate::prelude::*;
use db::models::set_aside::LearnedRow;
use db::models::user::{EmailFrequency, MailReport};

/// The longest time for which alerts may be put off; whoever wants none for longer switches them
/// off.
const MAX_SNOOZE: TimeDelta = TimeDelta::days(30);

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationPreferences {
    /// The master switch for email alerts.
    pub email_notifications: bool,
    pub email_frequency: EmailFrequency,
    /// The quiet hours; null if there are none.
    #[schema(required = true)]
    pub quiet_hours: Option<QuietHours>,
    /// The number of matches of one keyword per hour that are sent one by one; the rest follow in
    /// one message.
    pub burst_limit: i32,
    /// Whether matches that are probably not relevant are set aside: shown in a list of their own, and alerted in
    /// digests only. Begins once ten matches of a keyword were marked as not relevant and ten were opened.
    pub sets_aside: bool,
    /// The time until which alerts wait. It may be in the past.
    #[schema(required = true)]
    pub snoozed_until: Option<DateTime<Utc>>,
    /// The problem with the user's email address; null while emails arrive.
    #[schema(required = true)]
    pub mail_problem: Option<MailProblem>,
}

/// The reason why no alerts are emailed to the user's address.
#[derive(Debug, Serialize, ToSchema)]
pub struct MailProblem {
    pub kind: MailProblemKind,
    pub since: DateTime<Utc>,
    /// The words of the mail server.
    pub reason: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MailProblemKind {
    /// The mail server refused an email. Ends once it accepts one about the account.
    Refused,
    /// An email came back after the mail server had accepted it.
    Bounced,
    /// Somebody who reads the address reported an email as spam.
    Complaint,
}

impl From<Option<MailReport>> for MailProblemKind {
    fn from(report: Option<MailReport>) -> Self {
        match report {
            None => Self::Refused,
            Some(MailReport::Bounce) => Self::Bounced,
            Some(MailReport::Complaint) => Self::Complaint,
        }
    }
}

impl NotificationPreferences {
    pub(super) fn of(row: &UserRow) -> Self {
        Self {
            email_notifications: row.email_notifications,
            email_frequency: row.email_frequency,
            quiet_hours: QuietHours::from_stored(row.quiet_from, row.quiet_until),
            burst_limit: row.burst_limit,
            sets_aside: row.sets_aside,
            snoozed_until: row.snoozed_until,
            mail_problem: row.mail_refused_at.map(|since| MailProblem {
                kind: row.mail_refused_kind.into(),
                since,
                reason: row.mail_refused_reason.clone().unwrap_or_default(),
            }),
        }
    }
}

/// The fields to change; missing ones stay as they are.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationPreferencesUpdate {
    #[schema(nullable = false)]
    email_notifications: Option<bool>,
    #[schema(nullable = false)]
    email_frequency: Option<EmailFrequency>,
    /// Null for none.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<QuietHours>)]
    quiet_hours: Option<Option<QuietHours>>,
    #[schema(nullable = false, minimum = 1, maximum = 1000, example = 20)]
    #[validate(range(min = 1, max = 1000, message = "Use a number from 1 to 1,000"))]
    burst_limit: Option<i32>,
    #[schema(nullable = false)]
    sets_aside: Option<bool>,
    /// The end of the snooze, at most 30 days ahead; null or a past time ends it.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<DateTime<Utc>>)]
    snoozed_until: Option<Option<DateTime<Utc>>>,
}

/// Returns the end of a snooze, as it is stored: `None` for a time that has passed.
///
/// # Errors
/// The time is too far ahead.
pub fn snooze(
    until: Option<DateTime<Utc>>,
    field: &str,
    now: DateTime<Utc>,
) -> ApiResult<Option<DateTime<Utc>>> {
    if until.is_some_and(|until| until > now + MAX_SNOOZE) {
        return Err(ApiError::invalid(field, "Use a time in the next 30 days"));
    }
    Ok(until.filter(|until| *until > now))
}

/// Changes whether, how often and when alerts are sent.
#[utoipa::path(
    put, path = "/users/notifications", tag = "users", security(("token" = [])),
    request_body = NotificationPreferencesUpdate,
    responses(AnyCall, JsonBody, SignedIn, (status = 200, body = User))
)]
pub async fn update_notification_preferences(
    State(app): State<App>,
    auth: AuthUser,
    Valid(input): Valid<NotificationPreferencesUpdate>,
) -> ApiResult<Json<User>> {
    if let Some(Some(hours)) = input.quiet_hours
        && hours.from == hours.until
    {
        let text = "Quiet hours must end at a different time than they begin";
        return Err(ApiError::invalid("quietHours.until", text));
    }
    if input.email_notifications == Some(true) && !app.config.mail.is_sent() {
        let text = "This server does not send email";
        return Err(ApiError::invalid("emailNotifications", text));
    }
    let now = app.clock.now();
    let snoozed = input.snoozed_until;
    let snoozed = snoozed.map(|until| snooze(until, "snoozedUntil", now));
    let change = Change {
        email_notifications: input.email_notifications,
        email_frequency: input.email_frequency,
        quiet_from: input.quiet_hours.map(|hours| hours.map(|h| h.from.minutes())),
        quiet_until: input.quiet_hours.map(|hours| hours.map(|h| h.until.minutes())),
        burst_limit: input.burst_limit,
        sets_aside: input.sets_aside,
        snoozed_until: snoozed.transpose()?,
        ..Change::default()
    };
    let user = save(&app, auth.id, change).await?;
    if input.sets_aside == Some(false) {
        LearnedRow::forget(auth.id, &mut *app.conn().await?).await?;
    }
    Ok(Json(user))
}
