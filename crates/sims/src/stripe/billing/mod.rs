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
fn period_start(anchor: i64, interval: Interval, index: u32) -> i64 {
    let months = Months::new(interval.months().saturating_mul(index));
    DateTime::from_timestamp(anchor, 0)
        .and_then(|anchor| anchor.checked_add_months(months))
        .map_or(i64::MAX, |start| start.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_keep_the_day_of_the_month_where_the_month_has_it() {
        let day = |text: &str| {
            let time = format!("{text}T10:00:00Z");
            DateTime::parse_from_rfc3339(&time).unwrap().timestamp()
        };
        let anchor = day("2027-01-31");
        let starts = [1, 2, 3].map(|index| period_start(anchor, Interval::Month, index));
        assert_eq!(starts, ["2027-02-28", "2027-03-31", "2027-04-30"].map(day));
        assert_eq!(period_start(anchor, Interval::Year, 1), day("2028-01-31"));
    }
}
