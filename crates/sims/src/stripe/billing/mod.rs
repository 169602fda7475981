//! Moves money: checkouts, periods, payments, cancellations, refunds. All of it is recorded as
//! events.

mod cancel;
mod checkout;
mod customers;
mod cycle;
mod payment;
mod refund;

use chrono::{DateTime, Months};

pub(crate) use checkout::NotPaid;

use crate::stripe::objects::Interval;

/// Seconds in a day.
pub(crate) const DAY: i64 = 86_400;

/// Returns the start of period number `index` of something that began at `anchor`.
pub fn period_start(anchor: i64, interval: Interval, index: u32) -> i64 {
    let months = Months::new(interval.months().saturating_mul(index));
    DateTime::from_timestamp(anchor, 0)
        .and_then(|anchor| anchor.checked_add_months(months))
        .map_or(i64::MAX, |start| start.timestamp())
}
