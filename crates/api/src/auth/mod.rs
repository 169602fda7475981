//! Accounts and sessions: registering, verifying the address, signing in and out, choosing a new
//! password.

mod login;
mod register;
mod reset;
mod session;
mod verify;

pub use login::*;
pub use register::*;
pub use reset::*;
pub use session::*;
pub use verify::*;
