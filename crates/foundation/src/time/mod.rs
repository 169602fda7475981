//! The clock, and days and hours in time zones.

pub mod calendar;
pub mod clock;
