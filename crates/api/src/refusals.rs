//! The answers of calls besides success, for the API's document, which defines each of them once. A call lists
//! the groups that apply to it, and then its own: of two answers with the same status the later one is documented.

use std::collections::BTreeMap;

use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr, Response, ResponseBuilder, schema};
use utoipa::{IntoResponses, Modify, ToSchema};

use crate::error::ErrorBody;

/// The refusals of every call.
pub struct AnyCall;
/// The refusals of calls that need a token or an API key.
pub struct SignedIn;
/// The refusals of calls with a JSON body.
pub struct JsonBody;
/// The refusals of calls with parameters in the query string.
pub struct QueryString;
/// The refusals of calls about one thing of the user's own, by its id in the path.
pub struct OwnId;
/// The refusals of calls for administrators.
pub struct ForAdministrators;

/// A refusal: its name in the document, its status and its description.
type Refusal = (&'static str, &'static str, &'static str);

const VALIDATION_FAILED: Refusal = ("ValidationFailed", "422", "`VALIDATION_FAILED`");

const ANY_CALL: &[Refusal] = &[
    (
        "TooManyRequests",
        "429",
        "Too much in a short time: `DDOS_RATE_LIMIT_EXCEEDED`, `KEY_RATE_LIMIT_EXCEEDED`, \
         `KEYWORD_RATE_LIMIT_EXCEEDED`, `NOTIFICATION_RATE_LIMIT_EXCEEDED`, \
         `HEARING_TEST_RATE_LIMIT_EXCEEDED`; at the same time: `TOO_MANY_CONCURRENT_REQUESTS`, \
         `SEARCH_IN_PROGRESS`",
    ),
    ("Internal", "500", "`INTERNAL`"),
    ("Unavailable", "503", "`OVERLOADED` or `DATABASE_UNAVAILABLE`: try again after a moment"),
];
const SIGNED_IN: &[Refusal] = &[
    ("Unauthorized", "401", "`UNAUTHORIZED`; for an API key `KEY_UNKNOWN` or `KEY_EXPIRED`"),
    ("KeyRefused", "403", "For an API key `KEY_SCOPE_MISSING` or `SESSION_REQUIRED`"),
];
const JSON_BODY: &[Refusal] = &[
    ("InvalidJson", "400", "`INVALID_JSON`"),
    ("RequestTimeout", "408", "`REQUEST_TIMEOUT`"),
    ("PayloadTooLarge", "413", "`PAYLOAD_TOO_LARGE`"),
    ("UnsupportedMediaType", "415", "`UNSUPPORTED_MEDIA_TYPE`"),
    VALIDATION_FAILED,
];
const QUERY_STRING: &[Refusal] = &[("InvalidQuery", "400", "`INVALID_QUERY`"), VALIDATION_FAILED];
const OWN_ID: &[Refusal] =
    &[("NotYours", "404", "`NOT_FOUND`, also for what belongs to another user")];
const FOR_ADMINISTRATORS: &[Refusal] =
    &[("NotAdministrator", "404", "`NOT_FOUND`, for users who are not administrators")];

impl IntoResponses for AnyCall {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        references(ANY_CALL)
    }
}

impl IntoResponses for SignedIn {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        references(SIGNED_IN)
    }
}

impl IntoResponses for JsonBody {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        references(JSON_BODY)
    }
}

impl IntoResponses for QueryString {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        references(QUERY_STRING)
    }
}

impl IntoResponses for OwnId {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        references(OWN_ID)
    }
}

impl IntoResponses for ForAdministrators {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        references(FOR_ADMINISTRATORS)
    }
}

/// Adds all refusals of groups to a document.
pub(crate) struct Refusals;

impl Modify for Refusals {
    fn modify(&self, document: &mut OpenApi) {
        let components = document.components.get_or_insert_default();
        let groups =
            [ANY_CALL, SIGNED_IN, JSON_BODY, QUERY_STRING, OWN_ID, FOR_ADMINISTRATORS].into_iter();
        let responses = groups
            .flatten()
            .map(|(name, status, text)| (name.to_string(), response(status, text).into()));
        components.responses.extend(responses);
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

/// Returns a reference to each refusal, by its status.
fn references(refusals: &[Refusal]) -> BTreeMap<String, RefOr<Response>> {
    let reference =
        |(name, status, _): &Refusal| (status.to_string(), Ref::from_response_name(*name).into());
    refusals.iter().map(reference).collect()
}
