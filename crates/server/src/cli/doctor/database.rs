//! Postgres: its version, and the settings that matter.

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Bool, Integer, Nullable, Text};
use diesel_async::RunQueryDsl;

use super::report::Report;
use db::{Address, Conn, MAX_PROMISED_ARCHIVE_DAYS, Part, migrate};
use platform::config::Config;

/// The oldest version that Harken is tested with.
const OLDEST: i32 = 15;
/// Connections of a process besides the pools: for listening, the pulse, and clean-up.
pub(super) const BESIDES_POOLS: u32 = 6;
/// The most megabytes that may wait; more than are written in a few seconds.
const MAX_WAITING_MB: i64 = 256;

/// The version of Postgres.
#[derive(QueryableByName)]
pub struct Version {
    #[diesel(sql_type = Text)]
    pub version: String,
    #[diesel(sql_type = Integer)]
    pub major: i32,
    #[diesel(sql_type = Bool)]
    pub is_replica: bool,
}

/// The settings of Postgres that matter.
#[derive(QueryableByName)]
pub struct Settings {
    #[diesel(sql_type = Text)]
    pub fsync: String,
    #[diesel(sql_type = Text)]
    pub full_page_writes: String,
    #[diesel(sql_type = BigInt)]
    pub connections: i64,
    #[diesel(sql_type = Text)]
    pub encoding: String,
    #[diesel(sql_type = Text)]
    pub collation: String,
    #[diesel(sql_type = Bool)]
    pub collation_changed: bool,
}

#[derive(QueryableByName)]
struct Waiting {
    #[diesel(sql_type = Nullable<Text>)]
    wal_status: Option<String>,
    #[diesel(sql_type = BigInt)]
    megabytes: i64,
}

pub(super) async fn check(config: &Config, conn: &mut Conn, report: &mut Report) {
    let checked = async {
        let version: Version = diesel::sql_query(
            "SELECT current_setting('server_version') AS version,
                    current_setting('server_version_num')::int / 10000 AS major,
                    pg_is_in_recovery() AS is_replica",
        )
        .get_result(conn)
        .await?;
        check_version(config, &version, report);
        if version.major >= OLDEST {
            let settings: Settings = diesel::sql_query(SETTINGS).get_result(conn).await?;
            check_settings(config, &settings, report);
        }
        if config.database.url.is_none() {
            check_archive(config, conn, report).await?;
        }
        diesel::QueryResult::Ok(())
    };
    if let Err(error) = checked.await {
        report.failed("database", format!("did not answer a question: {error}"));
    }
}

const SETTINGS: &str = "SELECT current_setting('fsync') AS fsync,
    current_setting('full_page_writes') AS full_page_writes,
    (current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int)::bigint AS connections,
    pg_encoding_to_char(encoding)::text AS encoding, datcollate AS collation,
    coalesce(datcollversion <> pg_database_collation_actual_version(oid), false) AS collation_changed
    FROM pg_database WHERE datname = current_database()";

/// Reports whether Harken can use this version.
pub fn check_version(config: &Config, version: &Version, report: &mut Report) {
    let whose = match config.database.url {
        Some(_) => "named by database.url",
        None => "Harken's own",
    };
    let text = format!("Postgres {}, {whose}, answers", version.version);
    if version.is_replica {
        report.failed(
            "database",
            format!("{text}, but is a read-only replica: name the primary in database.url"),
        );
    } else if version.major < OLDEST {
        report.failed(
            "database",
            format!("{text}, but Harken needs Postgres {OLDEST} or newer: upgrade it"),
        );
    } else {
        report.ok("database", text);
    }
}

