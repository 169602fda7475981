//! Harken behind a socket, and the stand-in Stripe that sells its plan and sends it the events.

use std::sync::OnceLock;

use db::models::billing_customer::Customer;
use foundation::time::clock::Clock;
use sims::stripe::{Config, Endpoint, Handle, start_with_clock};

use super::prelude::*;

pub const SECRET_KEY: &str = "sk_test_standin";
pub const WEBHOOK_SECRET: &str = "whsec_standin";
pub struct Shop {
    pub app: TestApp,
    pub stripe: Handle,
    pub user: SignedIn,
    served: Served,
    settings: Vec<String>,
}

impl Shop {
    pub async fn init() -> Self {
        Self::init_with(&[]).await
    }

    /// Starts with more settings for Harken.
    pub async fn init_with(more: &[&str]) -> Self {
        // Stripe exists before Harken, and both use Harken's clock.
        let clock: Arc<OnceLock<Clock>> = Arc::default();
        let shared = clock.clone();
        let now = move || shared.get().map_or_else(Utc::now, Clock::now);
        let stripe = start_with_clock(Config::for_tests(), Arc::new(now));
        let stripe = stripe.await.unwrap();
        let base = format!("payments.stripe.api_base={}", stripe.base_url());
        let mut settings = vec![
            "payments.provider=stripe",
            "payments.stripe.secret_key=sk_test_standin",
            "payments.stripe.webhook_secret=whsec_standin",
            "payments.stripe.monthly_price_id=price_standin_monthly",
            "payments.stripe.yearly_price_id=price_standin_yearly",
            "server.public_url=https://harken.example",
            &base,
        ];
        settings.extend(more);
        let test = TestApp::init_with(&settings).await;
        clock.set(test.clock.clone()).ok().unwrap();
        let served = Served::start(&test).await;
        stripe.control.set_endpoint(Some(Endpoint {
            url: format!("http://{}/api/webhooks/stripe", served.address),
            secret: WEBHOOK_SECRET.to_owned(),
        }));
        let user = test.new_user("reader@example.com").await;
        Self {
            app: test,
            stripe,
            user,
            served,
            settings: settings.into_iter().map(str::to_owned).collect(),
        }
    }

    /// Returns another process on the same database.
    pub async fn another_process(&self) -> App {
        let settings: Vec<&str> = self.settings.iter().map(String::as_str).collect();
        self.app.with_settings(&settings).await
    }

    /// Returns the address that Stripe's events are sent to.
    pub fn webhook_url(&self) -> String {
        format!("http://{}/api/webhooks/stripe", self.served.address)
    }

    /// Pays for Pro without working on the events yet.
    pub async fn pay(&self, client: &Client, price: &str) {
        let session = session_of(&client.checkout(price).await);
        let next = self.stripe.control.pay_checkout(&session).unwrap();
        let expected = format!("https://harken.example/subscription/success?session_id={session}");
        assert_eq!(next, expected);
    }

    /// Pays for Pro, and makes sure that the user has it.
    pub async fn buy(&self, client: &Client, price: &str) {
        self.pay(client, price).await;
        self.settle().await;
        assert!(client.is_pro().await);
    }

    /// Approves a refund of the user's last payment, which ends Pro, without working on the events
    /// yet.
    pub async fn approve_refund(&self, user_id: Uuid) {
        let customer = self.customer(user_id).await;
        self.stripe.control.approve_refund(&customer, None).unwrap();
    }

    /// Refunds the user's last payment, and makes sure that Pro has ended.
    pub async fn refund(&self, user: &SignedIn) {
        self.approve_refund(user.user.id).await;
        self.settle().await;
        assert!(!user.is_pro().await);
    }

    /// Waits for the events under way, and works on them.
    pub async fn settle(&self) {
        self.arrive().await;
        self.app.work_off_events().await;
    }

    /// Waits for the events under way.
    pub async fn arrive(&self) {
        assert!(self.stripe.control.settle(PATIENCE).await);
    }

    /// Returns the customer's id at Stripe.
    pub async fn customer(&self, user_id: Uuid) -> String {
        let mut conn = self.app.conn().await.unwrap();
        let row = Customer::find(user_id, &mut conn).await.unwrap();
        row.unwrap().provider_id.unwrap()
    }

    /// Advances both clocks, processes the resulting events, and signs the user in again.
    pub async fn days_later(&mut self, days: i64) {
        self.app.clock.advance(TimeDelta::days(days));
        self.stripe.control.catch_up();
        self.settle().await;
        self.user.client = self.app.sign_in(self.user.user.id).await;
    }
}

/// Returns the session whose hosted page this is.
pub fn session_of(page: &str) -> String {
    let (_, session) = page.rsplit_once('/').unwrap();
    assert!(session.starts_with("cs_test_"), "{page}");
    session.to_owned()
}
