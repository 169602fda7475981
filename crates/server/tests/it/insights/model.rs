use sims::llm::{Fault, FaultKind};

use crate::support::insights::{counted, with_model, written_by};
use crate::support::prelude::*;

/// Returns the insights of the same discussions by the analyser alone.
async fn builtin(test: &TestApp, user: &SignedIn) -> Value {
    let other = test.with_settings(&[]).await;
    test.insights_by(&other, user).await["keywordInsights"][0].clone()
}

#[tokio::test]
async fn a_model_writes_sentences_that_cite_and_all_numbers_stay_the_analysers() {
    let (test, llm) = with_model(&[]).await;
    let user = test.new_user("ada@example.com").await;
    test.discussed(&user, "kettle").await;
    let alone = builtin(&test, &user).await;
    assert!(llm.control.calls().is_empty());
    let made = test.insights_by(&test, &user).await["keywordInsights"][0].clone();
    assert_eq!(made["provider"], "standin");
    assert!(made["note"].as_str().unwrap().contains("standin wrote"));
    assert_eq!(counted(&made), counted(&alone));
    let summary = &made["insights"]["summary"]["statements"][0];
    assert_eq!(summary["text"], "People compare what they know about kettle.");
    let posts = made["insights"]["posts"].as_object().unwrap();
    for id in summary["posts"].as_array().unwrap() {
        assert!(posts.contains_key(id.as_str().unwrap()));
    }
    assert_eq!(made["insights"]["recommendations"][0]["priority"], 1);

    let calls = llm.control.calls();
    assert_eq!(calls.len(), 1);
    assert_eq!(calls[0].authorization.as_deref(), Some("Bearer sk-standin"));
    let body = &calls[0].body;
    assert_eq!(body["response_format"]["json_schema"]["strict"], true);
    assert_eq!(body["max_tokens"], 1_200);
    assert_eq!(body["messages"].as_array().unwrap().len(), 2);
    let document: Value = serde_json::from_str(calls[0].message(1)).unwrap();
    assert_eq!(document["posts"].as_array().unwrap().len(), 7);
    // The model receives neither names of authors nor the forum's ids.
    assert!(!calls[0].message(1).contains("kettle_") && !calls[0].message(1).contains("t3_"));
}

#[tokio::test]
async fn on_a_bad_answer_the_analysers_sentences_remain_and_the_result_says_so() {
    let (test, llm) = with_model(&["server.plans=off"]).await;
    for (n, fault) in [
        FaultKind::Status(500),
        FaultKind::Status(429),
        FaultKind::Html,
        FaultKind::Cut,
        FaultKind::Endless,
        FaultKind::NoChoices,
        FaultKind::NoText,
        FaultKind::Truncated,
        FaultKind::Prose,
        FaultKind::OtherShape,
        FaultKind::WrongCitations,
        FaultKind::Numbers,
    ]
    .into_iter()
    .enumerate()
    {
        let user = test.new_user(&format!("reader{n}@example.com")).await;
        test.discussed(&user, "kettle").await;
        let alone = builtin(&test, &user).await;
        // With a fresh circuit breaker.
        let app = written_by(&llm, &test).await;
        llm.control.fault(Fault::once(fault.clone()));
        let made = test.insights_by(&app, &user).await["keywordInsights"][0].clone();
        assert_eq!(made["provider"], "builtin", "{fault:?}");
        let note = made["note"].as_str().unwrap();
        assert!(note.contains("built-in analyser"), "{fault:?}: {note}");
        assert_eq!(made["insights"], alone["insights"], "{fault:?}");
        assert_eq!(llm.control.calls().len(), n + 1, "nothing is asked twice");
    }
}

#[tokio::test]
async fn a_late_answer_is_not_waited_for() {
    let (test, llm) = with_model(&["insights.model.timeout_seconds=1"]).await;
    let user = test.new_user("ada@example.com").await;
    test.discussed(&user, "kettle").await;
    llm.control.fault(Fault::once(FaultKind::Stall));
    let made = test.insights_by(&test, &user).await["keywordInsights"][0].clone();
    assert_eq!(made["provider"], "builtin");
    assert!(made["note"].as_str().unwrap().contains("in time"), "{made}");
}

