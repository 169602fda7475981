//! Keyword watches: their rules, what a plan allows, which are active, and what they find in stored
//! items.

mod active;
pub mod backfill;
mod checked;
pub mod cost;
pub mod feeds;
pub mod import;
pub mod instance_limits;
mod known;
pub mod lint;
mod load;
pub mod longer_words;
pub mod match_items;
mod names;
pub mod near_misses;
pub mod not_muted;
mod own_rule;
mod pauses;
pub mod places;
pub mod plan_limits;
pub mod proposal;
pub mod rule;
pub mod sample;
mod share;
pub mod sites;
pub mod spending;
pub mod turns;
mod variants;

pub use active::ActiveWatches;
pub use checked::CheckedWatch;
pub use known::Known;
pub use names::WatchedNames;
pub use own_rule::OwnRule;
pub use share::Share;
