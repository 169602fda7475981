//! The actions of administrators and the command line on accounts, settings and waiting messages. Each action is
//! written to the audit log in the same transaction.

pub mod accounts;
pub mod health;
pub mod listing;
pub mod messages;
pub mod roles;
pub mod settings;
