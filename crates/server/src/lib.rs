//! Harken watches a forum for keywords and alerts the people who chose them.
//!
//! The folders follow the way of a post:
//! forum -> ingest -> (the `matcher` crate) -> notification -> outbox -> delivery and live stream.

pub mod administration;
pub mod answers;
pub mod api;
pub mod app;
pub mod auth;
pub mod background;
pub mod billing;
pub mod bus;
pub mod calendar;
pub mod choices;
pub mod clock;
pub mod config;
pub mod content_policy;
pub mod context;
pub mod coverage;
pub mod db;
pub mod delivery;
pub mod demo;
pub mod error;
pub mod hold;
pub mod http_server;
pub mod ingest;
pub mod insights;
pub mod instance_settings;
pub mod kept;
pub mod labels;
pub mod limits;
pub mod live;
pub mod metrics;
pub mod metrics_server;
pub mod mutes;
pub mod outbox;
pub mod outgoing;
pub mod plans;
pub mod plural;
pub mod request_id;
pub mod router;
pub mod run;
pub mod secrets;
pub mod service;
pub mod setup;
pub mod silence;
pub mod site;
pub mod sites_read;
pub mod sources;
pub mod tls;
pub mod traces;
pub mod watches;
pub mod web_app;
pub mod wire;
