use aws_lc_rs::digest::{SHA256, digest};
use axum::http::{HeaderMap, HeaderName, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use diesel::prelude::*;

use super::formats::{Entry, Feed};
use crate::coverage::{CoverageGapBody, DAYS};
use crate::prelude::*;
use db::models::coverage_gap::CoverageGap;
use db::models::notification::{Filter, Notification, WithItem};
use db::models::user::User;
use db::models::watch::Watch;
use deliver::delivery::place_names::PlaceNames;
use foundation::secrets::{FeedKey, Secrets};
use platform::coverage::{gaps_of, watched_by};

/// The most notifications in a feed; a reader that polls once an hour misses none of a usual watch.
const ENTRIES: i64 = 50;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FeedFormat {
    Rss,
    Atom,
    Json,
}

impl FeedFormat {
    const ALL: [Self; 3] = [Self::Rss, Self::Atom, Self::Json];

    pub(super) fn file(self) -> &'static str {
        match self {
            Self::Rss => "rss.xml",
            Self::Atom => "atom.xml",
            Self::Json => "feed.json",
        }
    }

    /// Returns the name of the file that holds gaps instead of notifications.
    pub(super) fn file_of_gaps(self) -> String {
        format!("gaps-{}", self.file())
    }

    fn content_type(self) -> &'static str {
        match self {
            Self::Rss => "application/rss+xml; charset=utf-8",
            Self::Atom => "application/atom+xml; charset=utf-8",
            Self::Json => "application/feed+json; charset=utf-8",
        }
    }
}

/// Serves a feed for a feed reader.
///
/// `rss.xml`, `atom.xml` and `feed.json` hold the newest 50 notifications of the last 90 days; with
/// the prefix `gaps-`, the coverage gaps of the last 30 days. On a plan without feeds, a feed has
/// one entry that says so: a reader would not show an error, and its user would think that there is
/// nothing new.
#[utoipa::path(
    get, path = "/feeds/{token}/{file}", tag = "feeds",
    params(("token" = String, Path), ("file" = String, Path, example = "rss.xml")),
    responses(
        AnyCall,
        (status = 200, content(
            (String = "application/rss+xml"),
            (String = "application/atom+xml"),
            (String = "application/feed+json"),
        )),
        (status = 304, description = "Nothing has changed"),
        (status = 404, body = ErrorBody, description = "`NOT_FOUND`: there is no such feed, or its address was replaced"),
    )
)]
pub async fn show_feed(
    State(app): State<App>,
    PathPart((token, file)): PathPart<(String, String)>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let no_such = || ApiError::not_found("feed");
    let (is_of_gaps, name) = match file.strip_prefix("gaps-") {
        Some(name) => (true, name),
        None => (false, file.as_str()),
    };
    let format = FeedFormat::ALL.into_iter().find(|f| f.file() == name);
    let (Some(format), Some(key)) = (format, Secrets::read_feed_token(&token)) else {
        return Err(no_such());
    };
    let mut conn = app.conn().await?;
    let user = User::find(key.user_id, &mut conn).await.optional()?;
    let user = user.filter(|user| app.secrets.is_feed_token(&token, key, user.feed_version));
    let user = user.filter(|user| user.suspended_at.is_none());
    let user = user.ok_or_else(no_such)?;
    let mut feed = load(&app, &user, key, is_of_gaps, &mut conn).await?.ok_or_else(no_such)?;
    drop(conn);
    let path = format!("/api/feeds/{token}/{file}");
    feed.self_url = app.config.server.address_of(&path);
    let body = match format {
        FeedFormat::Rss => feed.rss(),
        FeedFormat::Atom => feed.atom(),
        FeedFormat::Json => feed.json(),
    }?;
    Ok(answer(&headers, format, &feed, body))
}

