use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{
    Array, BigInt, Bool, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use url::Url;
use uuid::Uuid;

use crate::db::Conn;
use crate::db::schema::{feeds, user_feeds};

/// A host is left alone for so long after it was asked.
const HOST_PAUSE: TimeDelta = TimeDelta::seconds(2);
/// A feed of which nothing is known is asked for so often.
const FIRST_INTERVAL_SECONDS: i32 = 1_800;

/// A row of `feeds`.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = feeds, check_for_backend(diesel::pg::Pg))]
pub struct Feed {
    pub id: Uuid,
    pub place: String,
    pub address: String,
    pub title: String,
    pub site: String,
    /// None once it has stopped: the server has said that it is gone for good.
    pub next_poll_at: Option<DateTime<Utc>>,
    pub polled_at: Option<DateTime<Utc>>,
    pub failures: i32,
    pub last_error: Option<String>,
    pub interval_seconds: i32,
    pub polls: i64,
    pub unchanged: i64,
    pub items: i64,
}

/// A feed that this process is to ask for.
#[derive(Debug, Clone, QueryableByName)]
pub struct ClaimedFeed {
    #[diesel(sql_type = SqlUuid)]
    pub id: Uuid,
    #[diesel(sql_type = Text)]
    pub place: String,
    #[diesel(sql_type = Text)]
    pub address: String,
    #[diesel(sql_type = Text)]
    pub host: String,
    #[diesel(sql_type = Nullable<Text>)]
    pub etag: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub last_modified: Option<String>,
    #[diesel(sql_type = diesel::sql_types::Bytea)]
    pub known: Vec<u8>,
    #[diesel(sql_type = diesel::sql_types::Bytea)]
    pub known_titles: Vec<u8>,
    #[diesel(sql_type = BigInt)]
    pub fence: i64,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub polled_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Integer)]
    pub failures: i32,
    #[diesel(sql_type = Integer)]
    pub interval_seconds: i32,
    /// Since when somebody follows it who follows it now.
    #[diesel(sql_type = Timestamptz)]
    pub followed_since: DateTime<Utc>,
}

/// How a poll of a feed ended, for its row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolledFeed {
    /// None stops it.
    pub next_poll_at: Option<DateTime<Utc>>,
    pub interval_seconds: i32,
    /// When the poll was begun, if it went well.
    pub polled_at: Option<DateTime<Utc>>,
    /// None when it went well. Holds no address.
    pub error: Option<String>,
    /// Whether it brought nothing new.
    pub is_unchanged: bool,
}

/// What a document said of its feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadFeed {
    pub title: String,
    pub site: String,
    pub etag: Option<String>,
    pub last_modified: Option<String>,
    /// Marks of entries: see `ingest::feed`.
    pub known: Vec<u8>,
    pub known_titles: Vec<u8>,
}

/// A feed that somebody wants to follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewFeed {
    pub place: String,
    pub address: String,
    pub host: String,
    pub title: String,
    pub site: String,
}

impl NewFeed {
    /// Makes one of an address, of which nothing more is known yet.
    pub fn at(address: &Url, place: String) -> Self {
        Self {
            place,
            address: address.to_string(),
            host: address.host_str().unwrap_or_default().to_owned(),
            title: String::new(),
            site: String::new(),
        }
    }
}

#[derive(QueryableByName)]
struct Id {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

impl ClaimedFeed {
    /// Claims the feed that is due for longest of those that somebody follows and whose host is free, for
    /// the time of `lease`. Its next poll is scheduled at once, so that one that never ends is simply late.
    pub async fn claim(
        now: DateTime<Utc>,
        lease: TimeDelta,
        conn: &mut Conn,
    ) -> QueryResult<Option<Self>> {
        diesel::sql_query(
            "WITH due AS MATERIALIZED (
                 SELECT f.id, f.host FROM feeds f JOIN feed_hosts h USING (host)
                 -- What is scheduled later than ever was so by a clock that has been set back.
                 WHERE (f.next_poll_at <= $1 OR f.next_poll_at > $1 + interval '25 hours')
                     AND (f.leased_until IS NULL OR f.leased_until <= $1
                          OR f.leased_until > $1 + interval '25 hours')
                     AND (h.free_at <= $1 OR h.free_at > $1 + interval '25 hours')
                     AND EXISTS (SELECT FROM user_feeds u WHERE u.feed_id = f.id)
                 ORDER BY f.next_poll_at LIMIT 1 FOR UPDATE OF f, h SKIP LOCKED),
             taken AS (
                 UPDATE feed_hosts SET free_at = $2 FROM due WHERE feed_hosts.host = due.host)
             UPDATE feeds f SET leased_until = $2, fence = fence + 1,
                 next_poll_at = $1 + make_interval(secs => interval_seconds)
             FROM due WHERE f.id = due.id
             RETURNING f.id, place, address, f.host, etag, last_modified, known, known_titles, fence,
                 polled_at, failures, interval_seconds,
                 coalesce((SELECT min(added_at) FROM user_feeds u WHERE u.feed_id = f.id), $1)
                     AS followed_since",
        )
        .bind::<Timestamptz, _>(now)
        .bind::<Timestamptz, _>(now + lease)
        .get_result(conn)
        .await
        .optional()
    }

