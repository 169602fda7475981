mod activity;
mod backfill;
mod bulk;
mod calls;
mod cost;
mod duplicates;
mod edits;
mod import;
mod input;
mod instance;
mod limit;
mod matching;
mod preview;
mod proposal;
mod queries;
mod snooze;
mod stats;
mod turns;
mod variant;

use crate::support::prelude::*;

/// Makes a watch and returns it.
async fn create(user: &Client, keyword: &str) -> Value {
    user.post("/api/keywords", json!({"keyword": keyword})).await.expect(201).json
}

fn path_of(watch: &Value) -> String {
    format!("/api/keywords/{}", watch["_id"].as_str().unwrap())
}
