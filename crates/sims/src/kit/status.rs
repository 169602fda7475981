//! Serializes the fault that is a status (400 to 599) as a string among the names of other faults. For
//! `#[serde(untagged)] Status(#[serde(with = "crate::kit::status")] u16)`, which is the last variant.

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serializer};

/// Writes `status` as a string.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<S: Serializer>(status: &u16, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(status)
}

/// Reads a status from a string.
///
/// # Errors
/// When the string is not the status of a failure.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
    let text = String::deserialize(deserializer)?;
    match text.parse() {
        Ok(status @ 400..=599) => Ok(status),
        _ => Err(D::Error::invalid_value(Unexpected::Str(&text), &"a fault")),
    }
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};
    use serde_json::{from_value, json, to_value};

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum FaultKind {
        CutBody,
        #[serde(untagged)]
        Status(#[serde(with = "super")] u16),
    }

    #[test]
    fn a_status_is_a_name_among_others() {
        for (kind, name) in [(FaultKind::CutBody, "cut_body"), (FaultKind::Status(503), "503")] {
            assert_eq!(to_value(&kind).unwrap(), name);
            assert_eq!(from_value::<FaultKind>(json!(name)).unwrap(), kind);
        }
        for name in [json!("200"), json!("600"), json!("cut"), json!(503)] {
            assert!(from_value::<FaultKind>(name).is_err());
        }
    }
}
