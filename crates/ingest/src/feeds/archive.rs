//! Follows a feed to the documents with its earlier entries (RFC 5005), to those that it no longer lists.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use feeds::{Entry, Feed};
use url::Url;

use super::turnover::date;
use db::models::feed::ClaimedFeed;
use platform::sources::feed::{Answer, Credentials, FeedClient, Hosts, Identity, Mark, Validators};

/// The most documents that are followed after one poll.
pub(super) const MAX_PAGES: usize = 5;

/// Adds the entries of earlier documents that were published after the last poll's newest, from the same origin
/// as `address`. Returns true if the documents reach that far back, so that nothing is missing.
pub(super) async fn add_earlier(
    document: &mut Feed,
    (address, credentials): (&Url, Option<&Credentials>),
    claimed: &ClaimedFeed,
    (client, hosts): (&FeedClient, &mut Hosts),
    now: DateTime<Utc>,
) -> anyhow::Result<bool> {
    let Some(newest) = claimed.newest_at else {
        return Ok(false);
    };
    let known: HashSet<&Mark> = claimed.known.as_chunks().0.iter().collect();
    let of = |entry: &Entry| Identity::of(&claimed.place, entry);
    let mut present: HashSet<[u8; Identity::LENGTH]> =
        document.entries.iter().map(|entry| of(entry).to_bytes()).collect();
    let mut read: HashSet<Url> = HashSet::from([address.clone()]);
    let mut next = document.earlier.clone();
    for _ in 0..MAX_PAGES {
        let Some(page) = next.filter(|page| page.origin() == address.origin()) else {
            return Ok(false);
        };
        if !read.insert(page.clone()) {
            return Ok(false);
        }
        let no_version = Validators::default();
        let fetched = client.fetch(&page, credentials, &no_version, hosts, now).await?;
        let Ok(fetched) = fetched else {
            return Ok(false);
        };
        let Answer::Document(found) = fetched.answer else {
            return Ok(false);
        };
        let Ok(found) = found.parse().await? else {
            return Ok(false);
        };
        let mut reaches = false;
        for entry in found.entries {
            let is_old = date(&entry).is_some_and(|date| date <= newest);
            if is_old || known.contains(&of(&entry).id) {
                reaches = true;
            } else if date(&entry).is_some()
                && document.entries.len() < feeds::MAX_ENTRIES
                && present.insert(of(&entry).to_bytes())
            {
                document.entries.push(entry);
            }
        }
        if reaches {
            return Ok(true);
        }
        next = found.earlier;
    }
    Ok(false)
}
