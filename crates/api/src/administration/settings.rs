//! The settings that administrators make for the whole instance.

use chrono::{DateTime, Utc};
use diesel_async::AsyncConnection;
use uuid::Uuid;

use db::error::Result;
use db::listen::{CHOICES, notify};
use db::models::audit_entry::{Act, AuditEntry, Details};
use db::models::instance_settings::{RegistrationMode, StoredSettings};
use platform::choices;
use platform::context::Context;

/// The settings to change; the rest stays. A limit of 0 means none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Change {
    pub registration: Option<RegistrationMode>,
    pub has_status_page: Option<bool>,
    pub max_accounts: Option<i32>,
    pub max_watches: Option<i32>,
    pub max_patterns: Option<i32>,
}

impl Change {
    /// Returns the first setting of the change that the configuration sets, by its key there.
    fn configured(&self, context: &Context) -> Option<&'static str> {
        let (settings, limits) = (&context.settings, context.settings.limits());
        let of = [
            (
                self.registration.is_some() && settings.registration().is_configured,
                "auth.registration",
            ),
            (
                self.has_status_page.is_some() && settings.has_status_page().is_configured,
                "server.status_page",
            ),
            (self.max_accounts.is_some() && limits.accounts.is_configured, "limits.accounts"),
            (self.max_watches.is_some() && limits.watches.is_configured, "limits.watches"),
            (self.max_patterns.is_some() && limits.patterns.is_configured, "limits.patterns"),
        ];
        of.into_iter().find_map(|(is, key)| is.then_some(key))
    }

    fn apply(self, stored: &mut StoredSettings) {
        let limit = |stored: &mut Option<i32>, changed: Option<i32>| {
            if let Some(limit) = changed {
                *stored = (limit > 0).then_some(limit);
            }
        };
        stored.registration = self.registration.or(stored.registration);
        stored.has_status_page = self.has_status_page.or(stored.has_status_page);
        limit(&mut stored.max_accounts, self.max_accounts);
        limit(&mut stored.max_watches, self.max_watches);
        limit(&mut stored.max_patterns, self.max_patterns);
    }
}

/// The configuration already determines the setting. Nothing was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Configured {
    /// The key of the setting in the configuration.
    pub key: &'static str,
}

/// Changes settings. This process uses them when the function returns, and the others a moment
/// later.
///
/// # Errors
/// The database failed.
pub async fn change(
    context: &Context,
    actor: Uuid,
    change: Change,
) -> Result<std::result::Result<(), Configured>> {
    if let Some(key) = change.configured(context) {
        return Ok(Err(Configured { key }));
    }
    let details = Details {
        registration: change.registration,
        has_status_page: change.has_status_page,
        max_accounts: change.max_accounts,
        max_watches: change.max_watches,
        max_patterns: change.max_patterns,
        ..Details::default()
    };
    let entry = AuditEntry::new(Act::SettingsChanged, context.clock.now()).with(details);
    edit(context, entry.by(Some(actor)), |stored| {
        change.apply(stored);
    })
    .await?;
    Ok(Ok(()))
}

/// Publishes an announcement to all users, replacing the previous one, until `until` or until it is withdrawn.
///
/// # Errors
/// The database failed.
pub async fn announce(
    context: &Context,
    actor: Uuid,
    text: String,
    until: Option<DateTime<Utc>>,
) -> Result<()> {
    let now = context.clock.now();
    let entry = AuditEntry::new(Act::AnnouncementPublished, now).by(Some(actor));
    edit(context, entry, |stored| {
        stored.announcement = Some(text);
        stored.announced_at = Some(now);
        stored.announced_until = until;
    })
    .await
}

/// Withdraws the announcement, if there is one.
///
/// # Errors
/// The database failed.
pub async fn withdraw(context: &Context, actor: Uuid) -> Result<()> {
    let now = context.clock.now();
    let entry = AuditEntry::new(Act::AnnouncementWithdrawn, now).by(Some(actor));
    edit(context, entry, |stored| {
        stored.announcement = None;
        stored.announced_at = None;
        stored.announced_until = None;
    })
    .await
}

/// Changes the stored settings, with an entry in the audit log. A change without effect is not
/// logged.
async fn edit(
    context: &Context,
    entry: AuditEntry,
    edit: impl FnOnce(&mut StoredSettings) + Send,
) -> Result<()> {
    let mut conn = context.conn().await?;
    conn.transaction::<_, diesel::result::Error, _>(async move |conn| {
        let before = StoredSettings::lock(conn).await?;
        let mut after = before.clone();
        edit(&mut after);
        if after == before {
            return Ok(());
        }
        after.store(conn).await?;
        entry.write(conn).await?;
        notify(CHOICES, "", conn).await
    })
    .await?;
    // Return the connection first.
    drop(conn);
    choices::look(context).await;
    Ok(())
}
