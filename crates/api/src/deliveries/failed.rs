use std::collections::HashMap;

use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;

use super::{Delivery, DeliveryKind};
use crate::prelude::*;
use db::models::channel::Channel;
use db::models::outbox::{Kind, OutboxRow, Status};
use db::schema::outbox;

/// The most messages of each group that are shown; their total number is reported.
const SHOWN_PER_GROUP: i64 = 3;

/// The messages `o` of the user `$1` that were given up and not dismissed since, each with its
/// endpoint `e` if that still exists. Tests are excluded, since they report their result at once.
pub(super) const FAILED: &str = "FROM outbox o LEFT JOIN endpoints e ON e.id = o.endpoint_id \
     WHERE o.user_id = $1 AND o.status = 'dead' AND o.kind <> 'test' \
     AND (o.dismissed_at IS NULL OR o.dismissed_at < o.finished_at)";

/// The condition for messages that can be sent again; `$2` has the kinds.
pub(super) const CAN_BE_REPLAYED: &str =
    "(o.endpoint_id IS NULL OR (e.id IS NOT NULL AND e.paused_at IS NULL)) AND o.kind = ANY($2)";

/// Returns the kinds of messages that a user may send again, as the column names them.
pub(super) fn replayable_kinds() -> Vec<&'static str> {
    let kinds = Kind::ALL.iter().copied();
    let may = kinds.filter(|kind| DeliveryKind::of(*kind) != DeliveryKind::Account);
    may.map(Kind::as_str).collect()
}

/// The messages that could not be delivered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FailedDeliveries {
    pub total: i64,
    /// The number of messages that can be sent again.
    pub replayable: i64,
    /// The messages by destination, the one with the newest failure first.
    pub groups: Vec<FailedGroup>,
}

/// The messages that could not be delivered to one destination.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FailedGroup {
    pub channel: Channel,
    /// Null for email, and for all deleted channels of this kind.
    #[schema(required = true)]
    pub endpoint_id: Option<Uuid>,
    #[schema(required = true)]
    pub endpoint_name: Option<String>,
    pub state: FailedGroupState,
    pub total: i64,
    /// The number of messages that can be sent again.
    pub replayable: i64,
    /// The reason why the newest message failed.
    #[schema(required = true)]
    pub reason: Option<String>,
    /// The number of different reasons.
    pub reasons: i64,
    pub last_failed_at: DateTime<Utc>,
    /// The newest 3 messages.
    pub newest: Vec<Delivery>,
}

/// Whether messages can be sent to a destination.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FailedGroupState {
    Open,
    /// Messages can be sent once the channel is resumed.
    Paused,
    /// The channel was deleted; nothing can be sent there.
    Deleted,
}

#[derive(QueryableByName)]
struct GroupRow {
    #[diesel(sql_type = Text)]
    channel: Channel,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    endpoint_id: Option<Uuid>,
    #[diesel(sql_type = Nullable<Text>)]
    endpoint_name: Option<String>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    paused_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = BigInt)]
    total: i64,
    #[diesel(sql_type = BigInt)]
    replayable: i64,
    #[diesel(sql_type = Nullable<Text>)]
    reason: Option<String>,
    #[diesel(sql_type = BigInt)]
    reasons: i64,
    #[diesel(sql_type = Timestamptz)]
    last_failed_at: DateTime<Utc>,
}

impl GroupRow {
    fn state(&self) -> FailedGroupState {
        match (self.channel, self.endpoint_id, self.paused_at) {
            (Channel::Mail, _, _) | (_, Some(_), None) => FailedGroupState::Open,
            (_, Some(_), Some(_)) => FailedGroupState::Paused,
            (_, None, _) => FailedGroupState::Deleted,
        }
    }
}

/// Lists the messages that were given up, by destination.
///
/// They are listed until they are dismissed or sent again.
#[utoipa::path(
    get, path = "/deliveries/failed", tag = "deliveries", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 200, body = FailedDeliveries))
)]
pub async fn list_failed_deliveries(
    State(app): State<App>,
    auth: AuthUser,
) -> ApiResult<Json<FailedDeliveries>> {
    let mut conn = app.conn().await?;
    let rows = group_rows(auth.id, &mut conn).await?;
    let mut newest: HashMap<_, Vec<Delivery>> = HashMap::new();
    let shown = Delivery::of(newest_of_each(auth.id, &mut conn).await?, &mut conn).await?;
    for delivery in shown {
        // A message without a name belongs to a deleted channel.
        let endpoint = delivery.endpoint_name.as_ref().and(delivery.endpoint_id);
        let group = newest.entry((delivery.channel, endpoint)).or_default();
        group.push(delivery);
    }
    let groups = rows.into_iter().map(|row| FailedGroup {
        state: row.state(),
        newest: newest.remove(&(row.channel, row.endpoint_id)).unwrap_or_default(),
        channel: row.channel,
        endpoint_id: row.endpoint_id,
        endpoint_name: row.endpoint_name,
        total: row.total,
        replayable: row.replayable,
        reason: row.reason,
        reasons: row.reasons,
        last_failed_at: row.last_failed_at,
    });
    let groups: Vec<_> = groups.collect();
    Ok(Json(FailedDeliveries {
        total: groups.iter().map(|group| group.total).sum(),
        replayable: groups.iter().map(|group| group.replayable).sum(),
        groups,
    }))
}

async fn group_rows(user_id: Uuid, conn: &mut Conn) -> QueryResult<Vec<GroupRow>> {
    diesel::sql_query(format!(
        "SELECT o.channel, e.id AS endpoint_id, e.name AS endpoint_name, e.paused_at, \
             count(*) AS total, count(*) FILTER (WHERE {CAN_BE_REPLAYED}) AS replayable, \
             (array_agg(o.reason ORDER BY o.finished_at DESC, o.id DESC))[1] AS reason, \
             count(DISTINCT o.reason) AS reasons, max(o.finished_at) AS last_failed_at \
         {FAILED} GROUP BY o.channel, e.id \
         ORDER BY last_failed_at DESC, o.channel, e.id"
    ))
    .bind::<SqlUuid, _>(user_id)
    .bind::<Array<Text>, _>(replayable_kinds())
    .load(conn)
    .await
}

/// Loads the newest messages of each group, newest first.
async fn newest_of_each(user_id: Uuid, conn: &mut Conn) -> QueryResult<Vec<OutboxRow>> {
    diesel::sql_query(format!(
        "SELECT * FROM outbox WHERE id IN ( \
             SELECT id FROM ( \
                 SELECT o.id, row_number() OVER ( \
                     PARTITION BY o.channel, e.id ORDER BY o.finished_at DESC, o.id DESC) AS nth \
                 {FAILED}) AS numbered WHERE nth <= $2) \
         ORDER BY finished_at DESC, id DESC"
    ))
    .bind::<SqlUuid, _>(user_id)
    .bind::<BigInt, _>(SHOWN_PER_GROUP)
    .load(conn)
    .await
}

/// Dismisses all failed messages.
///
/// Those that fail later are listed again.
#[utoipa::path(
    post, path = "/deliveries/failed/dismiss", tag = "deliveries", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 204))
)]
pub async fn dismiss_failed_deliveries(
    State(app): State<App>,
    auth: AuthUser,
) -> ApiResult<StatusCode> {
    let mut conn = app.conn().await?;
    diesel::update(outbox::table)
        .filter(outbox::user_id.eq(auth.id))
        .filter(outbox::status.eq(Status::Dead))
        .set(outbox::dismissed_at.eq(app.clock.now()))
        .execute(&mut conn)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
