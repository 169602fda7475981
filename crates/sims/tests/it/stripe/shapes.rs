//! Compares every object with the fields and types that Stripe's official library declares for it.
//!
//! `scripts/stripe-types` writes `types.json`; `types.mjs` explains how to read it.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use sims::stripe::API_VERSION;

use super::support::{MONTHLY, Stripe, id, text};

struct Types {
    objects: Map<String, Value>,
    /// The objects that were compared.
    seen: BTreeSet<String>,
    wrong: Vec<String>,
}

impl Types {
    fn read() -> Self {
        let types: Value = serde_json::from_str(include_str!("types.json")).expect("JSON");
        assert_eq!(types["version"], API_VERSION);
        Self {
            objects: types["objects"].as_object().expect("objects").clone(),
            seen: BTreeSet::new(),
            wrong: Vec::new(),
        }
    }

    /// Compares an object of the API with the declaration of its kind.
    fn object(&mut self, value: &Value) {
        let kind = text(&value["object"]);
        match kind.as_str() {
            "list" => return self.list(&kind, value),
            "event" => return self.event(value),
            _ => {}
        }
        let Some(declared) = self.objects.get(&kind).cloned() else {
            self.wrong.push(format!("{kind} is not declared"));
            return;
        };
        self.seen.insert(kind.clone());
        self.fields(&kind, &declared, value);
    }

    fn fields(&mut self, path: &str, declared: &Value, value: &Value) {
        let (declared, fields) = (declared.as_object(), value.as_object());
        let (declared, fields) = (declared.expect("fields"), fields.expect("fields"));
        for (name, wanted) in declared {
            let path = format!("{path}.{name}");
            match fields.get(name.trim_end_matches('?')) {
                Some(value) => self.value(&path, wanted, value),
                None if name.ends_with('?') => {}
                None => self.wrong.push(format!("{path} is not there")),
            }
        }
        for name in fields.keys() {
            if !declared.contains_key(name) && !declared.contains_key(&format!("{name}?")) {
                self.wrong.push(format!("{path}.{name} does not exist"));
            }
        }
    }

    fn value(&mut self, path: &str, wanted: &Value, value: &Value) {
        let (kinds, inside) = match wanted {
            Value::Array(both) => (text(&both[0]), Some(&both[1])),
            _ => (text(wanted), None),
        };
        if !kinds.split('|').any(|kind| fits(kind, value)) {
            self.wrong.push(format!("{path} is {value}, not {kinds}"));
            return;
        }
        if kinds.starts_with("list") {
            self.list(path, value);
        } else if value["object"].is_string() {
            self.object(value);
        } else if let (Some(inside), true) = (inside, value.is_object()) {
            self.fields(path, inside, value);
        }
    }

    fn list(&mut self, path: &str, list: &Value) {
        let fields = json!({
            "object": "=list", "data": "array", "has_more": "boolean", "url": "string",
        });
        self.fields(path, &fields, list);
        for object in list["data"].as_array().into_iter().flatten() {
            self.object(object);
        }
    }

    /// Compares an event with the fields that all types of events share, as the library declares each
    /// type separately.
    fn event(&mut self, event: &Value) {
        let fields = json!({
            "id": "string", "object": "=event", "api_version": "string|null", "created": "integer",
            "data": ["object", { "object": "id", "previous_attributes?": "object" }],
            "livemode": "boolean", "pending_webhooks": "integer",
            "request": ["object|null", { "id": "string|null", "idempotency_key": "string|null" }],
            "type": "string",
        });
        self.seen.insert("event".to_owned());
        self.fields("event", &fields, event);
        assert_eq!(event["api_version"], API_VERSION);
    }
}

fn fits(kind: &str, value: &Value) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" | "list" => value.is_object(),
        "id" => value.is_string() || value["object"].is_string(),
        // Written as a string, since it may have more digits than a number can hold.
        "decimal" => value.as_str().is_some_and(|text| text.parse::<f64>().is_ok()),
        _ => {
            let names = kind.strip_prefix('=').expect("a kind of type");
            value.as_str().is_some_and(|value| names.split(',').any(|name| name == value))
        }
    }
}

#[tokio::test]
async fn every_object_has_the_fields_and_types_that_stripe_declares() {
    let stripe = Stripe::start().await;
    let (customer, subscription) = stripe.subscriber(MONTHLY).await;
    stripe.session(&customer, MONTHLY).await;
    let portal = [("customer", customer.as_str()), ("return_url", "http://shop.test/")];
    let portal = stripe.made("/v1/billing_portal/sessions", &portal).await;
    let path = format!("/v1/subscriptions/{subscription}");
    stripe.made(&path, &[("cancel_at_period_end", "true")]).await;
    stripe.made(&path, &[("cancel_at_period_end", "false")]).await;
    stripe.handle.control.approve_refund(&customer, Some(99)).unwrap();
    stripe.handle.control.set_card_declines(&customer, true);
    stripe.advance_days(60);
    let mut types = Types::read();
    types.object(&portal);
    for path in [
        "/v1/subscriptions?status=all",
        "/v1/invoices?expand[]=data.payments",
        "/v1/events?limit=100",
    ] {
        let list = stripe.found(path).await;
        assert_eq!(list["url"], path.split('?').next().unwrap());
        assert!(!list["data"].as_array().unwrap().is_empty(), "{path}");
        types.object(&list);
    }
    for delivery in stripe.handle.control.deliveries() {
        for id in [&delivery.object, &delivery.event] {
            // Payments of invoices can only be found by their invoices.
            if let Some(object) = stripe.handle.control.object(id) {
                types.object(&object);
            }
        }
    }
    assert!(types.wrong.is_empty(), "{:#?}", types.wrong);
    let mut known: BTreeSet<String> = types.objects.keys().cloned().collect();
    known.insert("event".to_owned());
    assert_eq!(types.seen, known, "every kind of object was compared");
}

#[tokio::test]
async fn ids_begin_as_stripes_do() {
    let stripe = Stripe::start().await;
    let (customer, subscription) = stripe.subscriber(MONTHLY).await;
    stripe.handle.control.approve_refund(&customer, None).unwrap();
    let made = stripe.handle.control.deliveries();
    for (kind, prefix) in [
        ("customer.created", "cus_"),
        ("checkout.session.completed", "cs_test_"),
        ("customer.subscription.created", "sub_"),
        ("invoice.paid", "in_"),
        ("charge.succeeded", "ch_"),
        ("payment_intent.succeeded", "pi_"),
        ("refund.created", "re_"),
    ] {
        let made = made.iter().find(|delivery| delivery.kind == kind).unwrap();
        assert!(made.object.starts_with(prefix), "{kind}: {}", made.object);
        assert!(made.event.starts_with("evt_"));
    }
    let item = &stripe.object(&subscription)["items"]["data"][0];
    assert!(id(item).starts_with("si_"));
    let portal = stripe.made("/v1/billing_portal/sessions", &[("customer", &customer)]).await;
    assert!(id(&portal).starts_with("bps_"));
}
