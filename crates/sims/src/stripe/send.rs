//! Sends events to the endpoint.

use std::sync::Arc;

use axum::http::header::{CONTENT_TYPE, USER_AGENT};

use crate::stripe::objects::Object;
use crate::stripe::sim::Sim;
use crate::stripe::webhooks::{Signature, State};

/// Sends the queued events, one after the other, until the runtime ends.
pub(crate) async fn work(sim: Arc<Sim>) {
    loop {
        let event = sim.lock().queue.next();
        match event {
            Some(event) => run(&sim, &event).await,
            None => sim.errand_made.notified().await,
        }
    }
}

async fn run(sim: &Arc<Sim>, event: &str) {
    let answer = sim.deliver(event, Signature::Right).await;
    let retry = {
        let mut inner = sim.lock();
        let tries = inner.queue.delivery(event).map_or(0, |it| it.answers.len());
        let wait = sim.config.webhook_retries.get(tries).copied();
        let state = match wait {
            _ if is_success(answer) => State::Delivered,
            Some(_) => State::Retrying,
            None => State::Failed,
        };
        inner.queue.tried(event, answer, state);
        inner.queue.busy = false;
        wait.filter(|_| state == State::Retrying)
    };
    sim.progress.step();
    if let Some(wait) = retry {
        let (sim, event) = (sim.clone(), event.to_owned());
        tokio::spawn(async move {
            tokio::time::sleep(wait).await;
            let mut inner = sim.lock();
            let delivery = inner.queue.delivery(&event);
            if delivery.is_some_and(|it| it.state == State::Retrying) {
                inner.queue.send(&event);
                sim.errand_made.notify_one();
            }
        });
    }
}

pub(crate) fn is_success(answer: Option<u16>) -> bool {
    answer.is_some_and(|status| (200..300).contains(&status))
}

impl Sim {
    /// Sends an event once. Returns the status of the answer, if there was one.
    pub(crate) async fn deliver(&self, event: &str, signature: Signature) -> Option<u16> {
        let (endpoint, body) = {
            let inner = self.lock();
            let body = inner.account.events.find(event).map(Object::json);
            (inner.queue.endpoint.clone()?, body?)
        };
        // Stripe indents the JSON that it sends: verifying a body that was parsed and serialized again
        // fails here as it does there.
        let body = format!("{body:#}");
        let now = self.wall_clock().timestamp();
        let mut request = self
            .client
            .post(&endpoint.url)
            .timeout(self.config.webhook_timeout)
            .header(CONTENT_TYPE, "application/json; charset=utf-8")
            .header(USER_AGENT, "Stripe/1.0 (+https://stripe.com/docs/webhooks)");
        if let Some(header) = signature.header(&endpoint.secret, body.as_bytes(), now) {
            request = request.header("stripe-signature", header);
        }
        let answer = request.body(body).send().await.ok()?;
        Some(answer.status().as_u16())
    }
}
