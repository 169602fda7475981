//! The feeds that a user follows, whose entries keyword watches can then search. (`api/feeds` is the
//! opposite direction: alerts as feeds.)
//!
//! An address may hold a secret: each user sees only those of their own feeds.

mod add;
mod follow;
mod opml;
mod push;

pub use follow::{__path_follow_feed, follow_feed};
pub use opml::{
    __path_export_followed_feeds, __path_import_followed_feeds, export_followed_feeds,
    import_followed_feeds,
};
pub use push::{__path_delete_item, __path_push_items, delete_item, push_items};

use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};

use crate::prelude::*;
use db::models::feed::Feed;
use db::models::user::User;
use db::schema::{feeds, user_feeds, watches};
use foundation::wording::labels::place_label;

/// The most keywords named that keep a feed from being removed.
const MAX_NAMED: usize = 3;

/// A feed that the user follows, and how it is read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FollowedFeed {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// The name by which keywords list it in `subreddits`.
    pub place: String,
    /// The title; the host if the feed has none or has not been read yet.
    pub title: String,
    /// The feed's address; empty for a push source, which has none.
    pub address: String,
    /// The name of a push source, as `POST /items` takes it; null for a feed that Harken reads.
    #[schema(required = true)]
    pub push_name: Option<String>,
    /// Whether the feed is read with a user name and a password. It is then the user's own.
    pub has_credentials: bool,
    /// The feed's web page; empty if it names none.
    pub site: String,
    pub added_at: DateTime<Utc>,
    /// Whether the feed is no longer read because its server reported that it is gone for good.
    pub is_stopped: bool,
    /// The time of the last reading; null if there was none.
    #[schema(required = true)]
    pub read_at: Option<DateTime<Utc>>,
    /// The latest date of an entry that was read, or when the last item of a push source arrived; null if there is none.
    #[schema(required = true)]
    pub newest_at: Option<DateTime<Utc>>,
    #[schema(required = true)]
    pub next_read_at: Option<DateTime<Utc>>,
    /// The seconds between two polls, 300 to 21,600, adapted to how often the feed changes.
    pub interval_seconds: i32,
    /// The number of polls that failed since the last reading.
    pub failures: i32,
    /// The reason why the last poll failed; null if it succeeded.
    #[schema(required = true)]
    pub error: Option<String>,
    /// What was wrong with the feed when it was last read, such as entries that are missing or characters
    /// that were repaired; null if nothing was.
    #[schema(required = true)]
    pub remark: Option<String>,
    /// The limit that the feed, all feeds of each of its followers, or those of the server have reached for today.
    /// The feed is then read again on the next day (UTC), and this says why. Null if none was reached.
    #[schema(required = true)]
    pub put_off: Option<String>,
    /// The number of polls. `unchanged` counts those without news, and `items` the entries that
    /// were read.
    pub polls: i64,
    pub unchanged: i64,
    pub items: i64,
}

impl FollowedFeed {
    fn new(feed: Feed, added_at: DateTime<Utc>) -> Self {
        Self {
            address: match feed.push_name() {
                Some(_) => String::new(),
                None => feed.shown_address().to_owned(),
            },
            push_name: feed.push_name().map(str::to_owned),
            has_credentials: feed.has_credentials(),
            title: match feed.title.is_empty() {
                true => place_label(&feed.place),
                false => feed.title,
            },
            id: feed.id,
            place: feed.place,
            site: feed.site,
            added_at,
            is_stopped: feed.next_poll_at.is_none(),
            read_at: feed.polled_at,
            newest_at: feed.newest_at,
            next_read_at: feed.next_poll_at,
            interval_seconds: feed.interval_seconds,
            failures: feed.failures,
            error: feed.last_error,
            remark: feed.remark,
            put_off: feed.put_off,
            polls: feed.polls,
            unchanged: feed.unchanged,
            items: feed.items,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct FollowedFeedList {
    /// The feeds, by title.
    pub feeds: Vec<FollowedFeed>,
    /// The number of feeds that the user's plan allows.
    pub limit: u32,
}

/// Returns the feeds that a user follows, by title.
pub(crate) async fn own_feeds(user_id: Uuid, conn: &mut Conn) -> QueryResult<Vec<FollowedFeed>> {
    let rows = Feed::followed_by(user_id, conn).await?;
    let feeds = rows.into_iter().map(|(feed, added_at)| FollowedFeed::new(feed, added_at));
    Ok(feeds.collect())
}

/// Lists the feeds that the user follows.
#[utoipa::path(
    get, path = "/sources/feeds", tag = "sources", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 200, body = FollowedFeedList))
)]
pub async fn list_followed_feeds(
    State(app): State<App>,
    auth: AuthUser,
) -> ApiResult<Json<FollowedFeedList>> {
    let mut conn = app.conn().await?;
    let user = User::find(auth.id, &mut conn).await?;
    Ok(Json(FollowedFeedList {
        feeds: own_feeds(auth.id, &mut conn).await?,
        limit: Capabilities::of(user.plan, app.config.server.plans).feeds,
    }))
}

/// Stops following a feed.
///
/// A feed that the user's keywords name cannot be removed before they stop naming it. Alerts are
/// kept.
#[utoipa::path(
    delete, path = "/sources/feeds/{id}", tag = "sources", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(
        AnyCall, SignedIn, OwnId,
        (status = 204, description = "No longer followed"),
        (status = 409, body = ErrorBody, description = "`FEED_IN_USE`"),
    )
)]
pub async fn unfollow_feed(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<StatusCode> {
    let (now, plans) = (app.clock.now(), app.config.server.plans);
    let mut conn = app.conn().await?;
    conn.transaction::<_, ApiError, _>(async move |conn| {
        // Whoever changes the user's keywords locks this row as well.
        Capabilities::lock(auth.id, plans, conn).await?;
        let place: Option<String> = user_feeds::table
            .inner_join(feeds::table.on(feeds::id.eq(user_feeds::feed_id)))
            .filter(user_feeds::user_id.eq(auth.id))
            .filter(user_feeds::feed_id.eq(id))
            .select(feeds::place)
            .first(conn)
            .await
            .optional()?;
        let place = place.ok_or_else(|| ApiError::not_found("feed"))?;
        let named_by: Vec<String> = watches::table
            .filter(watches::user_id.eq(auth.id))
            .filter(watches::subreddits.contains(vec![place]))
            .order(watches::id)
            .select(watches::keyword)
            .load(conn)
            .await?;
        if !named_by.is_empty() {
            return Err(in_use(&named_by));
        }
        Feed::unfollow(auth.id, id, now, conn).await?;
        Ok(())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

fn in_use(keywords: &[String]) -> ApiError {
    let quoted = keywords.iter().take(MAX_NAMED);
    let mut named: Vec<String> = quoted.map(|keyword| format!("\"{keyword}\"")).collect();
    if keywords.len() > MAX_NAMED {
        named.push(format!("{} more", keywords.len() - MAX_NAMED));
    }
    let named = named.join(", ");
    ApiError::new(
        StatusCode::CONFLICT,
        "FEED_IN_USE",
        format!("These keywords listen to this feed: {named}. Remove it from them first."),
    )
}
