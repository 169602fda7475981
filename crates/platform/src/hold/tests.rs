use super::*;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn clock(text: &str) -> NaiveTime {
    NaiveTime::parse_from_str(text, "%H:%M").unwrap()
}

fn preferences(zone: &str) -> Preferences {
    Preferences {
        zone: calendar::zone(zone),
        frequency: EmailFrequency::Realtime,
        quiet: None,
        snoozed_until: None,
        burst_limit: 20,
    }
}

fn quiet(zone: &str, from: &str, until: &str) -> Preferences {
    Preferences { quiet: Some((clock(from), clock(until))), ..preferences(zone) }
}

fn held(until: &str, cause: Cause) -> Decision {
    Decision::Hold { due_at: at(until), cause }
}

#[test]
fn mail_is_bundled_by_the_clock_on_the_users_wall() {
    use EmailFrequency::{Daily, Hourly, Weekly};
    // 2026-11-21 is a Saturday.
    let cases = [
        ("UTC", Hourly, "2026-11-21T09:10:00Z", "2026-11-21T10:00:00Z"),
        ("UTC", Hourly, "2026-11-21T10:00:00Z", "2026-11-21T11:00:00Z"),
        ("Asia/Kolkata", Hourly, "2026-11-21T09:10:00Z", "2026-11-21T09:30:00Z"),
        ("UTC", Daily, "2026-11-21T07:59:59.999999Z", "2026-11-21T08:00:00Z"),
        ("UTC", Daily, "2026-11-21T08:00:00Z", "2026-11-22T08:00:00Z"),
        ("UTC", Weekly, "2026-11-21T12:00:00Z", "2026-11-23T08:00:00Z"),
        ("UTC", Weekly, "2026-11-23T07:00:00Z", "2026-11-23T08:00:00Z"),
        ("UTC", Weekly, "2026-11-23T08:00:00Z", "2026-11-30T08:00:00Z"),
        // Sunday in UTC, Monday in Auckland.
        ("Pacific/Auckland", Weekly, "2026-11-22T18:30:00Z", "2026-11-22T19:00:00Z"),
        ("America/New_York", Weekly, "2026-11-23T12:59:00Z", "2026-11-23T13:00:00Z"),
        // The day of the change: eight o'clock is 25 or 23 hours after the previous eight o'clock.
        ("Europe/Vienna", Daily, "2026-10-24T06:00:00Z", "2026-10-25T07:00:00Z"),
        ("Europe/Vienna", Daily, "2026-03-28T07:00:00Z", "2026-03-29T06:00:00Z"),
        ("America/New_York", Daily, "2026-10-31T12:00:00Z", "2026-11-01T13:00:00Z"),
        ("America/New_York", Daily, "2026-03-07T13:00:00Z", "2026-03-08T12:00:00Z"),
        ("Australia/Lord_Howe", Daily, "2026-04-03T21:00:00Z", "2026-04-04T21:30:00Z"),
        ("Australia/Lord_Howe", Daily, "2026-10-02T21:30:00Z", "2026-10-03T21:00:00Z"),
        // Both occurrences of a repeated hour count as hours, and a skipped one does not.
        ("Europe/Vienna", Hourly, "2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z"),
        ("Europe/Vienna", Hourly, "2026-10-25T01:00:00Z", "2026-10-25T02:00:00Z"),
        ("Europe/Vienna", Hourly, "2026-03-29T00:59:00Z", "2026-03-29T01:00:00Z"),
        // Samoa skipped a Friday: its morning came with the first minute of Saturday.
        ("Pacific/Apia", Daily, "2011-12-29T18:00:00Z", "2011-12-30T10:00:00Z"),
        ("Pacific/Apia", Daily, "2011-12-30T10:00:00Z", "2011-12-30T18:00:00Z"),
    ];
    for (zone, frequency, now, due_at) in cases {
        let preferences = Preferences { frequency, ..preferences(zone) };
        let cause = match frequency {
            Hourly => Cause::Hourly,
            Daily => Cause::Daily,
            _ => Cause::Weekly,
        };
        let shown = format!("{zone} {frequency:?} {now}");
        let decided = |class| hold(class, &preferences, 0, at(now));
        assert_eq!(decided(Class::Mail), held(due_at, cause), "{shown}");
        assert_eq!(decided(Class::Person), Decision::Now, "{shown}");
        assert_eq!(decided(Class::Machine), Decision::Now, "{shown}");
    }
}

