//! The job that empties the outbox.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio::sync::Notify;
use tokio::task::{Id, JoinError, JoinSet};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::claim::{self, Claimed, Claims, Wanted};
use super::lane::Lane;
use super::receiver::Receiver;
use super::turns::{InHand, Turns};
use super::work::{give_back, work};
use crate::delivery::Senders;
use db::listen::Heard;
use db::models::outbox::Priority;
use domain::auth::mail_requests;
use platform::bus::Topic;
use platform::context::Context;

/// The longest sleep between looks at the outbox, even if no notification arrives.
const MAX_SLEEP: Duration = Duration::from_secs(30);
/// The longest sleep where the bus may lose notifications.
const MAX_SLEEP_IF_LOSSY: Duration = Duration::from_secs(1);
/// The shortest sleep. None at all would spin while another process is about to claim what is due.
const MIN_SLEEP: Duration = Duration::from_millis(50);
/// The most emails about accounts that are claimed beyond the others.
const MAX_URGENT: usize = 8;
/// The sleep after a failure of the database.
const PAUSE: Duration = Duration::from_secs(1);

/// Sends what is due until `stop`, woken by new rows and by time. Lets sends in hand finish.
pub async fn run(context: Context, senders: Arc<Senders>, stop: CancellationToken) {
    let wakes = Lane::ALL.map(|lane| (lane, Arc::new(Notify::new())));
    let waker = wakes.clone();
    let (bus, until) = (context.bus.clone(), stop.clone());
    let listener = tokio::spawn(async move {
        let hear = |_: Heard<'_>| {
            for (_, wake) in &waker {
                wake.notify_one();
            }
        };
        bus.listen(Topic::Outbox, until, &hear).await;
    });
    let lanes =
        wakes.iter().map(|(lane, wake)| Worker::new(&context, &senders, *lane, &stop).run(wake));
    futures::future::join_all(lanes).await;
    if let Err(error) = listener.await {
        tracing::error!(%error, "the outbox's listener ended badly");
    }
}

/// One lane of one process, with its claimed messages and its sends.
struct Worker<'a> {
    context: &'a Context,
    senders: &'a Arc<Senders>,
    lane: Lane,
    stop: CancellationToken,
    queue: VecDeque<Claimed>,
    /// The sends in hand; each returns whether its message was given back.
    sends: JoinSet<bool>,
    /// The receivers of the sends.
    receivers: HashMap<Id, Receiver>,
    /// The task that puts off messages to held endpoints, one batch at a time.
    putting_off: JoinSet<()>,
    turns: Turns,
    /// Whether messages are due that wait for something in hand to end.
    are_others_due: bool,
    /// The number of messages taken off the queue, to determine whose turn it is.
    taken: u8,
}

impl<'a> Worker<'a> {
    fn new(
        context: &'a Context,
        senders: &'a Arc<Senders>,
        lane: Lane,
        stop: &CancellationToken,
    ) -> Self {
        Self {
            context,
            senders,
            lane,
            stop: stop.clone(),
            queue: VecDeque::new(),
            sends: JoinSet::new(),
            receivers: HashMap::new(),
            putting_off: JoinSet::new(),
            turns: Turns::default(),
            are_others_due: false,
            taken: 0,
        }
    }

    async fn run(mut self, wake: &Notify) {
        let stop = self.stop.clone();
        // `more`: whether there may be more to claim; `asked`: whether emails may have been
        // requested; `again`: when to look again if neither is the case.
        let (mut more, mut asked) = (true, true);
        let mut again = Instant::now();
        while !stop.is_cancelled() {
            if more {
                let sleep = self.look(asked).await.unwrap_or_else(|error| {
                    tracing::error!(error = format!("{error:#}"), "could not read the outbox");
                    Some(PAUSE)
                });
                asked = false;
                if let Some(sleep) = sleep {
                    more = false;
                    again = Instant::now() + sleep;
                }
            }
            tokio::select! {
                () = stop.cancelled() => {}
                () = wake.notified() => (more, asked) = (true, true),
                () = tokio::time::sleep_until(again), if !more => (more, asked) = (true, true),
                Some(ended) = self.sends.join_next_with_id() => {
                    more |= self.note_end(ended);
                    more |= self.start().await;
                }
                Some(_) = self.putting_off.join_next() => more = true,
            }
        }
        let left: Vec<_> = self.queue.drain(..).map(|claimed| claimed.row).collect();
        give_back(self.context, &left).await;
        while self.sends.join_next().await.is_some() {}
        while self.putting_off.join_next().await.is_some() {}
    }

