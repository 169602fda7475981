//! Runs a day of the simulation, and times a plan: `cargo bench -p planner`.

use std::time::Instant;

use planner::{Budget, Kind, Place, Previous, Rate, plan};

#[path = "../tests/it/simulation/mod.rs"]
mod simulation;

use simulation::{Reader, Setup, run};

const SETUP: Setup = Setup {
    seed: 1,
    places: 5_000,
    hours: 24,
    learning_hours: 0,
    items_per_second: 40.0,
    requests_per_minute: 60,
};

fn main() {
    let planned = |max_names, max_path_bytes| Reader::Planned { max_names, max_path_bytes };
    let readers = [
        ("equal groups, 100 names", Reader::EqualGroups),
        ("equal groups, interval pays for pages", Reader::EqualGroupsByPages),
        ("planned, 100 names", planned(100, 1_900)),
        ("planned, 400 names, 1,900 bytes", planned(400, 1_900)),
        ("planned, 400 names, 8,000 bytes", planned(400, 8_000)),
    ];
    println!(
        "| planner | mean s | p50 s | p95 s | read % | lost | unexplained | listings | polls a minute | most in 10 min | moves | took s |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    for (name, reader) in readers {
        let started = Instant::now();
        let found = run(SETUP, reader);
        println!(
            "| {name} | {:.1} | {:.1} | {:.1} | {:.3} | {} | {} | {} | {:.1} | {} | {} | {:.1} |",
            found.mean_seconds,
            found.p50_seconds,
            found.p95_seconds,
            100.0 * found.read_share(),
            found.lost,
            found.unexplained,
            found.listings,
            found.polls_per_minute,
            found.max_requests,
            found.moves,
            started.elapsed().as_secs_f64(),
        );
    }
    time_plan();
}

/// Prints how long planning 10,000 places takes, without and with a previous plan.
fn time_plan() {
    let place = |n: usize| {
        Kind::ALL.map(|kind| Place {
            name: format!("place_{n}"),
            kind,
            watches: 1 + (n * 7_919 % 300) as u32,
            rate: Rate::estimate(4e6 / (n as f64 + 1.0), 86_400.0, 1.0),
        })
    };
    let places: Vec<Place> = (0..10_000).flat_map(place).collect();
    let budget = Budget::default();
    let best = |previous: &Previous<'_>| {
        let timed = (0..20).map(|_| {
            let started = Instant::now();
            std::hint::black_box(plan(&places, &budget, previous));
            started.elapsed()
        });
        timed.min().unwrap_or_default()
    };
    let first = plan(&places, &budget, &Previous::default());
    println!(
        "plan of 10,000 places, both kinds, best of 20: {:?} at first, {:?} again",
        best(&Previous::default()),
        best(&Previous::from(&first)),
    );
}
