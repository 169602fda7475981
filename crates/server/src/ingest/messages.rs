//! Which messages the notifications of a batch make: one a notification and receiver.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{DateTime, Utc};
use diesel::QueryResult;
use uuid::Uuid;

use super::alert::{Alert, Watcher};
use crate::config::Plans;
use crate::db::Conn;
use crate::db::models::channel::Channel;
use crate::db::models::endpoint::Endpoint;
use crate::db::models::outbox::{Kind, NewMessage};
use crate::plans::Plan;

/// Puts the messages of `alerts` into the outbox, and tells how many they are.
pub(super) async fn enqueue(
    alerts: &[&Alert],
    watchers: &HashMap<Uuid, Watcher>,
    plans: Plans,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<usize> {
    let users: HashSet<Uuid> = watchers.values().map(|watcher| watcher.user_id).collect();
    let endpoints = open_endpoints(&users, conn).await?;
    let mut messages = Vec::new();
    for alert in alerts {
        let watcher = &watchers[&alert.found.watch_id];
        let about = |message: NewMessage| NewMessage {
            subject_seen_at: Some(now),
            ..message
        };
        if watcher.email_notifications && !watcher.mail_refused {
            let message = NewMessage::mail(Kind::Match, watcher.user_id, alert.id, now);
            messages.push(about(message));
        }
        for endpoint in endpoints.get(&watcher.user_id).into_iter().flatten() {
            if goes_to(watcher, endpoint, plans) {
                messages.push(about(NewMessage::to(endpoint, Kind::Match, alert.id, now)));
            }
        }
    }
    NewMessage::enqueue(&messages, conn).await
}

/// Whether a match of this watch goes to this endpoint of its user.
fn goes_to(watcher: &Watcher, endpoint: &Endpoint, plans: Plans) -> bool {
    let may = Plan::from_stored(&watcher.plan).capabilities(plans);
    let wanted = match endpoint.channel() {
        Channel::Push => may.browser_push && watcher.browser_notification,
        _ => may.webhooks,
    };
    let listed = endpoint.watch_ids.as_ref();
    wanted && listed.is_none_or(|listed| listed.contains(&watcher.watch_id))
}

/// The endpoints of these users that are not paused.
async fn open_endpoints(
    users: &HashSet<Uuid>,
    conn: &mut Conn,
) -> QueryResult<BTreeMap<Uuid, Vec<Endpoint>>> {
    let mut by_user: BTreeMap<Uuid, Vec<Endpoint>> = BTreeMap::new();
    for endpoint in Endpoint::open_of(users, conn).await? {
        by_user.entry(endpoint.user_id).or_default().push(endpoint);
    }
    Ok(by_user)
}
