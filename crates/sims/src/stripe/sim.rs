//! The stand-in itself: an account, its clock, and the events that it sends.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use tokio::sync::Notify;

use crate::kit::{Clock, Faults, Progress};
use crate::stripe::account::Account;
use crate::stripe::config::Config;
use crate::stripe::faults::Fault;
use crate::stripe::objects::Cause;
use crate::stripe::seen::Seen;
use crate::stripe::state;
use crate::stripe::webhooks::Queue;

/// Everything that can be done to a stand-in besides calling its API.
pub struct Sim {
    pub(crate) config: Config,
    pub(crate) client: reqwest::Client,
    clock: Arc<dyn Clock>,
    inner: Mutex<Inner>,
    /// Wakes the worker that sends events.
    pub(crate) errand_made: Notify,
    /// Advances with every event that is sent.
    pub(crate) progress: Progress,
}

pub(crate) struct Inner {
    pub(crate) account: Account,
    pub(crate) faults: Faults<Fault>,
    pub(crate) queue: Queue,
    /// Answers by the idempotency key of their calls.
    pub(crate) kept: BTreeMap<String, Kept>,
    pub(crate) seen: Vec<Seen>,
    /// Seconds by which the account's clock is ahead of the machine's.
    pub(crate) ahead: i64,
    /// The contents of the file that keeps the account.
    pub(crate) saved: String,
}

/// The answer to a call with an idempotency key.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    /// Method, path and parameters.
    pub(crate) call: String,
    pub(crate) status: StatusCode,
    pub(crate) body: String,
}

impl Sim {
    /// Writes the account to the configured file, if there is one and anything has changed.
    pub fn save(&self) -> anyhow::Result<()> {
        let inner = &mut *self.lock();
        state::save(&self.config, &inner.account, inner.ahead, &mut inner.saved)
    }

    pub(crate) fn new(
        config: Config,
        clock: Arc<dyn Clock>,
        origin: &str,
    ) -> anyhow::Result<Arc<Self>> {
        let fresh = || (Account::new(origin, clock.now().timestamp()), 0);
        let (account, ahead) = state::restore(&config, origin)?.unwrap_or_else(fresh);
        let queue = Queue::new(config.webhook.clone());
        // Stripe does not follow redirects of an endpoint: they count as failures.
        let client =
            reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).no_proxy();
        Ok(Arc::new(Self {
            client: client.build()?,
            config,
            clock,
            inner: Mutex::new(Inner {
                account,
                faults: Faults::default(),
                queue,
                kept: BTreeMap::new(),
                seen: Vec::new(),
                ahead,
                saved: String::new(),
            }),
            errand_made: Notify::new(),
            progress: Progress::default(),
        }))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Inner> {
        // A panic under the lock is a bug that its test reveals; the account stays readable.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the time of the machine or the test, which events are signed with.
    pub(crate) fn wall_clock(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// Does `work` on the account at its current time, because of `cause`, and sends the resulting
    /// events.
    pub(crate) fn act<T>(&self, cause: Cause, work: impl FnOnce(&mut Account) -> T) -> T {
        let done = self.lock().act(self.wall_clock(), cause, work);
        self.errand_made.notify_one();
        done
    }
}

impl Inner {
    /// Like [`Sim::act`], with the machine's time, but does not wake the worker that sends events.
    pub(crate) fn act<T>(
        &mut self,
        wall_clock: DateTime<Utc>,
        cause: Cause,
        work: impl FnOnce(&mut Account) -> T,
    ) -> T {
        let Self { account, queue, ahead, .. } = self;
        let before = account.events.all().len();
        account.catch_up(wall_clock.timestamp() + *ahead);
        account.cause = cause;
        let done = work(account);
        for event in &account.events.all()[before..] {
            queue.take_in(event);
        }
        done
    }
}