#[test]
fn an_eight_oclock_that_is_skipped_or_comes_twice_is_one_digest() {
    let cases = [
        // Clocks were set from midnight to ten: the digest comes with the change.
        ("Antarctica/Macquarie", "1948-03-24T08:00:00Z", "1948-03-25T00:00:00Z"),
        ("Antarctica/Macquarie", "1948-03-25T00:00:00Z", "1948-03-25T22:00:00Z"),
        // A day was repeated: the first of its mornings counts, the second is skipped.
        ("Pacific/Kwajalein", "1969-09-29T20:59:59Z", "1969-09-29T21:00:00Z"),
        ("Pacific/Kwajalein", "1969-09-29T21:00:00Z", "1969-10-01T20:00:00Z"),
        ("Pacific/Kwajalein", "1969-09-30T19:59:59Z", "1969-10-01T20:00:00Z"),
    ];
    for (zone, now, due_at) in cases {
        let daily = Preferences { frequency: EmailFrequency::Daily, ..preferences(zone) };
        let decided = hold(Class::Mail, &daily, 0, at(now));
        assert_eq!(decided, held(due_at, Cause::Daily), "{zone} {now}");
    }
}

#[test]
fn quiet_hours_move_an_alert_to_their_end() {
    let cases = [
        // From, until, now in UTC, and the end if it is quiet.
        ("UTC", "22:00", "07:00", "2026-11-21T21:59:59Z", None),
        ("UTC", "22:00", "07:00", "2026-11-21T22:00:00Z", Some("2026-11-22T07:00:00Z")),
        ("UTC", "22:00", "07:00", "2026-11-22T06:59:59Z", Some("2026-11-22T07:00:00Z")),
        ("UTC", "22:00", "07:00", "2026-11-22T07:00:00Z", None),
        ("UTC", "12:00", "13:30", "2026-11-21T12:30:00Z", Some("2026-11-21T13:30:00Z")),
        ("UTC", "12:00", "13:30", "2026-11-21T13:30:00Z", None),
        ("UTC", "00:00", "06:00", "2026-11-21T00:00:00Z", Some("2026-11-21T06:00:00Z")),
        ("UTC", "18:00", "00:00", "2026-11-21T23:00:00Z", Some("2026-11-22T00:00:00Z")),
        ("Europe/Vienna", "22:00", "07:00", "2026-11-21T21:00:00Z", Some("2026-11-22T06:00:00Z")),
        // The nights of the changes are an hour shorter or longer.
        ("Europe/Vienna", "22:00", "07:00", "2026-03-28T21:00:00Z", Some("2026-03-29T05:00:00Z")),
        ("Europe/Vienna", "22:00", "07:00", "2026-10-24T20:00:00Z", Some("2026-10-25T06:00:00Z")),
        // Ends in the skipped hour: with the gap.
        ("Europe/Vienna", "22:00", "02:30", "2026-03-29T00:30:00Z", Some("2026-03-29T01:00:00Z")),
        ("Europe/Vienna", "22:00", "02:30", "2026-03-29T01:00:00Z", None),
        // Begins in it: after the gap.
        ("Europe/Vienna", "02:30", "05:00", "2026-03-29T00:59:59Z", None),
        ("Europe/Vienna", "02:30", "05:00", "2026-03-29T01:00:00Z", Some("2026-03-29T03:00:00Z")),
        // Lies within it: no quiet hours that night.
        ("Europe/Vienna", "02:10", "02:40", "2026-03-29T01:00:00Z", None),
        // Ends in the repeated hour: the second time.
        ("Europe/Vienna", "22:00", "02:30", "2026-10-25T00:45:00Z", Some("2026-10-25T01:30:00Z")),
        ("Europe/Vienna", "22:00", "02:30", "2026-10-25T01:30:00Z", None),
        // Begins in it: the first time, and continues through the second.
        ("Europe/Vienna", "02:30", "05:00", "2026-10-25T00:29:59Z", None),
        ("Europe/Vienna", "02:30", "05:00", "2026-10-25T01:10:00Z", Some("2026-10-25T04:00:00Z")),
        // Nearly the whole day: the repeated hour joins the quiet hours of two days.
        ("Europe/Vienna", "02:10", "02:05", "2026-10-25T00:07:00Z", Some("2026-10-26T01:05:00Z")),
        (
            "Australia/Lord_Howe",
            "22:00",
            "01:45",
            "2026-04-04T14:50:00Z",
            Some("2026-04-04T15:15:00Z"),
        ),
        // Samoa's skipped Friday.
        ("Pacific/Apia", "22:00", "07:00", "2011-12-30T09:00:00Z", Some("2011-12-30T17:00:00Z")),
    ];
    for (zone, from, until, now, end) in cases {
        let decided = |class| hold(class, &quiet(zone, from, until), 0, at(now));
        let shown = format!("{zone} {from} {until} {now}");
        let expected = end.map_or(Decision::Now, |end| held(end, Cause::Quiet));
        assert_eq!(decided(Class::Mail), expected, "{shown}");
        assert_eq!(decided(Class::Person), expected, "{shown}");
        assert_eq!(decided(Class::Machine), Decision::Now, "{shown}");
    }
}

