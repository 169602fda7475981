//! Claims messages to work on. A claim is a lease: it holds until `leased_until`, and then any
//! process may claim the message again.

use std::collections::HashMap;
use std::sync::LazyLock;

use chrono::{DateTime, Duration, Utc};
use diesel::sql_types::{Array, BigInt, Nullable, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::hold;
use super::lane::{Lane, MAX_PER_ENDPOINT, Shares};
use super::receiver::Receiver;
use super::turns::{InHand, Turns};
use super::waiting::{self, KNOWN, Waiting};
use db::models::outbox::{OutboxRow, Priority};
use db::{Conn, Prepare};

/// All columns of an [`OutboxRow`], by name: `*` fails if a migration adds a column after a statement was parsed
/// and before it runs.
const ROW: &str = "id, channel, kind, user_id, subject_id, subject_seen_at, status, attempts, due_at, \
     leased_until, fence, reason, created_at, finished_at, endpoint_id, unanswered, trace_parent";

/// Claims a message if no other process has done so meanwhile: it is checked again under its lock.
/// An endpoint that was held stays held while one message tries it, in whichever process.
static CLAIM: LazyLock<String> = LazyLock::new(|| {
    format!(
        "WITH probes AS ( \
        UPDATE endpoints SET held_until = $2 WHERE id IN ( \
            SELECT id FROM endpoints WHERE id = ANY($4) AND held_until <= $1 \
            FOR UPDATE SKIP LOCKED \
        ) RETURNING id \
     ) \
     UPDATE outbox SET leased_until = $2, leased_by = this_process(), fence = fence + 1, \
        attempts = attempts + (leased_until IS NULL)::int, \
        unanswered = unanswered + (leased_until IS NOT NULL)::int \
     WHERE id IN ( \
        SELECT id FROM outbox WHERE id = ANY($3) AND status = 'pending' AND due_at <= $1 \
            AND (leased_until IS NULL OR leased_until <= $1) \
            AND (endpoint_id IS NULL OR endpoint_id <> ALL($4) \
                OR endpoint_id IN (SELECT id FROM probes)) \
        FOR UPDATE SKIP LOCKED \
     ) RETURNING {ROW}"
    )
});

/// Puts messages off until the hold on their endpoint ends, so that they obstruct no others. Each is
/// put off once for each hold.
const PUT_OFF: &str = "UPDATE outbox SET due_at = endpoints.held_until FROM endpoints \
     WHERE endpoints.id = outbox.endpoint_id AND endpoints.held_until > $1 AND outbox.id IN ( \
        SELECT id FROM outbox WHERE id = ANY($2) AND status = 'pending' AND due_at <= $1 \
            AND (leased_until IS NULL OR leased_until <= $1) \
        FOR UPDATE SKIP LOCKED)";

/// The number of longest-due messages that are examined, at least and at most.
const WINDOW: std::ops::RangeInclusive<i64> = 100..=1_000;

/// The most messages that are put off in one statement.
const MAX_PUT_OFF: usize = 200;

/// A claimed message, and the receiver for whom it counts while it is in hand.
#[derive(Debug)]
pub struct Claimed {
    pub row: OutboxRow,
    pub receiver: Receiver,
}

/// The result of a claim.
#[derive(Debug, Default)]
pub struct Claims {
    /// The claimed messages, in the order in which to send them.
    pub claimed: Vec<Claimed>,
    /// Whether others are due that could not be claimed now.
    pub are_others_due: bool,
    /// Whether all examined messages had to wait, and there are more: look again at once.
    pub is_unfinished: bool,
    /// Messages to endpoints that are held, to be put off ([`put_off`]) once the claimed ones are on
    /// their way.
    pub held: Vec<Uuid>,
}

/// The parameters of a claim.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    pub lane: Lane,
    pub priorities: &'a [Priority],
    pub limit: usize,
    pub shares: Shares,
    pub lease: Duration,
    pub now: DateTime<Utc>,
}

