//! Versions of Postgres: whether the next one can take over Harken's own database.

use std::fs;
use std::path::Path;

use super::report::Report;
use db::embedded::Versions;

const WHAT: &str = "upgrade";
/// Where Debian's packages install Postgres.
const DEBIAN: &str = "/usr/lib/postgresql";
/// apt's list of the packages that were installed because others needed them, and go with those.
const STATES: &str = "/var/lib/apt/extended_states";

pub(super) fn check(versions: &Versions, report: &mut Report) {
    let states = fs::read_to_string(STATES).unwrap_or_default();
    report_on(versions, &states, report);
}

/// Reports whether these programs can upgrade the database; `states` is apt's list.
pub fn report_on(versions: &Versions, states: &str, report: &mut Report) {
    let Versions { cluster, programs, .. } = versions;
    let package = format!("postgresql-{cluster}");
    let is_debians = |dir: &Path| dir.starts_with(DEBIAN);
    if let Some(obstacle) = &versions.obstacle {
        report.failed(WHAT, format!("{obstacle:#}"));
    } else if cluster < programs {
        report.warning(
            WHAT,
            format!(
                "the next start upgrades the database from Postgres {cluster} to {programs}, and needs both: keep \
                 Postgres {cluster} until then (Debian: {package}), and back up first"
            ),
        );
    } else if versions.own_programs.as_deref().is_some_and(is_debians)
        && is_automatic(&package, states)
    {
        report.warning(
            WHAT,
            format!(
                "the package {package} may be removed when Debian is upgraded, and without it the database cannot \
                 be upgraded: run sudo apt-mark manual {package}"
            ),
        );
    } else {
        report.ok(
            WHAT,
            format!("the database is of Postgres {cluster}: keep that when installing a newer one"),
        );
    }
}

/// Returns whether apt removes a package once no other needs it.
fn is_automatic(package: &str, states: &str) -> bool {
    let lines = ["Auto-Installed: 1", &format!("Package: {package}")];
    let has_all = |entry: &str| lines.iter().all(|line| entry.lines().any(|found| found == *line));
    states.split("\n\n").any(has_all)
}
