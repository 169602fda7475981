//! Parses dates as feeds write them: RFC 822 and C's `asctime`, RFC 3339 and the rest of ISO 8601,
//! seconds since 1970, and what sites write in their own languages.

mod names;

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc, Weekday};

use names::{half_of_day, month_of, zone_of};

const MAX_DATE_BYTES: usize = 150;
/// The longest offset of a zone, in minutes.
const MAX_OFFSET: i64 = 18 * 60;

/// Returns the time that a text denotes, or `None` if it is not a date that can be read
/// unambiguously. A time without a zone, or in one of unknown name, counts as UTC.
pub(crate) fn parse(text: &str) -> Option<DateTime<Utc>> {
    let text = text.trim();
    if text.is_empty() || text.len() > MAX_DATE_BYTES {
        return None;
    }
    if let Ok(date) = DateTime::parse_from_rfc3339(text) {
        return Some(date.to_utc());
    }
    since_1970(text).or_else(|| words(&plain(text)))
}

/// Parses seconds, milliseconds, microseconds or nanoseconds since 1970, also as `/Date(1072986501000+0000)/`.
fn since_1970(text: &str) -> Option<DateTime<Utc>> {
    let inner = text.strip_prefix("/Date(").and_then(|rest| rest.strip_suffix(")/"));
    let text = inner.map_or(text, |inner| inner.split(['+', '-']).next().unwrap_or_default());
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let figure: i64 = number(whole)?;
    number::<u64>(part)?;
    match whole.len() {
        9 | 10 => DateTime::from_timestamp(figure, 0),
        13 => DateTime::from_timestamp_millis(figure),
        16 => DateTime::from_timestamp_micros(figure),
        19 => Some(DateTime::from_timestamp_nanos(figure)),
        _ => None,
    }
}

/// Returns a text in lower case, with the separators of other scripts and standards in one form.
fn plain(text: &str) -> String {
    let text: String = text.to_lowercase().chars().map(ascii_form).collect();
    let text = ["上午", "午前", "오전"].iter().fold(text, |text, am| text.replace(am, " am "));
    let text = ["下午", "午後", "오후"].iter().fold(text, |text, pm| text.replace(pm, " pm "));
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if matches!(c, '年' | '년' | '月' | '월' | '时' | '時' | '点' | '시' | '分' | '분')
        {
            // Korean has spaces there.
            while chars.next_if(|c| c.is_whitespace()).is_some() {}
        }
        let is_between = out.ends_with(|c: char| c.is_ascii_digit())
            && chars.peek().is_some_and(char::is_ascii_digit);
        out.push(match c {
            '年' | '년' | '月' | '월' if is_between => '-',
            '时' | '時' | '点' | '시' | '分' | '분' | 'h' if is_between => ':',
            // `10:14:55,25`
            ',' if is_between && out.contains(':') => '.',
            '年' | '년' | '月' | '월' | '日' | '일' | '时' | '時' | '点' | '시' | '分' | '분' => {
                ' '
            }
            '秒' | '초' | ',' | '(' | ')' | '[' | ']' | '@' | ';' | '\'' | '’' => ' ',
            't' if is_between
                || (out.ends_with(' ') && chars.peek().is_some_and(char::is_ascii_digit)) =>
            {
                ' '
            }
            '\u{2212}' | '\u{2010}'..='\u{2013}' => '-',
            c => c,
        });
    }
    out
}

/// Returns the ASCII form of a full-width character.
fn ascii_form(c: char) -> char {
    match c {
        '！'..='～' => char::from_u32(c as u32 - '！' as u32 + '!' as u32).unwrap_or(c),
        c => c,
    }
}

/// Parses a date word by word: `thu 01 jan 2004 19:48:21 gmt`, `2003-12-31 10:14 +01:00`, and variants
/// that lack the weekday, the seconds or the zone, have a year of two figures, or another order.
fn words(text: &str) -> Option<DateTime<Utc>> {
    if let Some(year) = number(text).filter(|_| text.len() == 4) {
        return Some(NaiveDate::from_ymd_opt(year, 1, 1)?.and_time(NaiveTime::MIN).and_utc());
    }
    let mut parts = Parts::default();
    let mut whole = String::new();
    for word in text.split_whitespace() {
        let is_figure = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
        // `30. 11. 2026`
        let goes_on = is_figure(&whole) && whole.ends_with('.') && is_figure(word);
        if !goes_on || word.contains(':') {
            parts.read(&whole)?;
            whole.clear();
        }
        whole.push_str(word);
    }
    parts.read(&whole)?;
    parts.finish()
}

