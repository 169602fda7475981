//! Signals, for a sim that runs as a program of its own.

use std::io;

use tokio::signal::unix::{SignalKind, signal};

/// Prints `ready`, and waits until the program is asked to end (SIGTERM or SIGINT).
pub async fn until_terminated(ready: &str) -> io::Result<()> {
    let mut terminated = signal(SignalKind::terminate())?;
    let mut interrupted = signal(SignalKind::interrupt())?;
    println!("{ready}");
    tokio::select! {
        _ = terminated.recv() => {}
        _ = interrupted.recv() => {}
    }
    Ok(())
}
