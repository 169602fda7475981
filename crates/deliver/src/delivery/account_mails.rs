//! Emails about changes that a stranger may have made.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use super::compose::Action;
use super::email_parts::{SUBJECT_LENGTH, address, one_line};
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
        let at = at.with_timezone(&zone).format("%-d %B %Y, %H:%M (%Z)");
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
                 and links in earlier alerts no longer work."
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
