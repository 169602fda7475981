//! Webhooks and chats: how they are set up, what they get, and what is told of it.

mod addresses;
mod drafts;
mod endpoints;
mod failed;
mod faults;
mod log;
mod messages;
