//! Reads the files of a model, up to a limit.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use serde::de::DeserializeOwned;

use crate::error::{OpenError, Reason};

/// Twice the size of the largest English model.
const MAX_BYTES: u64 = 256 << 20;

/// Reads a file, and makes something of it.
pub(crate) fn read<T>(
    folder: &Path,
    name: &str,
    parse: impl FnOnce(&[u8]) -> Result<T, Reason>,
) -> Result<T, OpenError> {
    let path = folder.join(name);
    let parsed = bytes(&path).and_then(|bytes| parse(&bytes));
    parsed.map_err(|reason| OpenError { path, reason })
}

/// Reads a file with a JSON document.
pub(crate) fn read_json<T: DeserializeOwned>(folder: &Path, name: &str) -> Result<T, OpenError> {
    read(folder, name, |bytes| Ok(serde_json::from_slice(bytes)?))
}

fn bytes(path: &Path) -> Result<Vec<u8>, Reason> {
    let metadata = path.metadata()?;
    // To open a pipe would wait for its writer.
    if !metadata.is_file() {
        return Err(io::Error::other("it is not a file").into());
    }
    if metadata.len() > MAX_BYTES {
        return Err(Reason::TooLarge(MAX_BYTES));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}
