//! Recorded feeds: every document is harmless, and those that state their meaning are read
//! accordingly.

mod expected;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use expected::{Clause, Field, Meant, clauses};
use feeds::{Error, Feed};
use html5gum::{Token, Tokenizer};
use url::Url;

/// Elements whose content is not displayed.
const HIDDEN: [&[u8]; 3] = [b"script", b"style", b"applet"];
const MIN_AGREEMENT: f64 = 0.995;

/// A document and its expectations.
struct Recorded {
    path: String,
    kind: String,
    is_well_formed: bool,
    is_real: bool,
    items: Option<usize>,
    body: Vec<u8>,
}

fn recorded() -> Option<Vec<Recorded>> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/feeds");
    let folder = std::env::var_os("HARKEN_RECORDED_FEEDS")
        .map_or_else(|| PathBuf::from(beside), PathBuf::from);
    let Ok(index) = fs::read_to_string(folder.join("index.tsv")) else {
        eprintln!("skipped: no feeds at {} (set HARKEN_RECORDED_FEEDS)", folder.display());
        return None;
    };
    let lines = index.lines().skip(1).map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        Recorded {
            path: columns[0].to_owned(),
            kind: columns[2].to_owned(),
            is_well_formed: columns[3] != "no",
            is_real: columns[6] == "real",
            items: columns[5].parse().ok(),
            body: fs::read(folder.join(columns[0])).unwrap(),
        }
    });
    Some(lines.collect())
}

/// Returns the address at which the tests of feedparser serve a document.
fn address(header: &BTreeMap<String, String>) -> Url {
    let location = header.get("content-location").map(String::as_str);
    Url::parse(location.unwrap_or("http://127.0.0.1:8097/")).unwrap()
}

fn read(document: &Recorded) -> Result<Feed, Error> {
    let header = expected::headers(&document.body);
    let content_type = header.get("content-type").map(String::as_str);
    feeds::parse(&document.body, content_type, &address(&header))
}

#[test]
fn every_recorded_document_is_read_or_refused() {
    let Some(documents) = recorded() else {
        return;
    };
    let mut errors: BTreeMap<String, usize> = BTreeMap::new();
    let (mut bytes, mut fewer) = (0, 0);
    let began = Instant::now();
    for document in &documents {
        bytes += document.body.len();
        let feed = match read(document) {
            Ok(feed) => feed,
            Err(error) => {
                *errors.entry(format!("{} {error}", document.kind)).or_default() += 1;
                assert!(!document.is_real, "{}: {error}", document.path);
                continue;
            }
        };
        let again = read(document);
        assert_eq!(Ok(&feed), again.as_ref(), "{}", document.path);
        assert_bounds(&feed, document.body.len());
        if document.is_well_formed {
            assert!(!feed.broken, "{}", document.path);
        }
        let has_all = document.items.is_none_or(|items| feed.entries.len() >= items);
        if !has_all {
            fewer += 1;
            if document.is_real {
                eprintln!("{}: {} of {:?}", document.path, feed.entries.len(), document.items);
            }
        }
    }
    let refused: usize = errors.values().sum();
    let read = documents.len() - refused - fewer;
    assert!(read as f64 >= MIN_AGREEMENT * documents.len() as f64, "{read} with all entries");
    for (error, count) in errors {
        eprintln!("{count} of kind {error}");
    }
    eprintln!(
        "{} documents of {bytes} bytes read twice in {:?}; {refused} refused, {fewer} with fewer entries",
        documents.len(),
        began.elapsed(),
    );
}

/// Asserts that what is read is in proportion to the document.
fn assert_bounds(feed: &Feed, bytes: usize) {
    let texts = feed.entries.iter().map(|entry| {
        assert!(entry.title.chars().count() <= 1_000 && !entry.title.contains(['\n', '\0']));
        assert!(entry.texts.iter().all(|text| text.as_str().chars().count() <= 100_000));
        assert!(!entry.key.is_empty() && entry.key.chars().count() <= 1_000);
        let categories = entry.categories.iter().map(String::len).sum::<usize>();
        let texts = entry.texts.iter().map(|text| text.as_str().len()).sum::<usize>();
        entry.title.len() + texts + categories
    });
    let texts: usize = texts.sum();
    // A reference of four bytes may stand for a character of three.
    assert!(texts <= 4 * bytes, "{texts} of {bytes}");
}

