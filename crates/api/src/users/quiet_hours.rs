use chrono::{NaiveTime, Timelike};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

use platform::hold::quiet_hours;

/// A time on the user's clock, `HH:MM` in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockTime(NaiveTime);

impl ClockTime {
    fn parse(text: &str) -> Option<Self> {
        let (hours, minutes) = text.split_once(':')?;
        let number = |text: &str| -> Option<u32> {
            let is_plain = text.len() == 2 && text.bytes().all(|b| b.is_ascii_digit());
            is_plain.then(|| text.parse().ok())?
        };
        NaiveTime::from_hms_opt(number(hours)?, number(minutes)?, 0).map(Self)
    }

    /// Returns the minutes after midnight, as they are stored.
    pub fn minutes(self) -> i32 {
        i32::try_from(self.0.num_seconds_from_midnight() / 60).unwrap_or_default()
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
        serializer.collect_str(&self.0.format("%H:%M"))
    }
}

/// The daily hours in which alerts wait, in the user's time zone. They may span midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct QuietHours {
    #[schema(value_type = String, pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", example = "22:00")]
    pub from: ClockTime,
    /// The minute from which alerts are sent again.
    #[schema(value_type = String, pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", example = "07:00")]
    pub until: ClockTime,
}

impl QuietHours {
    /// Reads quiet hours as they are stored: both times or neither.
    pub fn from_stored(from: Option<i32>, until: Option<i32>) -> Option<Self> {
        let (from, until) = quiet_hours(from, until)?;
        Some(Self { from: ClockTime(from), until: ClockTime(until) })
    }
}
