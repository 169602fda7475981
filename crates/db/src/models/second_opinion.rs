//! What a language model says about matches whose score leaves open whether they are relevant.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{
    Array, BigInt, Bool, Bytea, Jsonb, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::listen::{SECOND_OPINIONS, notify};
use crate::schema::second_opinions;
use crate::{Conn, Prepare};

/// A match about which the model is to be asked.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    pub notification_id: Uuid,
    /// When its item was first seen.
    pub seen_at: DateTime<Utc>,
    pub item_id: Uuid,
    pub watch_id: Uuid,
    pub user_id: Uuid,
}

impl Wanted {
    /// Stores that answers about these matches are wanted until a time, and wakes those who ask on COMMIT.
    pub async fn insert(wanted: &[Self], until: DateTime<Utc>, mut conn: &Conn) -> QueryResult<()> {
        if wanted.is_empty() {
            return Ok(());
        }
        diesel::sql_query(
            "INSERT INTO second_opinions (notification_id, seen_at, item_id, watch_id, user_id, wanted_until)
             SELECT *, $6 FROM unnest($1, $2, $3, $4, $5)",
        )
        .bind::<Array<SqlUuid>, _>(wanted.iter().map(|one| one.notification_id).collect::<Vec<_>>())
        .bind::<Array<Timestamptz>, _>(wanted.iter().map(|one| one.seen_at).collect::<Vec<_>>())
        .bind::<Array<SqlUuid>, _>(wanted.iter().map(|one| one.item_id).collect::<Vec<_>>())
        .bind::<Array<SqlUuid>, _>(wanted.iter().map(|one| one.watch_id).collect::<Vec<_>>())
        .bind::<Array<SqlUuid>, _>(wanted.iter().map(|one| one.user_id).collect::<Vec<_>>())
        .bind::<Timestamptz, _>(until)
        .prepared()
        .execute(&mut conn)
        .await?;
        notify(SECOND_OPINIONS, "", conn).await
    }
}

/// A match that this process asks about.
#[derive(Debug, Clone, QueryableByName)]
pub struct Claimed {
    #[diesel(sql_type = SqlUuid)]
    pub notification_id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    pub seen_at: DateTime<Utc>,
    #[diesel(sql_type = SqlUuid)]
    pub item_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    pub watch_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    pub user_id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    pub wanted_until: DateTime<Utc>,
    /// As they are now; gone with the watch and the item.
    #[diesel(sql_type = Nullable<Text>)]
    pub keyword: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub description: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub forum_id: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub title: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub body: Option<String>,
    #[diesel(sql_type = Nullable<Jsonb>)]
    pub matches: Option<serde_json::Value>,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
pub struct Opinion {
    /// The hash of what was asked.
    #[diesel(sql_type = Bytea)]
    pub content: Vec<u8>,
    #[diesel(sql_type = Bool)]
    pub is_relevant: bool,
    #[diesel(sql_type = Text)]
    pub reason: String,
}

impl Claimed {
    /// Claims at most `limit` matches of one watch, of that whose alerts go out first, with at least until `after` to
    /// ask. Nobody claims them again.
    pub async fn next(
        limit: i64,
        after: DateTime<Utc>,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Vec<Self>> {
        diesel::sql_query(
            "WITH next AS (
                 SELECT watch_id FROM second_opinions WHERE asked_at IS NULL AND wanted_until > $2
                 ORDER BY wanted_until LIMIT 1
             ), due AS (
                 SELECT notification_id FROM second_opinions
                 WHERE asked_at IS NULL AND wanted_until > $2 AND watch_id = (SELECT watch_id FROM next)
                 ORDER BY wanted_until LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED
             ), claimed AS (
                 UPDATE second_opinions SET asked_at = $1
                 WHERE notification_id IN (SELECT notification_id FROM due)
                 RETURNING notification_id, seen_at, item_id, watch_id, user_id, wanted_until
             )
             SELECT c.*, w.keyword, w.description, i.forum_id, i.title, i.body, n.matches FROM claimed c
             LEFT JOIN watches w ON w.id = c.watch_id
             LEFT JOIN LATERAL (
                 SELECT matches FROM notifications
                 WHERE id = c.notification_id AND seen_at = c.seen_at AND deleted_at IS NULL LIMIT 1
             ) AS n ON true
             LEFT JOIN LATERAL (
                 SELECT forum_id, title, body FROM items
                 WHERE id = c.item_id AND seen_at = c.seen_at AND gone_at IS NULL LIMIT 1
             ) AS i ON true",
        )
        .bind::<Timestamptz, _>(now)
        .bind::<Timestamptz, _>(after)
        .bind::<BigInt, _>(limit)
        .prepared()
        .load(conn)
        .await
    }
}

impl Opinion {
    /// Loads the answers to what was asked before.
    pub async fn known(contents: &[Vec<u8>], conn: &mut Conn) -> QueryResult<Vec<Self>> {
        diesel::sql_query(
            "SELECT DISTINCT ON (content) content, is_relevant, reason FROM second_opinions
             WHERE content = ANY($1) AND is_relevant IS NOT NULL",
        )
        .bind::<Array<Bytea>, _>(contents)
        .prepared()
        .load(conn)
        .await
    }

    /// Stores answers, each about one match.
    pub async fn store(answers: &[(Uuid, &Self)], conn: &mut Conn) -> QueryResult<()> {
        diesel::sql_query(
            "UPDATE second_opinions o SET content = a.content, is_relevant = a.is_relevant, reason = a.reason
             FROM unnest($1, $2, $3, $4) AS a (id, content, is_relevant, reason)
             WHERE o.notification_id = a.id",
        )
        .bind::<Array<SqlUuid>, _>(answers.iter().map(|(id, _)| *id).collect::<Vec<_>>())
        .bind::<Array<Bytea>, _>(answers.iter().map(|(_, one)| &one.content).collect::<Vec<_>>())
        .bind::<Array<Bool>, _>(answers.iter().map(|(_, one)| one.is_relevant).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(answers.iter().map(|(_, one)| &one.reason).collect::<Vec<_>>())
        .prepared()
        .execute(conn)
        .await?;
        Ok(())
    }

    /// Returns why the model called a match irrelevant, if it did.
    pub async fn reason_against(
        notification_id: Uuid,
        conn: &mut Conn,
    ) -> QueryResult<Option<String>> {
        let against = second_opinions::table
            .find(notification_id)
            .filter(second_opinions::is_relevant.eq(false))
            .select(second_opinions::reason);
        Ok(against.first::<Option<String>>(conn).await.optional()?.flatten())
    }

    /// Deletes what was said about items whose texts are gone or changed, each with the time at which it was first seen.
    pub async fn forget(items: &[(Uuid, DateTime<Utc>)], conn: &mut Conn) -> QueryResult<()> {
        diesel::sql_query(
            "DELETE FROM second_opinions o USING unnest($1, $2) AS gone (item_id, seen_at)
             WHERE o.item_id = gone.item_id AND o.seen_at = gone.seen_at",
        )
        .bind::<Array<SqlUuid>, _>(items.iter().map(|(id, _)| *id).collect::<Vec<_>>())
        .bind::<Array<Timestamptz>, _>(items.iter().map(|(_, at)| *at).collect::<Vec<_>>())
        .execute(conn)
        .await?;
        Ok(())
    }
}
