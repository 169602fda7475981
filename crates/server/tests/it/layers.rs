//! The layers within each crate of the server: a module imports only from modules below its own line, and in no crate do
//! modules import each other in a circle.
//! That crates import each other in one direction only is enforced by cargo.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A crate's modules from the top down; those on one line do not import each other. `*` is every module without its
/// own line. `docs/ARCHITECTURE.md` shows the same lines. The crate `db` is one layer.
const LAYERS: [(&str, &str); 8] = [
    (
        "server",
        "main
        cli
        run
        http_server metrics_server
        router
        site limits mcp",
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
        "outbox bounces
        delivery
        insights billing",
    ),
    (
        "ingest",
        "reddit hacker_news bluesky lemmy feeds
        reader
        shards near_misses match_counts learning second_opinions snoozed put_off
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
        learned
        meaning
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
        coverage outgoing instance bus language_model
        config",
    ),
    (
        "foundation",
        "telemetry
        secrets time net wording kept semaphores background web_app
        hex",
    ),
    (
        "matcher",
        "example explain import lint live
        search
        watch
        query
        text
        engine markup unicode
        item",
    ),
];

/// The crate whose files import nothing from the `mod.rs` and `lib.rs` above them.
const STRICT: &str = "matcher";

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

/// Returns the module of a file, such as `["watches", "rule"]`.
fn module_of(file: &Path, root: &Path) -> Vec<String> {
    let path = file.strip_prefix(root).unwrap().with_extension("");
    let names = path.iter().map(|name| name.to_str().unwrap().to_owned());
    names.filter(|name| !matches!(name.as_str(), "mod" | "lib" | "main")).collect()
}

/// Returns the paths that begin with `crate`, `self` or `super` in a module's text, without its comments and unit tests:
/// each with its line, as names from the crate's root.
fn paths_in(module: &[String], text: &str) -> Vec<(usize, Vec<String>)> {
    let code = text.split("\nmod tests {").next().unwrap();
    let mut paths = Vec::new();
    // What is before each open brace: a path such as `super::`, or nothing before a block.
    let mut groups: Vec<String> = Vec::new();
    for (line, number) in code.lines().zip(1..) {
        let code = line.split("//").next().unwrap();
        let mut word = String::new();
        for c in code.chars().chain([' ']) {
            if c.is_alphanumeric() || matches!(c, '_' | ':') {
                word.push(c);
                continue;
            }
            let word = std::mem::take(&mut word);
            let path = format!("{}{word}", groups.last().map_or("", String::as_str));
            let is_group = c == '{' && word.ends_with("::");
            if !word.is_empty() && !is_group {
                paths.extend(from_root(module, &path).map(|path| (number, path)));
            }
            match c {
                '{' => groups.push(if is_group { path } else { String::new() }),
                '}' => drop(groups.pop()),
                _ => {}
            }
        }
    }
    paths
}

/// Returns a path's names from the crate's root, or `None` if it begins elsewhere.
fn from_root(module: &[String], path: &str) -> Option<Vec<String>> {
    let mut names = match path.split_once("::")?.0 {
        "crate" => Vec::new(),
        "self" | "super" => module.to_vec(),
        _ => return None,
    };
    for name in path.split("::") {
        match name {
            "super" => drop(names.pop()),
            "crate" | "self" | "" => {}
            name => names.push(name.to_owned()),
        }
    }
    Some(names)
}

/// Returns the modules at the crate's root that a module's text names, each with the line.
fn modules_in(module: &[String], text: &str) -> Vec<(usize, String)> {
    let paths = paths_in(module, text).into_iter();
    let names = paths.filter_map(|(line, path)| Some((line, path.into_iter().next()?)));
    // A type at the root does not belong to a module.
    names.filter(|(_, name)| name.starts_with(|c: char| c.is_ascii_lowercase())).collect()
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
            for (line, other) in modules_in(&module_of(&file, &root), &text) {
                if !is_own(&other) && layer_of(&other).is_none_or(|layer| layer <= own) {
                    wrong.push(format!("{name}/{path}:{line}: {module} imports {other}"));
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
fn files_of_the_strict_crate_import_nothing_from_above() {
    let root = crates().join(STRICT).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let modules: BTreeSet<_> = files.iter().map(|file| module_of(file, &root)).collect();
    let mut wrong = Vec::new();
    for file in files.iter().filter(|file| !file.ends_with("lib.rs")) {
        let module = module_of(file, &root);
        for (line, mut path) in paths_in(&module, &fs::read_to_string(file).unwrap()) {
            while !modules.contains(&path) && path.pop().is_some() {}
            if module.starts_with(&path) && path != module {
                wrong.push(format!("{}:{line}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "imports from above:\n{}", wrong.join("\n"));
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
        for (_, mut path) in paths_in(&module, &text) {
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
        if root.is_dir() {
            wrong.extend(
                circles(&root).into_iter().map(|found| format!("{}: {found}", root.display())),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn paths_are_found_however_they_are_written() {
    let module = ["a", "b"].map(str::to_owned);
    let found = |text| -> Vec<(usize, String)> {
        let paths = paths_in(&module, text).into_iter();
        paths.map(|(line, path)| (line, path.join("::"))).collect()
    };
    for (text, paths) in [
        ("use crate::x::Y;", vec![(1, "x::Y")]),
        ("use super::{c::D, e};", vec![(1, "a::c::D"), (1, "a::e")]),
        ("use super::c::{self, D};", vec![(1, "a::c"), (1, "a::c::D")]),
        ("use crate::x::{\n    y::{Y, Z},\n};", vec![(2, "x::y::Y"), (2, "x::y::Z")]),
        ("fn f() {\n    super::super::z::f(self::g)\n}", vec![(2, "z::f"), (2, "a::b::g")]),
        ("use std::fs; // crate::x::Y\n\nmod tests {\n    use super::*;", vec![]),
    ] {
        let paths: Vec<_> = paths.into_iter().map(|(line, path)| (line, path.to_owned())).collect();
        assert_eq!(found(text), paths, "{text}");
    }
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
    let modules = |text| -> Vec<String> {
        modules_in(&["own".to_owned()], text).into_iter().map(|(_, module)| module).collect()
    };
    assert_eq!(modules("use crate::db::Conn;"), ["db"]);
    assert_eq!(modules("use super::db::Conn;"), ["db"]);
    assert_eq!(modules("use crate::{db, wire::Notification};"), ["db", "wire"]);
    assert_eq!(modules("    crate::live::run(crate::app::x())"), ["live", "app"]);
    assert!(modules("// crate::db").is_empty());
    assert!(modules("use crate::App;").is_empty());
}
