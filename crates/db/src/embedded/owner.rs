//! The user who runs Postgres, and the folders that belong to that user.

use std::fs::{self, File, Permissions};
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown, lchown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use tokio::process::Command;

use foundation::hex;

/// The user who runs Postgres: this process's own or, if that is root, as which Postgres refuses to
/// run, `postgres`, else `nobody`.
#[derive(Debug, Clone)]
pub(super) struct Owner {
    uid: u32,
    /// The group, if this process is root and hands folders over.
    hand_over: Option<u32>,
}

impl Owner {
    pub(super) fn choose() -> anyhow::Result<Self> {
        let own = fs::metadata("/proc/self").context("could not read /proc/self")?;
        if own.uid() != 0 {
            return Ok(Self { uid: own.uid(), hand_over: None });
        }
        let passwd = fs::read_to_string("/etc/passwd").context("could not read /etc/passwd")?;
        let ids = ["postgres", "nobody"].iter().find_map(|name| {
            passwd.lines().find_map(|line| {
                let fields: Vec<&str> = line.split(':').collect();
                (fields[0] == *name)
                    .then(|| Some((fields.get(2)?.parse().ok()?, fields.get(3)?.parse().ok()?)))?
            })
        });
        let (uid, gid) = ids.context(
            "running as root, and there is no user postgres or nobody to run Postgres as",
        )?;
        Ok(Self { uid, hand_over: Some(gid) })
    }

    /// Creates the folder that the cluster lives in: in the data folder or, if the owner may not enter
    /// that (a folder below /root), in /var/lib/harken.
    pub(super) fn home(&self, data_dir: &Path) -> anyhow::Result<PathBuf> {
        let open = |dir: &Path| fs::metadata(dir).is_ok_and(|m| m.mode() & 0o001 != 0);
        let home = if self.hand_over.is_none() || data_dir.ancestors().all(open) {
            data_dir.join("postgres")
        } else {
            let all = Path::new("/var/lib/harken");
            fs::create_dir_all(all)
                .with_context(|| format!("could not create the folder {}", all.display()))?;
            let home = all.join(fingerprint(data_dir));
            tracing::info!(folder = %home.display(), "the database is kept outside the data folder, which Postgres's user may not enter");
            home
        };
        self.take(&home)?;
        Ok(home)
    }

    /// Creates a folder for the sockets, where nobody else can put anything: root has one, others use
    /// the home. /tmp is used only if a socket's path would be too long there.
    pub(super) fn socket_dir(&self, home: &Path) -> anyhow::Result<PathBuf> {
        let at_home = home.join("sockets");
        let dir = if self.hand_over.is_none() && fits_a_socket(&at_home) {
            at_home
        } else if self.hand_over.is_some() {
            let all = Path::new("/run/harken");
            fs::create_dir_all("/run").context("could not create the folder /run")?;
            self.take(all)?;
            all.join(fingerprint(home))
        } else {
            Path::new("/tmp").join(format!("harken-{}", fingerprint(home)))
        };
        let opened = self.take(&dir)?;
        opened.set_permissions(Permissions::from_mode(0o700)).with_context(|| {
            format!("could not restrict access to the folder {}", dir.display())
        })?;
        Ok(dir)
    }

    /// Creates `dir` if it does not exist, hands it to the owner and returns it opened. Its permissions
    /// are changed through the open handle and never through its name, which somebody else could point
    /// to another folder meanwhile.
    pub(super) fn take(&self, dir: &Path) -> anyhow::Result<File> {
        let named = || format!("the folder {}", dir.display());
        match fs::create_dir(dir) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                return Err(error).with_context(|| format!("could not create {}", named()));
            }
            _ => {}
        }
        let opened = File::open(dir).with_context(|| format!("could not open {}", named()))?;
        let look = || Ok::<_, std::io::Error>((opened.metadata()?, fs::symlink_metadata(dir)?));
        let (found, name) = look().with_context(|| format!("could not inspect {}", named()))?;
        ensure!(
            name.is_dir() && (name.dev(), name.ino()) == (found.dev(), found.ino()),
            "{} is a link or not a folder; move it away, and Harken will create its own",
            dir.display()
        );
        let is_ours = found.uid() == self.uid || (self.hand_over.is_some() && found.uid() == 0);
        ensure!(
            is_ours,
            "{} belongs to another user ({}); move it away or run Harken as that user",
            dir.display(),
            found.uid()
        );
        if found.uid() != self.uid {
            fchown(&opened, Some(self.uid), self.hand_over).with_context(|| {
                format!("could not change the owner of {} to Postgres's user {}", named(), self.uid)
            })?;
        }
        Ok(opened)
    }

    /// Hands `dir`, which this process has just created where nobody else may write, to the owner, with
    /// everything in it.
    pub(super) fn hand_over(&self, dir: &Path) -> anyhow::Result<()> {
        let Some(gid) = self.hand_over else {
            return Ok(());
        };
        let mut next = vec![dir.to_owned()];
        while let Some(path) = next.pop() {
            if fs::symlink_metadata(&path)?.is_dir() {
                for entry in fs::read_dir(&path)? {
                    next.push(entry?.path());
                }
            }
            lchown(&path, Some(self.uid), Some(gid))
                .with_context(|| format!("could not change the owner of {}", path.display()))?;
        }
        Ok(())
    }

    /// Returns the command that runs `program` as the owner.
    pub(super) fn command(&self, program: &Path) -> Command {
        let mut command = std::process::Command::new(program);
        command.current_dir("/").env("LC_ALL", "C.UTF-8");
        // Postgres would report to the service manager that Harken is ready.
        command.env_remove("NOTIFY_SOCKET");
        // PGPORT, PGOPTIONS and others are meant for another Postgres.
        let is_postgres = |name: &std::ffi::OsString| name.to_string_lossy().starts_with("PG");
        for name in std::env::vars_os().map(|(name, _)| name).filter(is_postgres) {
            command.env_remove(name);
        }
        if let Some(gid) = self.hand_over {
            command.gid(gid).uid(self.uid);
        }
        command.into()
    }
}

/// Returns whether the path of Postgres's socket in `dir` is short enough for the system: at most 107
/// bytes.
fn fits_a_socket(dir: &Path) -> bool {
    dir.join(".s.PGSQL.5432").as_os_str().len() <= 107
}

fn fingerprint(path: &Path) -> String {
    let digest =
        aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, path.as_os_str().as_encoded_bytes());
    hex::encode(&digest.as_ref()[..8])
}
