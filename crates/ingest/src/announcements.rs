//! Distributes what the database announces on a channel to all waiters in this process: one connection
//! listens, however many waiters there are.

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use db::listen::{Heard, listen};
use platform::context::Context;

#[derive(Default)]
pub(super) struct Announcements(watch::Sender<()>);

/// One waiter.
#[derive(Clone)]
pub(super) struct Announced(watch::Receiver<()>);

impl Announcements {
    pub(super) fn subscribe(&self) -> Announced {
        Announced(self.0.subscribe())
    }

    /// Listens on `channel` until `stop`.
    pub(super) async fn listen(&self, context: &Context, channel: &str, stop: &CancellationToken) {
        let hear = |_: Heard<'_>| {
            self.0.send_replace(());
        };
        listen(&context.database, channel, stop.clone(), hear).await;
    }
}

impl Announced {
    /// Returns when something was announced since the last call, or may have been.
    pub(super) async fn heard(&mut self) {
        if self.0.changed().await.is_err() {
            // Nobody listens any more; the waiter also looks from time to time.
            std::future::pending::<()>().await;
        }
    }
}
