mod claimed;
mod daily;
pub mod host;
mod pushed;

pub use claimed::{ClaimedFeed, PolledFeed, ReadFeed};
pub use daily::{Amount, DailyLimits, Reached, limit_reached};
pub use pushed::{Waiting, push_address, take_waiting, waiting_items};

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use url::Url;
use uuid::Uuid;

use self::daily::{Change, settle};
use crate::Conn;
use crate::schema::{feed_credentials, feeds, pushed_items, user_feeds};

/// The poll interval of a feed about which nothing is known yet.
const FIRST_INTERVAL_SECONDS: i32 = 1_800;
/// The shortest poll interval.
pub const MIN_INTERVAL_SECONDS: i32 = 300;

/// A row of `feeds`.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = feeds, check_for_backend(diesel::pg::Pg))]
pub struct Feed {
    pub id: Uuid,
    pub place: String,
    pub address: String,
    pub title: String,
    pub site: String,
    /// When to poll next; `None` once the server has said that the feed is gone for good.
    pub next_poll_at: Option<DateTime<Utc>>,
    pub polled_at: Option<DateTime<Utc>>,
    pub failures: i32,
    pub last_error: Option<String>,
    pub remark: Option<String>,
    /// The limit for which the next poll waits for another day, in words.
    pub put_off: Option<String>,
    /// The latest date in the last document; for a push source when its last item arrived.
    pub newest_at: Option<DateTime<Utc>>,
    pub interval_seconds: i32,
    pub polls: i64,
    pub unchanged: i64,
    pub items: i64,
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
    /// Creates one for an address about which nothing more is known yet.
    pub fn at(address: &Url, place: String) -> Self {
        Self {
            place,
            address: address.to_string(),
            host: address.host_str().unwrap_or_default().to_owned(),
            title: String::new(),
            site: String::new(),
        }
    }

    /// Creates one for a push source of this name. As its own host, it waits for no other.
    pub fn pushed(name: &str, owner: Uuid, place: String) -> Self {
        let address = push_address(name, owner);
        Self { place, host: address.clone(), address, title: name.to_owned(), site: String::new() }
    }
}

#[derive(QueryableByName)]
struct Id {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

/// Returns the address under which the feed of a user with credentials is stored: the user's id, in place of the
/// part after `#`, makes it a feed of its own.
pub fn own_address(address: &Url, owner: Uuid) -> Url {
    let mut own = address.clone();
    own.set_fragment(Some(&owner.to_string()));
    own
}

impl Feed {
    /// Returns the address as users enter and see it.
    pub fn shown_address(&self) -> &str {
        self.address.split('#').next().unwrap_or_default()
    }

    /// Returns whether the feed is read with credentials, for one user alone.
    pub fn has_credentials(&self) -> bool {
        self.address.contains('#') && self.push_name().is_none()
    }

    /// Stores the encrypted credentials of a user's own feed in place of earlier ones, and has it polled at
    /// once.
    pub async fn set_credentials(
        &self,
        owner: Uuid,
        sealed: &[u8],
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<()> {
        diesel::insert_into(feed_credentials::table)
            .values((
                feed_credentials::feed_id.eq(self.id),
                feed_credentials::user_id.eq(owner),
                feed_credentials::sealed.eq(sealed),
            ))
            .on_conflict(feed_credentials::feed_id)
            .do_update()
            .set(feed_credentials::sealed.eq(sealed))
            .execute(conn)
            .await?;
        host::lock_of(self.id, conn).await?;
        diesel::update(feeds::table.find(self.id))
            .set(feeds::next_poll_at.eq(now))
            .execute(conn)
            .await?;
        Ok(())
    }

    /// Makes a user no longer follow a feed, and forgets the credentials for it and what waits. The caller holds a transaction.
    pub async fn unfollow(
        user_id: Uuid,
        feed_id: Uuid,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<()> {
        settle(Change::Unfollow, (user_id, feed_id), now, conn).await?;
        diesel::delete(user_feeds::table.find((user_id, feed_id))).execute(conn).await?;
        let own =
            feed_credentials::table.find(feed_id).filter(feed_credentials::user_id.eq(user_id));
        diesel::delete(own).execute(conn).await?;
        let waiting = pushed_items::table.filter(pushed_items::feed_id.eq(feed_id));
        diesel::delete(waiting.filter(pushed_items::user_id.eq(user_id))).execute(conn).await?;
        Ok(())
    }

    /// Finds the feed at an address, or that was there when it was first followed, and locks its row, so
    /// that it is not deleted before it is followed.
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

    /// Creates the row of a feed, or finds it if it exists already. Returns `None` if another feed has its
    /// place.
    pub async fn begin(
        new: &NewFeed,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Option<Self>> {
        let pause =
            if pushed::push_name(&new.address).is_some() { TimeDelta::zero() } else { host::PAUSE };
        host::add(&new.host, now + pause, conn).await?;
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

    /// Makes a user follow the feed. Returns false if the user does already. A stopped feed is tried
    /// again, and one that nobody followed is polled at once, as is one that has reached a limit, which this user
    /// may not have reached. The caller holds a transaction.
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
        host::lock_of(self.id, conn).await?;
        if added > 0 {
            settle(Change::Follow, (user_id, self.id), now, conn).await?;
        }
        // Even if it is due already: a process that finds it without followers meanwhile would put it off.
        diesel::sql_query(
            "UPDATE feeds f SET next_poll_at = $3
             WHERE id = $1 AND (next_poll_at IS NULL OR put_off IS NOT NULL OR NOT EXISTS (
                 SELECT FROM user_feeds u WHERE u.feed_id = f.id AND u.user_id <> $2))",
        )
        .bind::<SqlUuid, _>(self.id)
        .bind::<SqlUuid, _>(user_id)
        .bind::<Timestamptz, _>(now)
        .execute(conn)
        .await?;
        Ok(added > 0)
    }

    /// Lists the feeds that a user follows, and since when, by title.
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

    /// Returns since when a user follows the feed; `None` if the user does not.
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
        user_feeds::table.filter(user_feeds::user_id.eq(user_id)).count().get_result(conn).await
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

    /// Returns the places and titles of the feeds at these places, in lower case, that a user follows.
    pub async fn titles(
        user_id: Uuid,
        places: &[String],
        conn: &mut Conn,
    ) -> QueryResult<Vec<(String, String)>> {
        user_feeds::table
            .inner_join(feeds::table.on(feeds::id.eq(user_feeds::feed_id)))
            .filter(user_feeds::user_id.eq(user_id))
            .filter(feeds::place.eq_any(places))
            .select((feeds::place, feeds::title))
            .load(conn)
            .await
    }

    /// Deletes some of the feeds created before `before` that nobody follows, with the records of how
    /// they were read. Their items are kept for as long as others. The caller holds a transaction.
    pub async fn drop_unfollowed(
        before: DateTime<Utc>,
        most: usize,
        conn: &mut Conn,
    ) -> QueryResult<usize> {
        // Locked first: a user who follows one meanwhile has locked it as well, and is seen by the second
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
        host::drop_unused(before, conn).await?;
        Ok(dropped)
    }
}
