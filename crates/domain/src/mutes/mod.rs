//! Mutes: what users do not want to be alerted to. A match that a mute covers makes no
//! notification.

pub mod clean_up;
mod cover;
mod value;

pub use cover::{Mutes, PreparedItem, fold_name};
pub use value::Value;
