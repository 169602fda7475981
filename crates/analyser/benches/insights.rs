//! Measures how fast the built-in analyser reads discussions and reports on them.
//!
//! `just bench insights`. Uses the NDJSON file that HARKEN_ITEMS names, or the one beside the
//! project, or generated posts. Figures are medians of seven rounds after one that is discarded.

use std::path::PathBuf;
use std::time::Instant;

use analyser::polarity::compound;
use analyser::{Analyser, Input, Keyword, Kind, MAX_POSTS, Post};
use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use uuid::Uuid;

const ROUNDS: usize = 7;
const KEYWORDS: u128 = 5;
const DAYS: i64 = 30;

#[derive(Deserialize)]
struct Line {
    id: String,
    kind: String,
    subreddit: String,
    title: String,
    body: String,
}

fn main() {
    let (lines, source) = lines();
    let input = input(&lines);
    let bytes: usize = input.posts.iter().map(|post| post.title.len() + post.body.len()).sum();
    let count = input.posts.len();
    println!(
        "insights: {count} discussions of {} bytes on average, {source}",
        bytes / count.max(1)
    );
    let sentiment = median(|| {
        let scores = input.posts.iter().map(|post| compound(&post.body));
        std::hint::black_box(scores.sum::<f64>());
    });
    println!("sentiment alone            {}", rate(count, sentiment));
    let reading = median(|| {
        std::hint::black_box(Analyser::new(&input));
    });
    println!("reading                    {}", rate(count, reading));
    let analyser = Analyser::new(&input);
    let report = median(|| {
        std::hint::black_box(analyser.report());
    });
    println!("a report of all            {}", rate(count, report));
    let keyword = median(|| {
        std::hint::black_box(analyser.keyword_report(Uuid::from_u128(0)));
    });
    println!("a report of one keyword    {:.1} ms", keyword * 1e3);
    println!("reading and a report       {}", rate(count, reading + report));
}

fn rate(count: usize, seconds: f64) -> String {
    format!("{:.0} posts/s ({:.1} ms)", count as f64 / seconds, seconds * 1e3)
}

/// Returns the median time in seconds.
fn median(mut work: impl FnMut()) -> f64 {
    work();
    let mut rounds = [0.0; ROUNDS];
    for round in &mut rounds {
        let began = Instant::now();
        work();
        *round = began.elapsed().as_secs_f64();
    }
    rounds.sort_by(f64::total_cmp);
    rounds[ROUNDS / 2]
}

fn lines() -> (Vec<Line>, String) {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/reddit/items.ndjson");
    let path = std::env::var_os("HARKEN_ITEMS").map_or_else(|| beside.into(), PathBuf::from);
    match std::fs::read_to_string(&path) {
        Ok(text) => {
            let lines = text.lines().take(MAX_POSTS);
            let lines = lines.map(|line| serde_json::from_str(line).expect("an item a line"));
            (lines.collect(), "real ones".to_owned())
        }
        Err(_) => (
            (0..MAX_POSTS).map(made_up).collect(),
            "made up (set HARKEN_ITEMS to a file of real ones)".to_owned(),
        ),
    }
}

fn made_up(number: usize) -> Line {
    let parts =
        ["I love this kettle. ", "How do I descale it? ", "It is broken. ", "Blue vs red. "];
    Line {
        id: format!("t3_{number}"),
        kind: "post".to_owned(),
        subreddit: format!("sub{}", number % 40),
        title: parts[number % 4].to_owned(),
        body: parts[number / 4 % 4].repeat(number % 30),
    }
}

/// Returns posts spread over the range, and over the keywords in turn.
fn input(lines: &[Line]) -> Input {
    let from: DateTime<Utc> = "2026-03-01T00:00:00Z".parse().expect("a time");
    let step = TimeDelta::days(DAYS) / i32::try_from(lines.len().max(1)).expect("few posts");
    let posts = (0_u64..).zip(lines).map(|(number, line)| Post {
        id: line.id.clone(),
        keyword: Uuid::from_u128(u128::from(number) % KEYWORDS),
        kind: if line.kind == "comment" { Kind::Comment } else { Kind::Post },
        subreddit: line.subreddit.clone(),
        author_hash: number % 1_500,
        title: line.title.clone(),
        body: line.body.clone(),
        url: String::new(),
        score: Some(i32::try_from(number % 90).unwrap_or_default()),
        comments: Some(u32::try_from(number % 40).unwrap_or_default()),
        created_at: from + step * i32::try_from(number).unwrap_or_default(),
    });
    Input {
        from,
        until: from + TimeDelta::days(DAYS),
        keywords: (0..KEYWORDS)
            .map(|id| Keyword {
                id: Uuid::from_u128(id),
                keyword: format!("keyword{id}"),
                since: from,
            })
            .collect(),
        posts: posts.collect(),
    }
}
