//! `harken backup`: copies the database and the secret, while Harken runs or not.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use clap::Args;

use crate::run::database::Database;
use db::embedded::{self, Embedded, Verified};
use platform::config::{Config, Needs, Sources};

#[derive(Debug, Args)]
pub(super) struct Backup {
    /// The folder of the backup, which must be empty or not exist yet.
    folder: PathBuf,
}

impl Backup {
    /// Backs up Harken's own Postgres into the new folder, and prints what can be restored from it.
    ///
    /// # Errors
    /// The database is not Harken's own, does not exist, or could not be copied.
    pub(super) async fn run(self, sources: &Sources) -> anyhow::Result<()> {
        let config = Config::load_for(sources, Needs::DATABASE)?;
        refuse_other_database(
            &config,
            "pg_dump --format=custom --file=harken.dump \"$DATABASE_URL\"",
        )?;
        let bin_dir = config.database.bin_dir.as_deref();
        let versions = Embedded::versions(&config.data_dir, bin_dir)?.with_context(|| {
            format!(
                "there is no database in the data folder {}, so there is nothing to back up; name the folder by \
                 --set data_dir=FOLDER or --config FILE, as for the Harken that runs",
                config.data_dir.display()
            )
        })?;
        let began = Instant::now();
        // As it is: a backup comes before an upgrade.
        let programs = versions.own_programs.as_deref().or(bin_dir);
        let database = Database::open_by(&config, programs).await?;
        let backup = back_up(database, &self.folder).await?;
        println!("{}", text(&config, &self.folder, &backup, began.elapsed().as_secs_f32()));
        Ok(())
    }
}

/// # Errors
/// The database is not Harken's own; the error names `instead` as the command to run.
pub(super) fn refuse_other_database(config: &Config, instead: &str) -> anyhow::Result<()> {
    if config.database.url.is_none() {
        return Ok(());
    }
    let secret = match config.auth.secret {
        Some(_) => "the value of auth.secret".to_owned(),
        None => format!("the file {}", config.data_dir.join("secret").display()),
    };
    bail!(
        "database.url names a Postgres of your own, which Harken leaves to its own tools. Run\n\n    \
         {instead}\n\nor what its provider offers, and keep {secret} with the backup: without it, \
         everyone is signed out, and links in emails, browser push, webhooks and chats stop working"
    );
}

pub(super) fn second(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Secs, true)
}

fn text(config: &Config, to: &Path, backup: &embedded::Backup, seconds: f32) -> String {
    let megabytes = backup.bytes.div_ceil(1_000_000);
    let folder = to.display();
    let mut lines = vec![format!("The backup is in {folder}: {megabytes} MB, in {seconds:.1} s.")];
    lines.push(match &backup.verified {
        Verified::Yes => "pg_verifybackup has checked it.".to_owned(),
        Verified::No(programs) => format!(
            "It was not checked, since there is no pg_verifybackup in {}; install Postgres's client \
             programs for that (Debian: apt-get install postgresql-client). harken restore checks \
             every file in any case.",
            programs.display()
        ),
    });
    lines.push(match (backup.has_secret, &config.auth.secret) {
        (true, _) => "It holds the secret that signs sessions and links: keep it as safe as a \
                      password."
            .to_owned(),
        (false, Some(_)) => {
            "It does not hold auth.secret, which is in your configuration: back that \
                             up, too."
                .to_owned()
        }
        (false, None) => "There was no secret yet: this Harken has never been started.".to_owned(),
    });
    let ended = second(backup.ended_at);
    let days = config.database.archive_days;
    lines.push(match (backup.is_archived, config.database.archive()) {
        (true, Some(archive)) => format!(
            "It can be restored to any second from {} on, for as long as {} holds what was \
             written since: {days} days (database.archive_days).",
            second(backup.ended_at + TimeDelta::milliseconds(999)),
            archive.dir.display()
        ),
        (false, Some(archive)) => format!(
            "It can only be restored as it was at {ended}: nothing is archived in {}. The log of \
             Harken says why.",
            archive.dir.display()
        ),
        (_, None) => format!(
            "It can only be restored as it was at {ended}. Set database.archive_dir to be able to \
             choose any second after it."
        ),
    });
    lines.push(format!("To restore it: harken restore {folder} --set data_dir=EMPTY_FOLDER"));
    lines.join("\n")
}

async fn back_up(database: Database, to: &Path) -> anyhow::Result<embedded::Backup> {
    let own = database.own().context("the database is not Harken's own")?;
    let done = own.back_up(to).await;
    own.stop().await;
    done
}
