//! Exports everything that is stored about a user, as one document. It is written while it is sent,
//! a batch of rows at a time, so that its size is not bounded by memory; no connection is held
//! while the client reads.

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use futures::Stream;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::app::App;
use crate::endpoints::{Endpoint, own_endpoints};
use crate::error::{ApiError, ApiResult};
use crate::followed_feeds::{FollowedFeed, own_feeds};
use crate::insights::latest_insights;
use crate::keywords::WatchBody;
use crate::refusals::{AnyCall, SignedIn};
use crate::searches::SavedSearch;
use crate::subscriptions::BoughtSubscription;
use crate::users::{Session, User, live_sessions};
use db::models::notification::Notification as NotificationRow;
use db::models::saved_search::SavedSearch as SavedSearchRow;
use db::models::subscription::Subscription as SubscriptionRow;
use db::models::user::User as UserRow;
use db::models::watch::Watch;
use db::schema::watches;
use deliver::insights::shown::InsightsResult;
use domain::auth::AuthUser;
use domain::watches::turns::LONG_WAIT;
use foundation::time::calendar;
use platform::wire::Notification;

/// The rows that are read at once.
const BATCH: i64 = 200;

/// The exported document, which is streamed and never held as a whole.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct AccountExport {
    pub exported_at: DateTime<Utc>,
    pub user: User,
    pub watches: Vec<WatchBody>,
    /// The notifications, oldest first.
    pub notifications: Vec<Notification>,
    pub sessions: Vec<Session>,
    /// The channels, without their addresses, which are keys.
    pub endpoints: Vec<Endpoint>,
    pub subscriptions: Vec<BoughtSubscription>,
    /// The latest insights; null if there are none.
    pub insights: Option<InsightsResult>,
    pub saved_searches: Vec<SavedSearch>,
    /// The feeds that the user follows.
    pub followed_feeds: Vec<FollowedFeed>,
}

/// Exports everything that is stored about the user, as a file.
#[utoipa::path(
    get, path = "/users/export", tag = "users", operation_id = "export_account",
    security(("token" = [])),
    responses(
        AnyCall, SignedIn,
        (
            status = 200, body = AccountExport,
            headers(("Content-Disposition" = String, description = "A file name with the date"))
        ),
    )
)]
pub async fn export_account(State(app): State<App>, auth: AuthUser) -> ApiResult<Response> {
    let now = app.clock.now();
    let mut conn = app.conn().await?;
    let row = UserRow::find(auth.id, &mut conn).await?;
    let sessions = live_sessions(&app, auth, &mut conn).await?;
    let endpoints = own_endpoints(auth.id, &mut conn).await?;
    let bought = SubscriptionRow::of_user(auth.id, &mut conn).await?.into_iter();
    let bought: Vec<_> = bought.map(BoughtSubscription::from).collect();
    let insights = latest_insights(auth.id, &mut conn).await?;
    let searches = SavedSearchRow::list(auth.id, &mut conn).await?.into_iter();
    let searches: Vec<_> = searches.map(SavedSearch::from).collect();
    let feeds = own_feeds(auth.id, &mut conn).await?;
    drop(conn);
    let today = calendar::today(calendar::zone(&row.time_zone), now);
    let name = format!("attachment; filename=\"harken-export-{today}.json\"");
    let user = User::of(&row, &app);
    let head = format!("{{\"exportedAt\":{},\"user\":{}", json(&now)?, json(&user)?);
    let (sessions, endpoints, bought) = (json(&sessions)?, json(&endpoints)?, json(&bought)?);
    let (insights, searches, feeds) = (json(&insights)?, json(&searches)?, json(&feeds)?);
    let tail = format!(
        "],\"sessions\":{sessions},\"endpoints\":{endpoints},\"subscriptions\":{bought},\
         \"insights\":{insights},\"savedSearches\":{searches},\"followedFeeds\":{feeds}}}\n"
    );
    let headers = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    let body = Body::from_stream(document(app, auth.id, head, tail));
    Ok((headers, body).into_response())
}

/// Streams the document. A fault ends the transfer in the middle, which a client can distinguish
/// from a complete document.
fn document(
    app: App,
    user_id: Uuid,
    head: String,
    tail: String,
) -> impl Stream<Item = Result<Bytes, ApiError>> {
    async_stream::try_stream! {
        yield Bytes::from(head + ",\"watches\":[");
        let mut comma = "";
        let mut last = Uuid::nil();
        loop {
            let turn = app.heavy_reads.take_within(LONG_WAIT, user_id).await?;
            let rows = watches_after(&app, user_id, last).await?;
            drop(turn);
            let Some(newest) = rows.last() else { break };
            last = newest.id;
            let mut text = String::new();
            for row in rows {
                text += comma;
                text += &json(&WatchBody::from(row))?;
                comma = ",";
            }
            yield Bytes::from(text);
        }
        yield Bytes::from_static(b"],\"notifications\":[");
        comma = "";
        let mut last = 0;
        loop {
            let turn = app.heavy_reads.take_within(LONG_WAIT, user_id).await?;
            let rows = NotificationRow::after(user_id, last, BATCH, &mut *app.conn().await?).await?;
            drop(turn);
            let Some((newest, _)) = rows.last() else { break };
            last = newest.seq;
            let mut text = String::new();
            for row in rows {
                text += comma;
                text += &json(&Notification::from(row))?;
                comma = ",";
            }
            yield Bytes::from(text);
        }
        yield Bytes::from(tail);
    }
}

async fn watches_after(app: &App, user_id: Uuid, last: Uuid) -> ApiResult<Vec<Watch>> {
    let rows = watches::table
        .filter(watches::user_id.eq(user_id))
        .filter(watches::id.gt(last))
        .order(watches::id)
        .limit(BATCH)
        .select(Watch::as_select())
        .load(&mut *app.conn().await?)
        .await?;
    Ok(rows)
}

fn json(value: &impl Serialize) -> ApiResult<String> {
    Ok(serde_json::to_string(value).map_err(anyhow::Error::from)?)
}
