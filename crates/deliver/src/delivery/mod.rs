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
mod follow;
mod gap_texts;
pub mod item_facts;
mod lease;
pub mod mail;
pub mod mailbox;
mod outcome;
pub mod place_names;
pub mod post;
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
mod wrap;

pub use lease::Lease;
pub use outcome::{AttemptResult, Moved, NewAddress, Outcome};
pub use senders::Senders;
pub(crate) use smtp::{enhanced, is_about_the_mailbox, without_addresses};
pub use unsent::Unsent;
