//! Keeps the account in a file, so that a restarted demo still knows who has paid. Answers by
//! idempotency key, and events on their way to the endpoint, are not kept.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::Context;
use serde::{Deserialize, Serialize};

use crate::stripe::account::Account;
use crate::stripe::config::Config;

/// The contents of the file.
#[derive(Serialize, Deserialize)]
struct State<A> {
    account: A,
    /// Seconds by which the account's clock is ahead of the machine's.
    ahead: i64,
}

/// Returns the account of an earlier run, and how far its clock was ahead; `None` if there was none.
/// The account's pages move to `origin`.
pub(crate) fn restore(config: &Config, origin: &str) -> anyhow::Result<Option<(Account, i64)>> {
    let Some(path) = &config.state else {
        return Ok(None);
    };
    let text = match fs::read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        text => text.with_context(|| format!("cannot read {}", path.display()))?,
    };
    let state: State<Account> = serde_json::from_slice(&text)
        .with_context(|| format!("{} is of another version; delete it", path.display()))?;
    let account = Account { origin: origin.to_owned(), ..state.account };
    Ok(Some((account, state.ahead)))
}

/// Writes `text` to the file at `path`, atomically: a crash leaves no partial file.
fn replace(path: &Path, text: &str) -> anyhow::Result<()> {
    let aside = path.with_extension("new");
    fs::write(&aside, text)
        .and_then(|()| fs::rename(&aside, path))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Writes the account to the configured file, if there is one and it differs from `saved`, the text that was
/// written last.
pub(crate) fn save(
    config: &Config,
    account: &Account,
    ahead: i64,
    saved: &mut String,
) -> anyhow::Result<()> {
    let Some(path) = &config.state else {
        return Ok(());
    };
    let text = serde_json::to_string(&State { account, ahead })?;
    if *saved != text {
        replace(path, &text)?;
        *saved = text;
    }
    Ok(())
}
