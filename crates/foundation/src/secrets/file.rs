//! Creates the secret once and keeps it in the data folder.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::Path;

use anyhow::Context;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::{check_secret, random_bytes};

/// Reads the secret in `data_dir`, and creates it if there is none.
///
/// # Errors
/// The file could neither be read nor created, or its content is not a valid secret.
pub(super) fn read_or_make(data_dir: &Path) -> anyhow::Result<String> {
    let path = data_dir.join("secret");
    if let Some(secret) = read(&path)? {
        return Ok(secret);
    }
    make(data_dir, &path)
        .with_context(|| format!("could not create the secret {}", path.display()))?;
    read(&path)?.with_context(|| format!("the secret {} is gone again", path.display()))
}

fn read(path: &Path) -> anyhow::Result<Option<String>> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        text => text.with_context(|| format!("could not read the secret {}", path.display()))?,
    };
    let secret = text.trim();
    check_secret(secret).map_err(anyhow::Error::msg).with_context(|| {
        format!(
            "{} does not hold a usable secret. Restore the one from your backup. If there is \
             none, delete the file: the next start creates another, which signs everyone out and \
             invalidates the links in emails, browser push, and all webhooks and chats",
            path.display()
        )
    })?;
    Ok(Some(secret.to_owned()))
}

/// Writes a new secret to a temporary file and renames it once all of it is on the disk, so that a
/// start that is interrupted, or runs out of space, never leaves half of one. A secret that another
/// process created at the same moment is kept.
fn make(data_dir: &Path, path: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(data_dir)?;
    let secret = URL_SAFE_NO_PAD.encode(random_bytes::<32>()?);
    // Readable by its owner only.
    let mut aside = tempfile::Builder::new().prefix("secret.").tempfile_in(data_dir)?;
    aside.write_all(secret.as_bytes())?;
    aside.as_file().sync_all()?;
    match aside.persist_noclobber(path) {
        Err(taken) if taken.error.kind() != ErrorKind::AlreadyExists => {
            return Err(taken.error.into());
        }
        _ => {}
    }
    File::open(data_dir)?.sync_all()?;
    Ok(())
}
