//! Converts errors to HTTP, only in this file.
//!
//! Policy: a handler returns [`ApiError`]. An error that a person can fix says so and is not logged
//! as an error; a broken constraint becomes a text by its name; everything else is logged once,
//! with the request's id, and answered with that id and no details.

use std::collections::BTreeMap;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use diesel_async::pooled_connection::bb8::RunError;
use serde::Serialize;
use utoipa::ToSchema;

use db::NoConnection;
use db::error::Error;
use domain::auth::attempts::AttemptError;
use platform::wire::TextPart;

/// The seconds that a client is asked to wait when its request cannot be processed now.
const COME_BACK_SECONDS: u32 = 5;

pub type ApiResult<T> = Result<T, ApiError>;

/// Field names, as sent by the client, with a text for each.
pub type Fields = BTreeMap<String, String>;

/// The reason why a request was refused.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// A refusal with its status, code and text.
    #[error("{code}: {text}")]
    Refused { status: StatusCode, code: &'static str, text: String },
    /// Fields that break a rule.
    #[error("validation failed: {0:?}")]
    Invalid(Fields),
    /// Like `Invalid`, with the part of the field `keyword` that is meant.
    #[error("validation failed: {fields:?}")]
    InvalidPart { fields: Fields, part: TextPart },
    /// Parameters of the query string that cannot be read.
    #[error("the query cannot be read: {0:?}")]
    InvalidQuery(Fields),
    /// Too many of something; `retry_after` in seconds.
    #[error("{code}: more than {limit}")]
    RateLimited { code: &'static str, text: String, retry_after: u32, limit: u32 },
    /// The database does not answer.
    #[error("the database is away: {0}")]
    DatabaseAway(String),
    #[error(transparent)]
    Failed(Error),
}

impl From<Error> for ApiError {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

impl From<DieselError> for ApiError {
    fn from(error: DieselError) -> Self {
        Self::Failed(error.into())
    }
}

impl From<NoConnection> for ApiError {
    fn from(error: NoConnection) -> Self {
        Self::Failed(error.into())
    }
}

impl From<anyhow::Error> for ApiError {
    fn from(error: anyhow::Error) -> Self {
        Self::Failed(error.into())
    }
}

impl From<AttemptError> for ApiError {
    fn from(error: AttemptError) -> Self {
        match error {
            AttemptError::TooMany { retry_after_seconds, limit } => Self::RateLimited {
                code: "AUTH_RATE_LIMIT_EXCEEDED",
                text: "Too many attempts. Please wait before you try again.".to_owned(),
                retry_after: retry_after_seconds,
                limit,
            },
            AttemptError::Failed(error) => error.into(),
        }
    }
}

impl ApiError {
    pub fn new(status: StatusCode, code: &'static str, text: impl Into<String>) -> Self {
        Self::Refused { status, code, text: text.into() }
    }

    /// Returns the error for a thing that does not exist or belongs to somebody else: its existence
    /// is not revealed.
    pub fn not_found(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "NOT_FOUND", format!("This {what} does not exist."))
    }

    pub fn method_not_allowed() -> Self {
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "METHOD_NOT_ALLOWED",
            "This call does not exist with this method.",
        )
    }

    /// Returns the error for a feature that the plan does not have; `text` names it.
    pub fn not_in_plan(text: &'static str) -> Self {
        Self::new(StatusCode::FORBIDDEN, "PLAN_UPGRADE_REQUIRED", text)
    }

    pub fn unauthorized() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "UNAUTHORIZED", "Please sign in.")
    }

    pub fn invalid(field: &str, text: impl Into<String>) -> Self {
        Self::Invalid(Fields::from([(field.to_owned(), text.into())]))
    }
}

/// The body of every error.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorBody {
    /// A code for programs, in `UPPER_SNAKE`.
    pub code: String,
    /// A text for people.
    pub error: String,
    /// The same text as `error`.
    pub message: String,
    /// A text for each wrong field, by its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(inline, nullable = false)]
    pub fields: Option<Fields>,
    /// The part of `keyword`, as it was sent, that the error refers to, if a query cannot be
    /// parsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub details: Option<TextPart>,
    /// The number of seconds to wait before the next call, if a limit was exceeded.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub retry_after: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub limit: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub remaining: Option<u32>,
    /// The id of the request, which also appears in the server's log.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub request_id: Option<String>,
}

