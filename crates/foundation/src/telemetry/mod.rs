//! Metrics for scrapes, and traces for a collector.

pub mod metrics;
pub mod traces;
