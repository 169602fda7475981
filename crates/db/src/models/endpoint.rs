use std::collections::HashSet;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::channel::Channel;
use crate::Conn;
use crate::column_enum::column_enum;
use crate::listen::{OUTBOX, notify};
use crate::schema::endpoints;

/// A row of `endpoints`: a browser, a webhook or a chat that receives alerts of one user.
#[derive(Debug, Clone, Queryable, Selectable, Identifiable, Insertable)]
#[diesel(table_name = endpoints, check_for_backend(diesel::pg::Pg))]
pub struct Endpoint {
    pub id: Uuid,
    pub user_id: Uuid,
    pub channel: EndpointChannel,
    pub name: String,
    /// A sealed [`Target`](deliver::delivery::target::Target).
    pub target: Vec<u8>,
    /// A keyed hash of the address.
    pub fingerprint: Vec<u8>,
    /// The address's host.
    pub shown: String,
    /// The watches whose matches are sent there; `None` for all.
    pub watch_ids: Option<Vec<Uuid>>,
    pub secret_version: i32,
    /// The time since which deliveries fail, and the last error.
    pub failing_since: Option<DateTime<Utc>>,
    pub last_error: Option<String>,
    pub last_sent_at: Option<DateTime<Utc>>,
    pub paused_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    /// After failures in a row, nothing is sent there before this time.
    pub held_until: Option<DateTime<Utc>>,
    /// Whether gaps, and keywords and channels that were paused, are reported there, too.
    pub reports_gaps: bool,
}

column_enum! {
    #[derive(Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum EndpointChannel in endpoints.channel {
        /// A browser, which subscribes with `POST /push/subscriptions`.
        Push = "push",
        Webhook = "webhook",
        Slack = "slack",
        Discord = "discord",
        Telegram = "telegram",
        Ntfy = "ntfy",
    }
}

impl From<EndpointChannel> for Channel {
    fn from(channel: EndpointChannel) -> Self {
        match channel {
            EndpointChannel::Push => Self::Push,
            EndpointChannel::Webhook => Self::Webhook,
            EndpointChannel::Slack => Self::Slack,
            EndpointChannel::Discord => Self::Discord,
            EndpointChannel::Telegram => Self::Telegram,
            EndpointChannel::Ntfy => Self::Ntfy,
        }
    }
}

impl Endpoint {
    pub async fn find(id: Uuid, conn: &mut Conn) -> QueryResult<Option<Self>> {
        endpoints::table.find(id).select(Self::as_select()).first(conn).await.optional()
    }

    /// Ends the hold on the endpoint `id`, if there is one, and clears its failures. Messages that
    /// waited for the end of the hold are due `now`.
    pub async fn lift_hold(id: Uuid, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
        let held: Option<(Uuid, Option<DateTime<Utc>>)> = endpoints::table
            .find(id)
            .filter(endpoints::failures.gt(0))
            .select((endpoints::user_id, endpoints::held_until))
            .for_update()
            .first(conn)
            .await
            .optional()?;
        let Some((user_id, held_until)) = held else {
            return Ok(());
        };
        diesel::update(endpoints::table.find(id))
            .set((
                endpoints::failures.eq(0),
                endpoints::holds.eq(0),
                endpoints::held_until.eq(None::<DateTime<Utc>>),
            ))
            .execute(conn)
            .await?;
        let Some(held_until) = held_until else {
            return Ok(());
        };
        // A message that is due at another moment waits for a reason of its own.
        let released = diesel::sql_query(
            "UPDATE outbox SET due_at = $4 \
             WHERE status = 'pending' AND outbox_queue(channel, kind) IN (3, 4, 5) \
                 AND user_id = $1 AND endpoint_id = $2 AND due_at = $3 AND due_at > $4",
        )
        .bind::<diesel::sql_types::Uuid, _>(user_id)
        .bind::<diesel::sql_types::Uuid, _>(id)
        .bind::<diesel::sql_types::Timestamptz, _>(held_until)
        .bind::<diesel::sql_types::Timestamptz, _>(now)
        .execute(conn)
        .await?;
        if released > 0 {
            notify(OUTBOX, "", conn).await?;
        }
        Ok(())
    }

    /// Returns the endpoint `id` if it is paused.
    pub async fn find_paused(id: Uuid, conn: &mut Conn) -> QueryResult<Option<Self>> {
        let found = Self::find(id, conn).await?;
        Ok(found.filter(|endpoint| endpoint.paused_at.is_some()))
    }

    /// Loads a user's endpoints to which problems are reported, oldest first.
    pub async fn reporting(user_id: Uuid, conn: &mut Conn) -> QueryResult<Vec<Self>> {
        endpoints::table
            .filter(endpoints::user_id.eq(user_id))
            .filter(endpoints::reports_gaps)
            .filter(endpoints::paused_at.is_null())
            .order(endpoints::id)
            .select(Self::as_select())
            .load(conn)
            .await
    }

    /// Loads all of a user's endpoints, oldest first.
    pub async fn of_user(user_id: Uuid, conn: &mut Conn) -> QueryResult<Vec<Self>> {
        endpoints::table
            .filter(endpoints::user_id.eq(user_id))
            .order(endpoints::id)
            .select(Self::as_select())
            .load(conn)
            .await
    }

    /// Loads the endpoints of these users that are not paused, oldest first. They stay as they are
    /// until the transaction ends.
    pub async fn open_of(users: &HashSet<Uuid>, conn: &mut Conn) -> QueryResult<Vec<Self>> {
        endpoints::table
            .filter(endpoints::user_id.eq_any(users))
            .filter(endpoints::paused_at.is_null())
            .order(endpoints::id)
            .select(Self::as_select())
            .for_key_share()
            .load(conn)
            .await
    }
}
