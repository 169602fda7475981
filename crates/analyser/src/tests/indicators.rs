use super::*;
use crate::report::{Balance, Level};

#[test]
fn sentiment_is_counted_averaged_and_shown_by_day() {
    let mut all = posts(1, 6, "I love this great kettle");
    all.extend(posts(24, 2, "I hate this awful kettle"));
    all.extend(posts(26, 1, "My kettle"));
    let sentiment = report_of(all).sentiment;
    assert_eq!((sentiment.positive, sentiment.neutral, sentiment.negative), (6, 1, 2));
    assert_eq!((sentiment.n, sentiment.small), (9, true));
    let days: Vec<_> = sentiment.by_day.iter().map(|day| day.day.to_string()).collect();
    assert_eq!(days, ["2026-03-02", "2026-03-03"]);
    let second = &sentiment.by_day[1];
    assert_eq!((second.positive, second.neutral, second.negative), (0, 1, 2));
    assert!(second.average < 0.0 && sentiment.average > 0.0);
    assert_eq!(sentiment.score, ((sentiment.average + 1.0) * 50.0).round() / 10.0);
    assert_eq!(sentiment.examples, ["t3_0001", "t3_0002", "t3_0003", "t3_0024", "t3_0025"]);
    assert_eq!(
        sentiment.description,
        "Neither side outweighs the other: 67% of 9 positive, 22% negative."
    );
    assert_eq!(sentiment.indicators.sentiment_balance, Balance::Balanced);
    assert!(sentiment.method.contains("VADER"));
}

#[test]
fn one_side_outweighs_the_other_when_chance_does_not_explain_it() {
    let happy = report_of(posts(1, 20, "I love this great kettle")).sentiment;
    assert_eq!(happy.indicators.sentiment_balance, Balance::Positive);
    assert!(happy.description.starts_with("More positive than negative: 100% of 20"));
    let unhappy = report_of(posts(1, 20, "I hate this awful kettle")).sentiment;
    assert_eq!(unhappy.indicators.sentiment_balance, Balance::Negative);
    let nothing = report_of(vec![]).sentiment;
    assert_eq!((nothing.score, nothing.description.as_str()), (5.0, "There is nothing to rate."));
}

#[test]
fn engagement_goes_by_the_comments_of_posts() {
    for (comments, expected) in [
        (Some(25), Level::High),
        (Some(20), Level::High),
        (Some(19), Level::Medium),
        (Some(5), Level::Medium),
        (Some(4), Level::Low),
        (None, Level::Unknown),
    ] {
        let mut all = posts(1, 10, "My kettle");
        all.iter_mut().for_each(|post| post.comments = comments);
        // Comments have no comments of their own that count.
        all.push(comment(11, "Nice."));
        let report = report_of(all);
        assert_eq!(report.engagement.level, expected, "{comments:?}");
        assert_eq!(report.sentiment.indicators.community_engagement, expected);
    }
}

#[test]
fn engagement_tells_means_medians_and_who_comes_back() {
    let mut all = posts(1, 4, "My kettle");
    for (post, (score, comments)) in all.iter_mut().zip([(1, 0), (2, 2), (3, 4), (10, 90)]) {
        (post.score, post.comments) = (Some(score), Some(comments));
    }
    all[1].author_hash = all[0].author_hash;
    let engagement = report_of(all).engagement;
    assert_eq!((engagement.avg_score, engagement.median_score), (Some(4.0), Some(2.5)));
    assert_eq!((engagement.avg_comments, engagement.median_comments), (Some(24.0), Some(3.0)));
    assert_eq!(engagement.returning_authors_share, 0.5);
    assert_eq!(engagement.discussions_per_day, None);
    assert_eq!(engagement.posts, ["t3_0004", "t3_0003", "t3_0002"]);
    assert_eq!((engagement.n, engagement.small), (4, true));
}

#[test]
fn people_disagree_where_moods_face_each_other_or_comments_outnumber_points() {
    let mut mixed = posts(1, 10, "I love this great kettle");
    mixed.extend(posts(11, 10, "I hate this awful kettle"));
    let controversy = report_of(mixed).controversy;
    assert_eq!((controversy.level, controversy.divided), (Level::High, 1.0));
    assert_eq!((controversy.disputed_share, &controversy.posts), (None, &vec![]));

    let mut argued = posts(1, 20, "My kettle");
    for post in &mut argued {
        (post.score, post.comments) = (Some(100), Some(10));
    }
    assert_eq!(report_of(argued.clone()).controversy.level, Level::Low);
    argued[3].score = Some(0);
    argued[4].score = Some(9);
    argued[4].comments = Some(30);
    argued[5].score = Some(0);
    argued[6].score = Some(9);
    let controversy = report_of(argued).controversy;
    assert_eq!((controversy.level, controversy.disputed_share), (Level::Medium, Some(0.2)));
    assert_eq!(controversy.voted_down_share, Some(0.1));
    assert_eq!(controversy.posts, ["t3_0005", "t3_0004", "t3_0006"]);
    assert_eq!(report_of(vec![]).controversy.level, Level::Unknown);
}
