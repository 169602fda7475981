//! Web Push: alerts that a browser shows when no page is open.

pub mod encrypt;
pub mod vapid;
