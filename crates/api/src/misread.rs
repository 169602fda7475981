//! Sentences for a person in place of serde's words for values that it could not read. serde
//! describes a fault only by its text, so the text is parsed here; the tests use serde to produce
//! it.

/// Returns the text to send for a value that could not be read. A text of our own, which begins
/// like a sentence, stays as it is.
pub(super) fn sentence(text: &str) -> String {
    // The line and column mean nothing to a person who filled in a form.
    let text = text.split(" at line ").next().unwrap_or_default();
    if text.starts_with(char::is_uppercase) && !text.starts_with("UUID ") {
        return text.to_owned();
    }
    if text.starts_with("missing field `") {
        return "This value is required".to_owned();
    }
    if let Some(field) = quoted_after(text, "duplicate field `") {
        return format!("Send “{field}” only once");
    }
    if let Some(field) = quoted_after(text, "unknown field `") {
        return format!("There is no field “{field}”");
    }
    if text.starts_with("unknown variant `") {
        // The sent value precedes it, and may contain quotes of its own.
        let known = text.rsplit("expected ").next().unwrap_or_default();
        let words: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
        return match words.as_slice() {
            [] => "This value is not recognised".to_owned(),
            [word] => format!("This must be {word}"),
            words => format!("This must be one of {}", words.join(", ")),
        };
    }
    let wanted = match text.rsplit_once("expected ") {
        Some((_, wanted)) => wanted,
        None => text,
    };
    expected(wanted).to_owned()
}

/// Translates what serde, and the types that are read, call the expected value.
fn expected(wanted: &str) -> &'static str {
    match wanted {
        "a string" | "a borrowed string" => "This must be text",
        "a boolean" | "provided string was not `true` or `false`" => "This must be true or false",
        "u8" | "u16" | "u32" | "u64" | "usize" => "This must be a whole number of 0 or more",
        "i8" | "i16" | "i32" | "i64" | "isize" => "This must be a whole number",
        "f32" | "f64" => "This must be a number",
        "a sequence" => "This must be a list",
        "a character" => "This must be one character",
        "a formatted date string" | "a date" => "This must be a date, such as 2026-03-31",
        "a formatted date and time string or a unix timestamp"
        | "an RFC 3339 formatted date and time string" => {
            "This must be a date and time, such as 2026-03-31T08:00:00Z"
        }
        _ if wanted.starts_with("a nonzero") => "This must be a whole number of 1 or more",
        _ if wanted.starts_with("struct ") || wanted.starts_with("a map") => {
            "This must be an object"
        }
        _ if wanted.contains("digit")
            || wanted.contains("integer")
            || wanted.contains("number") =>
        {
            "This must be a whole number that is not too large"
        }
        _ if wanted.contains("UUID") => "This must be an id",
        _ if wanted.contains("URL") => "This must be a web address",
        _ if wanted.contains("variant") || wanted.contains("enum") => {
            "This value is not \
            recognised"
        }
        _ => "This value cannot be read",
    }
}

fn quoted_after<'a>(text: &'a str, start: &str) -> Option<&'a str> {
    text.strip_prefix(start)?.split('`').next()
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use chrono::{DateTime, NaiveDate, Utc};
    use serde::Deserialize;
    use serde::de::DeserializeOwned;
    use uuid::Uuid;

    use super::sentence;

    fn of_json<T: DeserializeOwned>(json: &str) -> String {
        match serde_json::from_str::<T>(json) {
            Ok(_) => panic!("{json} can be read"),
            Err(error) => sentence(&error.to_string()),
        }
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Color {
        Neon,
        Grey,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Point {
        #[serde(rename = "x")]
        _x: i32,
    }

    #[test]
    fn a_wrong_type_is_answered_with_the_wanted_one() {
        assert_eq!(of_json::<String>("5"), "This must be text");
        assert_eq!(of_json::<String>("null"), "This must be text");
        assert_eq!(of_json::<bool>("\"yes\""), "This must be true or false");
        let whole = "This must be a whole number of 0 or more";
        assert_eq!(of_json::<u32>("-1"), whole);
        assert_eq!(of_json::<u32>("1.5"), whole);
        assert_eq!(of_json::<i64>("\"a\""), "This must be a whole number");
        assert_eq!(of_json::<f64>("\"a\""), "This must be a number");
        let above = "This must be a whole number of 1 or more";
        assert_eq!(of_json::<NonZeroU32>("0"), above);
        assert_eq!(of_json::<Vec<String>>("\"a\""), "This must be a list");
        assert_eq!(of_json::<Vec<String>>("{}"), "This must be a list");
        assert_eq!(of_json::<Point>("[]x"), "This must be an object");
    }

    #[test]
    fn unknown_words_are_answered_with_the_known_ones() {
        let both = "This must be one of neon, grey";
        assert_eq!(of_json::<Color>("\"pink\""), both);
        assert_eq!(of_json::<Color>("\"a ` b\""), both);
    }

    #[test]
    fn fields_are_named() {
        assert_eq!(of_json::<Point>("{}"), "This value is required");
        assert_eq!(of_json::<Point>(r#"{"y": 1}"#), "There is no field “y”");
        assert_eq!(of_json::<Point>(r#"{"x": 1, "x": 2}"#), "Send “x” only once");
    }

    #[test]
    fn ids_and_dates_come_with_an_example() {
        assert_eq!(of_json::<Uuid>("\"a\""), "This must be an id");
        assert_eq!(of_json::<Uuid>("5"), "This must be an id");
        let date = "This must be a date, such as 2026-03-31";
        assert_eq!(of_json::<NaiveDate>("5"), date);
        let time = "This must be a date and time, such as 2026-03-31T08:00:00Z";
        assert_eq!(of_json::<DateTime<Utc>>("5"), time);
    }

    #[test]
    fn a_query_string_is_answered_in_the_same_way() {
        type Fault = serde::de::value::Error;
        let fault = |error: Fault| sentence(&error.to_string());
        let number = "5x".parse::<u32>().unwrap_err();
        assert_eq!(
            fault(serde::de::Error::custom(number)),
            "This must be a whole number that is not too large"
        );
        let flag = "maybe".parse::<bool>().unwrap_err();
        assert_eq!(fault(serde::de::Error::custom(flag)), "This must be true or false");
    }

    #[test]
    fn our_own_sentences_stay() {
        let own = "Use a time from 00:00 to 23:59";
        assert_eq!(sentence(&format!("{own} at line 1 column 9")), own);
        assert_eq!(sentence("something else"), "This value cannot be read");
    }
}
