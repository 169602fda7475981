//! Sends what the outbox holds, and does the jobs of payments and insights.

pub mod billing;
pub mod delivery;
pub mod insights;
pub mod outbox;
