//! The client of the real forum (and of its stand-in, which speaks the same API).
//!
//! Sources: the forum's API documentation and its OAuth2 wiki page. Application-only access by the
//! client-credentials grant; `raw_json=1`, without which texts come HTML-escaped; `X-Ratelimit-*`.

use std::collections::HashSet;
use std::time::Duration;

use chrono::{DateTime, Utc};
use futures::FutureExt;
use futures::future::BoxFuture;
use matcher::Kind;
use reqwest::header::HeaderMap;
use reqwest::{Response, StatusCode};
use serde_json::Value;
use url::Url;

use super::account::Account;
use super::budget::Priority;
use super::parse::{PageError, parse_json, read_listing};
use super::token::{Grant, TokenKeeper};
use super::unread::UnreadLog;
use super::{Forum, Listing, SubredditState};
use crate::config::ForumConfig;
use crate::sources::{ForumError, Page, Source};
use db::Pool;
use foundation::net::service::{self, Unread};
use foundation::time::clock::Clock;

/// The largest answer: a page of 100 texts of 40,000 characters is smaller, with the HTML of each
/// and in scripts of three bytes a character.
const MAX_ANSWER_BYTES: usize = 32 << 20;
/// The most items that the forum returns on a page.
const PAGE_SIZE: &str = "100";
/// The wait when the forum asks to wait but does not say how long.
const USUAL_WAIT: Duration = Duration::from_secs(60);
const MAX_WAIT: Duration = Duration::from_secs(600);

pub struct Reddit {
    http: reqwest::Client,
    clock: Clock,
    config: ForumConfig,
    token: TokenKeeper,
    account: Account,
    unread: UnreadLog,
}

impl Reddit {
    /// Makes the client from `config`.
    ///
    /// # Errors
    /// The settings do not make an HTTP client.
    pub fn new(config: &ForumConfig, clock: Clock, pool: Pool) -> anyhow::Result<Self> {
        let timeout = Duration::from_secs(u64::from(config.timeout_seconds));
        let http = service::client(&config.api_url, timeout)
            .user_agent(config.user_agent.clone().unwrap_or_default())
            // A subreddit that does not exist redirects to a search.
            .redirect(reqwest::redirect::Policy::none());
        Ok(Self {
            http: http.build()?,
            account: Account::new(config, pool, clock.clone()),
            clock,
            config: config.clone(),
            token: TokenKeeper::default(),
            unread: UnreadLog::default(),
        })
    }

    /// Requests a token, as reading does first.
    ///
    /// # Errors
    /// No token was granted.
    pub async fn check_credentials(&self) -> Result<(), ForumError> {
        self.fetch_token().await.map(drop)
    }

    async fn fetch_token(&self) -> Result<Grant, ForumError> {
        let id = self.config.client_id.as_deref().unwrap_or_default();
        let request = self
            .http
            .post(self.config.token_url.clone())
            .basic_auth(id, self.config.client_secret.as_deref())
            .form(&[("grant_type", "client_credentials")]);
        let answer = request.send().await.map_err(|e| unreachable(&e))?;
        let (status, headers) = (answer.status(), answer.headers().clone());
        let body = read(answer).await?;
        match status {
            StatusCode::OK => serde_json::from_slice(&body)
                .map_err(|_| ForumError::Malformed("the answer holds no token".to_owned())),
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN | StatusCode::BAD_REQUEST => {
                Err(ForumError::Refused(format!(
                    "{status} to the request for a token; check forum.client_id and client_secret"
                )))
            }
            _ => Err(self.refusal(status, &headers, &body).await),
        }
    }

    /// Makes one call of the API. A 401 means that the token ended before its time: it is renewed
    /// once.
    async fn get(&self, url: Url, priority: Priority) -> Result<(StatusCode, Vec<u8>), ForumError> {
        let mut renewed = false;
        loop {
            self.account.take(priority).await?;
            let token = self.token.get(self.clock.steady(), self.fetch_token()).await?;
            let request = self.http.get(url.clone()).bearer_auth(&token);
            let answer = request.send().await.map_err(|e| unreachable(&e))?;
            let (status, headers) = (answer.status(), answer.headers().clone());
            self.note_limits(&headers).await;
            if status == StatusCode::UNAUTHORIZED {
                self.token.forget(&token).await;
                if renewed {
                    return Err(ForumError::Refused("401 with a fresh token".to_owned()));
                }
                renewed = true;
                continue;
            }
            let body = read(answer).await?;
            let usable = status == StatusCode::OK
                || status.is_redirection()
                || [StatusCode::FORBIDDEN, StatusCode::NOT_FOUND].contains(&status);
            if usable {
                return Ok((status, body));
            }
            return Err(self.refusal(status, &headers, &body).await);
        }
    }

