//! Exports everything that is stored about a user, as one document. It is written while it is sent,
//! a batch of rows at a time, so that its size is not bounded by memory; no connection is held
//! while the client reads.

mod lists;
mod parts;

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures::stream::{self, BoxStream, Stream, StreamExt};

pub use self::lists::{ExportedMatchAuthors, ExportedMatchHours, ExportedMatchPlaces};
use self::lists::{
    IdsOfMessages, deliveries, list, match_authors, match_hours, match_places, notifications,
    watches,
};
pub use self::parts::{ExportedAuditEntry, ExportedVariant};
use self::parts::{audit_entries, variants};
use crate::deliveries::Delivery;
use crate::endpoints::{Endpoint, own_endpoints};
use crate::followed_feeds::{FollowedFeed, own_feeds};
use crate::insights::latest_insights;
use crate::keys::{ApiKey, own_keys};
use crate::keywords::{WatchBody, WatchSetAside};
use crate::mutes::Mute;
use crate::notifications::KeptMatch;
use crate::prelude::*;
use crate::searches::SavedSearch;
use crate::subscriptions::BoughtSubscription;
use crate::users::{Session, User, live_sessions};
use db::models::kept_match::KeptMatch as KeptMatchRow;
use db::models::mute::Mute as MuteRow;
use db::models::saved_search::SavedSearch as SavedSearchRow;
use db::models::set_aside::Outcome;
use db::models::subscription::Subscription as SubscriptionRow;
use db::models::user::User as UserRow;
use deliver::insights::shown::InsightsResult;
use foundation::time::calendar;
use platform::wire::Notification;

/// The exported document, which is streamed and never held as a whole.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct AccountExport {
    pub exported_at: DateTime<Utc>,
    pub user: User,
    pub watches: Vec<WatchBody>,
    /// The notifications, oldest first.
    pub notifications: Vec<Notification>,
    /// The messages to the user, with every attempt to send them.
    pub deliveries: Vec<Delivery>,
    /// The matches of each keyword by hour, without the latest, which are counted within minutes.
    pub match_hours: Vec<ExportedMatchHours>,
    pub match_places: Vec<ExportedMatchPlaces>,
    pub match_authors: Vec<ExportedMatchAuthors>,
    pub sessions: Vec<Session>,
    /// The API keys, without their tokens.
    pub api_keys: Vec<ApiKey>,
    /// The channels, without their addresses, which are keys.
    pub endpoints: Vec<Endpoint>,
    pub subscriptions: Vec<BoughtSubscription>,
    /// The latest insights; null if there are none.
    pub insights: Option<InsightsResult>,
    pub saved_searches: Vec<SavedSearch>,
    pub kept_matches: Vec<KeptMatch>,
    /// What was set aside of each keyword's matches, with the words that no longer count.
    pub set_aside: Vec<WatchSetAside>,
    /// The feeds that the user follows.
    pub followed_feeds: Vec<FollowedFeed>,
    /// The rules that are tried beside keywords.
    pub variants: Vec<ExportedVariant>,
    pub mutes: Vec<Mute>,
    /// What the user did as an administrator, and what was done to the account.
    pub audit_log: Vec<ExportedAuditEntry>,
}

/// Exports everything that is stored about the user, as a file.
#[utoipa::path(
    get, path = "/users/export", tag = "users", security(("token" = [])),
    responses(
        AnyCall, SignedIn,
        (
            status = 200, body = AccountExport,
            headers(("Content-Disposition" = String, description = "A file name with the date"))
        ),
    )
)]
pub async fn export_account(State(app): State<App>, auth: SessionUser) -> ApiResult<Response> {
    let now = app.clock.now();
    let mut conn = app.conn().await?;
    let row = UserRow::find(auth.id, &mut conn).await?;
    let head =
        format!("{{\"exportedAt\":{},\"user\":{}", json(&now)?, json(&User::of(&row, &app))?);
    let tail = short_lists(&app, auth, &mut conn).await? + "}\n";
    drop(conn);
    let today = calendar::today(calendar::zone(&row.time_zone), now);
    let name = format!("attachment; filename=\"harken-export-{today}.json\"");
    let headers = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    let body = Body::from_stream(document(&app, auth.id, head, tail));
    Ok((headers, body).into_response())
}

/// Returns the parts of the document that have few rows.
async fn short_lists(app: &App, auth: SessionUser, conn: &mut Conn) -> ApiResult<String> {
    let bought = SubscriptionRow::of_user(auth.id, conn).await?.into_iter();
    let searches = SavedSearchRow::list(auth.id, conn).await?.into_iter();
    let kept = KeptMatchRow::list(auth.id, conn).await?.into_iter();
    let aside = Outcome::of_user(auth.id, conn).await?.into_iter();
    let mutes = MuteRow::list(auth.id, app.clock.now(), conn).await?.into_iter();
    let parts = [
        ("sessions", json(&live_sessions(app, auth, conn).await?)?),
        ("apiKeys", json(&own_keys(app, auth.id, conn).await?)?),
        ("endpoints", json(&own_endpoints(auth.id, conn).await?)?),
        ("subscriptions", json(&bought.map(BoughtSubscription::from).collect::<Vec<_>>())?),
        ("insights", json(&latest_insights(auth.id, conn).await?)?),
        ("savedSearches", json(&searches.map(SavedSearch::from).collect::<Vec<_>>())?),
        ("keptMatches", json(&kept.map(KeptMatch::from).collect::<Vec<_>>())?),
        ("setAside", json(&aside.map(WatchSetAside::from).collect::<Vec<_>>())?),
        ("followedFeeds", json(&own_feeds(auth.id, conn).await?)?),
        ("variants", json(&variants(auth.id, conn).await?)?),
        ("mutes", json(&mutes.map(Mute::from).collect::<Vec<_>>())?),
        ("auditLog", json(&audit_entries(auth.id, conn).await?)?),
    ];
    Ok(parts.map(|(name, value)| format!(",\"{name}\":{value}")).concat())
}

/// Streams the document. A fault ends the transfer in the middle, which a client can distinguish
/// from a complete document.
fn document(
    app: &App,
    user_id: Uuid,
    head: String,
    tail: String,
) -> impl Stream<Item = ApiResult<Bytes>> + use<> {
    let nobody = Uuid::nil();
    let parts: [BoxStream<'static, ApiResult<Bytes>>; 8] = [
        text(head),
        list(app, user_id, "watches", nobody, watches),
        list(app, user_id, "notifications", 0, notifications),
        list(app, user_id, "deliveries", IdsOfMessages::default(), deliveries),
        list(app, user_id, "matchHours", None, match_hours),
        list(app, user_id, "matchPlaces", None, match_places),
        list(app, user_id, "matchAuthors", None, match_authors),
        text(tail),
    ];
    stream::iter(parts).flatten()
}

fn text(text: String) -> BoxStream<'static, ApiResult<Bytes>> {
    stream::once(async { Ok(Bytes::from(text)) }).boxed()
}

fn json(value: &impl Serialize) -> ApiResult<String> {
    Ok(serde_json::to_string(value).map_err(anyhow::Error::from)?)
}
