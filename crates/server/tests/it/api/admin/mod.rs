//! The calls for administrators.

mod audit_log;
mod health;
mod listing;
mod roles;
mod settings;
mod suspension;
mod users;

use crate::support::app::TestApp;
use crate::support::calls::{Call, JSON, calls};

fn admin_calls() -> Vec<Call> {
    let mut calls = calls();
    calls.retain(|call| call.path.starts_with("/api/admin/"));
    assert!(!calls.is_empty());
    calls
}

#[tokio::test]
async fn to_everybody_but_administrators_the_calls_do_not_exist() {
    let (test, anon, user) = TestApp::init().await.with_user().await;
    let nowhere = user.get("/api/admin/nothing").await.expect(404);
    for call in admin_calls() {
        let of_user = call.send(&user, &call.nowhere(), JSON, "{}".to_owned()).await;
        let shown = format!("{} {}: {}", call.method, call.path, of_user.text);
        assert_eq!(
            (of_user.status, &of_user.json["message"]),
            (404, &nowhere.json["message"]),
            "{shown}"
        );
        let of_nobody = call.send(&anon, &call.nowhere(), JSON, "{}".to_owned()).await;
        assert_eq!(of_nobody.status, 401, "{shown}");
    }
    // Rights begin and end immediately, also in existing sessions.
    test.make_administrator(&user.user).await;
    assert_eq!(user.get("/api/admin/audit-log").await.status, 200);
    test.sql("UPDATE users SET is_administrator = false").await;
    assert_eq!(user.get("/api/admin/audit-log").await.status, 404);
}
