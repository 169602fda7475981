use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncConnection, RunQueryDsl};

use super::failed::{CAN_BE_REPLAYED, FAILED, replayable_kinds};
use crate::prelude::*;
use db::listen::{OUTBOX, notify};
use db::models::channel::Channel;

/// The most messages that are sent again by one call; the number of the rest is reported.
const MAX_REPLAYED: i64 = 5_000;

/// The selection of messages that were given up; all of them if no field is given.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FailedChoice {
    /// Selects the messages over one kind of channel.
    #[schema(nullable = false)]
    channel: Option<Channel>,
    /// Selects the messages to one endpoint.
    #[schema(nullable = false)]
    endpoint_id: Option<Uuid>,
}

/// The result of sending messages again.
#[derive(Debug, Serialize, ToSchema, QueryableByName)]
#[serde(rename_all = "camelCase")]
pub struct FailedReplay {
    /// The number of messages that are due again.
    #[diesel(sql_type = BigInt)]
    pub replayed: i64,
    /// The number of further messages that another call can send.
    #[diesel(sql_type = BigInt)]
    pub remaining: i64,
    /// The number of messages that stay as they are because their channel is paused.
    #[diesel(sql_type = BigInt)]
    pub paused: i64,
    /// The number of messages that can never be sent because their channel was deleted.
    #[diesel(sql_type = BigInt)]
    pub deleted: i64,
}

/// Sends messages again that could not be delivered.
///
/// Takes the oldest 5,000, with all their attempts and their ids. Dismissed messages are not sent.
/// A repeated call continues with the remaining ones.
#[utoipa::path(
    post, path = "/deliveries/failed/replay", tag = "deliveries", security(("token" = [])),
    request_body = FailedChoice,
    responses(AnyCall, JsonBody, SignedIn, (status = 202, body = FailedReplay))
)]
pub async fn replay_failed_deliveries(
    State(app): State<App>,
    auth: AuthUser,
    Valid(choice): Valid<FailedChoice>,
) -> ApiResult<(StatusCode, Json<FailedReplay>)> {
    let now = app.clock.now();
    let mut conn = app.conn().await?;
    let answer = conn
        .transaction::<_, ApiError, _>(async move |conn| {
            // Rows that another call is changing are skipped: nobody waits, and none is sent twice.
            let replayed = diesel::sql_query(format!(
                "UPDATE outbox SET status = 'pending', attempts = 0, due_at = $5, reason = NULL, \
                     finished_at = NULL \
                 WHERE id IN ( \
                     SELECT o.id {FAILED} AND {CAN_BE_REPLAYED} AND {CHOSEN} \
                     ORDER BY o.finished_at, o.id LIMIT {MAX_REPLAYED} \
                     FOR UPDATE OF o SKIP LOCKED)"
            ))
            .bind::<SqlUuid, _>(auth.id)
            .bind::<Array<Text>, _>(replayable_kinds())
            .bind::<Nullable<Text>, _>(choice.channel.map(Channel::as_str))
            .bind::<Nullable<SqlUuid>, _>(choice.endpoint_id)
            .bind::<Timestamptz, _>(now)
            .execute(conn)
            .await?;
            if replayed > 0 {
                notify(OUTBOX, "", conn).await?;
            }
            let replayed = i64::try_from(replayed).unwrap_or(i64::MAX);
            Ok(FailedReplay { replayed, ..left(auth.id, &choice, conn).await? })
        })
        .await?;
    Ok((StatusCode::ACCEPTED, Json(answer)))
}

/// The condition for the messages that the call selects: `$3` is the channel and `$4` the endpoint,
/// null for any.
const CHOSEN: &str = "($3 IS NULL OR o.channel = $3) AND ($4 IS NULL OR o.endpoint_id = $4)";

async fn left(user_id: Uuid, choice: &FailedChoice, conn: &mut Conn) -> QueryResult<FailedReplay> {
    diesel::sql_query(format!(
        "SELECT 0::bigint AS replayed, count(*) FILTER (WHERE {CAN_BE_REPLAYED}) AS remaining, \
             count(*) FILTER (WHERE e.paused_at IS NOT NULL) AS paused, \
             count(*) FILTER (WHERE o.endpoint_id IS NOT NULL AND e.id IS NULL) AS deleted \
         {FAILED} AND {CHOSEN}"
    ))
    .bind::<SqlUuid, _>(user_id)
    .bind::<Array<Text>, _>(replayable_kinds())
    .bind::<Nullable<Text>, _>(choice.channel.map(Channel::as_str))
    .bind::<Nullable<SqlUuid>, _>(choice.endpoint_id)
    .get_result(conn)
    .await
}
