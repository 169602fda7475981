use std::collections::HashSet;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Jsonb, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use serde_json::Value;
use uuid::Uuid;

use super::notification::RESTORE_HOURS;
use crate::Conn;
use crate::schema::insight_results;

/// A row of `insight_results`: a user's latest result.
#[derive(Debug, Clone, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(
    table_name = insight_results,
    primary_key(user_id),
    treat_none_as_null = true,
    check_for_backend(diesel::pg::Pg)
)]
pub struct InsightResult {
    pub user_id: Uuid,
    pub job_id: Uuid,
    pub generated_at: DateTime<Utc>,
    pub result: serde_json::Value,
    /// When the result was hidden, until it is restored or deleted.
    pub cleared_at: Option<DateTime<Utc>>,
}

impl InsightResult {
    /// Returns the result that is shown to a user: not one that they have cleared.
    pub async fn find(user_id: Uuid, conn: &mut Conn) -> QueryResult<Option<Self>> {
        insight_results::table
            .find(user_id)
            .filter(insight_results::cleared_at.is_null())
            .select(Self::as_select())
            .first(conn)
            .await
            .optional()
    }

    /// Stores the result in place of the previous one.
    pub async fn keep(&self, conn: &mut Conn) -> QueryResult<()> {
        diesel::insert_into(insight_results::table)
            .values(self)
            .on_conflict(insight_results::user_id)
            .do_update()
            .set(self)
            .execute(conn)
            .await?;
        Ok(())
    }

    /// Hides the result. One that was cleared before keeps its time.
    pub async fn clear(user_id: Uuid, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
        diesel::update(insight_results::table.find(user_id))
            .filter(insight_results::cleared_at.is_null())
            .set(insight_results::cleared_at.eq(now))
            .execute(conn)
            .await?;
        Ok(())
    }

    /// Shows a cleared result again, for as long as deleted notifications can be restored. Returns
    /// whether there is a result now.
    pub async fn restore(user_id: Uuid, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<bool> {
        let oldest = now - TimeDelta::hours(RESTORE_HOURS);
        let cleared_at = insight_results::cleared_at;
        let there = diesel::update(insight_results::table.find(user_id))
            .filter(cleared_at.is_null().or(cleared_at.ge(oldest)))
            .set(cleared_at.eq(None::<DateTime<Utc>>))
            .execute(conn)
            .await?;
        Ok(there > 0)
    }
}

/// The posts that a language model's sentences cite, as `insight_results_cited` has them.
const CITED: &str = "jsonb_path_query_array(result, '$.keywords[*].written.*[*].posts[*]')";
/// The lists of sentences in the result for a keyword.
const SENTENCES: [&str; 2] = ["/written/summary", "/written/recommendations"];
/// The results that are looked at together.
const BATCH: i64 = 100;

#[derive(QueryableByName)]
struct Cites {
    #[diesel(sql_type = SqlUuid)]
    user_id: Uuid,
    #[diesel(sql_type = Jsonb)]
    result: Value,
}

#[derive(QueryableByName)]
struct ForumId {
    #[diesel(sql_type = Text)]
    forum_id: String,
}

/// Sentences of a language model may repeat the posts that they cite, and go with the first of them.
impl InsightResult {
    /// Drops the sentences that cite one of these posts, within the caller's transaction, which has locked the keys
    /// of these items.
    pub async fn forget_posts(forum_ids: &[&str], conn: &mut Conn) -> QueryResult<()> {
        let rows: Vec<Cites> = diesel::sql_query(format!(
            "SELECT user_id, result FROM insight_results WHERE {CITED} ?| $1
             ORDER BY user_id FOR UPDATE"
        ))
        .bind::<Array<Text>, _>(forum_ids)
        .load(conn)
        .await?;
        for Cites { user_id, mut result } in rows {
            drop_sentences(&mut result, |id| forum_ids.contains(&id));
            diesel::update(insight_results::table.find(user_id))
                .set(insight_results::result.eq(result))
                .execute(conn)
                .await?;
        }
        Ok(())
    }

