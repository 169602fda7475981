//! Parses dates as feeds write them: RFC 3339, W3C's profile of ISO 8601, RFC 822 and similar
//! formats.

use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, Utc};

const MAX_DATE_BYTES: usize = 100;
const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/// The zones of RFC 822, section 5.1; any other zone in letters counts as UTC.
const ZONES: [(&str, i32); 14] = [
    ("edt", -4),
    ("est", -5),
    ("et", -5),
    ("cdt", -5),
    ("cst", -6),
    ("ct", -6),
    ("mdt", -6),
    ("mst", -7),
    ("mt", -7),
    ("pdt", -7),
    ("pst", -8),
    ("pt", -8),
    ("akdt", -8),
    ("akst", -9),
];

/// Returns the time that a text denotes, or `None` if it is not a date that can be read
/// unambiguously.
pub(crate) fn parse(text: &str) -> Option<DateTime<Utc>> {
    let text = text.trim();
    if text.is_empty() || text.len() > MAX_DATE_BYTES {
        return None;
    }
    if let Ok(date) = DateTime::parse_from_rfc3339(text) {
        return Some(date.to_utc());
    }
    iso(text).or_else(|| mail(text))
}

/// Parses `2003`, `2003-12`, `20031231`, `2003-12-31T10:14:55.1+0100`, `2003-12-31 10:14 +01:00`.
fn iso(text: &str) -> Option<DateTime<Utc>> {
    let (date, rest) = match text.find(['T', 't', ' ']) {
        Some(at) => (text.get(..at)?, text.get(at + 1..)?.trim()),
        None => (text, ""),
    };
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let mut parts = date.split('-');
    let (year, month, day) = match (parts.next()?, parts.next(), parts.next(), parts.next()) {
        (all, None, ..) if all.len() == 8 && digits(all) => {
            (all.get(..4)?, all.get(4..6)?, all.get(6..)?)
        }
        (year, month, day, None) => (year, month.unwrap_or("1"), day.unwrap_or("1")),
        _ => return None,
    };
    if year.len() != 4 || month.len() > 2 || day.len() > 2 {
        return None;
    }
    let date = NaiveDate::from_ymd_opt(number(year)?, number(month)?, number(day)?)?;
    let at = rest.find(['Z', 'z', '+', '-', ' ']).unwrap_or(rest.len());
    let (clock, zone) = rest.split_at(at);
    let clock = if clock.is_empty() { "0:0" } else { clock };
    at_zone(date.and_time(time(clock)?), zone)
}

/// Parses `Thu, 01 Jan 2004 19:48:21 GMT` and variants that lack the weekday, the seconds or the zone,
/// have a year of two digits, `Jan 1`, dashes, or the order of C's `asctime`.
fn mail(text: &str) -> Option<DateTime<Utc>> {
    let (mut day, mut month, mut year, mut clock) = (None, None, None, None);
    let mut zone = String::new();
    for word in text.split([' ', ',', '\t', '\n']).filter(|word| !word.is_empty()) {
        if clock.is_none() && word.contains(':') && !word.starts_with(['+', '-']) {
            let end = word.find(['+', '-']).unwrap_or(word.len());
            let (at, offset) = word.split_at(end);
            clock = Some(time(at.trim_end_matches(['Z', 'z']))?);
            zone.push_str(offset);
        } else if clock.is_some()
            && (day.is_some() && year.is_some() || word.starts_with(['+', '-']))
        {
            // `GMT+0100` is two words without a space.
            zone.push_str(word);
        } else {
            for part in word.split(['-', '/']).filter(|part| !part.is_empty()) {
                if let Some(named) = month_of(part).filter(|_| month.is_none()) {
                    month = Some(named);
                } else if let Some(figure) =
                    number::<i32>(part.trim_end_matches(|c: char| c.is_alphabetic()))
                {
                    match (day, year) {
                        (None, _) if part.len() < 4 => day = Some(figure),
                        (_, None) => year = Some(full_year(figure, part.len())),
                        _ => return None,
                    }
                } else if clock.is_some() {
                    zone.push_str(part);
                }
            }
        }
    }
    let date = NaiveDate::from_ymd_opt(year?, month?, u32::try_from(day?).ok()?)?;
    at_zone(date.and_time(clock.unwrap_or(NaiveTime::MIN)), &zone)
}

fn month_of(word: &str) -> Option<u32> {
    let begin = word.get(..3)?.to_ascii_lowercase();
    let place = MONTHS.iter().position(|month| *month == begin)?;
    u32::try_from(place + 1).ok()
}

/// Completes a short year (RFC 2822, section 4.3).
fn full_year(figure: i32, digits: usize) -> i32 {
    match (digits, figure) {
        (..=2, ..=49) => figure + 2_000,
        (..=3, _) => figure + 1_900,
        _ => figure,
    }
}

