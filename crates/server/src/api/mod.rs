//! The HTTP API: one file a noun, request and response types beside their handlers.

pub mod actions;
pub mod auth;
pub mod deliveries;
pub mod demo;
pub mod endpoints;
pub mod extract;
pub mod feeds;
pub mod gzip;
pub mod health;
pub mod insights;
pub mod items;
pub mod keywords;
pub mod live;
pub mod mutes;
pub mod notifications;
pub mod paging;
pub mod push;
pub mod refusals;
pub mod rules;
pub mod searches;
pub mod status;
pub mod subreddits;
pub mod subscriptions;
pub mod unsubscribe;
pub mod users;
pub mod webhooks;