    /// Processes the end of a send. Returns whether there may be more to claim because of it.
    fn note_end(&mut self, ended: Result<(Id, bool), JoinError>) -> bool {
        let (id, given_back) = ended.unwrap_or_else(|panicked| (panicked.id(), false));
        self.receivers.remove(&id);
        // The same user, host or endpoint may have more.
        given_back || self.are_others_due
    }

    /// Claims as many messages as fit, and starts them. Returns how long to sleep if nothing
    /// happens, if all that is due is in hand; `None` if there may be more.
    async fn look(&mut self, asked: bool) -> anyhow::Result<Option<Duration>> {
        if asked
            && self.lane == Lane::Mail
            && let Err(error) = mail_requests::drain(self.context).await
        {
            tracing::error!(error = format!("{error:#}"), "could not read the requests for mails");
        }
        let most = self.width() + self.lane.ahead();
        let room = most.saturating_sub(self.sends.len() + self.queue.len());
        if room == 0 || self.queue.len() > self.lane.ahead() / 2 {
            if asked {
                self.claim_urgent().await?;
            }
            return Ok(None);
        }
        let (is_all, looked_at) = loop {
            // Sends that have ended use up nobody's share.
            while let Some(ended) = self.sends.try_join_next_with_id() {
                self.note_end(ended);
            }
            self.start().await;
            let now = self.context.clock.now();
            let claims = self.claim(&Priority::ALL, room, now).await?;
            let is_all = claims.claimed.len() < room;
            self.are_others_due = claims.are_others_due;
            self.queue.extend(claims.claimed);
            self.start().await;
            let are_held = !claims.held.is_empty();
            self.put_off(claims.held, now);
            if self.stop.is_cancelled() || !claims.is_unfinished {
                break (is_all, now);
            }
            if are_held {
                // There is more once these are put off; an alert that arrives meanwhile wakes the
                // worker before.
                return Ok(Some(MAX_SLEEP));
            }
        };
        if !is_all {
            return Ok(None);
        }
        let mut conn = self.context.conn().await?;
        let next = claim::next_due(self.lane, looked_at, &mut conn).await?;
        let until = next.map(|at| (at - looked_at).to_std().unwrap_or_default());
        let longest = match self.context.bus.may_lose() {
            true => MAX_SLEEP_IF_LOSSY,
            false => MAX_SLEEP,
        };
        Ok(Some(until.unwrap_or(longest).clamp(MIN_SLEEP, longest)))
    }

    /// Puts off messages to held endpoints, concurrently with everything else: nothing waits for it.
    fn put_off(&mut self, held: Vec<Uuid>, now: DateTime<Utc>) {
        if held.is_empty() || !self.putting_off.is_empty() {
            return;
        }
        let context = self.context.clone();
        self.putting_off.spawn(async move {
            let put_off = async {
                let mut conn = context.conn().await?;
                anyhow::Ok(claim::put_off(&held, now, &mut conn).await?)
            };
            if let Err(error) = put_off.await {
                let error = format!("{error:#}");
                tracing::error!(error, "could not put off messages to endpoints that are held");
                // The messages are examined again afterwards.
                tokio::time::sleep(PAUSE).await;
            }
        });
    }

