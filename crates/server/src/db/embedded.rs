//! Harken's own Postgres, for those who name no other: a cluster in the data folder, reached by a
//! Unix socket only, which ends with the process that started it.

use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use tokio::process::{Child, Command};

/// How a cluster is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// Every commit reaches the disk.
    Full,
    /// For tests: nothing waits for the disk, and the cluster is removed when it stops.
    None,
}

/// A running cluster. Dropping it stops Postgres: the wrapper that holds it reads from a pipe whose
/// other end closes with this process, however the process ends.
#[derive(Debug)]
pub struct Embedded {
    url: String,
    socket_dir: PathBuf,
    wrapper: Option<Child>,
}

/// Starts Postgres, stops it when standard input ends, and then removes what is not to be kept.
const WRAPPER: &str = r#"exec 3<&0
"$@" </dev/null 3<&- &
pid=$!
( read -r _ <&3; kill -INT "$pid" 2>/dev/null ) &
exec 3<&-
wait "$pid"
status=$?
if [ -n "$HARKEN_REMOVE" ]; then rm -rf "$HARKEN_REMOVE" "$HARKEN_SOCKETS"; fi
exit "$status""#;

impl Embedded {
    /// Starts the cluster in `data_dir/postgres`, making it first if needed. A cluster that already
    /// runs there (a second process on the same folder) is used as it is.
    ///
    /// # Errors
    /// No Postgres programs were found, or they failed; the message holds the end of their log.
    pub async fn start(
        data_dir: &Path,
        bin_dir: Option<&Path>,
        durability: Durability,
    ) -> anyhow::Result<Self> {
        let bin = find_bin_dir(bin_dir)?;
        fs::create_dir_all(data_dir)
            .with_context(|| format!("could not make the data folder {}", data_dir.display()))?;
        let owner = Owner::choose()?;
        let home = owner.place(&data_dir.canonicalize()?)?;
        let socket_dir = owner.socket_dir(&home)?;
        let url = format!(
            "postgres://harken@{}/harken",
            percent_encoding::utf8_percent_encode(
                &socket_dir.to_string_lossy(),
                percent_encoding::NON_ALPHANUMERIC
            )
        );
        let mut cluster = Self {
            url,
            socket_dir,
            wrapper: None,
        };
        if cluster.answers().await {
            return Ok(cluster);
        }
        let cluster_dir = home.join("cluster");
        if !cluster_dir.join("PG_VERSION").exists() {
            owner.init(&bin, &cluster_dir, durability).await?;
        }
        cluster.run(&bin, &owner, &cluster_dir, durability).await?;
        Ok(cluster)
    }

    /// The address of the database `harken`, for this machine only.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The address of another database of this cluster.
    pub fn url_of(&self, database: &str) -> String {
        match self.url.rsplit_once('/') {
            Some((base, _)) => format!("{base}/{database}"),
            None => self.url.clone(),
        }
    }

    /// Stops Postgres and waits until it has.
    pub async fn stop(mut self) {
        if let Some(mut wrapper) = self.wrapper.take() {
            drop(wrapper.stdin.take());
            if tokio::time::timeout(Duration::from_secs(20), wrapper.wait())
                .await
                .is_err()
            {
                tracing::warn!("Postgres took more than 20 s to stop and was left to itself");
            }
        }
    }

    async fn answers(&self) -> bool {
        if !self.socket_dir.join(".s.PGSQL.5432").exists() {
            return false;
        }
        AsyncPgConnection::establish(&self.url_of("postgres"))
            .await
            .is_ok()
    }

