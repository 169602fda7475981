use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::Conn;
use crate::schema::rate_limits;

/// Counts one more of `class` for `key` in the window that began at `start`, and returns the new
/// count.
pub async fn count(
    class: &str,
    key: &[u8],
    start: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<i32> {
    diesel::insert_into(rate_limits::table)
        .values((
            rate_limits::class.eq(class),
            rate_limits::key_hash.eq(key),
            rate_limits::window_start.eq(start),
            rate_limits::count.eq(1),
        ))
        .on_conflict((rate_limits::class, rate_limits::key_hash, rate_limits::window_start))
        .do_update()
        .set(rate_limits::count.eq(rate_limits::count + 1))
        .returning(rate_limits::count)
        .get_result(conn)
        .await
}

/// Counts one more as [`count`] does, and returns true, unless there are `most` already.
pub async fn take(
    class: &str,
    key: &[u8],
    most: u32,
    start: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<bool> {
    let made = count(class, key, start, conn).await?;
    let fits = u32::try_from(made).is_ok_and(|made| made <= most);
    if !fits {
        give_back(class, key, start, conn).await?;
    }
    Ok(fits)
}

/// Returns how many of `class` were counted for `key` in the window that began at `start`.
pub async fn counted(
    class: &str,
    key: &[u8],
    start: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<i32> {
    let count = rate_limits::table
        .find((class, key, start))
        .select(rate_limits::count)
        .first(conn)
        .await
        .optional()?;
    Ok(count.unwrap_or(0))
}

/// Reverts one count.
pub async fn give_back(
    class: &str,
    key: &[u8],
    start: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<()> {
    let row = rate_limits::table.find((class, key, start));
    diesel::update(row.filter(rate_limits::count.gt(0)))
        .set(rate_limits::count.eq(rate_limits::count - 1))
        .execute(conn)
        .await?;
    Ok(())
}

/// Clears the counts of `class` for `key`.
pub async fn forget(class: &str, key: &[u8], conn: &mut Conn) -> QueryResult<()> {
    let of_key = rate_limits::class.eq(class).and(rate_limits::key_hash.eq(key));
    diesel::delete(rate_limits::table.filter(of_key)).execute(conn).await?;
    Ok(())
}

/// Deletes windows that began before `cutoff`.
pub async fn purge(cutoff: DateTime<Utc>, conn: &mut Conn) -> QueryResult<usize> {
    diesel::delete(rate_limits::table.filter(rate_limits::window_start.lt(cutoff)))
        .execute(conn)
        .await
}
