//! Holds endpoints: one that does not answer, or fails several times in a row, is left alone for a
//! while. Its messages wait, and use up neither attempts nor slots. When the hold ends, one message
//! tries it.

use chrono::{DateTime, Duration, Utc};
use diesel::QueryResult;
use diesel::sql_types::{Array, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use db::Conn;
use db::models::outbox::OutboxRow;

/// The number of consecutive failures that make a hold; a single one that used all its time makes
/// one too, because each of them costs a slot for that time.
const MAX_FAILURES: i32 = 3;
/// Seconds of the first hold, the second and so on; the last value is repeated. The first is no
/// longer than the default wait of a message that has failed once. The longest leaves many attempts
/// before `delivery.pause_after_days`.
const HOLD_SECONDS: [i64; 5] = [30, 120, 600, 1_800, 3_600];

/// The health of an endpoint since it last worked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Health {
    pub failures: i32,
    pub holds: i32,
    pub held_until: Option<DateTime<Utc>>,
}

/// An attempt that failed.
#[derive(Debug, Clone, Copy)]
pub struct Failure {
    pub at: DateTime<Utc>,
    pub timed_out: bool,
    /// The end of the message's claim: the hold lasts as long while the message tries the endpoint.
    pub leased_until: Option<DateTime<Utc>>,
}

impl Health {
    /// Returns the health after `failure`.
    pub fn after(self, failure: Failure) -> Self {
        let failed = Self { failures: self.failures.saturating_add(1), ..self };
        let is_probe = self.held_until.is_some() && self.held_until == failure.leased_until;
        let is_held = self.held_until.is_some_and(|until| until > failure.at);
        // An attempt that was under way when the hold began shows nothing new.
        if is_held && !is_probe {
            return failed;
        }
        if !is_probe && !failure.timed_out && failed.failures < MAX_FAILURES {
            return failed;
        }
        let step = usize::try_from(self.holds).unwrap_or_default();
        let seconds = HOLD_SECONDS[step.min(HOLD_SECONDS.len() - 1)];
        Self {
            holds: self.holds.saturating_add(1),
            held_until: Some(failure.at + Duration::seconds(seconds)),
            ..failed
        }
    }
}

/// Lets other messages try the endpoints that `rows` should have tried but did not.
pub(super) async fn return_probes(
    rows: &[OutboxRow],
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<()> {
    let held = rows.iter().filter_map(|row| Some((row.endpoint_id?, row.leased_until?)));
    let (endpoints, leases): (Vec<Uuid>, Vec<DateTime<Utc>>) = held.unzip();
    if endpoints.is_empty() {
        return Ok(());
    }
    diesel::sql_query(
        "UPDATE endpoints SET held_until = $3 FROM unnest($1, $2) AS probe (id, until) \
         WHERE endpoints.id = probe.id AND endpoints.held_until = probe.until \
             AND probe.until > $3",
    )
    .bind::<Array<SqlUuid>, _>(endpoints)
    .bind::<Array<Timestamptz>, _>(leases)
    .bind::<Timestamptz, _>(now)
    .execute(conn)
    .await?;
    Ok(())
}
