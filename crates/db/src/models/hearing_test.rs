use chrono::{DateTime, TimeDelta, Utc};
use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::prelude::*;
use diesel::sql_types::{Jsonb, Timestamptz};
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::channel::Channel;
use super::digest::Cause;
use super::item::ItemKind;
use crate::Conn;
use crate::as_jsonb::as_jsonb;
use crate::listen::notify;
use crate::schema::hearing_tests;

/// The time for which a test is kept. Messages about it that were not sent by then are not sent.
pub const KEPT: TimeDelta = TimeDelta::hours(1);
/// After this time a post that no process has read is no longer read, and what has not been sent
/// counts as a failure: nobody waits any longer.
pub const PATIENCE: TimeDelta = TimeDelta::seconds(60);
/// The time that a process has for a post, more than enough; if it dies, another takes over.
const LEASE: TimeDelta = TimeDelta::seconds(10);

/// The channel on which test posts are announced.
pub const TEST_POSTS: &str = "hearing_tests";

/// A row of `hearing_tests`: a post that a user inserted to test a watch, and how far it came.
#[derive(Debug, Clone, Queryable, QueryableByName, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = hearing_tests, check_for_backend(diesel::pg::Pg))]
#[diesel(primary_key(user_id), treat_none_as_null = true)]
pub struct HearingTest {
    pub user_id: Uuid,
    pub id: Uuid,
    pub watch_id: Uuid,
    pub keyword: String,
    pub post: PlantedPost,
    pub planted_at: DateTime<Utc>,
    pub read_at: Option<DateTime<Utc>>,
    pub matched_at: Option<DateTime<Utc>>,
    pub stored_at: Option<DateTime<Utc>>,
    pub seq: Option<i64>,
    /// As `notifications.matches`.
    pub matches: Value,
    pub ways: Ways,
    pub failure: Option<String>,
}

/// The searched parts of a test post.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, FromSqlRow, AsExpression)]
#[diesel(sql_type = Jsonb)]
pub struct PlantedPost {
    pub kind: ItemKind,
    pub place: String,
    pub author: String,
    pub title: String,
    pub body: String,
    pub flair: String,
    pub link: String,
    pub score: i32,
}

/// The ways by which its match is sent, and those that are closed.
#[derive(
    Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, FromSqlRow, AsExpression,
)]
#[diesel(sql_type = Jsonb)]
pub struct Ways(pub Vec<Way>);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Way {
    pub channel: Channel,
    /// The endpoint's name; `None` for email.
    pub name: Option<String>,
    /// The message; `None` if nothing is sent, for the reason in `closed`.
    pub message_id: Option<Uuid>,
    pub closed: Option<String>,
    /// Until when a real match would wait, and why.
    pub held: Option<(DateTime<Utc>, Cause)>,
}

as_jsonb!(PlantedPost);
as_jsonb!(Ways);

impl HearingTest {
    /// Creates a test that is not yet inserted.
    pub fn new(
        user_id: Uuid,
        watch_id: Uuid,
        keyword: &str,
        post: PlantedPost,
        now: DateTime<Utc>,
    ) -> Self {
        Self {
            user_id,
            id: Uuid::now_v7(),
            watch_id,
            keyword: keyword.to_owned(),
            post,
            planted_at: now,
            read_at: None,
            matched_at: None,
            stored_at: None,
            seq: None,
            matches: Value::Array(Vec::new()),
            ways: Ways::default(),
            failure: None,
        }
    }

    /// Inserts the test in place of the user's last one. The caller holds the locks of the user's row and
    /// of the watch's.
    pub async fn plant(&self, conn: &mut Conn) -> QueryResult<()> {
        diesel::insert_into(hearing_tests::table)
            .values(self)
            .on_conflict(hearing_tests::user_id)
            .do_update()
            .set(self)
            .execute(conn)
            .await?;
        notify(TEST_POSTS, "", conn).await
    }

    /// Finds a user's test, unless it is too old.
    pub async fn find(
        user_id: Uuid,
        id: Uuid,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Option<Self>> {
        hearing_tests::table
            .find(user_id)
            .filter(hearing_tests::id.eq(id))
            .filter(hearing_tests::planted_at.gt(now - KEPT))
            .select(Self::as_select())
            .first(conn)
            .await
            .optional()
    }

    /// Returns the id and the seq of the user's test if it came after `seq`: the live stream's read.
    pub async fn after(
        user_id: Uuid,
        seq: i64,
        conn: &mut Conn,
    ) -> QueryResult<Option<(Uuid, i64)>> {
        hearing_tests::table
            .find(user_id)
            .filter(hearing_tests::seq.gt(seq))
            .select((hearing_tests::id, hearing_tests::seq.assume_not_null()))
            .first(conn)
            .await
            .optional()
    }

    /// Takes the oldest unread post of the users for whom the SQL `of_share` holds.
    pub async fn read_next(
        of_share: &str,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Option<Self>> {
        diesel::sql_query(format!(
            "UPDATE hearing_tests SET read_at = $1 WHERE user_id = (
                 SELECT user_id FROM hearing_tests
                 WHERE stored_at IS NULL AND failure IS NULL AND planted_at > $2
                     AND (read_at IS NULL OR read_at < $3) AND {of_share}
                 ORDER BY planted_at LIMIT 1 FOR UPDATE SKIP LOCKED)
             RETURNING *"
        ))
        .bind::<Timestamptz, _>(now)
        .bind::<Timestamptz, _>(now - PATIENCE)
        .bind::<Timestamptz, _>(now - LEASE)
        .get_result(conn)
        .await
        .optional()
    }

    /// Stores how far the test came, unless another has replaced it.
    pub async fn note(&self, conn: &mut Conn) -> QueryResult<bool> {
        let noted = diesel::update(hearing_tests::table.find(self.user_id))
            .filter(hearing_tests::id.eq(self.id))
            .set(self)
            .execute(conn)
            .await?;
        Ok(noted > 0)
    }
}
