//! Sending.

use std::sync::Arc;
use std::time::Instant;

use axum::http::header::{CONTENT_TYPE, USER_AGENT};

use super::queue::Errand;
use super::{Attempt, Manner, State};
use crate::objects::Object;
use crate::sim::Sim;

/// Sends what is to be sent, one event after the other, until the runtime ends.
pub(crate) async fn work(sim: Arc<Sim>) {
    loop {
        let errand = sim.lock().queue.next();
        match errand {
            Some(errand) => run(&sim, &errand).await,
            None => sim.errand_made.notified().await,
        }
    }
}

async fn run(sim: &Arc<Sim>, errand: &Errand) {
    let attempt = sim.deliver(&errand.event, errand.manner).await;
    let retry = {
        let mut inner = sim.lock();
        let tries = inner.queue.delivery(&errand.event);
        let tries = tries.map_or(0, |delivery| delivery.attempts.len());
        let succeeded = attempt
            .status
            .is_some_and(|status| (200..300).contains(&status));
        let wait = sim.config.webhook_retries.get(tries).copied();
        let state = match wait {
            _ if succeeded => State::Delivered,
            Some(_) if !errand.is_copy => State::Retrying,
            _ => State::Failed,
        };
        // The second sending of a pair says nothing about the first.
        let state = match inner.queue.delivery(&errand.event) {
            Some(delivery) if errand.is_copy => delivery.state,
            _ => state,
        };
        inner.queue.tried(&errand.event, attempt, state);
        inner.queue.busy = false;
        wait.filter(|_| state == State::Retrying && !errand.is_copy)
    };
    sim.progress.step();
    if let Some(wait) = retry {
        let (sim, event) = (sim.clone(), errand.event.clone());
        tokio::spawn(async move {
            tokio::time::sleep(wait).await;
            let due = {
                let mut inner = sim.lock();
                let delivery = inner.queue.delivery(&event);
                delivery.is_some_and(|it| it.state == State::Retrying) && inner.queue.send(&event)
            };
            if due {
                sim.errand_made.notify_one();
            }
        });
    }
}

impl Sim {
    /// Sends an event once.
    pub(crate) async fn deliver(&self, event: &str, manner: Manner) -> Attempt {
        let began = Instant::now();
        let (endpoint, body) = {
            let inner = self.lock();
            let body = inner.account.events.find(event).map(Object::json);
            (inner.queue.endpoint.clone(), body)
        };
        let status = match (endpoint, body) {
            (Some(endpoint), Some(body)) => {
                // Stripe indents what it sends: whoever verifies a body that was read and written
                // again fails here as there.
                let body = format!("{body:#}");
                let now = self.wall_clock().timestamp();
                let mut request = self
                    .client
                    .post(&endpoint.url)
                    .timeout(self.config.webhook_timeout)
                    .header(CONTENT_TYPE, "application/json; charset=utf-8")
                    .header(USER_AGENT, "Stripe/1.0 (+https://stripe.com/docs/webhooks)");
                if let Some(header) = manner.header(&endpoint.secret, body.as_bytes(), now) {
                    request = request.header("stripe-signature", header);
                }
                let answer = request.body(body).send().await;
                answer.ok().map(|answer| answer.status().as_u16())
            }
            _ => None,
        };
        Attempt {
            at: self.wall_clock(),
            status,
            took_ms: u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
        }
    }
}