    async fn note_limits(&self, headers: &HeaderMap) {
        let number = |name: &str| headers.get(name)?.to_str().ok()?.trim().parse::<f64>().ok();
        let reported = ["x-ratelimit-used", "x-ratelimit-remaining", "x-ratelimit-reset"];
        if let [Some(used), Some(left), Some(reset)] = reported.map(number)
            && [used, left, reset].iter().all(|n| n.is_finite())
        {
            self.account.report(used, left, reset).await;
        }
    }

    async fn refusal(&self, status: StatusCode, headers: &HeaderMap, body: &[u8]) -> ForumError {
        let seconds = |name: &str| headers.get(name)?.to_str().ok()?.trim().parse::<f64>().ok();
        let asked = seconds("retry-after").filter(|wait| wait.is_finite());
        let asked = asked.map(|wait| Duration::from_secs_f64(wait.clamp(1.0, 600.0)));
        if status == StatusCode::TOO_MANY_REQUESTS {
            let reset = seconds("x-ratelimit-reset").filter(|wait| wait.is_finite());
            let reset = reset.map(|wait| Duration::from_secs_f64(wait.clamp(1.0, 600.0)));
            let retry_after = asked.or(reset).unwrap_or(USUAL_WAIT).min(MAX_WAIT);
            self.account.silence(retry_after).await;
            return ForumError::RateLimited { retry_after };
        }
        if status == StatusCode::URI_TOO_LONG {
            return ForumError::TooLong;
        }
        if status.is_server_error() || status == StatusCode::REQUEST_TIMEOUT {
            return ForumError::Unavailable { reason: status.to_string(), retry_after: asked };
        }
        ForumError::Malformed(format!(
            "{status}{}",
            reason(body).map(|r| format!(": {r}")).unwrap_or_default()
        ))
    }

    async fn page(&self, url: Url, priority: Priority) -> Result<Page, ForumError> {
        let (status, body) = self.get(url, priority).await?;
        let why = || reason(&body).unwrap_or_else(|| status.to_string());
        match status {
            StatusCode::OK => {
                let read = read_listing(&body, &self.config.site_url, self.clock.now());
                let (page, skipped) = read.map_err(|e| malformed(&e))?;
                self.unread.log(skipped);
                Ok(page)
            }
            StatusCode::FORBIDDEN => Err(ForumError::Forbidden(why())),
            _ => Err(ForumError::NotFound(why())),
        }
    }

    async fn about(&self, name: &str, priority: Priority) -> Result<SubredditState, ForumError> {
        let url = self.url(&["r", name, "about"], &[]);
        let (status, body) = self.get(url, priority).await?;
        match status {
            StatusCode::OK => {
                let answer = parse_json(&body).map_err(|e| malformed(&e))?;
                let display = answer["data"]["display_name"].as_str();
                match (answer["kind"].as_str(), display) {
                    (Some("t5"), Some(display)) => Ok(SubredditState::Public(display.to_owned())),
                    // The real forum has answered in this way for names that do not exist.
                    (Some("Listing"), _) => Ok(SubredditState::NotFound),
                    _ => Err(ForumError::Malformed("JSON, but no subreddit".to_owned())),
                }
            }
            StatusCode::FORBIDDEN => match reason(&body).as_deref() {
                Some("private" | "gold_only" | "quarantined") => Ok(SubredditState::Private),
                // Without a reason, the application itself may be refused.
                other => Err(ForumError::Forbidden(other.unwrap_or("403").to_owned())),
            },
            StatusCode::NOT_FOUND if reason(&body).as_deref() == Some("banned") => {
                Ok(SubredditState::Banned)
            }
            _ => Ok(SubredditState::NotFound),
        }
    }

