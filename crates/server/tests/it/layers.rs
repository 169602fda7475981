//! The layers within each crate of the server: a module imports only from modules below its own line.
//! That crates import each other in one direction only is enforced by cargo.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A crate's modules from the top down; those on one line do not import each other. `*` is every module without its
/// own line. `docs/ARCHITECTURE.md` shows the same lines. The crate `db` is one layer.
const LAYERS: [(&str, &str); 7] = [
    (
        "server",
        "main
        cli
        run
        http_server metrics_server
        router
        site limits",
    ),
    (
        "api",
        "routes
        *
        administration
        app
        content_policy request_id",
    ),
    (
        "deliver",
        "outbox
        delivery
        insights billing",
    ),
    (
        "ingest",
        "reddit hacker_news bluesky lemmy feeds
        reader
        shards near_misses match_counts put_off
        hearing_tests
        removal
        retention
        store message
        alerts
        watching
        author_names announcements context retry steps",
    ),
    (
        "domain",
        "watches
        mutes
        live
        setup
        auth",
    ),
    (
        "platform",
        "choices
        answers sources plans context
        wire
        hold silence
        coverage outgoing instance bus
        config",
    ),
    (
        "foundation",
        "telemetry
        secrets time net wording kept background web_app",
    ),
];

fn lines_of(layers: &str) -> Vec<Vec<&str>> {
    let lines = layers.lines();
    lines.map(|line| line.split_whitespace().collect()).collect()
}

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
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

/// Returns the modules that a line of code names, as `crate::module` or `crate::{module, …}`.
fn modules_in(line: &str) -> Vec<&str> {
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
    // A type or a function at the root does not belong to a module.
    names.filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase())).collect()
}

#[test]
fn every_import_points_downwards() {
    let mut wrong = Vec::new();
    for (name, layers) in LAYERS {
        let layers = lines_of(layers);
        let layer_of = |module: &str| {
            let named = layers.iter().position(|line| line.contains(&module));
            named.or_else(|| layers.iter().position(|line| line.contains(&"*")))
        };
        let root = crates().join(name).join("src");
        let (mut files, mut seen) = (Vec::new(), BTreeSet::new());
        sources(&root, &mut files);
        for file in files {
            let path = file.strip_prefix(&root).unwrap().to_str().unwrap();
            let module = path.split('/').next().unwrap().trim_end_matches(".rs");
            if module == "lib" {
                continue;
            }
            seen.insert(module.to_owned());
            let Some(own) = layer_of(module) else {
                wrong.push(format!("{name}/{path}: {module} is in no layer"));
                continue;
            };
            let is_own = |other: &str| {
                other == module || (layers[own].contains(&"*") && layer_of(other) == Some(own))
            };
            let text = fs::read_to_string(&file).unwrap();
            let text = text.split("\nmod tests {").next().unwrap();
            // At the top of a module, the crate is one level up.
            let is_top = !path.contains('/') || path == format!("{module}/mod.rs");
            for (line, number) in text.lines().zip(1..) {
                let from_top = line.replace("super::", "crate::");
                let line = if is_top { &from_top } else { line };
                for other in modules_in(line).into_iter().filter(|other| !is_own(other)) {
                    if layer_of(other).is_none_or(|layer| layer <= own) {
                        wrong.push(format!(
                            "{name}/{path}:{number}: {module} imports {other}: {line}"
                        ));
                    }
                }
            }
        }
        for module in layers.iter().flatten().filter(|module| **module != "*") {
            if !seen.contains(*module) {
                wrong.push(format!("{name}: there is no module {module}"));
            }
        }
    }
    assert!(wrong.is_empty(), "upward imports:\n{}", wrong.join("\n"));
}

#[test]
fn the_documentation_shows_the_same_layers() {
    let page = fs::read_to_string(crates().join("../docs/ARCHITECTURE.md")).unwrap();
    for (name, layers) in LAYERS {
        for modules in lines_of(layers) {
            let wanted = modules.join(" ");
            let is_shown = page.lines().any(|line| {
                let mut shown = line.split("  ").map(str::trim).filter(|part| !part.is_empty());
                line.starts_with("    ") && shown.any(|shown| shown == wanted)
            });
            assert!(is_shown, "docs/ARCHITECTURE.md shows no layer `{wanted}` of {name}");
        }
    }
}

#[test]
fn modules_are_found_however_they_are_named() {
    assert_eq!(modules_in("use crate::db::{Conn, Pool};"), ["db"]);
    assert_eq!(modules_in("use crate::{db, wire::Notification};"), ["db", "wire"]);
    assert_eq!(modules_in("    crate::live::run(crate::app::x())"), ["live", "app"]);
    assert!(modules_in("// crate::db").is_empty());
    assert!(modules_in("use crate::App;").is_empty());
}
