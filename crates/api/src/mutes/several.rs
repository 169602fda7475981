//! Mutes of a selection: created and ended in one call.

use diesel_async::AsyncConnection;

use super::*;

#[derive(Debug, Deserialize, Validate, ToSchema)]
pub struct MuteManyInput {
    #[schema(min_items = 1, max_items = 100)]
    #[validate(length(min = 1, max = 100, message = "Mute 1 to 100 at once."))]
    #[validate(nested)]
    mutes: Vec<MuteInput>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct MutesCreated {
    pub mutes: Vec<Mute>,
    /// The number of notifications that were deleted.
    pub cleaned: i64,
}

#[derive(Debug, Deserialize, Validate, ToSchema)]
pub struct MutesEnd {
    /// The ids of the mutes; those of other users' mutes are ignored.
    #[schema(min_items = 1, max_items = 100)]
    #[validate(length(min = 1, max = 100, message = "Unmute 1 to 100 at once."))]
    ids: Vec<Uuid>,
    /// Whether the notifications that the mutes deleted in the last day are restored.
    #[serde(default)]
    restore: bool,
}

/// Creates several mutes or, if there would be too many, none.
#[utoipa::path(
    post, path = "/mutes/several", tag = "mutes", operation_id = "create_mutes",
    security(("token" = [])), request_body = MuteManyInput,
    responses(
        AnyCall, SignedIn, JsonBody,
        (status = 201, body = MutesCreated),
        (status = 404, body = ErrorBody, description = "There is no such keyword or notification"),
        (status = 409, body = ErrorBody, description = "`MUTE_LIMIT_EXCEEDED`"),
    )
)]
pub async fn create_mutes(
    State(app): State<App>,
    auth: AuthUser,
    Valid(MuteManyInput { mutes }): Valid<MuteManyInput>,
) -> ApiResult<(StatusCode, Json<MutesCreated>)> {
    let app_ref = &app;
    let mut conn = app.conn().await?;
    let created = conn
        .transaction::<_, ApiError, _>(async move |conn| {
            let mut made = Vec::new();
            for input in &mutes {
                let (wanted, keyword) = wanted(app_ref, auth.id, input, conn).await?;
                let mute = save(&wanted, conn).await?;
                let cleaned = match input.clean_up {
                    true => clean_up(&mute, app_ref.clock.now(), conn).await?,
                    false => 0,
                };
                made.push(Listed { mute, keyword, cleaned });
            }
            Ok(made)
        })
        .await?;
    let cleaned = created.iter().map(|one| one.cleaned).sum();
    let mutes = created.into_iter().map(Mute::from).collect();
    Ok((StatusCode::CREATED, Json(MutesCreated { mutes, cleaned })))
}

/// Ends several mutes and, if requested, restores the notifications that they deleted.
#[utoipa::path(
    post, path = "/mutes/end", tag = "mutes", operation_id = "end_mutes",
    security(("token" = [])), request_body = MutesEnd,
    responses(
        AnyCall, SignedIn, JsonBody,
        (status = 200, body = MuteDeleted),
    )
)]
pub async fn end_mutes(
    State(app): State<App>,
    auth: AuthUser,
    Valid(input): Valid<MutesEnd>,
) -> ApiResult<Json<MuteDeleted>> {
    let app_ref = &app;
    let mut conn = app.conn().await?;
    let restored = conn
        .transaction::<_, ApiError, _>(async move |conn| {
            let mut restored = 0;
            for id in input.ids {
                let is_own = Row::delete(auth.id, id, conn).await?;
                if is_own && input.restore {
                    restored += restore(auth.id, id, app_ref.clock.now(), conn).await?;
                }
            }
            Ok(restored)
        })
        .await?;
    Ok(Json(MuteDeleted { restored }))
}
