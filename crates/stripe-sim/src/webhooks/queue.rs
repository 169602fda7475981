//! The events that were made, in order, and where each of them is.

use std::collections::VecDeque;

use sim_kit::Faults;

use super::{Attempt, Delivery, Manner, State, WebhookFault, WebhookFaultKind};
use crate::config::Endpoint;
use crate::objects::Event;

/// One sending that is to be done.
#[derive(Debug, Clone)]
pub(crate) struct Errand {
    pub(crate) event: String,
    pub(crate) manner: Manner,
    /// Of a copy it does not matter what becomes of it.
    pub(crate) is_copy: bool,
}

#[derive(Debug, Default)]
pub(crate) struct Queue {
    pub(crate) endpoint: Option<Endpoint>,
    /// Whether new events are kept back.
    pub(crate) holding: bool,
    pub(crate) faults: Faults<WebhookFault>,
    deliveries: Vec<Delivery>,
    errands: VecDeque<Errand>,
    /// Whether the worker has one in hand.
    pub(crate) busy: bool,
}

impl Queue {
    pub(crate) fn new(endpoint: Option<Endpoint>) -> Self {
        Self {
            endpoint,
            ..Self::default()
        }
    }

    /// Takes a new event in.
    pub(crate) fn take_in(&mut self, event: &Event) {
        let wanted = self.endpoint.as_ref().is_none_or(|endpoint| {
            endpoint.events.is_empty() || endpoint.events.iter().any(|kind| *kind == event.kind)
        });
        let fault = if wanted {
            self.faults.take(&*event.kind)
        } else {
            None
        };
        let held = self.holding || self.endpoint.is_none();
        let kind = fault.as_ref().map(|fault| fault.fault);
        let state = match kind {
            _ if !wanted => State::Dropped,
            Some(WebhookFaultKind::Drop) => State::Dropped,
            Some(WebhookFaultKind::Hold) => State::Held,
            _ if held => State::Held,
            _ => State::Waiting,
        };
        self.deliveries.push(Delivery {
            event: event.id.clone(),
            kind: event.kind.to_string(),
            object: event.object["id"].as_str().unwrap_or_default().to_owned(),
            state,
            attempts: Vec::new(),
        });
        if state != State::Waiting {
            return;
        }
        let errand = Errand {
            event: event.id.clone(),
            manner: fault.map_or_else(Manner::default, |fault| fault.manner),
            is_copy: false,
        };
        self.errands.push_back(errand.clone());
        if kind == Some(WebhookFaultKind::Duplicate) {
            self.errands.push_back(Errand {
                is_copy: true,
                ..errand
            });
        }
    }

    pub(crate) fn deliveries(&self) -> &[Delivery] {
        &self.deliveries
    }

    pub(crate) fn delivery(&mut self, event: &str) -> Option<&mut Delivery> {
        self.deliveries.iter_mut().find(|it| it.event == event)
    }

    /// Lets an event be sent, whatever became of it before. False if there is none of that id.
    pub(crate) fn send(&mut self, event: &str) -> bool {
        let Some(delivery) = self.delivery(event) else {
            return false;
        };
        delivery.state = State::Waiting;
        self.errands.push_back(Errand {
            event: event.to_owned(),
            manner: Manner::default(),
            is_copy: false,
        });
        true
    }

    /// The next to be sent.
    pub(crate) fn next(&mut self) -> Option<Errand> {
        let errand = self.errands.pop_front()?;
        self.busy = true;
        if !errand.is_copy
            && let Some(delivery) = self.delivery(&errand.event)
        {
            delivery.state = State::Sending;
        }
        Some(errand)
    }

    /// Whether nothing is on its way.
    pub(crate) fn is_quiet(&self) -> bool {
        !self.busy && self.errands.is_empty()
    }

    /// Writes a try down.
    pub(crate) fn tried(&mut self, event: &str, attempt: Attempt, state: State) {
        if let Some(delivery) = self.delivery(event) {
            delivery.attempts.push(attempt);
            delivery.state = state;
        }
    }
}
