//! Generated discussions, and what the analyser must report on them.

mod advice;
mod categories;
mod indicators;
mod invariants;
mod minimums;
mod numbers;
mod stop_words;
mod summary;
mod topics;

use chrono::{DateTime, TimeDelta, Utc};

use super::*;
use crate::report::{Category, Recommendation};

const KETTLE: Uuid = Uuid::from_u128(1);
const TEAPOT: Uuid = Uuid::from_u128(2);

/// Returns a Monday.
fn start() -> DateTime<Utc> {
    "2026-03-02T00:00:00Z".parse().unwrap()
}

/// Returns a post by a distinct author, found by `kettle`, an hour after the one before.
fn post(number: u64, title: &str, body: &str) -> Post {
    Post {
        id: format!("t3_{number:04}"),
        keyword: KETTLE,
        kind: Kind::Post,
        subreddit: "tea".to_owned(),
        author_hash: number,
        title: title.to_owned(),
        body: body.to_owned(),
        url: format!("https://forum.example/t3_{number:04}"),
        score: Some(1),
        comments: Some(1),
        created_at: start() + TimeDelta::hours(i64::try_from(number).unwrap()),
    }
}

fn comment(number: u64, body: &str) -> Post {
    Post {
        id: format!("t1_{number:04}"),
        kind: Kind::Comment,
        comments: Some(0),
        ..post(number, "Is this the best title?", body)
    }
}

/// Returns `count` posts with the same text, numbered from `first`.
fn posts(first: u64, count: u64, title: &str) -> Vec<Post> {
    (first..first + count).map(|number| post(number, title, "")).collect()
}

/// Returns the week from [`start`], with keywords that existed then and in the week before.
fn week(posts: Vec<Post>) -> Input {
    let keyword = |id, keyword: &str| Keyword {
        id,
        keyword: keyword.to_owned(),
        since: start() - TimeDelta::days(7),
    };
    Input {
        from: start(),
        until: start() + TimeDelta::days(7),
        keywords: vec![keyword(KETTLE, "kettle"), keyword(TEAPOT, "Teapot")],
        posts,
    }
}

fn report_of(posts: Vec<Post>) -> Report {
    analyse(&week(posts))
}

fn category<'a>(report: &'a Report, name: &str) -> Option<&'a Category> {
    report.categories.iter().find(|category| category.name == name)
}

fn advice<'a>(report: &'a Report, action: &str) -> Option<&'a Recommendation> {
    let mut all = report.recommendations.iter();
    all.find(|advice| advice.action == action)
}
