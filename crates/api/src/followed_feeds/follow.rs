use std::sync::Arc;

use anyhow::Context;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use diesel_async::AsyncConnection;
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;
use validator::Validate;

use super::FollowedFeed;
use super::add::{Added, PLACE_TAKEN_TEXT, Wanted, add, address_of, no_room, not_read};
use super::visit::Visit;
use crate::app::App;
use crate::error::{ApiError, ApiResult, ErrorBody};
use crate::extract::Valid;
use crate::questions::Questions;
use crate::refusals::{AnyCall, JsonBody, SignedIn};
use domain::auth::AuthUser;
use platform::plans::Capabilities;
use platform::sources::feed::{
    Answer, FeedClient, FeedError, NoFeed, Validators, site_of, title_of,
};

/// The limit on lookups; each asks an external server, directly or indirectly.
pub(super) const QUESTIONS: Questions = Questions {
    class: "feed_check",
    per_minute: 30,
    code: "FEED_CHECK_LIMIT_EXCEEDED",
    text: "You have looked for many feeds in a short time. Please wait a moment.",
};

#[derive(Debug, Deserialize, Validate, ToSchema)]
pub struct FollowInput {
    /// The address of a feed, or of a web page that links to one.
    #[schema(min_length = 1, max_length = 2000)]
    #[validate(length(
        min = 1,
        max = 2000,
        message = "Enter an address of at most 2,000 characters"
    ))]
    address: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct FollowAnswer {
    /// The followed feed; null if there are choices.
    #[schema(required = true)]
    pub feed: Option<FollowedFeed>,
    /// The feeds to which the web page links, if there are several, at most 20. Follow one by its
    /// address.
    pub choices: Vec<FeedChoice>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct FeedChoice {
    /// The title that the page gives the feed; its address if there is none.
    pub title: String,
    pub address: String,
}

/// The result of looking at an address.
enum Found {
    Feed(Wanted),
    Choices(Vec<FeedChoice>),
}

/// Follows a feed.
///
/// The address is read first; if it is a web page, the feed to which it links is followed. The
/// entries that the feed already has alert nobody.
#[utoipa::path(
    post, path = "/sources/feeds", tag = "sources", operation_id = "follow_feed",
    security(("token" = [])), request_body = FollowInput,
    responses(
        AnyCall, JsonBody, SignedIn,
        (status = 200, body = FollowAnswer, description = "The page links to several feeds, or the user already follows the feed"),
        (status = 201, body = FollowAnswer),
        (status = 403, body = ErrorBody, description = "`FEED_LIMIT_EXCEEDED`"),
        (status = 409, body = ErrorBody, description = "`SITE_NOT_READ`: this server reads no feeds; `FEED_PLACE_TAKEN`; `FEED_HOST_BUSY`: the website was being read by others for too long"),
        (status = 429, body = ErrorBody, description = "`FEED_CHECK_LIMIT_EXCEEDED`"),
    )
)]
pub async fn follow_feed(
    State(app): State<App>,
    auth: AuthUser,
    Valid(input): Valid<FollowInput>,
) -> ApiResult<(StatusCode, Json<FollowAnswer>)> {
    let client = app.sources.feeds.clone().ok_or_else(not_read)?;
    let address = address_of(&input.address).ok_or_else(|| unfit("This is not an address"))?;
    client.check(&address).map_err(|refused| unfit(&refused.to_string()))?;
    {
        let mut conn = app.conn().await?;
        QUESTIONS.count(&app, auth, &mut conn).await?;
    }
    // No connection is held in the meantime.
    let visit = Visit::begin(&app, &client, &address).await?;
    // The caller may leave before the answer, and others must not have to wait for the end of a lease
    // then.
    let finding = tokio::spawn(find(app.clone(), client, address, visit));
    let wanted = match finding.await.context("the task that looked for a feed")?? {
        Found::Feed(wanted) => wanted,
        Found::Choices(choices) => {
            let answer = FollowAnswer { feed: None, choices };
            return Ok((StatusCode::OK, Json(answer)));
        }
    };
    let (now, plans) = (app.clock.now(), app.config.server.plans);
    let mut conn = app.conn().await?;
    let added = conn
        .transaction::<_, ApiError, _>(async move |conn| {
            let can = Capabilities::lock(auth.id, plans, conn).await?;
            Ok(add(&wanted, can, auth.id, now, conn).await?)
        })
        .await?;
    let (status, feed, since) = match added {
        Added::New(feed) => (StatusCode::CREATED, feed, now),
        Added::Known(feed, since) => (StatusCode::OK, feed, since),
        Added::NoRoom(limit) => return Err(no_room(limit)),
        Added::PlaceTaken => {
            return Err(ApiError::new(StatusCode::CONFLICT, "FEED_PLACE_TAKEN", PLACE_TAKEN_TEXT));
        }
    };
    let answer = FollowAnswer { feed: Some(FollowedFeed::new(feed, since)), choices: Vec::new() };
    Ok((status, Json(answer)))
}

/// Reads an address, and the feed that a page there names, and ends the visit.
async fn find(
    app: App,
    client: Arc<FeedClient>,
    address: Url,
    mut visit: Visit,
) -> ApiResult<Found> {
    let found = look_for(&app, &client, &address, &mut visit).await;
    visit.end().await?;
    found
}

async fn look_for(
    app: &App,
    client: &FeedClient,
    address: &Url,
    visit: &mut Visit,
) -> ApiResult<Found> {
    let none = match read(app, client, address).await? {
        Ok(wanted) => return Ok(Found::Feed(wanted)),
        Err(none) => none,
    };
    match &none.named[..] {
        [] if none.error == feeds::Error::WebPage => Err(unfit(
            "This web page does not link to a feed. Enter the address of the feed itself",
        )),
        [] => Err(unfit(&format!("The document at this address {}", none.error))),
        [only] => {
            visit.go_on(&only.address).await?;
            match read(app, client, &only.address).await? {
                Ok(wanted) => Ok(Found::Feed(wanted)),
                Err(none) => {
                    Err(unfit(&format!("The feed that this web page links to {}", none.error)))
                }
            }
        }
        several => {
            let choice = |found: &feeds::Found| FeedChoice {
                title: match found.title.is_empty() {
                    true => found.address.to_string(),
                    false => found.title.clone(),
                },
                address: found.address.to_string(),
            };
            Ok(Found::Choices(several.iter().map(choice).collect()))
        }
    }
}

async fn read(app: &App, client: &FeedClient, address: &Url) -> ApiResult<Result<Wanted, NoFeed>> {
    let known = Validators::default();
    let fetched = client.fetch(address, &known, app.clock.now()).await;
    let fetched = fetched.map_err(|error| match error {
        FeedError::Refused(refused) => unfit(&refused.to_string()),
        error => unfit(&format!("This address could not be read: {error}")),
    })?;
    let Answer::Document(document) = fetched.answer else {
        return Err(unfit(
            "This address could not be read: its server sent a status instead of the feed (304)",
        ));
    };
    Ok(document.parse().await?.map(|feed| Wanted {
        address: fetched.address,
        title: title_of(&feed),
        site: site_of(&feed),
    }))
}

fn unfit(text: &str) -> ApiError {
    ApiError::invalid("address", text)
}
