use ingest::retention::purge::purge_once;

use crate::support::accounts::registration;
use crate::support::prelude::*;

async fn emails(admin: &SignedIn, query: &str) -> (Vec<String>, Value) {
    let answer = admin.get(&format!("/api/admin/users?{query}")).await.expect(200);
    let users = answer.json["users"].as_array().unwrap();
    let emails = users.iter().map(|user| user["email"].as_str().unwrap());
    let emails = emails.map(str::to_owned).collect();
    (emails, answer.json["nextCursor"].clone())
}

#[tokio::test]
async fn accounts_are_listed_in_pages_the_newest_first_or_by_the_beginning_of_the_address() {
    let test = TestApp::init().await;
    let admin = test.administrator("admin@example.com").await;
    for email in ["tea2@example.com", "Tea1@example.com", "tea%@example.com"] {
        test.new_user(email).await;
    }
    let (first, cursor) = emails(&admin, "limit=3").await;
    assert_eq!(first, ["tea%@example.com", "Tea1@example.com", "tea2@example.com"]);
    let cursor = cursor.as_str().unwrap();
    let (rest, end) = emails(&admin, &format!("limit=3&cursor={cursor}")).await;
    assert_eq!((rest, end), (vec!["admin@example.com".to_owned()], Value::Null));

    let (found, cursor) = emails(&admin, "search=TEA&limit=2").await;
    assert_eq!(found, ["tea%@example.com", "Tea1@example.com"]);
    let cursor = cursor.as_str().unwrap().replace('@', "%40");
    let (found, end) = emails(&admin, &format!("search=TEA&limit=2&cursor={cursor}")).await;
    assert_eq!((found, end), (vec!["tea2@example.com".to_owned()], Value::Null));
    // A prefix is not a pattern.
    assert_eq!(emails(&admin, "search=tea%25").await.0, ["tea%@example.com"]);
    assert!(emails(&admin, "search=%25").await.0.is_empty());
    assert!(emails(&admin, "search=example").await.0.is_empty());
    for query in ["limit=51", "limit=0", "cursor=x"] {
        let refused = admin.get(&format!("/api/admin/users?{query}")).await;
        assert_eq!(refused.status, 422, "{query}: {}", refused.text);
    }
}

#[tokio::test]
async fn an_account_shows_what_it_uses_and_nothing_that_it_says() {
    let test = TestApp::init().await;
    let admin = test.administrator("admin@example.com").await;
    let ada = test.new_user("ada@example.com").await.user.id;
    add_watch(&test, ada, "unspeakable", &["all"]).await;
    let off = add_watch(&test, ada, "forgotten", &["all"]).await;
    test.sql(&format!("UPDATE watches SET is_active = false WHERE id = '{off}'")).await;
    test.notify_by_mail(ada, Match::of("unspeakable")).await;
    let dead = test.notify_by_mail(ada, Match::of("forgotten")).await;
    test.sql(&format!(
        "UPDATE outbox SET status = 'dead', finished_at = now() WHERE id = '{dead}'"
    ))
    .await;
    test.sql(&format!(
        "INSERT INTO match_hours (user_id, day, watch_id, matches, opened, not_relevant)
         SELECT '{ada}', current_date - days, '{off}', hours::text, hours::text, hours::text
         FROM unnest(ARRAY[0, 29, 31]) AS days,
              LATERAL (SELECT array_fill(0, ARRAY[22]) || ARRAY[2, 3] AS hours) AS counted"
    ))
    .await;
    let shown = admin.get(&format!("/api/admin/users/{ada}")).await.expect(200);
    assert_eq!(
        shown.json["usage"],
        json!({"matches": 10, "messagesWaiting": 1, "messagesFailed": 1})
    );
    let user = &shown.json["user"];
    assert_eq!((&user["keywords"], &user["plan"]), (&json!(1), &json!("free")));
    assert!(user["lastSeenAt"].is_string() && user["suspendedAt"].is_null());
    let list = admin.get("/api/admin/users").await.text;
    for text in [&shown.text, &list] {
        assert!(!text.contains("unspeakable") && !text.contains("forgotten"), "{text}");
    }
    let nobody = "/api/admin/users/019aa0e5-0000-7000-8000-000000000000";
    assert_eq!(admin.get(nobody).await.status, 404);
}

#[tokio::test]
async fn a_deleted_account_is_gone_with_all_that_belongs_to_it() {
    let test = TestApp::init().await;
    let admin = test.administrator("admin@example.com").await;
    let ada = test.new_user("ada@example.com").await;
    let id = ada.user.id;
    add_watch(&test, id, "kettle", &["all"]).await;
    test.notify_by_mail(id, Match::of("kettle")).await;
    let path = format!("/api/admin/users/{id}");
    assert_eq!(admin.delete(&path).await.status, 204);
    assert_eq!(ada.get("/api/users/profile").await.status, 401);
    while purge_once(&test.pool).await.unwrap().is_some() {}
    for table in ["watches", "notifications", "outbox"] {
        assert_eq!(count(&test, table).await, 0, "{table}");
    }
    assert_eq!(admin.delete(&path).await.status, 404);
    let log = admin.get("/api/admin/audit-log").await.json;
    assert_eq!(log["entries"].as_array().unwrap().len(), 1);
    let entry = &log["entries"][0];
    assert_eq!(entry["act"], "account_deleted");
    assert_eq!(entry["subject"], json!({"_id": id, "email": null}));
}

#[tokio::test]
async fn an_invitation_from_the_page_lets_one_person_register() {
    let test = TestApp::init_with(&["auth.registration=invite"]).await;
    let admin = test.administrator("admin@example.com").await;
    let (test, anon) = test.anon();
    let input = json!({"email": "Ada@example.com", "days": 3});
    let made = admin.post("/api/admin/invitations", input).await.expect(201);
    let link = made.json["link"].as_str().unwrap();
    let token = link.split_once("/register?invite=").unwrap().1;
    for (email, status) in [("eve@example.com", 403), ("ada@example.com", 201)] {
        let mut body = registration(email);
        body["invitation"] = json!(token);
        let answer = anon.post("/api/auth/register", body).await;
        assert_eq!(answer.status, status, "{email}: {}", answer.text);
    }
    for wrong in [json!({"email": "ada"}), json!({"days": 0}), json!({"days": 366})] {
        admin.post("/api/admin/invitations", wrong).await.expect(422);
    }
    assert_eq!(count(&test, "invitations").await, 1);
    let noted = "audit_log WHERE act = 'account_invited' AND actor_id IS NOT NULL";
    assert_eq!(count(&test, noted).await, 1);
}
