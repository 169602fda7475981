//! Accounts and sessions: registering, proving the address, signing in and out.

mod login;
mod register;
mod session;
mod verify;

pub use login::*;
pub use register::*;
pub use session::*;
pub use verify::*;
