//! How values that cannot be read are answered.

use std::num::NonZeroU32;

use api::misread::sentence;
use chrono::{DateTime, NaiveDate, Utc};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;

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
