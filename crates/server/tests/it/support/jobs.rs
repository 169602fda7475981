//! Runs the jobs of a process, each with the parts of an app that it needs.

use std::future::Future;

use api::app::App;
use db::Part;
use deliver::{billing, insights, outbox};
use domain::live;
use tokio_util::sync::CancellationToken;

pub fn run_outbox(app: &App, stop: &CancellationToken) -> impl Future<Output = ()> + use<> {
    outbox::worker::run(app.context.of(Part::Delivery), app.senders.clone(), stop.clone())
}

/// Sends the messages that are due and returns how many were worked on.
pub async fn drain_outbox(app: &App) -> usize {
    let context = app.context.of(Part::Delivery);
    outbox::worker::drain(&context, &app.senders).await.unwrap()
}

pub fn run_ingest(app: &App, stop: &CancellationToken) -> impl Future<Output = ()> + use<> {
    ingest::run(app.context.of(Part::Ingest), app.sources.clone(), stop.clone())
}

pub fn run_live(app: &App, stop: &CancellationToken) -> impl Future<Output = ()> + use<> {
    let (streams, insights) = (app.live.clone(), app.insights.streams.clone());
    live::run(app.context.clone(), streams, insights, stop.clone())
}

pub fn run_insights(app: &App, stop: &CancellationToken) -> impl Future<Output = ()> + use<> {
    insights::worker::run(app.context.of(Part::Delivery), app.insights.clone(), stop.clone())
}

/// Makes the requested insights and returns how many jobs there were.
pub async fn drain_insights(app: &App) -> usize {
    let context = app.context.of(Part::Delivery);
    insights::worker::drain(&context, &app.insights).await.unwrap()
}

/// Processes the payment events that are due and returns their number, 0 if nothing is sold.
pub async fn drain_payments(app: &App) -> usize {
    let context = app.context.of(Part::Delivery);
    match &app.payments {
        Some(stripe) => billing::worker::drain(&context, stripe).await.unwrap(),
        None => 0,
    }
}

/// Asks Stripe for events that it may not have sent.
pub async fn reconcile_payments(app: &App) {
    if let Some(stripe) = &app.payments {
        billing::worker::reconcile(app, stripe).await.unwrap();
    }
}
