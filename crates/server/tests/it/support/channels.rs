//! Harken with the stand-in receiver of alerts.

use db::models::endpoint::Endpoint;
use db::models::outbox::{Kind, NewMessage};
use domain::auth::SessionUser;
use sims::receiver::{Handle, Query, Received};

use super::prelude::*;

/// A test's Harken, a receiver, and a user on the Pro plan.
pub struct ChannelTest {
    pub app: TestApp,
    pub receiver: Handle,
    pub user: SignedIn,
}

impl ChannelTest {
    pub async fn init() -> Self {
        Self::init_with(&[]).await
    }

    pub async fn init_with(settings: &[&str]) -> Self {
        let config = sims::receiver::Config::for_tests();
        let receiver = sims::receiver::start(config).await.unwrap();
        let telegram = format!("delivery.telegram_api_url={}", receiver.base_url());
        let mut all = vec![
            "delivery.allowed_networks=127.0.0.1/32",
            "server.public_url=https://harken.example",
            telegram.as_str(),
        ];
        all.extend(settings);
        let test = TestApp::init_with(&all).await;
        let mut user = test.new_user("reader@example.com").await;
        test.make_pro(&user.user).await;
        // Signed in for longer than these tests move the clock.
        let (secrets, now) = (&test.secrets, test.clock.now());
        let token = user.client.token.take().unwrap();
        let session = SessionUser::of_access_token(&token, secrets, now).unwrap();
        let token = session.access_token(secrets, now, 1_000_000).unwrap();
        user.client.token = Some(token);
        Self { app: test, receiver, user }
    }

    /// Starts with a webhook at the receiver, and returns its id.
    pub async fn with_webhook() -> (Self, Uuid) {
        let test = Self::init().await;
        let id = test.add("webhook").await;
        (test, id)
    }

    pub fn at(&self, path: &str) -> String {
        format!("{}{path}", self.receiver.base_url())
    }

    /// Returns what `POST /endpoints` takes for this channel at the receiver.
    pub fn input(&self, channel: &str) -> Value {
        match channel {
            "webhook" => json!({"url": self.at("/hook/a")}),
            "slack" => json!({"url": self.at("/slack/services/T0/B0/x")}),
            "discord" => json!({"url": self.at("/discord/api/webhooks/1/x")}),
            "telegram" => json!({"botToken": "123:Secret-Token", "chatId": "-1005"}),
            _ => json!({"url": self.at("/ntfy/my-topic"), "token": "tk_secret"}),
        }
    }

    /// Adds an endpoint of this channel at the receiver.
    pub async fn add(&self, channel: &str) -> Uuid {
        let mut input = self.input(channel);
        input["channel"] = channel.into();
        input["name"] = format!("My {channel}").into();
        let made = self.user.post("/api/endpoints", input).await.expect(201);
        made.json["_id"].as_str().unwrap().parse().unwrap()
    }

    pub async fn endpoint(&self, id: Uuid) -> Option<Endpoint> {
        let mut conn = self.app.conn().await.unwrap();
        Endpoint::find(id, &mut conn).await.unwrap()
    }

    /// Stores a match with its message to this endpoint in the outbox. Returns the message's id.
    pub async fn alert(&self, endpoint: Uuid, matched: Match) -> Uuid {
        let row = self.app.notify(self.user.user.id, matched).await;
        let endpoint = self.endpoint(endpoint).await.unwrap();
        let now = self.app.clock.now();
        let mut message = NewMessage::to(&endpoint, Kind::Match, row.id, now);
        message.subject_seen_at = Some(row.seen_at);
        let conn = self.app.conn().await.unwrap();
        NewMessage::enqueue(std::slice::from_ref(&message), &conn).await.unwrap();
        message.id
    }

    /// Sends the messages that are due.
    pub async fn drain(&self) -> usize {
        drain_outbox(&self.app).await
    }

    /// Returns the requests received at paths that begin with `path`.
    pub fn received(&self, path: &str) -> Vec<Arc<Received>> {
        self.receiver.control.requests(&Query::path(path))
    }

    pub async fn try_out(&self, endpoint: Uuid) -> Value {
        let path = format!("/api/endpoints/{endpoint}/test");
        self.user.post(&path, json!({})).await.expect(200).json
    }

    pub async fn log(&self, endpoint: Uuid) -> Value {
        let path = format!("/api/endpoints/{endpoint}/deliveries");
        self.user.get(&path).await.json
    }
}
