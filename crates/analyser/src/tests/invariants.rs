use std::collections::HashSet;

use proptest::prelude::*;

use super::*;

const WORDS: &[&str] = &[
    "kettle",
    "love",
    "hate",
    "broken",
    "how to",
    "vs",
    "looking for a",
    "?",
    ".",
    "thermostat",
    "announces",
    "> quoted\n",
    "```\n",
    "https://a.example/b",
    "é",
    "😀",
    "don't",
    "\u{2019}",
    "!!!",
    "limescale",
    "\n",
    "[a](b)",
];

fn text() -> impl Strategy<Value = String> {
    let words = prop::sample::select(WORDS).prop_map(str::to_owned);
    let word = prop_oneof![9 => words, 1 => any::<String>()];
    prop::collection::vec(word, 0..12).prop_map(|words| words.join(" "))
}

prop_compose! {
    fn any_post()(
        id in 0_u64..40,
        keyword in prop::bool::ANY,
        is_post in prop::bool::ANY,
        subreddit in 0_u8..4,
        author_hash in 0_u64..10,
        title in text(),
        body in text(),
        score in prop::option::of(-50_i32..5_000),
        comments in prop::option::of(0_u32..500),
        hours in -300_i64..300,
    ) -> Post {
        Post {
            id: format!("t{}_{id}", if is_post { 3 } else { 1 }),
            keyword: if keyword { KETTLE } else { TEAPOT },
            kind: if is_post { Kind::Post } else { Kind::Comment },
            subreddit: format!("sub{subreddit}"),
            author_hash,
            title,
            body,
            url: String::new(),
            score,
            comments,
            created_at: start() + TimeDelta::hours(hours),
        }
    }
}

/// Makes posts with the same forum id the same discussion.
fn consistent(posts: Vec<Post>) -> Vec<Post> {
    let mut seen = HashSet::new();
    posts.into_iter().filter(|post| seen.insert(post.id.clone())).collect()
}

proptest! {
    #[test]
    fn the_order_of_the_posts_changes_nothing(
        (posts, shuffled) in prop::collection::vec(any_post(), 0..60)
            .prop_map(consistent)
            .prop_flat_map(|posts| (Just(posts.clone()), Just(posts).prop_shuffle())),
    ) {
        let (one, other) = (week(posts), week(shuffled));
        prop_assert_eq!(analyse(&one), analyse(&other));
        prop_assert_eq!(analyse_keyword(&one, KETTLE), analyse_keyword(&other, KETTLE));
    }

    #[test]
    fn numbers_add_up_and_only_discussions_of_the_range_are_cited(
        posts in prop::collection::vec(any_post(), 0..60).prop_map(consistent),
    ) {
        let input = week(posts);
        for report in [analyse(&input), analyse_keyword(&input, KETTLE)] {
            let (n, sentiment) = (report.n, &report.sentiment);
            prop_assert_eq!(sentiment.positive + sentiment.neutral + sentiment.negative, n);
            prop_assert!((-1.0..=1.0).contains(&sentiment.average));
            prop_assert!((0.0..=10.0).contains(&sentiment.score));
            let by_hour = report.best_hours.iter().flatten().sum::<u32>() as usize;
            prop_assert!(by_hour <= n && (by_hour > 0) == report.sections.hours.shown);
            prop_assert!(report.categories.iter().all(|one| one.count <= n && one.n == n));
            let in_range: HashSet<&str> = input
                .posts
                .iter()
                .filter(|post| (input.from..input.until).contains(&post.created_at))
                .map(|post| post.id.as_str())
                .collect();
            // A change may be illustrated by discussions of the later time, which is in the range.
            prop_assert!(report.cited().iter().all(|id| in_range.contains(id)));
            for statement in &report.summary {
                prop_assert_eq!(statement.small, statement.n < SMALL);
                prop_assert!(statement.posts.len() <= MAX_CITED);
                prop_assert!(n == 0 || !statement.text.contains("NaN"));
            }
            for advice in &report.recommendations {
                prop_assert_eq!(advice.small, advice.n < SMALL);
                prop_assert!(n == 0 || !advice.posts.is_empty() || advice.icon.starts_with("trend"));
            }
            let json = serde_json::to_string(&report).unwrap();
            prop_assert_eq!(&serde_json::from_str::<Report>(&json).unwrap(), &report);
            let sections = &report.sections;
            prop_assert_eq!(sections.rate.shown, report.engagement.discussions_per_day.is_some());
            prop_assert!(sections.topics.shown || report.topics.is_empty());
            prop_assert!(sections.changes.shown || report.overview.previous.is_none());
        }
    }
}

#[test]
fn the_report_has_the_names_that_the_page_reads() {
    let report = serde_json::to_value(report_of(posts(1, 160, "How to descale it?"))).unwrap();
    for path in [
        "/range/from",
        "/overview/totalPosts",
        "/overview/avgScore",
        "/overview/avgComments",
        "/overview/totalSubreddits",
        "/overview/previous",
        "/sentiment/score",
        "/sentiment/indicators/communityEngagement",
        "/sentiment/indicators/controversyLevel",
        "/sentiment/indicators/sentimentBalance",
        "/sentiment/byDay/0/day",
        "/bestHours/6/23",
        "/categories/0/percentage",
        "/shareOfVoice/0/keywordId",
        "/recommendations/0/icon",
        "/summary/0/part",
        "/sections/sentimentOverTime/shown",
        "/sections/hours/missing",
    ] {
        assert!(report.pointer(path).is_some(), "{path}");
    }
    assert_eq!(report["sentiment"]["indicators"]["communityEngagement"], "Low");
    assert_eq!(report["summary"][0]["part"], "main");
}

#[test]
fn a_report_that_an_older_version_stored_shows_what_it_has() {
    let mut old = serde_json::to_value(report_of(posts(1, 3, "My kettle"))).unwrap();
    old.as_object_mut().unwrap().remove("sections").unwrap();
    old["engagement"]["discussionsPerDay"] = 17.4.into();
    let report: Report = serde_json::from_value(old).unwrap();
    assert_eq!(report.engagement.discussions_per_day, Some(17.4));
    assert!(report.sections.rate.shown && report.sections.hours.shown);
}
