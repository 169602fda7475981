//! Parameters in Stripe's format.

use sims::stripe::form::Params;
use sims::stripe::objects::Metadata;

fn params(encoded: &str) -> Params {
    Params::parse(encoded.as_bytes())
}

#[test]
fn brackets_name_what_is_inside() {
    let params = params("line_items[0][price]=price_1&metadata%5Buser%5D=7&expand[]=a&expand[1]=b");
    assert_eq!(params.text("line_items[0][price]"), Some("price_1"));
    let metadata = Metadata::from([("user".to_owned(), "7".to_owned())]);
    assert_eq!(params.metadata("metadata"), metadata);
    assert_eq!(params.list("expand"), ["a", "b"]);
    params.only(&["expand[]", "line_items[][price]", "metadata[*]"]).unwrap();
}

#[test]
fn what_is_not_known_is_refused_by_name() {
    let error = params("mode=subscription&moed=x").only(&["mode"]);
    assert_eq!(error.unwrap_err().body()["error"]["param"], "moed");
}
