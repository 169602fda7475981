use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::Object;
use crate::stripe::API_VERSION;

/// The call that caused an event; empty for automatic events and those from a page.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Cause {
    pub(crate) request: Option<String>,
    pub(crate) idempotency_key: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Event {
    pub(crate) id: String,
    pub(crate) created: i64,
    pub(crate) kind: Cow<'static, str>,
    /// The object as it was right after the event.
    pub(crate) object: Value,
    /// The previous values of the fields that the event changed.
    pub(crate) previous: Option<Value>,
    pub(crate) cause: Cause,
}

impl Object for Event {
    const NAME: &'static str = "event";

    fn id(&self) -> &str {
        &self.id
    }

    fn json(&self) -> Value {
        let mut data = json!({ "object": self.object });
        if let Some(previous) = &self.previous {
            data["previous_attributes"] = previous.clone();
        }
        json!({
            "id": self.id,
            "object": "event",
            "api_version": API_VERSION,
            "created": self.created,
            "data": data,
            "livemode": false,
            "pending_webhooks": 1,
            "request": {
                "id": self.cause.request, "idempotency_key": self.cause.idempotency_key,
            },
            "type": self.kind,
        })
    }
}

/// Returns the fields of `before` that differ in `after`; `None` if there are none.
pub(crate) fn changed(before: &Value, after: &Value) -> Option<Value> {
    let (before, after) = (before.as_object()?, after.as_object()?);
    let changed: Map<_, _> = before
        .iter()
        .filter(|(name, value)| after.get(*name) != Some(value))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    (!changed.is_empty()).then_some(Value::Object(changed))
}