impl ErrorBody {
    fn new(code: &str, text: &str) -> Self {
        Self {
            code: code.to_owned(),
            error: text.to_owned(),
            message: text.to_owned(),
            fields: None,
            details: None,
            retry_after: None,
            limit: None,
            remaining: None,
            request_id: crate::request_id::current(),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        match self {
            Self::Refused { status, code, text } => {
                (status, Json(ErrorBody::new(code, &text))).into_response()
            }
            Self::Invalid(fields) => invalid(fields, None),
            Self::InvalidPart { fields, part } => invalid(fields, Some(part)),
            Self::InvalidQuery(fields) => {
                by_field(StatusCode::BAD_REQUEST, "INVALID_QUERY", fields, None)
            }
            Self::RateLimited { code, text, retry_after, limit } => {
                rate_limited(code, &text, retry_after, limit)
            }
            Self::DatabaseAway(why) => database_away(&why),
            Self::Failed(error) => failed(error),
        }
    }
}

fn failed(error: Error) -> Response {
    match error {
        Error::Database(error) => query_failed(error),
        Error::Overloaded(what) => overloaded(&what),
        Error::Pool(NoConnection::ShareInUse { limit }) => {
            let text = "Your other requests are still running. Please wait a moment.";
            rate_limited("TOO_MANY_CONCURRENT_REQUESTS", text, COME_BACK_SECONDS, limit)
        }
        Error::Pool(NoConnection::Pool(RunError::User(error))) => database_away(&error),
        // All connections are in use.
        Error::Pool(error) => overloaded(&error),
        Error::Other(error) => internal(&format_args!("{error:#}")),
    }
}

fn query_failed(error: DieselError) -> Response {
    match error {
        DieselError::NotFound => ApiError::not_found("entry").into_response(),
        DieselError::DatabaseError(DatabaseErrorKind::Unknown, info)
            if info.message().starts_with("canceling statement due to") =>
        {
            overloaded(&info.message())
        }
        DieselError::DatabaseError(kind, info)
            if is_about_the_connection(&kind, info.message()) =>
        {
            database_away(&info.message())
        }
        DieselError::DatabaseError(kind, info) => {
            match constraint_text(&kind, info.constraint_name()) {
                Some((field, text)) => ApiError::invalid(field, text).into_response(),
                None => internal(&DieselError::DatabaseError(kind, info)),
            }
        }
        // The cause of the error says what an unknown word of a column is.
        error => internal(&format_args!("{:#}", anyhow::Error::from(error))),
    }
}

/// Returns the field and the text for a constraint that a request can break. A request that gets
/// here raced another one: the handlers check first.
fn constraint_text(
    kind: &DatabaseErrorKind,
    constraint: Option<&str>,
) -> Option<(&'static str, &'static str)> {
    match (kind, constraint?) {
        (DatabaseErrorKind::CheckViolation, "watches_keyword_check") => {
            Some(("keyword", "Use 1 to 200 characters, or up to 1,000 in a query."))
        }
        (DatabaseErrorKind::CheckViolation, "watches_subreddits_check") => {
            Some(("subreddits", "Name 1 to 100 subreddits."))
        }
        (DatabaseErrorKind::UniqueViolation, "endpoints_one_owner_per_browser") => {
            Some(("endpoint", "Another account is subscribing this browser. Please try again."))
        }
        _ => None,
    }
}

/// Returns whether a statement failed because of its connection, and not because of its content:
/// the connection was broken, or ended by Postgres as it stops (class 57P of its codes, which
/// Diesel does not pass on).
fn is_about_the_connection(kind: &DatabaseErrorKind, message: &str) -> bool {
    match kind {
        DatabaseErrorKind::UnableToSendCommand | DatabaseErrorKind::ClosedConnection => true,
        DatabaseErrorKind::Unknown => ["terminating connection", "the database system is"]
            .iter()
            .any(|beginning| message.starts_with(beginning)),
        _ => false,
    }
}

fn invalid(fields: Fields, part: Option<TextPart>) -> Response {
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    by_field(status, "VALIDATION_FAILED", fields, part)
}

fn by_field(status: StatusCode, code: &str, fields: Fields, part: Option<TextPart>) -> Response {
    let text = fields.values().next().cloned().unwrap_or_default();
    let mut body = ErrorBody::new(code, &text);
    body.fields = Some(fields);
    body.details = part;
    (status, Json(body)).into_response()
}

fn rate_limited(code: &str, text: &str, retry_after: u32, limit: u32) -> Response {
    let mut body = ErrorBody::new(code, text);
    body.retry_after = Some(retry_after);
    body.limit = Some(limit);
    body.remaining = Some(0);
    let mut response = (StatusCode::TOO_MANY_REQUESTS, Json(body)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::RETRY_AFTER, HeaderValue::from(retry_after));
    headers.insert("ratelimit-limit", HeaderValue::from(limit));
    headers.insert("ratelimit-remaining", HeaderValue::from(0));
    headers.insert("ratelimit-reset", HeaderValue::from(retry_after));
    response
}

fn overloaded(error: &dyn std::fmt::Display) -> Response {
    tracing::error!(%error, "a request was refused for want of room");
    let text = "Harken is busy right now. Please try again in a moment.";
    come_back("OVERLOADED", text)
}

fn database_away(error: &dyn std::fmt::Display) -> Response {
    tracing::error!(%error, "a request was refused for want of the database");
    let text = "Harken cannot reach its database right now. Please try again in a moment.";
    come_back("DATABASE_UNAVAILABLE", text)
}

fn come_back(code: &str, text: &str) -> Response {
    let mut body = ErrorBody::new(code, text);
    body.retry_after = Some(COME_BACK_SECONDS);
    let mut response = (StatusCode::SERVICE_UNAVAILABLE, Json(body)).into_response();
    let wait = HeaderValue::from(COME_BACK_SECONDS);
    response.headers_mut().insert(header::RETRY_AFTER, wait);
    response
}

fn internal(error: &dyn std::fmt::Display) -> Response {
    tracing::error!(%error, "a request failed");
    let text = "Something went wrong on our side. Please try again.";
    (StatusCode::INTERNAL_SERVER_ERROR, Json(ErrorBody::new("INTERNAL", text))).into_response()
}
