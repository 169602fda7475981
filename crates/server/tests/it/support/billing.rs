//! Purchases: the plan as the API shows it, and the jobs that bring it about.

use db::models::subscription::Subscription;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use serde_json::{Value, json};
use uuid::Uuid;

use super::app::{Client, TestApp};
use super::jobs::{drain_payments, reconcile_payments};

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
        #[derive(QueryableByName)]
        struct Count {
            #[diesel(sql_type = diesel::sql_types::BigInt)]
            count: i64,
        }
        let mut conn = self.conn().await.unwrap();
        let row: Count = diesel::sql_query(sql).get_result(&mut conn).await.unwrap();
        row.count
    }
}

impl Client {
    pub async fn status(&self) -> Value {
        let answer = self.get("/api/subscriptions/status").await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json
    }

    pub async fn is_pro(&self) -> bool {
        self.status().await["isPro"].as_bool().unwrap()
    }

    /// Returns the address of a checkout for `price` (`monthly` or `yearly`).
    pub async fn checkout(&self, price: &str) -> String {
        let body = json!({"priceId": price});
        let path = "/api/subscriptions/create-checkout-session";
        let answer = self.post(path, body).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json["url"].as_str().unwrap().to_owned()
    }

    pub async fn cancel(&self) -> Value {
        let answer = self.send("POST", "/api/subscriptions/cancel", None).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json
    }

    pub async fn reactivate(&self) -> Value {
        let path = "/api/subscriptions/reactivate";
        let answer = self.send("POST", path, None).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json
    }
}
