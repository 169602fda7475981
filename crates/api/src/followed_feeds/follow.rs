use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use diesel_async::AsyncConnection;
use url::Url;

use super::FollowedFeed;
use super::add::{Added, PLACE_TAKEN_TEXT, Wanted, add, no_room, not_read};
use crate::prelude::*;
use crate::questions::Questions;
use db::Share;
use platform::sources::feed::{
    Answer, Credentials, FeedClient, FeedError, Hosts, NoFeed, Unfit, Validators, site_of, title_of,
};

/// The limit on lookups; each asks an external server, directly or indirectly.
pub(super) const QUESTIONS: Questions = Questions {
    class: "feed_check",
    per_minute: 30,
    code: "FEED_CHECK_LIMIT_EXCEEDED",
    text: "You have looked for many feeds in a short time. Please wait a moment.",
};

/// The longest wait for a host that another request occupies. Mostly it is the moment after a poll.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Deserialize, Validate, ToSchema)]
pub struct FollowInput {
    /// The address of a feed, or of a web page that links to one. A user name and a password in it count
    /// as if they were sent separately.
    #[schema(min_length = 1, max_length = 2000)]
    #[validate(length(
        min = 1,
        max = 2000,
        message = "Enter an address of at most 2,000 characters"
    ))]
    #[schema(example = "https://blog.example/feed.xml")]
    address: String,
    /// The user name for a feed behind basic authentication. User name and password are stored encrypted, never
    /// returned, and sent only to the scheme, host and port of the address, or the same host by HTTPS. The feed is
    /// then the user's own: others who follow the same address have another one. Following it again replaces them.
    #[serde(default)]
    #[schema(max_length = 200, nullable = false)]
    username: Option<String>,
    #[serde(default)]
    #[schema(max_length = 200, nullable = false, format = "password")]
    password: Option<String>,
}

impl FollowInput {
    /// Returns the address, and the credentials from their fields, or else from the address.
    fn parts(&self) -> ApiResult<(Url, Option<Credentials>)> {
        let mut address =
            feeds::address_of(&self.address).ok_or_else(|| unfit("This is not an address"))?;
        let in_address = Credentials::take_from(&mut address);
        let in_address = in_address.map_err(|why| unfit(&why.to_string()))?;
        let [user, password] =
            [&self.username, &self.password].map(|typed| typed.as_deref().unwrap_or_default());
        if user.is_empty() && password.is_empty() {
            return Ok((address, in_address));
        }
        let refused = |why: Unfit| ApiError::invalid("username", why.to_string());
        let typed = Credentials::new(&address, user, password).map_err(refused)?;
        Ok((address, Some(typed)))
    }
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
    post, path = "/sources/feeds", tag = "sources", security(("token" = [])),
    request_body = FollowInput,
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
    let (address, credentials) = input.parts()?;
    client.check(&address).map_err(|refused| unfit(&refused.to_string()))?;
    {
        let mut conn = app.conn().await?;
        QUESTIONS.count(&app, auth, &mut conn).await?;
    }
    // The caller may leave before the answer, and others must not have to wait for the end of a lease
    // then. No connection is held in the meantime.
    let finding = find(app.clone(), client, (address, credentials));
    let finding = tokio::spawn(Share::pass_on(finding));
    let wanted = match finding.await.context("the task that looked for a feed")?? {
        Found::Feed(wanted) => wanted,
        Found::Choices(choices) => {
            let answer = FollowAnswer { feed: None, choices };
            return Ok((StatusCode::OK, Json(answer)));
        }
    };
    let (now, plans) = (app.clock.now(), app.config.server.plans);
    let app_ref = &app;
    let mut conn = app.conn().await?;
    let added = conn
        .transaction::<_, ApiError, _>(async move |conn| {
            let can = Capabilities::lock(auth.id, plans, conn).await?;
            add(&wanted, can, (auth.id, &app_ref.secrets), now, conn).await
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

/// Reads an address, and the feed that a page there names, by the rules of polls, and leaves the hosts.
async fn find(
    app: App,
    client: Arc<FeedClient>,
    (address, credentials): (Url, Option<Credentials>),
) -> ApiResult<Found> {
    let mut hosts = Hosts::new(&app.pool, &app.clock, client.lease(), PATIENCE);
    let found = look_for(&app, &client, (&address, credentials.as_ref()), &mut hosts).await;
    hosts.leave().await?;
    found
}

async fn look_for(
    app: &App,
    client: &FeedClient,
    (address, credentials): (&Url, Option<&Credentials>),
    hosts: &mut Hosts,
) -> ApiResult<Found> {
    let none = match read(app, client, (address, credentials), hosts).await? {
        Ok(wanted) => return Ok(Found::Feed(wanted)),
        Err(none) => none,
    };
    match &none.named[..] {
        [] if none.error == feeds::Error::WebPage => Err(unfit(
            "This web page does not link to a feed. Enter the address of the feed itself",
        )),
        [] => Err(unfit(&format!("The document at this address {}", none.error))),
        [only] => match read(app, client, (&only.address, credentials), hosts).await? {
            Ok(wanted) => Ok(Found::Feed(wanted)),
            Err(none) => {
                Err(unfit(&format!("The feed that this web page links to {}", none.error)))
            }
        },
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

async fn read(
    app: &App,
    client: &FeedClient,
    (address, credentials): (&Url, Option<&Credentials>),
    hosts: &mut Hosts,
) -> ApiResult<Result<Wanted, NoFeed>> {
    let known = Validators::default();
    let fetched = client.fetch(address, credentials, &known, hosts, app.clock.now()).await?;
    let fetched = fetched.map_err(|error| match error {
        FeedError::HostBusy => busy(),
        FeedError::Refused(refused) => unfit(&refused.to_string()),
        error => unfit(&format!("This address could not be read: {error}")),
    })?;
    let Answer::Document(document) = fetched.answer else {
        return Err(unfit(
            "This address could not be read: its server sent a status instead of the feed (304)",
        ));
    };
    Ok(document.parse().await?.map(|feed| Wanted {
        // They are of no use anywhere else, and the feed would be the user's own for nothing.
        credentials: credentials.filter(|own| own.are_for(&fetched.address)).cloned(),
        address: fetched.address,
        title: title_of(&feed),
        site: site_of(&feed),
    }))
}

fn busy() -> ApiError {
    ApiError::new(
        StatusCode::CONFLICT,
        "FEED_HOST_BUSY",
        "Harken is still reading something else from this website. Please try again in a minute.",
    )
}

fn unfit(text: &str) -> ApiError {
    ApiError::invalid("address", text)
}