/// Claims at most `limit` messages that are due, by `turns`, until `now + lease`. Each claim raises
/// the row's fence. It counts as an attempt, unless the lease of an earlier one ran out: then that
/// one is taken over and counted as unanswered, because a message that only waited in a process that
/// was killed has not been tried. Messages that only a newer version can send are left to it.
///
/// Examines some of the waiting messages. Where thousands of messages are held, a caller that has
/// sends in hand processes those that ended before it looks further.
///
/// Commits at once when `conn` is in no transaction, and it should be in none: the claimed messages
/// are sent afterwards.
pub async fn claim_by_turns(
    wanted: Wanted<'_>,
    turns: &mut Turns,
    in_hand: InHand,
    conn: &mut Conn,
) -> QueryResult<Claims> {
    let (lane, now) = (wanted.lane, wanted.now);
    let limit = i64::try_from(wanted.limit).unwrap_or(i64::MAX);
    let window = limit.saturating_mul(2).clamp(*WINDOW.start(), *WINDOW.end());
    let window_len = usize::try_from(window).unwrap_or(usize::MAX);
    let mut waiting = waiting::longest_due(lane, wanted.priorities, window, now, conn).await?;
    let alerts = waiting.iter().filter(|m| m.priority == Priority::Alert);
    let mut is_all = true;
    if alerts.count() >= window_len {
        let (others, to) = waiting::by_turns(lane, turns.looked_to, now, conn).await?;
        is_all = turns.look_to(to);
        waiting.extend(others);
        waiting.sort_by_key(|message| message.id);
        waiting.dedup_by_key(|message| message.id);
    }
    let (held, free): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|m| m.is_held);
    let free_count = free.len();
    let chosen = turns.choose(free, wanted.limit, in_hand, wanted.shares);
    Ok(Claims {
        is_unfinished: chosen.is_empty() && (!held.is_empty() || !is_all),
        are_others_due: free_count > chosen.len() || !held.is_empty() || !is_all,
        claimed: take(chosen, now + wanted.lease, now, conn).await?,
        held: held.iter().take(MAX_PUT_OFF).map(|m| m.id).collect(),
    })
}

/// Puts off messages that were found at `now` to go to held endpoints.
pub async fn put_off(held: &[Uuid], now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
    if held.is_empty() {
        return Ok(());
    }
    diesel::sql_query(PUT_OFF)
        .bind::<Timestamptz, _>(now)
        .bind::<Array<SqlUuid>, _>(held)
        .prepared()
        .execute(conn)
        .await?;
    Ok(())
}

