//! Mails about the ways by which alerts arrive.

use chrono_tz::Tz;

use super::compose::{Action, address};
use crate::context::Context;
use crate::db::models::endpoint::{Endpoint, EndpointChannel};

impl Action {
    /// Says that mail arrives, to a user who wants to know whether it does.
    pub(super) fn test(context: &Context) -> Self {
        Self {
            subject: "Mail from Harken arrives",
            paragraphs: vec![
                "This is the test that you asked for. Mail to this address works, and your alerts \
                 come here."
                    .to_owned(),
            ],
            button: "See your alerts",
            url: address(context, "notifications"),
            small_print: "Everything that Harken finds is in your list of notifications too, mailed \
                          or not.",
        }
    }

    /// Says that nothing arrives at `endpoint` any more; times are given in `zone`.
    pub(super) fn endpoint_paused(context: &Context, endpoint: &Endpoint, zone: Tz) -> Self {
        let since = endpoint.failing_since.unwrap_or(endpoint.created_at);
        let since = since.with_timezone(&zone).format("%-d %B %Y, %H:%M");
        let (what, page) = match endpoint.channel {
            EndpointChannel::Push => ("browser", "settings"),
            _ => ("channel", "channels"),
        };
        let said = endpoint.last_error.as_deref().unwrap_or("nothing");
        Self {
            subject: "Your alerts do not arrive: a channel is paused",
            paragraphs: vec![
                format!(
                    "No alert has reached the {what} “{}” ({}) since {since}, so Harken has paused \
                     it. What happened last: {said}",
                    endpoint.name, endpoint.shown
                ),
                "Nothing is lost: the matches are in your list of notifications, and mail and your \
                 other channels go on."
                    .to_owned(),
            ],
            button: "Look at it, and resume it",
            url: address(context, page),
            small_print: "You get this mail once for each pause.",
        }
    }
}
