//! The queue of events: all that were made, in order, and the state of each.

use std::collections::VecDeque;

use crate::kit::Faults;

use super::{Delivery, State, WebhookFault, WebhookFaultKind};
use crate::stripe::config::Endpoint;
use crate::stripe::objects::Event;

#[derive(Debug, Default)]
pub(crate) struct Queue {
    pub(crate) endpoint: Option<Endpoint>,
    /// Whether new events are held.
    pub(crate) holding: bool,
    pub(crate) faults: Faults<WebhookFault>,
    deliveries: Vec<Delivery>,
    /// The events to be sent.
    errands: VecDeque<String>,
    /// Whether the worker is sending an event.
    pub(crate) busy: bool,
}

impl Queue {
    pub(crate) fn new(endpoint: Option<Endpoint>) -> Self {
        Self { endpoint, ..Self::default() }
    }

    /// Adds a new event.
    pub(crate) fn take_in(&mut self, event: &Event) {
        let fault = self.faults.take(|fault| event.kind.starts_with(&fault.type_prefix));
        let held = self.holding || self.endpoint.is_none();
        let state = match fault.map(|fault| fault.fault) {
            Some(WebhookFaultKind::Drop) => State::Dropped,
            Some(WebhookFaultKind::Hold) => State::Held,
            None if held => State::Held,
            None => State::Waiting,
        };
        self.deliveries.push(Delivery {
            event: event.id.clone(),
            kind: event.kind.to_string(),
            object: event.object["id"].as_str().unwrap_or_default().to_owned(),
            state,
            answers: Vec::new(),
        });
        if state == State::Waiting {
            self.errands.push_back(event.id.clone());
        }
    }

    pub(crate) fn deliveries(&self) -> &[Delivery] {
        &self.deliveries
    }

    pub(crate) fn delivery(&mut self, event: &str) -> Option<&mut Delivery> {
        self.deliveries.iter_mut().find(|it| it.event == event)
    }

    /// Queues an event to be sent, whatever its state.
    pub(crate) fn send(&mut self, event: &str) {
        if let Some(delivery) = self.delivery(event) {
            delivery.state = State::Waiting;
            self.errands.push_back(event.to_owned());
        }
    }

    /// Takes the next event to send.
    pub(crate) fn next(&mut self) -> Option<String> {
        let event = self.errands.pop_front()?;
        self.busy = true;
        if let Some(delivery) = self.delivery(&event) {
            delivery.state = State::Sending;
        }
        Some(event)
    }

    /// Returns true if no event is on its way.
    pub(crate) fn is_quiet(&self) -> bool {
        !self.busy && self.errands.is_empty()
    }

    /// Records an attempt, and the resulting state of the event.
    pub(crate) fn tried(&mut self, event: &str, answer: Option<u16>, state: State) {
        if let Some(delivery) = self.delivery(event) {
            delivery.answers.push(answer);
            delivery.state = state;
        }
    }
}
