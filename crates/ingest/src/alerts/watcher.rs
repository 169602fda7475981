//! The watches that items match, with their users' preferences.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use diesel::sql_types::{Array, Bool, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use db::models::subscription::Plan;
use db::models::user::EmailFrequency;
use db::{Conn, Prepare};
use domain::watches::match_items::Found;
use foundation::time::calendar;
use platform::hold::{Preferences, quiet_hours};

/// A watch that still exists, with its user's preferences.
#[derive(Debug, QueryableByName)]
pub(super) struct Watcher {
    #[diesel(sql_type = SqlUuid)]
    pub(super) watch_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    pub(super) user_id: Uuid,
    #[diesel(sql_type = Text)]
    pub(super) keyword: String,
    #[diesel(sql_type = Timestamptz)]
    pub(super) rule_changed_at: DateTime<Utc>,
    #[diesel(sql_type = Bool)]
    pub(super) browser_notification: bool,
    /// Whether the watch has a frequency of its own.
    #[diesel(sql_type = Bool)]
    pub(super) email_notification: bool,
    #[diesel(sql_type = Text)]
    pub(super) frequency: EmailFrequency,
    /// The later of the watch's and the user's.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub(super) snoozed_until: Option<DateTime<Utc>>,
    #[diesel(sql_type = Text)]
    pub(super) plan: Plan,
    /// The master switch for email.
    #[diesel(sql_type = Bool)]
    pub(super) email_notifications: bool,
    #[diesel(sql_type = Text)]
    pub(super) email_frequency: EmailFrequency,
    #[diesel(sql_type = Bool)]
    pub(super) mail_refused: bool,
    #[diesel(sql_type = Text)]
    pub(super) time_zone: String,
    #[diesel(sql_type = Nullable<Integer>)]
    pub(super) quiet_from: Option<i32>,
    #[diesel(sql_type = Nullable<Integer>)]
    pub(super) quiet_until: Option<i32>,
    #[diesel(sql_type = Integer)]
    pub(super) burst_limit: i32,
    /// Whether matches may be set aside by what was learned from earlier ones.
    #[diesel(sql_type = Bool)]
    pub(super) sets_aside: bool,
    /// Whether the user described what the watch means.
    #[diesel(sql_type = Bool)]
    pub(super) is_described: bool,
}

impl Watcher {
    pub(super) fn wants_mail(&self) -> bool {
        self.email_notifications && !self.mail_refused
    }

    /// Returns the user's preferences for when to get matches.
    pub(super) fn preferences(&self) -> Preferences {
        let frequency = match self.email_notification {
            true => self.frequency,
            false => self.email_frequency,
        };
        Preferences {
            zone: calendar::zone(&self.time_zone),
            frequency,
            quiet: quiet_hours(self.quiet_from, self.quiet_until),
            snoozed_until: self.snoozed_until,
            burst_limit: self.burst_limit.into(),
        }
    }
}

/// Returns the matched watches that are still active and not paused, by id. Their users cannot be
/// deleted until the end of the transaction.
pub(super) async fn lock_watchers(
    found: impl Iterator<Item = &Found>,
    conn: &mut Conn,
) -> QueryResult<HashMap<Uuid, Watcher>> {
    let ids: HashSet<Uuid> = found.map(|found| found.watch_id).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let watchers: Vec<Watcher> = diesel::sql_query(
        "SELECT w.id AS watch_id, w.user_id, w.keyword, w.rule_changed_at, w.browser_notification,
                w.email_notification, w.frequency, u.plan, u.email_notifications,
                u.email_frequency, u.mail_refused_at IS NOT NULL AS mail_refused, u.time_zone,
                u.quiet_from, u.quiet_until, u.burst_limit,
                greatest(w.snoozed_until, u.snoozed_until) AS snoozed_until,
                u.sets_aside AND NOT w.shows_all AS sets_aside, w.description <> '' AS is_described
         FROM watches w JOIN users u ON u.id = w.user_id
         WHERE w.id = ANY($1) AND w.is_active AND w.paused_at IS NULL
             AND u.email_verified_at IS NOT NULL AND u.suspended_at IS NULL
         ORDER BY u.id FOR KEY SHARE OF u",
    )
    .bind::<Array<SqlUuid>, _>(ids.into_iter().collect::<Vec<_>>())
    .prepared()
    .load(conn)
    .await?;
    Ok(watchers.into_iter().map(|w| (w.watch_id, w)).collect())
}
