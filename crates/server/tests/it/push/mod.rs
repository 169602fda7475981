//! Web Push, from the browser's subscription to the text that it shows.

mod faults;
mod held;
mod payloads;
mod sending;
mod subscriptions;

use db::models::endpoint::Endpoint;
use db::models::outbox::{Kind, NewMessage};
use db::schema::endpoints;
use deliver::delivery::target::Target;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use sims::receiver::{Config, Handle, Subscription, start_with_clock};

use crate::support::prelude::*;

/// A Pro user with one browser, and its push service.
struct PushApp {
    app: TestApp,
    receiver: Handle,
    reader: SignedIn,
    browser: Subscription,
    endpoint: Uuid,
}

impl PushApp {
    async fn init() -> Self {
        Self::init_with(&[
            "server.public_url=https://harken.example",
            "mail.from=Harken <alerts@harken.example>",
        ])
        .await
    }

    async fn init_with(settings: &[&str]) -> Self {
        let mut all = vec!["delivery.allowed_networks=127.0.0.1/32", "delivery.timeout_seconds=1"];
        all.extend(settings);
        let test = TestApp::init_with(&all).await;
        let clock = test.clock.clone();
        let receiver = start_with_clock(Config::for_tests(), Arc::new(move || clock.now()));
        let receiver = receiver.await.unwrap();
        let reader = test.new_user("reader@example.com").await;
        test.make_pro(&reader.user).await;
        let key = test.senders.vapid.public_key();
        let browser = receiver.control.subscribe_for(key).unwrap();
        let answer = subscribe(&reader, &browser, "Firefox on Linux").await.expect(201);
        Self {
            endpoint: answer.json["_id"].as_str().unwrap().parse().unwrap(),
            app: test,
            receiver,
            reader,
            browser,
        }
    }

    /// Adds a match of a watch, with a message to the browser that is due. Returns the message's id.
    async fn alert(&self, watch_id: Uuid, matched: Match) -> Uuid {
        let found = self.app.notify(self.reader.user.id, matched.of_watch(watch_id)).await;
        self.message(Kind::Match, found.id).await
    }

    /// Adds a match like any other.
    async fn any_alert(&self) -> Uuid {
        self.alert(Uuid::now_v7(), Match::of("corvid")).await
    }

    async fn message(&self, kind: Kind, subject: Uuid) -> Uuid {
        let endpoint = self.endpoint().await.unwrap();
        let message = NewMessage::to(&endpoint, kind, subject, self.app.clock.now());
        let conn = self.app.conn().await.unwrap();
        let id = message.id;
        NewMessage::enqueue(&[message], &conn).await.unwrap();
        id
    }

    /// Moves the browser to a push service that is as strict as Apple's.
    async fn move_to_apple(&self) {
        let browser = self.browser.clone().at_apple();
        let sent_to = Target::Push {
            url: browser.endpoint.parse().unwrap(),
            p256dh: browser.keys.p256dh,
            auth: browser.keys.auth,
        };
        self.set_target(&sent_to.seal(self.endpoint, &self.app.secrets).unwrap()).await;
    }

    async fn set_target(&self, sealed: &[u8]) {
        let mut conn = self.app.conn().await.unwrap();
        let endpoint = diesel::update(endpoints::table.find(self.endpoint));
        endpoint.set(endpoints::target.eq(sealed)).execute(&mut conn).await.unwrap();
    }

    async fn endpoint(&self) -> Option<Endpoint> {
        let mut conn = self.app.conn().await.unwrap();
        Endpoint::find(self.endpoint, &mut conn).await.unwrap()
    }

    async fn set_paused(&self, failing: bool) {
        let now = self.app.clock.now();
        let since = if failing { format!("'{now}'") } else { "NULL".to_owned() };
        let paused = format!("UPDATE endpoints SET paused_at = '{now}', failing_since = {since}");
        self.app.sql(&paused).await;
    }

    /// Sends the messages that are due, and returns how many there were.
    async fn drain(&self) -> usize {
        drain_outbox(&self.app).await
    }

    /// Returns the status and the reason of a message.
    async fn outcome(&self, id: Uuid) -> (String, String) {
        let row = self.app.outbox_row(id).await;
        (row.status.to_string(), row.reason.unwrap_or_default())
    }

    /// Returns what the browser reads in the messages that wait for it.
    fn waiting(&self) -> Vec<Value> {
        let messages = self.receiver.control.waiting(&self.browser.id);
        let read = |m: &Arc<sims::receiver::PushMessage>| {
            serde_json::from_str(m.decrypted.as_deref().unwrap()).unwrap()
        };
        messages.iter().map(read).collect()
    }
}

/// Sends what the web client sends after the browser has subscribed.
async fn subscribe(client: &Client, browser: &Subscription, name: &str) -> Answer {
    let body = json!({
        "endpoint": browser.endpoint,
        "expirationTime": null,
        "keys": { "p256dh": browser.keys.p256dh, "auth": browser.keys.auth },
        "name": name,
    });
    client.post("/api/push/subscriptions", body).await
}
