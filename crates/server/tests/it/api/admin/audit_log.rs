use api::administration::roles::promote;
use db::models::audit_entry::{Act, AuditEntry};
use diesel_async::RunQueryDsl;
use domain::auth::invitations::invite;
use ingest::retention::delete_outdated;

use crate::support::prelude::*;

#[tokio::test]
async fn the_log_says_who_did_what_to_whom_in_pages_and_without_addresses_of_who_has_gone() {
    let test = TestApp::init().await;
    let ada = test.administrator("ada@example.com").await;
    let bob = test.new_user("bob@example.com").await.user.id;
    let life = TimeDelta::days(7);
    let invited = Some("eve@example.com".to_owned());
    invite(&test, Some(ada.user.id), invited, life).await.unwrap();
    let mut conn = test.conn().await.unwrap();
    promote(bob, test.clock.now(), &mut conn).await.unwrap();

    let page = ada.get("/api/admin/audit-log?limit=1").await.expect(200);
    assert_eq!(page.json["hasMore"], json!(true));
    let newest = &page.json["entries"][0];
    assert_eq!(newest["act"], "administrator_promoted");
    assert_eq!(newest["actor"], json!(null), "the command line");
    assert_eq!(newest["subject"], json!({"_id": bob, "email": "bob@example.com"}));
    let before = newest["_id"].as_str().unwrap();
    let next = format!("/api/admin/audit-log?limit=1&before={before}");
    let next = ada.get(&next).await.json;
    assert_eq!(next["hasMore"], json!(false));
    let invitation = &next["entries"][0];
    assert_eq!(invitation["act"], "account_invited");
    assert_eq!(invitation["actor"]["email"], "ada@example.com");
    assert_eq!(invitation["details"], json!({"days": 7, "forOneAddress": true}));
    assert_eq!(count(&test, "audit_log WHERE audit_log::text LIKE '%eve@%'").await, 0);

    test.sql("DELETE FROM users WHERE email LIKE 'bob@%'").await;
    let log = ada.get("/api/admin/audit-log").await.json;
    assert_eq!(log["entries"][0]["subject"], json!({"_id": bob, "email": null}));
    for query in ["limit=0", "limit=101", "before=x"] {
        let refused = ada.get(&format!("/api/admin/audit-log?{query}")).await;
        assert!((400..=422).contains(&refused.status), "{query}: {}", refused.text);
    }
}

#[tokio::test]
async fn entries_are_kept_for_thirteen_months() {
    let test = TestApp::init().await;
    let mut conn = test.conn().await.unwrap();
    let now = test.clock.now();
    for days in [395, 397] {
        let then = now - TimeDelta::days(days);
        let entry = AuditEntry::new(Act::PasswordSet, then);
        entry.write(&mut conn).await.unwrap();
    }
    let deleted = delete_outdated(&test.pool, now).await.unwrap().unwrap();
    assert_eq!(deleted.audit_entries, 1);
    assert_eq!(count(&test, "audit_log").await, 1);
    // Unknown actions are rejected.
    let unknown = diesel::sql_query(
        "INSERT INTO audit_log VALUES (gen_random_uuid(), now(), NULL, 'guessed', NULL, '{}')",
    );
    assert!(unknown.execute(&mut conn).await.is_err());
}
