//! The answers of calls besides success, for the API's document. A call lists the groups that apply
//! to it, and then its own: of two answers with the same status the later one is documented.

use std::collections::BTreeMap;

use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder, schema};
use utoipa::{IntoResponses, ToSchema};

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
        refusals([
            (
                "429",
                "Too much in a short time: `code` names the limit, such as `DDOS_RATE_LIMIT_EXCEEDED`",
            ),
            ("500", "`INTERNAL`"),
            (
                "503",
                "`OVERLOADED` or `DATABASE_UNAVAILABLE`: try again after a moment",
            ),
        ])
    }
}

impl IntoResponses for SignedIn {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        refusals([("401", "`UNAUTHORIZED`")])
    }
}

impl IntoResponses for JsonBody {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        refusals([
            ("400", "`INVALID_JSON`"),
            ("408", "`REQUEST_TIMEOUT`"),
            ("413", "`PAYLOAD_TOO_LARGE`"),
            ("415", "`UNSUPPORTED_MEDIA_TYPE`"),
            ("422", "`VALIDATION_FAILED`"),
        ])
    }
}

impl IntoResponses for QueryString {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        refusals([("400", "`INVALID_QUERY`"), ("422", "`VALIDATION_FAILED`")])
    }
}

impl IntoResponses for OwnId {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        refusals([("404", "`NOT_FOUND`, for what is somebody else's too")])
    }
}

impl IntoResponses for ForAdministrators {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        refusals([("404", "`NOT_FOUND`, for everybody else")])
    }
}

fn refusals<const N: usize>(of: [(&str, &str); N]) -> BTreeMap<String, RefOr<Response>> {
    let one = |(status, description): (&str, &str)| {
        let body = Ref::from_schema_name(ErrorBody::name());
        let content = ContentBuilder::new().schema(Some(body)).build();
        let mut response = ResponseBuilder::new()
            .description(description)
            .content("application/json", content);
        if matches!(status, "429" | "503") {
            let seconds = HeaderBuilder::new()
                .schema(Some(schema::Object::with_type(schema::Type::Integer)))
                .description(Some("Seconds to wait"));
            response = response.header("Retry-After", seconds.build());
        }
        (status.to_owned(), response.build().into())
    };
    of.map(one).into()
}
