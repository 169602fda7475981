//! Handles the match of a test post: like any other, except that it is no notification, is not counted, and
//! goes to each channel at once.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use diesel::QueryResult;
use uuid::Uuid;

use super::alert::{Alert, ByUser, ItemKey};
use super::drop_muted::drop_muted;
use super::messages::goes_to;
use super::watcher::{Watcher, lock_watchers};
use db::Conn;
use db::models::channel::Channel;
use db::models::digest::Cause;
use db::models::endpoint::{Endpoint, EndpointChannel};
use db::models::hearing_test::{HearingTest, Way, Ways};
use db::models::notification::Notification;
use db::models::outbox::{Kind, NewMessage};
use domain::watches::match_items::Found;
use platform::config::Plans;
use platform::hold::{Class, Decision, Preferences, hold};
use platform::plans::Capabilities;
use platform::sources::ForumItem;

/// The reason why a match is not sent.
pub(crate) type Refusal = &'static str;

/// Stores what the match of `test` makes: its place in the user's sequence and its messages. Rows are locked as by
/// [`Matches::alert`](super::Matches::alert).
pub(crate) async fn alert_of_test(
    test: &mut HearingTest,
    item: &ForumItem,
    found: Found,
    plans: Plans,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> anyhow::Result<Result<(), Refusal>> {
    let watchers = lock_watchers(std::iter::once(&found), conn).await?;
    let Some(watcher) = watchers.get(&found.watch_id) else {
        return Ok(Err("The keyword was turned off or paused meanwhile."));
    };
    test.matches = serde_json::to_value(&found.matches.0)?;
    let (id, seen_at) = (test.id, now);
    let key = ItemKey { id, seen_at };
    let alert = Alert { id, item: key, found, seq: 0, aside: None, is_unsure: false };
    let mut by_user = ByUser::from([(watcher.user_id, vec![alert])]);
    let muted = drop_muted(&mut by_user, std::slice::from_ref(item), now, conn).await?;
    if !muted.is_empty() {
        return Ok(Err(
            "One of your mutes covers the post, as it would cover any match with the same words. \
             See Mutes in Settings.",
        ));
    }
    test.seq = Some(Notification::take_places(watcher.user_id, 1, conn).await?);
    let (ways, messages) = ways(watcher, id, plans, now, conn).await?;
    test.ways = Ways(ways);
    NewMessage::enqueue(&messages, conn).await?;
    Notification::announce(&[watcher.user_id], conn).await?;
    Ok(Ok(()))
}

/// Returns where the match is sent or not sent, with the messages, all due at once.
async fn ways(
    watcher: &Watcher,
    test_id: Uuid,
    plans: Plans,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<(Vec<Way>, Vec<NewMessage>)> {
    let user_id = watcher.user_id;
    let open = Endpoint::open_of(&HashSet::from([user_id]), conn).await?;
    let open: HashSet<Uuid> = open.iter().map(|endpoint| endpoint.id).collect();
    let preferences = watcher.preferences();
    let mut messages = Vec::new();
    let mut way = |endpoint: Option<&Endpoint>, closed: Option<String>| {
        let channel = endpoint.map_or(Channel::Mail, |endpoint| endpoint.channel.into());
        let class = endpoint.map_or(Class::Mail, |endpoint| endpoint.channel.into());
        let message = match (&closed, endpoint) {
            (Some(_), _) => None,
            (None, None) => Some(NewMessage::mail(Kind::Match, user_id, test_id, now)),
            (None, Some(endpoint)) => Some(NewMessage::to(endpoint, Kind::Match, test_id, now)),
        };
        let made = Way {
            channel,
            name: endpoint.map(|endpoint| endpoint.name.clone()),
            message_id: message.as_ref().map(|message| message.id),
            closed,
            held: held(class, &preferences, now),
        };
        messages.extend(message);
        made
    };
    let mut ways = vec![way(None, closed_to_mail(watcher).map(str::to_owned))];
    for endpoint in Endpoint::of_user(user_id, conn).await? {
        let closed = match open.contains(&endpoint.id) {
            true => closed_to(watcher, &endpoint, plans).map(str::to_owned),
            false => Some(paused(&endpoint)),
        };
        ways.push(way(Some(&endpoint), closed));
    }
    Ok((ways, messages))
}

/// Returns the time until which a match that is no test would wait. Bursts are left out: they say nothing
/// about the next match.
fn held(
    class: Class,
    preferences: &Preferences,
    now: DateTime<Utc>,
) -> Option<(DateTime<Utc>, Cause)> {
    let calm = Preferences { burst_limit: i64::MAX, ..*preferences };
    match hold(class, &calm, 0, now) {
        Decision::Now => None,
        Decision::Hold { due_at, cause } => Some((due_at, cause)),
    }
}

fn paused(endpoint: &Endpoint) -> String {
    let error = endpoint.last_error.as_deref();
    let error = error.map(|error| format!(" The last attempt failed: {error}"));
    format!("It is paused until you resume it.{}", error.unwrap_or_default())
}

fn closed_to_mail(watcher: &Watcher) -> Option<Refusal> {
    match (watcher.email_notifications, watcher.mail_refused) {
        (false, _) => Some("Email alerts are turned off in your settings."),
        (true, true) => Some("Your address refused an email. Try it again in Settings."),
        (true, false) => None,
    }
}

/// Returns why nothing of this watch is sent to an endpoint that is not paused.
fn closed_to(watcher: &Watcher, endpoint: &Endpoint, plans: Plans) -> Option<Refusal> {
    if goes_to(watcher, endpoint, plans) {
        return None;
    }
    let may = Capabilities::of(watcher.plan, plans);
    Some(if !may.sends_to(endpoint.channel) {
        "This channel is part of the Pro plan."
    } else if endpoint.channel == EndpointChannel::Push && !watcher.browser_notification {
        "Browser alerts are turned off for this keyword."
    } else {
        "This channel gets the matches of other keywords only."
    })
}
