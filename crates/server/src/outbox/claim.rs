//! Taking messages to work on. A claim is a lease: it holds until `leased_until`, and then anybody
//! may take the message again.

use std::sync::LazyLock;

use chrono::{DateTime, Duration, Utc};
use diesel::sql_types::{Array, BigInt, Nullable, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::lane::Lane;
use crate::db::Conn;
use crate::db::models::channel::Channel;
use crate::db::models::outbox::{Kind, OutboxRow};

/// What this version can send. The rest is for a newer one that runs beside it, and must not hold
/// up what waits with it.
static KNOWN: LazyLock<String> = LazyLock::new(|| {
    let list = |words: Vec<&str>| format!("'{}'", words.join("', '"));
    let kinds = list(Kind::ALL.iter().map(|kind| kind.as_str()).collect());
    let channels = list(
        Channel::ALL
            .iter()
            .map(|channel| channel.as_str())
            .collect(),
    );
    format!("kind IN ({kinds}) AND channel IN ({channels})")
});

static MAIL: LazyLock<String> = LazyLock::new(|| {
    let known = KNOWN.as_str();
    format!(
        "UPDATE outbox SET leased_until = $2, fence = fence + 1, \
        attempts = attempts + (leased_until IS NULL)::int, \
        unanswered = unanswered + (leased_until IS NOT NULL)::int \
     WHERE id IN ( \
        SELECT id FROM outbox \
        WHERE status = 'pending' AND endpoint_id IS NULL AND due_at <= $1 \
            AND (leased_until IS NULL OR leased_until <= $1) AND {known} \
        ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED \
     ) RETURNING *"
    )
});

/// Two messages an endpoint, of those that have waited longest. What has been looked at may have
/// been claimed meanwhile: it is looked at again under its lock.
static ENDPOINTS: LazyLock<String> = LazyLock::new(|| {
    let known = KNOWN.as_str();
    format!(
        "UPDATE outbox SET leased_until = $2, fence = fence + 1, \
        attempts = attempts + (leased_until IS NULL)::int, \
        unanswered = unanswered + (leased_until IS NOT NULL)::int \
     WHERE id IN ( \
        SELECT id FROM outbox WHERE id = ANY(ARRAY( \
            SELECT id FROM ( \
                SELECT id, due_at, row_number() OVER (PARTITION BY endpoint_id ORDER BY due_at) AS nth \
                FROM (SELECT id, endpoint_id, due_at FROM outbox \
                      WHERE status = 'pending' AND endpoint_id IS NOT NULL AND due_at <= $1 \
                          AND (leased_until IS NULL OR leased_until <= $1) \
                          AND endpoint_id <> ALL($4) AND {known} \
                      ORDER BY due_at LIMIT 1000) AS due \
            ) AS numbered WHERE nth <= 2 ORDER BY due_at LIMIT $3)) \
            AND status = 'pending' AND (leased_until IS NULL OR leased_until <= $1) \
        FOR UPDATE SKIP LOCKED \
     ) RETURNING *"
    )
});

/// Claims at most `limit` messages of `lane` that are due, oldest first, until `now + lease`, and
/// none that goes to an endpoint of `busy`. Each claim raises the row's fence. It counts as an
/// attempt, unless the lease of an earlier one ran out: then that one is taken over and counted as
/// unanswered, for a message that only waited in a process that was killed has not been tried. What
/// only a newer version can send is left to it.
/// Commits at once when `conn` is in no transaction, and it should be in none: what is claimed is
/// sent afterwards.
pub async fn claim(
    lane: Lane,
    limit: i64,
    busy: &[Uuid],
    lease: Duration,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Vec<OutboxRow>> {
    let query = diesel::sql_query(match lane {
        Lane::Mail => MAIL.as_str(),
        Lane::Endpoints => ENDPOINTS.as_str(),
    });
    let query = query
        .bind::<Timestamptz, _>(now)
        .bind::<Timestamptz, _>(now + lease)
        .bind::<BigInt, _>(limit);
    let mut rows: Vec<OutboxRow> = match lane {
        Lane::Mail => query.load(conn).await?,
        Lane::Endpoints => query.bind::<Array<SqlUuid>, _>(busy).load(conn).await?,
    };
    rows.sort_by_key(|row| row.due_at);
    Ok(rows)
}

/// Gives up claims before the first byte was sent: they do not count as attempts.
pub(super) async fn give_back(rows: &[OutboxRow], conn: &mut Conn) -> QueryResult<usize> {
    diesel::sql_query(
        "UPDATE outbox SET leased_until = NULL, attempts = attempts - 1 \
         FROM unnest($1, $2) AS held (id, fence) \
         WHERE outbox.id = held.id AND outbox.fence = held.fence AND status = 'pending'",
    )
    .bind::<Array<SqlUuid>, _>(rows.iter().map(|row| row.id).collect::<Vec<_>>())
    .bind::<Array<BigInt>, _>(rows.iter().map(|row| row.fence).collect::<Vec<_>>())
    .execute(conn)
    .await
}

/// Claims the message `id`, which the caller has stored in the same transaction, until `now +
/// lease`.
pub async fn claim_one(
    id: Uuid,
    lease: Duration,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<OutboxRow> {
    diesel::sql_query(
        "UPDATE outbox SET leased_until = $2, fence = fence + 1, attempts = attempts + 1 \
         WHERE id = $1 RETURNING *",
    )
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

/// Returns when the next message of `lane` is due, or a lease in it ends, if there is one; `busy`
/// as in [`claim`]. Reads a row or two, however many wait.
pub async fn next_due(
    lane: Lane,
    busy: &[Uuid],
    conn: &mut Conn,
) -> QueryResult<Option<DateTime<Utc>>> {
    let of_lane = match lane {
        Lane::Mail => "status = 'pending' AND endpoint_id IS NULL",
        Lane::Endpoints => {
            "status = 'pending' AND endpoint_id IS NOT NULL AND endpoint_id <> ALL($1)"
        }
    };
    let known = KNOWN.as_str();
    let query = diesel::sql_query(format!(
        "SELECT least( \
            (SELECT due_at FROM outbox WHERE {of_lane} AND {known} AND leased_until IS NULL \
             ORDER BY due_at LIMIT 1), \
            (SELECT greatest(leased_until, due_at) FROM outbox \
             WHERE {of_lane} AND {known} AND leased_until IS NOT NULL ORDER BY leased_until LIMIT 1) \
         ) AS at"
    ));
    let next: NextDue = match lane {
        Lane::Mail => query.get_result(conn).await?,
        Lane::Endpoints => {
            let query = query.bind::<Array<SqlUuid>, _>(busy);
            query.get_result(conn).await?
        }
    };
    Ok(next.at)
}
