//! The whole matcher against the bare automaton, on the same items in one run.
//!
//! Keywords are drawn from one half of the items and searched for in the other. Items come from
//! the NDJSON file named by HARKEN_ITEMS, else from ../shared, else they are made up.

mod corpus;

use std::hint::black_box;
use std::time::{Duration, Instant};

use aho_corasick::automaton::{Automaton, OverlappingState};
use aho_corasick::{Input, nfa::contiguous};
use corpus::{Corpus, Post};
use matcher::{LiveMatcher, Matcher, Scratch, Snapshot, Watch, WatchId};

const ROUNDS: usize = 7;

fn main() {
    let corpus = Corpus::load();
    println!(
        "{} items to search: {}",
        corpus.searched().len(),
        corpus.source
    );
    for wanted in [1_000, 100_000] {
        let watches = corpus.watches(wanted);
        compare(&corpus, &watches);
    }
    changes(&corpus);
}

/// One pass over all items; gives the matches counted.
type Pass<'a> = (&'a str, Box<dyn FnMut() -> usize + 'a>);

fn compare(corpus: &Corpus, watches: &[Watch]) {
    let items = corpus.searched();
    let built = Instant::now();
    let matcher = Matcher::build(watches.iter().cloned());
    let built = built.elapsed();
    let live = with_changes_pending(watches);

    let mut keywords: Vec<String> = watches.iter().map(|w| w.keyword().to_lowercase()).collect();
    keywords.sort_unstable();
    keywords.dedup();
    let automaton = contiguous::NFA::new(&keywords).expect("the keywords fit");
    let lowered: Vec<String> = items.iter().map(Post::lowered).collect();

    let mut passes: Vec<Pass<'_>> = vec![
        (
            "raw aho-corasick",
            Box::new(|| scan_raw(&automaton, &lowered)),
        ),
        (
            "matching_watches",
            Box::new(|| find_watches(&matcher, items)),
        ),
        ("matches", Box::new(|| find_matches(&matcher, items))),
        (
            "matching_watches, live",
            Box::new(|| find_live(&live, items)),
        ),
    ];
    let (times, counts) = interleaved(&mut passes);

    println!(
        "\n{} watches, {} distinct keywords, built in {:.0} ms",
        watches.len(),
        keywords.len(),
        built.as_secs_f64() * 1e3
    );
    for (((name, _), time), count) in passes.iter().zip(&times).zip(&counts) {
        println!(
            "  {:>5.2}x the time of raw  {:>9.0} items/s  {name} ({count} found)",
            time.as_secs_f64() / times[0].as_secs_f64(),
            items.len() as f64 / time.as_secs_f64(),
        );
    }
}

/// The same watches, a hundredth of them (at most 1,000) changed since the last fold.
fn with_changes_pending(watches: &[Watch]) -> std::sync::Arc<Snapshot> {
    let live = LiveMatcher::new(watches.iter().cloned());
    live.upsert(watches.iter().step_by(100).take(1_000).cloned());
    live.snapshot()
}

/// Runs every pass once a round, so that a slow moment of the machine hits all alike. Gives the
/// medians of the times, and the counts.
fn interleaved(passes: &mut [Pass<'_>]) -> (Vec<Duration>, Vec<usize>) {
    let counts = passes.iter_mut().map(|(_, pass)| pass()).collect();
    let mut times = vec![Vec::new(); passes.len()];
    for _ in 0..ROUNDS {
        for ((_, pass), times) in passes.iter_mut().zip(&mut times) {
            let begin = Instant::now();
            black_box(pass());
            times.push(begin.elapsed());
        }
    }
    (times.into_iter().map(median).collect(), counts)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn scan_raw(automaton: &contiguous::NFA, texts: &[String]) -> usize {
    let mut found = 0;
    for text in texts {
        let input = Input::new(text);
        let mut state = OverlappingState::start();
        loop {
            let step = automaton.try_find_overlapping(&input, &mut state);
            step.expect("the automaton allows overlapping searches");
            if state.get_match().is_none() {
                break;
            }
            found += 1;
        }
    }
    found
}

fn find_watches(matcher: &Matcher, items: &[Post]) -> usize {
    let (mut scratch, mut out) = (Scratch::new(), Vec::new());
    let found = items.iter().map(|post| {
        matcher.matching_watches_into(&post.item(), &mut scratch, &mut out);
        out.len()
    });
    found.sum()
}

fn find_matches(matcher: &Matcher, items: &[Post]) -> usize {
    let (mut scratch, mut out) = (Scratch::new(), Vec::new());
    let found = items.iter().map(|post| {
        matcher.matches_into(&post.item(), &mut scratch, &mut out);
        out.len()
    });
    found.sum()
}

fn find_live(live: &Snapshot, items: &[Post]) -> usize {
    let (mut scratch, mut out) = (Scratch::new(), Vec::new());
    let found = items.iter().map(|post| {
        live.matching_watches_into(&post.item(), &mut scratch, &mut out);
        out.len()
    });
    found.sum()
}

/// What one change costs, against building everything anew.
fn changes(corpus: &Corpus) {
    let watches = corpus.watches(100_000);
    let live = LiveMatcher::new(watches.iter().cloned());
    let spare = |n: usize| {
        let old = &watches[n];
        Watch::new(
            WatchId(n as u128),
            old.keyword(),
            old.scope().clone(),
            old.filters(),
        )
        .expect("it was a watch before")
    };
    println!("\n{} watches, one change", watches.len());
    for pending in [0, 1_000] {
        live.upsert((0..pending).map(spare));
        let times = (0..ROUNDS).map(|n| {
            let begin = Instant::now();
            live.upsert([spare(pending + n)]);
            begin.elapsed()
        });
        let time = median(times.collect());
        println!(
            "  {:>8.2} ms with {pending} pending",
            time.as_secs_f64() * 1e3
        );
    }
    let begin = Instant::now();
    live.fold();
    println!(
        "  {:>8.2} ms for a fold",
        begin.elapsed().as_secs_f64() * 1e3
    );
}