/// Loads the feed of `key`, or returns `None` if its watch is gone.
async fn load(
    app: &App,
    user: &User,
    key: FeedKey,
    is_of_gaps: bool,
    conn: &mut Conn,
) -> ApiResult<Option<Feed>> {
    let mut feed = Feed {
        id: key.watch_id.unwrap_or(user.id),
        title: "Harken: all keywords".to_owned(),
        home_url: app.config.server.address_of("/notifications"),
        self_url: String::new(),
        updated: user.created_at,
        entries: Vec::new(),
    };
    if let Some(watch_id) = key.watch_id {
        let Some(watch) = Watch::find_own(watch_id, user.id, conn).await? else {
            return Ok(None);
        };
        feed.title = format!("Harken: {}", watch.keyword);
    }
    let can = Capabilities::of(user.plan, app.config.server.plans);
    if is_of_gaps {
        feed.id = Uuid::from_u128(feed.id.as_u128() ^ 1);
        feed.title = format!("{} (gaps)", feed.title);
        feed.home_url = app.config.server.address_of("/coverage");
    }
    if can.webhooks && is_of_gaps {
        let gaps = gaps(user, key, app.clock.now(), conn).await?;
        let places = gaps.iter().filter_map(|gap| gap.place().map(|(_, place)| place));
        let names = PlaceNames::find(user.id, places, conn).await?;
        feed.entries = gaps
            .iter()
            .filter_map(|gap| {
                let body = CoverageGapBody::new(gap)?;
                Some(Entry::of_gap(&body, &names, gap.id, feed.home_url.clone()))
            })
            .collect();
    } else if can.webhooks {
        let filter = Filter { watch_id: key.watch_id, limit: ENTRIES, ..Filter::default() };
        let rows = Notification::list(user.id, app.clock.now(), &filter, conn).await?;
        let places = rows.iter().map(|(_, item)| item.subreddit.as_str());
        let names = PlaceNames::find(user.id, places, conn).await?;
        let entry = |row: WithItem| Entry::of(row.into(), &names, &feed.home_url);
        feed.entries = rows.into_iter().map(entry).collect();
    } else {
        let plans_url = app.config.server.address_of("/subscription");
        feed.entries.push(Entry::ended(feed.id, plans_url, user.updated_at));
    }
    let newest = feed.entries.iter().map(|entry| entry.published).max();
    feed.updated = newest.unwrap_or(feed.updated);
    Ok(Some(feed))
}

/// Loads the periods from which something may be missing in the places that the user, or the watch,
/// looks through.
async fn gaps(
    user: &User,
    key: FeedKey,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> ApiResult<Vec<CoverageGap>> {
    let mut watched = watched_by(user.id, conn).await?;
    watched.retain(|watch| key.watch_id.is_none_or(|id| id == watch.id));
    let most = usize::try_from(ENTRIES).unwrap_or(usize::MAX);
    Ok(gaps_of(&watched, now - TimeDelta::days(DAYS), most, conn).await?)
}

/// Returns the feed, or 304 to a reader that has it (RFC 9110, section 13).
fn answer(asked: &HeaderMap, format: FeedFormat, feed: &Feed, body: String) -> Response {
    // The tag is weak: the body may be compressed on its way.
    let hash = URL_SAFE_NO_PAD.encode(digest(&SHA256, body.as_bytes()));
    let tag = format!("W/\"{hash}\"");
    let headers = [
        (header::CONTENT_TYPE, format.content_type().to_owned()),
        (header::ETAG, tag),
        (header::LAST_MODIFIED, httpdate::fmt_http_date(feed.updated.into())),
        // No cache on the way may keep the feed, and a reader's own cache must revalidate.
        (header::CACHE_CONTROL, "private, no-cache".to_owned()),
        (HeaderName::from_static("x-robots-tag"), "noindex".to_owned()),
    ];
    if has_it(asked, &hash, feed.updated) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, body).into_response()
}

fn has_it(asked: &HeaderMap, hash: &str, updated: DateTime<Utc>) -> bool {
    let text = |name| asked.get(name).and_then(|value| value.to_str().ok());
    // A tag is more precise than a date, which is then ignored.
    if let Some(tags) = text(header::IF_NONE_MATCH) {
        let mut tags = tags.split(',').map(str::trim);
        return tags.any(|tag| tag == "*" || tag.contains(hash));
    }
    let since = text(header::IF_MODIFIED_SINCE);
    let since = since.and_then(|text| httpdate::parse_http_date(text).ok());
    // An HTTP date has no fractions of a second.
    since.is_some_and(|since| DateTime::<Utc>::from(since).timestamp() >= updated.timestamp())
}
