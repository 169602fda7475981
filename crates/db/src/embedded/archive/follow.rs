//! Copies the log that Postgres has flushed.

use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use diesel::QueryableByName;
use diesel::sql_types::{Bool, Nullable, Text};
use diesel_async::{AsyncConnection, RunQueryDsl};

use super::{Archive, Chain, SLOT, chain_of, write_note};
use crate::Conn;
use crate::embedded::cluster::Cluster;
use crate::embedded::wal::{Lsn, SEGMENT, parse_segment_name, segment_name};

/// The chain that a cluster is archived in, and how far it reaches.
pub(super) struct Following {
    conn: Conn,
    log: PathBuf,
    chain: Chain,
    timeline: u32,
    at: Lsn,
}

#[derive(QueryableByName)]
struct Slot {
    #[diesel(sql_type = Nullable<Text>)]
    wal_status: Option<String>,
}

#[derive(QueryableByName)]
struct Flushed {
    #[diesel(sql_type = Text)]
    lsn: String,
    /// The file that contains the position, or the one before if the position is its end.
    #[diesel(sql_type = Text)]
    file: String,
}

#[derive(QueryableByName)]
struct Made {
    #[diesel(sql_type = Bool)]
    #[expect(dead_code, reason = "it is made or an error")]
    made: bool,
}

/// The reason why a chain cannot be continued.
enum Break {
    /// There was no chain.
    First,
    /// The log has a gap, with the reason.
    Gap(&'static str),
}

impl Following {
    /// Continues the cluster's chain where it ends, or begins one.
    pub(super) async fn begin(archive: &Archive, cluster: &Cluster) -> anyhow::Result<Self> {
        let url = cluster.url_of("postgres");
        let mut conn = Conn::establish(&url)
            .await
            .context("could not connect to archive the write-ahead log")?;
        let is_kept = keep_slot(&mut conn).await?;
        let (timeline, flushed) = flushed(&mut conn).await?;
        let log = cluster.dir().join("pg_wal");
        let home = cluster.home();
        let found = match chain_of(home)? {
            None => Err(Break::First),
            Some(_) if !is_kept => {
                Err(Break::Gap("more of it was waiting to be archived than may wait"))
            }
            Some(id) => continued(archive, &id, &log, timeline, flushed)?,
        };
        let (chain, at) = match found {
            Ok(found) => found,
            Err(why) => {
                let (chain, id) = Chain::begin(&archive.dir)?;
                write_note(home, &id)?;
                let folder = archive.dir.display();
                match why {
                    Break::First => tracing::info!(
                        %folder,
                        "the write-ahead log is archived: backups from now on can be restored to any \
                         later second"
                    ),
                    Break::Gap(why) => tracing::error!(
                        %folder, why,
                        "a part of the write-ahead log is not in the archive, and older backups cannot \
                         be restored to any time after it: take a new backup"
                    ),
                }
                (chain, Lsn::of_segment(flushed.segment()))
            }
        };
        Ok(Self { conn, log, chain, timeline, at })
    }

    /// Archives everything that is flushed.
    pub(super) async fn catch_up(&mut self) -> anyhow::Result<()> {
        let (timeline, flushed) = flushed(&mut self.conn).await?;
        ensure!(timeline == self.timeline, "the timeline has changed");
        while self.at < flushed {
            let next = Lsn::of_segment(self.at.segment() + 1);
            let (chain, log, from) = (self.chain.clone(), self.log.clone(), self.at);
            let to = flushed.min(next);
            tokio::task::spawn_blocking(move || {
                let bytes = read(&log, timeline, from, to)?
                    .context("a file of the write-ahead log is gone before it was archived")?;
                chain.append(timeline, from, &bytes)?;
                if to == next {
                    chain.complete(timeline, from.segment())?;
                }
                anyhow::Ok(())
            })
            .await??;
            self.at = to;
            if to == next {
                self.release().await?;
            }
        }
        Ok(())
    }

