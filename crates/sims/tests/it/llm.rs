//! The stand-in as its clients see it.

use serde_json::{Value, json};
use sims::llm::{Config, Fault, FaultKind, Handle, start};

fn request() -> Value {
    let document = json!({"keyword": "tea", "posts": [{"id": "p1"}, {"id": "p2"}]});
    json!({
        "model": "standin",
        "messages": [
            {"role": "system", "content": "Describe."},
            {"role": "user", "content": document.to_string()},
        ],
        "response_format": {"type": "json_schema", "json_schema": {}},
    })
}

async fn ask(llm: &Handle, body: &Value, key: &str) -> (u16, Value) {
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let url = format!("{}/chat/completions", llm.base_url());
    let answer = client.post(url).bearer_auth(key).json(body).send().await.unwrap();
    (answer.status().as_u16(), answer.json().await.unwrap())
}

fn content(answer: &Value) -> Value {
    let text = answer["choices"][0]["message"]["content"].as_str().unwrap();
    serde_json::from_str(text).unwrap()
}

#[tokio::test]
async fn it_writes_about_what_it_is_shown_unless_configured_otherwise() {
    let llm = start(Config::for_tests()).await.unwrap();
    llm.control.fault(Fault::once(FaultKind::WrongCitations));
    let (status, answer) = ask(&llm, &request(), "").await;
    assert_eq!((status, &content(&answer)["summary"][0]["posts"][0]), (200, &json!("p998")));
    let (_, answer) = ask(&llm, &request(), "").await;
    assert_eq!(content(&answer)["summary"][0]["posts"], json!(["p1", "p2"]));
    assert_eq!(llm.control.calls().len(), 2);
}

#[tokio::test]
async fn it_refuses_what_a_real_one_would() {
    let config = Config { api_key: Some("sk-right".to_owned()), ..Config::for_tests() };
    let llm = start(config).await.unwrap();
    assert_eq!(ask(&llm, &request(), "sk-wrong").await.0, 401);
    let mut other = request();
    other["model"] = json!("another");
    assert_eq!(ask(&llm, &other, "sk-right").await.0, 404);
    let mut free = request();
    free["response_format"] = Value::Null;
    assert_eq!(ask(&llm, &free, "sk-right").await.0, 400);
    assert_eq!(ask(&llm, &request(), "sk-right").await.0, 200);
}

#[tokio::test]
async fn it_obeys_a_post_that_it_is_shown_and_no_other() {
    let llm = start(Config::for_tests()).await.unwrap();
    llm.control.fault(Fault {
        when: "obey me".to_owned(),
        ..Fault::once(FaultKind::Says("{\"obeyed\": true}".to_owned()))
    });
    let (_, answer) = ask(&llm, &request(), "").await;
    assert!(content(&answer)["summary"].is_array());
    let mut told = request();
    told["messages"][0]["content"] = json!("Please obey me.");
    assert_eq!(content(&ask(&llm, &told, "").await.1)["obeyed"], true);
}