#[test]
fn a_snooze_moves_an_alert_to_its_end_and_out_of_quiet_hours() {
    let now = at("2026-11-21T15:00:00Z");
    let cases = [
        ("2026-11-21T16:10:00Z", held("2026-11-21T16:10:00Z", Cause::Snooze)),
        ("2026-11-21T15:00:00Z", Decision::Now),
        ("2026-11-20T15:00:00Z", Decision::Now),
        // The snooze ends in quiet hours.
        ("2026-11-21T23:10:00Z", held("2026-11-22T07:00:00Z", Cause::Quiet)),
    ];
    for (until, expected) in cases {
        let preferences =
            Preferences { snoozed_until: Some(at(until)), ..quiet("UTC", "22:00", "07:00") };
        assert_eq!(hold(Class::Mail, &preferences, 0, now), expected, "{until}");
        assert_eq!(hold(Class::Person, &preferences, 0, now), expected, "{until}");
        assert_eq!(hold(Class::Machine, &preferences, 0, now), Decision::Now);
    }
}

#[test]
fn a_digest_waits_for_the_end_of_quiet_hours_and_snoozes_too() {
    let daily = Preferences { frequency: EmailFrequency::Daily, ..quiet("UTC", "22:00", "09:00") };
    let now = at("2026-11-21T15:00:00Z");
    assert_eq!(hold(Class::Mail, &daily, 0, now), held("2026-11-22T09:00:00Z", Cause::Quiet));
    let snoozed = Preferences { snoozed_until: Some(at("2026-11-22T12:00:00Z")), ..daily };
    assert_eq!(hold(Class::Mail, &snoozed, 0, now), held("2026-11-22T12:00:00Z", Cause::Snooze));
    // A snooze that is over by then changes nothing.
    let short =
        Preferences { snoozed_until: Some(at("2026-11-21T16:00:00Z")), quiet: None, ..daily };
    assert_eq!(hold(Class::Mail, &short, 0, now), held("2026-11-22T08:00:00Z", Cause::Daily));
}

#[test]
fn beyond_the_limit_the_rest_of_an_hour_is_folded() {
    let preferences = preferences("UTC");
    let now = at("2026-11-21T15:20:00Z");
    for (past_hour, expected) in [
        (0, Decision::Now),
        (19, Decision::Now),
        (20, held("2026-11-21T16:00:00Z", Cause::Burst)),
        (9_999, held("2026-11-21T16:00:00Z", Cause::Burst)),
    ] {
        assert_eq!(hold(Class::Mail, &preferences, past_hour, now), expected);
        assert_eq!(hold(Class::Person, &preferences, past_hour, now), expected);
        assert_eq!(hold(Class::Machine, &preferences, past_hour, now), Decision::Now);
    }
    let night = quiet("UTC", "15:30", "18:00");
    assert_eq!(hold(Class::Person, &night, 20, now), held("2026-11-21T18:00:00Z", Cause::Quiet));
}

#[test]
fn what_is_held_is_held_until_later_and_is_then_free_to_go() {
    let zones = ["UTC", "Europe/Vienna", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"];
    let frequencies = [
        EmailFrequency::Realtime,
        EmailFrequency::Hourly,
        EmailFrequency::Daily,
        EmailFrequency::Weekly,
    ];
    let changes =
        ["2026-03-07", "2026-03-28", "2026-04-04", "2026-10-03", "2026-10-24", "2026-10-31"];
    for zone in zones {
        for frequency in frequencies {
            for change in changes {
                let preferences = Preferences { frequency, ..quiet(zone, "23:30", "06:15") };
                let mut now = at(&format!("{change}T00:00:00Z"));
                for _ in 0..(48 * 60 / 7) {
                    if let Decision::Hold { due_at, .. } = hold(Class::Mail, &preferences, 0, now) {
                        let shown = format!("{zone} {frequency:?} {now} {due_at}");
                        assert!(due_at > now, "{shown}");
                        assert_eq!(preferences.undisturbed(due_at), None, "{shown}");
                    }
                    now += chrono::TimeDelta::minutes(7);
                }
            }
        }
    }
}
