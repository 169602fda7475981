//! Bundled, invented discussions for the demo of insights. They are never a user's own.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::posts::{DAYS, author_hash};
use super::result;
use super::shown::InsightsResult;
use analyser::{Input, Keyword, Kind, Post};

/// One discussion per line: keyword, hours before now, kind, subreddit, points, comments, title and
/// text, separated by `|`.
const DISCUSSIONS: &str = include_str!("sample.txt");
const KEYWORDS: [&str; 2] = ["standing desk", "password manager"];

/// Builds a result from the samples as if they had been written before `now`.
pub fn demo(now: DateTime<Utc>) -> InsightsResult {
    result::demo(&input(now), now)
}

fn input(now: DateTime<Utc>) -> Input {
    let keywords = (1..).zip(KEYWORDS).map(|(n, keyword)| Keyword {
        id: Uuid::from_u128(n),
        keyword: keyword.to_owned(),
        since: now - TimeDelta::days(2 * DAYS),
    });
    let posts = (0..).zip(DISCUSSIONS.lines());
    Input {
        from: now - TimeDelta::days(DAYS),
        until: now,
        keywords: keywords.collect(),
        posts: posts.filter_map(|(n, line)| post(n, line, now)).collect(),
    }
}

fn post(n: u32, line: &str, now: DateTime<Utc>) -> Option<Post> {
    let mut fields = line.splitn(8, '|');
    let mut next = || fields.next().map(str::trim);
    let keyword = (1..).zip(KEYWORDS).find(|(_, name)| line.starts_with(name))?;
    next()?;
    let hours: i64 = next()?.parse().ok()?;
    let kind = match next()? {
        "comment" => Kind::Comment,
        _ => Kind::Post,
    };
    Some(Post {
        id: format!("sample_{n}"),
        keyword: Uuid::from_u128(keyword.0),
        kind,
        subreddit: next()?.to_owned(),
        author_hash: author_hash(&n.to_string()),
        score: next()?.parse().ok(),
        comments: next()?.parse().ok(),
        title: next()?.to_owned(),
        body: next()?.to_owned(),
        // A sample has no page to open.
        url: "https://example.com/sample-discussion".to_owned(),
        created_at: now - TimeDelta::hours(hours),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_discussion_of_the_last_eight_weeks() {
        let now = DateTime::from_timestamp(1_790_000_000, 0).unwrap();
        let input = input(now);
        assert_eq!(input.posts.len(), DISCUSSIONS.lines().count());
        let (from, of) = (now - TimeDelta::days(2 * DAYS), |id| {
            let of = input.posts.iter().filter(move |post| post.keyword == id);
            of.filter(|post| post.created_at >= input.from).count()
        });
        assert!(input.posts.iter().all(|post| post.created_at >= from));
        for keyword in &input.keywords {
            // The samples suffice for topics.
            assert!(of(keyword.id) >= 30, "{}", keyword.keyword);
        }
    }
}
