use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use diesel::QueryResult;
use url::Url;
use uuid::Uuid;

use crate::error::ApiError;
use db::Conn;
use db::models::feed::{Feed, NewFeed};
use platform::plans::Capabilities;
use platform::sources::feed::place_of;

/// The error's code, for programs.
pub(super) const FEED_LIMIT_EXCEEDED: &str = "FEED_LIMIT_EXCEEDED";

/// A feed to follow, with what is known about it so far.
pub(super) struct Wanted {
    pub(super) address: Url,
    pub(super) title: String,
    /// The website of the feed; empty if none is known.
    pub(super) site: String,
}

impl Wanted {
    fn row(&self) -> NewFeed {
        NewFeed {
            title: self.title.clone(),
            site: self.site.clone(),
            ..NewFeed::at(&self.address, place_of(&self.address))
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

/// Parses an address as people type it: the scheme may be missing, or be Apple's `feed:`.
pub(super) fn address_of(typed: &str) -> Option<Url> {
    let typed = typed.trim();
    let bare = typed.strip_prefix("feed:").unwrap_or(typed);
    let bare = bare.strip_prefix("//").unwrap_or(bare);
    let address = match bare.contains("://") {
        true => Url::parse(bare),
        false => Url::parse(&format!("https://{bare}")),
    };
    let mut address = address.ok()?;
    address.set_fragment(None);
    Some(address)
}

/// Makes a user follow a feed, in a transaction that holds the user's row.
pub(super) async fn add(
    wanted: &Wanted,
    can: Capabilities,
    user_id: Uuid,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Added> {
    let address = wanted.address.as_str();
    let found = Feed::find_to_follow(address, conn).await?;
    if let Some(feed) = &found
        && let Some(since) = feed.followed_since(user_id, conn).await?
    {
        return Ok(Added::Known(feed.clone(), since));
    }
    if Feed::count_of(user_id, conn).await? >= i64::from(can.feeds) {
        return Ok(Added::NoRoom(can.feeds));
    }
    let found = match found {
        Some(feed) => Some(feed),
        None => Feed::begin(&wanted.row(), now, conn).await?,
    };
    let Some(feed) = found else {
        return Ok(Added::PlaceTaken);
    };
    feed.follow(user_id, now, conn).await?;
    Ok(Added::New(feed))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_people_type_them() {
        for (typed, wanted) in [
            (" blog.example/feed ", "https://blog.example/feed"),
            ("http://blog.example", "http://blog.example/"),
            ("feed://blog.example/x", "https://blog.example/x"),
            ("feed:https://blog.example/x#top", "https://blog.example/x"),
            ("//blog.example/x", "https://blog.example/x"),
        ] {
            assert_eq!(address_of(typed).unwrap().as_str(), wanted, "{typed}");
        }
        assert_eq!(address_of(""), None);
        assert_eq!(address_of("not an address"), None);
    }
}
