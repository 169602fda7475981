//! The job that empties the outbox.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::{Id, JoinSet};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::claim;
use super::lane::Lane;
use super::work::{give_back, work};
use crate::auth::mail_requests;
use crate::context::Context;
use crate::db::listen::listen;
use crate::db::models::outbox::OutboxRow;
use crate::delivery::Senders;

/// Looks at the outbox this often even if nothing was heard.
const MAX_SLEEP: Duration = Duration::from_secs(30);
/// At once would spin while another process is about to claim what is due.
const MIN_SLEEP: Duration = Duration::from_millis(50);
/// After a failure of the database.
const PAUSE: Duration = Duration::from_secs(1);

/// Sends what is due until `stop`, woken by new rows and by the time. Lets sends in hand end.
pub async fn run(context: Context, senders: Arc<Senders>, stop: CancellationToken) {
    let wakes = Lane::ALL.map(|lane| (lane, Arc::new(Notify::new())));
    let waker = wakes.clone();
    let (database, until) = (context.database.clone(), stop.clone());
    let listener = tokio::spawn(async move {
        listen(&database, "outbox", until, |_| {
            for (_, wake) in &waker {
                wake.notify_one();
            }
        })
        .await;
    });
    let lanes = wakes
        .iter()
        .map(|(lane, wake)| Worker::new(&context, &senders, *lane, &stop).run(wake));
    futures::future::join_all(lanes).await;
    if let Err(error) = listener.await {
        tracing::error!(%error, "the outbox's listener ended badly");
    }
}

/// One lane of one process: what it has claimed, and what it is sending.
struct Worker<'a> {
    context: &'a Context,
    senders: &'a Arc<Senders>,
    lane: Lane,
    stop: CancellationToken,
    queue: VecDeque<OutboxRow>,
    /// Each returns whether its message was given back.
    sends: JoinSet<bool>,
    /// The endpoints that are being sent to.
    busy: HashMap<Id, Uuid>,
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
            busy: HashMap::new(),
        }
    }

    async fn run(mut self, wake: &Notify) {
        let stop = self.stop.clone();
        // Whether there may be more to claim, whether mails may have been asked for, and when to
        // look again if there is not and they were not.
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
                    let (id, given_back) = ended.unwrap_or_else(|panicked| (panicked.id(), false));
                    self.busy.remove(&id);
                    more |= given_back;
                    // Its endpoint may have more.
                    more |= self.lane == Lane::Endpoints;
                    more |= self.start().await;
                }
            }
        }
        let left: Vec<_> = self.queue.drain(..).collect();
        give_back(self.context, &left).await;
        while self.sends.join_next().await.is_some() {}
    }

    /// Claims what there is room for, and starts it. Returns how long to sleep if nothing happens,
    /// if all that is due is in hand; `None` if there may be more.
    async fn look(&mut self, asked: bool) -> anyhow::Result<Option<Duration>> {
        if asked
            && self.lane == Lane::Mail
            && let Err(error) = mail_requests::drain(self.context).await
        {
            tracing::error!(
                error = format!("{error:#}"),
                "could not read the requests for mails"
            );
        }
        if self.queue.len() > self.lane.ahead() / 2 {
            return Ok(None);
        }
        let most = self.lane.width() + self.lane.ahead();
        let room = most.saturating_sub(self.sends.len() + self.queue.len());
        if room == 0 {
            return Ok(None);
        }
        let (clock, lease) = (&self.context.clock, self.lane.lease(&self.context.config));
        let limit = i64::try_from(room)?;
        let mut conn = self.context.conn().await?;
        let (busy, now) = (self.busy(), clock.now());
        let rows = claim::claim(self.lane, limit, &busy, lease, now, &mut conn).await?;
        let is_all = rows.len() < room;
        self.queue.extend(rows);
        drop(conn);
        self.start().await;
        if !is_all {
            return Ok(None);
        }
        let mut conn = self.context.conn().await?;
        let next = claim::next_due(self.lane, &self.busy(), &mut conn).await?;
        let until = next.map(|at| (at - clock.now()).to_std().unwrap_or_default());
        Ok(Some(until.unwrap_or(MAX_SLEEP).clamp(MIN_SLEEP, MAX_SLEEP)))
    }

    /// Starts as many sends as there is room for. What has waited so long that its lease might end
    /// during the send is given back; returns whether there was any.
    async fn start(&mut self) -> bool {
        let mut late = Vec::new();
        while self.sends.len() < self.lane.width()
            && let Some(row) = self.queue.pop_front()
        {
            let (context, now) = (self.context.clone(), self.context.clock.now());
            if !self.lane.has_time(row.leased_until, now, &context.config) {
                late.push(row);
                continue;
            }
            let endpoint = row.endpoint_id;
            let (senders, stop) = (self.senders.clone(), self.stop.clone());
            let send = self
                .sends
                .spawn(async move { work(&context, &senders, &row, &stop).await });
            if let Some(endpoint) = endpoint {
                self.busy.insert(send.id(), endpoint);
            }
        }
        give_back(self.context, &late).await;
        !late.is_empty()
    }

    fn busy(&self) -> Vec<Uuid> {
        self.busy.values().copied().collect()
    }
}

/// Claims and sends what is due now, one batch after the other until nothing is, and returns how
/// many messages were worked on.
///
/// # Errors
/// The database failed.
pub async fn drain(context: &Context, senders: &Senders) -> anyhow::Result<usize> {
    mail_requests::drain(context).await?;
    let (mut worked, never) = (0, CancellationToken::new());
    loop {
        let mut rows = Vec::new();
        for lane in Lane::ALL {
            let mut conn = context.conn().await?;
            let (limit, lease) = (i64::try_from(lane.width())?, lane.lease(&context.config));
            let claimed = claim::claim(lane, limit, &[], lease, context.clock.now(), &mut conn);
            rows.extend(claimed.await?);
        }
        if rows.is_empty() {
            return Ok(worked);
        }
        worked += rows.len();
        let sends = rows.iter().map(|row| work(context, senders, row, &never));
        futures::future::join_all(sends).await;
    }
}
