//! Receivers that say where messages go from now on.

use sims::receiver::{Fault, FaultKind};

use crate::support::prelude::*;

impl ChannelTest {
    /// Adds an endpoint with these fields.
    async fn add_at(&self, input: Value) -> Uuid {
        let made = self.user.post("/api/endpoints", input).await;
        assert_eq!(made.status, 201, "{}", made.text);
        made.json["_id"].as_str().unwrap().parse().unwrap()
    }

    /// Sends an alert to the endpoint. Returns the reason in its log, and what is shown of its address.
    async fn alert_once(&self, endpoint: Uuid) -> (String, String) {
        let id = self.alert(endpoint, Match::of("rust")).await;
        self.drain().await;
        let row = self.app.outbox_row(id).await;
        assert_eq!(row.status.as_str(), "sent", "{:?}", row.reason);
        assert_eq!(self.app.attempts(id).await.len(), 1);
        (row.reason.unwrap_or_default(), self.endpoint(endpoint).await.unwrap().shown)
    }
}

fn telegram(chat: &str) -> Value {
    json!({"channel": "telegram", "name": "Group", "botToken": "123:Secret-Token", "chatId": chat})
}

#[tokio::test]
async fn a_group_of_telegram_that_became_a_supergroup_is_followed_for_good() {
    let setup = ChannelTest::init().await;
    let id = setup.add_at(telegram("-987")).await;
    setup.receiver.control.upgrade_group("-987", -1_009_876_543_210);
    let (reason, shown) = setup.alert_once(id).await;
    assert_eq!(shown, "-1009876543210");
    assert!(reason.contains("supergroup with the number -1009876543210"), "{reason}");
    let log = setup.log(id).await;
    assert_eq!(log["deliveries"][0]["reason"], json!(reason));
    assert_eq!(setup.received("/bot").len(), 2);
    // From now on the new number is used at once.
    assert_eq!(setup.alert_once(id).await, (String::new(), shown));
    assert_eq!(setup.received("/bot").len(), 3);
    let endpoints = setup.user.get("/api/endpoints").await.json;
    assert_eq!(endpoints["endpoints"][0]["status"], "working");
    // The new number is known.
    let again = setup.user.post("/api/endpoints", telegram("-1009876543210")).await;
    assert_eq!(again.code(), "ENDPOINT_EXISTS");
}

#[tokio::test]
async fn two_channels_that_become_one_chat_both_keep_working() {
    let setup = ChannelTest::init().await;
    let old = setup.add_at(telegram("-987")).await;
    setup.add_at(telegram("-1005")).await;
    setup.receiver.control.upgrade_group("-987", -1_005);
    let (reason, shown) = setup.alert_once(old).await;
    assert!(reason.contains("-1005"), "{reason}");
    assert_eq!(shown, "-987");
    setup.alert_once(old).await;
}

#[tokio::test]
async fn a_message_to_a_topic_or_thread_that_was_deleted_goes_to_its_chat() {
    let setup = ChannelTest::init().await;
    let topic = setup.add_at(telegram("https://t.me/c/5/45")).await;
    assert_eq!(setup.alert_once(topic).await, (String::new(), "-1005/45".to_owned()));
    let sent: Value = serde_json::from_str(&setup.received("/bot")[0].text).unwrap();
    assert_eq!((&sent["chat_id"], &sent["message_thread_id"]), (&json!("-1005"), &json!(45)));
    setup.receiver.control.delete_topic("-1005", 45);
    let (reason, shown) = setup.alert_once(topic).await;
    assert!(reason.contains("topic 45 is closed or does not exist"), "{reason}");
    assert_eq!(shown, "-1005/45", "Telegram also misses topics that exist");

    let url = setup.at("/discord/api/webhooks/1/x?thread_id=7");
    let thread = setup.add_at(json!({"channel": "discord", "name": "a", "url": url})).await;
    setup.receiver.control.delete_thread("7");
    let (reason, _) = setup.alert_once(thread).await;
    assert!(reason.contains("the thread does not exist"), "{reason}");
}

#[tokio::test]
async fn a_redirect_is_followed_to_addresses_that_may_be_reached() {
    let (setup, id) = ChannelTest::with_webhook().await;
    let redirect = |status: u16, to: String| Fault {
        location: Some(to),
        ..Fault::once("/hook/a", FaultKind::Status(status))
    };
    for (status, to) in [
        (308, "https://10.0.0.1/hook".to_owned()),
        (308, "https://169.254.169.254/latest".to_owned()),
        (308, "https://user:password@example.com/".to_owned()),
        (308, "https://example.com:22/".to_owned()),
        (307, "https://10.0.0.1/hook".to_owned()),
        (302, setup.at("/hook/b")),
        (301, setup.at("/hook/b")),
    ] {
        setup.receiver.control.fault(redirect(status, to.clone()));
        let tried = setup.try_out(id).await;
        assert_eq!(tried["ok"], false, "{status} {to}: {tried}");
    }
    assert!(setup.received("/hook/b").is_empty());
    setup.app.clock.advance(TimeDelta::minutes(2));
    setup.receiver.control.fault(redirect(307, setup.at("/hook/now")));
    let (reason, _) = setup.alert_once(id).await;
    assert!(reason.contains("leads to 127.0.0.1 for now"), "{reason}");
    assert_eq!(setup.received("/hook/now").len(), 1);
    setup.app.clock.advance(TimeDelta::minutes(2));
    let before = setup.received("/hook/a").len();
    setup.receiver.control.fault(redirect(308, setup.at("/hook/b")));
    let (reason, _) = setup.alert_once(id).await;
    assert!(reason.contains("has moved permanently, to 127.0.0.1"), "{reason}");
    setup.alert_once(id).await;
    assert_eq!((setup.received("/hook/a").len(), setup.received("/hook/b").len()), (before + 1, 2));
    // A new address that takes nothing does not replace the old one.
    setup.receiver.control.fault(Fault {
        location: Some(setup.at("/hook/c")),
        ..Fault::once("/hook/b", FaultKind::Status(308))
    });
    setup.receiver.control.fault(Fault::status("/hook/c", 404));
    assert_eq!(setup.try_out(id).await["ok"], false);
    setup.alert_once(id).await;
    assert_eq!(setup.received("/hook/b").len(), 4);
}
