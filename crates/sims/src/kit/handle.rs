//! The handle by which a program controls a sim that it started.

use std::net::SocketAddr;
use std::sync::Arc;

use crate::kit::listener::Server;
use crate::kit::signals::until_terminated;

/// A running sim. Dropping it leaves the sim running until its runtime ends.
pub struct Handle<S> {
    pub addr: SocketAddr,
    /// Access to what the sim saw and to everything that can be done to it besides calling it as its
    /// clients do.
    pub control: Arc<S>,
    base_url: String,
    server: Server,
}

impl<S> Handle<S> {
    /// Returns a handle to the sim that `server` serves, and whose clients reach it at `base_url`.
    pub fn new(server: Server, control: Arc<S>, base_url: String) -> Self {
        Self { addr: server.addr(), control, base_url, server }
    }

    /// Returns the base URL for its clients, without a trailing slash.
    pub fn base_url(&self) -> String {
        self.base_url.clone()
    }

    /// Runs `task` until it ends or the sim stops.
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.server.spawn(task);
    }

    /// Prints that the sim `name` is ready and where its clients reach it, and stops it when the program is
    /// asked to end.
    pub async fn serve(self, name: &str) -> anyhow::Result<()> {
        until_terminated(&format!("{name} is ready at {}", self.base_url)).await?;
        self.stop().await;
        Ok(())
    }

    /// Stops listening and all other tasks of the sim, and cuts every connection.
    pub async fn stop(self) {
        self.server.stop().await;
    }
}
