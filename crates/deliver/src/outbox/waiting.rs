//! Loads the messages that could be claimed: those that have waited longest, and where there are
//! many of them some of each user who comes next, so that one user's thousand messages do not hide
//! another user's only one.

use std::sync::LazyLock;

use chrono::{DateTime, Utc};
use diesel::sql_types::{BigInt, Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::lane::Lane;
use super::receiver::{Receiver, is_shared};
use db::models::channel::Channel;
use db::models::outbox::{Kind, Priority};
use db::{Conn, Prepare};

/// The condition for messages that this version can send. The rest is for a newer one that runs
/// beside it, and must not hold up other messages.
pub(super) static KNOWN: LazyLock<String> = LazyLock::new(|| {
    let list = |words: Vec<&str>| format!("'{}'", words.join("', '"));
    let kinds = list(Kind::ALL.iter().map(|kind| kind.as_str()).collect());
    let channels = list(Channel::ALL.iter().map(|channel| channel.as_str()).collect());
    format!("kind IN ({kinds}) AND channel IN ({channels})")
});

/// A message that is due and not claimed.
#[derive(Debug, Clone)]
pub struct Waiting {
    pub id: Uuid,
    pub priority: Priority,
    pub due_at: DateTime<Utc>,
    pub receiver: Receiver,
    /// Whether the endpoint is still held.
    pub is_held: bool,
    /// Whether the endpoint was held until now: this message would try it.
    pub is_probe: bool,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Nullable<SqlUuid>)]
    id: Option<Uuid>,
    #[diesel(sql_type = Nullable<Text>)]
    kind: Option<Kind>,
    #[diesel(sql_type = Nullable<Text>)]
    channel: Option<Channel>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    due_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = SqlUuid)]
    user_id: Uuid,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    endpoint_id: Option<Uuid>,
    #[diesel(sql_type = Nullable<Text>)]
    host: Option<String>,
    #[diesel(sql_type = Bool)]
    was_held: bool,
    #[diesel(sql_type = Bool)]
    is_held: bool,
}

impl Row {
    fn into_waiting(self) -> Option<Waiting> {
        let (id, kind, due_at) = (self.id?, self.kind?, self.due_at?);
        // For Telegram the chat is shown in place of the host.
        let is_shared_host = self.channel == Some(Channel::Telegram);
        let host = self.host.filter(|host| !is_shared_host && !is_shared(host));
        Some(Waiting {
            id,
            priority: kind.priority(),
            due_at,
            receiver: Receiver { user: self.user_id, endpoint: self.endpoint_id, host },
            is_held: self.is_held,
            is_probe: self.was_held && !self.is_held,
        })
    }
}

const COLUMNS: &str = "message.id, message.kind, message.channel, message.due_at, \
     endpoints.shown AS host, endpoints.held_until IS NOT NULL AS was_held, \
     coalesce(endpoints.held_until > $1, false) AS is_held";

/// The condition for messages that can be claimed. `$1` is the time; the query's own conditions
/// follow.
static CAN_BE_CLAIMED: LazyLock<String> = LazyLock::new(|| {
    let known = KNOWN.as_str();
    format!(
        "status = 'pending' AND due_at <= $1 AND (leased_until IS NULL OR leased_until <= $1) \
         AND {known}"
    )
});

/// Loads at most `limit` messages of each of these priorities, the longest due first.
pub(super) async fn longest_due(
    lane: Lane,
    priorities: &[Priority],
    limit: i64,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Vec<Waiting>> {
    let (mut waiting, can_be_claimed) = (Vec::new(), CAN_BE_CLAIMED.as_str());
    for priority in priorities {
        let queue = lane.queue(*priority);
        let query = diesel::sql_query(format!(
            "SELECT {COLUMNS}, message.user_id, message.endpoint_id FROM ( \
                SELECT id, kind, channel, due_at, user_id, endpoint_id FROM outbox \
                WHERE outbox_queue(channel, kind) = {queue} AND {can_be_claimed} \
                ORDER BY due_at LIMIT $2 \
             ) AS message LEFT JOIN endpoints ON endpoints.id = message.endpoint_id"
        ));
        let rows: Vec<Row> = query
            .bind::<Timestamptz, _>(now)
            .bind::<BigInt, _>(limit)
            .prepared()
            .load(conn)
            .await?;
        waiting.extend(rows.into_iter().filter_map(Row::into_waiting));
    }
    Ok(waiting)
}

/// Loads the two longest-due alerts of each user, or each endpoint, after `after`. Examines some of
/// them and returns the last one examined, or `None` if there are no more.
pub(super) async fn by_turns(
    lane: Lane,
    after: (Uuid, Uuid),
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<(Vec<Waiting>, Option<(Uuid, Uuid)>)> {
    let (queue, can_be_claimed) = (lane.queue(Priority::Alert), CAN_BE_CLAIMED.as_str());
    let most = lane.looked_at();
    let of_queue = format!("status = 'pending' AND outbox_queue(channel, kind) = {queue}");
    // For email the endpoint is null. The order names it nevertheless: the planner does not treat a
    // null as a constant, and would sort all of the user's messages.
    let (key, past_first, past_last, same) = match lane {
        Lane::Mail => (
            "user_id",
            "user_id > $2 AND $3::uuid IS NOT NULL",
            "user_id > turns.user_id",
            "endpoint_id IS NULL",
        ),
        Lane::Endpoints => (
            "user_id, endpoint_id",
            "(user_id, endpoint_id) > ($2, $3)",
            "(user_id, endpoint_id) > (turns.user_id, turns.endpoint_id)",
            "endpoint_id = turns.endpoint_id",
        ),
    };
    let query = diesel::sql_query(format!(
        "WITH RECURSIVE turns AS ( \
            (SELECT user_id, endpoint_id, 1 AS step FROM outbox \
             WHERE {of_queue} AND {past_first} ORDER BY {key} LIMIT 1) \
            UNION ALL \
            SELECT next.user_id, next.endpoint_id, step + 1 FROM turns CROSS JOIN LATERAL ( \
                SELECT user_id, endpoint_id FROM outbox \
                WHERE {of_queue} AND {past_last} ORDER BY {key} LIMIT 1 \
            ) AS next WHERE step < $4 \
         ) \
         SELECT {COLUMNS}, turns.user_id, turns.endpoint_id FROM turns LEFT JOIN LATERAL ( \
            SELECT id, kind, channel, due_at FROM outbox \
            WHERE outbox_queue(channel, kind) = {queue} AND user_id = turns.user_id AND {same} \
                AND {can_be_claimed} ORDER BY endpoint_id, due_at LIMIT 2 \
         ) AS message ON true LEFT JOIN endpoints ON endpoints.id = turns.endpoint_id \
         ORDER BY turns.step"
    ));
    let rows: Vec<Row> = query
        .bind::<Timestamptz, _>(now)
        .bind::<SqlUuid, _>(after.0)
        .bind::<SqlUuid, _>(after.1)
        .bind::<BigInt, _>(most)
        .prepared()
        .load(conn)
        .await?;
    let place = |row: &Row| (row.user_id, row.endpoint_id.unwrap_or_default());
    let mut places: Vec<_> = rows.iter().map(place).collect();
    places.dedup();
    let is_last = i64::try_from(places.len()).unwrap_or(i64::MAX) < most;
    let looked_to = places.pop().filter(|_| !is_last);
    let waiting = rows.into_iter().filter_map(Row::into_waiting).collect();
    Ok((waiting, looked_to))
}
