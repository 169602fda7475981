//! The account in its file, from one start to the next.

use std::path::{Path, PathBuf};

use sims::stripe::{Config, start};

use super::support::{MONTHLY, Stripe, YEARLY, id};

/// A file that exists for one test.
struct Kept(PathBuf);

impl Kept {
    fn new(name: &str) -> Self {
        let name = format!("sims-stripe-{}-{name}.json", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    fn config(&self) -> Config {
        Config { state: Some(self.0.clone()), ..Config::for_tests() }
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn modified(path: &Path) -> std::time::SystemTime {
    path.metadata().unwrap().modified().unwrap()
}

#[tokio::test]
async fn an_account_that_is_kept_continues_where_it_was() {
    let file = Kept::new("goes-on");
    let stripe = Stripe::with(file.config()).await;
    let (customer, subscription) = stripe.subscriber(MONTHLY).await;
    let open = id(&stripe.session(&customer, YEARLY).await);
    let control = &stripe.handle.control;
    let before = control.object(&subscription).unwrap();
    control.save().unwrap();
    let saved = modified(&file.0);
    control.save().unwrap();
    assert_eq!(modified(&file.0), saved, "nothing had changed");
    stripe.handle.stop().await;

    let stripe = Stripe::with(file.config()).await;
    let control = &stripe.handle.control;
    assert_eq!(control.object(&subscription).unwrap(), before);
    // The subscription can be cancelled and billed as before.
    let path = format!("/v1/subscriptions/{subscription}");
    let form = [("cancel_at_period_end", "true")];
    stripe.made(&path, &form).await;
    assert!(control.pay_checkout(&open).is_some());
    stripe.advance_days(31);
    assert_eq!(control.object(&subscription).unwrap()["status"], "canceled");
    let path = format!("/v1/subscriptions?customer={customer}");
    let left = stripe.found(&path).await;
    assert_eq!(left["data"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_file_that_is_none_of_its_own_is_refused_and_left() {
    let file = Kept::new("refused");
    std::fs::write(&file.0, "{\"a\": 1}").unwrap();
    let refused = start(file.config()).await.err().unwrap();
    assert!(refused.to_string().contains("delete it"), "{refused:#}");
    assert_eq!(std::fs::read_to_string(&file.0).unwrap(), "{\"a\": 1}");
}
