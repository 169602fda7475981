//! Postgres: its version, and the settings that matter.

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Bool, Integer, Nullable, Text};
use diesel_async::RunQueryDsl;

use super::report::Report;
use db::{Address, Conn, migrate};
use platform::config::Config;

/// The oldest version that Harken is tested with.
const OLDEST: i32 = 15;
/// Connections of a process besides the pool: for listening, the pulse, and clean-up.
const BESIDES_POOL: i64 = 6;
/// The most megabytes that may wait; more than are written in a few seconds.
const MAX_WAITING_MB: i64 = 256;

#[derive(QueryableByName)]
struct Version {
    #[diesel(sql_type = Text)]
    version: String,
    #[diesel(sql_type = Integer)]
    major: i32,
    #[diesel(sql_type = Bool)]
    is_replica: bool,
}

#[derive(QueryableByName)]
struct Settings {
    #[diesel(sql_type = Text)]
    fsync: String,
    #[diesel(sql_type = Text)]
    full_page_writes: String,
    #[diesel(sql_type = BigInt)]
    connections: i64,
    #[diesel(sql_type = Text)]
    encoding: String,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    collation: String,
    #[diesel(sql_type = Bool)]
    collation_changed: bool,
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
    pg_encoding_to_char(encoding)::text AS encoding, datname::text AS name, datcollate AS collation,
    coalesce(datcollversion <> pg_database_collation_actual_version(oid), false) AS collation_changed
    FROM pg_database WHERE datname = current_database()";

fn check_version(config: &Config, version: &Version, report: &mut Report) {
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

fn check_settings(config: &Config, settings: &Settings, report: &mut Report) {
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
    let needed = i64::from(config.database.pool_size) + BESIDES_POOL;
    if needed > settings.connections {
        report.failed(
            "connections",
            format!(
                "Postgres allows {}, and one Harken process needs up to {needed}: lower \
                 database.pool_size ({}), or raise max_connections in Postgres",
                settings.connections, config.database.pool_size
            ),
        );
    } else {
        report.ok(
            "connections",
            format!(
                "Postgres allows {}, and each Harken process needs up to {needed}",
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
        let name = &settings.name;
        report.warning(
            "encoding",
            format!(
                "this system sorts texts ({}) otherwise than when the database was created, and indexes may \
                 be wrong: run REINDEX DATABASE \"{name}\", and then ALTER DATABASE \"{name}\" REFRESH \
                 COLLATION VERSION",
                settings.collation
            ),
        );
    } else {
        report.ok("encoding", format!("UTF8, sorted by {}", settings.collation));
    }
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
        Some(_) => report.ok("archive", format!("{dir}, kept for {} days", archive.days)),
    }
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    fn found(settings: &Settings) -> (u64, u64) {
        let mut report = Report::default();
        check_settings(&Config::default(), settings, &mut report);
        (report.failures(), report.warnings())
    }

    #[test]
    fn what_endangers_data_fails_and_what_may_be_meant_warns() {
        let good = || Settings {
            fsync: "on".to_owned(),
            full_page_writes: "on".to_owned(),
            connections: 97,
            encoding: "UTF8".to_owned(),
            name: "harken".to_owned(),
            collation: "C.UTF-8".to_owned(),
            collation_changed: false,
        };
        assert_eq!(found(&good()), (0, 0));
        let off = "off".to_owned();
        for (settings, expected) in [
            (Settings { fsync: off.clone(), ..good() }, (1, 0)),
            (Settings { full_page_writes: off, ..good() }, (0, 1)),
            (Settings { connections: 15, ..good() }, (1, 0)),
            (Settings { encoding: "LATIN1".to_owned(), ..good() }, (1, 0)),
            (Settings { collation_changed: true, ..good() }, (0, 1)),
        ] {
            assert_eq!(found(&settings), expected, "{:?}", settings.encoding);
        }
        for (is_replica, major, failures) in [(true, 17, 1), (false, 14, 1), (false, 15, 0)] {
            let mut report = Report::default();
            let version = Version { version: major.to_string(), major, is_replica };
            check_version(&Config::default(), &version, &mut report);
            assert_eq!(report.failures(), failures, "{is_replica} {major}");
        }
    }
}
