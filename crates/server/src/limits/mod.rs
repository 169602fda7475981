//! Limits what one user or one address requests from this process, so that nobody takes all of it:
//! by class of call, answered with 429 beyond the limit.
//!
//! Calls are counted in memory, by process: the limits protect a process from too much at once, need no long
//! memory, and a query for each request would cost more than most requests do. Limits that must hold across
//! processes and restarts, those on attempts to sign in, are counted in the database
//! (`domain/auth/attempts/`). With n processes behind a balancer a user may make up to n times as many calls,
//! which n processes can bear.

pub mod buckets;
pub mod connections;
mod keys;
pub mod shares;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use uuid::Uuid;

use api::app::App;
use api::error::{ApiError, ApiResult};
use api::subreddits;
use buckets::Buckets;
use connections::OverLimit;
use domain::auth::action_token::ActionLink;
use domain::auth::bearer;
use domain::auth::client_address::ClientAddress;
use platform::config::LimitsConfig;
use shares::{Caller, Shares};

/// The class of calls that a limit concerns: its code and its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Keyword,
    Notification,
    SubredditCheck,
    HearingTest,
    Call,
    KeyCall,
    Page,
}

impl Class {
    fn code(self) -> &'static str {
        match self {
            Self::Keyword => "KEYWORD_RATE_LIMIT_EXCEEDED",
            Self::Notification => "NOTIFICATION_RATE_LIMIT_EXCEEDED",
            Self::SubredditCheck => subreddits::CHECK_LIMIT_CODE,
            Self::HearingTest => "HEARING_TEST_RATE_LIMIT_EXCEEDED",
            Self::KeyCall => "KEY_RATE_LIMIT_EXCEEDED",
            Self::Call | Self::Page => "DDOS_RATE_LIMIT_EXCEEDED",
        }
    }

    fn text(self) -> &'static str {
        match self {
            Self::Keyword => "Too many keyword changes. Please wait a moment.",
            Self::Notification => "Too many notification changes. Please wait a moment.",
            Self::SubredditCheck => subreddits::CHECK_LIMIT_TEXT,
            Self::HearingTest => "Too many hearing tests. Please wait a few minutes.",
            Self::KeyCall => "Too many requests with this API key. Please wait a moment.",
            Self::Call | Self::Page => "Too many requests. Please wait a moment.",
        }
    }

    /// Returns the class of a call besides [`Class::Call`], counted by user.
    fn of_call(method: &Method, path: &str) -> Option<Self> {
        let is_write = !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
        let (noun, rest) = path.split_once('/').unwrap_or((path, ""));
        match noun {
            "keywords" if is_write => Some(Self::Keyword),
            // Mutes and the links in alerts change notifications, too.
            "notifications" | "mutes" | "alerts" if is_write => Some(Self::Notification),
            "subreddits" if rest.starts_with("validate/") => Some(Self::SubredditCheck),
            "hearing-tests" if is_write => Some(Self::HearingTest),
            _ => None,
        }
    }
}

/// The counters of one process.
pub struct Limits {
    app: App,
    keyword: Buckets<Uuid>,
    notification: Buckets<Uuid>,
    subreddit_check: Buckets<Uuid>,
    hearing_test: Buckets<Uuid>,
    call: Buckets<IpAddr>,
    key_call: Buckets<Uuid>,
    page: Buckets<IpAddr>,
    shares: Shares,
}

impl Limits {
    pub fn new(app: &App) -> Arc<Self> {
        let LimitsConfig {
            keyword_changes_per_minute,
            notification_changes_per_minute,
            subreddit_checks_per_minute,
            hearing_tests_per_hour,
            calls_per_minute,
            key_calls_per_minute,
            page_loads_per_minute,
            ..
        } = app.config.limits;
        Arc::new(Self {
            keyword: Buckets::new(keyword_changes_per_minute, &app.clock),
            notification: Buckets::new(notification_changes_per_minute, &app.clock),
            subreddit_check: Buckets::new(subreddit_checks_per_minute, &app.clock),
            hearing_test: Buckets::per_hour(hearing_tests_per_hour, &app.clock),
            call: Buckets::new(calls_per_minute, &app.clock),
            key_call: Buckets::new(key_calls_per_minute, &app.clock),
            page: Buckets::new(page_loads_per_minute, &app.clock),
            shares: Shares::new(app.config.database.api_connections_per_user),
            app: app.clone(),
        })
    }

