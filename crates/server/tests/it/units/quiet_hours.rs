//! Times of the day in JSON.

use api::users::ClockTime;
use serde_json::json;

fn parse(text: &str) -> Option<ClockTime> {
    serde_json::from_value(json!(text)).ok()
}

#[test]
fn times_are_two_digits_colon_two_digits() {
    for (text, minutes) in [("00:00", 0), ("07:30", 450), ("23:59", 1_439)] {
        let time = parse(text).unwrap();
        assert_eq!(time.minutes(), minutes, "{text}");
        assert_eq!(json!(time), text);
    }
    for text in ["24:00", "7:00", "07:60", "0700", "+7:00", "07:00:00", "", ":", "٠٧:٠٠"] {
        assert_eq!(parse(text), None, "{text}");
    }
}