    /// Writes how the poll ended, and frees the host, in one statement. False if another process has
    /// claimed the feed since: then its outcome counts.
    pub async fn write(
        &self,
        polled: &PolledFeed,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<bool> {
        let failures = match &polled.error {
            Some(_) => self.failures.saturating_add(1),
            None => 0,
        };
        let written = diesel::sql_query(
            "WITH freed AS (
                 UPDATE feed_hosts SET free_at = $3
                 WHERE host = $4 AND EXISTS (SELECT FROM feeds WHERE id = $1 AND fence = $2))
             UPDATE feeds SET leased_until = NULL, next_poll_at = $5, interval_seconds = $6,
                 polled_at = coalesce($7, polled_at), failures = $8, last_error = $9,
                 polls = polls + 1, unchanged = unchanged + $10::int
             WHERE id = $1 AND fence = $2",
        )
        .bind::<SqlUuid, _>(self.id)
        .bind::<BigInt, _>(self.fence)
        .bind::<Timestamptz, _>(now + HOST_PAUSE)
        .bind::<Text, _>(&self.host)
        .bind::<Nullable<Timestamptz>, _>(polled.next_poll_at)
        .bind::<Integer, _>(polled.interval_seconds)
        .bind::<Nullable<Timestamptz>, _>(polled.polled_at)
        .bind::<Integer, _>(failures)
        .bind::<Nullable<Text>, _>(&polled.error)
        .bind::<Bool, _>(polled.is_unchanged)
        .execute(conn)
        .await?;
        Ok(written > 0)
    }

    /// Writes what the feed said of itself, and counts its new items.
    pub async fn write_read(
        &self,
        read: &ReadFeed,
        new_items: usize,
        conn: &mut Conn,
    ) -> QueryResult<usize> {
        diesel::update(feeds::table.find(self.id))
            .set((
                feeds::title.eq(&read.title),
                feeds::site.eq(&read.site),
                feeds::etag.eq(&read.etag),
                feeds::last_modified.eq(&read.last_modified),
                feeds::known.eq(&read.known),
                feeds::known_titles.eq(&read.known_titles),
                feeds::items.eq(feeds::items + i64::try_from(new_items).unwrap_or(i64::MAX)),
            ))
            .execute(conn)
            .await
    }

    /// Notes that the feed has moved, unless another one is there already: then this one goes on being
    /// asked for at its old address.
    pub async fn move_to(
        &self,
        address: &str,
        host: &str,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<usize> {
        add_host(host, now, conn).await?;
        diesel::sql_query(
            "UPDATE feeds SET address = $3, host = $4 WHERE id = $1 AND fence = $2
                 AND NOT EXISTS (SELECT FROM feeds other WHERE other.address = $3)",
        )
        .bind::<SqlUuid, _>(self.id)
        .bind::<BigInt, _>(self.fence)
        .bind::<Text, _>(address)
        .bind::<Text, _>(host)
        .execute(conn)
        .await
    }
}

impl Feed {
    /// Finds the feed at an address, or that was there when it was first followed; locks its row, so that
    /// it is not dropped before it is followed.
    pub async fn find_to_follow(address: &str, conn: &mut Conn) -> QueryResult<Option<Self>> {
        feeds::table
            .filter(feeds::address.eq(address).or(feeds::origin.eq(address)))
            .order(feeds::address.eq(address).desc())
            .select(Self::as_select())
            .for_key_share()
            .first(conn)
            .await
            .optional()
    }