/// Reports whether these settings keep what is written, and suffice.
pub fn check_settings(config: &Config, settings: &Settings, report: &mut Report) {
    if settings.fsync == "off" {
        report.failed(
            "durability",
            "fsync is off, so that a power cut can destroy the database: set fsync = on in Postgres",
        );
    } else if settings.full_page_writes == "off" {
        report.warning(
            "durability",
            "full_page_writes is off, which only some file systems allow: set it to on in Postgres, \
             unless you know that yours does",
        );
    } else {
        report.ok("durability", "every commit reaches the disk");
    }
    let needed = config.database.all_connections().saturating_add(BESIDES_POOLS);
    if i64::from(needed) > settings.connections {
        report.failed(
            "connections",
            format!(
                "Postgres allows {}, and one Harken process that runs all parts needs up to {needed}: lower {}, \
                 or raise max_connections in Postgres",
                settings.connections,
                Part::ALL.map(|part| describe(config, part)).join(", ")
            ),
        );
    } else {
        report.ok(
            "connections",
            format!(
                "Postgres allows {}, and a Harken process that runs all parts needs up to {needed}",
                settings.connections
            ),
        );
    }
    if settings.encoding != "UTF8" {
        report.failed(
            "encoding",
            format!(
                "the database's is {}, which cannot hold every post: create it again with CREATE \
                 DATABASE … ENCODING 'UTF8' TEMPLATE template0",
                settings.encoding
            ),
        );
    } else if settings.collation_changed {
        report.warning(
            "encoding",
            format!(
                "this system sorts texts ({}) otherwise than when the database was created, and indexes may \
                 be wrong: start Harken again, which rebuilds them or says what the database's owner must do",
                settings.collation
            ),
        );
    } else {
        report.ok("encoding", format!("UTF8, sorted by {}", settings.collation));
    }
}

fn describe(config: &Config, part: Part) -> String {
    format!("database.{}_connections ({})", part.as_str(), config.database.connections(part))
}

async fn check_archive(
    config: &Config,
    conn: &mut Conn,
    report: &mut Report,
) -> diesel::QueryResult<()> {
    let Some(archive) = config.database.archive() else {
        report.warning(
            "archive",
            "there is none, so that a backup can only be restored as it was: set database.archive_dir \
             to be able to choose any second after it",
        );
        return Ok(());
    };
    let dir = archive.dir.display();
    if archive.dir.exists() && tempfile::tempfile_in(&archive.dir).is_err() {
        report.failed(
            "archive",
            format!("{dir} (database.archive_dir) is not a folder that this user may write to"),
        );
        return Ok(());
    }
    let slots: Vec<Waiting> = diesel::sql_query(
        "SELECT wal_status, coalesce(pg_wal_lsn_diff(pg_current_wal_flush_lsn(), restart_lsn), 0)::bigint
                    / 1000000 AS megabytes
         FROM pg_replication_slots WHERE slot_name = 'harken_archive'",
    )
    .load(conn)
    .await?;
    match slots.into_iter().next() {
        None => report.warning(
            "archive",
            format!(
                "nothing has been archived in {dir} yet: start Harken with database.archive_dir"
            ),
        ),
        Some(slot) if slot.wal_status.as_deref() == Some("lost") => report.failed(
            "archive",
            format!(
                "it could not be written to {dir} for too long, and a part is missing: take a new \
                 backup once the log says that it is archived again"
            ),
        ),
        Some(slot) if slot.megabytes > MAX_WAITING_MB => report.failed(
            "archive",
            format!(
                "{} MB could not be written to {dir} yet: the log of Harken says why",
                slot.megabytes
            ),
        ),
        Some(_) => report_kept(&dir.to_string(), archive.days, report),
    }
    Ok(())
}

/// Reports for how long the archive is kept, and so what was deleted meanwhile.
pub fn report_kept(dir: &str, days: u16, report: &mut Report) {
    let text = format!("{dir}, kept for {days} days");
    if days > MAX_PROMISED_ARCHIVE_DAYS {
        report.warning(
            "archive",
            format!(
                "{text}, and with it what is deleted meanwhile, for longer than the 48 hours that \
                 Harken promises: set database.archive_days to {MAX_PROMISED_ARCHIVE_DAYS}, unless \
                 you may keep it"
            ),
        );
    } else {
        report.ok("archive", text);
    }
}

pub(super) async fn check_migrations(address: &Address, report: &mut Report) {
    match migrate::pending(address).await {
        Ok(pending) if pending.is_empty() => report.ok("migrations", "all have run"),
        Ok(pending) => report.warning(
            "migrations",
            format!(
                "{} not run yet, from {} on: the next start of Harken runs them, or harken migrate",
                match pending.len() {
                    1 => "1 has".to_owned(),
                    many => format!("{many} have"),
                },
                pending[0]
            ),
        ),
        Err(error) => report.failed("migrations", format!("{error:#}")),
    }
}
