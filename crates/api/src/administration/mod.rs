//! What administrators and the command line do to accounts, settings and what waits to be sent. Each act is written to
//! the audit log in the transaction that does it.

pub mod accounts;
pub mod health;
pub mod listing;
pub mod messages;
pub mod roles;
pub mod settings;
