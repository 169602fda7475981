//! Matches that are probably not relevant, and what this was learned from.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{
    Array, BigInt, Bool, Bytea, Jsonb, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::item::{Item, preview_columns};
use crate::schema::{ignored_words, learned_users, learned_watches, watches};
use crate::{Conn, Prepare, look_up_each};

/// The number of a watch's latest matches that are looked at.
const MAX_LOOKED_AT: i64 = 2_000;
/// The most matches of each kind of a watch that are loaded, and of all watches of a user: the latest.
const MAX_OF_WATCH: i64 = 100;
const MAX_OF_USER: i64 = 2_000;
/// The most ignored words of a watch.
const MAX_IGNORED_WORDS: usize = 50;
/// A column with the ignored words of the watch `w`, the latest last.
const IGNORED_WORDS: &str = "ARRAY(SELECT word FROM ignored_words WHERE watch_id = w.id
    ORDER BY ignored_at, word DESC) AS ignored_words";

/// The decision about a match that is probably not relevant.
#[derive(Debug, Clone, Copy)]
pub struct Decided {
    pub notification_id: Uuid,
    /// When its item was first seen.
    pub seen_at: DateTime<Utc>,
    pub watch_id: Uuid,
    pub user_id: Uuid,
    /// Whether it is shown as usual, to learn how many of the others are relevant.
    pub is_shown: bool,
}

impl Decided {
    /// Stores decisions.
    pub async fn insert(decided: &[Self], mut conn: &Conn) -> QueryResult<()> {
        if decided.is_empty() {
            return Ok(());
        }
        diesel::sql_query(
            "INSERT INTO set_aside (notification_id, seen_at, watch_id, user_id, is_shown)
             SELECT * FROM unnest($1, $2, $3, $4, $5)",
        )
        .bind::<Array<SqlUuid>, _>(decided.iter().map(|d| d.notification_id).collect::<Vec<_>>())
        .bind::<Array<Timestamptz>, _>(decided.iter().map(|d| d.seen_at).collect::<Vec<_>>())
        .bind::<Array<SqlUuid>, _>(decided.iter().map(|d| d.watch_id).collect::<Vec<_>>())
        .bind::<Array<SqlUuid>, _>(decided.iter().map(|d| d.user_id).collect::<Vec<_>>())
        .bind::<Array<Bool>, _>(decided.iter().map(|d| d.is_shown).collect::<Vec<_>>())
        .prepared()
        .execute(&mut conn)
        .await?;
        Ok(())
    }
}

/// What became of a watch's matches that were probably not relevant.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
pub struct Outcome {
    #[diesel(sql_type = SqlUuid)]
    pub watch_id: Uuid,
    #[diesel(sql_type = Text)]
    pub keyword: String,
    /// Whether enough was learned to set matches aside.
    #[diesel(sql_type = Bool)]
    pub is_learned: bool,
    /// The words that no longer count against its matches.
    #[diesel(sql_type = Array<Text>)]
    pub ignored_words: Vec<String>,
    #[diesel(sql_type = BigInt)]
    pub set_aside: i64,
    /// Those that were shown all the same.
    #[diesel(sql_type = BigInt)]
    pub shown: i64,
    /// Those of them that the user read, and did not mark as not relevant.
    #[diesel(sql_type = BigInt)]
    pub opened: i64,
}

impl Outcome {
    /// Counts the decisions about a user's matches that are kept, for each watch that has any or about which enough was
    /// learned.
    pub async fn of_user(user_id: Uuid, conn: &mut Conn) -> QueryResult<Vec<Self>> {
        diesel::sql_query(format!(
            "SELECT w.id AS watch_id, w.keyword, l.watch_id IS NOT NULL AS is_learned, {IGNORED_WORDS},
                    coalesce(decided.set_aside, 0) AS set_aside, coalesce(decided.shown, 0) AS shown, (
                 SELECT count(*) FROM set_aside d CROSS JOIN LATERAL (
                     SELECT status, was_read, not_relevant_at FROM notifications
                     WHERE id = d.notification_id AND seen_at = d.seen_at LIMIT 1
                 ) AS n
                 WHERE d.user_id = $1 AND d.watch_id = w.id AND d.is_shown
                     AND (n.status = 'read' OR n.status = 'archived' AND n.was_read)
                     AND n.not_relevant_at IS NULL
             ) AS opened
             FROM watches w LEFT JOIN learned_watches l ON l.watch_id = w.id LEFT JOIN (
                 SELECT watch_id, count(*) FILTER (WHERE NOT is_shown) AS set_aside,
                        count(*) FILTER (WHERE is_shown) AS shown
                 FROM set_aside WHERE user_id = $1 GROUP BY watch_id
             ) AS decided ON decided.watch_id = w.id
             WHERE w.user_id = $1 AND (decided.watch_id IS NOT NULL OR l.watch_id IS NOT NULL)
             ORDER BY w.created_at DESC, w.id",
        ))
        .bind::<SqlUuid, _>(user_id)
        .load(conn)
        .await
    }
}

