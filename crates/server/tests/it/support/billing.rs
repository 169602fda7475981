//! Purchases: the plan as the API shows it, and the jobs that bring it about.

use db::models::subscription::Subscription;

use super::jobs::{drain_payments, reconcile_payments};
use super::prelude::*;

impl TestApp {
    /// Processes the events that Stripe sent, and returns their number.
    pub async fn work_off_events(&self) -> usize {
        drain_payments(self).await
    }

    /// Asks Stripe for events that it may not have sent, as happens from time to time, and
    /// processes them.
    pub async fn reconcile(&self) {
        reconcile_payments(self).await;
        self.work_off_events().await;
    }

    pub async fn subscriptions(&self, user_id: Uuid) -> Vec<Subscription> {
        let mut conn = self.conn().await.unwrap();
        Subscription::of_user(user_id, &mut conn).await.unwrap()
    }

    /// Returns the count selected by `sql`, a query of one count.
    pub async fn count(&self, sql: &str) -> i64 {
        self.row(sql).await
    }
}

impl Client {
    pub async fn status(&self) -> Value {
        self.get("/api/subscriptions/status").await.expect(200).json
    }

    pub async fn is_pro(&self) -> bool {
        self.status().await["isPro"].as_bool().unwrap()
    }

    /// Returns the address of a checkout for `price` (`monthly` or `yearly`).
    pub async fn checkout(&self, price: &str) -> String {
        let body = json!({"priceId": price});
        let path = "/api/subscriptions/create-checkout-session";
        let answer = self.post(path, body).await.expect(200);
        answer.json["url"].as_str().unwrap().to_owned()
    }

    pub async fn cancel(&self) -> Value {
        self.send("POST", "/api/subscriptions/cancel", None).await.expect(200).json
    }

    pub async fn reactivate(&self) -> Value {
        let path = "/api/subscriptions/reactivate";
        self.send("POST", path, None).await.expect(200).json
    }
}
