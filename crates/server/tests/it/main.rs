//! Harken as a whole, against a real Postgres: one database a test.

#![allow(unreachable_pub, reason = "the harness is written as a library is")]

mod api;
mod billing;
mod channels;
mod config;
mod crash;
mod database;
mod demo;
mod digests;
mod faults;
mod feeds;
mod forum;
mod insights;
mod limits;
mod live;
mod mail;
mod mutes;
mod outbox;
mod pipeline;
mod push;
mod removals;
mod retention;
mod schema;
mod sentiment;
mod silence;
mod site;
mod ssrf;
mod stories;
mod support;