/// A match, and whether it is relevant if its user has shown that.
#[derive(Debug, Clone, QueryableByName)]
pub struct Label {
    #[diesel(sql_type = SqlUuid)]
    pub watch_id: Uuid,
    /// What the user means by the watch.
    #[diesel(sql_type = Text)]
    pub description: String,
    #[diesel(sql_type = Nullable<Bool>)]
    pub is_relevant: Option<bool>,
    /// With only the beginning of its text.
    #[diesel(embed)]
    pub item: Item,
    /// As in a notification.
    #[diesel(sql_type = Jsonb)]
    pub matches: serde_json::Value,
}

impl Label {
    /// Loads a user's latest matches of each kind, newest first, of watches with at least one that was marked as not
    /// relevant. Those of items that are gone are not among them. What was read is relevant, and what was set aside and
    /// taken back; archiving a match unread says nothing.
    pub async fn of_user(user_id: Uuid, conn: &mut Conn) -> QueryResult<Vec<Self>> {
        let columns = preview_columns!();
        let labels = diesel::sql_query(format!(
            "SELECT label.watch_id, label.is_relevant, w.description, n.matches, i.*
             FROM watches w CROSS JOIN LATERAL (
                 SELECT *, row_number() OVER (PARTITION BY is_relevant ORDER BY created_at DESC) AS place
                 FROM (
                     SELECT latest.watch_id, latest.id, latest.seen_at, latest.created_at, CASE
                         WHEN not_relevant_at IS NOT NULL THEN false
                         WHEN status = 'read' OR status = 'archived' AND was_read THEN true
                         WHEN status = 'unread' AND d.notification_id IS NOT NULL THEN true
                         END AS is_relevant
                     FROM (
                         SELECT watch_id, id, seen_at, created_at, status, was_read, not_relevant_at
                         FROM notifications WHERE watch_id = w.id AND deleted_at IS NULL
                         ORDER BY created_at DESC LIMIT $2
                     ) AS latest
                     LEFT JOIN set_aside d ON d.notification_id = latest.id AND NOT d.is_shown
                 ) AS labels
             ) AS label
             CROSS JOIN LATERAL (
                 SELECT item_id, matches FROM notifications
                 WHERE id = label.id AND seen_at = label.seen_at LIMIT 1
             ) AS n
             CROSS JOIN LATERAL (
                 SELECT {columns} FROM items
                 WHERE id = n.item_id AND seen_at = label.seen_at LIMIT 1
             ) AS i
             WHERE w.user_id = $1 AND label.place <= $3 AND i.gone_at IS NULL
                 AND EXISTS (SELECT FROM notifications
                             WHERE watch_id = w.id AND not_relevant_at IS NOT NULL AND deleted_at IS NULL)
             ORDER BY label.created_at DESC LIMIT $4"
        ))
        .bind::<SqlUuid, _>(user_id)
        .bind::<BigInt, _>(MAX_LOOKED_AT)
        .bind::<BigInt, _>(MAX_OF_WATCH)
        .bind::<BigInt, _>(MAX_OF_USER);
        conn.transaction(async move |conn| {
            look_up_each(conn).await?;
            labels.load(conn).await
        })
        .await
    }
}