    /// Lets Postgres drop what is archived.
    async fn release(&mut self) -> anyhow::Result<()> {
        diesel::sql_query("SELECT pg_replication_slot_advance($1, $2::text::pg_lsn)")
            .bind::<Text, _>(SLOT)
            .bind::<Text, _>(self.at.to_string())
            .execute(&mut self.conn)
            .await
            .context("could not release what is archived")?;
        Ok(())
    }
}

/// Has Postgres keep what is not archived. Returns whether it has kept everything so far.
async fn keep_slot(conn: &mut Conn) -> anyhow::Result<bool> {
    let slots: Vec<Slot> =
        diesel::sql_query("SELECT wal_status FROM pg_replication_slots WHERE slot_name = $1")
            .bind::<Text, _>(SLOT)
            .load(conn)
            .await?;
    let is_lost = |slot: &Slot| slot.wal_status.as_deref() == Some("lost");
    let was_lost = slots.iter().any(is_lost);
    if was_lost {
        diesel::sql_query("SELECT pg_drop_replication_slot($1)")
            .bind::<Text, _>(SLOT)
            .execute(conn)
            .await?;
    }
    if was_lost || slots.is_empty() {
        let _: Made = diesel::sql_query(
            "SELECT true AS made FROM pg_create_physical_replication_slot($1, true)",
        )
        .bind::<Text, _>(SLOT)
        .get_result(conn)
        .await
        .context("could not have Postgres keep what is not archived")?;
    }
    Ok(!was_lost)
}

/// Returns the timeline, and the position up to which the log is on the disk.
async fn flushed(conn: &mut Conn) -> anyhow::Result<(u32, Lsn)> {
    let found: Flushed = diesel::sql_query(
        "SELECT lsn::text AS lsn, pg_walfile_name(lsn) AS file FROM pg_current_wal_flush_lsn() AS lsn",
    )
    .get_result(conn)
    .await?;
    Ok((parse_segment_name(&found.file)?.0, found.lsn.parse()?))
}

/// Returns the position at which a chain continues, or why it cannot.
fn continued(
    archive: &Archive,
    id: &str,
    log: &Path,
    timeline: u32,
    flushed: Lsn,
) -> anyhow::Result<Result<(Chain, Lsn), Break>> {
    let Some(chain) = Chain::open(&archive.dir, id)? else {
        return Ok(Err(Break::Gap("the folder of this database's archive is gone")));
    };
    let Some((archived_timeline, at)) = chain.end()? else {
        return Ok(Err(Break::First));
    };
    if archived_timeline != timeline || at > flushed {
        return Ok(Err(Break::Gap("the database has gone back to an earlier state")));
    }
    if at == flushed && at.offset() == 0 {
        return Ok(Ok((chain, at)));
    }
    // The chain's last file must equal Postgres's, as far as it goes.
    let begin = Lsn::of_segment(at.segment());
    let Some(own) = read(log, timeline, begin, at)? else {
        return Ok(Err(Break::Gap("Postgres has dropped it already")));
    };
    let archived = chain.read_partial(timeline, at.segment())?;
    Ok(match archived.unwrap_or_default() == own {
        true => Ok((chain, at)),
        false => Err(Break::Gap("another database is in the same archive")),
    })
}

/// Reads a part of one file of the log; `None` if Postgres has dropped it.
fn read(log: &Path, timeline: u32, from: Lsn, to: Lsn) -> anyhow::Result<Option<Vec<u8>>> {
    let path = log.join(segment_name(timeline, from.segment()));
    let named = || format!("could not read {}", path.display());
    let mut file = match File::open(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        file => file.with_context(named)?,
    };
    let length = usize::try_from((to.0 - from.0).min(SEGMENT))?;
    let mut bytes = vec![0; length];
    file.seek(SeekFrom::Start(from.offset()))
        .and_then(|_| file.read_exact(&mut bytes))
        .with_context(named)?;
    Ok(Some(bytes))
}
