//! The answers of calls besides success, for the API's document, which defines each of them once. A call lists
//! the groups that apply to it, and then its own: of two answers with the same status the later one is documented.

use std::collections::BTreeMap;

use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr, Response, ResponseBuilder, schema};
use utoipa::{IntoResponses, Modify, ToSchema};

use crate::error::ErrorBody;

/// The refusals of every call.
pub struct AnyCall;
/// The refusals of calls that need a token.
pub struct SignedIn;
/// The refusals of calls with a JSON body.
pub struct JsonBody;
/// The refusals of calls with parameters in the query string.
pub struct QueryString;
/// The refusals of calls about one thing of the user's own, by its id in the path.
pub struct OwnId;
/// The refusals of calls for administrators.
pub struct ForAdministrators;

impl IntoResponses for AnyCall {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        group(&["TooManyRequests", "Internal", "Unavailable"])
    }
}

impl IntoResponses for SignedIn {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        group(&["Unauthorized"])
    }
}

impl IntoResponses for JsonBody {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        group(&[
            "InvalidJson",
            "RequestTimeout",
            "PayloadTooLarge",
            "UnsupportedMediaType",
            "ValidationFailed",
        ])
    }
}

impl IntoResponses for QueryString {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        group(&["InvalidQuery", "ValidationFailed"])
    }
}

impl IntoResponses for OwnId {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        group(&["NotYours"])
    }
}

impl IntoResponses for ForAdministrators {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        group(&["NotAdministrator"])
    }
}

/// The name, status and description of each refusal of a group.
const REFUSALS: [(&str, &str, &str); 12] = [
    ("InvalidJson", "400", "`INVALID_JSON`"),
    ("InvalidQuery", "400", "`INVALID_QUERY`"),
    ("Unauthorized", "401", "`UNAUTHORIZED`"),
    ("NotYours", "404", "`NOT_FOUND`, also for what belongs to another user"),
    ("NotAdministrator", "404", "`NOT_FOUND`, for users who are not administrators"),
    ("RequestTimeout", "408", "`REQUEST_TIMEOUT`"),
    ("PayloadTooLarge", "413", "`PAYLOAD_TOO_LARGE`"),
    ("UnsupportedMediaType", "415", "`UNSUPPORTED_MEDIA_TYPE`"),
    ("ValidationFailed", "422", "`VALIDATION_FAILED`"),
    (
        "TooManyRequests",
        "429",
        "Too much in a short time: `code` names the limit, such as `DDOS_RATE_LIMIT_EXCEEDED`",
    ),
    ("Internal", "500", "`INTERNAL`"),
    ("Unavailable", "503", "`OVERLOADED` or `DATABASE_UNAVAILABLE`: try again after a moment"),
];

/// Adds all refusals of groups to a document.
pub(crate) struct Refusals;

impl Modify for Refusals {
    fn modify(&self, document: &mut OpenApi) {
        let components = document.components.get_or_insert_default();
        let all =
            REFUSALS.map(|(name, status, text)| (name.to_owned(), response(status, text).into()));
        components.responses.extend(all);
    }
}

fn response(status: &str, description: &str) -> Response {
    let body = Ref::from_schema_name(ErrorBody::name());
    let content = ContentBuilder::new().schema(Some(body)).build();
    let mut response =
        ResponseBuilder::new().description(description).content("application/json", content);
    if matches!(status, "429" | "503") {
        let seconds = HeaderBuilder::new()
            .schema(Some(schema::Object::with_type(schema::Type::Integer)))
            .description(Some("Seconds to wait"));
        response = response.header("Retry-After", seconds.build());
    }
    response.build()
}

/// Returns a group of refusals, each as a reference.
///
/// # Panics
/// A name is not in the table.
fn group(names: &[&str]) -> BTreeMap<String, RefOr<Response>> {
    let refusal = |name: &&str| {
        let (name, status, _) =
            REFUSALS.iter().find(|(known, ..)| known == name).expect("it is in the table");
        (status.to_string(), Ref::from_response_name(*name).into())
    };
    names.iter().map(refusal).collect()
}
