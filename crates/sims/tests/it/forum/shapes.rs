//! Compares the fields and types of answers with the real forum's recorded ones.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::Value;

use super::support::Forum;
use sims::forum::Config;

/// Returns recorded answers, which are outside of the repository; without them, tests that need them
/// say so and pass.
fn recorded(name: &str) -> Option<Value> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/reddit");
    let path = root.join("recorded").join(name);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(serde_json::from_str(&text).expect("recorded JSON")),
        Err(_) => {
            println!("skipped: {} is not there", path.display());
            None
        }
    }
}

fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(number) if number.is_f64() => "float",
        Value::Number(_) => "int",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Returns the fields that all `things` have, each with its types.
fn fields(things: &[Value]) -> BTreeMap<String, Vec<&'static str>> {
    let mut found: BTreeMap<String, (usize, Vec<&'static str>)> = BTreeMap::new();
    for thing in things {
        for (name, value) in thing["data"].as_object().expect("fields") {
            let (times, types) = found.entry(name.clone()).or_default();
            *times += 1;
            if !types.contains(&type_name(value)) {
                types.push(type_name(value));
            }
        }
    }
    let everywhere = found.into_iter().filter(|(_, (times, _))| *times == things.len());
    everywhere.map(|(name, (_, types))| (name, types)).collect()
}

fn compare(recorded: &[Value], ours: &[Value]) {
    let ours = fields(ours);
    for (name, types) in fields(recorded) {
        let our_types = ours.get(&name).unwrap_or_else(|| panic!("no field {name}"));
        // A field that was always null in the recording may be anything here.
        let known: Vec<_> = types.iter().filter(|name| **name != "null").collect();
        if !known.is_empty() {
            let fine = our_types.iter().any(|ours| known.contains(&ours) || *ours == "null");
            assert!(fine, "{name}: recorded {types:?}, ours {our_types:?}");
        }
    }
}

fn children(listing: &Value) -> Vec<Value> {
    listing["data"]["children"].as_array().cloned().expect("children")
}

async fn full_forum() -> Forum {
    Forum::with(Config { backfill: 400, ..Config::for_tests() }).await
}

#[tokio::test]
async fn posts_have_the_recorded_fields() {
    let ours = full_forum().await.get("/r/all/new?limit=100&raw_json=1").await.json();
    for name in ["new-all.json", "new-askreddit.json"] {
        let Some(recorded) = recorded(name) else {
            continue;
        };
        // Dropped from the API since the recording.
        let mut recorded = children(&recorded);
        for thing in &mut recorded {
            for gone in ["from", "from_id", "from_kind"] {
                thing["data"].as_object_mut().expect("fields").remove(gone);
            }
        }
        compare(&recorded, &children(&ours));
    }
}

#[tokio::test]
async fn comments_have_the_recorded_fields() {
    let ours = full_forum().await.get("/r/all/comments?limit=100&raw_json=1").await.json();
    for name in ["comments-all.json", "comments-askreddit.json"] {
        let Some(recorded) = recorded(name) else {
            continue;
        };
        compare(&children(&recorded), &children(&ours));
    }
}

#[tokio::test]
async fn subreddits_have_the_recorded_fields() {
    let ours = full_forum().await.get("/r/rust/about").await.json();
    assert_eq!(ours["kind"], "t5");
    let Some(recorded) = recorded("about-public.json") else {
        return;
    };
    compare(&[recorded], &[ours]);
}

#[tokio::test]
async fn a_listing_has_the_recorded_envelope() {
    let forum = Forum::empty().await;
    let ours = forum.get("/r/all/comments").await.json();
    for name in ["comments-all-before-empty.json", "info-unknown-id.json"] {
        let Some(recorded) = recorded(name) else {
            continue;
        };
        assert_eq!(ours["kind"], recorded["kind"]);
        for (name, value) in recorded["data"].as_object().expect("fields") {
            assert_eq!(&ours["data"][name], value, "{name}");
        }
    }
}
