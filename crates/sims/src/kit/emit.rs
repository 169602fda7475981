//! The clockwork of a sim that fills itself.

use std::time::Duration;

use tokio::time::{Instant, MissedTickBehavior, interval};

/// Items are made in steps no shorter than this, several at once if the rate requires it.
const MIN_STEP: Duration = Duration::from_millis(20);

/// Calls `make` with the number of items that are due, `rate` a second, for `sim`. Ends when it makes
/// fewer, as at the end of a replay, or fails; a rate that is not above 0 makes none.
pub async fn emit(sim: &str, rate: f64, make: impl Fn(usize) -> anyhow::Result<usize>) {
    if rate <= 0.0 || !rate.is_finite() {
        return;
    }
    let mut ticks = interval(Duration::from_secs_f64(1.0 / rate).max(MIN_STEP));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let start = Instant::now();
    let mut made = 0;
    loop {
        ticks.tick().await;
        let due = (start.elapsed().as_secs_f64() * rate) as usize;
        let wanted = due.saturating_sub(made);
        made = due;
        match make(wanted) {
            Ok(done) if done == wanted => {}
            Ok(_) => return,
            Err(error) => {
                eprintln!("{sim}: the replay stops: {error:#}");
                return;
            }
        }
    }
}
