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
use super::work::work;
use crate::app::App;
use crate::auth::mail_requests;
use crate::db::listen::listen;
use crate::db::models::outbox::OutboxRow;

/// Looks at the outbox this often even if nothing was heard.
const LONGEST_NAP: Duration = Duration::from_secs(30);
/// At once would spin while another process is about to claim what is due.
const SHORTEST_NAP: Duration = Duration::from_millis(50);
/// After a failure of the database.
const PAUSE: Duration = Duration::from_secs(1);

/// Sends what is due until `stop`, woken by new rows and by the time. Lets sends in hand end.
pub async fn run(app: App, stop: CancellationToken) {
    let bells = Lane::ALL.map(|lane| (lane, Arc::new(Notify::new())));
    let rung = bells.clone();
    let (database, until) = (app.database.clone(), stop.clone());
    let ears = tokio::spawn(async move {
        listen(&database, "outbox", until, |_| {
            for (_, bell) in &rung {
                bell.notify_one();
            }
        })
        .await;
    });
    let lanes = bells
        .iter()
        .map(|(lane, bell)| Worker::new(&app, *lane).run(bell, &stop));
    futures::future::join_all(lanes).await;
    if let Err(error) = ears.await {
        tracing::error!(%error, "the outbox's listener ended badly");
    }
}

/// One lane of one process: what it has claimed, and what it is sending.
struct Worker<'a> {
    app: &'a App,
    lane: Lane,
    queue: VecDeque<OutboxRow>,
    sends: JoinSet<()>,
    /// The endpoints that are being sent to.
    busy: HashMap<Id, Uuid>,
}

impl<'a> Worker<'a> {
    fn new(app: &'a App, lane: Lane) -> Self {
        Self {
            app,
            lane,
            queue: VecDeque::new(),
            sends: JoinSet::new(),
            busy: HashMap::new(),
        }
    }

    async fn run(mut self, bell: &Notify, stop: &CancellationToken) {
        // Whether there may be more to claim, whether mails may have been asked for, and when to look
        // again if there is not and they were not.
        let (mut more, mut asked) = (true, true);
        let mut again = Instant::now();
        while !stop.is_cancelled() {
            if more {
                let nap = self.look(asked).await.unwrap_or_else(|error| {
                    tracing::error!(error = format!("{error:#}"), "could not read the outbox");
                    Some(PAUSE)
                });
                asked = false;
                if let Some(nap) = nap {
                    more = false;
                    again = Instant::now() + nap;
                }
            }
            tokio::select! {
                () = stop.cancelled() => {}
                () = bell.notified() => (more, asked) = (true, true),
                () = tokio::time::sleep_until(again), if !more => (more, asked) = (true, true),
                Some(ended) = self.sends.join_next_with_id() => {
                    let id = ended.map_or_else(|panicked| panicked.id(), |(id, ())| id);
                    self.busy.remove(&id);
                    // Its endpoint may have more.
                    more |= self.lane == Lane::Endpoints;
                    more |= self.start().await;
                }
            }
        }
        let left: Vec<_> = self.queue.drain(..).collect();
        self.give_back(&left).await;
        while self.sends.join_next().await.is_some() {}
    }

    /// Claims what there is room for, and starts it. Tells how long to sleep if nothing happens, if
    /// all that is due is in hand; `None` if there may be more.
    async fn look(&mut self, asked: bool) -> anyhow::Result<Option<Duration>> {
        if asked && self.lane == Lane::Mail {
            mail_requests::work_off(self.app).await?;
        }
        if self.queue.len() > self.lane.ahead() / 2 {
            return Ok(None);
        }
        let most = self.lane.width() + self.lane.ahead();
        let room = most.saturating_sub(self.sends.len() + self.queue.len());
        if room == 0 {
            return Ok(None);
        }
        let (clock, lease) = (&self.app.clock, self.lane.lease(&self.app.config));
        let limit = i64::try_from(room)?;
        let mut conn = self.app.pool.get().await?;
        let (busy, now) = (self.busy(), clock.now());
        let rows = claim::claim(self.lane, limit, &busy, lease, now, &mut conn).await?;
        let is_all = rows.len() < room;
        self.queue.extend(rows);
        drop(conn);
        self.start().await;
        if !is_all {
            return Ok(None);
        }
        let mut conn = self.app.pool.get().await?;
        let next = claim::next_due(self.lane, &self.busy(), &mut conn).await?;
        let until = next.map(|at| (at - clock.now()).to_std().unwrap_or_default());
        Ok(Some(
            until
                .unwrap_or(LONGEST_NAP)
                .clamp(SHORTEST_NAP, LONGEST_NAP),
        ))
    }

    /// Starts as many sends as there is room for. What has waited so long that its lease might end
    /// during the send is given back; tells whether there was any.
    async fn start(&mut self) -> bool {
        let mut late = Vec::new();
        while self.sends.len() < self.lane.width()
            && let Some(row) = self.queue.pop_front()
        {
            let (app, now) = (self.app.clone(), self.app.clock.now());
            if !self.lane.has_time(row.leased_until, now, &app.config) {
                late.push(row);
                continue;
            }
            let endpoint = row.endpoint_id;
            let send = self.sends.spawn(async move { work(&app, &row).await });
            if let Some(endpoint) = endpoint {
                self.busy.insert(send.id(), endpoint);
            }
        }
        self.give_back(&late).await;
        !late.is_empty()
    }

    async fn give_back(&self, rows: &[OutboxRow]) {
        if rows.is_empty() {
            return;
        }
        let given = async {
            let mut conn = self.app.pool.get().await?;
            anyhow::Ok(claim::give_back(rows, &mut conn).await?)
        };
        if let Err(error) = given.await {
            // Their leases end, and somebody takes them.
            tracing::warn!(error = format!("{error:#}"), "could not give messages back");
        }
    }

    fn busy(&self) -> Vec<Uuid> {
        self.busy.values().copied().collect()
    }
}

/// Claims and sends what is due now, one batch after the other until nothing is, and tells how
/// many messages were worked on.
///
/// # Errors
/// The database failed.
pub async fn drain(app: &App) -> anyhow::Result<usize> {
    mail_requests::work_off(app).await?;
    let mut worked = 0;
    loop {
        let mut rows = Vec::new();
        for lane in Lane::ALL {
            let mut conn = app.pool.get().await?;
            let (limit, lease) = (i64::try_from(lane.width())?, lane.lease(&app.config));
            let claimed = claim::claim(lane, limit, &[], lease, app.clock.now(), &mut conn);
            rows.extend(claimed.await?);
        }
        if rows.is_empty() {
            return Ok(worked);
        }
        worked += rows.len();
        futures::future::join_all(rows.iter().map(|row| work(app, row))).await;
    }
}
