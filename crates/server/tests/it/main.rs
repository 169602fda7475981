//! Harken as a whole, against a real Postgres: one database a test.

#![allow(unreachable_pub, reason = "the harness is written as a library is")]

mod api;
mod billing;
mod ceiling;
mod channels;
mod clock;
mod columns;
mod config;
mod coverage;
mod crash;
mod database;
mod database_away;
mod demo;
mod digests;
mod embedded;
mod faults;
mod feeds;
mod floors;
mod forum;
mod gaps;
mod http_server;
mod insights;
mod keeping;
mod limits;
mod live;
mod mail;
mod memory;
mod migrations;
mod mutes;
mod outbox;
mod partitions;
mod pipeline;
mod places;
mod push;
mod removals;
mod retention;
mod schema;
mod shared_work;
mod silence;
mod site;
mod spending;
mod ssrf;
mod start;
mod stories;
mod support;
