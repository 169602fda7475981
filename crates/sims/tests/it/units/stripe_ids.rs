//! Ids in Stripe's format.

use sims::stripe::ids::fresh;

#[test]
fn an_id_has_its_prefix_its_length_and_no_twin() {
    let id = fresh("cus_", 14);
    assert!(id.starts_with("cus_") && id.len() == 18, "{id}");
    assert!(id[4..].bytes().all(|byte| byte.is_ascii_alphanumeric()));
    assert_ne!(id, fresh("cus_", 14));
}
