use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};

use super::{Delivery, DeliveryKind};
use crate::prelude::*;
use db::listen::{OUTBOX, notify};
use db::models::endpoint::Endpoint;
use db::models::outbox::{OutboxRow, Status};
use db::schema::outbox;

/// Sends a message again that was sent, skipped or given up.
///
/// It gets all its attempts and keeps its id, by which a recipient can recognise it. Its content is
/// current.
#[utoipa::path(
    post, path = "/deliveries/{id}/replay", tag = "deliveries", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(
        AnyCall, SignedIn, OwnId,
        (status = 202, body = Delivery),
        (
            status = 409, body = ErrorBody,
            description = "`DELIVERY_PENDING`: the message is still to be sent; `ENDPOINT_GONE`; `ENDPOINT_PAUSED`"
        ),
    )
)]
pub async fn replay_delivery(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<(StatusCode, Json<Delivery>)> {
    let now = app.clock.now();
    let mut conn = app.conn().await?;
    let row = conn
        .transaction::<_, ApiError, _>(async move |conn| {
            let row: Option<OutboxRow> = outbox::table
                .find(id)
                .filter(outbox::user_id.eq(auth.id))
                .select(OutboxRow::as_select())
                .for_update()
                .first(conn)
                .await
                .optional()?;
            let row = row.filter(|row| DeliveryKind::of(row.kind) != DeliveryKind::Account);
            let row = row.ok_or_else(|| ApiError::not_found("message"))?;
            can_be_replayed(&row, conn).await?;
            let row = diesel::update(outbox::table.find(id))
                .set((
                    outbox::status.eq(Status::Pending),
                    outbox::attempts.eq(0),
                    outbox::due_at.eq(now),
                    outbox::reason.eq(None::<String>),
                    outbox::finished_at.eq(None::<DateTime<Utc>>),
                ))
                .returning(OutboxRow::as_returning())
                .get_result(conn)
                .await?;
            notify(OUTBOX, "", conn).await?;
            Ok(row)
        })
        .await?;
    let listed = Delivery::of(vec![row], &mut conn).await?;
    let listed = listed.into_iter().next();
    let listed = listed.ok_or_else(|| ApiError::not_found("message"))?;
    Ok((StatusCode::ACCEPTED, Json(listed)))
}

async fn can_be_replayed(row: &OutboxRow, conn: &mut Conn) -> ApiResult<()> {
    let refuse = |code, text: &str| Err(ApiError::new(StatusCode::CONFLICT, code, text));
    if row.status == Status::Pending {
        return refuse("DELIVERY_PENDING", "This message has not been sent yet.");
    }
    let Some(endpoint) = row.endpoint_id else {
        return Ok(());
    };
    match Endpoint::find(endpoint, conn).await? {
        None => refuse("ENDPOINT_GONE", "The channel that this message was for has been deleted."),
        Some(endpoint) if endpoint.paused_at.is_some() => refuse(
            "ENDPOINT_PAUSED",
            "This channel is paused. Resume it, then send the message again.",
        ),
        Some(_) => Ok(()),
    }
}
