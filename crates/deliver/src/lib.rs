//! Sends the messages of the outbox, and runs the jobs of payments and insights.

pub mod billing;
pub mod bounces;
pub mod delivery;
pub mod insights;
pub mod outbox;