/// The parts of a date, as far as they have been read.
#[derive(Default)]
struct Parts {
    year: Option<i32>,
    month: Option<u32>,
    day: Option<u32>,
    clock: Option<NaiveTime>,
    is_after_noon: Option<bool>,
    /// The minutes from UTC, as a figure and by a name.
    offset: Option<i64>,
    zone: Option<i64>,
}

impl Parts {
    /// Reads a word, maybe empty. Returns `None` if it contradicts the others.
    fn read(&mut self, word: &str) -> Option<()> {
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            self.figures(word)
        } else if word.starts_with(['+', '-']) {
            self.offset(word)
        } else {
            self.name(word)
        }
    }

    /// Reads a word that begins with a figure.
    fn figures(&mut self, word: &str) -> Option<()> {
        let at = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
        let (first, rest) = word.split_at(at);
        match rest.chars().next() {
            Some(':') if self.clock.is_none() => self.clock(word),
            _ if self.has_date() => match first.len() {
                // ISO 8601's basic form.
                2 | 4 | 6 if self.clock.is_none() => self.clock(word),
                _ => Some(()),
            },
            None if matches!(first.len(), 8 | 12 | 14) && self.year.is_none() => {
                let (date, clock) = first.split_at(8);
                self.date([date.get(..4)?, date.get(4..6)?, date.get(6..)?], '-')?;
                if clock.is_empty() { Some(()) } else { self.clock(clock) }
            }
            Some(mark @ ('-' | '/' | '.')) => self.joined(word, mark),
            // `1st`, `1er`, or the month without a space.
            _ => {
                self.figure(first)?;
                self.name(rest)
            }
        }
    }

    fn has_date(&self) -> bool {
        self.year.is_some() && self.month.is_some() && self.day.is_some()
    }

    /// Reads a date, or the beginning of one, in a single word.
    fn joined(&mut self, word: &str, mark: char) -> Option<()> {
        let mut parts = word.split(mark).filter(|part| !part.is_empty());
        match [parts.next(), parts.next(), parts.next(), parts.next()] {
            [Some(year), Some(week), day, None] if week.starts_with('w') => {
                let day = number::<u8>(day.unwrap_or("1"))?.checked_sub(1)?;
                let day = Weekday::try_from(day).ok()?;
                let week = number(week.get(1..)?)?;
                self.set(NaiveDate::from_isoywd_opt(number(year)?, week, day)?);
                Some(())
            }
            [Some(year), Some(day), None, _] if (year.len(), day.len()) == (4, 3) => {
                match number(day) {
                    Some(day) => self.set(NaiveDate::from_yo_opt(number(year)?, day)?),
                    None => {
                        self.figure(year)?;
                        self.name(day)?;
                    }
                }
                Some(())
            }
            [Some(year), Some(month), None, _]
                if year.len() == 4 && number::<u8>(month).is_some() =>
            {
                self.date([year, month, "1"], mark)
            }
            [Some(a), Some(b), Some(c), None] => self.date([a, b, c], mark),
            [Some(a), b, None, _] => {
                self.part(a)?;
                b.map_or(Some(()), |b| self.part(b))
            }
            _ => None,
        }
    }

    /// Reads year, month and day, in the order that their lengths, values or the separator say.
    fn date(&mut self, [a, b, c]: [&str; 3], mark: char) -> Option<()> {
        let (Some(first), Some(second), Some(_)) =
            (number::<u32>(a), number::<u32>(b), number::<u32>(c))
        else {
            return [a, b, c].iter().try_for_each(|part| self.part(part));
        };
        let [year, month, day] = match (a.len(), mark) {
            (4, _) => [a, b, c],
            (_, '.') => [c, b, a],
            (2, '-') if c.len() == 2 => [a, b, c],
            _ if first > 12 || first == second => [c, b, a],
            _ if second > 12 => [c, a, b],
            // The third of May or the fifth of March.
            _ => return None,
        };
        let fits = year.len() <= 4 && month.len() <= 2 && day.len() <= 2;
        let year = full_year(number(year).filter(|_| fits)?, year.len());
        self.set(NaiveDate::from_ymd_opt(year, number(month)?, number(day)?)?);
        Some(())
    }

    fn set(&mut self, date: NaiveDate) {
        use chrono::Datelike as _;
        (self.year, self.month, self.day) =
            (Some(date.year()), Some(date.month()), Some(date.day()));
    }

    fn part(&mut self, part: &str) -> Option<()> {
        let end = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
        match part.split_at(end) {
            ("", name) => self.name(name),
            (figure, _) => self.figure(figure),
        }
    }

    /// Reads a figure beside a month's name: the day, or the year.
    fn figure(&mut self, figure: &str) -> Option<()> {
        match (self.day, self.year) {
            (None, _) if figure.len() < 4 => self.day = Some(number(figure)?),
            (_, None) => self.year = Some(full_year(number(figure)?, figure.len())),
            _ => return None,
        }
        Some(())
    }

    /// Reads a word that is no figure. Weekdays, and words that are unknown, say nothing.
    fn name(&mut self, word: &str) -> Option<()> {
        let word = word.trim_matches(['.', '-', '/']);
        if let Some((name, offset)) = word.find(['+', '-']).map(|at| word.split_at(at))
            && name.chars().all(char::is_alphabetic)
            && self.clock.is_some()
        {
            self.zone = self.zone.or(zone_of(name));
            return self.offset(offset);
        }
        if let Some(parts) = word.split_once(['-', '/']).filter(|_| !self.has_date()) {
            // `jan-01-2004`
            self.part(parts.0)?;
            return parts.1.split(['-', '/']).try_for_each(|part| self.part(part));
        }
        if let Some(is_after_noon) = half_of_day(word) {
            self.is_after_noon = Some(is_after_noon);
        } else if let Some(month) = month_of(word).filter(|_| !self.has_date()) {
            // The last one counts: Spanish abbreviates Tuesday as March.
            self.month = Some(month);
        } else if let Some(zone) = zone_of(word) {
            self.zone = self.zone.or(Some(zone));
        }
        Some(())
    }

    /// Reads `10:14`, `10:14:55.25`, `101455`, `9:15pm` or `10:14-05:00`; `24:00` and a leap second are the
    /// last moment of the hour.
    fn clock(&mut self, word: &str) -> Option<()> {
        let end = word.find(|c: char| !c.is_ascii_digit() && c != ':' && c != '.');
        let (clock, rest) = word.split_at(end.unwrap_or(word.len()));
        let mut dotted = clock.split('.');
        let is_dotted = dotted.clone().count() > 1 && dotted.all(|part| part.len() == 2);
        // `10.14`, which has no fraction of an hour.
        let clock = if is_dotted { clock.replace('.', ":") } else { clock.to_owned() };
        let clock = clock.split('.').next().unwrap_or_default();
        let basic = [clock.get(..2), clock.get(2..4), clock.get(4..)];
        let mut parts = clock.split(':');
        let parts = match parts.clone().count() {
            1 if matches!(clock.len(), 2 | 4 | 6) => basic.map(Option::unwrap_or_default),
            2 | 3 => [parts.next()?, parts.next()?, parts.next().unwrap_or_default()],
            _ => return None,
        };
        let [hours, minutes, seconds] =
            parts.map(|part| if part.is_empty() { Some(0) } else { number::<u32>(part) });
        self.clock = match (hours?, minutes?, seconds?) {
            (24, 0, 0) => NaiveTime::from_hms_opt(23, 59, 59),
            (hours, minutes, seconds) => NaiveTime::from_hms_opt(hours, minutes, seconds.min(59)),
        };
        self.clock?;
        match rest.chars().next() {
            None => Some(()),
            Some('+' | '-') => self.offset(rest),
            Some(_) => self.name(rest),
        }
    }

    /// Reads `+0530`, `-05:00`, `+1` and what follows that.
    fn offset(&mut self, word: &str) -> Option<()> {
        let (sign, figures) = word.split_at(1);
        let figures = figures.chars().take_while(|c| c.is_ascii_digit() || *c == ':');
        let figures: String = figures.filter(char::is_ascii_digit).collect();
        if self.clock.is_none() || self.offset.is_some() || figures.is_empty() {
            return Some(());
        }
        let (hours, minutes) = match figures.len() {
            1 | 2 => (figures.as_str(), "0"),
            3 => figures.split_at(1),
            4 | 6 => (figures.get(..2)?, figures.get(2..4)?),
            _ => return None,
        };
        let minutes = number::<i64>(hours)? * 60 + number::<i64>(minutes)?;
        self.offset = Some(if sign == "-" { -minutes } else { minutes });
        (minutes <= MAX_OFFSET).then_some(())
    }

    fn finish(self) -> Option<DateTime<Utc>> {
        use chrono::Timelike as _;
        let date = NaiveDate::from_ymd_opt(self.year?, self.month?, self.day?)?;
        let clock = self.clock.unwrap_or(NaiveTime::MIN);
        let later = match (self.is_after_noon, clock.hour()) {
            (Some(true), ..12) => 12,
            (Some(false), 12) => -12,
            _ => 0,
        };
        let offset = self.offset.or(self.zone).unwrap_or(0);
        let away = TimeDelta::hours(later) - TimeDelta::minutes(offset);
        Some(date.and_time(clock).checked_add_signed(away)?.and_utc())
    }
}

