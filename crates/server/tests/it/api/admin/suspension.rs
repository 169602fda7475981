//! A suspended account: nothing reaches it, and nothing in it is lost.

use db::models::outbox::{SUSPENDED_UNTIL, Status};
use deliver::delivery::Outcome;
use deliver::outbox::claim::claim;
use deliver::outbox::finish::{Span, finish};
use deliver::outbox::lane::Lane;

use crate::support::prelude::*;

async fn suspend(by: &SignedIn, id: Uuid) -> Answer {
    let path = format!("/api/admin/users/{id}/suspend");
    by.post(&path, json!({})).await
}

async fn unsuspend(by: &SignedIn, id: Uuid) -> Answer {
    let path = format!("/api/admin/users/{id}/unsuspend");
    by.post(&path, json!({})).await
}

#[tokio::test]
async fn nobody_is_signed_in_to_it_and_only_the_right_password_learns_why() {
    let test = TestApp::init().await;
    let admin = test.administrator("admin@example.com").await;
    let (test, anon) = test.anon();
    test.verified(&anon, "ada@example.com").await;
    let ada = anon.sign_in("ada@example.com").await;
    let id = test.user("ada@example.com").await.unwrap().id;
    assert_eq!(suspend(&admin, id).await.status, 204);
    assert_eq!(ada.works().await, (false, false));
    let right = anon.login("ada@example.com", PASSWORD).await;
    assert_eq!((right.status, right.code()), (403, "ACCOUNT_SUSPENDED"));
    let text = right.json["message"].as_str().unwrap();
    assert!(text.contains("suspended") && text.contains("kept"), "{text}");
    let wrong = anon.login("ada@example.com", "Wrong1password").await;
    assert_eq!((wrong.status, wrong.code()), (401, "INVALID_CREDENTIALS"));
    // A new password does not bypass the suspension.
    let ask = json!({"email": "ada@example.com"});
    anon.post("/api/auth/forgot-password", ask).await;
    let token = test.reset_token("ada@example.com").await.unwrap();
    let reset = json!({"token": token, "password": "Another1horse"});
    assert_eq!(anon.post("/api/auth/reset-password", reset).await.status, 200);
    let again = anon.login("ada@example.com", "Another1horse").await;
    assert_eq!(again.code(), "ACCOUNT_SUSPENDED");

    assert_eq!(unsuspend(&admin, id).await.status, 204);
    anon.login("ada@example.com", "Another1horse").await.expect(200);
    // Repeating a call has no further effect, in the log either.
    assert_eq!(unsuspend(&admin, id).await.status, 204);
    for act in ["account_suspended", "account_unsuspended"] {
        let noted = format!("audit_log WHERE act = '{act}' AND subject_id = '{id}'");
        assert_eq!(count(&test, &noted).await, 1, "{act}");
    }
}

#[tokio::test]
async fn its_keywords_are_not_searched_for_until_it_is_back() {
    let test = TestApp::init().await;
    let admin = test.administrator("admin@example.com").await;
    let ada = test.new_user("ada@example.com").await.user.id;
    let bob = test.new_user("bob@example.com").await.user.id;
    for user in [ada, bob] {
        add_watch(&test, user, "kettle", &["all"]).await;
    }
    let watches = ActiveWatches::load(&test.pool).await.unwrap();
    assert_eq!(watches.len(), 2);
    suspend(&admin, ada).await;
    // A running process learns of the change.
    watches.catch_up(&test.pool).await.unwrap();
    assert_eq!(watches.len(), 1);
    let now = test.clock.now();
    store_items(&test, vec![read_post("t3_one", "A kettle", now)]).await;
    let of_ada = format!("notifications WHERE user_id = '{ada}'");
    assert_eq!(count(&test, &of_ada).await, 0);
    assert_eq!(count(&test, "notifications").await, 1);

    unsuspend(&admin, ada).await;
    watches.catch_up(&test.pool).await.unwrap();
    assert_eq!(watches.len(), 2);
    store_items(&test, vec![read_post("t3_two", "A kettle", now)]).await;
    assert_eq!(count(&test, &of_ada).await, 1);
}

#[tokio::test]
async fn what_is_to_be_sent_waits_until_it_is_back() {
    let mail = MailApp::init().await;
    let test = &mail.app;
    let admin = test.administrator("admin@example.com").await;
    let ada = test.new_user("ada@example.com").await.user.id;
    suspend(&admin, ada).await;
    let id = test.notify_by_mail(ada, Match::of("kettle")).await;
    mail.drain().await;
    let row = test.outbox_row(id).await;
    assert_eq!((row.status, row.due_at), (Status::Pending, SUSPENDED_UNTIL));
    assert!(mail.mails().is_empty());
    // The waiting message blocks nobody, however often the outbox is drained.
    assert_eq!(mail.drain().await, 0);

    unsuspend(&admin, ada).await;
    mail.drain().await;
    assert_eq!(mail.wait_for_mails(1).await.len(), 1);
    assert_eq!(test.outbox_row(id).await.status, Status::Sent);
}

#[tokio::test]
async fn a_message_that_is_put_aside_as_the_suspension_ends_is_due_at_once() {
    let test = TestApp::init().await;
    let ada = test.new_user("ada@example.com").await.user.id;
    let id = test.notify_by_mail(ada, Match::of("kettle")).await;
    let (now, mut conn) = (test.clock.now(), test.conn().await.unwrap());
    let lease = chrono::Duration::minutes(1);
    let claimed = claim(Lane::Mail, 1, &[], lease, now, &mut conn).await.unwrap();
    let span = Span { started_at: now, finished_at: now };
    // The sender saw a suspension that has ended since.
    let config = &test.config.delivery;
    let outcome = Outcome::Suspended.into();
    finish(&claimed[0], &outcome, span, 0.0, config, &mut conn).await.unwrap();
    let row = test.outbox_row(id).await;
    assert_eq!((row.status, row.leased_until), (Status::Pending, None));
    assert!(row.due_at <= now, "{}", row.due_at);
}

#[tokio::test]
async fn its_feeds_are_closed() {
    let (test, anon, ada) = TestApp::init_with(&["server.plans=off"]).await.with_user().await;
    let admin = test.administrator("admin@example.com").await;
    let feeds = ada.get("/api/feeds").await;
    let address = feeds.json["all"]["rss"].as_str().unwrap().to_owned();
    let path = &address[address.find("/api/").unwrap()..];
    assert_eq!(anon.get(path).await.status, 200);
    suspend(&admin, ada.user.id).await;
    assert_eq!(anon.get(path).await.status, 404);
    unsuspend(&admin, ada.user.id).await;
    assert_eq!(anon.get(path).await.status, 200);
}

#[tokio::test]
async fn administrators_suspend_each_other_but_never_all_of_them_nor_themselves() {
    let test = TestApp::init().await;
    let one = test.administrator("one@example.com").await;
    let other = test.administrator("other@example.com").await;
    let (ones, others) = (one.user.id, other.user.id);
    for by in [
        suspend(&one, ones).await,
        unsuspend(&one, ones).await,
        one.delete(&format!("/api/admin/users/{ones}")).await,
    ] {
        assert_eq!((by.status, by.code()), (409, "OWN_ACCOUNT"));
    }
    let (first, second) = tokio::join!(suspend(&one, others), suspend(&other, ones));
    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    assert_eq!(statuses[0], 204, "{} {}", first.text, second.text);
    assert!([401, 404].contains(&statuses[1]), "{statuses:?}");
    assert_eq!(count(&test, "users WHERE suspended_at IS NOT NULL").await, 1);
}
