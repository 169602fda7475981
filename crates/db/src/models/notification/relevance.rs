//! Records that a user marked an alert as not relevant.

use super::*;
use diesel::dsl::count_star;
use diesel::sql_types::Uuid as SqlUuid;

/// A notification as an alert showed it, with what can be muted about it, even if it was deleted
/// since, until the clean-up purges it.
#[derive(Debug, Clone)]
pub struct Alerted {
    pub notification: Notification,
    pub item: Item,
}

impl Notification {
    /// Finds the user's notification of an alert that was sent.
    pub async fn find_alerted(
        user_id: Uuid,
        id: Uuid,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Option<Alerted>> {
        let found = joined()
            .filter(notifications::id.eq(id))
            .filter(notifications::user_id.eq(user_id))
            .filter(notifications::created_at.ge(cutoff(now)))
            .select((Self::as_select(), Item::as_select()))
            .first(conn)
            .await
            .optional()?;
        Ok(found.map(|(notification, item)| Alerted { notification, item }))
    }

    /// Marks a notification as not relevant. One that was marked before keeps its time.
    pub async fn mark_not_relevant(
        user_id: Uuid,
        id: Uuid,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<()> {
        diesel::update(notifications::table)
            .filter(notifications::id.eq(id))
            .filter(notifications::user_id.eq(user_id))
            .filter(notifications::deleted_at.is_null())
            .filter(notifications::not_relevant_at.is_null())
            .set((
                notifications::status.eq(NotificationStatus::Archived),
                notifications::not_relevant_at.eq(now),
            ))
            .execute(conn)
            .await?;
        Ok(())
    }

    /// Reverts the mark as not relevant; the status stays as it is.
    pub async fn clear_not_relevant(user_id: Uuid, id: Uuid, conn: &mut Conn) -> QueryResult<()> {
        diesel::update(notifications::table)
            .filter(notifications::id.eq(id))
            .filter(notifications::user_id.eq(user_id))
            .filter(notifications::not_relevant_at.is_not_null())
            .set(notifications::not_relevant_at.eq(None::<DateTime<Utc>>))
            .execute(conn)
            .await?;
        Ok(())
    }

    /// Counts the notifications of a watch that its user marked as not relevant.
    pub async fn count_not_relevant(watch_id: Uuid, conn: &mut Conn) -> QueryResult<i64> {
        notifications::table
            .filter(notifications::watch_id.eq(watch_id))
            .filter(notifications::not_relevant_at.is_not_null())
            .filter(notifications::deleted_at.is_null())
            .select(count_star())
            .first(conn)
            .await
    }

    /// Returns the watches of which enough are marked as not relevant, one of them since the proposal for
    /// the watch was dismissed, and when the last of them was.
    pub async fn not_relevant_anew(
        watch_ids: &[Uuid],
        at_least: usize,
        conn: &mut Conn,
    ) -> QueryResult<HashMap<Uuid, DateTime<Utc>>> {
        let found: Vec<MarkedWatch> = diesel::sql_query(
            "SELECT n.watch_id, max(n.not_relevant_at) AS marked_at
             FROM notifications n JOIN watches ON watches.id = n.watch_id
             WHERE n.watch_id = ANY($1) AND n.not_relevant_at IS NOT NULL AND n.deleted_at IS NULL
             GROUP BY n.watch_id, watches.proposal_dismissed_at
             HAVING count(*) >= $2
                AND max(n.not_relevant_at) > coalesce(watches.proposal_dismissed_at, '-infinity')",
        )
        .bind::<Array<SqlUuid>, _>(watch_ids)
        .bind::<BigInt, _>(i64::try_from(at_least).unwrap_or(i64::MAX))
        .load(conn)
        .await?;
        let found = found.into_iter();
        Ok(found.map(|one| (one.watch_id, one.marked_at)).collect())
    }
}

#[derive(QueryableByName)]
struct MarkedWatch {
    #[diesel(sql_type = SqlUuid)]
    watch_id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    marked_at: DateTime<Utc>,
}