#[tokio::test]
async fn sentences_that_do_not_pass_are_left_out_and_that_is_said() {
    let (test, llm) = with_model(&[]).await;
    let user = test.new_user("ada@example.com").await;
    test.discussed(&user, "kettle").await;
    let alone = builtin(&test, &user).await;
    llm.control.fault(Fault::once(FaultKind::Mixed));
    let made = test.insights_by(&test, &user).await["keywordInsights"][0].clone();
    assert_eq!(made["insights"]["summary"]["statements"].as_array().unwrap().len(), 1);
    assert!(made["note"].as_str().unwrap().contains("left out"), "{made}");
    // When none of the model's recommendations remains, the analyser's are kept.
    assert_eq!(made["insights"]["recommendations"], alone["insights"]["recommendations"]);
}

#[tokio::test]
async fn a_model_that_only_fails_is_left_alone() {
    let (test, llm) = with_model(&["server.plans=off"]).await;
    let user = test.new_user("ada@example.com").await;
    for n in 0..7 {
        test.discussed(&user, &format!("kettle{}", ["a", "b", "c", "d", "e", "f", "g"][n])).await;
    }
    llm.control.fault(Fault::times(FaultKind::Status(503), 100));
    let made = test.insights_by(&test, &user).await;
    assert_eq!(llm.control.calls().len(), 5);
    let paused = made["keywordInsights"].as_array().unwrap().iter();
    let paused =
        paused.filter(|one| one["note"].as_str().unwrap().contains("not used for a while"));
    assert_eq!(paused.count(), 2);
    llm.control.clear_faults();
    test.clock.advance(chrono::TimeDelta::seconds(60));
    let made = test.insights_by(&test, &user).await;
    assert_eq!(made["keywordInsights"][6]["provider"], "standin");
}

#[tokio::test]
async fn a_request_and_a_day_cost_no_more_than_is_set() {
    let caps = [
        "insights.model.keywords_per_request=2",
        "insights.model.calls_per_day=3",
        "insights.model.posts=6",
        "insights.model.output_tokens=77",
        "insights.model.output_tokens_field=max_completion_tokens",
    ];
    let (test, llm) = with_model(&caps).await;
    let user = test.new_user("ada@example.com").await;
    for keyword in ["kettle", "teapot", "mug"] {
        test.discussed(&user, keyword).await;
    }
    let notes = |made: &Value| -> Vec<String> {
        let all = made["keywordInsights"].as_array().unwrap().iter();
        all.map(|one| one["note"].as_str().unwrap().to_owned()).collect()
    };
    let first = notes(&test.insights_by(&test, &user).await);
    assert!(first[2].contains("Only some of the keywords"), "{first:?}");
    let second = notes(&test.insights_by(&test, &user).await);
    assert!(second[1].contains("daily limit of calls"), "{second:?}");
    let calls = llm.control.calls();
    assert_eq!(calls.len(), 3);
    assert_eq!(calls[0].body["max_completion_tokens"], 77);
    assert_eq!(calls[0].body.get("max_tokens"), None);
    let document: Value = serde_json::from_str(calls[0].message(1)).unwrap();
    assert_eq!(document["posts"].as_array().unwrap().len(), 6);
}

#[tokio::test]
async fn a_few_discussions_are_not_worth_a_call() {
    let (test, llm) = with_model(&[]).await;
    let user = test.new_user("ada@example.com").await;
    let watch = user.post("/api/keywords", json!({"keyword": "kettle"})).await.json;
    let id = watch["_id"].as_str().unwrap();
    for n in 0..9 {
        // One loud author counts as one voice.
        let author = if n < 6 { "loud" } else { ["a", "b", "c"][n - 6] };
        test.discussion(user.user.id, id, (author, "A kettle", "It is a kettle."), 1).await;
    }
    let made = test.insights_by(&test, &user).await["keywordInsights"][0].clone();
    assert!(made["note"].as_str().unwrap().contains("too few"), "{made}");
    assert_eq!(made["insights"]["overview"]["totalPosts"], 9);
    assert!(llm.control.calls().is_empty());
}
