//! Tracks what a connection waits for, and how long that may take. Sending an answer has no
//! deadline: a live stream lasts for hours. But its client must accept what is sent.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::time::Duration;

use tokio::time::Instant;

use platform::config::LimitsConfig;

/// The time for the client to close its side after this one is closed, in total and without sending
/// anything. Until then the data that it still sends is read and dropped: otherwise the client's
/// system would drop the answer.
const LINGER: Duration = Duration::from_secs(30);
const SILENT_LINGER: Duration = Duration::from_secs(5);
/// The time for a client to send a request that is refused, and to receive the refusal.
const REFUSAL: Duration = Duration::from_secs(2);
/// The time for one more request when the server stops, and for a client's first, which the client
/// would consider lost if it were not answered.
const GRACE: Duration = Duration::from_millis(500);
const FIRST_GRACE: Duration = Duration::from_secs(3);

#[derive(Debug, Clone, Copy)]
pub(super) struct Timeouts {
    header: Duration,
    idle: Duration,
    stall: Duration,
}

impl Timeouts {
    pub(super) fn new(config: &LimitsConfig) -> Self {
        let seconds = |count: std::num::NonZeroU32| Duration::from_secs(count.get().into());
        Self {
            header: seconds(config.header_seconds),
            idle: seconds(config.idle_seconds),
            stall: seconds(config.stalled_seconds),
        }
    }

    /// Shortens these times for a connection that receives only a refusal, so that others can be
    /// answered, too.
    pub(super) fn for_refusal(self) -> Self {
        Self { header: self.header.min(REFUSAL), stall: self.stall.min(REFUSAL), ..self }
    }
}

/// The state of one connection, shared by its reader, its writer and the code that answers.
pub(super) struct Activity {
    timeouts: Timeouts,
    state: Mutex<State>,
}

struct State {
    phase: Phase,
    since: Instant,
    read_at: Instant,
    /// The time since which the client has accepted nothing of what is to be sent.
    stalled_since: Option<Instant>,
    is_leaving: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Nothing has arrived yet.
    New,
    /// A request has begun.
    Head,
    /// Between requests.
    Idle,
    /// A request is in hand; its body has its own deadline (`server/router/request_body.rs`).
    Answering,
    /// This side is closed.
    Closing,
}

impl Activity {
    pub(super) fn new(timeouts: Timeouts) -> Arc<Self> {
        Arc::new(Self {
            timeouts,
            state: Mutex::new(State {
                phase: Phase::New,
                since: Instant::now(),
                read_at: Instant::now(),
                stalled_since: None,
                is_leaving: false,
            }),
        })
    }

    /// Completes when the client has taken too long for something. Poll it after everything that
    /// changes the state: it checks the deadline then, and need not be woken for a new one.
    pub(super) async fn expired(&self) {
        let mut sleep = pin!(tokio::time::sleep(Duration::ZERO));
        poll_fn(|cx| {
            let Some(deadline) = self.deadline() else {
                return Poll::Pending;
            };
            if sleep.deadline() != deadline {
                sleep.as_mut().reset(deadline);
            }
            sleep.as_mut().poll(cx)
        })
        .await;
    }

    fn deadline(&self) -> Option<Instant> {
        let state = self.state();
        let patience = match state.phase {
            Phase::Head if state.is_leaving => Some(GRACE.min(self.timeouts.header)),
            Phase::New | Phase::Head => Some(self.timeouts.header),
            Phase::Idle => Some(self.timeouts.idle),
            Phase::Answering => None,
            Phase::Closing if state.is_leaving => Some(GRACE),
            Phase::Closing => Some(LINGER),
        };
        let phase_ends = patience.map(|patience| state.since + patience);
        let stall_ends = state.stalled_since.map(|since| since + self.timeouts.stall);
        let silence_ends = (state.phase == Phase::Closing).then(|| state.read_at + SILENT_LINGER);
        [phase_ends, stall_ends, silence_ends].into_iter().flatten().min()
    }

    /// Records that bytes have arrived.
    pub(super) fn read(&self) {
        let mut state = self.state();
        state.read_at = Instant::now();
        match state.phase {
            Phase::Idle => state.enter(Phase::Head),
            Phase::New => state.phase = Phase::Head,
            Phase::Head | Phase::Answering | Phase::Closing => {}
        }
    }

    /// Records that something was sent, or could not be.
    pub(super) fn wrote(&self, is_blocked: bool) {
        let mut state = self.state();
        state.stalled_since = match is_blocked {
            true => state.stalled_since.or_else(|| Some(Instant::now())),
            false => None,
        };
    }

    /// Records that a request has arrived; it is in hand until the returned value is dropped.
    pub(super) fn answer(self: &Arc<Self>) -> Answering {
        self.state().enter(Phase::Answering);
        Answering(self.clone())
    }

    /// Records that this side is closed.
    pub(super) fn close(&self) {
        let mut state = self.state();
        state.read_at = Instant::now();
        state.enter(Phase::Closing);
    }

    /// Completes when the client has had its time for one more request, after the server began to
    /// stop.
    pub(super) async fn leave(&self) {
        tokio::time::sleep(GRACE).await;
        if self.state().phase == Phase::New {
            tokio::time::sleep(FIRST_GRACE - GRACE).await;
        }
        self.state().is_leaving = true;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        self.since = Instant::now();
    }
}

/// A request in hand.
pub(super) struct Answering(Arc<Activity>);

impl Drop for Answering {
    fn drop(&mut self) {
        let mut state = self.0.state();
        if state.phase == Phase::Answering {
            state.enter(Phase::Idle);
        }
    }
}
