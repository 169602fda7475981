//! Decides who goes next. Urgent messages go first, users take turns, and messages that hang take a
//! limited share.

use std::collections::HashMap;

use uuid::Uuid;

use super::lane::Shares;
use super::receiver::Receiver;
use super::waiting::Waiting;
use db::models::outbox::Priority;

/// The most users whose last turn is remembered.
const MAX_REMEMBERED: usize = 10_000;

/// The messages that one process has in hand, by user, host and endpoint.
#[derive(Debug, Default)]
pub struct InHand {
    users: HashMap<Uuid, usize>,
    hosts: HashMap<String, usize>,
    endpoints: HashMap<Uuid, usize>,
}

impl InHand {
    /// Returns the state of a process with `count` messages to each of these endpoints.
    pub fn busy(endpoints: &[Uuid], count: usize) -> Self {
        Self { endpoints: endpoints.iter().map(|id| (*id, count)).collect(), ..Self::default() }
    }

    pub fn add(&mut self, receiver: &Receiver) {
        *self.users.entry(receiver.user).or_default() += 1;
        if let Some(endpoint) = receiver.endpoint {
            *self.endpoints.entry(endpoint).or_default() += 1;
        }
        if let Some(host) = &receiver.host {
            *self.hosts.entry(host.clone()).or_default() += 1;
        }
    }

    fn of_user(&self, user: Uuid) -> usize {
        self.users.get(&user).copied().unwrap_or_default()
    }

    fn has_room(&self, receiver: &Receiver, shares: Shares) -> bool {
        let endpoint = receiver.endpoint.and_then(|id| self.endpoints.get(&id));
        let host = receiver.host.as_ref().and_then(|host| self.hosts.get(host));
        self.of_user(receiver.user) < shares.user
            && endpoint.is_none_or(|count| *count < shares.endpoint)
            && host.is_none_or(|count| *count < shares.host)
    }
}

/// The state that a process keeps from one choice to the next.
#[derive(Debug, Default)]
pub struct Turns {
    choices: u64,
    /// The number of each user's last choice.
    last: HashMap<Uuid, u64>,
    /// The user and endpoint up to which those that have not waited longest were examined.
    pub(super) looked_to: (Uuid, Uuid),
    /// Whether nothing could be chosen since the first of these was examined.
    is_fruitless: bool,
}

impl Turns {
    /// Returns the order in which priorities are considered. Mostly the most urgent goes first; of
    /// eight turns one begins with alerts and one with digests, so that these continue, too.
    pub fn next_order(&mut self) -> [Priority; 3] {
        use Priority::{Account, Alert, Digest};
        self.choices += 1;
        match self.choices % 8 {
            4 => [Alert, Digest, Account],
            0 => [Digest, Alert, Account],
            _ => [Account, Alert, Digest],
        }
    }

    /// Stores the user and endpoint up to which messages were examined, `None` for the last one.
    /// Returns whether all were examined since something could be chosen.
    pub(super) fn look_to(&mut self, to: Option<(Uuid, Uuid)>) -> bool {
        self.is_fruitless |= self.looked_to.0.is_nil();
        self.looked_to = to.unwrap_or_default();
        to.is_none() && self.is_fruitless
    }

    /// Chooses at most `limit` of `waiting`, in the order in which to send them, besides the
    /// messages in hand. Among equal priorities the user with the fewest in hand goes first, then
    /// the one whose last turn is longest ago, then the message that has been due longest. An
    /// endpoint that was held is sent one message.
    pub fn choose(
        &mut self,
        mut waiting: Vec<Waiting>,
        limit: usize,
        mut in_hand: InHand,
        shares: Shares,
    ) -> Vec<Waiting> {
        waiting.sort_by_key(|message| (message.due_at, message.id));
        let mut chosen: Vec<Waiting> = Vec::new();
        while chosen.len() < limit {
            let can_go = |message: &Waiting| {
                in_hand.has_room(&message.receiver, shares)
                    && !(message.is_probe && in_hand.has_endpoint(&message.receiver))
            };
            let order = self.next_order();
            let place = order.iter().find_map(|priority| {
                let of_priority = waiting
                    .iter()
                    .enumerate()
                    .filter(|(_, message)| message.priority == *priority && can_go(message));
                let first = of_priority.min_by_key(|(_, message)| {
                    let user = message.receiver.user;
                    let last = self.last.get(&user).copied().unwrap_or_default();
                    (in_hand.of_user(user), last)
                });
                first.map(|(place, _)| place)
            });
            let Some(place) = place else {
                break;
            };
            let next = waiting.remove(place);
            in_hand.add(&next.receiver);
            self.remember(next.receiver.user);
            chosen.push(next);
        }
        self.is_fruitless &= chosen.is_empty();
        chosen
    }

    fn remember(&mut self, user: Uuid) {
        if self.last.len() >= MAX_REMEMBERED {
            self.last.clear();
        }
        self.last.insert(user, self.choices);
    }
}

impl InHand {
    fn has_endpoint(&self, receiver: &Receiver) -> bool {
        let endpoint = receiver.endpoint;
        endpoint.is_some_and(|endpoint| self.endpoints.contains_key(&endpoint))
    }
}