    /// Makes the row of a feed, or finds it if somebody else has made it; none if its place is another one's.
    pub async fn begin(
        new: &NewFeed,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Option<Self>> {
        add_host(&new.host, now, conn).await?;
        let made = diesel::insert_into(feeds::table)
            .values((
                feeds::id.eq(Uuid::now_v7()),
                feeds::place.eq(&new.place),
                feeds::origin.eq(&new.address),
                feeds::address.eq(&new.address),
                feeds::host.eq(&new.host),
                feeds::title.eq(&new.title),
                feeds::site.eq(&new.site),
                feeds::created_at.eq(now),
                feeds::next_poll_at.eq(now),
                feeds::interval_seconds.eq(FIRST_INTERVAL_SECONDS),
            ))
            .on_conflict_do_nothing()
            .returning(Self::as_returning())
            .get_result(conn)
            .await
            .optional()?;
        match made {
            Some(feed) => Ok(Some(feed)),
            None => Self::find_to_follow(&new.address, conn).await,
        }
    }

    /// Makes a user follow it; false if the user does already. One that had stopped is tried again.
    pub async fn follow(
        &self,
        user_id: Uuid,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<bool> {
        let added = diesel::insert_into(user_feeds::table)
            .values((
                user_feeds::user_id.eq(user_id),
                user_feeds::feed_id.eq(self.id),
                user_feeds::added_at.eq(now),
            ))
            .on_conflict_do_nothing()
            .execute(conn)
            .await?;
        if self.next_poll_at.is_none() {
            diesel::update(
                feeds::table
                    .find(self.id)
                    .filter(feeds::next_poll_at.is_null()),
            )
            .set(feeds::next_poll_at.eq(now))
            .execute(conn)
            .await?;
        }
        Ok(added > 0)
    }

    /// Lists the feeds that a user follows and since when, by title.
    pub async fn followed_by(
        user_id: Uuid,
        conn: &mut Conn,
    ) -> QueryResult<Vec<(Self, DateTime<Utc>)>> {
        user_feeds::table
            .inner_join(feeds::table.on(feeds::id.eq(user_feeds::feed_id)))
            .filter(user_feeds::user_id.eq(user_id))
            .order((feeds::title, feeds::id))
            .select((Self::as_select(), user_feeds::added_at))
            .load(conn)
            .await
    }

    /// Returns since when a user follows it; none if the user does not.
    pub async fn followed_since(
        &self,
        user_id: Uuid,
        conn: &mut Conn,
    ) -> QueryResult<Option<DateTime<Utc>>> {
        user_feeds::table
            .find((user_id, self.id))
            .select(user_feeds::added_at)
            .first(conn)
            .await
            .optional()
    }

    /// Counts the feeds that a user follows.
    pub async fn count_of(user_id: Uuid, conn: &mut Conn) -> QueryResult<i64> {
        user_feeds::table
            .filter(user_feeds::user_id.eq(user_id))
            .count()
            .get_result(conn)
            .await
    }

    /// Returns those of these places, in lower case, whose feeds a user follows.
    pub async fn followed_places(
        user_id: Uuid,
        places: &[String],
        conn: &mut Conn,
    ) -> QueryResult<Vec<String>> {
        user_feeds::table
            .inner_join(feeds::table.on(feeds::id.eq(user_feeds::feed_id)))
            .filter(user_feeds::user_id.eq(user_id))
            .filter(feeds::place.eq_any(places))
            .select(feeds::place)
            .load(conn)
            .await
    }

    /// Deletes, of the feeds made before `before`, some that nobody follows, with what is known of how they
    /// were read. Their items stay for as long as others. The caller holds a transaction.
    pub async fn drop_unfollowed(
        before: DateTime<Utc>,
        most: usize,
        conn: &mut Conn,
    ) -> QueryResult<usize> {
        // Locked first: who follows one meanwhile has it locked as well, and is seen by the second
        // statement.
        let locked: Vec<Id> = diesel::sql_query(
            "SELECT f.id FROM feeds f
             WHERE created_at < $1 AND NOT EXISTS (SELECT FROM user_feeds u WHERE u.feed_id = f.id)
             ORDER BY f.id LIMIT $2 FOR UPDATE SKIP LOCKED",
        )
        .bind::<Timestamptz, _>(before)
        .bind::<BigInt, _>(i64::try_from(most).unwrap_or(i64::MAX))
        .load(conn)
        .await?;
        let ids: Vec<Uuid> = locked.into_iter().map(|row| row.id).collect();
        let dropped = diesel::sql_query(
            "WITH dropped AS (
                 DELETE FROM feeds f WHERE id = ANY ($1)
                     AND NOT EXISTS (SELECT FROM user_feeds u WHERE u.feed_id = f.id)
                 RETURNING place),
             unread AS (
                 DELETE FROM place_readings r USING dropped WHERE r.place = dropped.place)
             SELECT place FROM dropped",
        )
        .bind::<Array<SqlUuid>, _>(&ids)
        .execute(conn)
        .await?;
        diesel::sql_query(
            "DELETE FROM feed_hosts h WHERE free_at < $1
                 AND NOT EXISTS (SELECT FROM feeds f WHERE f.host = h.host)",
        )
        .bind::<Timestamptz, _>(before)
        .execute(conn)
        .await?;
        Ok(dropped)
    }
}

/// Makes the row of a host. Who makes it has just asked there.
async fn add_host(host: &str, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<usize> {
    diesel::sql_query(
        // An update, so that a row that is about to be dropped stays.
        "INSERT INTO feed_hosts AS h (host, free_at) VALUES ($1, $2)
         ON CONFLICT (host) DO UPDATE SET free_at = greatest(h.free_at, excluded.free_at)",
    )
    .bind::<Text, _>(host)
    .bind::<Timestamptz, _>(now + HOST_PAUSE)
    .execute(conn)
    .await
}
