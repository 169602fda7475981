//! People delete what they have written, for weeks: all of it is removed here within two days, although
//! the checks that find it have a small part of the request budget, and polls take all that they can
//! get. In full, thirty days of a hundredth of what the whole forum produces: `just bench removals`.

mod run;
mod world;

use self::run::{Run, Truth};
use self::world::Scale;

#[tokio::test]
async fn what_people_delete_goes_within_two_days() {
    let truth = Run::new(Scale::SHORT).await.finish().await;
    assert_holds(&truth);
}

/// Takes some minutes; run by `just bench removals`.
#[tokio::test]
#[ignore = "takes long"]
async fn what_people_delete_in_thirty_days_goes_within_two() {
    let truth = Run::new(Scale::FULL).await.finish().await;
    println!("{truth}");
    assert_holds(&truth);
}

fn assert_holds(truth: &Truth) {
    assert!(truth.deleted > 250, "{truth}");
    assert_eq!(truth.late, Vec::<String>::new(), "{truth}");
    assert_eq!(truth.left, 0, "{truth}");
    // More than the fifth that checks used to have, and no more than they may.
    let peak = truth.peak_share();
    assert!((0.2..=0.61).contains(&peak), "{truth}");
    assert!(truth.most_requests <= truth.allowed, "{truth}");
}
