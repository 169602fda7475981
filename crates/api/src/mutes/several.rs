//! Mutes of a selection: created and ended in one call.

use diesel_async::AsyncConnection;

use super::*;

#[derive(Debug, Deserialize, Validate, ToSchema)]
pub struct MuteManyInput {
    #[schema(min_items = 1, max_items = 100)]
    #[validate(length(min = 1, max = 100, message = "Mute 1 to 100 at once."))]
    #[validate(nested)]
    mutes: Vec<MuteInput>,
    /// `next` of the previous answer, to continue its clean-up.
    from: Option<i64>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct MutesCreated {
    pub mutes: Vec<Mute>,
    /// The number of notifications that were deleted.
    pub cleaned: i64,
    /// The position from which another call continues the clean-up; null if nothing is left.
    #[schema(required = true)]
    pub next: Option<i64>,
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
///
/// A clean-up of very many notifications takes several calls, each with `next` of the previous one.
#[utoipa::path(
    post, path = "/mutes/several", tag = "mutes", security(("token" = [])),
    request_body = MuteManyInput,
    responses(
        AnyCall, SignedIn, JsonBody,
        (status = 201, body = MutesCreated),
        (status = 404, body = ErrorBody, description = "`NOT_FOUND`: there is no such keyword or notification"),
        (status = 409, body = ErrorBody, description = "`MUTE_LIMIT_EXCEEDED`"),
    )
)]
pub async fn create_mutes(
    State(app): State<App>,
    auth: AuthUser,
    Valid(MuteManyInput { mutes: inputs, from }): Valid<MuteManyInput>,
) -> ApiResult<(StatusCode, Json<MutesCreated>)> {
    let app_ref = &app;
    let mut conn = app.conn().await?;
    let made = conn
        .transaction::<_, ApiError, _>(async move |conn| {
            let mut made = Vec::new();
            for input in &inputs {
                let (wanted, keyword) = wanted(app_ref, auth.id, input, conn).await?;
                made.push((save(&wanted, conn).await?, keyword, input.clean_up));
            }
            Ok(made)
        })
        .await?;
    drop(conn);
    let clearing = made.iter().filter(|(_, _, clean_up)| *clean_up);
    let clearing: Vec<Row> = clearing.map(|(mute, ..)| mute.clone()).collect();
    let cleaned = match clearing.is_empty() {
        false => clean_up(&app, auth.id, &clearing, from, Steps::new(&app, auth.id)).await?,
        true => CleanedUp::default(),
    };
    let mutes = made.into_iter().map(|(mute, keyword, _)| {
        let cleaned = cleaned.by(&mute);
        Mute::from(Listed { mute, keyword, cleaned })
    });
    let created =
        MutesCreated { mutes: mutes.collect(), cleaned: cleaned.total(), next: cleaned.next };
    Ok((StatusCode::CREATED, Json(created)))
}

/// Ends several mutes and, if requested, restores the notifications that they deleted.
///
/// If there are very many, a repeated call restores the remaining ones.
#[utoipa::path(
    post, path = "/mutes/end", tag = "mutes", security(("token" = [])), request_body = MutesEnd,
    responses(AnyCall, SignedIn, JsonBody, (status = 200, body = MuteDeleted))
)]
pub async fn end_mutes(
    State(app): State<App>,
    auth: AuthUser,
    Valid(input): Valid<MutesEnd>,
) -> ApiResult<Json<MuteDeleted>> {
    let mut conn = app.conn().await?;
    Row::delete_many(auth.id, &input.ids, &mut conn).await?;
    drop(conn);
    let restored = match input.restore {
        true => restore(&app, auth.id, &input.ids, Steps::new(&app, auth.id)).await?,
        false => MuteDeleted::default(),
    };
    Ok(Json(restored))
}
