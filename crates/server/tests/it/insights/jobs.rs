use db::models::insight_job::{InsightJob, Status};
use ingest::retention::delete_outdated;
use sims::llm::{Fault, FaultKind};

use crate::support::insights::{LATEST, with_model};
use crate::support::jobs::run_insights;
use crate::support::prelude::*;

#[tokio::test]
async fn what_is_asked_for_is_made_without_anybody_waiting_and_kept_until_cleared() {
    let (test, _, user) = TestApp::init().await.with_user().await;
    test.discussed(&user, "kettle").await;
    let run = user.generate().await.expect(202);
    assert_eq!(
        (&run.json["status"], &run.json["keywords"], &run.json["done"]),
        (&json!("queued"), &json!(["kettle"]), &json!(0))
    );
    let latest = user.get(LATEST).await.json;
    assert_eq!((&latest["result"], &latest["run"]), (&Value::Null, &run.json));
    assert_eq!(test.work_off_insights().await, 1);
    // As seen by another browser.
    let elsewhere = test.sign_in(user.user.id).await;
    let latest = elsewhere.get(LATEST).await.json;
    assert_eq!(latest["run"], Value::Null);
    let made = &latest["result"]["keywordInsights"][0];
    assert_eq!(
        (&made["keyword"], &made["isDemo"], &made["provider"], &made["note"]),
        (&json!("kettle"), &json!(false), &json!("builtin"), &Value::Null)
    );
    assert_eq!(made["insights"]["overview"]["totalPosts"], 7);
    let cited = made["insights"]["posts"].as_object().unwrap();
    assert!(!cited.is_empty());
    for post in cited.values() {
        assert_eq!(post["title"], "Which kettle do you like?");
    }
    assert_eq!(user.delete(LATEST).await.status, 204);
    assert_eq!(elsewhere.get(LATEST).await.json["result"], Value::Null);
    assert_eq!(user.delete(LATEST).await.status, 204);
}

#[tokio::test]
async fn what_was_cleared_can_be_restored_for_a_day_unless_a_newer_result_exists() {
    const RESTORE: &str = "/api/ai/insights/restore";
    let (test, _, user) = TestApp::init().await.with_user().await;
    let restore = async |user: &Client| user.post(RESTORE, json!({})).await.status;
    assert_eq!(restore(&user).await, 404);
    test.discussed(&user, "kettle").await;
    let made = test.insights_by(&test, &user).await;
    assert_eq!(user.delete(LATEST).await.status, 204);
    let other = test.new_user("bob@example.com").await;
    assert_eq!(restore(&other).await, 404, "each has their own");
    // Another browser undoes the deletion, twice.
    let elsewhere = test.sign_in(user.user.id).await;
    for _ in 0..2 {
        assert_eq!(restore(&elsewhere).await, 204);
        assert_eq!(user.get(LATEST).await.json["result"], made);
    }
    // A newer result replaces what was cleared.
    assert_eq!(user.delete(LATEST).await.status, 204);
    test.clock.advance(TimeDelta::minutes(1));
    let newer = test.insights_by(&test, &user).await;
    assert_ne!(newer["generatedAt"], made["generatedAt"]);
    assert_eq!(restore(&user).await, 204);
    assert_eq!(user.get(LATEST).await.json["result"], newer);
    // A day later the result cannot be restored, and is deleted.
    assert_eq!(user.delete(LATEST).await.status, 204);
    let kept = "SELECT count(*) FROM insight_results";
    for (passed, left) in [(TimeDelta::hours(23), 1), (TimeDelta::hours(2), 0)] {
        test.clock.advance(passed);
        let now = test.clock.now();
        delete_outdated(&test.pool, now).await.unwrap().unwrap();
        assert_eq!(test.count(kept).await, left);
    }
    let user = test.sign_in(user.user.id).await;
    assert_eq!(restore(&user).await, 404);
}

#[tokio::test]
async fn a_keyword_of_an_hour_says_what_is_missing_and_no_rate() {
    let (test, _, user) = TestApp::init().await.with_user().await;
    test.discussed(&user, "kettle").await;
    let made = test.insights_by(&test, &user).await["keywordInsights"][0].clone();
    let insights = &made["insights"];
    assert_eq!(insights["engagement"]["discussionsPerDay"], Value::Null);
    assert_eq!((&insights["bestHours"], &insights["topics"]), (&json!([]), &json!([])));
    let sections = &insights["sections"];
    assert_eq!(sections["recommendations"], json!({"shown": true, "missing": []}));
    let missing = &sections["rate"]["missing"];
    assert_eq!(
        missing[0],
        json!({"of": "discussions", "have": 0, "need": 20, "enoughFrom": null}),
        "what was written before the keyword counts for no rate"
    );
    assert_eq!((&missing[1]["of"], &missing[1]["need"]), (&json!("days"), &json!(7)));
    assert_eq!(sections["changes"]["missing"][0]["of"], "listenedDays");
}