/// Completes a short year (RFC 2822, section 4.3).
fn full_year(figure: i32, digits: usize) -> i32 {
    match (digits, figure) {
        (..=2, ..=49) => figure + 2_000,
        (..=3, _) => figure + 1_900,
        _ => figure,
    }
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
            // Comments and names of zones.
            ("Fri, 27 Nov 2026 19:48:21 +0530 (IST)", "2026-11-27T14:18:21Z"),
            (
                "Thu Jan 01 2004 19:48:21 GMT+0100 (Central European Standard Time)",
                "2004-01-01T18:48:21Z",
            ),
            ("Thu, 1 Jan 2004 (New Year) 19:48:21 (CET)", "2004-01-01T18:48:21Z"),
            ("Thu, 1 Jan 2004 19:48:21 CEST", "2004-01-01T17:48:21Z"),
            ("Thu, 1 Jan 2004 19:48:21 IST", "2004-01-01T14:18:21Z"),
            ("Thu, 1 Jan 2004 19:48:21 jst", "2004-01-01T10:48:21Z"),
            ("Thu, 1 Jan 2004 19:48:21 Nowhere/Near", "2004-01-01T19:48:21Z"),
            ("Thu, 1 Jan 2004 19:48:21 UTC-5", "2004-01-02T00:48:21Z"),
            ("Thu, 1 Jan 2004 19:48:21 +5:30", "2004-01-01T14:18:21Z"),
            ("Thu, 1 Jan 2004 19:48:21 +530", "2004-01-01T14:18:21Z"),
            ("2004-01-01 19:48:21.5 +0000 UTC m=+0.5", "2004-01-01T19:48:21Z"),
            ("2004-01-01T19:48:21+01:00[Europe/Berlin]", "2004-01-01T18:48:21Z"),
            ("2004-01-01T19:48:21 EST", "2004-01-02T00:48:21Z"),
            // Other orders and separators.
            ("Fri, 2006/09/15 08:19:53 EDT", "2006-09-15T12:19:53Z"),
            ("Thu Jan 01 19:48:21 +0000 2004", "2004-01-01T19:48:21Z"),
            ("19:48:21 1 Jan 2004", "2004-01-01T19:48:21Z"),
            ("Sunday, January 4, 2004 - 16:29", "2004-01-04T16:29:00Z"),
            ("January 4th, 2004 at 4:29 pm", "2004-01-04T16:29:00Z"),
            ("Jan 4,2004 12:05AM", "2004-01-04T00:05:00Z"),
            ("Jan-04-2004 16:29 p.m. PST", "2004-01-05T00:29:00Z"),
            ("4Jan 2004", "2004-01-04T00:00:00Z"),
            ("31.12.2003 10:14", "2003-12-31T10:14:00Z"),
            ("1.2.03", "2003-02-01T00:00:00Z"),
            ("31/12/2003 10:14:55", "2003-12-31T10:14:55Z"),
            ("12/31/2003", "2003-12-31T00:00:00Z"),
            ("2003/12/31 10h14", "2003-12-31T10:14:00Z"),
            ("1 Jan '04", "2004-01-01T00:00:00Z"),
            // The rest of ISO 8601.
            ("2003-365", "2003-12-31T00:00:00Z"),
            ("2004-W01-3T10:14Z", "2003-12-31T10:14:00Z"),
            ("03-12-31", "2003-12-31T00:00:00Z"),
            ("2003-1-2T3:04:05Z", "2003-01-02T03:04:05Z"),
            ("20031231T101455Z", "2003-12-31T10:14:55Z"),
            ("20031231T1014+0100", "2003-12-31T09:14:00Z"),
            ("20031231101455", "2003-12-31T10:14:55Z"),
            ("2003-12-31 T10:14Z", "2003-12-31T10:14:00Z"),
            ("2003-12-31T10Z", "2003-12-31T10:00:00Z"),
            ("2003-12-31T24:00:00Z", "2003-12-31T23:59:59Z"),
            ("2003-12-31T10:14:55,25Z", "2003-12-31T10:14:55Z"),
            ("2003\u{2011}12\u{2011}31 10:14", "2003-12-31T10:14:00Z"),
            // Figures.
            ("1072986501", "2004-01-01T19:48:21Z"),
            ("1072986501.25", "2004-01-01T19:48:21Z"),
            ("1072986501000", "2004-01-01T19:48:21Z"),
            ("1072986501000000000", "2004-01-01T19:48:21Z"),
            ("/Date(1072986501000+0100)/", "2004-01-01T19:48:21Z"),
            // Other languages.
            ("Do, 01 Mär 2004 19:48:21 +0100", "2004-03-01T18:48:21Z"),
            ("5. Dezember 2003 10:14 MEZ", "2003-12-05T09:14:00Z"),
            ("mar., 05 ene 2021 10:00:00 +0100", "2021-01-05T09:00:00Z"),
            ("mar. 2 mars 2021", "2021-03-02T00:00:00Z"),
            ("1er août 2003 à 10h14", "2003-08-01T10:14:00Z"),
            ("31 de diciembre de 2003, 10:14", "2003-12-31T10:14:00Z"),
            ("Пн, 05 янв 2021 10:00:00 +0300", "2021-01-05T07:00:00Z"),
            ("Κυρ, 11 Ιούλ 2004 12:00:00 EST", "2004-07-11T17:00:00Z"),
            ("2004-július-13T9:15-05:00", "2004-07-13T14:15:00Z"),
            ("2004년 05월 28일  01:31:15", "2004-05-28T01:31:15Z"),
            ("2004-05-25 오후 11:23:17", "2004-05-25T23:23:17Z"),
            ("2003年12月31日 10:14:55", "2003-12-31T10:14:55Z"),
            ("2003年12月31日下午3时05分", "2003-12-31T15:05:00Z"),
            ("２００３年１２月３１日", "2003-12-31T00:00:00Z"),
            ("2003/12/31(水) 10:14", "2003-12-31T10:14:00Z"),
            ("2003/12/31（水）10：14", "2003-12-31T10:14:00Z"),
            ("2003. 12. 31. 오후 3:05:09", "2003-12-31T15:05:09Z"),
            ("2003. december 31. 10:14", "2003-12-31T10:14:00Z"),
            ("31. 12. 2003 10:14", "2003-12-31T10:14:00Z"),
            ("31. 12. 2003. 10:14", "2003-12-31T10:14:00Z"),
            ("st 31. 12. 2003 10.14.55", "2003-12-31T10:14:55Z"),
            ("31. desember 2003 kl. 10.14", "2003-12-31T10:14:00Z"),
            ("31/12/2003, 3:05:09 p. m.", "2003-12-31T15:05:09Z"),
            ("31 декември 2003 г.", "2003-12-31T00:00:00Z"),
            ("1 юли 2003", "2003-07-01T00:00:00Z"),
            ("3. avgust 2003", "2003-08-03T00:00:00Z"),
            ("31 Agu 2003", "2003-08-31T00:00:00Z"),
            ("5. detsember 2003", "2003-12-05T00:00:00Z"),
            ("31 ديسمبر 2003", "2003-12-31T00:00:00Z"),
            ("31 בדצמבר 2003", "2003-12-31T00:00:00Z"),
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
