//! The floors of the server: a room imports only from rooms below its own line.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// From the top down. Rooms on one line do not import each other. `docs/ARCHITECTURE.md` shows the
/// same list.
const FLOORS: &str = "
    main
    run
    http_server metrics_server
    router
    site limits
    api
    administration
    demo
    app
    outbox
    delivery
    insights billing ingest
    watches
    mutes
    live
    setup
    auth
    choices
    answers sources plans context
    wire
    hold silence
    coverage outgoing sites_read instance_settings bus
    config
    db
    error
    content_policy
    traces
    metrics secrets calendar clock tls request_id service plural kept labels background web_app
";

fn floors() -> Vec<Vec<&'static str>> {
    let lines = FLOORS.trim().lines();
    lines
        .map(|line| line.split_whitespace().collect())
        .collect()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The rooms that a line of code names, as `crate::room` or `crate::{room, …}`.
fn rooms_in(line: &str) -> Vec<&str> {
    let code = line.split("//").next().unwrap_or_default();
    let names = code.split("crate::").skip(1).flat_map(|rest| {
        let names = match rest.strip_prefix('{') {
            Some(group) => group.split('}').next().unwrap_or_default(),
            None => rest,
        };
        let is_group = rest.starts_with('{');
        names.split(',').take(if is_group { usize::MAX } else { 1 })
    });
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let names = names.filter_map(|name| name.trim().split(|c| !is_part(c)).next());
    // A type or a function at the root belongs to no room.
    names
        .filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase()))
        .collect()
}

#[test]
fn every_import_points_downwards() {
    let floors = floors();
    let floor_of = |room: &str| floors.iter().position(|rooms| rooms.contains(&room));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut files, mut seen, mut wrong) = (Vec::new(), BTreeSet::new(), Vec::new());
    sources(&root, &mut files);
    for file in files {
        let path = file.strip_prefix(&root).unwrap().to_str().unwrap();
        let room = path.split('/').next().unwrap().trim_end_matches(".rs");
        if room == "lib" {
            continue;
        }
        seen.insert(room.to_owned());
        let Some(own) = floor_of(room) else {
            wrong.push(format!("{path}: the room {room} is on no floor"));
            continue;
        };
        let text = fs::read_to_string(&file).unwrap();
        for (line, number) in text.lines().zip(1..) {
            for other in rooms_in(line).into_iter().filter(|other| *other != room) {
                if floor_of(other).is_none_or(|floor| floor <= own) {
                    wrong.push(format!("{path}:{number}: {room} imports {other}: {line}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "upward imports:\n{}", wrong.join("\n"));
    let listed: BTreeSet<String> = floors.iter().flatten().map(ToString::to_string).collect();
    assert_eq!(
        listed, seen,
        "rooms that are listed, and those that are there"
    );
}

#[test]
fn the_papers_show_the_same_floors() {
    let papers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/ARCHITECTURE.md");
    let papers = fs::read_to_string(papers).unwrap();
    for rooms in floors() {
        let wanted = rooms.join(" ");
        let is_shown = papers.lines().any(|line| {
            let shown: Vec<&str> = line.split("  ").filter(|part| !part.is_empty()).collect();
            line.starts_with("    ") && shown.first().is_some_and(|shown| shown.trim() == wanted)
        });
        assert!(is_shown, "docs/ARCHITECTURE.md shows no floor `{wanted}`");
    }
}

#[test]
fn rooms_are_found_however_they_are_named() {
    assert_eq!(rooms_in("use crate::db::{Conn, Pool};"), ["db"]);
    assert_eq!(
        rooms_in("use crate::{db, wire::Notification};"),
        ["db", "wire"]
    );
    assert_eq!(
        rooms_in("    crate::live::run(crate::app::x())"),
        ["live", "app"]
    );
    assert!(rooms_in("// crate::db").is_empty());
    assert!(rooms_in("use crate::App;").is_empty());
}