#[tokio::test]
async fn a_result_of_an_older_version_is_shown_as_it_was_made() {
    let (test, _, user) = TestApp::init().await.with_user().await;
    test.discussed(&user, "kettle").await;
    test.insights_by(&test, &user).await;
    test.sql(
        "UPDATE insight_results SET result = jsonb_set(
             result #- '{keywords,0,report,sections}',
             '{keywords,0,report,engagement,discussionsPerDay}', '17.4')",
    )
    .await;
    let latest = user.get(LATEST).await.json;
    let shown = &latest["result"]["keywordInsights"][0]["insights"];
    assert_eq!(shown["engagement"]["discussionsPerDay"], 17.4);
    assert_eq!(shown["sections"]["rate"]["shown"], true);
}

#[tokio::test]
async fn without_keywords_there_is_nothing_to_analyse_and_no_call_is_counted() {
    let (_test, _, user) = TestApp::init().await.with_user().await;
    let answer = user.generate().await;
    assert_eq!((answer.status, answer.code()), (409, "NO_KEYWORDS"));
    assert_eq!(answer.json["message"], "No keywords found. Please add some keywords first.");
    assert_eq!(user.remaining_insights().await, 5);
}

#[tokio::test]
async fn a_call_waits_for_the_result_unless_it_prefers_not_to() {
    let (test, _, user) = TestApp::init().await.with_user().await;
    test.discussed(&user, "kettle").await;
    let served = Served::start(&test).await;
    let stop = CancellationToken::new();
    let job = tokio::spawn(run_insights(&test, &stop));
    for prefer in [None, Some("respond-async, wait=20")] {
        let answer = user.generate_preferring(prefer).await;
        assert_eq!(answer.status, 200, "{prefer:?} {}", answer.text);
        let made = &answer.json["keywordInsights"][0];
        assert_eq!(made["keyword"], "kettle");
        let summary = &made["insights"]["summary"];
        assert!(!summary["main"].as_str().unwrap().is_empty());
        let questions = &made["insights"]["categories"]["Questions"];
        assert_eq!(questions["count"], 7, "{}", answer.text);
        assert_eq!(questions["posts"][0], "Which kettle do you like?");
    }
    stop.cancel();
    job.await.unwrap();
    served.stop().await;
    // Nothing processes jobs here.
    for prefer in ["respond-async", "wait=0"] {
        assert_eq!(user.generate_preferring(Some(prefer)).await.status, 202, "{prefer}");
    }
}

#[tokio::test]
async fn progress_is_reported_keyword_by_keyword_until_the_end() {
    let (test, _, user) = TestApp::init().await.with_user().await;
    for keyword in ["kettle", "teapot", "mug"] {
        test.discussed(&user, keyword).await;
    }
    let served = Served::start(&test).await;
    let run = user.generate().await.json;
    let path = format!("/api/ai/runs/{}/events", run["_id"].as_str().unwrap());
    let token = user.client.token.clone().unwrap();
    let mut events = served.follow(&path, &token).await;
    let first = events.next().await.unwrap();
    assert_eq!((first.name.as_str(), &first.data), ("run", &run));
    let (worked, progress) = futures::join!(test.work_off_insights(), async {
        let mut progress = Vec::new();
        while let Some(event) = events.next().await {
            progress.push((
                event.data["status"].as_str().unwrap().to_owned(),
                event.data["done"].as_u64().unwrap(),
            ));
        }
        progress
    });
    assert_eq!(worked, 1);
    assert_eq!(progress.last().unwrap(), &("succeeded".to_owned(), 3));
    assert!(progress.is_sorted_by_key(|(_, done)| *done), "{progress:?}");
    // A late subscriber receives the outcome.
    let mut events = served.follow(&path, &token).await;
    assert_eq!(events.next().await.unwrap().data["status"], "succeeded");
    assert!(events.next().await.is_none());
    served.stop().await;
}

#[tokio::test]
async fn a_cancelled_run_drops_what_it_waits_for_and_stores_nothing() {
    let (test, llm) = with_model(&["insights.model.timeout_seconds=600"]).await;
    let user = test.new_user("ada@example.com").await;
    test.discussed(&user, "kettle").await;
    llm.control.fault(Fault::once(FaultKind::Stall));
    let served = Served::start(&test).await;
    let stop = CancellationToken::new();
    let job = tokio::spawn(run_insights(&test, &stop));
    let run = user.generate().await.json;
    llm.control.called(1).await;
    let path = format!("/api/ai/runs/{}", run["_id"].as_str().unwrap());
    let token = user.client.token.clone().unwrap();
    let mut events = served.follow(&format!("{path}/events"), &token).await;
    assert_eq!(events.next().await.unwrap().data["status"], "running");
    assert_eq!(user.delete(&path).await.status, 204);
    assert_eq!(events.next().await.unwrap().data["status"], "cancelled");
    assert!(events.next().await.is_none());
    // The worker is free for the next run.
    let next = user.generate().await.json;
    let path = format!("/api/ai/runs/{}/events", next["_id"].as_str().unwrap());
    let mut events = served.follow(&path, &token).await;
    let mut last = Value::Null;
    while let Some(event) = events.next().await {
        last = event.data;
    }
    assert_eq!(last["status"], "succeeded");
    assert_eq!(user.remaining_insights().await, 3);
    stop.cancel();
    tokio::time::timeout(PATIENCE, job).await.unwrap().unwrap();
    served.stop().await;
}

