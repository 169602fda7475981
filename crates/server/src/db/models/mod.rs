//! One file a table: its row, and the queries that more than one place makes.

pub mod attempt;
pub mod billing_customer;
pub mod channel;
pub mod checkout;
pub mod coverage_gap;
pub mod digest;
pub mod email_token;
pub mod endpoint;
pub mod gap_fill;
pub mod insight_job;
pub mod insight_result;
pub mod item;
pub mod mail_request;
pub mod mute;
pub mod notification;
pub mod outbox;
pub mod poll_state;
pub mod provider_event;
pub mod rate_limit;
pub mod registration;
pub mod saved_search;
pub mod session;
pub mod subreddit_check;
pub mod subscription;
pub mod user;
pub mod watch;
