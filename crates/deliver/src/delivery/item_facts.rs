//! What an email says about a post besides its text.

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

use db::models::item::Item;
use foundation::wording::plural::plural;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ItemFacts {
    pub written_at: DateTime<Utc>,
    /// The highest score seen.
    pub score: i32,
}

impl From<&Item> for ItemFacts {
    fn from(item: &Item) -> Self {
        Self { written_at: item.forum_created_at, score: item.score }
    }
}

impl ItemFacts {
    /// Returns the score; `None` for 0, which is that of sources without scores.
    pub fn score(self, place: &str) -> Option<String> {
        if self.score == 0 {
            return None;
        }
        let (one, many) = match place == matcher::BLUESKY.place {
            true => ("like", "likes"),
            false => ("point", "points"),
        };
        let sign = if self.score < 0 { "−" } else { "" };
        Some(format!("{sign}{}", plural(self.score.unsigned_abs().into(), one, many)))
    }

    /// Returns the time in `zone`: `21 Nov, 16:02`.
    pub fn time(self, zone: Tz) -> String {
        self.written_at.with_timezone(&zone).format("%-d %b, %H:%M").to_string()
    }

    /// Returns the time, and the age when the message was made: `21 Nov, 16:02 (4 minutes ago)`. A message that is
    /// sent again says the same.
    pub fn time_and_age(self, zone: Tz, made_at: DateTime<Utc>) -> String {
        format!("{} ({})", self.time(zone), age(made_at - self.written_at))
    }
}

fn age(age: TimeDelta) -> String {
    let count = |count: i64| count.unsigned_abs();
    match (age.num_days(), age.num_hours(), age.num_minutes()) {
        (2.., ..) => format!("{} ago", plural(count(age.num_days()), "day", "days")),
        (_, 1.., _) => format!("{} ago", plural(count(age.num_hours()), "hour", "hours")),
        (.., 1..) => format!("{} ago", plural(count(age.num_minutes()), "minute", "minutes")),
        _ => "just now".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_the_readers_and_its_age_is_in_words() {
        let now: DateTime<Utc> = "2026-11-21T15:10:00Z".parse().unwrap();
        for (minutes, words) in [
            (-5, "21 Nov, 16:15 (just now)"),
            (0, "21 Nov, 16:10 (just now)"),
            (1, "21 Nov, 16:09 (1 minute ago)"),
            (59, "21 Nov, 15:11 (59 minutes ago)"),
            (60, "21 Nov, 15:10 (1 hour ago)"),
            (47 * 60, "19 Nov, 17:10 (47 hours ago)"),
            (48 * 60, "19 Nov, 16:10 (2 days ago)"),
        ] {
            let facts = ItemFacts { written_at: now - TimeDelta::minutes(minutes), score: 1 };
            assert_eq!(facts.time_and_age(Tz::Europe__Vienna, now), words);
        }
    }

    #[test]
    fn a_score_is_what_its_site_calls_it() {
        let score =
            |score, place| ItemFacts { written_at: DateTime::UNIX_EPOCH, score }.score(place);
        assert_eq!(score(0, "rust"), None);
        assert_eq!(score(1, "rust").as_deref(), Some("1 point"));
        assert_eq!(score(1_200, "news.ycombinator.com").as_deref(), Some("1,200 points"));
        assert_eq!(score(2, "bsky.app").as_deref(), Some("2 likes"));
        assert_eq!(score(i32::MIN, "rust").as_deref(), Some("−2,147,483,648 points"));
    }
}
