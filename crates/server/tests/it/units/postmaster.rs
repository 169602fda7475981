//! How Postgres as a child process ends, and what is kept of its log.

use db::embedded::postmaster::{LAST_LINES, LastLines, Postmaster, WRAPPER};
use tokio::process::Command;

#[tokio::test]
async fn what_does_not_handle_signals_yet_ends_with_its_harken() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new("sh");
    // Postgres handles none while it starts.
    command.args(["-c", WRAPPER, "sh", "sleep", "86400"]);
    let mut postmaster = Postmaster::spawn(command, &folder.path().join("log")).unwrap();
    drop(postmaster.lifeline.take());
    let how = postmaster.ended().await;
    assert!(how.starts_with("ended by signal 15"), "{how}");
}

#[test]
fn the_last_lines_tell_why_it_ended_and_nothing_that_users_entered() {
    let mut said = LastLines::default();
    for line in [
        "2026-01-05 08:00:00.000 UTC [7] LOG:  starting PostgreSQL",
        "2026-01-05 08:00:01.000 UTC [8] ERROR:  duplicate key value",
        "2026-01-05 08:00:01.000 UTC [8] DETAIL:  Key (email)=(ada@example.com) exists.",
        "\tada@example.com",
        "2026-01-05 08:00:02.000 UTC [6] FATAL:  the database system is starting up",
        "2026-01-05 08:00:02.000 UTC [9] PANIC:  could not write to file: No space left",
        "2026-01-05 08:00:02.000 UTC [9] HINT:  Make room.",
    ] {
        said.add(line);
    }
    let text = said.text();
    let kept: Vec<&str> = text.lines().map(|line| &line[28..]).collect();
    assert_eq!(
        kept,
        [
            "[7] LOG:  starting PostgreSQL",
            "[9] PANIC:  could not write to file: No space left",
            "[9] HINT:  Make room.",
        ]
    );
    for n in 0..LAST_LINES {
        said.add(&n.to_string());
    }
    assert_eq!(said.text(), "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11");
}
