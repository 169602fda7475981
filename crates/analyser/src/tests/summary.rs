use super::*;
use crate::report::Part;

fn texts(report: &Report) -> Vec<(Part, &str)> {
    let all = report.summary.iter();
    all.map(|statement| (statement.part, statement.text.as_str())).collect()
}

#[test]
fn nothing_found_is_one_sentence() {
    let report = report_of(vec![]);
    assert_eq!(
        texts(&report),
        [(Part::Main, "From 2 Mar 2026 00:00 to 9 Mar 2026 00:00 UTC, no discussion matched.")]
    );
    assert_eq!((report.n, report.small), (0, true));
}

#[test]
fn it_is_said_in_how_many_subreddits_and_on_which_sites_all_was() {
    let report = |places: &[&str]| {
        let mut all = posts(1, places.len() as u64, "My kettle");
        for (post, place) in all.iter_mut().zip(places) {
            post.subreddit = (*place).to_owned();
        }
        report_of(all).summary[0].text.clone()
    };
    const HN: &str = "news.ycombinator.com";
    for (places, said) in [
        (&["tea", "Tea", "rust"][..], "in 2 subreddits matched."),
        (&[HN, "News.YCombinator.com"], "on Hacker News matched."),
        (&[HN, "tea"], "in 1 subreddit and on Hacker News matched."),
        (&["c/tea@a.example", "c/cups@b.example", "tea"], "in 1 subreddit and on Lemmy matched."),
    ] {
        let text = report(places);
        let (_, ending) = text.split_once(" authors ").unwrap();
        assert!(ending.starts_with(said), "{text}");
    }
}

#[test]
fn every_sentence_says_what_a_number_says() {
    let mut all = posts(1, 25, "I love the thermostat of this kettle");
    all.extend(posts(30, 4, "How to descale it?"));
    all.push(comment(40, "I hate it."));
    for post in &mut all[..5] {
        (post.score, post.comments) = (Some(11), Some(25));
    }
    let mut earlier = post(50, "My kettle", "");
    earlier.created_at = start() - TimeDelta::days(2);
    all.push(earlier);
    let report = report_of(all);
    let average = report.sentiment.average;
    let mood = format!(
        "83% are positive, 13% neutral and 3% negative; the average is {average:.2} on a scale from -1 to 1."
    );
    assert_eq!(
        texts(&report),
        [
            (
                Part::Main,
                "From 2 Mar 2026 00:00 to 9 Mar 2026 00:00 UTC, 30 discussions (29 posts, \
                 1 comment) by 30 authors in 1 subreddit matched."
            ),
            (
                Part::Main,
                "There were 30 in the last 7 days and 1 in the same period before: more, and by \
                 more than chance would explain."
            ),
            (Part::Main, mood.as_str()),
            (
                Part::Engagement,
                "29 posts had 5.1 comments on average when last counted; half had 1 or fewer. \
                 Discussions had 2.7 points on average."
            ),
            (
                Part::Conclusion,
                "By kind: Questions (4, 13%), How-to (4, 13%), Complaints (1, 3%). One discussion \
                 can be of more than one kind."
            ),
            (
                Part::Conclusion,
                "Terms that stand out, and how many discussions use them: \"thermostat\" (25), \
                 \"descale\" (4)."
            ),
        ]
    );
    let of_change = &report.summary[1];
    assert_eq!((of_change.n, of_change.small), (31, false));
}

#[test]
fn few_discussions_say_that_they_are_few() {
    let report = report_of(posts(1, 19, "My kettle"));
    assert!(
        report.summary[0]
            .text
            .ends_with("The sample is small, so the results may be due to chance.")
    );
    assert!(report.summary.iter().all(|statement| statement.small));
    let report = report_of(posts(1, 20, "My kettle"));
    assert!(report.summary[0].text.ends_with("in 1 subreddit matched."));
    assert!(!report.summary[0].small);
}

#[test]
fn half_of_the_posts_may_have_no_comment() {
    let mut all = posts(1, 20, "My kettle");
    for post in &mut all {
        post.comments = Some(0);
    }
    all[0].comments = Some(40);
    let report = report_of(all);
    let sentences = texts(&report);
    let (_, engagement) = sentences.iter().find(|(part, _)| *part == Part::Engagement).unwrap();
    assert!(
        engagement
            .starts_with("20 posts had 2.0 comments on average when last counted; half had none."),
        "{engagement}"
    );
}
