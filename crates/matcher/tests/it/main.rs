//! Tests of the matcher's public interface.

mod cases;
mod chips;
mod corpus;
#[cfg(feature = "regex")]
mod costs;
mod example;
mod explain;
mod hostile;
mod import;
mod lint;
mod live;
mod positions;
mod processor_time;
mod properties;
mod queries;
mod query_errors;
mod query_properties;
mod reference;
mod subreddits;
mod visible_text;
mod watches;
