//! A real file system that can be filled to its last byte.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::db::open_for_all;

/// A file system that is unmounted when this value is dropped.
pub struct SmallDisk {
    folder: tempfile::TempDir,
}

impl SmallDisk {
    /// Mounts a file system. Returns `None`, with the reason printed, where that is not allowed.
    pub fn mount(megabytes: usize) -> Option<Self> {
        let folder = tempfile::Builder::new().prefix("harken-disk-").tempdir().unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={megabytes}m"), "tmpfs"])
            .arg(folder.path())
            .output();
        let reason = match mounted {
            Ok(output) if output.status.success() => {
                open_for_all(folder.path());
                return Some(Self { folder });
            }
            Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
            Err(error) => error.to_string(),
        };
        println!("skipped: no file system can be mounted here: {reason}");
        None
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Uses up the free space, to the last byte.
    pub fn fill(&self) {
        let mut file = File::create(self.ballast()).unwrap();
        for piece in [1 << 20, 4096, 1] {
            let bytes = vec![b'x'; piece];
            let full = loop {
                if let Err(error) = file.write_all(&bytes) {
                    break error;
                }
            };
            assert_eq!(full.kind(), ErrorKind::StorageFull, "{full}");
        }
    }

    /// Frees the space that `fill` used.
    pub fn free_space(&self) {
        std::fs::remove_file(self.ballast()).unwrap();
    }

    fn ballast(&self) -> PathBuf {
        self.path().join("ballast")
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily: processes that still run there may hold it for a moment.
        let unmounted = Command::new("umount").arg("-l").arg(self.path()).status();
        if !unmounted.is_ok_and(|status| status.success()) {
            eprintln!("{} stays mounted", self.path().display());
        }
    }
}
