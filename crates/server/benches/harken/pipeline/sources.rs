//! Recorded items of the sources, read as the server reads them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use chrono::Utc;
use platform::sources::bluesky::{Event, What};
use platform::sources::hacker_news::{self, Item};
use platform::sources::{ForumItem, bluesky, feed};
use url::Url;

/// The maximum number of items read of a source.
const MAX_ITEMS: usize = 6_000;
const FEED: &str = "feed/blog.example/0a1b2c3d";

pub(crate) struct Source {
    pub(crate) name: &'static str,
    /// The place that watches of this source name.
    pub(crate) place: &'static str,
    pub(crate) items: Vec<ForumItem>,
    /// The time that parsing the recorded items took.
    pub(crate) reading: Duration,
}

/// Returns the sources with items recorded beside the project.
pub(crate) fn recorded() -> anyhow::Result<Vec<Source>> {
    let site: Url = "https://site.example/".parse()?;
    let lines = |files: Vec<String>| -> Vec<String> {
        let lines = files.iter().flat_map(|file| file.lines());
        lines.map(str::to_owned).collect()
    };
    let news = lines(texts("hackernews/items"));
    let sky = lines(texts("bluesky"));
    let documents = files("feeds").into_iter().filter_map(|file| fs::read(file).ok());
    let documents: Vec<Vec<u8>> = documents.take(MAX_ITEMS / 10).collect();
    let sources = [
        read("Hacker News", hacker_news::PLACE, || {
            let items = news.iter().filter_map(|line| {
                let item: Item = serde_json::from_str(line).ok()?;
                item.stored_as(None, &site, Utc::now())
            });
            items.take(MAX_ITEMS).collect()
        }),
        read("Bluesky", bluesky::PLACE, || {
            let items = sky.iter().filter_map(|line| match Event::parse(line).ok()?.what {
                What::Posted(id, record) => Some(record.item(&id, &id.did, Utc::now(), &site)),
                _ => None,
            });
            items.take(MAX_ITEMS).collect()
        }),
        read("feeds", FEED, || {
            let feeds = documents.iter();
            let feeds = feeds.filter_map(|document| feeds::parse(document, None, &site).ok());
            let items = feeds.flat_map(|feed| {
                let entries = feed.entries.into_iter();
                entries.map(|entry| {
                    feed::item(&entry, feed::Identity::of(FEED, &entry).id, FEED, None, Utc::now())
                })
            });
            items.take(MAX_ITEMS).collect()
        }),
    ];
    let sources = sources.into_iter();
    Ok(sources.filter(|source| !source.items.is_empty()).collect())
}

fn read(name: &'static str, place: &'static str, items: impl FnOnce() -> Vec<ForumItem>) -> Source {
    let began = Instant::now();
    let items = items();
    Source { name, place, items, reading: began.elapsed() }
}

/// Returns the files of a folder and its subfolders, in order.
fn files(folder: &str) -> Vec<PathBuf> {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");
    let mut found = Vec::new();
    collect(&Path::new(data).join(folder), &mut found);
    found.sort();
    found
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, found);
        } else {
            found.push(path);
        }
    }
}

fn texts(folder: &str) -> Vec<String> {
    let files = files(folder).into_iter();
    let files = files.filter(|file| file.extension().is_some_and(|kind| kind == "ndjson"));
    files.filter_map(|file| fs::read_to_string(file).ok()).collect()
}
