//! Postgres's programs, which may be installed in several versions.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, ensure};

/// The folder with `initdb` and `postgres` of one version.
#[derive(Debug, Clone)]
pub(super) struct Programs {
    dir: PathBuf,
    /// The major version.
    version: u32,
}

impl Programs {
    /// Finds the programs for a new cluster: in the configured folder, else in one in the PATH, else the newest of
    /// those where packages install them.
    pub(super) fn find(configured: Option<&Path>) -> anyhow::Result<Self> {
        if let Some(dir) = configured {
            ensure!(has_both(dir), "database.bin_dir: no initdb and postgres in {}", dir.display());
            let found = dir.canonicalize();
            return Self::of(
                found.with_context(|| format!("database.bin_dir: {}", dir.display()))?,
            );
        }
        Self::of(installed().next().context(
            "no Postgres programs were found. Set DATABASE_URL to a running Postgres, or install one \
             (Debian: apt-get install postgresql), or set database.bin_dir to the folder with initdb",
        )?)
    }

    /// Finds the programs of a major version, in the PATH or where packages install them.
    pub(super) fn of_version(version: u32) -> Option<Self> {
        installed().filter_map(|dir| Self::of(dir).ok()).find(|found| found.version == version)
    }

    fn of(dir: PathBuf) -> anyhow::Result<Self> {
        let program = dir.join("postgres");
        let output = Command::new(&program).arg("--version").stdin(Stdio::null()).output();
        let output = output.with_context(|| format!("could not run {}", program.display()))?;
        let text = String::from_utf8_lossy(&output.stdout);
        // "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)", or "17beta1".
        let version = text.split_whitespace().find_map(|word| {
            let digits = word.split(|c: char| !c.is_ascii_digit()).next()?;
            digits.parse().ok()
        });
        let version = version.with_context(|| {
            format!("{} --version does not say its version: {}", program.display(), text.trim())
        })?;
        Ok(Self { dir, version })
    }

    pub(super) fn dir(&self) -> &Path {
        &self.dir
    }

    pub(super) fn version(&self) -> u32 {
        self.version
    }

    pub(super) fn path(&self, program: &str) -> PathBuf {
        self.dir.join(program)
    }
}

fn has_both(dir: &Path) -> bool {
    dir.join("initdb").exists() && dir.join("postgres").exists()
}

/// Returns the folders with programs: those in the PATH, then those of packages, newest first.
fn installed() -> impl Iterator<Item = PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let packaged = ["/usr/lib/postgresql", "/usr/local/opt", "/opt/homebrew/opt"];
    let mut versions: Vec<PathBuf> = packaged
        .iter()
        .flat_map(|root| fs::read_dir(root).into_iter().flatten().flatten())
        .map(|entry| entry.path().join("bin"))
        .collect();
    // Folder names are versions, so the last one is the newest.
    versions.sort();
    let path: Vec<PathBuf> = std::env::split_paths(&path).collect();
    path.into_iter().chain(versions.into_iter().rev()).filter(|dir| has_both(dir))
}
