//! What `harken doctor` says about Postgres.

use harken::cli::doctor::database::{
    Settings, Version, check_settings, check_version, report_kept,
};
use harken::cli::doctor::report::Report;
use platform::config::Config;

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
    for (days, warnings) in [(1, 0), (2, 0), (3, 1)] {
        let mut report = Report::default();
        report_kept("/backup/archive", days, &mut report);
        assert_eq!((report.failures(), report.warnings()), (0, warnings), "{days}");
    }
    for (is_replica, major, failures) in [(true, 17, 1), (false, 14, 1), (false, 15, 0)] {
        let mut report = Report::default();
        let version = Version { version: major.to_string(), major, is_replica };
        check_version(&Config::default(), &version, &mut report);
        assert_eq!(report.failures(), failures, "{is_replica} {major}");
    }
}
