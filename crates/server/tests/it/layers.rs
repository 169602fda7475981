//! The layers within each crate of the server: a module imports only from modules below its own line, and in no crate do
//! modules import each other in a circle.
//! That crates import each other in one direction only is enforced by cargo.

use std::collections::{BTreeMap, BTreeSet};
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

/// Returns the module of a file, such as `["watches", "rule"]`.
fn module_of(file: &Path, root: &Path) -> Vec<String> {
    let path = file.strip_prefix(root).unwrap().with_extension("");
    let names = path.iter().map(|name| name.to_str().unwrap().to_owned());
    names.filter(|name| !matches!(name.as_str(), "mod" | "lib" | "main")).collect()
}

/// Returns the modules that a line of code in `module` names by `crate`, `self` or `super`.
fn paths_in(module: &[String], line: &str) -> Vec<Vec<String>> {
    let code = line.split("//").next().unwrap_or_default();
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let paths = code.split(|c: char| !is_part(c)).filter(|path| path.contains("::"));
    let paths = paths.filter_map(|path| {
        let mut names = path.split("::").peekable();
        let mut base = match *names.peek()? {
            "crate" => Vec::new(),
            "self" | "super" => module.to_vec(),
            _ => return None,
        };
        for name in names {
            match name {
                "super" => drop(base.pop()),
                "crate" | "self" | "" => {}
                name => base.push(name.to_owned()),
            }
        }
        Some(base)
    });
    paths.collect()
}

/// Returns the modules beside each other that import each other in a circle, with one import of each.
fn circles(root: &Path) -> Vec<String> {
    let mut files = Vec::new();
    sources(root, &mut files);
    let modules: BTreeSet<_> = files.iter().map(|file| module_of(file, root)).collect();
    let mut imports = BTreeMap::new();
    for file in &files {
        let module = module_of(file, root);
        let text = fs::read_to_string(file).unwrap();
        let code = text.split("\nmod tests {").next().unwrap();
        for path in code.lines().flat_map(|line| paths_in(&module, line)) {
            let mut path = path;
            while !modules.contains(&path) && path.pop().is_some() {}
            // The first names that differ are those of two modules beside each other.
            let same = module.iter().zip(&path).take_while(|(a, b)| a == b).count();
            if same < module.len() && same < path.len() {
                let (from, to) = (module[..=same].to_vec(), path[..=same].to_vec());
                imports.insert((from, to), file.strip_prefix(root).unwrap().to_owned());
            }
        }
    }
    // A module that imports none of the others, or that none of them imports, is in no circle.
    loop {
        let before = imports.len();
        let importing: BTreeSet<_> = imports.keys().map(|(from, _)| from.clone()).collect();
        let imported: BTreeSet<_> = imports.keys().map(|(_, to)| to.clone()).collect();
        imports.retain(|(from, to), _| imported.contains(from) && importing.contains(to));
        if imports.len() == before {
            break;
        }
    }
    let shown = imports.iter().map(|((from, to), file)| {
        format!("{} imports {}: {}", from.join("::"), to.join("::"), file.display())
    });
    shown.collect()
}

#[test]
fn no_modules_import_each_other_in_a_circle() {
    let mut wrong = Vec::new();
    for entry in fs::read_dir(crates()).unwrap() {
        let root = entry.unwrap().path().join("src");
        // In a stand-in an object and its parts are files of their own.
        if root.is_dir() && !root.ends_with("sims/src") {
            wrong.extend(
                circles(&root).into_iter().map(|found| format!("{}: {found}", root.display())),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn paths_are_found_however_they_begin() {
    let module = ["a".to_owned(), "b".to_owned()];
    for (line, path) in [
        ("use crate::x::Y;", "x::Y"),
        ("use super::c::{D, E};", "a::c"),
        ("    super::super::z::f(self::g)", "z::f"),
        ("use self::child::T;", "a::b::child::T"),
    ] {
        assert_eq!(paths_in(&module, line)[0].join("::").trim_end_matches(':'), path, "{line}");
    }
    assert!(paths_in(&module, "use std::fs; // crate::x::Y").is_empty());
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
