//! Recorded items in which ambiguous words occur.

use std::collections::HashMap;
use std::path::PathBuf;

use matcher::{Field, Filters, Item, Kind, Matcher, Scope, Span, Watch, WatchId};
use relevance::Features;
use serde::Deserialize;

use crate::measure::{Labelled, Word};

/// Words, and the theme whose sense is wanted. Chosen because they mean something else in other themes, before
/// anything was measured.
const WORDS: [(&str, &str); 30] = [
    ("game", "games"),
    ("player", "games"),
    ("level", "games"),
    ("map", "games"),
    ("server", "games"),
    ("kill", "games"),
    ("attack", "games"),
    ("team", "sport"),
    ("album", "music"),
    ("track", "music"),
    ("rock", "music"),
    ("sound", "music"),
    ("windows", "computing"),
    ("drive", "computing"),
    ("file", "computing"),
    ("screen", "computing"),
    ("card", "computing"),
    ("code", "computing"),
    ("build", "computing"),
    ("season", "screen"),
    ("series", "screen"),
    ("scene", "screen"),
    ("show", "screen"),
    ("weight", "body"),
    ("book", "books"),
    ("story", "books"),
    ("writing", "books"),
    ("street", "towns"),
    ("design", "pictures"),
    ("study", "science"),
];

#[derive(Deserialize)]
struct Post {
    id: String,
    kind: String,
    subreddit: String,
    title: String,
    body: String,
}

/// Returns the words with their items and the texts of all items, or nothing if there are no recorded items.
pub(crate) fn words() -> (Vec<Word>, Vec<String>) {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/reddit/items.ndjson");
    let path = std::env::var_os("HARKEN_ITEMS").map_or_else(|| beside.into(), PathBuf::from);
    let Ok(text) = std::fs::read_to_string(path) else {
        return Default::default();
    };
    let posts = text.lines().map(|line| serde_json::from_str(line).expect("an item a line"));
    let posts: Vec<Post> = posts.collect();
    let lines = include_str!("themes.txt").lines().filter_map(|line| line.split_once(": "));
    let theme_of: HashMap<&str, &str> = lines
        .flat_map(|(theme, places)| places.split(' ').map(move |place| (place, theme)))
        .collect();
    let watch = |(id, (word, _)): (u128, &(&str, &str))| {
        let filters = Filters { whole_word_only: true, ..Filters::default() };
        Watch::new(WatchId(id), word, Scope::All, filters).expect("a keyword")
    };
    let matcher = Matcher::build((0..).zip(&WORDS).map(watch));
    let mut words: Vec<Word> = WORDS.iter().map(|(_, theme)| Word::new(theme)).collect();
    for post in &posts {
        let Some(theme) = theme_of.get(post.subreddit.as_str()) else {
            continue;
        };
        let kind = if post.kind == "comment" { Kind::Comment } else { Kind::Post };
        let item = Item { kind, ..Item::post(&post.subreddit, &post.title, &post.body) };
        let mut found: HashMap<u128, Vec<(Field, Span)>> = HashMap::new();
        for hit in matcher.matches(&item) {
            found.entry(hit.watch.0).or_default().push((hit.field, hit.span));
        }
        for (id, mentions) in found {
            let word = &mut words[id as usize];
            word.items.push(Labelled {
                hidden: Features::read(&Item { subreddit: "", ..item }, &mentions),
                seen: Features::read(&item, &mentions),
                relevant: *theme == word.theme,
                written: number(&post.id),
            });
        }
    }
    (words, posts.into_iter().map(|post| post.title + " " + &post.body).collect())
}

/// Returns the number in the id of a post, which grows with time; those of comments are counted apart.
fn number(id: &str) -> Option<u64> {
    u64::from_str_radix(id.strip_prefix("t3_")?, 36).ok()
}
