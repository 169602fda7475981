//! Checks that a watch names only feeds that its user follows. Feeds that others follow may be private
//! to them.

use diesel::QueryResult;
use uuid::Uuid;

use db::Conn;
use db::models::feed::Feed;
use foundation::wording::labels::place_label;

/// The error code, for programs.
pub const FEED_NOT_FOLLOWED: &str = "FEED_NOT_FOLLOWED";

/// A watch names a feed that its user does not follow.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "You do not follow this feed of {host}. Add it to your feeds first, or remove it from the keyword."
)]
pub struct FeedNotFollowed {
    host: String,
}

/// Returns the places among these that are feeds which a user does not follow.
///
/// # Errors
/// The database failed.
pub async fn not_followed<'a>(
    user_id: Uuid,
    places: impl IntoIterator<Item = &'a str>,
    conn: &mut Conn,
) -> QueryResult<Vec<String>> {
    let places = places.into_iter();
    let named = places.filter(|place| matcher::feed_host(place).is_some());
    let mut named: Vec<String> = named.map(str::to_lowercase).collect();
    if !named.is_empty() {
        let followed = Feed::followed_places(user_id, &named, conn).await?;
        named.retain(|place| !followed.contains(place));
    }
    Ok(named)
}

/// Checks that a user follows every feed among these places.
///
/// # Errors
/// The database failed; the inner one: the user does not.
pub async fn check_feeds(
    user_id: Uuid,
    places: &[String],
    conn: &mut Conn,
) -> QueryResult<Result<(), FeedNotFollowed>> {
    let places = places.iter().map(String::as_str);
    let not_followed = not_followed(user_id, places, conn).await?;
    Ok(match not_followed.first() {
        Some(place) => Err(FeedNotFollowed { host: place_label(place) }),
        None => Ok(()),
    })
}