#[tokio::test]
async fn a_run_that_is_cancelled_before_it_begins_never_does() {
    let (test, _, user) = TestApp::init().await.with_user().await;
    test.discussed(&user, "kettle").await;
    let run = user.generate().await.json;
    let path = format!("/api/ai/runs/{}", run["_id"].as_str().unwrap());
    assert_eq!(user.delete(&path).await.status, 204);
    assert_eq!(user.delete(&path).await.status, 204, "it is over already");
    assert_eq!(test.work_off_insights().await, 0);
    let latest = user.get(LATEST).await.json;
    assert_eq!(latest, json!({"result": null, "run": null}));
}

#[tokio::test]
async fn what_a_killed_process_leaves_is_taken_over_and_it_can_store_no_more() {
    let (test, llm) = with_model(&[]).await;
    let user = test.new_user("ada@example.com").await;
    for keyword in ["kettle", "teapot"] {
        test.discussed(&user, keyword).await;
    }
    let whole = test.insights_by(&test, &user).await;
    assert_eq!(llm.control.calls().len(), 2);
    // Another process claims the next run, and disappears.
    user.generate().await;
    let mut conn = test.conn().await.unwrap();
    let now = test.clock.now();
    let lease = TimeDelta::minutes(2);
    let killed = InsightJob::claim(lease, now, &mut conn).await.unwrap().unwrap();
    drop(conn);
    assert_eq!(test.work_off_insights().await, 0, "it is leased");
    test.clock.advance(TimeDelta::minutes(3));
    assert_eq!(test.work_off_insights().await, 1);
    let again = user.get(LATEST).await.json["result"].clone();
    assert_eq!(
        again["keywordInsights"].as_array().unwrap().len(),
        whole["keywordInsights"].as_array().unwrap().len()
    );
    // A part that the killed process would still store is rejected.
    let mut conn = test.conn().await.unwrap();
    let part = json!({"late": true});
    assert!(!killed.store_part(0, &part, now + lease, &mut conn).await.unwrap());
    assert!(!killed.finish(Status::Failed, None, now, &mut conn).await.unwrap());
}

#[tokio::test]
async fn a_run_continues_with_the_keyword_after_those_that_are_done() {
    let (test, llm) = with_model(&[]).await;
    let user = test.new_user("ada@example.com").await;
    for keyword in ["kettle", "teapot"] {
        test.discussed(&user, keyword).await;
    }
    test.insights_by(&test, &user).await;
    // The parts of a run whose process was killed after the first keyword.
    user.generate().await;
    let mut conn = test.conn().await.unwrap();
    let now = test.clock.now();
    let lease = TimeDelta::minutes(2);
    let killed = InsightJob::claim(lease, now, &mut conn).await.unwrap().unwrap();
    drop(conn);
    test.sql(&format!(
        "INSERT INTO insight_parts (job_id, position, part)
         SELECT '{}', 0, jsonb_set(result -> 'keywords' -> 0, '{{keyword}}', '\"kept\"')
         FROM insight_results",
        killed.id
    ))
    .await;
    test.clock.advance(TimeDelta::minutes(3));
    let before = llm.control.calls().len();
    assert_eq!(test.work_off_insights().await, 1);
    assert_eq!(llm.control.calls().len(), before + 1, "one keyword was left");
    let made = user.get(LATEST).await.json["result"]["keywordInsights"].clone();
    assert_eq!(made[0]["keyword"], "kept");
    assert_eq!(made.as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_post_that_goes_from_the_forum_goes_from_the_result() {
    let (test, _llm) = with_model(&[]).await;
    let user = test.new_user("ada@example.com").await;
    test.discussed(&user, "kettle").await;
    let made = test.insights_by(&test, &user).await["keywordInsights"][0].clone();
    assert_eq!(made["provider"], "standin");
    let written = made["insights"]["summary"]["statements"][0]["posts"][0].as_str().unwrap();
    let stored = test
        .count("SELECT count(*) FROM insight_results WHERE result::text LIKE '%do you like?%'")
        .await;
    assert_eq!(stored, 0, "no text of a post is stored");
    test.sql(&format!(
        "UPDATE items SET gone_at = now(), title = '[deleted]' WHERE forum_id = '{written}'"
    ))
    .await;
    let left = user.get(LATEST).await.json["result"]["keywordInsights"][0].clone();
    assert!(left["insights"]["posts"].get(written).is_none());
    assert_eq!(left["provider"], "builtin", "its sentence may repeat the post");
    assert!(left["note"].as_str().unwrap().contains("deleted"), "{left}");
}
