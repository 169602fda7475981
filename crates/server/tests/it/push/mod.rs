//! Web Push.

mod payloads;
