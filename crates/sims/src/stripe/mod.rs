//! A stand-in for Stripe: a real HTTP server that speaks its API, hosts a checkout page that can be
//! paid and a customer portal, and sends signed webhooks. For tests and for trying things out.
//!
//! It speaks one version of the API, [`API_VERSION`], and refuses calls that ask for another. In that
//! version, as in all since 2025-03-31.basil, a subscription's period is a field of its items
//! (`current_period_end`), and an invoice names its subscription in `parent.subscription_details` and
//! its payment in `payments`. `tests/it/stripe/shapes.rs` compares every object with the official types
//! of that version. Unknown parameters are refused, as by Stripe.
//!
//! Time passes automatically and can be moved forward: periods end and are billed, sessions expire,
//! failed payments are retried until the subscription is cancelled. Calls fail on demand ([`Fault`]),
//! and so do deliveries ([`WebhookFault`]): events can be held and sent in any order, twice, late, or
//! with a wrong signature.
//!
//! ```no_run
//! # async fn example() -> anyhow::Result<()> {
//! use std::time::Duration;
//! use sims::stripe::{Config, Endpoint, Signature, start};
//!
//! let stripe = start(Config::for_tests()).await?;
//! stripe.control.set_endpoint(Some(Endpoint {
//!     url: "http://127.0.0.1:8080/api/webhooks/stripe".into(),
//!     secret: "whsec_standin".into(),
//! }));
//! // ... create a checkout session at stripe.base_url(), then:
//! stripe.control.hold(true);
//! stripe.control.pay_checkout("cs_test_...");
//! let mut events: Vec<_> = stripe.control.deliveries().into_iter().map(|it| it.event).collect();
//! events.reverse();
//! stripe.control.send(&events, Signature::Right).await;
//! stripe.control.advance(Duration::from_secs(31 * 86_400));
//! stripe.stop().await;
//! # Ok(())
//! # }
//! ```

mod account;
mod acts;
mod api;
pub mod billing;
mod config;
mod control;
pub mod error;
mod faults;
pub mod form;
pub mod ids;
pub mod objects;
mod pages;
mod program;
mod seen;
mod send;
mod sim;
mod state;
mod webhooks;

use std::time::Duration;

use crate::kit::{Clock, listen};
use crate::prelude::*;

pub use config::{Config, Endpoint};
pub use faults::{Fault, FaultKind};
pub use program::{Args, run};
pub use seen::Seen;
pub use sim::Sim;
pub use webhooks::{Delivery, Signature, State, WebhookFault, WebhookFaultKind};

/// The version of Stripe's API that the stand-in speaks, as in the `Stripe-Version` header.
pub const API_VERSION: &str = "2026-07-29.dahlia";

/// Interval at which the clock is checked while nobody calls.
const TICK: Duration = Duration::from_secs(1);

/// A running stand-in. Its base URL is that of its API.
pub type Handle = crate::kit::Handle<Sim>;

/// Starts a stand-in on the machine's clock.
pub async fn start(config: Config) -> anyhow::Result<Handle> {
    start_with_clock(config, Arc::new(Utc::now)).await
}

/// Starts a stand-in that signs events by `clock`, which its account also follows until it is moved.
pub async fn start_with_clock(config: Config, clock: Arc<dyn Clock>) -> anyhow::Result<Handle> {
    let listener = listen(config.listen).await?;
    let base_url = listener.origin(None);
    let origin = listener.origin(config.origin.as_deref());
    let control = Sim::new(config, clock, &origin)?;
    let server = listener.serve(router(&control));
    server.spawn(send::work(control.clone()));
    Ok(Handle::new(server, control, base_url))
}

/// Catches up with the clock while nobody calls, and saves changes to the account. Runs until it is
/// dropped.
pub async fn keep_time(sim: Arc<Sim>) {
    loop {
        tokio::time::sleep(TICK).await;
        sim.catch_up();
        if let Err(error) = sim.save() {
            eprintln!("{error:#}");
        }
    }
}

/// Routes every URL: the API, the hosted pages, and `/_sim/`, which controls the stand-in.
fn router(sim: &Arc<Sim>) -> Router {
    Router::new()
        .merge(api::router())
        .merge(pages::router())
        .nest("/_sim", control::router())
        .with_state(sim.clone())
}
