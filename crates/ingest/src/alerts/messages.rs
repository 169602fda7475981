//! Determines which messages the notifications of a batch make, and when they are due. A notification that is
//! due at once is a message of its own, except for email: what one user is to be emailed at once from one
//! batch is one email. Notifications that wait for the same moment and the same receiver are one digest.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{DateTime, TimeDelta, Utc};
use diesel::QueryResult;
use uuid::Uuid;

use super::alert::Alert;
use super::aside::WAIT;
use super::counters::Paces;
use super::watcher::Watcher;
use db::Conn;
use db::models::digest::{Cause, Digest, Entry, Moment};
use db::models::endpoint::{Endpoint, EndpointChannel};
use db::models::outbox::{Kind, NewMessage};
use platform::config::Plans;
use platform::hold::{Class, Decision, hold, hold_aside};
use platform::plans::Capabilities;

/// Maximum attempts to find another moment when a digest was closed meanwhile; then the alert goes out alone.
const ROUNDS: i32 = 3;

/// A notification on its way to one receiver.
struct Recipient<'a> {
    notification_id: Uuid,
    /// When its item was first seen.
    seen_at: DateTime<Utc>,
    watcher: &'a Watcher,
    /// `None` for the user's email address.
    endpoint: Option<&'a Endpoint>,
    /// Matches of the watch in the hour before it.
    past_hour: i64,
    is_set_aside: bool,
    /// Whether it waits for a language model, unless it goes to a program.
    is_unsure: bool,
    /// The earliest time at which it may go out: now, or when the digest that it just missed was due.
    from: DateTime<Utc>,
}

impl Recipient<'_> {
    fn moment(&self, due_at: DateTime<Utc>) -> Moment {
        Moment {
            user_id: self.watcher.user_id,
            endpoint_id: self.endpoint.map(|endpoint| endpoint.id),
            due_at,
        }
    }

    fn class(&self) -> Class {
        self.endpoint.map_or(Class::Mail, |endpoint| endpoint.channel.into())
    }

    fn message(&self, kind: Kind, subject_id: Uuid, now: DateTime<Utc>) -> NewMessage {
        match self.endpoint {
            None => NewMessage::mail(kind, self.watcher.user_id, subject_id, now),
            Some(endpoint) => NewMessage::to(endpoint, kind, subject_id, now),
        }
    }

    fn alone(&self, now: DateTime<Utc>) -> NewMessage {
        let waits = self.is_unsure && self.class() != Class::Machine;
        NewMessage {
            due_at: if waits { now + WAIT } else { now },
            subject_seen_at: Some(self.seen_at),
            ..self.message(Kind::Match, self.notification_id, now)
        }
    }
}

/// The messages of a batch, whose digests are in the database by now.
pub(super) struct Messages {
    /// Messages of digests, which may have one already.
    digests: Vec<NewMessage>,
    /// Messages about one notification of this batch each.
    alone: Vec<NewMessage>,
}

