use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::Conn;
use crate::column_enum::column_enum;
use crate::schema::mail_bounces;

column_enum! {
    /// The kind of a report about a message that a mail server had accepted.
    pub enum BounceKind in mail_bounces.kind {
        /// There is no such mailbox.
        Hard = "hard",
        /// The message came back for a reason that may pass.
        Soft = "soft",
        /// The receiver reported the message as spam.
        Complaint = "complaint",
    }
}

/// A row of `mail_bounces`.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = mail_bounces)]
pub struct MailBounce {
    /// Names the report, so that a repetition of it counts once.
    pub id: String,
    /// `None` if no account has the address.
    pub user_id: Option<Uuid>,
    pub kind: BounceKind,
    pub received_at: DateTime<Utc>,
}

#[derive(QueryableByName)]
struct Days {
    #[diesel(sql_type = BigInt)]
    days: i64,
}

impl MailBounce {
    /// Stores the report. Returns false if it was known.
    pub async fn insert(&self, conn: &mut Conn) -> QueryResult<bool> {
        let stored = diesel::insert_into(mail_bounces::table)
            .values(self)
            .on_conflict_do_nothing()
            .execute(conn)
            .await?;
        Ok(stored == 1)
    }

    /// Counts the days (UTC) since `since` on which messages to the user came back.
    pub async fn soft_days(
        user_id: Uuid,
        since: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<i64> {
        let counted: Days = diesel::sql_query(
            "SELECT count(DISTINCT date_trunc('day', received_at, 'UTC')) AS days FROM mail_bounces
             WHERE user_id = $1 AND kind = 'soft' AND received_at > $2",
        )
        .bind::<SqlUuid, _>(user_id)
        .bind::<Timestamptz, _>(since)
        .get_result(conn)
        .await?;
        Ok(counted.days)
    }

    /// Lets earlier soft bounces of the user no longer count. Their ids stay, so that repetitions of them do not count
    /// either.
    pub(super) async fn forget_soft(user_id: Uuid, conn: &mut Conn) -> QueryResult<()> {
        diesel::update(mail_bounces::table)
            .filter(mail_bounces::user_id.eq(user_id))
            .filter(mail_bounces::kind.eq(BounceKind::Soft))
            .set(mail_bounces::user_id.eq(None::<Uuid>))
            .execute(conn)
            .await?;
        Ok(())
    }
}
