use db::schema::endpoints;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::support::prelude::*;

const CHANNELS: [&str; 5] = ["webhook", "slack", "discord", "telegram", "ntfy"];

#[tokio::test]
async fn each_channel_is_added_listed_and_removed() {
    let setup = ChannelTest::init().await;
    for channel in CHANNELS {
        setup.add(channel).await;
    }
    let list = setup.user.get("/api/endpoints").await;
    let all = list.json["endpoints"].as_array().unwrap();
    let channels: Vec<_> = all.iter().map(|e| e["channel"].as_str().unwrap()).collect();
    assert_eq!(channels, CHANNELS);
    for endpoint in all {
        assert_eq!(endpoint["status"], "new");
        assert_eq!(endpoint["watchIds"], Value::Null);
        let shown = match endpoint["channel"].as_str() {
            Some("telegram") => "-1005",
            _ => "127.0.0.1",
        };
        assert_eq!(endpoint["shown"], shown);
    }
    // Neither the list nor the database shows the endpoints' addresses.
    for secret in ["hook/a", "services", "Secret", "tk_", "my-topic"] {
        assert!(!list.text.contains(secret), "{secret}");
    }
    let mut conn = setup.app.conn().await.unwrap();
    let stored: Vec<Vec<u8>> =
        endpoints::table.select(endpoints::target).load(&mut conn).await.unwrap();
    assert_eq!(stored.len(), CHANNELS.len());
    assert!(stored.iter().all(|t| !String::from_utf8_lossy(t).contains("127.0.0.1")));

    let id = all[0]["_id"].as_str().unwrap();
    let path = format!("/api/endpoints/{id}");
    assert_eq!(setup.user.delete(&path).await.status, 204);
    assert_eq!(setup.user.delete(&path).await.status, 404);
    let left = setup.user.get("/api/endpoints").await.json;
    assert_eq!(left["endpoints"].as_array().unwrap().len(), 4);
}

#[tokio::test]
async fn faulty_input_is_named_by_its_field() {
    let (test, _, user) = TestApp::init().await.with_user().await;
    test.make_pro(&user.user).await;
    let long = format!("https://example.com/{}", "x".repeat(2_000));
    let other = Uuid::now_v7();
    let good = "https://hooks.example.com/x";
    let addressed = [
        ("webhook", "hooks", "not a web address"),
        ("webhook", "http://example.com", "https://"),
        ("slack", "https://127.0.0.1/", "private network"),
        ("discord", "https://[::1]/", "private network"),
        ("ntfy", "https://localhost/t", "private network"),
        ("webhook", "https://a:b@example.com/", "password"),
        ("webhook", "https://example.com:25/", "port"),
        ("webhook", long.as_str(), "too long"),
        ("ntfy", "https://ntfy.sh/", "topic"),
        ("ntfy", "https://ntfy.sh/a b", "topic"),
        ("ntfy", "https://ntfy.sh/a?b=1", "topic"),
    ];
    let addressed = addressed.map(|(channel, url, text)| {
        (json!({"channel": channel, "name": "a", "url": url}), "url", text)
    });
    let others = [
        (json!({"channel": "webhook", "name": " "}), "name", "Give it a name"),
        (json!({"channel": "webhook", "name": "x".repeat(101)}), "name", "at most 100"),
        (json!({"channel": "webhook", "name": "a\nb"}), "name", "control"),
        (json!({"channel": "webhook", "name": "a"}), "url", "Enter the address"),
        (
            json!({"channel": "ntfy", "name": "a", "url": good, "token": "a b"}),
            "token",
            "access token",
        ),
        (
            json!({"channel": "ntfy", "name": "a", "url": good, "token": "a\r\nb: c"}),
            "token",
            "access token",
        ),
        (json!({"channel": "telegram", "name": "a", "chatId": "5"}), "botToken", "BotFather"),
        (
            json!({"channel": "telegram", "name": "a", "botToken": "1:a/../b", "chatId": "5"}),
            "botToken",
            "BotFather",
        ),
        (json!({"channel": "telegram", "name": "a", "botToken": "1:a"}), "chatId", "number"),
        (
            json!({"channel": "telegram", "name": "a", "botToken": "1:a", "chatId": "me"}),
            "chatId",
            "number",
        ),
        (json!({"channel": "push", "name": "a"}), "channel", "browser"),
        (json!({"channel": "pigeon", "name": "a"}), "channel", "one of push, webhook"),
        (json!({"name": "a"}), "channel", "required"),
        (
            json!({"channel": "webhook", "name": "a", "url": good, "watchIds": []}),
            "watchIds",
            "at least one",
        ),
        (
            json!({"channel": "webhook", "name": "a", "url": good, "watchIds": [other]}),
            "watchIds.0",
            "does not exist",
        ),
    ];
    for (input, field, text) in addressed.into_iter().chain(others) {
        let answer = user.post("/api/endpoints", input.clone()).await;
        assert_eq!(answer.code(), "VALIDATION_FAILED", "{input}: {}", answer.text);
        let said = answer.json["fields"][field].as_str().unwrap_or_default();
        assert!(said.contains(text), "{input}: {}", answer.text);
    }
    let bare = user.post("/api/endpoints", json!({"channel": "telegram"})).await;
    let fields = bare.json["fields"].as_object().unwrap();
    let named: Vec<_> = fields.keys().collect();
    assert_eq!(named, ["botToken", "chatId", "name"], "all at once");
}