#[test]
fn recorded_documents_mean_what_they_say_they_mean() {
    let Some(documents) = recorded() else {
        return;
    };
    let (mut checked, mut exact, mut unread) = (0, 0, 0);
    let mut left_out: BTreeMap<&str, usize> = BTreeMap::new();
    let mut disagreeing = Vec::new();
    for document in documents.iter().filter(|document| document.is_well_formed) {
        let Some(expectation) = expected::expectation(&document.body) else {
            continue;
        };
        let feed = read(document);
        let clauses = clauses(&expectation);
        for clause in &clauses {
            let Some(Clause { field, meant }) = clause else {
                unread += 1;
                continue;
            };
            if let Some(purpose) = expected::other_purpose(&document.kind) {
                *left_out.entry(purpose).or_default() += 1;
                continue;
            }
            checked += 1;
            let Ok(feed) = &feed else {
                disagreeing.push(format!("{}: {:?}", document.path, feed));
                continue;
            };
            let actual = values(feed, field);
            if actual.contains(meant) {
                exact += 1;
            } else if !actual.iter().any(|actual| agree(field, actual, meant)) {
                disagreeing.push(format!("{}: {field:?} {meant:?}, not {actual:?}", document.path));
            }
        }
    }
    for one in &disagreeing {
        eprintln!("{one}");
    }
    eprintln!(
        "{checked} statements, {exact} to the letter, {} disagree; {unread} of what is not read; {left_out:?}",
        disagreeing.len()
    );
    assert!(checked > 300, "{checked}");
    assert!(disagreeing.len() as f64 <= (1.0 - MIN_AGREEMENT) * checked as f64);
}

/// Returns whether texts are the same except for white space, and addresses except for their spelling.
/// Differences that a person does not see are ignored too, since feedparser sanitises and rewrites
/// HTML, and titles have no HTML here.
fn agree(field: &Field, actual: &Meant, meant: &Meant) -> bool {
    let (Meant::Text(actual), Meant::Text(meant)) = (actual, meant) else {
        return false;
    };
    let joined = |text: &str| text.split_whitespace().collect::<String>();
    match field {
        Field::Feed(name) | Field::Entry(_, name) if name == "link" => {
            Url::parse(meant).is_ok_and(|meant| meant.as_str() == actual)
        }
        Field::Feed(name) | Field::Entry(_, name) if name == "title" => {
            joined(actual) == joined(meant) || joined(actual) == joined(&words(meant))
        }
        Field::Entry(_, name) if name == "content" || name == "summary" => {
            // What another text or the title has is not repeated.
            joined(&words(actual)).contains(&joined(&words(meant)))
                || joined(actual) == joined(meant)
        }
        _ => joined(actual) == joined(meant) || joined(&words(actual)) == joined(&words(meant)),
    }
}

fn words(html: &str) -> String {
    let mut out = String::new();
    let mut hidden = 0_usize;
    let is_hidden = |name: &[u8]| usize::from(HIDDEN.contains(&name));
    for token in Tokenizer::new(html) {
        match token.unwrap() {
            Token::String(text) if hidden == 0 => out.push_str(&String::from_utf8_lossy(&text)),
            Token::StartTag(tag) => hidden += is_hidden(&tag.name),
            Token::EndTag(tag) => hidden = hidden.saturating_sub(is_hidden(&tag.name)),
            _ => {}
        }
    }
    out
}

fn values(feed: &Feed, field: &Field) -> Vec<Meant> {
    let text = |text: &str| vec![Meant::Text(text.to_owned())];
    let link = |link: &Option<Url>| text(link.as_ref().map_or("", Url::as_str));
    let date = |date: Option<chrono::DateTime<chrono::Utc>>| {
        let date = date.map(|date| date.format("%Y-%m-%dT%H:%M:%S").to_string());
        date.map(Meant::Date).into_iter().collect()
    };
    let Field::Entry(at, name) = field else {
        return match field {
            Field::Entries => vec![Meant::Count(feed.entries.len())],
            Field::Feed(name) if name == "link" => link(&feed.site),
            Field::Feed(_) => text(&feed.title),
            Field::Entry(..) => Vec::new(),
        };
    };
    let Some(entry) = feed.entries.get(*at) else {
        return Vec::new();
    };
    match name.as_str() {
        "title" => text(&entry.title),
        "link" => link(&entry.link),
        "id" => text(&entry.key),
        "author" => text(&entry.author),
        "content" | "summary" => {
            let texts = entry.texts.iter().map(|text| Meant::Text(text.as_str().to_owned()));
            texts.chain(text(&entry.title)).collect()
        }
        "published" => date(entry.published.or(entry.updated)),
        "updated" => date(entry.updated.or(entry.published)),
        name => {
            let at = name.strip_prefix("tag ").and_then(|at| at.parse::<usize>().ok());
            let category = at.and_then(|at| entry.categories.get(at));
            category.map(|category| text(category)).unwrap_or_default()
        }
    }
}
