//! Sentences of a language model go with the posts that they were made from.

use ingest::retention::delete_outdated;
use sims::forum::State;

use super::look;
use crate::support::insights::with_model;
use crate::support::prelude::*;

const ABOUT_BOTH: &str = "People love the coppersmith kettle of Quillfeather.";
const ABOUT_OTHERS: &str = "Others ask how to descale.";

/// Stores a result with a sentence and an advice about `post`, and as many about `others`, of somebody whose
/// notifications are gone.
async fn store_result(test: &TestApp, post: &str, others: &str) -> Uuid {
    let user = test.new_user("writer@example.com").await.user.id;
    let sentence =
        |text: &str, posts: [&str; 2]| json!({"part": "main", "text": text, "posts": posts});
    let advice = |text: &str, posts: [&str; 2]| json!({"action": text, "description": text, "impact": "High", "posts": posts});
    let (both, rest) = ([post, others], [others, others]);
    let written = json!({
        "model": "standin", "dropped": 0,
        "summary": [sentence(ABOUT_BOTH, both), sentence(ABOUT_OTHERS, rest)],
        "recommendations": [advice(ABOUT_BOTH, both), advice(ABOUT_OTHERS, rest)],
    });
    let result = json!({"keywords": [{"keyword": "tea", "written": null}, {"written": written}]});
    test.sql(&format!(
        "INSERT INTO insight_results (user_id, job_id, generated_at, result)
         VALUES ('{user}', gen_random_uuid(), now(), '{result}')"
    ))
    .await;
    user
}

/// Returns how often each of the texts is stored.
async fn stored(test: &TestApp) -> [usize; 2] {
    let result: Value = test.row("SELECT result FROM insight_results").await;
    let result = result.to_string();
    [ABOUT_BOTH, ABOUT_OTHERS].map(|text| result.matches(text).count())
}

#[tokio::test]
async fn sentences_about_a_deleted_post_are_deleted_with_it_and_others_stay() {
    let test = ForumTest::init().await;
    test.listener("kettle", &["tea"]).await;
    test.poll().await;
    let [post, other] = ["A kettle", "Another kettle"].map(|title| test.post("tea", title));
    test.poll().await;
    store_result(&test.app, &post, &other).await;
    assert_eq!(stored(&test.app).await, [3, 3], "the advice has each text twice");

    test.forum.control.set_state(&post, State::Deleted);
    test.pass(TimeDelta::hours(1));
    assert_eq!(look(&test).await[0].removed.items, 1);
    assert_eq!(stored(&test.app).await, [0, 3]);
}

#[tokio::test]
async fn sentences_about_an_edited_post_are_deleted_with_its_text() {
    let test = ForumTest::init().await;
    test.listener("kettle", &["tea"]).await;
    test.poll().await;
    let [post, other] = ["A kettle", "Another kettle"].map(|title| test.post("tea", title));
    test.poll().await;
    store_result(&test.app, &post, &other).await;
    assert!(test.forum.control.edit(&post, "I took my address out.", None));
    test.poll().await;
    assert_eq!(stored(&test.app).await, [0, 3]);
}

#[tokio::test]
async fn sentences_about_posts_of_a_dropped_week_are_deleted_with_it() {
    let test = TestApp::init().await;
    let reader = test.new_user("reader@example.com").await.user.id;
    let now = test.clock.now();
    let mut kept = Vec::new();
    for at in [now - TimeDelta::days(98), now] {
        let item = test.notify(reader, Match::of("kettle").at(at)).await.item_id;
        test.sql(&format!(
            "INSERT INTO item_keys (forum_id, item_id, seen_at)
             SELECT forum_id, id, seen_at FROM items WHERE id = '{item}'"
        ))
        .await;
        kept.push(format!("t3_{}", item.simple()));
    }
    store_result(&test, &kept[0], &kept[1]).await;
    let deleted = delete_outdated(&test.pool, now).await.unwrap().unwrap();
    assert_eq!((deleted.weeks > 0, deleted.insight_sentences), (true, 1));
    assert_eq!(stored(&test).await, [0, 3]);
}

#[tokio::test]
async fn a_result_about_a_post_that_goes_while_it_is_made_is_stored_without_its_sentences() {
    let (test, _llm) = with_model(&[]).await;
    let user = test.new_user("ada@example.com").await;
    test.discussed(&user, "kettle").await;
    let made = test.insights_by(&test, &user).await["keywordInsights"][0].clone();
    assert_eq!(made["provider"], "standin");
    // A part that another process has made from posts that are gone by now.
    assert_eq!(user.generate().await.status, 202);
    test.sql(
        "INSERT INTO insight_parts (job_id, position, part)
         SELECT insight_jobs.id, 0, result -> 'keywords' -> 0
         FROM insight_results, insight_jobs WHERE finished_at IS NULL",
    )
    .await;
    test.sql("UPDATE items SET gone_at = now(), title = '[deleted]'").await;
    assert_eq!(test.work_off_insights().await, 1);
    let left: Value = test
        .row("SELECT result #> '{keywords,0,written,summary}' AS written FROM insight_results")
        .await;
    assert_eq!(left, json!([]));
}
