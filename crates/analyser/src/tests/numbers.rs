use super::*;
use crate::report::Trend;

#[test]
fn the_overview_counts_what_is_in_the_range() {
    let mut all = vec![post(1, "One", ""), post(2, "Two", ""), comment(3, "Three")];
    all[1].author_hash = 1;
    all[1].subreddit = "TEA".to_owned();
    all[1].score = Some(10);
    all[1].comments = Some(4);
    all[2].subreddit = "coffee".to_owned();
    all[2].score = None;
    // Neither the end of the range nor what is before it belongs to it.
    all.push(post(7 * 24, "At the end", ""));
    let report = report_of(all);
    let numbers = &report.overview.numbers;
    assert_eq!((numbers.total_posts, numbers.posts, numbers.comments), (3, 2, 1));
    assert_eq!((numbers.total_subreddits, numbers.authors), (2, 2));
    assert_eq!((numbers.avg_score, numbers.avg_comments), (Some(5.5), Some(2.5)));
    assert_eq!(report.overview.previous, None);
    assert_eq!(report.overview.trend, Trend::Unknown);
}

#[test]
fn the_range_is_compared_with_an_equally_long_time_before() {
    let mut all = posts(1, 40, "My kettle");
    for (number, days) in [(101, 1), (102, 6), (103, 8)] {
        let mut earlier = post(number, "My kettle", "");
        earlier.created_at = start() - TimeDelta::days(days);
        all.push(earlier);
    }
    let report = report_of(all);
    assert_eq!(report.n, 40);
    assert_eq!(report.overview.previous.as_ref().unwrap().total_posts, 2);
    assert_eq!(report.overview.trend, Trend::Up);
    let week = report.overview.week.as_ref().unwrap();
    assert_eq!((week.count, week.previous, week.change), (40, 2, Some(19.0)));
    let tea = &report.subreddits[0];
    assert_eq!((tea.previous, tea.change), (Some(2), Some(19.0)));
}

#[test]
fn a_long_range_is_compared_week_by_week_where_nothing_is_known_of_before() {
    let mut input = week(posts(1, 10, "My kettle"));
    input.posts.extend(posts(7 * 24, 20, "My kettle"));
    input.until = start() + TimeDelta::days(14);
    let report = analyse(&input);
    assert_eq!((report.n, report.overview.previous.is_none()), (30, true));
    let week = report.overview.week.as_ref().unwrap();
    assert_eq!((week.count, week.previous, week.change), (20, 10, Some(1.0)));
    assert_eq!(report.subreddits[0].change, Some(1.0));
    for keyword in &mut input.keywords {
        keyword.since = start() + TimeDelta::hours(1);
    }
    assert_eq!(analyse(&input).overview.week, None);
}

#[test]
fn of_too_many_posts_the_newest_are_read_and_nothing_is_compared() {
    let mut all: Vec<Post> = (0..MAX_POSTS as u64 + 1).map(|n| post(n, "Kettle", "")).collect();
    for (seconds, post) in (0..).zip(&mut all) {
        post.created_at = start() - TimeDelta::seconds(10) + TimeDelta::seconds(seconds);
    }
    let report = report_of(all);
    assert_eq!(report.n, MAX_POSTS - 9);
    assert_eq!(report.overview.previous, None);
    assert!(report.summary[0].text.contains("the newest 5,000 matches were read"));
}

#[test]
fn hours_are_by_weekday_and_hour_utc() {
    // For two days an hour apart, and then one a day.
    let mut all = posts(0, 48, "a");
    all.extend((2..7).map(|day| post(24 * day + 5, "b", "")));
    let report = report_of(all);
    let at = |day: usize, hour: usize| report.best_hours[day][hour];
    assert_eq!((at(0, 0), at(0, 23), at(6, 5)), (1, 1, 1));
    let (rows, all) = (&report.best_hours, report.best_hours.iter().flatten().sum::<u32>());
    assert_eq!((rows.len(), rows.iter().all(|row| row.len() == 24), all), (7, true, 53));
}

#[test]
fn the_ten_largest_subreddits_are_told_by_size_and_name() {
    let mut all = posts(0, 14, "My kettle");
    for (number, post) in all.iter_mut().enumerate() {
        post.subreddit = ["Zebra", "zebra", "alpha"]
            .get(number)
            .map_or_else(|| format!("sub{number:02}"), |name| (*name).to_owned());
    }
    let report = report_of(all);
    let names: Vec<_> = report.subreddits.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names[..3], ["Zebra", "alpha", "sub03"]);
    assert_eq!((names.len(), report.subreddits[0].count), (10, 2));
    assert_eq!(report.subreddits[0].share, 0.1429);
    assert_eq!(report.subreddits[0].previous, Some(0));
}

#[test]
fn a_discussion_that_two_keywords_found_counts_once_but_for_both_in_the_share_of_voice() {
    let mut all = vec![post(1, "A lovely kettle", ""), post(2, "A horrible kettle", "")];
    let mut twice = all[0].clone();
    twice.keyword = TEAPOT;
    all.push(twice);
    let input = week(all);
    let report = analyse(&input);
    assert_eq!(report.n, 2);
    let voices = &report.share_of_voice;
    let rows: Vec<_> = voices.iter().map(|one| (one.keyword.as_str(), one.count)).collect();
    assert_eq!(rows, [("kettle", 2), ("Teapot", 1)]);
    assert_eq!((voices[0].share, voices[1].share), (0.6667, 0.3333));
    assert!(voices[1].average > voices[0].average);
    // The report of one keyword has its own posts and everybody's shares.
    let teapot = analyse_keyword(&input, TEAPOT);
    assert_eq!((teapot.n, &teapot.share_of_voice), (1, voices));
    let nobody = analyse_keyword(&input, Uuid::from_u128(9));
    assert_eq!((nobody.n, &nobody.share_of_voice), (0, voices));
}

#[test]
fn a_keyword_that_found_nothing_has_no_average() {
    let report = report_of(posts(1, 2, "My kettle"));
    let teapot = &report.share_of_voice[1];
    assert_eq!((teapot.count, teapot.share, teapot.average), (0, 0.0, None));
}
