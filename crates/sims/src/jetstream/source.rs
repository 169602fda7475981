//! Posts that are made up.

use chrono::{DateTime, Utc};

use crate::jetstream::made_up::{MadeUp, There, people};
use crate::jetstream::network::Network;

/// Number of the latest posts that get made-up replies.
const ANSWERED: usize = 60;

/// Makes the next post, with an occasional deletion or like besides.
pub(crate) fn make_up(
    made_up: &mut MadeUp,
    network: &mut Network,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let step = made_up.next(&who(network), &there(network));
    network.post(step.post, now)?;
    if let Some(id) = step.like {
        network.like(&id, now)?;
    }
    if let Some(id) = step.delete {
        network.delete(&id, now)?;
    }
    Ok(())
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