    /// Returns the address that a request comes from, if there is a connection.
    fn client(&self, request: &Request) -> Option<IpAddr> {
        let trusted = &self.app.config.server.trusted_proxies;
        ClientAddress::of(request.headers(), request.extensions(), trusted).0
    }

    /// Returns the user who is signed in, or whose link in an alert is followed. With a token that is not valid, the
    /// call is refused anyway.
    fn user(&self, request: &Request) -> Option<Uuid> {
        if let Some(user) = bearer(request.headers(), &self.app) {
            return Some(user.id);
        }
        let token = request.uri().path().strip_prefix("/api/alerts/")?;
        Some(ActionLink::of_token(token, &self.app.secrets)?.user_id)
    }

    /// Answers a request of a user, or of nobody who is known.
    async fn answer(
        &self,
        request: Request,
        client: Option<IpAddr>,
        user: Option<Uuid>,
        next: Next,
    ) -> Response {
        if let Err(refusal) = self.count_user(&request, user) {
            return refusal.into_response();
        }
        match user.map(Caller::User).or(client.map(Caller::Address)) {
            Some(caller) => self.shares.during(caller, next.run(request)).await,
            None => next.run(request).await,
        }
    }

    /// Counts a request by the address that it comes from.
    fn count_address(&self, request: &Request, client: Option<IpAddr>) -> ApiResult<()> {
        let Some(client) = client else { return Ok(()) };
        match call_of(request) {
            Some(_) => take(&self.call, Class::Call, &client),
            None => take(&self.page, Class::Page, &client),
        }
    }

    /// Counts a request by its user, in its class.
    fn count_user(&self, request: &Request, user: Option<Uuid>) -> ApiResult<()> {
        let class = call_of(request).and_then(|call| Class::of_call(request.method(), call));
        let Some((class, user)) = class.zip(user) else {
            return Ok(());
        };
        let buckets = match class {
            Class::Keyword => &self.keyword,
            Class::Notification => &self.notification,
            Class::HearingTest => &self.hearing_test,
            _ => &self.subreddit_check,
        };
        take(buckets, class, &user)
    }
}

fn take<K>(buckets: &Buckets<K>, class: Class, key: &K) -> ApiResult<()>
where
    K: std::hash::Hash + Eq + Clone,
{
    buckets.take(key).map(drop).map_err(|wait| refused(class, wait, buckets.limit().get()))
}

fn refused(class: Class, wait: Duration, limit: u32) -> ApiError {
    ApiError::RateLimited {
        code: class.code(),
        text: class.text().to_owned(),
        // Round up, so that a client that waits this long has waited long enough.
        retry_after: u32::try_from(wait.as_secs() + 1).unwrap_or(u32::MAX),
        limit,
    }
}

/// Returns the path of a call of the API, relative to `/api/`.
fn call_of(request: &Request) -> Option<&str> {
    request.uri().path().strip_prefix("/api/")
}

/// The paths that supervisors and balancers request repeatedly: no limit counts them, and no flood
/// of requests to them costs more than two queries a second.
const HEALTH_PATHS: [&str; 3] = ["healthz", "livez", "readyz"];

/// Returns whether a request is about health. Monitoring gets an answer, however many others call.
fn is_about_health(request: &Request) -> bool {
    call_of(request).is_some_and(|call| HEALTH_PATHS.contains(&call))
}

/// Lets a request through, or answers 429, or 401 for an API key that does not work.
pub async fn guard(
    State(limits): State<Arc<Limits>>,
    mut request: Request,
    next: Next,
) -> Response {
    if is_about_health(&request) {
        return next.run(request).await;
    }
    if let Some(over_limit) = request.extensions().get::<OverLimit>() {
        return ApiError::from(*over_limit).into_response();
    }
    let client = limits.client(&request);
    if let Err(refusal) = limits.count_address(&request, client) {
        return refusal.into_response();
    }
    let Some(key) = keys::key_of(&request) else {
        let user = limits.user(&request);
        return limits.answer(request, client, user, next).await;
    };
    match limits.key_holder(&key, client).await {
        Ok(holder) => {
            let (user, id) = (holder.user_id, holder.key_id);
            request.extensions_mut().insert(holder);
            limits.with_key(id, limits.answer(request, client, Some(user), next)).await
        }
        Err(refusal) => refusal.into_response(),
    }
}
