//! Decides when an alert goes out: at once, or later with others. Pure: the time is passed in.

use std::ops::RangeInclusive;

use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use chrono_tz::Tz;

use db::models::digest::Cause;
use db::models::endpoint::EndpointChannel;
use db::models::user::EmailFrequency;
use foundation::time::calendar;

/// The hour of daily and weekly digests; weekly ones come on Mondays.
const DIGEST_HOUR: u32 = 8;

/// The kind of receiver that a message reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// Bundled as often as the user prefers, and held as below.
    Mail,
    /// Push and chats: held by quiet hours, snoozes and bursts.
    Person,
    /// Webhooks, which disturb nobody and whose programs rely on each match at once. Never held.
    Machine,
}

impl From<EndpointChannel> for Class {
    fn from(channel: EndpointChannel) -> Self {
        match channel {
            EndpointChannel::Webhook => Self::Machine,
            EndpointChannel::Push
            | EndpointChannel::Slack
            | EndpointChannel::Discord
            | EndpointChannel::Telegram
            | EndpointChannel::Ntfy => Self::Person,
        }
    }
}

/// A user's preferences for one watch.
#[derive(Debug, Clone, Copy)]
pub struct Preferences {
    pub zone: Tz,
    /// For mail: the watch's own, else the account's.
    pub frequency: EmailFrequency,
    /// The hours during which alerts wait, by the clock in `zone`. May span midnight.
    pub quiet: Option<(NaiveTime, NaiveTime)>,
    /// The later of the watch's and the account's.
    pub snoozed_until: Option<DateTime<Utc>>,
    /// The most matches of the watch in an hour that are sent one by one.
    pub burst_limit: i64,
}

/// Reads quiet hours as stored: minutes after midnight, both or neither.
pub fn quiet_hours(from: Option<i32>, until: Option<i32>) -> Option<(NaiveTime, NaiveTime)> {
    let time = |minutes: i32| {
        let seconds = u32::try_from(minutes).ok()?.checked_mul(60)?;
        NaiveTime::from_num_seconds_from_midnight_opt(seconds, 0)
    };
    Some((time(from?)?, time(until?)?))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    Now,
    /// Sent later, together with all that waits for the same moment. The cause is what delayed it
    /// last.
    Hold {
        due_at: DateTime<Utc>,
        cause: Cause,
    },
}

/// Decides when a match goes out at `now`, if its watch had `past_hour` other matches in the hour
/// before.
pub fn hold(
    class: Class,
    preferences: &Preferences,
    past_hour: i64,
    now: DateTime<Utc>,
) -> Decision {
    if class == Class::Machine {
        return Decision::Now;
    }
    let bundled = match class {
        Class::Mail => preferences.next_digest(now),
        _ => None,
    };
    let held = bundled.or_else(|| {
        let is_burst = past_hour >= preferences.burst_limit;
        is_burst.then(|| (calendar::next_full_hour(preferences.zone, now), Cause::Burst))
    });
    let moment = held.map_or(now, |(due_at, _)| due_at);
    match preferences.undisturbed(moment).or(held) {
        Some((due_at, cause)) => Decision::Hold { due_at, cause },
        None => Decision::Now,
    }
}

/// Decides when a match that is set aside goes out: with the next digest, of the day for those who want each match at
/// once or hourly.
pub fn hold_aside(class: Class, preferences: &Preferences, now: DateTime<Utc>) -> Decision {
    use EmailFrequency::{Daily, Weekly};
    let frequency = match (class, preferences.frequency) {
        (Class::Machine, _) => return Decision::Now,
        (Class::Mail, Weekly) => Weekly,
        _ => Daily,
    };
    let preferences = Preferences { frequency, ..*preferences };
    let Some((due_at, _)) = preferences.next_digest(now) else {
        return Decision::Now;
    };
    let (due_at, cause) = preferences.undisturbed(due_at).unwrap_or((due_at, Cause::Aside));
    Decision::Hold { due_at, cause }
}

impl Preferences {
    /// Returns the later time at which a message due at `at` may go out, and why; none if it need
    /// not wait.
    pub fn undisturbed(&self, at: DateTime<Utc>) -> Option<(DateTime<Utc>, Cause)> {
        let snoozed = self.snoozed_until.filter(|until| *until > at);
        let moved = snoozed.map(|until| (until, Cause::Snooze));
        let quiet = self.end_of_quiet(snoozed.unwrap_or(at));
        quiet.map(|end| (end, Cause::Quiet)).or(moved)
    }

    fn next_digest(&self, after: DateTime<Utc>) -> Option<(DateTime<Utc>, Cause)> {
        let today = calendar::today(self.zone, after);
        match self.frequency {
            EmailFrequency::Realtime => None,
            EmailFrequency::Hourly => {
                Some((calendar::next_full_hour(self.zone, after), Cause::Hourly))
            }
            EmailFrequency::Daily => {
                let due_at = self.next_morning(today, 1, after)?;
                Some((due_at, Cause::Daily))
            }
            EmailFrequency::Weekly => {
                let monday = calendar::monday(self.zone, after);
                Some((self.next_morning(monday, 7, after)?, Cause::Weekly))
            }
        }
    }

    /// Returns the first morning after `after`, among `first` and the days that follow in steps of
    /// `days`.
    fn next_morning(
        &self,
        first: NaiveDate,
        days: u64,
        after: DateTime<Utc>,
    ) -> Option<DateTime<Utc>> {
        let morning = NaiveTime::from_hms_opt(DIGEST_HOUR, 0, 0)?;
        // If a day is skipped as a whole, its morning falls on the beginning of the next one.
        let steps: RangeInclusive<u64> = 0..=2;
        let mornings = steps.filter_map(|step| first.checked_add_days(Days::new(step * days)));
        mornings
            .map(|day| calendar::first_at(day.and_time(morning), self.zone))
            .find(|due_at| *due_at > after)
    }

    /// Returns the end of the quiet hours that contain `at`. They begin when the clock first shows
    /// their beginning and end when it last shows their end: a repeated hour does not split them.
    fn end_of_quiet(&self, at: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let (from, until) = self.quiet?;
        let mut end = at;
        // A repeated hour may join the quiet hours of two days, if they are nearly a day long.
        for _ in 0..3 {
            let today = calendar::today(self.zone, end);
            let days = [today.pred_opt(), Some(today)].into_iter().flatten();
            let later = days.filter_map(|day| {
                let last = if until > from { day } else { day.succ_opt()? };
                let start = calendar::first_at(day.and_time(from), self.zone);
                let stop = calendar::last_at(last.and_time(until), self.zone);
                (start <= end && end < stop).then_some(stop)
            });
            match later.max() {
                Some(stop) => end = stop,
                None => break,
            }
        }
        (end > at).then_some(end)
    }
}

#[cfg(test)]
mod tests;
