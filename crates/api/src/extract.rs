//! Extractors for handlers: JSON bodies, queries and path parts whose every fault becomes the
//! common error body.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, OptionalFromRequest, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use validator::{Validate, ValidationErrors, ValidationErrorsKind};

use crate::error::{ApiError, Fields};
use crate::misread::sentence;

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

/// Serves calls that may have no body.
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
        body.validate().map_err(|errors| ApiError::Invalid(flatten(&errors)))?;
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
        // The database stores no NUL, so nothing can be found by it.
        let text = parts.uri.query().unwrap_or_default().as_bytes();
        if let Some((key, _)) = url::form_urlencoded::parse(text).find(|(_, v)| v.contains('\0')) {
            return Err(ApiError::invalid(&key, "This text contains a NUL character"));
        }
        query.validate().map_err(|errors| ApiError::Invalid(flatten(&errors)))?;
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

/// Reads a field that may be left out, or be null: `None` when it is left out.
///
/// # Errors
/// The value is not a `T`.
pub fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// Returns the errors by field, those of nested structs under `outer.inner`, those of lists under
/// `list.0`. Field names are the client's: camelCase.
fn flatten(errors: &ValidationErrors) -> Fields {
    fn collect(errors: &ValidationErrors, prefix: &str, fields: &mut Fields) {
        for (name, kind) in errors.errors() {
            let path = format!("{prefix}{}", camel_case(name));
            match kind {
                ValidationErrorsKind::Field(list) => {
                    let text = list.first().and_then(|e| e.message.as_deref());
                    fields.insert(path, text.unwrap_or("This value is not allowed.").to_owned());
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
            StatusCode::UNPROCESSABLE_ENTITY => return misshapen(&rejection),
            _ => ("INVALID_JSON", "The request's body is not valid JSON.".to_owned()),
        };
        Self::new(status, code, text)
    }
}

/// Returns the error for wrong types and missing fields, by the position in the body where reading
/// stopped.
fn misshapen(rejection: &JsonRejection) -> ApiError {
    let mut source = std::error::Error::source(rejection);
    while let Some(error) = source {
        if let Some(error) = error.downcast_ref::<serde_path_to_error::Error<serde_json::Error>>() {
            let text = error.inner().to_string();
            let mut path: Vec<String> = error.path().iter().filter_map(step).collect();
            let missing = text.strip_prefix("missing field `");
            path.extend(missing.and_then(|rest| rest.split('`').next().map(str::to_owned)));
            if path.is_empty() {
                break;
            }
            return ApiError::invalid(&path.join("."), sentence(&text));
        }
        source = error.source();
    }
    ApiError::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "VALIDATION_FAILED",
        "The request's body must be a JSON object with the fields of this call.",
    )
}

fn step(segment: &serde_path_to_error::Segment) -> Option<String> {
    use serde_path_to_error::Segment;
    match segment {
        Segment::Seq { index } => Some(index.to_string()),
        Segment::Map { key } => Some(key.clone()),
        Segment::Enum { .. } | Segment::Unknown => None,
    }
}

/// Converts errors about parameters that are not a number, are given twice and so on, by their
/// names.
impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> Self {
        type Misread = serde_path_to_error::Error<serde::de::value::Error>;
        let mut source = std::error::Error::source(&rejection);
        while let Some(error) = source {
            if let Some(misread) = error.downcast_ref::<Misread>() {
                let text = misread.inner().to_string();
                let steps: Vec<String> = misread.path().iter().filter_map(step).collect();
                // A parameter that is missing or given twice is named only in the text.
                let in_text = text.split('`').nth(1).unwrap_or("query").to_owned();
                let name = if steps.is_empty() { in_text } else { steps.join(".") };
                return Self::InvalidQuery(Fields::from([(name, sentence(&text))]));
            }
            source = error.source();
        }
        Self::InvalidQuery(Fields::from([("query".to_owned(), rejection.body_text())]))
    }
}

/// An invalid id names nothing.
impl From<PathRejection> for ApiError {
    fn from(_: PathRejection) -> Self {
        Self::not_found("page")
    }
}
