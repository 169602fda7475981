use std::collections::{BTreeMap, HashMap};
use std::fmt;

use chrono::{DateTime, TimeDelta, Utc};

use super::{History, Report};
use db::models::outbox::{OutboxRow, Status};
use foundation::wording::plural::plural;

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "The outbox at {}", time(self.now))?;
        if self.counts.is_empty() {
            return f.write_str("\nIt is empty.");
        }
        let mut by_channel: BTreeMap<&str, HashMap<Status, i64>> = BTreeMap::new();
        for (channel, status, count) in &self.counts {
            let counts = by_channel.entry(channel.as_str()).or_default();
            counts.insert(*status, *count);
        }
        write!(f, "\nchannel  ")?;
        for status in Status::ALL {
            write!(f, "{status:>9}")?;
        }
        writeln!(f)?;
        for (channel, counts) in by_channel {
            write!(f, "{channel:<9}")?;
            for status in Status::ALL {
                write!(f, "{:>9}", counts.get(status).unwrap_or(&0))?;
            }
            writeln!(f)?;
        }
        match (&self.oldest, self.next_due) {
            (Some(row), _) => {
                let late = duration(self.now - row.due_at);
                writeln!(f, "\nWaiting longest: due since {late}")?;
                line(row, self.now, f)?;
            }
            (None, Some(at)) => {
                writeln!(f, "\nNothing is overdue; the next is due at {}", time(at))?;
            }
            (None, None) => writeln!(f, "\nNothing is waiting.")?,
        }
        for (heading, rows) in
            [("Failing, will be tried again:", &self.failing), ("Dead, newest first:", &self.dead)]
        {
            if !rows.is_empty() {
                writeln!(f, "\n{heading}")?;
            }
            for row in rows {
                line(row, self.now, f)?;
            }
        }
        if self.dead.is_empty() {
            return f.write_str("\nharken outbox show <id>    every attempt");
        }
        f.write_str(
            "\nharken outbox show <id>    every attempt\
             \nharken outbox retry <id>   sends a dead one again; --all-dead, all of them, and \
             --channel mail, those for a channel",
        )
    }
}

/// Writes a message in two lines.
fn line(row: &OutboxRow, now: DateTime<Utc>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let attempts = plural(row.attempts.unsigned_abs().into(), "attempt", "attempts");
    writeln!(f, "  {}  {} {}, {attempts}, {}", row.id, row.channel, row.kind, state(row, now))?;
    match &row.reason {
        Some(reason) => writeln!(f, "      {reason}"),
        None => Ok(()),
    }
}

fn state(row: &OutboxRow, now: DateTime<Utc>) -> String {
    match (row.status, row.leased_until, row.finished_at) {
        (Status::Pending, Some(until), _) if until > now => {
            format!("being sent until {} at the latest", time(until))
        }
        (Status::Pending, ..) => format!("next at {}", time(row.due_at)),
        (status, _, Some(at)) => format!("{status} since {}", time(at)),
        (status, _, None) => status.to_string(),
    }
}

impl fmt::Display for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = &self.row;
        writeln!(f, "{}  {} {}", row.id, row.channel, row.kind)?;
        writeln!(f, "  user      {}", row.user_id)?;
        if let Some(endpoint) = row.endpoint_id {
            writeln!(f, "  endpoint  {endpoint}")?;
        }
        writeln!(f, "  about     {}", row.subject_id)?;
        writeln!(f, "  made      {}", time(row.created_at))?;
        // Only the holder can know whether a lease still holds: it is reported as stored.
        writeln!(f, "  status    {}", state(row, DateTime::<Utc>::MIN_UTC))?;
        if let Some(reason) = &row.reason {
            writeln!(f, "  reason    {reason}")?;
        }
        if self.attempts.is_empty() {
            return f.write_str("\nNo attempt has ended yet.");
        }
        f.write_str("\nattempt  began                    took      code  outcome")?;
        for attempt in &self.attempts {
            let took = (attempt.finished_at - attempt.started_at).num_milliseconds();
            let code = attempt.status_code.map_or("-".to_owned(), |c| c.to_string());
            write!(
                f,
                "\n{:>7}  {}  {took:>6} ms {code:>5}  {}",
                attempt.number,
                time(attempt.started_at),
                attempt.outcome
            )?;
            if !attempt.detail.is_empty() {
                write!(f, "\n         {}", attempt.detail)?;
            }
        }
        Ok(())
    }
}

fn time(at: DateTime<Utc>) -> String {
    at.format("%F %T UTC").to_string()
}

/// Formats the two largest units of a duration.
fn duration(time: TimeDelta) -> String {
    let (days, hours, minutes) = (time.num_days(), time.num_hours() % 24, time.num_minutes() % 60);
    match (days, hours, minutes) {
        (0, 0, 0) => format!("{} s", time.num_seconds()),
        (0, 0, minutes) => format!("{minutes} min"),
        (0, hours, minutes) => format!("{hours} h {minutes} min"),
        (days, hours, _) => format!("{days} d {hours} h"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_shown_in_its_two_largest_units() {
        for (seconds, shown) in [
            (7, "7 s"),
            (60 * 19 + 5, "19 min"),
            (3_600 * 5 + 60 * 2, "5 h 2 min"),
            (3_600 * 49, "2 d 1 h"),
        ] {
            assert_eq!(duration(TimeDelta::seconds(seconds)), shown);
        }
    }
}