/// Parses `10:14`, `10:14:55`, `10:14:55.25`; `24:00:00` and a leap second are the last moment of
/// the hour.
fn time(clock: &str) -> Option<NaiveTime> {
    let mut parts = clock.split(':');
    let (hours, minutes) = (number::<u32>(parts.next()?)?, number(parts.next()?)?);
    let seconds = parts.next().unwrap_or("0");
    let seconds: u32 = number(seconds.split(['.', ',']).next()?)?;
    if parts.next().is_some() {
        return None;
    }
    match hours {
        24 => NaiveTime::from_hms_opt(23, 59, 59),
        _ => NaiveTime::from_hms_opt(hours, minutes, seconds.min(59)),
    }
}

fn at_zone(at: NaiveDateTime, zone: &str) -> Option<DateTime<Utc>> {
    let zone = zone.trim();
    let sign = zone.find(['+', '-']);
    let offset = match sign {
        Some(begin) => {
            let figures: String = zone.get(begin + 1..)?.chars().filter(|c| *c != ':').collect();
            let (hours, minutes) = match figures.len() {
                1 | 2 => (number::<i32>(&figures)?, 0),
                4 => (number(figures.get(..2)?)?, number(figures.get(2..)?)?),
                _ => return None,
            };
            let seconds = hours * 3_600 + minutes * 60;
            if zone.get(begin..)?.starts_with('-') { -seconds } else { seconds }
        }
        None => {
            let name = zone.to_ascii_lowercase();
            let known = ZONES.iter().find(|(zone, _)| *zone == name);
            known.map_or(0, |(_, hours)| hours * 3_600)
        }
    };
    let local = at.and_local_timezone(FixedOffset::east_opt(offset)?);
    Some(local.single()?.to_utc())
}

fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn dates_in_the_forms_of_feeds_are_read() {
        let cases = [
            ("2003-12-31T10:14:55Z", "2003-12-31T10:14:55Z"),
            ("2003-12-31T10:14:55.123+01:00", "2003-12-31T09:14:55.123Z"),
            ("2003-12-31T10:14:55", "2003-12-31T10:14:55Z"),
            ("2003-12-31T10:14Z", "2003-12-31T10:14:00Z"),
            ("2003-12-31 10:14:55 +0200", "2003-12-31T08:14:55Z"),
            ("2003-12-31T10:14:55-0800", "2003-12-31T18:14:55Z"),
            ("2003-12-31", "2003-12-31T00:00:00Z"),
            ("20031231", "2003-12-31T00:00:00Z"),
            ("2003-12", "2003-12-01T00:00:00Z"),
            ("2003", "2003-01-01T00:00:00Z"),
            ("Thu, 01 Jan 2004 19:48:21 GMT", "2004-01-01T19:48:21Z"),
            ("Thu, 1 Jan 2004 19:48:21 EST", "2004-01-02T00:48:21Z"),
            ("01 Jan 04 19:48 +0100", "2004-01-01T18:48:00Z"),
            ("Thu,01 January 2004 19:48:21 -0330", "2004-01-01T23:18:21Z"),
            ("Thu, 01-Jan-2004 19:48:21 Z", "2004-01-01T19:48:21Z"),
            ("Thursday, 01-Jan-04 19:48:21 GMT", "2004-01-01T19:48:21Z"),
            ("Thu Jan  1 19:48:21 2004", "2004-01-01T19:48:21Z"),
            ("Thu Jan 1 19:48:21 EST 2004", "2004-01-02T00:48:21Z"),
            ("Jan 1, 2004 19:48", "2004-01-01T19:48:00Z"),
            ("Thu, 1 Jan 2004", "2004-01-01T00:00:00Z"),
            ("Thu, 01 Jan 2004 19:48:21 GMT+0100", "2004-01-01T18:48:21Z"),
            ("Thu, 01 Jan 1999 24:00:00 GMT", "1999-01-01T23:59:59Z"),
            ("Thu, 31 Dec 99 23:59:60 GMT", "1999-12-31T23:59:59Z"),
        ];
        for (text, wanted) in cases {
            let read =
                parse(text).map(|date| date.to_rfc3339_opts(chrono::SecondsFormat::AutoSi, true));
            assert_eq!(read.as_deref(), Some(wanted), "{text}");
        }
    }

    #[test]
    fn what_is_no_date_is_none() {
        let long = "1 ".repeat(100);
        let cases = [
            "",
            " ",
            "yesterday",
            "2003-13-01",
            "2003-02-30",
            "31 Feb 2003 10:00:00 GMT",
            "12345",
            "1/2/2003",
            "Thu, 01 Jan 2004 25:00:00 GMT",
            "2003-12-31T10:14:55+99:99",
            "::",
            "-",
            "é",
            "99999999999999999999-01-01",
            "Jan",
            "2004-01-01T1:2:3:4",
            long.as_str(),
            "Januaré 2004",
        ];
        for text in cases {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
