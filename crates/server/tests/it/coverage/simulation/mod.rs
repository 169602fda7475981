//! Harken reads a busy forum that misbehaves, for hours of simulated time: its reports about its
//! reading are compared with what the forum knows. Two processes share the work, and one of them is
//! killed every hour. In full, with 5,000 subreddits over a day: `just bench coverage`.

mod run;
mod truth;
mod world;

use self::run::Run;
use self::truth::Truth;
use self::world::Scale;

#[tokio::test]
async fn what_is_said_of_the_reading_is_what_the_forum_knows() {
    let run = Run::new(Scale::SHORT).await;
    assert_holds(&run.finish().await, Scale::SHORT);
}

/// Takes two minutes per simulated hour: `just bench coverage`, with the number of hours and a second
/// number for the names per listing.
#[tokio::test]
#[ignore = "takes long"]
async fn a_day_of_five_thousand_subreddits() {
    let number = |name| std::env::var(name).ok().map(|it| it.parse().unwrap());
    let scale = Scale {
        minutes: number("HARKEN_HOURS").map_or(Scale::FULL.minutes, |hours: i64| 60 * hours),
        names: number("HARKEN_NAMES").map_or(Scale::FULL.names, |n: i64| n as i32),
        ..Scale::FULL
    };
    let truth = Run::new(scale).await.finish().await;
    println!("{truth}");
    truth.print_worst();
    assert_holds(&truth, scale);
}

fn assert_holds(truth: &Truth, scale: Scale) {
    assert!(truth.posted > scale.least_items(), "{truth}");
    assert!(truth.read_share() >= 0.999, "{truth}");
    assert_eq!(truth.unexplained, Vec::<String>::new(), "{truth}");
    for shown in &truth.shown {
        assert!(shown.off() < 0.1, "{shown:?}");
    }
    assert!(truth.shown.len() >= 3, "{truth}");
    assert!(truth.most_requests <= 10 * scale.requests_per_minute, "{truth}");
    // Every kind of fault occurred.
    assert!(truth.kills > 0 && truth.faults > 0 && truth.hidden > 0, "{truth}");
}
