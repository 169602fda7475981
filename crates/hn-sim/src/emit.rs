//! The clockwork: new items at the configured rate until the stand-in stops.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::sim::Sim;

/// Items come in steps no shorter than this, several at once when the rate asks for it.
const MIN_STEP: Duration = Duration::from_millis(20);

/// Makes items until a replay has ended, or for ever.
pub(crate) async fn run(sim: Arc<Sim>) {
    let rate = sim.config.rate;
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
        match sim.advance(wanted) {
            Ok(done) if done == wanted => {}
            Ok(_) => return,
            Err(error) => {
                eprintln!("hn-sim: the replay stops: {error:#}");
                return;
            }
        }
    }
}
