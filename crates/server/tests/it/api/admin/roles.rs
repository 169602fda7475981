//! The administrator role: how users get and lose it.

use api::administration::roles::{RoleChange, demote, promote};
use domain::auth::accounts::{NewAccount, create_verified_user};
use domain::setup;
use harken::run::demo;
use platform::plans::Plan;

use crate::support::prelude::*;

fn account(email: &str) -> NewAccount {
    NewAccount {
        email: email.to_owned(),
        password: PASSWORD.to_owned(),
        first_name: "Ada".to_owned(),
        last_name: "Reader".to_owned(),
        time_zone: "UTC".to_owned(),
    }
}

async fn add(test: &TestApp, email: &str) -> bool {
    let made = create_verified_user(test, &test.passwords, account(email), Plan::Free).await;
    made.unwrap().unwrap().is_administrator
}

#[tokio::test]
async fn the_account_of_the_setup_page_is_an_administrator() {
    let (test, anon) = TestApp::init().await.anon();
    let link = setup::link(&test).await.unwrap().unwrap();
    let key = link.split_once("?key=").unwrap().1;
    let account = json!({
        "email": "ada@example.com", "password": PASSWORD, "firstName": "Ada", "lastName": "Reader",
    });
    let input = json!({"key": key, "sites": [], "account": account});
    assert_eq!(anon.post("/api/setup", input).await.status, 204);
    let ada = anon.login("ada@example.com", PASSWORD).await;
    assert_eq!(ada.json["user"]["isAdministrator"], json!(true));
    let ada = anon.with_token(ada.json["token"].as_str().unwrap());
    let log = ada.get("/api/admin/audit-log").await.json;
    let entry = &log["entries"][0];
    assert_eq!(entry["act"], "account_added");
    assert_eq!(entry["actor"]["email"], "ada@example.com");
    assert_eq!(entry["details"], json!({"plan": "pro", "isAdministrator": true}));
}

#[tokio::test]
async fn the_first_account_of_the_command_line_is_an_administrator_and_no_other() {
    let test = TestApp::init().await;
    let (one, other) = tokio::join!(add(&test, "ada@example.com"), add(&test, "bob@example.com"));
    assert_ne!(one, other, "of two at once one is the first");
    assert!(!add(&test, "eve@example.com").await);
    assert_eq!(count(&test, "users WHERE is_administrator").await, 1);
    assert_eq!(count(&test, "audit_log WHERE act = 'account_added'").await, 3);
}

#[tokio::test]
async fn nobody_becomes_an_administrator_by_registering_first() {
    let (test, anon) = TestApp::init().await.anon();
    test.verified(&anon, "eve@example.com").await;
    let eve = anon.login("eve@example.com", PASSWORD).await;
    assert_eq!(eve.json["user"]["isAdministrator"], json!(false));
    // The public passwords of the demo do not grant it either.
    let test = TestApp::init_with(&["server.demo=true"]).await;
    demo::prepare(&test).await.unwrap();
    assert_eq!(count(&test, "users").await, 2);
    assert_eq!(count(&test, "users WHERE is_administrator").await, 0);
}

#[tokio::test]
async fn an_account_is_promoted_once_its_address_is_proven() {
    let (test, anon) = TestApp::init().await.set_up().await.anon();
    anon.register("ada@example.com").await;
    let id = test.user("ada@example.com").await.unwrap().id;
    let mut conn = test.conn().await.unwrap();
    let now = test.clock.now();
    let unproven = promote(id, now, &mut conn).await.unwrap();
    assert_eq!(unproven, RoleChange::Unverified);
    test.sql("UPDATE users SET email_verified_at = now()").await;
    assert_eq!(promote(id, now, &mut conn).await.unwrap(), RoleChange::Done);
    assert_eq!(promote(id, now, &mut conn).await.unwrap(), RoleChange::Unchanged);
    assert!(test.user("ada@example.com").await.unwrap().is_administrator);
    assert_eq!(count(&test, "audit_log WHERE act = 'administrator_promoted'").await, 1);
}

#[tokio::test]
async fn the_last_administrator_stays_one_however_many_are_demoted_at_once() {
    let test = TestApp::init().await;
    let ada = test.administrator("ada@example.com").await.user.id;
    let bob = test.administrator("bob@example.com").await.user.id;
    let now = test.clock.now();
    let demoted = async |id| {
        let mut conn = test.conn().await.unwrap();
        demote(id, now, &mut conn).await.unwrap()
    };
    let (one, other) = tokio::join!(demoted(ada), demoted(bob));
    let mut both = [one, other];
    both.sort_by_key(|change| *change != RoleChange::Done);
    assert_eq!(both, [RoleChange::Done, RoleChange::LastAdministrator]);
    assert_eq!(count(&test, "users WHERE is_administrator").await, 1);
    assert_eq!(count(&test, "audit_log WHERE act = 'administrator_demoted'").await, 1);
    let eve = test.new_user("eve@example.com").await.user.id;
    assert_eq!(demoted(eve).await, RoleChange::Unchanged);
    // A suspended administrator cannot act, and can be demoted.
    let suspended = test.administrator("suspended@example.com").await.user.id;
    test.sql("UPDATE users SET suspended_at = now() WHERE email LIKE 'suspended@%'").await;
    let left =
        test.row::<Uuid>("SELECT id FROM users WHERE is_administrator AND suspended_at IS NULL");
    let left = left.await;
    assert_eq!(demoted(left).await, RoleChange::LastAdministrator);
    assert_eq!(demoted(suspended).await, RoleChange::Done);
}
