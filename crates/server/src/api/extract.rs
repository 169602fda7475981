//! What handlers take from a request: JSON bodies, queries and path parts whose every fault becomes
//! the one error body.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, OptionalFromRequest, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use validator::{Validate, ValidationErrors, ValidationErrorsKind};

use crate::error::{ApiError, Fields};

/// A JSON body that passed its own rules.
#[derive(Debug)]
pub struct Valid<T>(pub T);

impl<T, S> FromRequest<S> for Valid<T>
where
    T: DeserializeOwned + Validate,
    S: Send + Sync,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let Json(body) = <Json<T> as FromRequest<S>>::from_request(request, state).await?;
        Self::checked(body)
    }
}

/// For calls that may come without a body.
impl<T, S> OptionalFromRequest<S> for Valid<T>
where
    T: DeserializeOwned + Validate,
    S: Send + Sync,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, ApiError> {
        let body = <Json<T> as OptionalFromRequest<S>>::from_request(request, state).await?;
        body.map(|Json(body)| Self::checked(body)).transpose()
    }
}

impl<T: Validate> Valid<T> {
    fn checked(body: T) -> Result<Self, ApiError> {
        body.validate()
            .map_err(|errors| ApiError::Invalid(flatten(&errors)))?;
        Ok(Self(body))
    }
}

/// A query string that passed its own rules.
#[derive(Debug)]
pub struct ValidQuery<T>(pub T);

impl<T, S> FromRequestParts<S> for ValidQuery<T>
where
    T: DeserializeOwned + Validate,
    S: Send + Sync,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Query(query) = Query::<T>::from_request_parts(parts, state).await?;
        query
            .validate()
            .map_err(|errors| ApiError::Invalid(flatten(&errors)))?;
        Ok(Self(query))
    }
}

/// A part of the path.
#[derive(Debug)]
pub struct PathPart<T>(pub T);

impl<T, S> FromRequestParts<S> for PathPart<T>
where
    T: DeserializeOwned + Send,
    S: Send + Sync,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Path(part) = Path::<T>::from_request_parts(parts, state).await?;
        Ok(Self(part))
    }
}

/// Rules of nested structs under `outer.inner`, lists under `list.0`. Field names are the client's:
/// camelCase.
fn flatten(errors: &ValidationErrors) -> Fields {
    fn collect(errors: &ValidationErrors, prefix: &str, fields: &mut Fields) {
        for (name, kind) in errors.errors() {
            let path = format!("{prefix}{}", camel_case(name));
            match kind {
                ValidationErrorsKind::Field(list) => {
                    let text = list.first().and_then(|e| e.message.as_deref());
                    fields.insert(
                        path,
                        text.unwrap_or("This value is not allowed.").to_owned(),
                    );
                }
                ValidationErrorsKind::Struct(inner) => collect(inner, &format!("{path}."), fields),
                ValidationErrorsKind::List(list) => {
                    for (index, inner) in list {
                        collect(inner, &format!("{path}.{index}."), fields);
                    }
                }
            }
        }
    }
    let mut fields = Fields::new();
    collect(errors, "", &mut fields);
    fields
}

fn camel_case(name: &str) -> String {
    let mut parts = name.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |mut camel, part| {
        let mut letters = part.chars();
        camel.extend(letters.next().map(|c| c.to_ascii_uppercase()));
        camel.push_str(letters.as_str());
        camel
    })
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> Self {
        let status = rejection.status();
        let (code, text) = match status {
            StatusCode::PAYLOAD_TOO_LARGE => {
                ("PAYLOAD_TOO_LARGE", "The request is too large.".to_owned())
            }
            StatusCode::UNSUPPORTED_MEDIA_TYPE => (
                "UNSUPPORTED_MEDIA_TYPE",
                "Send JSON, with the header Content-Type: application/json.".to_owned(),
            ),
            // Wrong types and missing fields: the text names the place.
            StatusCode::UNPROCESSABLE_ENTITY => ("VALIDATION_FAILED", rejection.body_text()),
            _ => (
                "INVALID_JSON",
                "The request's body is not valid JSON.".to_owned(),
            ),
        };
        Self::new(status, code, text)
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> Self {
        Self::new(
            StatusCode::BAD_REQUEST,
            "INVALID_QUERY",
            rejection.body_text(),
        )
    }
}

/// An id that is no id names nothing.
impl From<PathRejection> for ApiError {
    fn from(_: PathRejection) -> Self {
        Self::not_found("page")
    }
}
