//! The source of events that are not made by hand.

use chrono::{DateTime, Utc};

use crate::jetstream::config::Config;
use crate::jetstream::event::Event;
use crate::jetstream::made_up::{MadeUp, There, people};
use crate::jetstream::network::Network;
use crate::kit::Ndjson;

/// Number of the latest posts that get made-up replies.
const ANSWERED: usize = 60;

/// The seed, or the file.
pub(crate) enum Source {
    MadeUp(Box<MadeUp>),
    /// Events, in the order of their lines, as if they happened now.
    Replay(Ndjson),
}

impl Source {
    /// Returns the configured source.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(crate) fn new(config: &Config) -> anyhow::Result<Self> {
        Ok(match &config.replay {
            Some(path) => Self::Replay(Ndjson::open(path)?),
            None => Self::MadeUp(Box::new(MadeUp::new(config.seed))),
        })
    }

    /// Makes the next post, or plays the next event. Returns false at the end of the file.
    ///
    /// # Errors
    /// When the next line of the file is not an event.
    pub(crate) fn next(
        &mut self,
        network: &mut Network,
        now: DateTime<Utc>,
    ) -> anyhow::Result<bool> {
        match self {
            Self::MadeUp(made_up) => {
                let step = made_up.next(&who(network), &there(network));
                network.post(step.post, now)?;
                if let Some(id) = step.like {
                    network.like(&id, now)?;
                }
                if let Some(id) = step.delete {
                    network.delete(&id, now)?;
                }
            }
            Self::Replay(replay) => {
                let Some(event) = replay.read::<Event>()? else {
                    return Ok(false);
                };
                network.play(event, now)?;
            }
        }
        Ok(true)
    }
}

/// Returns the made-up people whose accounts are active.
fn who(network: &Network) -> Vec<String> {
    people().filter(|did| network.accounts.is_active(did)).collect()
}

/// Returns the latest posts that can be seen.
fn there(network: &Network) -> Vec<There> {
    let latest = network.posts.latest().take(ANSWERED);
    let seen = latest.filter_map(|post| {
        let (_, account) = network.accounts.get(&post.id.did)?;
        account.is_active.then(|| There { id: post.id.clone(), handle: account.handle.clone() })
    });
    seen.collect()
}