    /// Drops the sentences of a result that is about to be stored if a post that they cite is gone by now. The keys
    /// of the others stay locked until the transaction ends: who removes one of them waits, and then finds the
    /// result.
    pub async fn drop_missing(result: &mut Value, conn: &mut Conn) -> QueryResult<()> {
        let cited = cited(result);
        diesel::sql_query(
            "SELECT FROM item_keys WHERE forum_id = ANY($1) ORDER BY forum_id FOR SHARE",
        )
        .bind::<Array<Text>, _>(&cited)
        .execute(conn)
        .await?;
        let stored = stored_posts(&cited, conn).await?;
        drop_sentences(result, |id| !stored.contains(id));
        Ok(())
    }

    /// Drops the sentences of all results that cite a post which is no longer stored, as after a week of posts was
    /// dropped. Returns the number of results that have changed.
    pub async fn forget_missing(conn: &mut Conn) -> QueryResult<usize> {
        let (mut after, mut changed) = (Uuid::nil(), 0);
        loop {
            let rows: Vec<Cites> = diesel::sql_query(format!(
                "SELECT user_id, result FROM insight_results
                 WHERE user_id > $1 AND {CITED} <> '[]' ORDER BY user_id LIMIT $2"
            ))
            .bind::<SqlUuid, _>(after)
            .bind::<BigInt, _>(BATCH)
            .load(conn)
            .await?;
            let Some(last) = rows.last() else {
                return Ok(changed);
            };
            after = last.user_id;
            let all: Vec<String> = rows.iter().flat_map(|row| cited(&row.result)).collect();
            let stored = stored_posts(&all, conn).await?;
            for Cites { user_id, result } in rows {
                let mut left = result.clone();
                if drop_sentences(&mut left, |id| !stored.contains(id)) {
                    // One that has changed meanwhile is looked at the next time.
                    let unchanged = insight_results::table.find(user_id);
                    changed += diesel::update(unchanged.filter(insight_results::result.eq(result)))
                        .set(insight_results::result.eq(left))
                        .execute(conn)
                        .await?;
                }
            }
        }
    }
}

/// Returns those of these posts that are stored and not gone.
async fn stored_posts(forum_ids: &[String], conn: &mut Conn) -> QueryResult<HashSet<String>> {
    let stored: Vec<ForumId> = diesel::sql_query(
        "SELECT k.forum_id FROM item_keys k JOIN items i ON i.id = k.item_id AND i.seen_at = k.seen_at
         WHERE k.forum_id = ANY($1) AND i.gone_at IS NULL",
    )
    .bind::<Array<Text>, _>(forum_ids)
    .load(conn)
    .await?;
    Ok(stored.into_iter().map(|stored| stored.forum_id).collect())
}

/// Returns the posts that the sentences cite.
fn cited(result: &Value) -> Vec<String> {
    let parts = result["keywords"].as_array().into_iter().flatten();
    let lists = parts.flat_map(|part| SENTENCES.map(|path| part.pointer(path)));
    let sentences = lists.flatten().filter_map(Value::as_array).flatten();
    let posts = sentences.filter_map(|sentence| sentence["posts"].as_array()).flatten();
    posts.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Drops the sentences that cite a post that is gone. Returns whether there were any.
fn drop_sentences(result: &mut Value, is_gone: impl Fn(&str) -> bool) -> bool {
    let cites_gone = |sentence: &Value| {
        let posts = sentence["posts"].as_array().into_iter().flatten();
        posts.filter_map(Value::as_str).any(&is_gone)
    };
    let parts = result.get_mut("keywords").and_then(Value::as_array_mut);
    let mut has_dropped = false;
    for part in parts.into_iter().flatten() {
        for path in SENTENCES {
            if let Some(sentences) = part.pointer_mut(path).and_then(Value::as_array_mut) {
                let before = sentences.len();
                sentences.retain(|sentence| !cites_gone(sentence));
                has_dropped |= sentences.len() < before;
            }
        }
    }
    has_dropped
}
