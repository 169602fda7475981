//! Webhooks whose requests have another form.

use std::collections::BTreeMap;

use db::models::outbox::{Kind, NewMessage};

use crate::support::prelude::*;

/// The forms that the web app offers.
const RECIPES: &str = include_str!("../../../../../web/src/features/channels/recipes.json");

#[derive(serde::Deserialize)]
struct Recipe {
    name: String,
    headers: BTreeMap<String, String>,
    body: Value,
}

/// Returns the values of the texts of `filled` in which `template` has a placeholder.
fn filled_texts<'a>(template: &Value, filled: &'a Value, texts: &mut Vec<&'a Value>) {
    match template {
        Value::String(text) if text.contains("{{") => texts.push(filled),
        Value::Array(all) => {
            for (at, one) in all.iter().enumerate() {
                filled_texts(one, &filled[at], texts);
            }
        }
        Value::Object(all) => {
            for (key, one) in all {
                filled_texts(one, &filled[key.as_str()], texts);
            }
        }
        other => assert_eq!(other, filled),
    }
}

#[tokio::test]
async fn each_recipe_is_sent_in_its_form() {
    let setup = ChannelTest::init().await;
    let recipes: Vec<Recipe> = serde_json::from_str(RECIPES).unwrap();
    for (at, recipe) in recipes.iter().enumerate() {
        let path = format!("/hook/{at}");
        let template = json!({"headers": recipe.headers, "body": recipe.body.to_string()});
        let input = json!({
            "channel": "webhook", "name": recipe.name, "url": setup.at(&path), "template": template,
        });
        let added = setup.user.post("/api/endpoints", input).await.expect(201).json;
        let id = added["_id"].as_str().unwrap().parse().unwrap();
        assert_eq!(setup.try_out(id).await["ok"], true, "{}", recipe.name);
        let quote = "rust \"quoted\" {{data}}";
        setup.alert(id, Match { title: quote.to_owned(), ..Match::of("rust") }).await;
        setup.drain().await;
        let received = setup.received(&path);
        assert_eq!(received.len(), 2, "{}", recipe.name);
        for (name, value) in &recipe.headers {
            assert_eq!(received[1].header(name), Some(value.as_str()), "{}", recipe.name);
        }
        assert!(received[1].header("webhook-signature").is_some());
        let sent = received[1].json();
        let mut texts = Vec::new();
        filled_texts(&recipe.body, &sent, &mut texts);
        assert!(texts.iter().any(|text| text.to_string().contains(r#"rust \"quoted\" {{data}}"#)));
    }
}

#[tokio::test]
async fn a_template_is_tested_before_it_is_used_and_its_headers_stay_on_their_host() {
    let (setup, id) = ChannelTest::with_webhook().await;
    let path = format!("/api/endpoints/{id}");
    let shown = format!("{path}/template");
    assert_eq!(setup.user.get(&shown).await.json, json!({"template": null}));
    let template = json!({
        "method": "PUT",
        "headers": {"Authorization": "Bearer s3cret"},
        "body": r#"{"text": "{{title}}"}"#,
    });

    let refused = setup.user.put(&path, json!({"template": {"body": "{{title}}"}})).await;
    assert_eq!(refused.status, 422);
    let text = refused.json["fields"]["template.body"].as_str().unwrap();
    assert!(text.contains("Put placeholders in quotes"), "{text}");
    let preview = setup.user.post("/api/endpoints/template/preview", json!({"template": template}));
    let preview = preview.await.expect(200).json;
    assert_eq!(preview["body"], r#"{"text":"Is this \"compost\" ready?"}"#);
    assert_eq!(preview["values"]["count"], 1);

    setup.receiver.control.fault(sims::receiver::Fault::status("/hook/", 400));
    let failed = setup.user.put(&path, json!({"template": template})).await;
    assert_eq!((failed.status, failed.code()), (409, "ENDPOINT_TEST_FAILED"));
    assert_eq!(setup.user.get(&shown).await.json, json!({"template": null}));
    setup.receiver.control.clear_faults();
    let saved = setup.user.put(&path, json!({"template": template})).await.expect(200);
    assert!(!saved.text.contains("s3cret"));
    assert_eq!(setup.user.get(&shown).await.json, json!({"template": template}));
    let received = setup.received("/hook/a");
    let last = received.last().unwrap();
    assert_eq!(
        (last.method.as_str(), last.header("authorization")),
        ("PUT", Some("Bearer s3cret"))
    );
    assert_eq!(last.json(), json!({"text": "Test message from Harken"}));

    // Neither a person who may change the address nor a redirect learns the token.
    let moved = json!({"url": "https://other.example/hook", "untested": true});
    let refused = setup.user.put(&path, moved).await;
    assert_eq!(refused.status, 422);
    assert!(refused.json["fields"]["template"].is_string());
    let there = setup.at("/hook/b");
    setup.user.put(&path, json!({"url": there})).await.expect(200);
    assert_eq!(setup.received("/hook/b")[0].header("authorization"), Some("Bearer s3cret"));
    let slack = json!({"channel": "slack", "name": "a", "url": setup.at("/slack/services/T/B/x"), "template": template});
    let refused = setup.user.post("/api/endpoints", slack).await;
    assert!(refused.json["fields"]["template"].is_string());
}

#[tokio::test]
async fn a_paused_keyword_and_a_paused_channel_are_reported_to_programs_and_chats() {
    let (setup, webhook) = ChannelTest::with_webhook().await;
    let slack = setup.add("slack").await;
    let user = setup.user.user.id;
    let watch = add_watch(&setup.app, user, "zqx", &["all"]).await;
    let broken = setup.add("ntfy").await;
    setup.app.sql("UPDATE watches SET paused_at = now(), paused_part = '/z{9}qx/'").await;
    setup
        .app
        .sql(&format!(
            "UPDATE endpoints SET paused_at = now(), last_error = 'HTTP 500' WHERE id = '{broken}'"
        ))
        .await;
    let now = setup.app.clock.now();
    for endpoint in [webhook, slack] {
        let endpoint = setup.endpoint(endpoint).await.unwrap();
        let messages = [(Kind::WatchPaused, watch), (Kind::EndpointPaused, broken)]
            .map(|(kind, subject)| NewMessage::to(&endpoint, kind, subject, now));
        NewMessage::enqueue(&messages, &setup.app.conn().await.unwrap()).await.unwrap();
    }
    setup.drain().await;
    let received = setup.received("/hook/a");
    let of = |kind: &str| received.iter().map(|one| one.json()).find(|body| body["type"] == kind);
    let keyword = of("keyword.paused").unwrap();
    assert_eq!(keyword["data"]["watchId"], json!(watch));
    assert_eq!(keyword["data"]["part"], "/z{9}qx/");
    let channel = of("channel.paused").unwrap();
    assert_eq!(channel["data"]["endpointId"], json!(broken));
    assert_eq!(channel["data"]["lastError"], "HTTP 500");
    let chats = setup.received("/slack/");
    let said = chats.iter().map(|one| one.text.as_str()).collect::<String>();
    for text in ["A keyword is paused", "/z{9}qx/", "a channel is paused", "HTTP 500"] {
        assert!(said.contains(text), "{text} is not in {said}");
    }
}
