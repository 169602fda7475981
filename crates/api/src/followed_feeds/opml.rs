use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use diesel_async::AsyncConnection;
use feeds::opml::{self, Outline};
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use super::add::{Added, FEED_LIMIT_EXCEEDED, PLACE_TAKEN_TEXT, Wanted, add, limit_text, not_read};
use super::follow::QUESTIONS;
use crate::app::App;
use crate::error::{ApiError, ApiResult, ErrorBody};
use crate::extract::Valid;
use crate::refusals::{AnyCall, JsonBody, SignedIn};
use db::models::feed::Feed;
use domain::auth::AuthUser;
use domain::watches::turns::LONG_WAIT;
use platform::plans::Capabilities;
use platform::sources::feed::{Credentials, FeedClient};

/// The most feeds of a list that are read; no plan allows more.
const MAX_LINES: usize = 1_000;

#[derive(Debug, Deserialize, Validate, ToSchema)]
pub struct OpmlInput {
    /// A list of feeds in OPML 1.0 or 2.0. The body may have at most 64 KiB; send longer lists in
    /// parts.
    #[schema(
        min_length = 1,
        max_length = 60_000,
        example = r#"<opml version="2.0"><body><outline xmlUrl="https://blog.example/feed.xml"/></body></opml>"#
    )]
    #[validate(length(min = 1, max = 60_000, message = "Send 1 to 60,000 characters at once"))]
    text: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct OpmlAnswer {
    /// The number of feeds that were not followed before.
    pub added: usize,
    pub refused: usize,
    /// The result for every feed of the list, in its order; each address appears once.
    pub lines: Vec<OpmlLine>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpmlLine {
    pub title: String,
    pub address: String,
    /// The feed that is followed; null if it was refused.
    #[schema(required = true)]
    pub feed_id: Option<Uuid>,
    /// Whether the feed was not followed before.
    pub is_new: bool,
    /// The reason why the feed was refused: `VALIDATION_FAILED`, `FEED_LIMIT_EXCEEDED` or
    /// `FEED_PLACE_TAKEN`.
    #[schema(required = true)]
    pub code: Option<&'static str>,
    /// The reason as a text for people.
    #[schema(required = true)]
    pub error: Option<String>,
}

/// Follows every feed of a list, and reports the result for each. A list without feeds is refused.
///
/// The feeds are read one after the other afterwards; the list of feeds then shows whether they can
/// be read. Once the plan's limit is reached, the remaining feeds are refused. A list whose import fails can be sent
/// again: feeds that are followed already stay.
#[utoipa::path(
    post, path = "/sources/feeds/import", tag = "sources", security(("token" = [])),
    request_body = OpmlInput,
    responses(
        AnyCall, JsonBody, SignedIn,
        (status = 200, body = OpmlAnswer),
        (status = 409, body = ErrorBody, description = "`SITE_NOT_READ`: this server reads no feeds"),
        (status = 429, body = ErrorBody, description = "`FEED_CHECK_LIMIT_EXCEEDED`; `SEARCH_IN_PROGRESS`: another import or search of the user takes too long"),
    )
)]
pub async fn import_followed_feeds(
    State(app): State<App>,
    auth: AuthUser,
    Valid(input): Valid<OpmlInput>,
) -> ApiResult<Json<OpmlAnswer>> {
    let client = app.sources.feeds.clone().ok_or_else(not_read)?;
    let outlines = opml::read(input.text.as_bytes())
        .map_err(|error| ApiError::invalid("text", format!("This {error}")))?;
    if outlines.is_empty() {
        let text = "This list has no feeds: no outline in it has an xmlUrl with an HTTP address";
        return Err(ApiError::invalid("text", text));
    }
    {
        let mut conn = app.conn().await?;
        QUESTIONS.count(&app, auth, &mut conn).await?;
    }
    let mut lines = Vec::new();
    for mut outline in outlines.into_iter().take(MAX_LINES) {
        lines.push(match wanted(&mut outline, &client) {
            Err(refused) => OpmlLine::refused(outline, "VALIDATION_FAILED", refused),
            Ok(wanted) => OpmlLine::of(outline, add_one(&app, auth.id, &wanted).await?),
        });
    }
    Ok(Json(OpmlAnswer {
        added: lines.iter().filter(|line| line.is_new).count(),
        refused: lines.iter().filter(|line| line.feed_id.is_none()).count(),
        lines,
    }))
}

