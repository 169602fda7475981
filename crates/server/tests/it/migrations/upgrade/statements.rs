//! The previous version's own statements, as that version has them in `ingest`, `outbox`, `auth` and `db/models`. At
//! a release, when its data is recorded, they are compared with that version's.

use chrono::DurationRound;
use db::Prepare;
use diesel::result::Error;
use diesel::sql_types::{
    Array, BigInt, Bytea, Jsonb, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel::{QueryResult, QueryableByName};
use diesel_async::{AsyncConnection, RunQueryDsl};

use super::load::Target;
use crate::support::prelude::*;

pub async fn store(target: Target, conn: &mut Conn) -> QueryResult<()> {
    let Target { user_id, watch_id, now, .. } = target;
    let hour = now.duration_trunc(TimeDelta::hours(1)).unwrap();
    let (item_id, notification_id) = (Uuid::now_v7(), Uuid::now_v7());
    let forum_id = format!("t3_{}", item_id.simple());
    conn.transaction(async |conn| {
        diesel::sql_query(
            "WITH taken AS (
                 INSERT INTO item_keys (forum_id, item_id, seen_at, story_id, check_at, stays, is_thread)
                 VALUES ($1, $2, $3, NULL, $3 + interval '5 minutes', true, false) RETURNING item_id)
             INSERT INTO items (id, seen_at, forum_id, kind, subreddit, author, title, body, url, score,
                                num_comments, forum_created_at, thread_id, story_id, near_hash, flair, link,
                                is_matched)
             SELECT item_id, $3, $1, 'post', 'tea', 'invented_author', 'A kettle during the upgrade', '',
                    'https://forum.example/' || $1, 1, 0, $3, $1, $1, NULL, '', '', true FROM taken",
        )
        .bind::<Text, _>(&forum_id)
        .bind::<SqlUuid, _>(item_id)
        .bind::<Timestamptz, _>(now)
        .prepared()
        .execute(conn)
        .await?;
        let place: Place = diesel::sql_query(
            "INSERT INTO live_cursors AS known (user_id, seq, hour, listed)
             SELECT user_id, n, $3, n FROM unnest($1, $2) AS batch (user_id, n)
             ON CONFLICT (user_id) DO UPDATE
                 SET seq = known.seq + excluded.seq,
                     hour = greatest(known.hour, excluded.hour),
                     listed = excluded.listed
                         + CASE WHEN known.hour >= excluded.hour THEN known.listed ELSE 0 END
             RETURNING user_id, seq, listed",
        )
        .bind::<Array<SqlUuid>, _>(vec![user_id])
        .bind::<Array<BigInt>, _>(vec![1_i64])
        .bind::<Timestamptz, _>(hour)
        .prepared()
        .get_result(conn)
        .await?;
        diesel::sql_query(
            "UPDATE watches SET
                 match_count = match_count + batch.n,
                 last_match_at = greatest(last_match_at, $3),
                 match_hour = greatest(match_hour, $4),
                 hour_matches = batch.n + CASE WHEN match_hour >= $4 THEN hour_matches ELSE 0 END,
                 hour_before_matches = CASE
                     WHEN match_hour >= $4 THEN hour_before_matches
                     WHEN match_hour = $4 - interval '1 hour' THEN hour_matches
                     ELSE 0 END
             FROM unnest($1, $2) AS batch (id, n) WHERE watches.id = batch.id
             RETURNING watches.id, hour_matches, hour_before_matches",
        )
        .bind::<Array<SqlUuid>, _>(vec![watch_id])
        .bind::<Array<BigInt>, _>(vec![1_i64])
        .bind::<Timestamptz, _>(now)
        .bind::<Timestamptz, _>(hour)
        .prepared()
        .execute(conn)
        .await?;
        diesel::sql_query(
            "INSERT INTO notifications (id, seen_at, item_id, watch_id, user_id, seq, keyword, matches,
                                        created_at)
             SELECT id, seen_at, item_id, watch_id, user_id, seq, keyword, matches, $2
             FROM unnest($1, $3, $4, $5, $6, $7, $8, $9)
                 AS batch (id, seen_at, item_id, watch_id, user_id, seq, keyword, matches)",
        )
        .bind::<Array<SqlUuid>, _>(vec![notification_id])
        .bind::<Timestamptz, _>(now)
        .bind::<Array<Timestamptz>, _>(vec![now])
        .bind::<Array<SqlUuid>, _>(vec![item_id])
        .bind::<Array<SqlUuid>, _>(vec![watch_id])
        .bind::<Array<SqlUuid>, _>(vec![user_id])
        .bind::<Array<BigInt>, _>(vec![place.seq])
        .bind::<Array<Text>, _>(vec!["kettle"])
        .bind::<Array<Jsonb>, _>(vec![json!([])])
        .prepared()
        .execute(conn)
        .await?;
        diesel::sql_query(
            "INSERT INTO outbox (id, channel, kind, user_id, subject_id, subject_seen_at, due_at,
                                 created_at, endpoint_id)
             SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        )
        .bind::<Array<SqlUuid>, _>(vec![Uuid::now_v7()])
        .bind::<Array<Text>, _>(vec!["mail"])
        .bind::<Array<Text>, _>(vec!["match"])
        .bind::<Array<SqlUuid>, _>(vec![user_id])
        .bind::<Array<SqlUuid>, _>(vec![notification_id])
        .bind::<Array<Nullable<Timestamptz>>, _>(vec![Some(now)])
        .bind::<Array<Timestamptz>, _>(vec![now])
        .bind::<Array<Timestamptz>, _>(vec![now])
        .bind::<Array<Nullable<SqlUuid>>, _>(vec![None::<Uuid>])
        .prepared()
        .execute(conn)
        .await?;
        Ok(())
    })
    .await
}

