use super::*;
use crate::report::Impact;

fn is_advised(report: &Report, action: &str) -> bool {
    advice(report, action).is_some()
}

/// Returns unremarkable discussions, from which others stand out.
fn quiet(count: u64) -> Vec<Post> {
    let mut all = posts(0, count, "My kettle");
    for (number, post) in all.iter_mut().enumerate() {
        post.subreddit = format!("sub{number}");
    }
    all
}

#[test]
fn nothing_is_advised_without_a_reason() {
    assert_eq!(report_of(quiet(40)).recommendations, []);
}

#[test]
fn nothing_is_advised_on_what_is_read_sooner_than_advice() {
    let advised =
        |count| is_advised(&report_of(posts(0, count, "How to descale")), "Write a guide");
    assert!(!advised(4));
    assert!(advised(5));
}

#[test]
fn open_questions_are_to_be_answered() {
    let mut all = quiet(36);
    all.extend(posts(50, 4, "Why is it cold?"));
    for (comments, post) in [Some(0), Some(0), Some(0), Some(3)].into_iter().zip(&mut all[36..]) {
        post.comments = comments;
    }
    let report = report_of(all.clone());
    let open = advice(&report, "Answer open questions").unwrap();
    assert_eq!(open.data, "3 of 4 questions had no comments when last counted.");
    assert_eq!(open.posts, ["t3_0052", "t3_0051", "t3_0050"]);
    assert_eq!((open.n, open.impact), (40, Impact::Low));
    all[36].comments = None;
    assert!(!is_advised(&report_of(all), "Answer open questions"));
}

#[test]
fn kinds_of_discussions_that_ask_for_something_are_told_from_three_on() {
    for (title, action) in [
        ("The kettle is broken and I hate it", "Look into the complaints"),
        ("Looking for a kettle", "Join those who ask for a recommendation"),
        ("Blue versus red", "Prepare a comparison"),
        ("How to descale", "Write a guide"),
    ] {
        let mut all = quiet(18);
        all.extend(posts(50, 2, title));
        assert!(!is_advised(&report_of(all.clone()), action), "{action}");
        all.extend(posts(52, 1, title));
        let report = report_of(all);
        let found = advice(&report, action).unwrap();
        assert_eq!((found.n, found.small, found.impact), (21, false, Impact::Medium));
        assert!(found.data.starts_with("3 of 21 discussions (14%)"), "{}", found.data);
        assert_eq!(found.posts, ["t3_0052", "t3_0051", "t3_0050"]);
    }
}

#[test]
fn the_impact_is_by_the_share_and_not_high_for_few() {
    let impact = |quiet_ones, of_it| {
        let mut all = quiet(quiet_ones);
        all.extend(posts(90, of_it, "How to descale"));
        advice(&report_of(all), "Write a guide").unwrap().impact
    };
    assert_eq!(impact(16, 4), Impact::High);
    assert_eq!(impact(36, 4), Impact::Medium);
    assert_eq!(impact(37, 4), Impact::Low);
    assert_eq!(impact(15, 4), Impact::Medium);
}

#[test]
fn the_subreddit_with_a_quarter_of_all_is_named() {
    let mut all = quiet(15);
    all.extend(posts(50, 5, "My kettle"));
    let report = report_of(all.clone());
    let tea = advice(&report, "Take part in r/tea").unwrap();
    assert_eq!((tea.data.as_str(), tea.impact), ("5 of 20 discussions (25%).", Impact::Medium));
    all.extend(quiet(16).pop());
    assert!(!is_advised(&report_of(all), "Take part in r/tea"));
    // A watch of one subreddit gets no such advice.
    assert!(!is_advised(&report_of(posts(1, 30, "My kettle")), "Take part in r/tea"));
}

#[test]
fn a_site_is_called_by_its_name() {
    let mut all = quiet(15);
    for mut post in posts(50, 5, "My kettle") {
        post.subreddit = "news.ycombinator.com".to_owned();
        all.push(post);
    }
    assert!(is_advised(&report_of(all), "Take part on Hacker News"));
}

#[test]
fn hours_that_stand_out_are_named() {
    let mut all = quiet(58);
    for (number, post) in all.iter_mut().enumerate().take(20) {
        let days = i64::try_from(number % 7).unwrap();
        post.created_at = start() + TimeDelta::days(days) + TimeDelta::hours(23);
    }
    let report = report_of(all);
    let busy = report.recommendations.iter().find(|advice| advice.icon == "clock").unwrap();
    assert!(busy.action.starts_with("Be there from 2"), "{}", busy.action);
    assert!(busy.data.ends_with("spread evenly, it would be 13%."), "{}", busy.data);
}

#[test]
fn the_most_distinctive_term_is_to_be_taken_up() {
    let mut all = quiet(25);
    all.extend(posts(50, 5, "A thermostat"));
    let report = report_of(all);
    let topic = advice(&report, "Write about \"thermostat\"").unwrap();
    assert!(topic.data.starts_with("5 of 30 discussions (17%) contain it; log-likelihood "));
    let mut few = quiet(24);
    few.extend(posts(50, 5, "A thermostat"));
    assert!(!is_advised(&report_of(few), "Write about \"thermostat\""));
}

#[test]
fn both_sides_are_to_be_read_where_people_disagree() {
    let mut all = posts(1, 10, "I love this great kettle");
    all.extend(posts(11, 10, "I hate this awful kettle"));
    let report = report_of(all);
    let sides = advice(&report, "Read both sides before you reply").unwrap();
    assert_eq!(sides.data, "10 positive and 10 negative of 20 discussions.");
}

#[test]
fn a_change_of_volume_or_mood_is_told_when_chance_does_not_explain_it() {
    let before = |count: u64, title: &str| {
        let mut all = posts(0, count, title);
        for post in &mut all {
            post.id.push_str("_before");
            post.created_at -= TimeDelta::days(7);
        }
        all
    };
    let mut more = posts(0, 40, "I hate this awful kettle");
    more.extend(before(20, "My kettle"));
    let report = report_of(more);
    let up = advice(&report, "Find out why there is more talk").unwrap();
    assert_eq!(up.data, "40 in the last 7 days, 20 in the period before.");
    assert_eq!(up.n, 60);
    let mood = advice(&report, "Find out what people are unhappy about").unwrap();
    assert_eq!(mood.data, "40 of 40 negative in the last 7 days, 0 of 20 in the period before.");
    assert_eq!((mood.impact, mood.icon.as_str()), (Impact::High, "frown"));

    let mut fewer = posts(0, 20, "My kettle");
    fewer.extend(before(40, "My kettle"));
    let down = report_of(fewer);
    assert!(is_advised(&down, "Find out why there is less talk"));
    assert!(!is_advised(&down, "Find out what people are unhappy about"));

    let mut steady = posts(0, 21, "My kettle");
    steady.extend(before(20, "My kettle"));
    let steady = report_of(steady);
    assert!(!steady.recommendations.iter().any(|advice| advice.icon.starts_with("trending")));
}

#[test]
fn priorities_count_from_one_and_follow_the_impact() {
    let mut all = quiet(16);
    all.extend(posts(50, 4, "How to descale"));
    all.extend(posts(60, 3, "Blue versus red"));
    let report = report_of(all);
    let order: Vec<_> = report.recommendations.iter().map(|one| one.priority).collect();
    assert_eq!(order, (1..=u32::try_from(order.len()).unwrap()).collect::<Vec<_>>());
    assert!(report.recommendations.is_sorted_by_key(|advice| advice.impact));
}
