//! Feeds: the newest notifications for a feed reader, at addresses that only their user knows. A
//! reader has no session, so the address is the key; a user who has leaked it requests new ones.

mod formats;
mod show;

pub use show::*;

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use super::endpoints::channels_allowed;
use crate::prelude::*;
use db::models::user::User;
use db::schema::{users, watches};
use foundation::secrets::FeedKey;

/// The addresses of one feed in its three formats. Whoever has an address can read the feed.
#[derive(Debug, Serialize, ToSchema)]
pub struct FeedAddresses {
    /// RSS 2.0.
    pub rss: String,
    /// Atom (RFC 4287).
    pub atom: String,
    /// JSON Feed 1.1.
    pub json: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchFeed {
    pub watch_id: Uuid,
    pub keyword: String,
    #[serde(flatten)]
    pub addresses: FeedAddresses,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct FeedList {
    /// The feed of all keywords together.
    pub all: FeedAddresses,
    /// The feed of coverage gaps, of all keywords together.
    pub gaps: FeedAddresses,
    /// The feeds of single keywords, oldest keyword first.
    pub watches: Vec<WatchFeed>,
}

/// Lists the addresses of the user's feeds.
#[utoipa::path(
    get, path = "/feeds", tag = "feeds", security(("token" = [])),
    responses(
        AnyCall, SignedIn,
        (status = 200, body = FeedList),
        (status = 403, body = ErrorBody, description = "`PLAN_UPGRADE_REQUIRED`"),
    )
)]
pub async fn list_feeds(State(app): State<App>, auth: AuthUser) -> ApiResult<Json<FeedList>> {
    let mut conn = app.conn().await?;
    let user = User::find(auth.id, &mut conn).await?;
    list(&app, &user, &mut conn).await
}

/// Replaces the addresses of all the user's feeds with new ones.
///
/// The old addresses are invalid from now on.
#[utoipa::path(
    post, path = "/feeds/reset", tag = "feeds", security(("token" = [])),
    responses(
        AnyCall, SignedIn,
        (status = 200, body = FeedList),
        (status = 403, body = ErrorBody, description = "`PLAN_UPGRADE_REQUIRED`"),
    )
)]
pub async fn reset_feeds(State(app): State<App>, auth: AuthUser) -> ApiResult<Json<FeedList>> {
    let mut conn = app.conn().await?;
    diesel::update(users::table.find(auth.id))
        .set(users::feed_version.eq(users::feed_version + 1))
        .execute(&mut conn)
        .await?;
    let user = User::find(auth.id, &mut conn).await?;
    list(&app, &user, &mut conn).await
}

async fn list(app: &App, user: &User, conn: &mut Conn) -> ApiResult<Json<FeedList>> {
    channels_allowed(Capabilities::of(user.plan, app.config.server.plans))?;
    let own: Vec<(Uuid, String)> = watches::table
        .filter(watches::user_id.eq(user.id))
        .order(watches::id)
        .select((watches::id, watches::keyword))
        .load(conn)
        .await?;
    let watches = own.into_iter().map(|(watch_id, keyword)| WatchFeed {
        watch_id,
        keyword,
        addresses: addresses(app, user, Some(watch_id)),
    });
    Ok(Json(FeedList {
        all: addresses(app, user, None),
        gaps: addresses_of_gaps(app, user),
        watches: watches.collect(),
    }))
}

fn addresses(app: &App, user: &User, watch_id: Option<Uuid>) -> FeedAddresses {
    addresses_of(app, user, watch_id, |format| format.file().to_owned())
}

fn addresses_of_gaps(app: &App, user: &User) -> FeedAddresses {
    addresses_of(app, user, None, FeedFormat::file_of_gaps)
}

fn addresses_of(
    app: &App,
    user: &User,
    watch_id: Option<Uuid>,
    file: impl Fn(FeedFormat) -> String,
) -> FeedAddresses {
    let user_id = user.id;
    let key = FeedKey { user_id, watch_id };
    let token = app.secrets.feed_token(key, user.feed_version);
    let address = |format: FeedFormat| {
        let path = format!("/api/feeds/{token}/{}", file(format));
        app.config.server.address_of(&path)
    };
    FeedAddresses {
        rss: address(FeedFormat::Rss),
        atom: address(FeedFormat::Atom),
        json: address(FeedFormat::Json),
    }
}
