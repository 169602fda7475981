//! Emails about the channels over which alerts arrive.

use chrono_tz::Tz;

use super::account_action::Action;
use super::email_parts::address;
use db::models::endpoint::{Endpoint, EndpointChannel};
use platform::context::Context;

impl Action {
    /// Confirms that email arrives, at the user's request.
    pub(super) fn test(context: &Context) -> Self {
        Self {
            subject: "Your test email from Harken",
            paragraphs: vec![
                "This is the test that you asked for. Email to this address works, and your alerts \
                 will come here."
                    .to_owned(),
            ],
            button: "See your alerts",
            url: address(context, "notifications"),
            small_print: "All matches are also in your notifications, whether or not they are \
                emailed.",
        }
    }

    /// States that nothing arrives at `endpoint` any more. Times are in `zone`.
    pub(super) fn endpoint_paused(context: &Context, endpoint: &Endpoint, zone: Tz) -> Self {
        let since = endpoint.failing_since.unwrap_or(endpoint.created_at);
        let since = since.with_timezone(&zone).format("%-d %B %Y, %H:%M");
        let (what, page) = match endpoint.channel {
            EndpointChannel::Push => ("browser", "settings"),
            _ => ("channel", "channels"),
        };
        let said = endpoint.last_error.as_deref().unwrap_or("nothing");
        Self {
            subject: "Your alerts are not arriving: a channel is paused",
            paragraphs: vec![
                format!(
                    "No alert has reached the {what} “{}” ({}) since {since}, so Harken has paused \
                     it. The last error: {said}",
                    endpoint.name, endpoint.shown
                ),
                "Nothing is lost: the matches are in your notifications, and email and your other \
                 channels keep working."
                    .to_owned(),
            ],
            button: "Check and resume it",
            url: address(context, page),
            small_print: "You get this email each time a channel is paused.",
        }
    }
}
