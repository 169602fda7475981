use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

const MINUTES_PER_HOUR: i32 = 60;

/// A time on the user's clock, as minutes after midnight; in JSON `HH:MM`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockTime(pub i32);

impl ClockTime {
    fn parse(text: &str) -> Option<Self> {
        let (hours, minutes) = text.split_once(':')?;
        let number = |text: &str, below: i32| -> Option<i32> {
            let is_plain = text.len() == 2 && text.bytes().all(|b| b.is_ascii_digit());
            let number: i32 = is_plain.then(|| text.parse().ok())??;
            (number < below).then_some(number)
        };
        Some(Self(
            number(hours, 24)? * MINUTES_PER_HOUR + number(minutes, MINUTES_PER_HOUR)?,
        ))
    }
}

impl<'de> Deserialize<'de> for ClockTime {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| D::Error::custom("Use a time from 00:00 to 23:59"))
    }
}

impl Serialize for ClockTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (hours, minutes) = (self.0 / MINUTES_PER_HOUR, self.0 % MINUTES_PER_HOUR);
        serializer.collect_str(&format_args!("{hours:02}:{minutes:02}"))
    }
}

/// When alerts wait, each day by the clock in the user's time zone. May pass midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct QuietHours {
    #[schema(value_type = String, pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", example = "22:00")]
    pub from: ClockTime,
    /// Alerts go out again from this minute on.
    #[schema(value_type = String, pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", example = "07:00")]
    pub until: ClockTime,
}

impl QuietHours {
    /// As they are stored: both or neither.
    pub fn from_stored(from: Option<i32>, until: Option<i32>) -> Option<Self> {
        Some(Self {
            from: ClockTime(from?),
            until: ClockTime(until?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_two_digits_colon_two_digits() {
        for (text, minutes) in [("00:00", 0), ("07:30", 450), ("23:59", 1_439)] {
            let time = ClockTime::parse(text);
            assert_eq!(time, Some(ClockTime(minutes)), "{text}");
            assert_eq!(serde_json::json!(time), text);
        }
        for text in [
            "24:00",
            "7:00",
            "07:60",
            "0700",
            "+7:00",
            "07:00:00",
            "",
            ":",
            "٠٧:٠٠",
        ] {
            assert_eq!(ClockTime::parse(text), None, "{text}");
        }
    }
}
