//! Sends reports of changes of gaps to the users who watch the subreddits: a round goes from one user to the
//! next, in batches, and each user gets one message per endpoint. The round's progress is stored with the
//! messages, so that a process that dies loses and doubles nothing, and any number of processes share the
//! work.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, Uuid as SqlUuid};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use db::Conn;
use db::models::endpoint::Endpoint;
use db::models::outbox::{Kind, NewMessage};
use db::models::subscription::Plan;
use db::schema::{endpoints, gap_rounds, users};
use platform::config::Plans;
use platform::context::Context;
use platform::coverage::{CHANGES_FOR_E, begin_round, note_changes};
use platform::plans::Capabilities;

/// Number of users that get their messages in one transaction.
const BATCH: i64 = 200;

/// The result of one transaction of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sent {
    pub messages: usize,
    /// Whether all users have their messages.
    pub ended: bool,
}

/// Records what became of gaps, and begins a round if one is due.
///
/// # Errors
/// The database failed.
pub async fn look(context: &Context) -> anyhow::Result<bool> {
    let (now, mut conn) = (context.clock.now(), context.conn().await?);
    note_changes(now, &mut conn).await?;
    Ok(begin_round(now, &mut conn).await?)
}

/// Writes the messages of the next users of the round. Returns `None` if there is no round, or another
/// process works on it.
///
/// # Errors
/// The database failed.
pub async fn send_some(context: &Context) -> anyhow::Result<Option<Sent>> {
    let (now, plans) = (context.clock.now(), context.config.server.plans);
    let mut conn = context.conn().await?;
    let sent = conn
        .transaction::<_, diesel::result::Error, _>(async |conn| {
            let round: Option<(Uuid, Uuid)> = gap_rounds::table
                .filter(gap_rounds::ended_at.is_null())
                .select((gap_rounds::id, gap_rounds::after_user))
                .for_update()
                .skip_locked()
                .first(conn)
                .await
                .optional()?;
            let Some((round_id, after)) = round else {
                return Ok(None);
            };
            let row = gap_rounds::table.find(round_id);
            let next = next_users(after, conn).await?;
            let Some(last) = next.last().copied() else {
                diesel::update(row).set(gap_rounds::ended_at.eq(now)).execute(conn).await?;
                return Ok(Some(Sent { messages: 0, ended: true }));
            };
            let messages = messages_for(round_id, &next, plans, now, conn).await?;
            diesel::update(row).set(gap_rounds::after_user.eq(last)).execute(conn).await?;
            Ok(Some(Sent { messages: NewMessage::enqueue(&messages, conn).await?, ended: false }))
        })
        .await?;
    Ok(sent)
}

/// Finds the next users who have an endpoint that wants gap reports, in the order of their ids.
async fn next_users(after: Uuid, conn: &mut Conn) -> QueryResult<Vec<Uuid>> {
    endpoints::table
        .filter(endpoints::reports_gaps)
        .filter(endpoints::user_id.gt(after))
        .select(endpoints::user_id)
        .distinct()
        .order(endpoints::user_id)
        .limit(BATCH)
        .load(conn)
        .await
}

/// Makes a message for each endpoint of these users that the round has something for. The users and the
/// endpoints cannot be deleted until the transaction ends.
async fn messages_for(
    round_id: Uuid,
    user_ids: &[Uuid],
    plans: Plans,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Vec<NewMessage>> {
    let kept: Vec<(Uuid, Plan)> = users::table
        .filter(users::id.eq_any(user_ids))
        .filter(users::suspended_at.is_null())
        .order(users::id)
        .select((users::id, users::plan))
        .for_key_share()
        .load(conn)
        .await?;
    let kept: HashMap<Uuid, Plan> = kept.into_iter().collect();
    let ids = kept.keys().copied().collect();
    let mut open = Endpoint::open_of(&ids, conn).await?;
    let concerned = concerned(round_id, &open, conn).await?;
    open.retain(|endpoint| {
        let can = Capabilities::of(kept[&endpoint.user_id], plans);
        can.sends_to(endpoint.channel) && concerned.contains(&endpoint.id)
    });
    let messages = open.iter();
    let messages = messages.map(|e| NewMessage::to(e, Kind::CoverageGap, round_id, now));
    Ok(messages.collect())
}

#[derive(QueryableByName)]
struct Concerned {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

/// Finds the endpoints that want gap reports and that the round has something for.
async fn concerned(
    round_id: Uuid,
    open: &[Endpoint],
    conn: &mut Conn,
) -> QueryResult<HashSet<Uuid>> {
    let found: Vec<Concerned> = diesel::sql_query(format!(
        "SELECT e.id FROM endpoints e
         WHERE e.id = ANY ($2) AND e.reports_gaps AND EXISTS (SELECT FROM {CHANGES_FOR_E})"
    ))
    .bind::<SqlUuid, _>(round_id)
    .bind::<Array<SqlUuid>, _>(open.iter().map(|endpoint| endpoint.id).collect::<Vec<_>>())
    .load(conn)
    .await?;
    Ok(found.into_iter().map(|found| found.id).collect())
}
