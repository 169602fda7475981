//! `harken ctl tail`: follows the live stream.

use std::time::Duration;

use clap::Args;
use futures::StreamExt;
use reqwest::Method;

use crate::Failure;
use crate::connection::Connection;
use crate::events::Unfinished;
use crate::matches::print_match;

/// The longest wait between two attempts to connect.
const MAX_WAIT: Duration = Duration::from_secs(30);

#[derive(Debug, Args)]
pub(crate) struct Tail {
    /// Prints each match as a line of JSON.
    #[arg(long)]
    json: bool,
    /// Ends after this many matches.
    #[arg(long)]
    count: Option<u64>,
}

/// How far a stream was followed.
#[derive(Default)]
struct Position {
    id: Option<String>,
    printed: u64,
}

impl Tail {
    /// Follows the stream, and continues where it was after an interruption: a match that arrives while the server is
    /// not reached is printed later.
    pub(crate) async fn run(self, connection: &Connection) -> Result<(), Failure> {
        let (mut position, mut wait) = (Position::default(), Duration::from_secs(1));
        loop {
            let before = position.printed;
            match self.follow(connection, &mut position).await {
                Ok(()) if self.count.is_some_and(|count| position.printed >= count) => {
                    return Ok(());
                }
                // The server ended the stream.
                Ok(()) => {}
                // A first attempt that fails is more likely a wrong address than an interruption.
                Err(Failure::TryAgain(text)) if position.id.is_some() => {
                    eprintln!("harken ctl: {text}; trying again in {} s", wait.as_secs());
                }
                Err(failure) => return Err(failure),
            }
            if position.printed > before {
                wait = Duration::from_secs(1);
            }
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(MAX_WAIT);
        }
    }

    /// Prints matches until the stream or their number ends.
    async fn follow(
        &self,
        connection: &Connection,
        position: &mut Position,
    ) -> Result<(), Failure> {
        let last = position.id.clone();
        let answer = connection
            .call(Method::GET, "/live", &[], |call| match last {
                Some(id) => call.header("last-event-id", id),
                None => call,
            })
            .await?;
        let (mut parts, mut unfinished) = (answer.bytes_stream(), Unfinished::default());
        while let Some(part) = parts.next().await {
            let events = unfinished.push(&part?);
            let events =
                events.ok_or_else(|| Failure::Wrong("An event is too long.".to_owned()))?;
            for event in events {
                if event.name == "notification" {
                    let notification =
                        serde_json::from_str(&event.data).map_err(Failure::unreadable)?;
                    print_match(&notification, self.json)?;
                    position.printed += 1;
                }
                position.id = event.id.or(position.id.take());
                if self.count.is_some_and(|count| position.printed >= count) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}
