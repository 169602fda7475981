//! Events on their way to the endpoint: in order, out of order, twice, late, badly signed or never.

mod delivery;
mod faults;
mod queue;
mod signature;

pub use delivery::{Delivery, State};
pub use faults::{WebhookFault, WebhookFaultKind};
pub(crate) use queue::Queue;
pub use signature::Signature;
