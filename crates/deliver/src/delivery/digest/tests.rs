use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

use super::*;
use db::models::item::{Item, ItemKind};
use db::models::notification::{Notification as Row, NotificationStatus};

fn start() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(20_000)
}

/// Returns the `n`th match, newer than those before.
fn found(watch_id: Uuid, n: i64, thread: &str) -> WithItem {
    let seen_at = start() + TimeDelta::minutes(n);
    let item = Item {
        id: Uuid::now_v7(),
        seen_at,
        forum_id: format!("t1_{n}"),
        kind: ItemKind::Comment,
        subreddit: "tea".to_owned(),
        author: "somebody".to_owned(),
        title: format!("About {thread}, {n}"),
        body: String::new(),
        url: format!("https://forum.example/{n}"),
        score: 1,
        num_comments: 0,
        forum_created_at: seen_at,
        thread_id: thread.to_owned(),
        gone_at: None,
        story_id: String::new(),
        flair: String::new(),
        link: String::new(),
    };
    let row = Row {
        id: Uuid::now_v7(),
        seen_at,
        item_id: item.id,
        watch_id,
        user_id: Uuid::nil(),
        seq: n,
        keyword: "kettle".to_owned(),
        matches: json!([]),
        status: NotificationStatus::Unread,
        created_at: seen_at,
    };
    (row, item)
}

fn total(watch_id: Uuid, count: usize) -> Total {
    Total { watch_id, keyword: "kettle".to_owned(), count, burst: None, at_once: false }
}

#[test]
fn a_thread_is_one_story_with_its_newest_match_and_a_count() {
    let watch = Uuid::now_v7();
    let threads = ["a", "b", "a", "", "", "a"];
    let mut newest: Vec<_> = (0..).zip(threads).map(|(n, t)| found(watch, n, t)).collect();
    newest.reverse();
    let digest = group(Uuid::nil(), vec![total(watch, 6)], newest);
    let section = &digest.sections[0];
    let stories: Vec<_> = section
        .stories
        .iter()
        .map(|story| (story.title.as_str(), story.url.as_str(), story.count))
        .collect();
    assert_eq!(
        stories,
        [
            ("About a, 5", "https://forum.example/5", 3),
            // Unknown threads are not the same thread.
            ("About , 4", "https://forum.example/4", 1),
            ("About , 3", "https://forum.example/3", 1),
            ("About b, 1", "https://forum.example/1", 1),
        ]
    );
    assert_eq!((digest.count, section.count, section.more()), (6, 6, 0));
    let first = &section.stories[0].notifications;
    let times: Vec<_> = first.iter().map(|n| (n.created_at - start()).num_minutes()).collect();
    assert_eq!(times, [5, 2, 0]);
}

#[test]
fn crossposts_and_copies_are_one_story() {
    let watch = Uuid::now_v7();
    let mut copy = found(watch, 2, "copy");
    copy.1.story_id = "first".to_owned();
    let newest = vec![copy, found(watch, 1, "other"), found(watch, 0, "first")];
    let digest = group(Uuid::nil(), vec![total(watch, 3)], newest);
    let stories: Vec<_> = digest.sections[0]
        .stories
        .iter()
        .map(|story| (story.title.as_str(), story.count))
        .collect();
    assert_eq!(stories, [("About copy, 2", 2), ("About other, 1", 1)]);
}

#[test]
fn sections_and_stories_are_bounded_and_the_rest_is_counted() {
    let watches: Vec<Uuid> = (0..25).map(|_| Uuid::now_v7()).collect();
    let totals: Vec<_> = watches.iter().map(|id| total(*id, 47)).collect();
    let newest = (0..15).rev().map(|n| found(watches[0], n, &n.to_string()));
    let digest = group(Uuid::nil(), totals, newest.collect());
    assert_eq!((digest.sections.len(), digest.more_watches), (MAX_SECTIONS, 5));
    let first = &digest.sections[0];
    assert_eq!((first.watch_id, first.stories.len()), (watches[0], MAX_STORIES));
    assert_eq!((first.more(), digest.count), (37, 25 * 47));
    assert_eq!(digest.headline(), "1,175 new matches for 25 keywords");
}

#[test]
fn nothing_makes_an_empty_digest() {
    let digest = group(Uuid::nil(), Vec::new(), Vec::new());
    assert_eq!((digest.count, digest.sections.len(), digest.more_watches), (0, 0, 0));
}

#[test]
fn headlines_say_how_many_and_of_what() {
    let watch = Uuid::now_v7();
    let burst = |times_usual| Some(Burst { matches: 160, times_usual });
    let cases = [
        (1, None, "1 new match for “kettle”"),
        (1_234, None, "1,234 new matches for “kettle”"),
        (140, burst(None), "140 new matches for “kettle”"),
        (140, burst(Some(8)), "140 new matches for “kettle”: 8 times as many as usual"),
    ];
    for (count, burst, headline) in cases {
        let only = Total { burst, ..total(watch, count) };
        assert_eq!(group(Uuid::nil(), vec![only], Vec::new()).headline(), headline);
    }
    assert_eq!(
        burst(Some(8)).map(|burst| burst.words()).as_deref(),
        Some("160 matches in an hour, 8 times as many as usual")
    );
    assert_eq!(burst(None).map(|burst| burst.words()).as_deref(), Some("160 matches in an hour"));
}

#[test]
fn what_is_usual_is_stated_when_it_is_known() {
    let four_weeks = 28 * 24;
    let cases = [
        // Matches in the hour, matches before it, and the number of hours before it.
        (160, 20 * four_weeks, four_weeks, Some(8)),
        (25, 10, four_weeks, Some(1_680)),
        // Rounded: 2.5 and 2.4 times.
        (25, 10 * four_weeks, four_weeks, Some(3)),
        (24, 10 * four_weeks, four_weeks, Some(2)),
        // As usual, or nearly.
        (14, 10 * four_weeks, four_weeks, None),
        (0, 10 * four_weeks, four_weeks, None),
        // Too few matches, or too few hours, to call anything usual.
        (160, 9, four_weeks, None),
        (160, 0, four_weeks, None),
        (160, 1_000, 71, None),
        (160, 1_440, 72, Some(8)),
    ];
    for (matches, earlier, earlier_hours, times) in cases {
        let pace = Pace { matches, earlier, earlier_hours };
        assert_eq!(pace.burst().times_usual, times, "{pace:?}");
    }
}
