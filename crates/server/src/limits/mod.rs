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
pub mod shares;

use std::net::IpAddr;
use std::sync::Arc;

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
    Page,
}

impl Class {
    fn code(self) -> &'static str {
        match self {
            Self::Keyword => "KEYWORD_RATE_LIMIT_EXCEEDED",
            Self::Notification => "NOTIFICATION_RATE_LIMIT_EXCEEDED",
            Self::SubredditCheck => subreddits::CHECK_LIMIT_CODE,
            Self::HearingTest => "HEARING_TEST_RATE_LIMIT_EXCEEDED",
            Self::Call | Self::Page => "DDOS_RATE_LIMIT_EXCEEDED",
        }
    }

    fn text(self) -> &'static str {
        match self {
            Self::Keyword => "Too many keyword changes. Please wait a moment.",
            Self::Notification => "Too many notification changes. Please wait a moment.",
            Self::SubredditCheck => subreddits::CHECK_LIMIT_TEXT,
            Self::HearingTest => "Too many hearing tests. Please wait a few minutes.",
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
            page_loads_per_minute,
            ..
        } = app.config.limits;
        Arc::new(Self {
            keyword: Buckets::new(keyword_changes_per_minute, &app.clock),
            notification: Buckets::new(notification_changes_per_minute, &app.clock),
            subreddit_check: Buckets::new(subreddit_checks_per_minute, &app.clock),
            hearing_test: Buckets::per_hour(hearing_tests_per_hour, &app.clock),
            call: Buckets::new(calls_per_minute, &app.clock),
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

    fn count(
        &self,
        request: &Request,
        client: Option<IpAddr>,
        user: Option<Uuid>,
    ) -> ApiResult<()> {
        let Some(path) = request.uri().path().strip_prefix("/api/") else {
            return client.map_or(Ok(()), |client| take(&self.page, Class::Page, &client));
        };
        if let Some(client) = client {
            take(&self.call, Class::Call, &client)?;
        }
        let Some((class, user)) = Class::of_call(request.method(), path).zip(user) else {
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
    buckets.take(key).map_err(|wait| ApiError::RateLimited {
        code: class.code(),
        text: class.text().to_owned(),
        // Round up, so that a client that waits this long has waited long enough.
        retry_after: u32::try_from(wait.as_secs() + 1).unwrap_or(u32::MAX),
        limit: buckets.limit().get(),
    })
}

/// The paths that supervisors and balancers request repeatedly: no limit counts them, and no flood
/// of requests to them costs more than two queries a second.
const HEALTH_PATHS: [&str; 3] = ["healthz", "livez", "readyz"];

/// Returns whether a request is about health. Monitoring gets an answer, however many others call.
fn is_about_health(request: &Request) -> bool {
    let path = request.uri().path().strip_prefix("/api/");
    path.is_some_and(|path| HEALTH_PATHS.contains(&path))
}

/// Lets a request through, or answers 429.
pub async fn guard(State(limits): State<Arc<Limits>>, request: Request, next: Next) -> Response {
    if is_about_health(&request) {
        return next.run(request).await;
    }
    if let Some(over_limit) = request.extensions().get::<OverLimit>() {
        return ApiError::from(*over_limit).into_response();
    }
    let (client, user) = (limits.client(&request), limits.user(&request));
    if let Err(refusal) = limits.count(&request, client, user) {
        return refusal.into_response();
    }
    match user.map(Caller::User).or(client.map(Caller::Address)) {
        Some(caller) => limits.shares.during(caller, next.run(request)).await,
        None => next.run(request).await,
    }
}
