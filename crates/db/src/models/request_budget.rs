//! Requests to a forum, counted for all processes that use the same credentials.

use chrono::{DateTime, Utc};
use diesel::dsl::{min, sum};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::Conn;
use crate::column_enum::column_enum;
use crate::schema::{request_budgets, requests_made};

/// The number of minutes over which the forum's limit is averaged.
pub const WINDOW_MINUTES: u32 = 10;

column_enum! {
    /// The kind of a request. Each kind may use only its share, so that polling never starves a person
    /// who waits for an answer, people never starve polling, and neither endless listings nor checks of
    /// stored items starve the watched listings.
    pub enum Priority in requests_made.priority {
        /// A person is waiting: all of the window, but at most a fifth of it for such requests together.
        Person = "person",
        /// Watched listings: up to nine tenths of the window, without what looks need.
        Poll = "poll",
        /// Gaps in watched listings: up to seven tenths of the window, without what is planned for listings.
        Fill = "fill",
        /// Listings without end, read as far as it goes: up to half of each minute, looking back not
        /// counted, and a tenth however much is polled.
        Sweep = "sweep",
        /// Checks whether the names of new watches can be read: up to a fifth of the window, and nothing of
        /// its last three tenths or of what is planned for listings.
        Verify = "verify",
        /// Looks whether stored items still exist: what the promise needs, up to three fifths of the
        /// window, and otherwise a fifth and nothing of its last three tenths or of what is planned for listings.
        Check = "check",
    }
}

/// The budget that the forum has reported to one account.
#[derive(Debug, Clone, Default, Queryable, Selectable)]
#[diesel(table_name = request_budgets, check_for_backend(diesel::pg::Pg))]
pub struct RequestBudget {
    /// Requests of the forum's window, used and left.
    pub reported_most: Option<f64>,
    pub reported_left: Option<f64>,
    /// When that window ends.
    pub reported_until: Option<DateTime<Utc>>,
    /// The forum asked to be left alone until then.
    pub silent_until: Option<DateTime<Utc>>,
}

/// Requests of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestsMade {
    pub priority: Priority,
    pub requests: u32,
    /// The start of the second in which the first of them was made.
    pub first_at: DateTime<Utc>,
}

impl RequestBudget {
    /// Creates the account's row if there is none, and locks it until the transaction ends.
    pub async fn lock(account: &[u8], conn: &mut Conn) -> QueryResult<Self> {
        let row = request_budgets::table.find(account).select(Self::as_select()).for_update();
        if let Some(row) = row.first(conn).await.optional()? {
            return Ok(row);
        }
        diesel::insert_into(request_budgets::table)
            .values(request_budgets::account.eq(account))
            .on_conflict_do_nothing()
            .execute(conn)
            .await?;
        row.first(conn).await
    }

    /// Returns what is known about the account, which is nothing before its first request.
    pub async fn load(account: &[u8], conn: &mut Conn) -> QueryResult<Self> {
        let row = request_budgets::table.find(account);
        let row = row.select(Self::as_select()).first(conn).await;
        Ok(row.optional()?.unwrap_or_default())
    }

    /// Stores the forum's last report: requests of its window, used and left, requests left, and when
    /// it ends; `None` if that is over.
    pub async fn set_reported(
        account: &[u8],
        reported: Option<(f64, f64, DateTime<Utc>)>,
        conn: &mut Conn,
    ) -> QueryResult<usize> {
        diesel::update(request_budgets::table.find(account))
            .set((
                request_budgets::reported_most.eq(reported.map(|(most, _, _)| most)),
                request_budgets::reported_left.eq(reported.map(|(_, left, _)| left)),
                request_budgets::reported_until.eq(reported.map(|(_, _, until)| until)),
            ))
            .execute(conn)
            .await
    }

    /// Stores until when the forum wants to be left alone.
    pub async fn silence(
        account: &[u8],
        until: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<usize> {
        diesel::update(request_budgets::table.find(account))
            .set(request_budgets::silent_until.eq(until))
            .execute(conn)
            .await
    }
}

impl RequestsMade {
    /// Sums up, by kind, the requests made after the first of these times and until the second, by one
    /// account or by all.
    pub async fn between(
        account: Option<&[u8]>,
        (after, until): (DateTime<Utc>, DateTime<Utc>),
        conn: &mut Conn,
    ) -> QueryResult<Vec<Self>> {
        let sums = requests_made::table
            .filter(requests_made::made_at.gt(after))
            .filter(requests_made::made_at.le(until))
            .group_by(requests_made::priority)
            .select((
                requests_made::priority,
                sum(requests_made::requests),
                min(requests_made::made_at),
            ))
            .into_boxed();
        let sums = match account {
            Some(account) => sums.filter(requests_made::account.eq(account)),
            None => sums,
        };
        let sums: Vec<(Priority, Option<i64>, Option<DateTime<Utc>>)> = sums.load(conn).await?;
        Ok(sums
            .into_iter()
            .map(|(priority, requests, first_at)| Self {
                priority,
                requests: u32::try_from(requests.unwrap_or_default()).unwrap_or(u32::MAX),
                first_at: first_at.unwrap_or(after),
            })
            .collect())
    }

    /// Counts one more request.
    pub async fn count(
        account: &[u8],
        made_at: DateTime<Utc>,
        priority: Priority,
        conn: &mut Conn,
    ) -> QueryResult<usize> {
        diesel::insert_into(requests_made::table)
            .values((
                requests_made::account.eq(account),
                requests_made::made_at.eq(made_at),
                requests_made::priority.eq(priority),
                requests_made::requests.eq(1),
            ))
            .on_conflict((requests_made::account, requests_made::made_at, requests_made::priority))
            .do_update()
            .set(requests_made::requests.eq(requests_made::requests + 1))
            .execute(conn)
            .await
    }

    /// Deletes the requests that were not made after the first of these times and until the second.
    pub async fn delete_outside(
        account: &[u8],
        (after, until): (DateTime<Utc>, DateTime<Utc>),
        conn: &mut Conn,
    ) -> QueryResult<usize> {
        let is_outside = requests_made::made_at.le(after).or(requests_made::made_at.gt(until));
        let outside =
            requests_made::table.filter(requests_made::account.eq(account)).filter(is_outside);
        diesel::delete(outside).execute(conn).await
    }
}
