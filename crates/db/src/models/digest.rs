use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::column_enum::column_enum;
use crate::schema::digests;
use crate::{Conn, Prepare};

/// A row of `digests`: alerts that wait for one moment and go to one recipient as one message.
#[derive(Debug, Clone, Queryable, Selectable, Identifiable)]
#[diesel(table_name = digests, check_for_backend(diesel::pg::Pg))]
pub struct Digest {
    pub id: Uuid,
    pub user_id: Uuid,
    /// The endpoint; `None` for the user's email address.
    pub endpoint_id: Option<Uuid>,
    pub due_at: DateTime<Utc>,
    /// When the digest was closed: it accepts no more alerts.
    pub closed_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

column_enum! {
    /// A reason why an alert waits.
    #[derive(Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    #[schema(as = HoldCause)]
    pub enum Cause in digest_entries.cause {
        /// It does not wait itself, but is sent together with others of the same user.
        Together = "together",
        Hourly = "hourly",
        Daily = "daily",
        Weekly = "weekly",
        Quiet = "quiet",
        Burst = "burst",
        Snooze = "snooze",
        /// It is set aside.
        Aside = "aside",
    }
}

/// The key of a digest: its user, recipient and time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, QueryableByName)]
pub struct Moment {
    #[diesel(sql_type = SqlUuid)]
    pub user_id: Uuid,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    pub endpoint_id: Option<Uuid>,
    #[diesel(sql_type = Timestamptz)]
    pub due_at: DateTime<Utc>,
}

/// An alert that waits in a digest.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    pub digest_id: Uuid,
    pub notification_id: Uuid,
    /// When the notification's item was first seen.
    pub seen_at: DateTime<Utc>,
    pub cause: Cause,
}

#[derive(QueryableByName)]
struct Opened {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(embed)]
    moment: Moment,
}

impl Digest {
    /// Opens the digests of these moments, creating the missing ones, and returns them by their
    /// moments. Closed digests are left out. The others stay open until the transaction ends. Their
    /// rows are locked in the order of `moments`, which should be sorted.
    pub async fn open(
        moments: &[Moment],
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<HashMap<Moment, Uuid>> {
        // The update changes nothing: it locks the row, waits for a transaction that closes it, and
        // returns its id.
        let opened: Vec<Opened> = diesel::sql_query(
            "INSERT INTO digests (id, user_id, endpoint_id, due_at, created_at)
             SELECT id, user_id, endpoint_id, due_at, $5
             FROM unnest($1, $2, $3, $4) AS batch (id, user_id, endpoint_id, due_at)
             ON CONFLICT ON CONSTRAINT digests_one_per_moment
                DO UPDATE SET due_at = excluded.due_at WHERE digests.closed_at IS NULL
             RETURNING id, user_id, endpoint_id, due_at",
        )
        .bind::<Array<SqlUuid>, _>(moments.iter().map(|_| Uuid::now_v7()).collect::<Vec<_>>())
        .bind::<Array<SqlUuid>, _>(moments.iter().map(|m| m.user_id).collect::<Vec<_>>())
        .bind::<Array<Nullable<SqlUuid>>, _>(
            moments.iter().map(|m| m.endpoint_id).collect::<Vec<_>>(),
        )
        .bind::<Array<Timestamptz>, _>(moments.iter().map(|m| m.due_at).collect::<Vec<_>>())
        .bind::<Timestamptz, _>(now)
        .prepared()
        .load(conn)
        .await?;
        Ok(opened.into_iter().map(|o| (o.moment, o.id)).collect())
    }

    /// Adds notifications to digests that are held open.
    pub async fn add(entries: &[Entry], conn: &mut Conn) -> QueryResult<usize> {
        diesel::sql_query(
            "INSERT INTO digest_entries (digest_id, notification_id, seen_at, cause)
             SELECT digest_id, notification_id, seen_at, cause
             FROM unnest($1, $2, $3, $4) AS batch (digest_id, notification_id, cause, seen_at)
             ON CONFLICT DO NOTHING",
        )
        .bind::<Array<SqlUuid>, _>(entries.iter().map(|e| e.digest_id).collect::<Vec<_>>())
        .bind::<Array<SqlUuid>, _>(entries.iter().map(|e| e.notification_id).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(entries.iter().map(|e| e.cause).collect::<Vec<_>>())
        .bind::<Array<Timestamptz>, _>(entries.iter().map(|e| e.seen_at).collect::<Vec<_>>())
        .prepared()
        .execute(conn)
        .await
    }

    /// Locks a digest until the transaction ends, so that nothing is added to it meanwhile.
    pub async fn lock(id: Uuid, conn: &mut Conn) -> QueryResult<Option<Self>> {
        digests::table.find(id).select(Self::as_select()).for_update().first(conn).await.optional()
    }

    /// Closes a digest: from now on it accepts nothing more.
    pub async fn close(id: Uuid, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
        diesel::update(digests::table.find(id))
            .set(digests::closed_at.eq(now))
            .execute(conn)
            .await?;
        Ok(())
    }

    /// Moves the entries of one digest to another.
    pub async fn move_entries(from: Uuid, to: Uuid, conn: &mut Conn) -> QueryResult<()> {
        use crate::schema::digest_entries::dsl as e;
        diesel::update(e::digest_entries.filter(e::digest_id.eq(from)))
            .set(e::digest_id.eq(to))
            .execute(conn)
            .await?;
        Ok(())
    }
}
