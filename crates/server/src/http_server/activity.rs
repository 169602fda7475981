//! What a connection waits for, and how long that may take. Sending an answer has no end of its
//! own: a live stream lasts for hours. But its client must take what is sent.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::time::Duration;

use tokio::time::Instant;

use platform::config::LimitsConfig;

/// How long the client may take to close its side after this one is closed, in all and without
/// sending anything. Until then what it still sends is read and dropped: otherwise its system would
/// drop the answer.
const LINGER: Duration = Duration::from_secs(30);
const SILENT_LINGER: Duration = Duration::from_secs(5);
/// How long a client may take to ask for a refusal, and to take it.
const REFUSAL: Duration = Duration::from_secs(2);
/// How long clients get for one more request when the server stops, and for their first, which they
/// take for lost when it is not answered.
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

    /// Shortens these times for a connection that gets no more than a refusal, so that others can
    /// be answered, too.
    pub(super) fn for_refusal(self) -> Self {
        Self {
            header: self.header.min(REFUSAL),
            stall: self.stall.min(REFUSAL),
            ..self
        }
    }
}

/// One connection's, shared by those who read, answer and write.
pub(super) struct Activity {
    timeouts: Timeouts,
    state: Mutex<State>,
}

struct State {
    phase: Phase,
    since: Instant,
    read_at: Instant,
    /// Since when the client has taken nothing of what is to be sent.
    stalled_since: Option<Instant>,
    is_leaving: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Nothing has come yet.
    New,
    /// A request has begun.
    Head,
    /// Between requests.
    Idle,
    /// A request is in hand; its body has a deadline of its own (`server/router/request_body.rs`).
    Answering,
    /// This side has ended.
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

    /// Returns when the client has taken too long for something. It is to be polled after
    /// everything that changes the state: it looks at the deadline then, and needs not be woken for
    /// a new one.
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
        [phase_ends, stall_ends, silence_ends]
            .into_iter()
            .flatten()
            .min()
    }

    /// Notes that bytes have come.
    pub(super) fn read(&self) {
        let mut state = self.state();
        state.read_at = Instant::now();
        match state.phase {
            Phase::Idle => state.enter(Phase::Head),
            Phase::New => state.phase = Phase::Head,
            Phase::Head | Phase::Answering | Phase::Closing => {}
        }
    }

    /// Notes that something was sent, or could not be.
    pub(super) fn wrote(&self, is_blocked: bool) {
        let mut state = self.state();
        state.stalled_since = match is_blocked {
            true => state.stalled_since.or_else(|| Some(Instant::now())),
            false => None,
        };
    }

    /// Notes that a request has come; it is in hand until what this returns is dropped.
    pub(super) fn answer(self: &Arc<Self>) -> Answering {
        self.state().enter(Phase::Answering);
        Answering(self.clone())
    }

    /// Notes that this side has ended.
    pub(super) fn close(&self) {
        let mut state = self.state();
        state.read_at = Instant::now();
        state.enter(Phase::Closing);
    }

    /// Returns when the client has had its time for one more request, now that the server stops.
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
