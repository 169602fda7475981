//! Alerts that wait before they are sent to a browser.

use super::PushApp;
use crate::support::prelude::*;

#[tokio::test]
async fn what_a_snooze_held_back_is_one_message_when_it_ends() {
    let push = PushApp::init().await;
    let (app, user) = (&push.app, push.reader.user.id);
    let watch = add_watch(app, user, "corvid", &["all"]).await;
    let until = app.clock.now() + TimeDelta::hours(1);
    push.app
        .sql(&format!("UPDATE watches SET browser_notification = true WHERE id = '{watch}'"))
        .await;
    push.app
        .sql(&format!("UPDATE users SET snoozed_until = '{until}', email_notifications = false"))
        .await;
    for (id, title) in [("t3_1", "A corvid"), ("t3_2", "Another corvid")] {
        let stored = store_items(app, vec![read_post(id, title, app.clock.now())]).await;
        assert_eq!(stored.notifications, 1);
    }
    assert_eq!(push.drain().await, 0, "it is snoozed");
    app.clock.advance(TimeDelta::hours(1));
    assert_eq!(push.drain().await, 1);
    let [read] = &push.waiting()[..] else { panic!("one message") };
    assert_eq!(read["title"], "2 new matches for “corvid”");
    let body = read["body"].as_str().unwrap();
    assert!(body.contains("A corvid") && body.contains("Another corvid"));
    let url = read["url"].as_str().unwrap();
    assert!(url.starts_with("https://harken.example/notifications/message/"), "{url}");
}