    /// Claims a few emails about accounts although enough is claimed: they go before the rest.
    async fn claim_urgent(&mut self) -> anyhow::Result<()> {
        let is_urgent = |claimed: &&Claimed| claimed.row.kind.priority() == Priority::Account;
        let present = self.queue.iter().filter(is_urgent).count();
        let room = MAX_URGENT.saturating_sub(present);
        if self.lane != Lane::Mail || room == 0 {
            return Ok(());
        }
        let now = self.context.clock.now();
        let claims = self.claim(&[Priority::Account], room, now).await?;
        self.queue.extend(claims.claimed);
        Ok(())
    }

    async fn claim(
        &mut self,
        priorities: &[Priority],
        limit: usize,
        now: DateTime<Utc>,
    ) -> anyhow::Result<Claims> {
        let config = &self.context.config;
        let wanted = Wanted {
            lane: self.lane,
            priorities,
            limit,
            shares: self.lane.shares(config),
            lease: self.lane.lease(config),
            now,
        };
        let mut in_hand = InHand::default();
        let queued = self.queue.iter().map(|claimed| &claimed.receiver);
        for receiver in queued.chain(self.receivers.values()) {
            in_hand.add(receiver);
        }
        let mut conn = self.context.conn().await?;
        Ok(claim::claim_by_turns(wanted, &mut self.turns, in_hand, &mut conn).await?)
    }

    /// Starts as many sends as fit. A message that has waited so long that its lease might end
    /// during the send is given back; returns whether there was any.
    async fn start(&mut self) -> bool {
        let mut late = Vec::new();
        while self.sends.len() < self.width()
            && let Some(Claimed { row, receiver }) = self.next()
        {
            let (context, now) = (self.context.clone(), self.context.clock.now());
            if !self.lane.has_time(row.leased_until, now, &context.config) {
                late.push(row);
                continue;
            }
            let (senders, stop) = (self.senders.clone(), self.stop.clone());
            let send = self.sends.spawn(async move { work(&context, &senders, &row, &stop).await });
            self.receivers.insert(send.id(), receiver);
        }
        give_back(self.context, &late).await;
        !late.is_empty()
    }

    /// Takes the next message off the queue. The queue is in order except for what became urgent
    /// since; of eight turns one is the queue's own, so that it continues.
    fn next(&mut self) -> Option<Claimed> {
        self.taken = self.taken.wrapping_add(1);
        let is_urgent = |claimed: &Claimed| claimed.row.kind.priority() == Priority::Account;
        let urgent = self.queue.iter().position(is_urgent);
        let place = urgent.filter(|_| !self.taken.is_multiple_of(8)).unwrap_or_default();
        self.queue.remove(place)
    }

    fn width(&self) -> usize {
        self.lane.width(&self.context.config)
    }
}

/// Claims and sends what is due now, one batch after another until nothing is left, and returns how
/// many messages were worked on.
///
/// # Errors
/// The database failed.
pub async fn drain(context: &Context, senders: &Senders) -> anyhow::Result<usize> {
    mail_requests::drain(context).await?;
    let (mut worked, never) = (0, CancellationToken::new());
    let (mut turns, config) = (Lane::ALL.map(|_| Turns::default()), &context.config);
    loop {
        let (mut rows, mut is_unfinished) = (Vec::new(), false);
        for (lane, turns) in Lane::ALL.into_iter().zip(&mut turns) {
            let wanted = Wanted {
                lane,
                priorities: &Priority::ALL,
                limit: lane.width(config),
                shares: lane.shares(config),
                lease: lane.lease(config),
                now: context.clock.now(),
            };
            let mut conn = context.conn().await?;
            let claims = claim::claim_by_turns(wanted, turns, InHand::default(), &mut conn).await?;
            claim::put_off(&claims.held, wanted.now, &mut conn).await?;
            is_unfinished |= claims.is_unfinished;
            rows.extend(claims.claimed.into_iter().map(|claimed| claimed.row));
        }
        if rows.is_empty() && !is_unfinished {
            return Ok(worked);
        }
        worked += rows.len();
        let sends = rows.iter().map(|row| work(context, senders, row, &never));
        futures::future::join_all(sends).await;
    }
}