#[derive(QueryableByName)]
struct Place {
    #[diesel(sql_type = BigInt)]
    seq: i64,
}

#[derive(QueryableByName)]
struct Claimed {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = BigInt)]
    fence: i64,
}

/// Sends messages, and returns how many. Only those that [`store`] has created: the others are left for
/// this version to send.
pub async fn send(target: Target, conn: &mut Conn) -> QueryResult<usize> {
    let waiting: Vec<Claimed> = diesel::sql_query(
        "SELECT id, fence FROM outbox
         WHERE outbox_queue(channel, kind) = outbox_queue('mail', 'match') AND status = 'pending'
             AND due_at <= $1 AND (leased_until IS NULL OR leased_until <= $1) AND created_at > $2
         ORDER BY due_at LIMIT 3",
    )
    .bind::<Timestamptz, _>(target.now)
    .bind::<Timestamptz, _>(target.began)
    .prepared()
    .load(conn)
    .await?;
    let ids: Vec<Uuid> = waiting.iter().map(|row| row.id).collect();
    let claimed = match claim(&ids, target, conn).await {
        Err(error) if is_outdated(&error) => claim(&ids, target, conn).await?,
        claimed => claimed?,
    };
    for row in &claimed {
        let written = diesel::sql_query(
            "WITH ended AS (
                 UPDATE outbox SET leased_until = NULL, unanswered = 0, status = 'sent', reason = NULL,
                                   due_at = $1, finished_at = $1
                 WHERE status = 'pending' AND id = $2 AND fence = $3 RETURNING id)
             INSERT INTO attempts (outbox_id, id, number, started_at, finished_at, outcome, detail,
                                   status_code)
             SELECT ended.id, $4, 1, $1, $1, 'sent', '', NULL FROM ended",
        )
        .bind::<Timestamptz, _>(target.now)
        .bind::<SqlUuid, _>(row.id)
        .bind::<BigInt, _>(row.fence)
        .bind::<SqlUuid, _>(Uuid::now_v7())
        .prepared()
        .execute(conn)
        .await?;
        assert_eq!(written, 1);
    }
    Ok(claimed.len())
}

async fn claim(ids: &[Uuid], target: Target, conn: &mut Conn) -> QueryResult<Vec<Claimed>> {
    let until = target.now + TimeDelta::hours(1);
    diesel::sql_query(
        "UPDATE outbox SET leased_until = $2, fence = fence + 1,
            attempts = attempts + (leased_until IS NULL)::int,
            unanswered = unanswered + (leased_until IS NOT NULL)::int
         WHERE id IN (
            SELECT id FROM outbox WHERE id = ANY($3) AND status = 'pending' AND due_at <= $1
                AND (leased_until IS NULL OR leased_until <= $1)
            FOR UPDATE SKIP LOCKED
         ) RETURNING *",
    )
    .bind::<Timestamptz, _>(target.now)
    .bind::<Timestamptz, _>(until)
    .bind::<Array<SqlUuid>, _>(ids)
    .load(conn)
    .await
}

/// Returns whether a statement with `*` failed because a migration added a column after it was
/// parsed and before it ran. This happens once; the worker logs it and tries again.
fn is_outdated(error: &Error) -> bool {
    let Error::DatabaseError(_, told) = error else {
        return false;
    };
    told.message() == "cached plan must not change result type"
}

