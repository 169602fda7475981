//! Sends one message of the outbox over its channel.

mod account_mails;
pub mod alert;
mod billing_mails;
mod channel_mails;
mod chat;
pub mod compose;
pub mod digest;
pub mod email_parts;
mod endpoint;
pub mod excerpt;
mod gap_texts;
mod lease;
pub mod mail;
pub mod mailbox;
mod outcome;
pub mod place_names;
pub mod push;
mod request;
mod senders;
mod smtp;
pub mod target;
pub mod templates;
mod unsent;
mod verdict;
mod watch_mails;
pub mod webhook;

pub use lease::Lease;
pub use outcome::{AttemptResult, Outcome};
pub use senders::Senders;
pub use unsent::Unsent;
