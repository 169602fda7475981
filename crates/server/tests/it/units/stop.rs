//! The end of a process.

use std::time::Duration;

use harken::run::Parts;
use harken::run::stop::{Jobs, Signals, longest_work};
use platform::config::Config;

#[test]
fn a_stop_waits_as_long_as_the_longest_call_may_take() {
    let mut config = Config::default();
    config.mail.timeout_seconds = 120;
    config.delivery.timeout_seconds = 40;
    config.payments.stripe.timeout_seconds = 20;
    config.forum.timeout_seconds = 7;
    let seconds = |parts| longest_work(&config, parts).as_secs();
    assert_eq!(seconds(Parts::ALL), 120 + 15);
    assert_eq!(seconds(Parts::DELIVER), 120 + 15);
    assert_eq!(seconds(Parts::API), 40 + 15);
    assert_eq!(seconds(Parts::INGEST), 7 + 15);
}

/// A time longer than any test.
const FOR_EVER: Duration = Duration::from_secs(100_000);

#[tokio::test]
async fn what_does_not_end_is_left_when_its_time_is_over_and_at_a_second_signal() {
    let (jobs, signals) = (Jobs::default(), Signals::default());
    jobs.spawn("a send", std::future::pending());
    jobs.end(Duration::ZERO, &signals).await;
    signals.at_once.cancel();
    jobs.end(FOR_EVER, &signals).await;
    assert_eq!(jobs.names(), "a send");
}

#[tokio::test]
async fn what_ends_is_waited_for_and_no_longer() {
    let (jobs, signals) = (Jobs::default(), Signals::default());
    let (answer, answered) = tokio::sync::oneshot::channel::<()>();
    jobs.spawn("a send", async move { drop(answered.await) });
    jobs.spawn("a poll", async { panic!("of the test") });
    let end = jobs.end(FOR_EVER, &signals);
    let answer = async {
        tokio::task::yield_now().await;
        answer.send(())
    };
    let ((), sent) = futures::join!(end, answer);
    assert_eq!((sent, jobs.names().as_str()), (Ok(()), ""));
}