async fn take(
    chosen: Vec<Waiting>,
    until: DateTime<Utc>,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Vec<Claimed>> {
    if chosen.is_empty() {
        return Ok(Vec::new());
    }
    let probes = chosen.iter().filter(|message| message.is_probe);
    let probes: Vec<_> = probes.filter_map(|m| m.receiver.endpoint).collect();
    let rows: Vec<OutboxRow> = diesel::sql_query(CLAIM.as_str())
        .bind::<Timestamptz, _>(now)
        .bind::<Timestamptz, _>(until)
        .bind::<Array<SqlUuid>, _>(chosen.iter().map(|message| message.id).collect::<Vec<_>>())
        .bind::<Array<SqlUuid>, _>(probes)
        .load(conn)
        .await?;
    let mut rows: HashMap<Uuid, OutboxRow> = rows.into_iter().map(|row| (row.id, row)).collect();
    let claimed = chosen.into_iter().filter_map(|message| {
        let row = rows.remove(&message.id)?;
        let receiver = message.receiver;
        Some(Claimed { row, receiver })
    });
    Ok(claimed.collect())
}

/// Claims at most `limit` messages of `lane` that are due, of any user, and none that goes to an
/// endpoint in `busy`; otherwise like [`claim_by_turns`]. Returns them in the order in which they
/// became due.
pub async fn claim(
    lane: Lane,
    limit: i64,
    busy: &[Uuid],
    lease: Duration,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Vec<OutboxRow>> {
    let shares = Shares { user: usize::MAX, host: usize::MAX, endpoint: MAX_PER_ENDPOINT };
    let wanted = Wanted {
        lane,
        priorities: &Priority::ALL,
        limit: usize::try_from(limit).unwrap_or_default(),
        shares,
        lease,
        now,
    };
    let mut turns = Turns::default();
    let claimed = loop {
        let in_hand = InHand::busy(busy, MAX_PER_ENDPOINT);
        let claims = claim_by_turns(wanted, &mut turns, in_hand, conn).await?;
        put_off(&claims.held, now, conn).await?;
        if !claims.is_unfinished {
            break claims.claimed;
        }
    };
    let mut rows: Vec<_> = claimed.into_iter().map(|claimed| claimed.row).collect();
    rows.sort_by_key(|row| row.due_at);
    Ok(rows)
}

/// Releases claims before the first byte was sent: they do not count as attempts.
pub(super) async fn give_back(
    rows: &[OutboxRow],
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<usize> {
    let given = diesel::sql_query(
        "UPDATE outbox SET leased_until = NULL, attempts = attempts - 1 \
         FROM unnest($1, $2) AS held (id, fence) \
         WHERE outbox.id = held.id AND outbox.fence = held.fence AND status = 'pending'",
    )
    .bind::<Array<SqlUuid>, _>(rows.iter().map(|row| row.id).collect::<Vec<_>>())
    .bind::<Array<BigInt>, _>(rows.iter().map(|row| row.fence).collect::<Vec<_>>())
    .prepared()
    .execute(conn)
    .await?;
    hold::return_probes(rows, now, conn).await?;
    Ok(given)
}

/// Claims the message `id`, which the caller has stored in the same transaction, until `now +
/// lease`.
pub async fn claim_one(
    id: Uuid,
    lease: Duration,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<OutboxRow> {
    diesel::sql_query(format!(
        "UPDATE outbox SET leased_until = $2, leased_by = this_process(), fence = fence + 1, \
             attempts = attempts + 1 \
         WHERE id = $1 RETURNING {ROW}"
    ))
    .bind::<diesel::sql_types::Uuid, _>(id)
    .bind::<Timestamptz, _>(now + lease)
    .get_result(conn)
    .await
}

#[derive(QueryableByName)]
struct NextDue {
    #[diesel(sql_type = Nullable<Timestamptz>)]
    at: Option<DateTime<Utc>>,
}

/// Returns the time after `after` at which the next message of `lane` is due or a lease in it ends,
/// if there is one. Reads a row or two, however many wait. A message that is due at `after` could
/// not be claimed, and waits for something other than time.
pub async fn next_due(
    lane: Lane,
    after: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Option<DateTime<Utc>>> {
    let known = KNOWN.as_str();
    let queues = Priority::ALL.map(|priority| lane.queue(priority));
    let waiting = queues.map(|queue| {
        format!(
            "(SELECT due_at FROM outbox WHERE outbox_queue(channel, kind) = {queue} \
              AND status = 'pending' AND {known} AND leased_until IS NULL AND due_at > $1 \
              ORDER BY due_at LIMIT 1)"
        )
    });
    let query = diesel::sql_query(format!(
        "SELECT least( \
            {}, \
            (SELECT greatest(leased_until, due_at) FROM outbox \
             WHERE outbox_queue(channel, kind) IN ({}) AND status = 'pending' AND {known} \
                AND leased_until > $1 ORDER BY leased_until LIMIT 1) \
         ) AS at",
        waiting.join(", "),
        queues.map(|queue| queue.to_string()).join(", "),
    ));
    let next: NextDue = query.bind::<Timestamptz, _>(after).prepared().get_result(conn).await?;
    Ok(next.at)
}
