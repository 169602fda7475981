//! Emails about changes that a stranger may have made.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use super::account_action::Action;
use super::email_parts::{SUBJECT_LENGTH, address, one_line};
use db::models::api_key::{ApiKey, Scope};
use db::models::endpoint::{Endpoint, EndpointChannel};
use platform::context::Context;

impl Action {
    /// States that the account has a new password since `at`, and that alerts go to `endpoints`.
    /// Times are in `zone`.
    pub(super) fn password_changed(
        context: &Context,
        at: DateTime<Utc>,
        endpoints: &[Endpoint],
        zone: Tz,
    ) -> Self {
        let at = time(at, zone);
        let receivers = match endpoints {
            [] => "Your alerts go only to this address: the account has no webhook, chat or \
                   browser."
                .to_owned(),
            _ => "Besides this address, your alerts may go to the following. Remove any that are \
                  not yours under Channels and Settings:"
                .to_owned(),
        };
        let mut paragraphs = vec![
            format!(
                "Your Harken account has a new password since {at}. All browsers were signed out, \
                 except the one in which the password was changed. Your feeds have new addresses, \
                 your API keys were revoked, and links in earlier alerts no longer work."
            ),
            receivers,
        ];
        paragraphs.extend(endpoints.iter().map(|endpoint| line(endpoint, zone)));
        Self {
            subject: "Your password was changed",
            paragraphs,
            button: "This was not me: choose a new password",
            url: address(context, "forgot-password"),
            small_print: "If this was you, you do not need to do anything. You get this email \
                whenever your password changes.",
        }
    }

    /// States that the account has a new API key. Times are in `zone`.
    pub(super) fn key_created(context: &Context, key: &ApiKey, zone: Tz) -> Self {
        let scopes = key.scopes.iter().map(|scope| format!("• {}", allowed_by(*scope)));
        let mut paragraphs = vec![format!(
            "Your Harken account has a new API key, “{}”, since {}. Until it expires on {}, whoever has it can:",
            one_line(&key.name, SUBJECT_LENGTH),
            time(key.created_at, zone),
            time(key.expires_at, zone),
        )];
        paragraphs.extend(scopes);
        Self {
            subject: "An API key was created",
            paragraphs,
            button: "Review API keys",
            url: address(context, "settings"),
            small_print: "If you did not create it, revoke it under Settings and change your \
                password, which revokes all of your API keys.",
        }
    }

    /// States that an API key soon expires. Times are in `zone`.
    pub(super) fn key_expires(context: &Context, key: &ApiKey, zone: Tz) -> Self {
        let used = match key.last_used_at {
            Some(at) => format!("It was last used on {}.", time(at, zone)),
            None => "It has never been used.".to_owned(),
        };
        Self {
            subject: "An API key expires soon",
            paragraphs: vec![
                format!(
                    "Your API key “{}” expires on {}. {used}",
                    one_line(&key.name, SUBJECT_LENGTH),
                    time(key.expires_at, zone)
                ),
                "Programs that use it stop working then. If you still need them, create another \
                 key under Settings and give it to them."
                    .to_owned(),
            ],
            button: "Review API keys",
            url: address(context, "settings"),
            small_print: "You get this email once for each key. If you no longer need this one, \
                you do not need to do anything.",
        }
    }
}

fn time(at: DateTime<Utc>, zone: Tz) -> impl std::fmt::Display {
    at.with_timezone(&zone).format("%-d %B %Y, %H:%M (%Z)")
}

fn allowed_by(scope: Scope) -> &'static str {
    match scope {
        Scope::Read => "read your keywords, matches, settings of alerts and reports",
        Scope::Keywords => "change your keywords and the feeds that you follow",
        Scope::Notifications => "change your notifications, mutes, saved searches and channels",
        Scope::Ingest => "send items to your push sources, and delete them",
        Scope::Admin => "see and do what administrators can",
    }
}

fn line(endpoint: &Endpoint, zone: Tz) -> String {
    let kind = match endpoint.channel {
        EndpointChannel::Push => "Browser",
        EndpointChannel::Webhook => "Webhook",
        EndpointChannel::Slack => "Slack",
        EndpointChannel::Discord => "Discord",
        EndpointChannel::Telegram => "Telegram",
        EndpointChannel::Ntfy => "ntfy",
    };
    let added = endpoint.created_at.with_timezone(&zone).format("%-d %B %Y");
    let name = one_line(&endpoint.name, SUBJECT_LENGTH);
    let paused = match endpoint.paused_at {
        Some(_) => ", paused",
        None => "",
    };
    format!("• {kind} “{name}” ({}), added {added}{paused}", endpoint.shown)
}
