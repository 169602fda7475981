//! The messages that are still to be sent: claimed by lease, sent without a database connection in
//! hand, and finished by the holder of the newest claim. Delivery is at least once; a message keeps
//! one id over all its attempts, by which a receiver can recognise a repetition.

pub mod claim;
mod ending;
pub mod finish;
mod health;
pub mod hold;
pub mod lane;
pub mod operate;
pub mod receiver;
pub mod report;
pub mod retry;
pub mod turns;
mod waiting;
mod work;
pub mod worker;

use tokio_util::sync::CancellationToken;

use self::lane::Lane;
use crate::delivery::Lease;
use db::models::outbox::OutboxRow;
use platform::context::Context;

/// Returns the lease of the claim on `row`; once `stop` is cancelled, nothing begins any more.
pub fn lease_of(row: &OutboxRow, context: &Context, stop: CancellationToken) -> Lease {
    let needed = Lane::of(row).needed(&context.config);
    let last_begin = row.leased_until.map(|until| until - needed);
    Lease::new(context.clock.clone(), last_begin, stop)
}
