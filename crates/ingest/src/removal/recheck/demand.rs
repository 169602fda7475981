//! Computes how many looks the promise needs and for how long they can be paid, and counts items whose look
//! is late.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::sql_types::{BigInt, Double, Float, Timestamptz};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;

use super::{IDS_A_CALL, MAX_WAIT, PROMISED};
use crate::retention::KEPT;
use db::Conn;

/// The age by which an item has been looked for more often than once per `MAX_WAIT`; from then on it is
/// not.
pub const YOUNG: TimeDelta = TimeDelta::hours(64);
const LOOKS_WHILE_YOUNG: f64 = 7.0;
/// The extra looks per minute that a young item needs.
const MORE_WHILE_YOUNG: f64 =
    LOOKS_WHILE_YOUNG / YOUNG.num_minutes() as f64 - 1.0 / MAX_WAIT.num_minutes() as f64;
/// The number of table pages that are read to count: all pages of about a million items, and a sample of
/// more.
const MAX_PAGES: f64 = 10_000.0;

/// The share of the budget that looks at kept items may take; items are kept for as long as it suffices. A
/// sixth of the budget of looks is left for catching up after an outage.
const PAID_SHARE: f64 = 0.5;
pub const MAX_KEPT_DAYS: i32 = KEPT.num_days() as i32;
/// The number of weeks with items that are always kept, including the current one.
const MIN_KEPT_WEEKS: usize = 3;
const MIN_KEPT_DAYS: i32 = 14;

/// The counts that the number of future looks is derived from.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct Demand {
    /// Items that are looked for repeatedly.
    pub items: f64,
    /// Items among them that are looked for more often because they were seen recently.
    pub young: f64,
    /// Items among them that are due.
    pub due: f64,
    /// The weeks in which they were seen, newest first.
    pub weeks: Vec<DateTime<Utc>>,
}

#[derive(QueryableByName)]
struct Part {
    #[diesel(sql_type = Double)]
    part: f64,
}

/// The counts of one week.
#[derive(QueryableByName)]
struct Counted {
    #[diesel(sql_type = Timestamptz)]
    week: DateTime<Utc>,
    #[diesel(sql_type = BigInt)]
    items: i64,
    #[diesel(sql_type = BigInt)]
    young: i64,
    #[diesel(sql_type = BigInt)]
    due: i64,
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

impl Demand {
    /// Counts the items at `now`, or estimates their number from a sample if there are many.
    ///
    /// # Errors
    /// The database failed.
    pub async fn count(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Self> {
        let Part { part } = diesel::sql_query(
            "SELECT least(1, $1 * current_setting('block_size')::float8
                 / greatest(pg_relation_size('item_keys'), 1)) AS part",
        )
        .bind::<Double, _>(MAX_PAGES)
        .get_result(conn)
        .await?;
        let weeks: Vec<Counted> = diesel::sql_query(
            "SELECT date_trunc('week', seen_at, 'UTC') AS week, count(*) AS items,
                    count(*) FILTER (WHERE seen_at > $2 AND seen_at <= $3) AS young,
                    count(*) FILTER (WHERE check_at <= $3) AS due
             FROM item_keys TABLESAMPLE SYSTEM ($1)
             -- Others cost none of this budget.
             WHERE check_at IS NOT NULL AND forum_id NOT LIKE '%:%'
             GROUP BY 1 ORDER BY 1 DESC",
        )
        .bind::<Float, _>((100.0 * part) as f32)
        .bind::<Timestamptz, _>(now - YOUNG)
        .bind::<Timestamptz, _>(now)
        .load(conn)
        .await?;
        let all = |of: fn(&Counted) -> i64| weeks.iter().map(of).sum::<i64>() as f64 / part;
        Ok(Self {
            items: all(|week| week.items),
            young: all(|week| week.young),
            due: all(|week| week.due),
            weeks: weeks.iter().map(|week| week.week).collect(),
        })
    }

    /// Returns the calls a minute that keep the promise. Overdue looks are caught up within one
    /// `MAX_WAIT`, which matters after an outage.
    pub fn calls_a_minute(&self) -> f64 {
        self.steady_calls_a_minute() + calls(self.due) / minutes(MAX_WAIT)
    }

    /// Returns the calls a minute that keep the promise once nothing is overdue.
    fn steady_calls_a_minute(&self) -> f64 {
        calls(self.items) / minutes(MAX_WAIT) + calls(self.young) * MORE_WHILE_YOUNG
    }

    /// Returns for how many days looks can be paid from `requests_per_minute` if items keep matching at the
    /// recent rate.
    pub fn kept_days(&self, requests_per_minute: u32) -> i32 {
        let a_minute = self.young / minutes(YOUNG);
        let room = paid(requests_per_minute) - calls(self.young) * MORE_WHILE_YOUNG;
        let days = room * minutes(MAX_WAIT) / calls(a_minute) / minutes(TimeDelta::days(1));
        if days.is_nan() {
            return MAX_KEPT_DAYS;
        }
        (days as i32).clamp(MIN_KEPT_DAYS, MAX_KEPT_DAYS)
    }