impl Messages {
    /// Makes the messages of `alerts`, and puts what has to wait into digests.
    pub(super) async fn of(
        alerts: &[&Alert],
        watchers: &HashMap<Uuid, Watcher>,
        paces: &Paces,
        plans: Plans,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Self> {
        let users: HashSet<Uuid> = watchers.values().map(|watcher| watcher.user_id).collect();
        let endpoints = open_endpoints(&users, conn).await?;
        let mut counts: HashMap<Uuid, i64> = HashMap::new();
        let mut all = Vec::new();
        for alert in alerts {
            let watcher = &watchers[&alert.found.watch_id];
            let count =
                counts.entry(watcher.watch_id).or_insert_with(|| paces.past_hour(watcher.watch_id));
            let recipient = |endpoint| Recipient {
                notification_id: alert.id,
                seen_at: alert.item.seen_at,
                watcher,
                endpoint,
                past_hour: *count,
                is_set_aside: alert.is_set_aside(),
                is_unsure: alert.is_unsure,
                from: now,
            };
            if watcher.wants_mail() {
                all.push(recipient(None));
            }
            let theirs = endpoints.get(&watcher.user_id).into_iter().flatten();
            let wanted = theirs.filter(|endpoint| goes_to(watcher, endpoint, plans));
            all.extend(wanted.map(|endpoint| recipient(Some(endpoint))));
            *count += i64::from(!alert.is_set_aside());
        }
        let mut digests = Vec::new();
        let at_once = put_off(all, &mut digests, now, conn).await?;
        let (mails, others): (Vec<_>, Vec<_>) =
            at_once.into_iter().partition(|t| t.endpoint.is_none());
        let (unsure, mails) = mails.into_iter().partition(|mail| mail.is_unsure);
        let mut single = mail_together(mails, &mut digests, now, now, conn).await?;
        single.append(&mut mail_together(unsure, &mut digests, now + WAIT, now, conn).await?);
        let alone = single.iter().chain(&others);
        let alone = alone.map(|recipient| recipient.alone(now)).collect();
        Ok(Self { digests, alone })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.digests.is_empty() && self.alone.is_empty()
    }

    /// Inserts the messages into the outbox, and returns their number. Wakes nobody.
    pub(super) async fn store(&self, conn: &Conn) -> QueryResult<usize> {
        let (digests, alone) = futures::try_join!(
            NewMessage::store(&self.digests, conn),
            NewMessage::store_first(&self.alone, conn),
        )?;
        Ok(digests + alone)
    }

    /// Inserts the messages as [`Messages::store`] does, of those that receivers do not have yet.
    pub(super) async fn store_missing(&self, conn: &Conn) -> QueryResult<()> {
        NewMessage::store(&self.digests, conn).await?;
        NewMessage::store(&self.alone, conn).await?;
        Ok(())
    }
}

/// Puts what has to wait into digests, and returns what is due at once.
async fn put_off<'a>(
    mut all: Vec<Recipient<'a>>,
    messages: &mut Vec<NewMessage>,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Vec<Recipient<'a>>> {
    let mut at_once = Vec::new();
    for _ in 0..ROUNDS {
        let mut waiting: BTreeMap<Moment, Vec<(Recipient<'a>, Cause)>> = BTreeMap::new();
        for recipient in all {
            let (class, preferences) = (recipient.class(), recipient.watcher.preferences());
            let decision = match recipient.is_set_aside {
                true => hold_aside(class, &preferences, recipient.from),
                false => hold(class, &preferences, recipient.past_hour, recipient.from),
            };
            match decision {
                Decision::Now => at_once.push(recipient),
                Decision::Hold { due_at, cause } => {
                    let moment = recipient.moment(due_at);
                    waiting.entry(moment).or_default().push((recipient, cause));
                }
            }
        }
        all = fill(waiting, messages, now, conn).await?;
        if all.is_empty() {
            break;
        }
    }
    at_once.append(&mut all);
    Ok(at_once)
}

/// Combines what is to be emailed at the time `due` into one email per user, and returns the notifications that are
/// alone.
async fn mail_together<'a>(
    mails: Vec<Recipient<'a>>,
    messages: &mut Vec<NewMessage>,
    due: DateTime<Utc>,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Vec<Recipient<'a>>> {
    let mut by_user: BTreeMap<Uuid, Vec<Recipient<'a>>> = BTreeMap::new();
    for recipient in mails {
        by_user.entry(recipient.watcher.user_id).or_default().push(recipient);
    }
    let (mut single, mut many) = (Vec::new(), Vec::new());
    for mut mails in by_user.into_values() {
        match mails.len() {
            1 => single.append(&mut mails),
            _ => many.append(&mut mails),
        }
    }
    for round in 0..ROUNDS {
        // A moment that is taken is avoided by the least that the database can distinguish, and backwards, so
        // that the email is not due later.
        let due_at = due - TimeDelta::microseconds(round.into());
        let mut waiting: BTreeMap<Moment, Vec<(Recipient<'a>, Cause)>> = BTreeMap::new();
        for recipient in many {
            let moment = recipient.moment(due_at);
            waiting.entry(moment).or_default().push((recipient, Cause::Together));
        }
        many = fill(waiting, messages, now, conn).await?;
        if many.is_empty() {
            break;
        }
    }
    single.append(&mut many);
    Ok(single)
}

/// Puts alerts into the digests of their moments, with a message each. Those whose digest is closed
/// are returned, to find another moment.
async fn fill<'a>(
    waiting: BTreeMap<Moment, Vec<(Recipient<'a>, Cause)>>,
    messages: &mut Vec<NewMessage>,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Vec<Recipient<'a>>> {
    if waiting.is_empty() {
        return Ok(Vec::new());
    }
    let moments: Vec<Moment> = waiting.keys().copied().collect();
    let open = Digest::open(&moments, now, conn).await?;
    let (mut entries, mut late) = (Vec::new(), Vec::new());
    for (moment, alerts) in waiting {
        let Some(digest_id) = open.get(&moment).copied() else {
            late.extend(alerts.into_iter().map(|(recipient, _)| Recipient {
                from: moment.due_at.max(recipient.from),
                ..recipient
            }));
            continue;
        };
        messages.extend(alerts.as_slice().first().map(|(recipient, _)| NewMessage {
            due_at: moment.due_at,
            ..recipient.message(Kind::Digest, digest_id, now)
        }));
        entries.extend(alerts.iter().map(|(recipient, cause)| Entry {
            digest_id,
            notification_id: recipient.notification_id,
            seen_at: recipient.seen_at,
            cause: *cause,
        }));
    }
    Digest::add(&entries, conn).await?;
    Ok(late)
}

/// Returns whether a match of this watch goes to this endpoint of its user.
pub(super) fn goes_to(watcher: &Watcher, endpoint: &Endpoint, plans: Plans) -> bool {
    let may = Capabilities::of(watcher.plan, plans);
    let wanted = endpoint.channel != EndpointChannel::Push || watcher.browser_notification;
    let listed = endpoint.watch_ids.as_ref();
    wanted
        && may.sends_to(endpoint.channel)
        && listed.is_none_or(|listed| listed.contains(&watcher.watch_id))
}

/// Returns the endpoints of these users that are not paused. They cannot be deleted until the end of the
/// transaction.
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
