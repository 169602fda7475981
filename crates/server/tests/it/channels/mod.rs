//! Webhooks and chats: their setup, their messages and their reports.

mod addresses;
mod drafts;
mod endpoints;
mod failed;
mod faults;
mod log;
mod messages;
mod moves;
mod templates;
