//! Webhooks and chats: how they are set up, what they get, and what is told of it.

mod endpoints;
mod faults;
mod log;
mod messages;