#[tokio::test]
async fn the_free_plan_has_no_channels() {
    let (setup, id) = ChannelTest::with_webhook().await;
    setup.app.set_plan(&setup.user.user, "free").await;
    let mut input = setup.input("slack");
    input["channel"] = "slack".into();
    input["name"] = "a".into();
    let refused = setup.user.post("/api/endpoints", input).await;
    assert_eq!((refused.status, refused.code()), (403, "PLAN_UPGRADE_REQUIRED"));
    let test = format!("/api/endpoints/{id}/test");
    let refused = setup.user.post(&test, json!({})).await;
    assert_eq!((refused.status, refused.code()), (403, "PLAN_UPGRADE_REQUIRED"));
    // Messages waiting when the plan ended are not sent; existing endpoints can be seen and removed.
    let message = setup.alert(id, crate::support::matches::Match::of("rust")).await;
    setup.drain().await;
    assert_eq!(setup.app.outbox_row(message).await.status.as_str(), "skipped");
    assert!(setup.received("/hook").is_empty());
    assert_eq!(setup.user.get("/api/endpoints").await.status, 200);
    setup.user.delete(&format!("/api/endpoints/{id}")).await.expect(204);
}

#[tokio::test]
async fn an_address_is_added_once_and_at_most_twenty_are() {
    let setup = ChannelTest::init().await;
    let add = async |n: usize| {
        let url = setup.at(&format!("/hook/{n}"));
        let input = json!({"channel": "webhook", "name": "a", "url": url});
        setup.user.post("/api/endpoints", input).await
    };
    for n in 0..19 {
        assert_eq!(add(n).await.status, 201);
    }
    let again = add(3).await;
    assert_eq!((again.status, again.code()), (409, "ENDPOINT_EXISTS"));
    // Of many concurrent additions, one fits.
    let answers = futures::future::join_all((20..25).map(add)).await;
    let made = answers.iter().filter(|a| a.status == 201).count();
    assert_eq!(made, 1);
    for refused in answers.iter().filter(|a| a.status != 201) {
        assert_eq!((refused.status, refused.code()), (400, "ENDPOINT_LIMIT_EXCEEDED"));
    }
}

#[tokio::test]
async fn one_is_renamed_paused_and_bound_to_watches() {
    let (setup, id) = ChannelTest::with_webhook().await;
    let path = format!("/api/endpoints/{id}");
    let watch = add_watch(&setup.app, setup.user.user.id, "rust", &["all"]).await;
    let changed = setup
        .user
        .put(&path, json!({"name": " Work ", "watchIds": [watch], "paused": true}))
        .await
        .expect(200);
    assert_eq!(changed.json["name"], "Work");
    assert_eq!(changed.json["watchIds"], json!([watch]));
    assert_eq!(changed.json["status"], "paused");
    // Omitted fields stay unchanged.
    let same = setup.user.put(&path, json!({})).await;
    assert_eq!(same.json, changed.json);
    let now = setup.app.clock.now();
    let failing =
        format!("UPDATE endpoints SET failing_since = '{now}', last_error = 'answered 500'");
    setup.app.sql(&failing).await;
    let resumed = setup.user.put(&path, json!({"watchIds": null, "paused": false})).await;
    assert_eq!(resumed.json["watchIds"], Value::Null);
    assert_eq!(resumed.json["status"], "new", "its failures are forgotten");
    assert_eq!(resumed.json["lastError"], Value::Null);
    for wrong in [json!({"name": ""}), json!({"watchIds": []}), json!({"watchIds": [id]})] {
        let refused = setup.user.put(&path, wrong.clone()).await;
        assert_eq!(refused.code(), "VALIDATION_FAILED", "{wrong}");
    }
}

#[tokio::test]
async fn a_webhooks_secret_is_shown_and_renewed() {
    let (setup, id) = ChannelTest::with_webhook().await;
    let path = format!("/api/endpoints/{id}/secret");
    let secret = setup.user.get(&path).await.json["secret"].clone();
    assert!(secret.as_str().unwrap().starts_with("whsec_"));
    assert_eq!(setup.user.get(&path).await.json["secret"], secret);
    let renewed = setup.user.post(&path, json!({})).await.json["secret"].clone();
    assert_ne!(renewed, secret);
    assert_eq!(setup.user.get(&path).await.json["secret"], renewed);
    let slack = setup.add("slack").await;
    let none = setup.user.get(&format!("/api/endpoints/{slack}/secret")).await;
    assert_eq!(none.status, 404, "only webhooks are signed");
}
