use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use url::Url;
use uuid::Uuid;

use crate::error::{ApiError, ApiResult};
use db::Conn;
use db::models::feed::{Feed, NewFeed, own_address};
use foundation::secrets::Secrets;
use platform::plans::Capabilities;
use platform::sources::feed::{Credentials, place_of};

/// The error's code, for programs.
pub(super) const FEED_LIMIT_EXCEEDED: &str = "FEED_LIMIT_EXCEEDED";

/// A feed to follow, with what is known about it so far.
pub(super) struct Wanted {
    pub(super) address: Url,
    /// With these it is a feed of the user's own.
    pub(super) credentials: Option<Credentials>,
    pub(super) title: String,
    /// The website of the feed; empty if none is known.
    pub(super) site: String,
}

impl Wanted {
    fn row(&self, address: &Url) -> NewFeed {
        NewFeed {
            title: self.title.clone(),
            site: self.site.clone(),
            ..NewFeed::at(address, place_of(address))
        }
    }
}

/// The result of following a feed.
pub(super) enum Added {
    New(Feed),
    /// The user follows the feed already, since this time.
    Known(Feed, DateTime<Utc>),
    /// The user's plan allows this many, and no more.
    NoRoom(u32),
    /// Another address has the feed's place, which happens only by chance.
    PlaceTaken,
}

/// Makes a user follow a feed, in a transaction that holds the user's row.
pub(super) async fn add(
    wanted: &Wanted,
    can: Capabilities,
    (user_id, secrets): (Uuid, &Secrets),
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> ApiResult<Added> {
    let address = match wanted.credentials {
        Some(_) => own_address(&wanted.address, user_id),
        None => wanted.address.clone(),
    };
    let found = Feed::find_to_follow(address.as_str(), conn).await?;
    if let Some(feed) = &found
        && let Some(since) = feed.followed_since(user_id, conn).await?
    {
        keep_credentials(wanted, feed, (user_id, secrets), now, conn).await?;
        return Ok(Added::Known(feed.clone(), since));
    }
    if Feed::count_of(user_id, conn).await? >= i64::from(can.feeds) {
        return Ok(Added::NoRoom(can.feeds));
    }
    let found = match found {
        Some(feed) => Some(feed),
        None => Feed::begin(&wanted.row(&address), now, conn).await?,
    };
    let Some(feed) = found else {
        return Ok(Added::PlaceTaken);
    };
    feed.follow(user_id, now, conn).await?;
    keep_credentials(wanted, &feed, (user_id, secrets), now, conn).await?;
    Ok(Added::New(feed))
}

async fn keep_credentials(
    wanted: &Wanted,
    feed: &Feed,
    (user_id, secrets): (Uuid, &Secrets),
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> ApiResult<()> {
    if let Some(credentials) = &wanted.credentials {
        let sealed = credentials.seal(secrets, feed.id)?;
        feed.set_credentials(user_id, &sealed, now, conn).await?;
    }
    Ok(())
}

pub(super) fn limit_text(limit: u32) -> String {
    format!("Your plan includes {limit} feeds. Stop following one to make room for another.")
}

pub(super) const PLACE_TAKEN_TEXT: &str = "This address conflicts with that of another feed on the same host. Try a slightly different \
     address.";

pub(super) fn no_room(limit: u32) -> ApiError {
    ApiError::new(StatusCode::FORBIDDEN, FEED_LIMIT_EXCEEDED, limit_text(limit))
}

/// Returns the answer where no feeds are read.
pub(super) fn not_read() -> ApiError {
    ApiError::new(
        StatusCode::CONFLICT,
        domain::watches::sites::SITE_NOT_READ,
        "This server does not read feeds. Ask whoever runs it to turn that on.",
    )
}
