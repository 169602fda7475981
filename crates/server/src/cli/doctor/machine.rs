//! This machine: its clock and its disk.

use std::path::Path;
use std::time::{Duration, SystemTime};

use chrono::{DateTime, TimeDelta, Utc};
use diesel::QueryableByName;
use diesel::sql_types::Timestamptz;
use diesel_async::RunQueryDsl;

use super::report::Report;
use db::Conn;
use platform::config::Config;

/// The smallest difference that is reported; networks and answers in whole seconds cause smaller
/// ones.
const SKEW: TimeDelta = TimeDelta::seconds(2);
/// The difference from which on certificates and tokens are refused.
const WILD_SKEW: TimeDelta = TimeDelta::minutes(1);
const PUBLIC_WITHIN: Duration = Duration::from_secs(5);
/// The free megabytes below which a disk is almost full. Postgres stops when there are none.
const SCARCE_MB: u64 = 1_000;
const LITTLE_MB: u64 = 5_000;

#[derive(QueryableByName)]
struct Time {
    #[diesel(sql_type = Timestamptz)]
    now: DateTime<Utc>,
}

pub(super) async fn check_clock(conn: &mut Conn, report: &mut Report) {
    let asked = Utc::now();
    let answer: diesel::QueryResult<Time> =
        diesel::sql_query("SELECT clock_timestamp() AS now").get_result(conn).await;
    match answer {
        Ok(answer) => {
            let here = asked + (Utc::now() - asked) / 2;
            judge_clock("clock", here - answer.now, "the database's", report);
        }
        Err(error) => report.failed(
            "clock",
            format!("the database was asked for its time and did not answer: {error}"),
        ),
    }
}

/// Reports the difference of two clocks: `ahead` is how far this machine's clock is ahead of
/// `whose`.
pub fn judge_clock(what: &str, ahead: TimeDelta, whose: &str, report: &mut Report) {
    let seconds = ahead.abs().num_seconds();
    let way = if ahead > TimeDelta::zero() { "ahead of" } else { "behind" };
    let text = format!(
        "this machine's clock is {seconds} s {way} {whose}; Harken goes by the database's. Turn on time \
         synchronisation on both (timedatectl set-ntp true)"
    );
    if ahead.abs() >= WILD_SKEW {
        report.failed(what, text);
    } else if ahead.abs() >= SKEW {
        report.warning(what, text);
    } else {
        report.ok(what, format!("this machine's clock agrees with {whose}"));
    }
}

/// Compares the clock with the date in an answer of the public address, if it can be reached from
/// here.
pub(super) async fn check_public_clock(config: &Config, report: &mut Report) {
    const WHAT: &str = "public address";
    let url = config.server.address_of("/api/livez");
    let client = reqwest::Client::builder().timeout(PUBLIC_WITHIN).build();
    let Ok(client) = client else {
        return report.skipped(WHAT, "no HTTP client could be made");
    };
    let asked = SystemTime::now();
    let Ok(answer) = client.get(&url).send().await else {
        let url = &config.server.public_url;
        return report.skipped(WHAT, format!("{url} cannot be reached from this machine"));
    };
    let date = answer.headers().get(reqwest::header::DATE);
    let date = date.and_then(|date| httpdate::parse_http_date(date.to_str().ok()?).ok());
    match date {
        Some(date) => {
            // The date is in whole seconds, truncated.
            let there = DateTime::<Utc>::from(date) + TimeDelta::milliseconds(500);
            let ahead = DateTime::<Utc>::from(asked) - there;
            judge_clock(WHAT, ahead, "that of the public address", report);
        }
        None => report.skipped(WHAT, "its answers have no date"),
    }
}

pub(super) fn check_disk(config: &Config, report: &mut Report) {
    let existing = config.data_dir.ancestors().find(|dir| dir.exists());
    let current = Path::new(".");
    match rustix::fs::statvfs(existing.filter(|dir| *dir != Path::new("")).unwrap_or(current)) {
        Ok(found) => judge_disk(
            found.f_bavail.saturating_mul(found.f_frsize) / 1_000_000,
            &config.data_dir,
            report,
        ),
        Err(error) => report.failed("disk", format!("{}: {error}", config.data_dir.display())),
    }
}

/// Reports the free megabytes of the disk that holds `data_dir`.
pub fn judge_disk(free: u64, data_dir: &Path, report: &mut Report) {
    let text = format!("{free} MB are free for the data folder {}", data_dir.display());
    let advice = "make room, or move the data folder to a larger disk";
    if free < SCARCE_MB {
        report.failed("disk", format!("{text}: {advice}, before Postgres has to stop"));
    } else if free < LITTLE_MB {
        report.warning("disk", format!("{text}: {advice}"));
    } else {
        report.ok("disk", text);
    }
}
