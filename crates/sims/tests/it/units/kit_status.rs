//! Statuses among the names of faults.

use serde::Deserialize;
use serde_json::{from_value, json};

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum FaultKind {
    CutBody,
    #[serde(untagged)]
    Status(#[serde(deserialize_with = "sims::kit::status")] u16),
}

#[test]
fn a_status_is_a_name_among_others() {
    for (kind, name) in [(FaultKind::CutBody, "cut_body"), (FaultKind::Status(503), "503")] {
        assert_eq!(from_value::<FaultKind>(json!(name)).unwrap(), kind);
    }
    for name in [json!("200"), json!("600"), json!("cut"), json!(503)] {
        assert!(from_value::<FaultKind>(name).is_err());
    }
}
