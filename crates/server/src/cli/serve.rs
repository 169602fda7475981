//! `harken`, `harken api`, `harken ingest`, `harken match` and `harken deliver`: run parts of Harken.

use anyhow::Context;

use crate::run::{self, Parts};
use platform::config::{Config, Needs, Sources};

/// The settings that `harken api` needs.
pub(super) const API: Needs = Needs { mail: false, ..Needs::ALL };
/// The settings that `harken deliver` needs.
pub(super) const DELIVER: Needs = Needs { site: false, ..Needs::ALL };

/// Runs `parts` until a signal.
///
/// # Errors
/// The settings in `needs` have a problem, or those of [`run::run`].
pub(super) async fn run(sources: &Sources, needs: Needs, parts: Parts) -> anyhow::Result<()> {
    let config = Config::load_for(sources, needs)?;
    run::run(config, parts).await.context("stopped")
}