pub async fn read(target: Target, conn: &mut Conn) -> QueryResult<()> {
    let listed: Vec<Listed> = diesel::sql_query(
        "SELECT n.id, n.seen_at, n.item_id, n.watch_id, n.user_id, n.seq, n.keyword, n.matches, n.status,
                n.created_at, n.deleted_at, n.muted_by, n.not_relevant_at,
                i.forum_id, i.kind, i.subreddit, i.author, i.title, i.body, i.url, i.score, i.num_comments,
                i.forum_created_at, i.thread_id, i.near_hash, i.gone_at, i.story_id, i.flair, i.link
         FROM notifications n JOIN items i ON i.id = n.item_id AND i.seen_at = n.seen_at
         WHERE n.user_id = $1 AND n.created_at >= $2 AND n.deleted_at IS NULL AND n.muted_by IS NULL
         ORDER BY n.created_at DESC, n.id DESC LIMIT 20",
    )
    .bind::<SqlUuid, _>(target.user_id)
    .bind::<Timestamptz, _>(target.now - TimeDelta::days(30))
    .prepared()
    .load(conn)
    .await?;
    // One of the others is read: those being created meanwhile are locked by their creators.
    let oldest = listed.last().expect("there are some");
    diesel::sql_query(
        "UPDATE notifications SET status = 'read'
         WHERE id = $1 AND user_id = $2 AND created_at >= $3 AND status = 'unread'",
    )
    .bind::<SqlUuid, _>(oldest.id)
    .bind::<SqlUuid, _>(target.user_id)
    .bind::<Timestamptz, _>(target.now - TimeDelta::days(30))
    .prepared()
    .execute(conn)
    .await?;
    Ok(())
}

#[derive(QueryableByName)]
struct Listed {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

pub async fn sign_in(target: Target, conn: &mut Conn) -> QueryResult<()> {
    let found = diesel::sql_query(
        "SELECT id, email, password_hash, first_name, last_name, email_verified_at, plan,
                subscription_status, email_notifications, email_frequency, theme, time_zone, created_at,
                updated_at, quiet_from, quiet_until, burst_limit, snoozed_until, mail_refused_at,
                mail_refused_reason, feed_version, password_version, first_steps
         FROM users WHERE id = $1",
    )
    .bind::<SqlUuid, _>(target.user_id)
    .prepared()
    .execute(conn)
    .await?;
    assert_eq!(found, 1);
    let session = Uuid::now_v7();
    conn.transaction(async |conn| {
        diesel::sql_query(
            "INSERT INTO sessions (id, user_id, user_agent, created_at, last_used_at)
             VALUES ($1, $2, 'load', $3, $3)",
        )
        .bind::<SqlUuid, _>(session)
        .bind::<SqlUuid, _>(target.user_id)
        .bind::<Timestamptz, _>(target.now)
        .prepared()
        .execute(conn)
        .await?;
        diesel::sql_query(
            "INSERT INTO refresh_tokens (token_hash, session_id, created_at, expires_at)
             VALUES ($1, $2, $3, $3 + interval '7 days')",
        )
        .bind::<Bytea, _>(session.as_bytes().repeat(2))
        .bind::<SqlUuid, _>(session)
        .bind::<Timestamptz, _>(target.now)
        .prepared()
        .execute(conn)
        .await
    })
    .await?;
    diesel::sql_query("UPDATE sessions SET last_used_at = $2 WHERE id = $1")
        .bind::<SqlUuid, _>(session)
        .bind::<Timestamptz, _>(target.now)
        .prepared()
        .execute(conn)
        .await?;
    Ok(())
}

pub async fn poll(target: Target, conn: &mut Conn) -> QueryResult<()> {
    let claimed = diesel::sql_query(
        "UPDATE poll_state SET fence = fence + 1, leased_until = $1 + interval '1 minute',
                scheduled_at = next_poll_at, next_poll_at = $1
         WHERE listing = (SELECT listing FROM poll_state ORDER BY next_poll_at LIMIT 1
                          FOR UPDATE SKIP LOCKED)
         RETURNING listing, known_ids, next_poll_at, leased_until, fence, polled_at, failures, last_error,
                   items_seen, names, planned, interval_ms, scheduled_at, answered_at, failed_at",
    )
    .bind::<Timestamptz, _>(target.now)
    .prepared()
    .execute(conn)
    .await?;
    assert_eq!(claimed, 1);
    Ok(())
}