/// Makes a user follow a feed of a list, in the user's turn. Each is a transaction: two that add the same feeds in
/// different orders would deadlock.
async fn add_one(app: &App, user_id: Uuid, wanted: &Wanted) -> ApiResult<Added> {
    let _turn = app.heavy_reads.take_within(LONG_WAIT, user_id).await?;
    let (now, plans) = (app.clock.now(), app.config.server.plans);
    let mut conn = app.conn().await?;
    conn.transaction::<_, ApiError, _>(async move |conn| {
        let can = Capabilities::lock(user_id, plans, conn).await?;
        add(wanted, can, (user_id, &app.secrets), now, conn).await
    })
    .await
}

/// Returns the feed of an outline, whose address loses the user name and password that it may have; the text
/// of an error is for people.
fn wanted(outline: &mut Outline, client: &FeedClient) -> Result<Wanted, String> {
    outline.address.set_fragment(None);
    let credentials = Credentials::take_from(&mut outline.address);
    let credentials = credentials.map_err(|unfit| unfit.to_string())?;
    client.check(&outline.address).map_err(|refused| refused.to_string())?;
    Ok(Wanted {
        address: outline.address.clone(),
        credentials,
        // A title given by one user is nobody else's business.
        title: String::new(),
        site: String::new(),
    })
}

impl OpmlLine {
    fn of(outline: Outline, added: Added) -> Self {
        let (feed, is_new) = match added {
            Added::New(feed) => (feed, true),
            Added::Known(feed, _) => (feed, false),
            Added::NoRoom(limit) => {
                return Self::refused(outline, FEED_LIMIT_EXCEEDED, limit_text(limit));
            }
            Added::PlaceTaken => {
                let text = PLACE_TAKEN_TEXT.to_owned();
                return Self::refused(outline, "FEED_PLACE_TAKEN", text);
            }
        };
        Self {
            title: outline.title,
            address: outline.address.into(),
            feed_id: Some(feed.id),
            is_new,
            code: None,
            error: None,
        }
    }

    fn refused(outline: Outline, code: &'static str, error: String) -> Self {
        Self {
            title: outline.title,
            address: outline.address.into(),
            feed_id: None,
            is_new: false,
            code: Some(code),
            error: Some(error),
        }
    }
}

/// Exports the feeds that the user follows as OPML 2.0, for other readers.
#[utoipa::path(
    get, path = "/sources/feeds/export", tag = "sources", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 200, body = String, content_type = "text/x-opml"))
)]
pub async fn export_followed_feeds(
    State(app): State<App>,
    auth: AuthUser,
) -> ApiResult<impl IntoResponse> {
    let rows = Feed::followed_by(auth.id, &mut *app.conn().await?).await?;
    let outlines = rows.into_iter().filter(|(feed, _)| feed.push_name().is_none());
    let outlines = outlines.filter_map(|(feed, _)| {
        Some(Outline {
            address: Url::parse(feed.shown_address()).ok()?,
            title: feed.title,
            folder: String::new(),
        })
    });
    let outlines: Vec<Outline> = outlines.collect();
    let headers = [
        (CONTENT_TYPE, "text/x-opml; charset=utf-8"),
        (CONTENT_DISPOSITION, "attachment; filename=\"harken-feeds.opml\""),
    ];
    Ok((headers, opml::write(&outlines)))
}
