use super::*;
use crate::report::{Measure, Missing, Section};

type Named = (&'static str, fn(&Report) -> &Section);

const SECTIONS: [Named; 9] = [
    ("rate", |report| &report.sections.rate),
    ("hours", |report| &report.sections.hours),
    ("changes", |report| &report.sections.changes),
    ("topics", |report| &report.sections.topics),
    ("sentiment", |report| &report.sections.sentiment),
    ("days", |report| &report.sections.sentiment_over_time),
    ("engagement", |report| &report.sections.engagement),
    ("controversy", |report| &report.sections.controversy),
    ("advice", |report| &report.sections.recommendations),
];

/// Returns `count` discussions of a keyword, evenly spread over the `hours` before noon of the last
/// day of four weeks. The keyword has existed for those hours.
fn listened(count: u32, hours: i64) -> Input {
    let until = start() + TimeDelta::days(28) - TimeDelta::hours(12);
    let length = TimeDelta::hours(hours);
    spread(count, until - length, length, until - length)
}

/// Returns `count` discussions in the last half hour before that noon, of a keyword that has
/// existed for as long.
fn half_an_hour(count: u32) -> Input {
    let until = start() + TimeDelta::days(28) - TimeDelta::hours(12);
    let length = TimeDelta::minutes(30);
    spread(count, until - length, length, until - length)
}

/// Returns `count` discussions in one hour, of a keyword that has existed for two months.
fn one_hour_of_two_months(count: u32) -> Input {
    let from = start() + TimeDelta::days(9);
    spread(count, from, TimeDelta::hours(1), start() - TimeDelta::days(60))
}

/// Returns `count` discussions in four weeks that a backfill found for a keyword that was just
/// added.
fn looked_up(count: u32) -> Input {
    let until = start() + TimeDelta::days(28) - TimeDelta::hours(12);
    spread(count, start(), until - start(), until)
}

fn spread(count: u32, from: DateTime<Utc>, length: TimeDelta, since: DateTime<Utc>) -> Input {
    let mut input = week(posts(0, u64::from(count), "How to descale a kettle with a thermostat?"));
    input.until = start() + TimeDelta::days(28) - TimeDelta::hours(12);
    input.from = input.until - TimeDelta::days(28);
    for (number, post) in (0_i32..).zip(&mut input.posts) {
        post.created_at = from + length * number / count.max(1).cast_signed();
    }
    for keyword in &mut input.keywords {
        keyword.since = since;
    }
    input
}

#[test]
fn each_part_is_said_from_its_minimum_on() {
    let none: &[&str] = &[];
    let early = &["sentiment", "engagement", "controversy", "advice"];
    let all: Vec<&str> = SECTIONS.iter().map(|(name, _)| *name).collect();
    let without = |left_out: &[&str]| -> Vec<&str> {
        let kept = all.iter().copied();
        kept.filter(|name| !left_out.contains(name)).collect()
    };
    for (case, input, shown) in [
        ("nothing, just begun", listened(0, 1), none.to_vec()),
        ("nothing in two months", one_hour_of_two_months(0), vec!["changes"]),
        ("one", listened(1, 24), none.to_vec()),
        ("a few", listened(4, 24), none.to_vec()),
        ("five", listened(5, 24), vec!["advice"]),
        ("ten", listened(10, 24), vec!["sentiment", "engagement", "advice"]),
        ("19 in half an hour", half_an_hour(19), vec!["sentiment", "engagement", "advice"]),
        ("500 in half an hour", half_an_hour(500), early.to_vec()),
        ("29 in a day", listened(29, 24), early.to_vec()),
        // From noon to noon.
        (
            "30 in a day",
            listened(30, 24),
            vec!["topics", "sentiment", "engagement", "controversy", "advice"],
        ),
        (
            "500 in six days before noon and a half",
            listened(500, 24 * 5 + 12),
            vec!["topics", "sentiment", "engagement", "controversy", "advice"],
        ),
        ("19 in a week", listened(19, 24 * 7), vec!["sentiment", "engagement", "advice"]),
        ("20 in a week", listened(20, 24 * 7), without(&["hours", "changes", "topics"])),
        ("49 in a week", listened(49, 24 * 7), without(&["hours", "changes"])),
        ("50 in a week", listened(50, 24 * 7), without(&["changes"])),
        ("50 in two weeks", listened(50, 24 * 14), all.clone()),
        ("50 in a month", listened(50, 24 * 28), all.clone()),
        (
            "500 in one hour of two months",
            one_hour_of_two_months(500),
            without(&["rate", "hours", "topics", "days"]),
        ),
        ("500 looked up in a month", looked_up(500), without(&["rate", "hours", "changes"])),
    ] {
        let report = analyse(&input);
        let said = SECTIONS.iter().filter(|(_, section)| section(&report).shown);
        let said: Vec<&str> = said.map(|(name, _)| *name).collect();
        assert_eq!(said, shown, "{case}");
        for (name, section) in SECTIONS {
            let section = section(&report);
            assert_eq!(section.shown, section.missing.is_empty(), "{case}: {name}");
            let less = section.missing.iter().all(|one| one.have < one.need);
            assert!(less, "{case}: {name}: {:?}", section.missing);
        }
        let says = |icon: &str| report.recommendations.iter().any(|one| one.icon == icon);
        assert_eq!(report.best_hours.is_empty(), !shown.contains(&"hours"), "{case}");
        assert!(shown.contains(&"hours") || !says("clock"), "{case}");
        assert!(shown.contains(&"topics") || !says("pen-line"), "{case}");
        assert_eq!(
            report.engagement.discussions_per_day.is_some(),
            shown.contains(&"rate"),
            "{case}"
        );
    }
}

fn lacks(of: Measure, have: usize, need: usize, enough_from: Option<&str>) -> Missing {
    let enough_from = enough_from.map(|day| day.parse().unwrap());
    Missing { of, have, need, enough_from }
}

#[test]
fn what_is_missing_is_said_in_counts_and_days() {
    // Until noon of 29 March, from noon two days before: three days have a discussion.
    let report = analyse(&listened(12, 48));
    assert_eq!(
        report.sections.hours.missing,
        [lacks(Measure::Discussions, 12, 50, None), lacks(Measure::Days, 3, 7, Some("2026-04-02")),]
    );
    assert_eq!(
        report.sections.changes.missing,
        [lacks(Measure::ListenedDays, 2, 14, Some("2026-04-10"))]
    );
    assert_eq!(
        analyse(&listened(4, 24)).sections.engagement.missing,
        [lacks(Measure::Posts, 4, 10, None)]
    );
    // Today may still become one of the days.
    assert_eq!(
        analyse(&listened(0, 1)).sections.topics.missing,
        [lacks(Measure::Discussions, 0, 30, None), lacks(Measure::Days, 0, 2, Some("2026-03-30")),]
    );
}

#[test]
fn more_than_is_read_cannot_be_compared_whatever_comes() {
    let report = analyse(&listened(u32::try_from(MAX_POSTS).unwrap(), 24 * 28));
    let changes = &report.sections.changes;
    assert_eq!((changes.shown, changes.missing.len()), (false, 0));
}

#[test]
fn a_rate_is_of_the_days_since_the_keyword_listens() {
    assert_eq!(analyse(&listened(70, 24 * 7)).engagement.discussions_per_day, Some(10.0));
    assert_eq!(analyse(&listened(70, 24 * 28)).engagement.discussions_per_day, Some(2.5));
    // It is unknown what is missing from a backfill.
    let mut input = listened(70, 24 * 7);
    let earlier = start() + TimeDelta::days(3);
    for number in 0..30 {
        let mut post = post(1_000 + number, "My kettle", "");
        post.created_at = earlier;
        input.posts.push(post);
    }
    assert_eq!(analyse(&input).engagement.discussions_per_day, Some(10.0));
}