    async fn public(
        &self,
        names: &[String],
        priority: Priority,
    ) -> Result<HashSet<String>, ForumError> {
        let url = self.url(&["api", "info"], &[("sr_name", &names.join(","))]);
        let (status, body) = self.get(url, priority).await?;
        if status != StatusCode::OK {
            let why = reason(&body).unwrap_or_else(|| status.to_string());
            return Err(ForumError::Forbidden(why));
        }
        let answer = parse_json(&body).map_err(|e| malformed(&e))?;
        let Some(children) = answer["data"]["children"].as_array() else {
            return Err(ForumError::Malformed("JSON, but no listing".to_owned()));
        };
        let is_public = |child: &&Value| {
            let kind = child["data"]["subreddit_type"].as_str();
            // That of a profile is `user`.
            matches!(kind, Some("public" | "restricted" | "archived" | "user"))
        };
        let public = children.iter().filter(is_public);
        let name = |child: &Value| Some(child["data"]["display_name"].as_str()?.to_lowercase());
        Ok(public.filter_map(name).collect())
    }

    fn url(&self, path: &[&str], query: &[(&str, &str)]) -> Url {
        let mut url = self.config.api_url.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(path);
        }
        url.query_pairs_mut().extend_pairs(query).append_pair("raw_json", "1");
        url
    }
}

impl Source for Reddit {
    fn id_prefix(&self) -> Option<&'static str> {
        None
    }

    fn takes_many(&self) -> bool {
        true
    }

    fn stored<'a>(
        &'a self,
        forum_ids: &'a [String],
        _: DateTime<Utc>,
    ) -> BoxFuture<'a, Result<Page, ForumError>> {
        self.items(forum_ids, Priority::Check)
    }
}

impl Forum for Reddit {
    fn listing<'a>(
        &'a self,
        listing: &'a Listing,
        after: Option<&'a str>,
        priority: Priority,
    ) -> BoxFuture<'a, Result<Page, ForumError>> {
        let end = match listing.kind {
            Kind::Post => "new",
            Kind::Comment => "comments",
        };
        let mut query = vec![("limit", PAGE_SIZE)];
        query.extend(after.map(|after| ("after", after)));
        let url = self.url(&["r", &listing.names.join("+"), end], &query);
        self.page(url, priority).boxed()
    }

    fn subreddit<'a>(
        &'a self,
        name: &'a str,
        priority: Priority,
    ) -> BoxFuture<'a, Result<SubredditState, ForumError>> {
        self.about(name, priority).boxed()
    }

    fn readable<'a>(
        &'a self,
        names: &'a [String],
        priority: Priority,
    ) -> BoxFuture<'a, Result<HashSet<String>, ForumError>> {
        self.public(names, priority).boxed()
    }

    fn items<'a>(
        &'a self,
        forum_ids: &'a [String],
        priority: Priority,
    ) -> BoxFuture<'a, Result<Page, ForumError>> {
        let url = self.url(&["api", "info"], &[("id", &forum_ids.join(","))]);
        self.page(url, priority).boxed()
    }
}

/// Reads the body, and refuses one that grows too large.
async fn read(answer: Response) -> Result<Vec<u8>, ForumError> {
    let body = service::read(answer, MAX_ANSWER_BYTES).await;
    body.map_err(|unread| match unread {
        Unread::TooLong => ForumError::Malformed(format!("more than {MAX_ANSWER_BYTES} bytes")),
        Unread::Broken(error) => unreachable(&error),
    })
}

/// Returns the short word with which the forum explains a refusal (`private`, `banned`).
fn reason(body: &[u8]) -> Option<String> {
    let answer: Value = parse_json(body).ok()?;
    let reason = answer["reason"].as_str()?;
    Some(reason.chars().take(40).collect())
}

fn malformed(error: &PageError) -> ForumError {
    ForumError::Malformed(error.to_string())
}

fn unreachable(error: &reqwest::Error) -> ForumError {
    unavailable(service::broken(error))
}

fn unavailable(reason: &str) -> ForumError {
    ForumError::Unavailable { reason: reason.to_owned(), retry_after: None }
}
