//! The layers of the crate's top-level modules, which are the folders of `src`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The layers from the top down. A module imports only from modules in lower layers.
/// docs/ARCHITECTURE.md shows the same list and describes the contents of each.
const LAYERS: [&[&str]; 7] = [
    &["example", "explain", "import", "lint", "live"],
    &["search"],
    &["watch"],
    &["query"],
    &["text"],
    &["engine", "markup", "unicode"],
    &["item"],
];

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A path such as `crate::text::FoldedText` in a file of a top-level module.
#[derive(Debug, PartialEq)]
struct Import {
    line: usize,
    /// The modules and names after `crate`.
    path: Vec<String>,
}

/// Returns the paths that begin with `crate` or `super` in a module's text, without its comments
/// and unit tests.
fn imports(module: &[String], text: &str) -> Vec<Import> {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    let mut imports = Vec::new();
    for (line, code) in code.lines().enumerate() {
        let code = code.split("//").next().unwrap();
        let words = |c: char| !(c.is_alphanumeric() || c == '_' || c == ':');
        for path in code.split(words) {
            let mut names: Vec<&str> = path.split("::").collect();
            let mut base = match names[0] {
                "crate" if names.len() > 1 => Vec::new(),
                "super" if names.len() > 1 => module.to_vec(),
                _ => continue,
            };
            names.retain(|name| match *name {
                "super" => base.pop().is_none(),
                "crate" | "self" | "" => false,
                _ => true,
            });
            base.extend(names.into_iter().map(str::to_owned));
            let line = line + 1;
            imports.push(Import { line, path: base });
        }
    }
    imports
}

/// Returns every file of the top-level modules with its module.
fn files() -> Vec<(PathBuf, Vec<String>)> {
    fn collect(folder: &Path, module: &[String], files: &mut Vec<(PathBuf, Vec<String>)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            let inner = [module, &[name.to_owned()]].concat();
            if path.is_dir() {
                collect(&path, &inner, files);
            } else if name == "mod" {
                files.push((path, module.to_vec()));
            } else if path.extension().is_some_and(|ext| ext == "rs") && name != "lib" {
                files.push((path, inner));
            }
        }
    }
    let mut files = Vec::new();
    collect(&Path::new(ROOT).join("src"), &[], &mut files);
    files.sort();
    files
}

fn place(file: &Path, line: usize) -> String {
    let file = file.strip_prefix(ROOT).unwrap().display();
    format!("{file}:{line}")
}

fn layer(name: &str) -> Option<usize> {
    LAYERS.iter().position(|modules| modules.contains(&name))
}

/// Returns the fault of an import, if any.
fn fault(module: &str, import: &Import) -> Option<String> {
    let from = import.path.first().map_or("", String::as_str);
    match (layer(module), layer(from)) {
        (None, _) => Some(format!("{module} is in no layer")),
        (_, None) => Some(format!("imports `{from}` from the root, not from a module")),
        (Some(own), Some(other)) if from != module && other <= own => {
            Some(format!("{module} imports from {from}, which is not below it"))
        }
        _ => None,
    }
}

#[test]
fn modules_import_only_from_modules_below() {
    let mut faults = Vec::new();
    for (file, module) in files() {
        for import in imports(&module, &fs::read_to_string(&file).unwrap()) {
            let fault = fault(&module[0], &import);
            faults.extend(fault.map(|fault| format!("{}: {fault}", place(&file, import.line))));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A `mod.rs` declares its files, which is not an import; they do not import from it in turn.
#[test]
fn files_of_a_module_form_no_circle() {
    let files = files();
    let modules: BTreeSet<_> = files.iter().map(|(_, module)| module.clone()).collect();
    let mut faults = Vec::new();
    let mut arrows: BTreeMap<Vec<String>, BTreeMap<Vec<String>, String>> = BTreeMap::new();
    for (file, module) in &files {
        for Import { line, mut path } in imports(module, &fs::read_to_string(file).unwrap()) {
            while !path.is_empty() && !modules.contains(&path) {
                path.pop();
            }
            let place = place(file, line);
            if path.is_empty() {
                continue; // Not in any module: the test above reports it.
            }
            if path.len() < module.len() && module.starts_with(&path) {
                faults.push(format!("{place}: imports from the mod.rs above it"));
            } else if path != *module {
                arrows.entry(module.clone()).or_default().insert(path, place);
            }
        }
    }
    // A module that imports none of the remaining ones, or that none of them imports, is in no
    // cycle.
    loop {
        let left: BTreeSet<_> = arrows.keys().cloned().collect();
        for targets in arrows.values_mut() {
            targets.retain(|target, _| left.contains(target));
        }
        let imported: BTreeSet<_> = arrows.values().flat_map(|to| to.keys().cloned()).collect();
        arrows.retain(|module, targets| !targets.is_empty() && imported.contains(module));
        if arrows.len() == left.len() {
            break;
        }
    }
    for (target, place) in arrows.values().flatten() {
        faults.push(format!("{place}: {} is in a circle", target.join("::")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_documentation_shows_the_same_list() {
    let path = Path::new(ROOT).join("../../docs/ARCHITECTURE.md");
    let text = fs::read_to_string(path).unwrap();
    let names = |line: &str| -> Vec<String> {
        // The purpose of a module follows after wider space.
        let names = line.trim().split("   ").next().unwrap_or_default();
        names.split_whitespace().map(str::to_owned).collect()
    };
    let lines: Vec<Vec<String>> = text.lines().map(names).collect();
    assert!(lines.windows(LAYERS.len()).any(|list| list == LAYERS));
}

#[test]
fn an_import_from_above_is_a_fault() {
    let module = ["text", "word"].map(str::to_owned);
    let text = "// crate::lint\nuse crate::query::Node;\n    super::super::unicode::x()\nuse super::fold::Case;";
    let found = imports(&module, text);
    let paths: Vec<_> = found.iter().map(|i| (i.line, i.path.join("::"))).collect();
    let expected = [(2, "query::Node"), (3, "unicode::x"), (4, "text::fold::Case")];
    assert_eq!(paths, expected.map(|(line, path)| (line, path.to_owned())));
    let faults: Vec<_> = found.iter().map(|i| fault("text", i).is_some()).collect();
    assert_eq!(faults, [true, false, false]);
}
