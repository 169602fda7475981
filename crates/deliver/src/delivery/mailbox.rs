//! Reads the demo's emails: files that the file backend wrote, newest first by their names.

use std::path::{Path, PathBuf};

use lettre::Message;
use uuid::Uuid;

use platform::config::{Config, MailBackend};

/// The most emails that are kept: a demo that runs for days must not fill the disk.
const KEPT: usize = 500;

/// Returns the folder in which emails are kept as files, if they are.
pub fn mailbox_dir(config: &Config) -> Option<PathBuf> {
    (config.mail.backend == MailBackend::File).then(|| mails_dir(&config.data_dir))
}

pub(super) fn mails_dir(data_dir: &Path) -> PathBuf {
    data_dir.join("mails")
}

/// Writes the email of outbox row `id`, entirely or not at all; a repetition replaces the first.
/// The oldest beyond 500 are dropped.
pub(super) async fn keep(dir: &Path, message: &Message, id: Uuid) -> std::io::Result<()> {
    tokio::fs::create_dir_all(dir).await?;
    let half_written = dir.join(format!("{id}.part"));
    tokio::fs::write(&half_written, message.formatted()).await?;
    tokio::fs::rename(half_written, file(dir, id)).await?;
    for old in newest_first(dir).await?.into_iter().skip(KEPT) {
        // Another process may have dropped it.
        let _ = tokio::fs::remove_file(file(dir, old)).await;
    }
    Ok(())
}

/// Lists the ids of all emails, newest first. They are UUIDs of version 7 and so sort by time.
pub async fn newest_first(dir: &Path) -> std::io::Result<Vec<Uuid>> {
    let mut entries = match tokio::fs::read_dir(dir).await {
        // No email was sent yet.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut ids = Vec::new();
    while let Some(entry) = entries.next_entry().await? {
        let path = entry.path();
        let name = path.file_stem().and_then(|name| name.to_str());
        if path.extension().is_some_and(|kind| kind == "eml") {
            ids.extend(name.and_then(|name| Uuid::parse_str(name).ok()));
        }
    }
    ids.sort_unstable_by(|a, b| b.cmp(a));
    Ok(ids)
}

/// Reads the email of outbox row `id` as it was sent, if it is there.
pub async fn read(dir: &Path, id: Uuid) -> std::io::Result<Option<Vec<u8>>> {
    match tokio::fs::read(file(dir, id)).await {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn file(dir: &Path, id: Uuid) -> PathBuf {
    dir.join(format!("{id}.eml"))
}
