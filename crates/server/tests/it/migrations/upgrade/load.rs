//! The previous version's work in the database, from several connections at the same time.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use diesel::QueryResult;
use diesel_async::SimpleAsyncConnection;
use tokio::task::JoinHandle;

use super::statements::{poll, read, send, sign_in, store};
use crate::support::db::address;
use crate::support::own_database::moment;
use crate::support::prelude::*;

/// A migration waits for locks for at most a second: a statement that waits for longer than this
/// timeout is blocked.
const SESSION: &str = "SET statement_timeout = '5s'";

/// The user and the times of the work.
#[derive(Clone, Copy)]
pub struct Target {
    pub user_id: Uuid,
    pub watch_id: Uuid,
    /// When the load began: anything created later was created by it.
    pub began: DateTime<Utc>,
    pub now: DateTime<Utc>,
}

/// The work that one connection repeats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// Stores an item with its notification and message.
    Store,
    /// Claims messages and records their outcomes.
    Send,
    /// Lists notifications and reads one of them.
    Read,
    /// Begins a session and continues it.
    SignIn,
    /// Claims a listing and schedules its next poll.
    Poll,
}

impl Work {
    pub const ALL: [Self; 6] =
        [Self::Store, Self::Store, Self::Send, Self::Read, Self::SignIn, Self::Poll];

    /// Does the work once, and returns the number of messages sent.
    async fn once(self, target: Target, conn: &mut Conn) -> QueryResult<usize> {
        match self {
            Self::Store => store(target, conn).await.map(|()| 0),
            Self::Send => send(target, conn).await,
            Self::Read => read(target, conn).await.map(|()| 0),
            Self::SignIn => sign_in(target, conn).await.map(|()| 0),
            Self::Poll => poll(target, conn).await.map(|()| 0),
        }
    }
}

/// All work, until it is ended.
pub struct Load {
    stop: Arc<AtomicBool>,
    rounds: Vec<Arc<AtomicUsize>>,
    tasks: Vec<JoinHandle<usize>>,
}

/// The amount of work done.
#[derive(Debug, Default)]
pub struct Done {
    pub stored: usize,
    pub sent: usize,
    pub sessions: usize,
}

impl Load {
    pub async fn begin(database_url: &str, target: Target) -> Self {
        let stop = Arc::<AtomicBool>::default();
        let (mut rounds, mut tasks) = (Vec::new(), Vec::new());
        for work in Work::ALL {
            let mut conn = address(database_url).connect().await.unwrap();
            conn.batch_execute(SESSION).await.unwrap();
            let counter = Arc::<AtomicUsize>::default();
            tasks.push(tokio::spawn(work_on(work, target, conn, counter.clone(), stop.clone())));
            rounds.push(counter);
        }
        Self { stop, rounds, tasks }
    }

    /// Waits until each connection has completed `rounds` more rounds.
    pub async fn more(&self, rounds: usize) {
        let now = |counter: &Arc<AtomicUsize>| counter.load(Ordering::SeqCst);
        let goals: Vec<usize> = self.rounds.iter().map(|done| now(done) + rounds).collect();
        let is_done = || self.rounds.iter().zip(&goals).all(|(done, goal)| now(done) >= *goal);
        while !is_done() {
            assert!(!self.tasks.iter().any(JoinHandle::is_finished), "one of them failed");
            moment().await;
        }
    }

    pub async fn end(self) -> Done {
        self.stop.store(true, Ordering::SeqCst);
        let mut done = Done::default();
        let of_each = Work::ALL.into_iter().zip(self.rounds).zip(self.tasks);
        for ((work, rounds), task) in of_each {
            done.sent += task.await.unwrap();
            let rounds = rounds.load(Ordering::SeqCst);
            match work {
                Work::Store => done.stored += rounds,
                Work::SignIn => done.sessions += rounds,
                _ => {}
            }
        }
        done
    }
}

async fn work_on(
    work: Work,
    mut target: Target,
    mut conn: Conn,
    rounds: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
) -> usize {
    let mut sent = 0;
    // A round that has begun is completed and counted.
    while !stop.load(Ordering::SeqCst) {
        target.now += TimeDelta::milliseconds(1);
        let done = work.once(target, &mut conn).await;
        sent += done.unwrap_or_else(|error| panic!("{work:?}: {error}"));
        rounds.fetch_add(1, Ordering::SeqCst);
        tokio::task::yield_now().await;
    }
    sent
}
