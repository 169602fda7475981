//! The public status page.

use crate::support::prelude::*;

const STATUS: &str = "/api/public-status";
/// Settings as if Reddit were read.
const REDDIT: [&str; 3] = [
    "forum.client_id=harken",
    "forum.client_secret=secret",
    "forum.user_agent=linux:harken.test:0.1 (by /u/harken)",
];
const SETTINGS: &str = "/api/admin/settings";

async fn status(anon: &Client) -> Value {
    anon.get(STATUS).await.expect(200).json
}

#[tokio::test]
async fn the_page_is_there_for_everybody_once_it_is_switched_on() {
    let (test, anon) = TestApp::init_with(&REDDIT).await.anon();
    assert_eq!(anon.get(STATUS).await.status, 404);
    let admin = test.administrator("admin@example.com").await;
    let on = json!({"hasStatusPage": true});
    assert_eq!(admin.send("PATCH", SETTINGS, Some(on)).await.status, 204);
    let shown = status(&anon).await;
    assert_eq!(shown["sources"], json!([{"source": "reddit", "state": "on_time"}]));
    assert_eq!(
        shown["lanes"],
        json!([{"lane": "mail", "state": "on_time"}, {"lane": "endpoints", "state": "on_time"}])
    );
    let off = json!({"hasStatusPage": false});
    assert_eq!(admin.send("PATCH", SETTINGS, Some(off)).await.status, 204);
    assert_eq!(anon.get(STATUS).await.status, 404);
}

#[tokio::test]
async fn what_is_late_or_fails_is_shown_and_however_many_look_the_database_is_asked_once() {
    let mut settings = REDDIT.to_vec();
    settings.push("server.status_page=true");
    let (test, anon, user) = TestApp::init_with(&settings).await.with_user().await;
    test.sql(
        "INSERT INTO poll_state (listing, next_poll_at, failures)
         VALUES ('posts:rust', now(), 3), ('posts:tea', now(), 1)",
    )
    .await;
    let mail = test.notify_by_mail(user.user.id, Match::of("kettle")).await;
    test.sql(&format!(
        "UPDATE outbox SET due_at = now() - interval '3 minutes' WHERE id = '{mail}'"
    ))
    .await;
    let shown = status(&anon).await;
    assert_eq!(shown["sources"][0]["state"], "failing");
    assert_eq!(shown["lanes"][0]["state"], "late");
    assert_eq!(shown["lanes"][1]["state"], "on_time");

    test.sql("DELETE FROM poll_state").await;
    assert_eq!(status(&anon).await, shown, "kept for ten seconds");
    // A process that was not asked before reads the database.
    assert_eq!(status(&test.restarted().await).await["sources"][0]["state"], "on_time");
}