    /// Returns the time before which items are given up, which is the end of their oldest week, if
    /// `requests_per_minute` cannot pay for looks at all of them. New items count as if they had arrived
    /// evenly, so that one busy day gives up nothing.
    pub fn to_give_up(
        &self,
        requests_per_minute: u32,
        now: DateTime<Utc>,
    ) -> Option<DateTime<Utc>> {
        let [.., second, first] = self.weeks[..] else {
            return None;
        };
        // After the clock was set back, the rate at which items arrived is unknown.
        if self.weeks[0] > now {
            return None;
        }
        let young = self.items * minutes(YOUNG) / minutes((now - first).max(YOUNG));
        let even = Self { young, ..self.clone() };
        let is_paid = even.steady_calls_a_minute() <= paid(requests_per_minute);
        (!is_paid && self.weeks.len() > MIN_KEPT_WEEKS).then_some(second)
    }
}

/// Returns the calls a minute that looks at kept items may take.
fn paid(requests_per_minute: u32) -> f64 {
    PAID_SHARE * f64::from(requests_per_minute)
}

fn calls(items: f64) -> f64 {
    items / f64::from(IDS_A_CALL)
}

fn minutes(time: TimeDelta) -> f64 {
    time.as_seconds_f64() / 60.0
}

/// Counts the stored items whose last answer is older than promised, at `now`.
///
/// # Errors
/// The database failed.
pub async fn count_late(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<i64> {
    let late: Count = diesel::sql_query(
        // The first condition is implied by the second, and there is an index for it.
        "SELECT count(*) AS count FROM item_keys
         WHERE check_at < $1 AND coalesce(checked_at, seen_at) < $2",
    )
    .bind::<Timestamptz, _>(now - (PROMISED - MAX_WAIT))
    .bind::<Timestamptz, _>(now - PROMISED)
    .get_result(conn)
    .await?;
    Ok(late.count)
}

#[cfg(test)]
mod tests {
    use super::super::wait;
    use super::*;
    use crate::store::kept::FIRST_CHECK;

    #[test]
    fn looks_are_counted_as_they_are_made() {
        let (mut age, mut looks) = (FIRST_CHECK, 1.0);
        while age < YOUNG {
            age += wait(age);
            looks += 1.0;
        }
        assert_eq!((age, looks), (YOUNG, LOOKS_WHILE_YOUNG));
        assert_eq!(wait(YOUNG), MAX_WAIT);
        // One item a minute for ninety days, each looked for at every age at which it is due.
        let mut each_minute = 0.0;
        let mut age = FIRST_CHECK;
        while age < TimeDelta::days(90) {
            each_minute += 1.0;
            age += wait(age);
        }
        let demand = Demand {
            items: minutes(TimeDelta::days(90)),
            young: minutes(YOUNG),
            ..Demand::default()
        };
        let counted = demand.calls_a_minute() * f64::from(IDS_A_CALL);
        assert!((counted / each_minute - 1.0).abs() < 0.02, "{counted}");
    }

    #[test]
    fn what_is_late_is_caught_up_with_within_one_wait() {
        let demand = Demand { items: 240_000.0, due: 120_000.0, ..Demand::default() };
        assert_eq!(demand.calls_a_minute(), 1.5);
    }

    /// Returns the demand of a whole forum where `a_second` items match per second for `weeks` weeks.
    fn of_weeks(a_second: f64, weeks: usize) -> (Demand, DateTime<Utc>) {
        let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let first = |week: usize| now - TimeDelta::weeks(week as i64 + 1);
        let in_time = |time: TimeDelta| a_second * time.as_seconds_f64();
        let demand = Demand {
            items: in_time(TimeDelta::weeks(weeks as i64)),
            young: in_time(YOUNG),
            due: 0.0,
            weeks: (0..weeks).map(first).collect(),
        };
        (demand, now)
    }

    #[test]
    fn the_oldest_week_goes_while_looks_take_more_than_half_of_the_budget() {
        let (demand, now) = of_weeks(3.85, 13);
        assert_eq!(demand.to_give_up(100, now), Some(demand.weeks[11]));
        // The number of days that are kept in the end is the one computed before.
        let days = demand.kept_days(100);
        assert!((24..30).contains(&days), "{days}");
        let weeks = usize::try_from(days / 7).unwrap();
        let (left, now) = of_weeks(3.85, weeks);
        assert_eq!(left.to_give_up(100, now), None);
        let (more, now) = of_weeks(3.85, weeks + 1);
        assert!(more.to_give_up(100, now).is_some());
        assert!(left.calls_a_minute() <= 50.0);
    }

    #[test]
    fn an_outage_or_a_busy_day_gives_up_nothing() {
        let (demand, now) = of_weeks(0.8, 13);
        assert_eq!(demand.kept_days(100), 90);
        let late = Demand { due: demand.items, ..demand.clone() };
        assert_eq!(late.to_give_up(100, now), None);
        let more = 20.0 * 0.8 * 86_400.0;
        let busy = Demand { items: demand.items + more, young: demand.young + more, ..demand };
        assert!(busy.calls_a_minute() > 50.0);
        assert_eq!(busy.to_give_up(100, now), None);
    }

    #[test]
    fn some_weeks_are_kept_whatever_it_takes() {
        let (demand, now) = of_weeks(100.0, 4);
        assert_eq!(demand.to_give_up(100, now), Some(demand.weeks[2]));
        assert_eq!(demand.kept_days(100), 14);
        let (demand, now) = of_weeks(100.0, 3);
        assert_eq!(demand.to_give_up(100, now), None);
    }

    #[test]
    fn a_clock_that_is_set_back_gives_up_nothing() {
        let (demand, now) = of_weeks(3.85, 13);
        assert_eq!(demand.to_give_up(100, now - TimeDelta::days(90)), None);
        let (demand, now) = of_weeks(0.8, 13);
        assert_eq!(demand.to_give_up(100, now + TimeDelta::days(90)), None);
    }

    #[test]
    fn nothing_is_given_up_of_nothing() {
        let nothing = Demand::default();
        assert_eq!(nothing.to_give_up(100, DateTime::UNIX_EPOCH), None);
        assert_eq!(nothing.kept_days(100), 90);
    }
}
