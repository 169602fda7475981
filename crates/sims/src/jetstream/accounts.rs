//! Keeps the accounts and their handles.

use std::collections::BTreeMap;

use crate::jetstream::event::{Body, Event};

/// The names that handles are made from.
const NAMES: &[&str] = &[
    "kettle-fan",
    "slow-pedals",
    "borrow-checker",
    "attic-server",
    "rainy-bench",
    "oolong-hour",
    "spare-spokes",
    "half-toast",
    "cron-at-dawn",
    "moss-and-stone",
    "quiet-compiler",
    "ferry-window",
    "second-crumb",
    "lantern-row",
    "dry-socks",
    "north-platform",
];

/// An account.
#[derive(Debug, Clone)]
pub(crate) struct Account {
    pub(crate) handle: String,
    pub(crate) display_name: String,
    pub(crate) is_active: bool,
}

/// All accounts, by DID.
#[derive(Debug, Default)]
pub(crate) struct Accounts {
    by_did: BTreeMap<String, Account>,
    /// Number of accounts ever made.
    made: usize,
}

impl Accounts {
    /// Applies an event to its account, which is created if unknown. At most `most` accounts are kept.
    pub(crate) fn apply(&mut self, event: &Event, most: usize) {
        let account = self.known(&event.did);
        match &event.body {
            Body::Commit { .. } => {}
            Body::Identity { identity } => {
                if let Some(handle) = &identity.handle {
                    account.handle.clone_from(handle);
                }
            }
            Body::Account { account: said } => account.is_active = said.active,
        }
        while self.by_did.len() > most {
            self.by_did.pop_first();
        }
    }

    fn known(&mut self, did: &str) -> &mut Account {
        let made = &mut self.made;
        self.by_did.entry(did.to_owned()).or_insert_with(|| {
            let (name, round) = (NAMES[*made % NAMES.len()], *made / NAMES.len());
            *made += 1;
            let number = if round == 0 { String::new() } else { format!("-{}", round + 1) };
            Account {
                handle: format!("{name}{number}.bsky.test"),
                display_name: capitalised(&format!("{name}{number}")),
                is_active: true,
            }
        })
    }

    /// Returns the DID and the account for a DID or a handle.
    pub(crate) fn get(&self, did_or_handle: &str) -> Option<(&str, &Account)> {
        let found = if did_or_handle.starts_with("did:") {
            self.by_did.get_key_value(did_or_handle)
        } else {
            let mut all = self.by_did.iter();
            all.find(|(_, account)| account.handle == did_or_handle)
        };
        found.map(|(did, account)| (did.as_str(), account))
    }

    /// Returns true if the posts of an account can be seen, which holds unless it is known to be inactive.
    pub(crate) fn is_active(&self, did: &str) -> bool {
        self.by_did.get(did).is_none_or(|one| one.is_active)
    }
}

/// Returns the display name for a handle's name: "Kettle Fan" for `kettle-fan`.
fn capitalised(name: &str) -> String {
    let words = name.split('-').map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_ascii_uppercase() + rest
    });
    words.collect::<Vec<_>>().join(" ")
}
