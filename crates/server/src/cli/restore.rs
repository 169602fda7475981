//! `harken restore`: restores a backup into an empty data folder.

use std::path::PathBuf;

use anyhow::bail;
use chrono::{DateTime, NaiveDateTime, Utc};
use clap::Args;

use super::backup::{refuse_other_database, second};
use db::embedded::{self, ArchiveUse, Embedded, Restored, Versions};
use platform::config::{Config, Needs, Sources};

#[derive(Debug, Args)]
pub(super) struct Restore {
    /// The folder that `harken backup` created.
    folder: PathBuf,
    /// The time up to which to restore, such as 2026-01-31T14:05:00Z; needs database.archive_dir. By
    /// default, as late as the backup and the archive reach.
    #[arg(long, value_name = "TIME", value_parser = time_of)]
    until: Option<DateTime<Utc>>,
}

/// Parses a time: RFC 3339, or a date and a time in UTC.
///
/// # Errors
/// The text is neither; the error says how to write one.
pub fn time_of(text: &str) -> Result<DateTime<Utc>, String> {
    if let Ok(time) = DateTime::parse_from_rfc3339(text) {
        return Ok(time.to_utc());
    }
    let forms = ["%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%dT%H:%M:%S%.f"];
    let parsed = forms.iter().find_map(|form| NaiveDateTime::parse_from_str(text, form).ok());
    parsed.map(|time| time.and_utc()).ok_or_else(|| {
        "write it as 2026-01-31T14:05:00Z, 2026-01-31T15:05:00+01:00, or \"2026-01-31 14:05:00\" \
         in UTC"
            .to_owned()
    })
}

impl Restore {
    /// Restores the backup into the configured data folder, up to the given time or as late as
    /// possible.
    ///
    /// # Errors
    /// The data folder is in use, or the backup cannot be restored; the folder is left empty then.
    pub(super) async fn run(self, sources: &Sources) -> anyhow::Result<()> {
        let config = Config::load_for(sources, Needs::DATABASE)?;
        let (from, until) = (self.folder.as_path(), self.until);
        refuse_other_database(
            &config,
            "pg_restore --clean --if-exists --dbname=\"$DATABASE_URL\" harken.dump",
        )?;
        if let Some(until) = until
            && until > Utc::now()
        {
            bail!(
                "{} is in the future; this machine's time is {}",
                second(until),
                second(Utc::now())
            );
        }
        let archive = config.database.archive();
        let bin_dir = config.database.bin_dir.as_deref();
        let data_dir = &config.data_dir;
        println!("Restoring {} into {} …", from.display(), data_dir.display());
        let restored = embedded::restore(from, data_dir, bin_dir, archive.as_ref(), until).await?;
        println!("{}", text(&config, &restored, until));
        if let Some(versions) = Embedded::versions(data_dir, bin_dir)?
            && versions.cluster < versions.programs
        {
            let Versions { cluster, programs, .. } = versions;
            println!("The start upgrades it from Postgres {cluster} to {programs}.");
        }
        Ok(())
    }
}

fn text(config: &Config, restored: &Restored, until: Option<DateTime<Utc>>) -> String {
    let ended = second(restored.backup_ended_at);
    let last = restored.last_write.map_or_else(|| ended.clone(), second);
    let reached = match until {
        Some(until) if !restored.is_all_there_was => {
            format!("Everything up to {} is restored, and nothing after it.", second(until))
        }
        Some(until) => format!(
            "Everything that was archived is restored. The last of it was written at {last}: the archive \
             holds nothing from between then and {}.",
            second(until)
        ),
        None if restored.archive == ArchiveUse::All => format!(
            "Everything in the backup and the archive is restored. The last of it was written at {last}."
        ),
        None => format!("The backup is restored as it was at {ended}."),
    };
    let mut lines = vec![reached];
    match (restored.archive, &config.database.archive_dir) {
        (ArchiveUse::NotConfigured, _) => lines.push(
            "What was written after it was archived, and is not restored: if you want it, empty the data \
             folder, and restore again with database.archive_dir set to the archive."
                .to_owned(),
        ),
        (ArchiveUse::Missing, Some(dir)) => lines.push(format!(
            "What was written after it was archived, but is not in {}, and is not restored.",
            dir.display()
        )),
        _ => {}
    }
    if !restored.has_secret && config.auth.secret.is_none() {
        lines.push(
            "The backup holds no secret: set auth.secret to the one that was used, or everyone is \
             signed out, and links in emails, browser push, webhooks and chats stop working."
                .to_owned(),
        );
    }
    lines.push(format!(
        "Start Harken with data_dir={}, and take a new backup: earlier ones cannot be restored to what \
         is written from now on.",
        config.data_dir.display()
    ));
    lines.join("\n")
}