/// Adds a word to those that no longer count against the matches of a user's watch, of which the latest are kept, or
/// takes it out. Returns all of them, the latest last, or `None` if the user has no such watch.
pub async fn ignore_word(
    watch_id: Uuid,
    user_id: Uuid,
    word: &str,
    is_ignored: bool,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Option<Vec<String>>> {
    conn.transaction(async |conn| {
        let own = watches::table.find(watch_id).filter(watches::user_id.eq(user_id));
        let own = own.select(watches::id).for_no_key_update().first::<Uuid>(conn).await;
        if own.optional()?.is_none() {
            return Ok(None);
        }
        let all = ignored_words::table.filter(ignored_words::watch_id.eq(watch_id));
        diesel::delete(all.filter(ignored_words::word.eq(word))).execute(conn).await?;
        let mut words: Vec<String> = all
            .order((ignored_words::ignored_at.desc(), ignored_words::word))
            .select(ignored_words::word)
            .load(conn)
            .await?;
        if is_ignored {
            let row = (
                ignored_words::watch_id.eq(watch_id),
                ignored_words::word.eq(word),
                ignored_words::ignored_at.eq(now),
            );
            diesel::insert_into(ignored_words::table).values(row).execute(conn).await?;
            words.insert(0, word.to_owned());
            let old = words.split_off(words.len().min(MAX_IGNORED_WORDS));
            diesel::delete(all.filter(ignored_words::word.eq_any(old))).execute(conn).await?;
        }
        words.reverse();
        Ok(Some(words))
    })
    .await
}

/// What was learned about a watch's matches, in the form of `crates/relevance`.
#[derive(Debug, Clone, QueryableByName)]
pub struct LearnedRow {
    #[diesel(sql_type = SqlUuid)]
    pub watch_id: Uuid,
    #[diesel(sql_type = Bytea)]
    pub model: Vec<u8>,
    /// The words that no longer count against its matches.
    #[diesel(sql_type = Array<Text>)]
    pub ignored_words: Vec<String>,
    /// What its user means by it.
    #[diesel(sql_type = Text)]
    pub description: String,
}

impl LearnedRow {
    /// Loads what was learned about these watches, of those about which something was.
    pub async fn load(watch_ids: &[Uuid], conn: &mut Conn) -> QueryResult<Vec<Self>> {
        diesel::sql_query(format!(
            "SELECT l.watch_id, l.model, {IGNORED_WORDS}, w.description
             FROM learned_watches l JOIN watches w ON w.id = l.watch_id WHERE l.watch_id = ANY($1)"
        ))
        .bind::<Array<SqlUuid>, _>(watch_ids)
        .prepared()
        .load(conn)
        .await
    }

    /// Deletes what was learned about a user's matches.
    pub async fn forget(user_id: Uuid, conn: &mut Conn) -> QueryResult<()> {
        let learned = learned_users::table.filter(learned_users::user_id.eq(user_id));
        diesel::delete(learned).execute(conn).await?;
        Ok(())
    }

    /// Claims the user who lets matches be set aside and whose opinions were last read the longest ago, before `before`.
    /// Nobody claims them again before `now` is so long ago.
    pub async fn claim(
        before: DateTime<Utc>,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Option<Uuid>> {
        let claimed: Option<Claimed> = diesel::sql_query(
            "INSERT INTO learned_users (user_id, learned_at)
             SELECT due.id, $2 FROM (
                 SELECT u.id FROM users u LEFT JOIN learned_users l ON l.user_id = u.id
                 WHERE u.sets_aside AND (l.learned_at IS NULL OR l.learned_at < $1)
                 ORDER BY l.learned_at NULLS FIRST LIMIT 1 FOR NO KEY UPDATE OF u SKIP LOCKED
             ) AS due
             ON CONFLICT (user_id) DO UPDATE SET learned_at = excluded.learned_at
             RETURNING user_id",
        )
        .bind::<Timestamptz, _>(before)
        .bind::<Timestamptz, _>(now)
        .get_result(conn)
        .await
        .optional()?;
        Ok(claimed.map(|user| user.user_id))
    }

    /// Replaces what was learned about a user's watches, unless the user no longer lets matches be set aside.
    pub async fn replace(
        user_id: Uuid,
        models: &[(Uuid, Vec<u8>)],
        conn: &mut Conn,
    ) -> QueryResult<()> {
        conn.transaction(async |conn| {
            let former = learned_watches::table.filter(learned_watches::user_id.eq(user_id));
            diesel::delete(former).execute(conn).await?;
            // A watch may have been deleted since.
            diesel::sql_query(
                "INSERT INTO learned_watches (watch_id, user_id, model)
                 SELECT w.id, u.user_id, learned.model FROM unnest($2, $3) AS learned (watch_id, model)
                 JOIN watches w ON w.id = learned.watch_id
                 JOIN learned_users u ON u.user_id = $1 AND u.user_id = w.user_id
                 FOR KEY SHARE OF w, u",
            )
            .bind::<SqlUuid, _>(user_id)
            .bind::<Array<SqlUuid>, _>(models.iter().map(|(id, _)| *id).collect::<Vec<_>>())
            .bind::<Array<Bytea>, _>(models.iter().map(|(_, model)| model).collect::<Vec<_>>())
            .execute(conn)
            .await?;
            Ok(())
        })
        .await
    }
}

#[derive(QueryableByName)]
struct Claimed {
    #[diesel(sql_type = SqlUuid)]
    user_id: Uuid,
}