    async fn run(
        &mut self,
        bin: &Path,
        owner: &Owner,
        cluster_dir: &Path,
        durability: Durability,
    ) -> anyhow::Result<()> {
        let log_path = cluster_dir.with_file_name("postgres.log");
        let log = fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(&log_path)?;
        let mut command = owner.command(Path::new("sh"));
        command
            .args(["-c", WRAPPER, "sh"])
            .arg(bin.join("postgres"))
            .arg("-D")
            .arg(cluster_dir)
            .arg("-k")
            .arg(&self.socket_dir)
            .args([
                "-c",
                "listen_addresses=",
                "-c",
                "max_connections=200",
                "-c",
                "timezone=UTC",
            ]);
        if durability == Durability::None {
            command.args(["-c", "fsync=off", "-c", "synchronous_commit=off"]);
            command.args(["-c", "full_page_writes=off"]);
            command
                .env("HARKEN_REMOVE", cluster_dir)
                .env("HARKEN_SOCKETS", &self.socket_dir);
        }
        command
            .stdin(Stdio::piped())
            .stdout(log.try_clone()?)
            .stderr(log);
        // A group of its own, so that Ctrl-C at a terminal reaches Harken alone, which then stops
        // Postgres after its last commit.
        command.process_group(0);
        self.wrapper = Some(command.spawn().context("could not start Postgres")?);
        for _ in 0..600 {
            if self.answers().await {
                return self.ensure_database().await;
            }
            if let Some(wrapper) = &mut self.wrapper
                && let Some(status) = wrapper.try_wait()?
            {
                bail!("Postgres ended at once ({status}):\n{}", tail(&log_path));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        bail!("Postgres did not answer within 30 s:\n{}", tail(&log_path));
    }

    async fn ensure_database(&self) -> anyhow::Result<()> {
        let mut conn = AsyncPgConnection::establish(&self.url_of("postgres")).await?;
        match diesel::sql_query("CREATE DATABASE harken")
            .execute(&mut conn)
            .await
        {
            Err(e) if !e.to_string().contains("already exists") => Err(e.into()),
            _ => Ok(()),
        }
    }
}

/// The folder with `initdb` and `postgres`: the configured one, else the PATH's, else the newest of
/// the places where packages put it.
fn find_bin_dir(configured: Option<&Path>) -> anyhow::Result<PathBuf> {
    let has_both = |dir: &Path| dir.join("initdb").exists() && dir.join("postgres").exists();
    if let Some(dir) = configured {
        ensure!(
            has_both(dir),
            "database.bin_dir: no initdb and postgres in {}",
            dir.display()
        );
        return Ok(dir.canonicalize()?);
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let packaged = ["/usr/lib/postgresql", "/usr/local/opt", "/opt/homebrew/opt"];
    let mut versions: Vec<PathBuf> = packaged
        .iter()
        .flat_map(|root| fs::read_dir(root).into_iter().flatten().flatten())
        .map(|entry| entry.path().join("bin"))
        .collect();
    // Folder names are versions, so that the last of them is the newest.
    versions.sort();
    std::env::split_paths(&path).chain(versions.into_iter().rev()).find(|dir| has_both(dir)).context(
        "no Postgres programs were found. Set DATABASE_URL to a running Postgres, or install one \
         (Debian: apt-get install postgresql), or set database.bin_dir to the folder with initdb",
    )
}

/// Who runs Postgres, which refuses to run as root: then `postgres`, else `nobody`.
struct Owner {
    ids: Option<(u32, u32)>,
}

impl Owner {
    fn choose() -> anyhow::Result<Self> {
        if fs::metadata("/proc/self").map(|m| m.uid()).unwrap_or(1) != 0 {
            return Ok(Self { ids: None });
        }
        let passwd = fs::read_to_string("/etc/passwd").context("could not read /etc/passwd")?;
        let ids = ["postgres", "nobody"].iter().find_map(|name| {
            passwd.lines().find_map(|line| {
                let fields: Vec<&str> = line.split(':').collect();
                (fields[0] == *name)
                    .then(|| Some((fields.get(2)?.parse().ok()?, fields.get(3)?.parse().ok()?)))?
            })
        });
        ensure!(
            ids.is_some(),
            "running as root, and there is no user postgres or nobody to run Postgres as"
        );
        Ok(Self { ids })
    }

    /// Where the cluster lives: in the data folder, or, if its owner may not walk there (a folder
    /// below /root), in /var/lib/harken.
    fn place(&self, data_dir: &Path) -> anyhow::Result<PathBuf> {
        let open = |dir: &Path| fs::metadata(dir).is_ok_and(|m| m.mode() & 0o001 != 0);
        let home = if self.ids.is_none() || data_dir.ancestors().all(open) {
            data_dir.join("postgres")
        } else {
            let home = Path::new("/var/lib/harken").join(fingerprint(data_dir));
            tracing::info!(folder = %home.display(), "the database is kept outside the data folder, which Postgres's user may not enter");
            home
        };
        fs::create_dir_all(&home)?;
        self.take(&home)?;
        Ok(home)
    }

    /// A short path of its own: a socket's path may not be longer than 107 bytes.
    fn socket_dir(&self, home: &Path) -> anyhow::Result<PathBuf> {
        let dir = Path::new("/tmp").join(format!("harken-{}", fingerprint(home)));
        match fs::create_dir(&dir) {
            Err(e) if e.kind() != io::ErrorKind::AlreadyExists => return Err(e.into()),
            _ => {}
        }
        let metadata = fs::symlink_metadata(&dir)?;
        let expected = self.ids.map_or_else(
            || fs::metadata("/proc/self").map(|m| m.uid()),
            |(uid, _)| Ok(uid),
        )?;
        ensure!(
            metadata.is_dir() && [0, expected].contains(&metadata.uid()),
            "{} belongs to somebody else; remove it",
            dir.display()
        );
        self.take(&dir)?;
        fs::set_permissions(&dir, fs::Permissions::from_mode(0o700))?;
        Ok(dir)
    }

    fn take(&self, dir: &Path) -> io::Result<()> {
        match self.ids {
            Some((uid, gid)) => chown(dir, Some(uid), Some(gid)),
            None => Ok(()),
        }
    }

    fn command(&self, program: &Path) -> Command {
        let mut command = std::process::Command::new(program);
        command.current_dir("/").env("LC_ALL", "C.UTF-8");
        if let Some((uid, gid)) = self.ids {
            command.gid(gid).uid(uid);
        }
        command.into()
    }

    async fn init(&self, bin: &Path, cluster: &Path, durability: Durability) -> anyhow::Result<()> {
        tracing::info!(folder = %cluster.display(), "making the database's folder");
        let mut command = self.command(&bin.join("initdb"));
        command
            .arg("-D")
            .arg(cluster)
            .args(["-U", "harken", "-E", "UTF8", "--auth=trust"]);
        command.arg("--locale=C.UTF-8");
        if durability == Durability::None {
            command.arg("--no-sync");
        }
        let output = command
            .stdin(Stdio::null())
            .output()
            .await
            .context("could not run initdb")?;
        ensure!(
            output.status.success(),
            "initdb failed:\n{}",
            String::from_utf8_lossy(&output.stderr)
        );
        Ok(())
    }
}

fn fingerprint(path: &Path) -> String {
    let digest = aws_lc_rs::digest::digest(
        &aws_lc_rs::digest::SHA256,
        path.as_os_str().as_encoded_bytes(),
    );
    digest
        .as_ref()
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

fn tail(log: &Path) -> String {
    let text = fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(10)..].join("\n")
}
