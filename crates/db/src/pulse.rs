//! Checks whether the database answers, and reads its clock, over a connection of its own, which no
//! queue of the pool holds up. Callers that ask at the same time share one check.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use diesel::QueryableByName;
use diesel::sql_types::Timestamptz;
use diesel_async::RunQueryDsl;
use futures::FutureExt;
use futures::future::{BoxFuture, Shared, select_ok};
use tokio_util::sync::CancellationToken;

use super::{Address, Conn};
use foundation::time::clock::Clock;

/// The interval at which callers that wait for the database check whether it is there.
const EVERY: Duration = Duration::from_millis(500);
/// The time that the database has for an answer. One that gives none to two questions in a row is away: on a busy
/// machine, a single answer may take longer.
const PATIENCE: Duration = Duration::from_secs(1);
/// The interval at which the time is read when nobody waits.
const IDLE: Duration = Duration::from_secs(10);
/// The smallest correction that is logged; smaller ones are ordinary clock drift.
const STEP: TimeDelta = TimeDelta::seconds(2);

/// Shared by all handlers and jobs; a clone is a pointer.
#[derive(Clone)]
pub struct Pulse(Arc<Inner>);

struct Inner {
    address: Address,
    clock: Clock,
    is_there: AtomicBool,
    conn: tokio::sync::Mutex<Option<Conn>>,
    asked: Mutex<Option<Asked>>,
}

/// The newest check, which may not be answered yet.
struct Asked {
    at: Instant,
    answer: Shared<BoxFuture<'static, bool>>,
}

#[derive(QueryableByName)]
struct Time {
    #[diesel(sql_type = Timestamptz)]
    now: DateTime<Utc>,
}

impl Pulse {
    /// Creates a pulse of the database at `address`, to which `clock` is set.
    pub fn new(address: &Address, clock: &Clock) -> Self {
        Self(Arc::new(Inner {
            address: address.clone(),
            clock: clock.clone(),
            is_there: AtomicBool::new(true),
            conn: tokio::sync::Mutex::default(),
            asked: Mutex::default(),
        }))
    }

    /// Returns whether the database answers, within two seconds. Callers within half a second of each
    /// other share one answer.
    pub async fn is_there(&self) -> bool {
        self.ask().await
    }

    /// Returns when the database is found to be away: at most two and a half seconds after it went.
    pub async fn lost(&self) {
        loop {
            tokio::time::sleep(EVERY).await;
            if !self.is_there().await {
                return;
            }
        }
    }

    /// Keeps the clock in step until `stop`.
    pub async fn follow(self, stop: CancellationToken) {
        loop {
            self.is_there().await;
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(IDLE) => {}
            }
        }
    }

    fn ask(&self) -> Shared<BoxFuture<'static, bool>> {
        let mut asked = self.0.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(asked) = asked.as_ref()
            && (asked.answer.peek().is_none() || asked.at.elapsed() < EVERY)
        {
            return asked.answer.clone();
        }
        let inner = self.0.clone();
        // A task of its own: the first caller may be gone before there is an answer.
        let answer = tokio::spawn(async move { inner.look().await });
        let answer = answer.map(|answer| answer.unwrap_or(false)).boxed().shared();
        *asked = Some(Asked { at: Instant::now(), answer: answer.clone() });
        answer
    }
}

impl Inner {
    async fn look(&self) -> bool {
        let mut held = self.conn.lock().await;
        let failure = match self.ask_twice(held.take()).await {
            Ok(conn) => {
                *held = Some(conn);
                None
            }
            Err(error) => Some(format!("{error:#}")),
        };
        let was_there = self.is_there.swap(failure.is_none(), Ordering::SeqCst);
        match &failure {
            Some(error) if was_there => tracing::error!(error, "the database does not answer"),
            None if !was_there => tracing::info!("the database answers again"),
            _ => {}
        }
        failure.is_none()
    }

    /// Reads the time. If that fails or takes too long, asks once more over a new connection; the first answer
    /// counts, whichever it is.
    async fn ask_twice(&self, conn: Option<Conn>) -> anyhow::Result<Conn> {
        let mut first = self.ask_time(conn).boxed();
        let mut asked = Vec::new();
        match tokio::time::timeout(PATIENCE, &mut first).await {
            Ok(Ok(conn)) => return Ok(conn),
            Ok(Err(_)) => {}
            Err(_) => asked.push(first),
        }
        asked.push(self.ask_time(None).boxed());
        let answer = tokio::time::timeout(PATIENCE, select_ok(asked)).await;
        let answer = answer.map_err(|_| {
            anyhow::anyhow!("no answer to two questions, within {} s each", PATIENCE.as_secs())
        });
        Ok(answer??.0)
    }

    /// Reads the time over `conn`. If that broke, tries once more over a new connection.
    async fn ask_time(&self, conn: Option<Conn>) -> anyhow::Result<Conn> {
        if let Some(mut conn) = conn
            && self.take_time(&mut conn).await.is_ok()
        {
            return Ok(conn);
        }
        let mut conn = self.address.connect().await?;
        self.take_time(&mut conn).await?;
        Ok(conn)
    }

    async fn take_time(&self, conn: &mut Conn) -> anyhow::Result<()> {
        let asked = self.clock.elapsed();
        let answer: Time =
            diesel::sql_query("SELECT clock_timestamp() AS now").get_result(conn).await?;
        let corrected = self.clock.follow(answer.now, asked..self.clock.elapsed());
        if let Some(by) = corrected.filter(|by| by.abs() >= STEP) {
            let seconds = by.as_seconds_f64();
            tracing::warn!(
                seconds,
                "the clock was set: Harken takes the database's time, which is this far from what it \
                 went by"
            );
        }
        Ok(())
    }
}
