//! What `harken doctor` says about the next upgrade of Postgres.

use anyhow::anyhow;
use db::embedded::Versions;
use harken::cli::doctor::report::Report;
use harken::cli::doctor::upgrade::report_on;

#[test]
fn what_endangers_an_upgrade_is_named_before_it() {
    let states = "Package: postgresql-15\nArchitecture: amd64\nAuto-Installed: 1\n\n\
                  Package: postgresql-16\nArchitecture: amd64\nAuto-Installed: 0\n";
    let of = |cluster: u32, programs: u32, dir: &str| Versions {
        cluster,
        programs,
        own_programs: Some(dir.into()),
        obstacle: None,
    };
    let obstacle = Versions { obstacle: Some(anyhow!("no free space")), ..of(15, 17, "/opt/15") };
    for (versions, expected) in [
        (of(15, 15, "/usr/lib/postgresql/15/bin"), (0, 1)),
        (of(15, 15, "/opt/15"), (0, 0)),
        (of(16, 16, "/usr/lib/postgresql/16/bin"), (0, 0)),
        (of(17, 17, "/usr/lib/postgresql/17/bin"), (0, 0)),
        (of(15, 17, "/opt/15"), (0, 1)),
        (obstacle, (1, 0)),
    ] {
        let mut report = Report::default();
        report_on(&versions, states, &mut report);
        assert_eq!((report.failures(), report.warnings()), expected, "{versions:?}");
    }
}
