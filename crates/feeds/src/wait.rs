//! The time that a feed asks clients to wait.

use std::time::Duration;

const MINUTE: u64 = 60;
const DAY: u64 = 24 * 60 * MINUTE;
/// The longest wait; a feed that asks for more does not mean it.
const MAX_WAIT: Duration = Duration::from_secs(366 * DAY);

/// The polling hints of a feed: RSS 2.0's `ttl`, in minutes, and the syndication module of RSS 1.0.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    pub(crate) ttl: String,
    pub(crate) period: String,
    pub(crate) frequency: String,
}

impl Asked {
    /// Returns the `ttl`, or else the period divided by the frequency, or else `None`.
    pub(crate) fn wait(&self) -> Option<Duration> {
        let ttl = whole(&self.ttl).map(|minutes| minutes.saturating_mul(MINUTE));
        let seconds = ttl.filter(|ttl| *ttl > 0).or_else(|| self.by_period())?;
        (seconds > 0).then(|| Duration::from_secs(seconds).min(MAX_WAIT))
    }

    fn by_period(&self) -> Option<u64> {
        let period = self.period.trim().to_ascii_lowercase();
        let period = match period.as_str() {
            "hourly" => 60 * MINUTE,
            "daily" => DAY,
            "weekly" => 7 * DAY,
            "monthly" => 30 * DAY,
            "yearly" => 365 * DAY,
            // The module's default, if only a frequency is given.
            "" if !self.frequency.is_empty() => DAY,
            _ => return None,
        };
        Some(period / whole(&self.frequency).unwrap_or(1).max(1))
    }
}

fn whole(text: &str) -> Option<u64> {
    text.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::Asked;

    #[test]
    fn ttl_counts_before_the_period() {
        let cases = [
            ("60", "", "", Some(3_600)),
            (" 5 ", "daily", "1", Some(300)),
            ("0", "daily", "2", Some(43_200)),
            ("", "hourly", "", Some(3_600)),
            ("", " Weekly ", "7", Some(86_400)),
            ("", "", "24", Some(3_600)),
            ("", "daily", "0", Some(86_400)),
            ("", "daily", "999999999", None),
            ("-1", "", "", None),
            ("soon", "now and then", "2", None),
            ("18446744073709551615", "", "", Some(366 * 86_400)),
            ("", "", "", None),
        ];
        for (ttl, period, frequency, wanted) in cases {
            let asked = Asked {
                ttl: ttl.to_owned(),
                period: period.to_owned(),
                frequency: frequency.to_owned(),
            };
            let seconds = asked.wait().map(|wait| wait.as_secs());
            assert_eq!(seconds, wanted, "{asked:?}");
        }
    }
}
