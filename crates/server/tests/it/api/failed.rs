//! Failed deliveries are reported until their user has seen them.

use deliver::delivery::Outcome;
use deliver::outbox::claim::claim;
use deliver::outbox::finish::{Span, finish};
use deliver::outbox::lane::Lane;
use deliver::outbox::operate::{Dead, revive};

use crate::support::prelude::*;

/// Returns the total, and the ids of the failures shown.
async fn failures(user: &SignedIn) -> (i64, Vec<String>) {
    let answer = user.get("/api/deliveries/failed").await.expect(200);
    let groups = answer.json["groups"].as_array().unwrap();
    let list = groups.iter().flat_map(|g| g["newest"].as_array().unwrap());
    let ids = list.map(|d| d["_id"].as_str().unwrap().to_owned());
    (answer.json["total"].as_i64().unwrap(), ids.collect())
}

/// Marks everything due as permanently failed.
async fn fail(test: &TestApp) {
    let now = test.clock.now();
    let mut conn = test.conn().await.unwrap();
    let lease = TimeDelta::minutes(1);
    let rows = claim(Lane::Mail, 100, &[], lease, now, &mut conn).await;
    let refused = Outcome::Dead("permanent error (550): spam".to_owned()).with_status(550);
    let span = Span { started_at: now, finished_at: now };
    for row in rows.unwrap() {
        let config = &test.config.delivery;
        let finished = finish(&row, &refused, span, 0.5, config, &mut conn).await;
        assert!(finished.unwrap());
    }
}

async fn post(user: &SignedIn, path: &str) -> u16 {
    user.post(path, json!({})).await.status
}

#[tokio::test]
async fn dead_messages_are_listed_with_their_reason_until_they_are_dismissed() {
    let test = TestApp::init().await;
    let ada = test.new_user("ada@example.com").await;
    let bob = test.new_user("bob@example.com").await;
    assert_eq!(failures(&ada).await, (0, vec![]));
    let mut ids: Vec<Uuid> = Vec::new();
    for n in 0..22 {
        let found = Match::of(&format!("tea{n}"));
        ids.push(test.notify_by_mail(ada.user.id, found).await);
    }
    fail(&test).await;
    let (total, shown) = failures(&ada).await;
    assert_eq!((total, shown.len()), (22, 3), "one address, one group");
    let answer = ada.get("/api/deliveries/failed").await;
    assert_eq!(answer.json["groups"].as_array().unwrap().len(), 1);
    let group = &answer.json["groups"][0];
    assert_eq!(
        (&group["channel"], &group["state"], &group["replayable"]),
        (&json!("mail"), &json!("open"), &json!(22))
    );
    let newest = &group["newest"][0];
    assert_eq!(newest["_id"], ids[21].to_string());
    assert_eq!((&newest["status"], &newest["channel"]), (&json!("dead"), &json!("mail")));
    assert_eq!(newest["reason"], "permanent error (550): spam");
    assert_eq!(newest["attempts"][0]["statusCode"], 550);

    assert_eq!(failures(&bob).await, (0, vec![]));
    assert_eq!(post(&bob, "/api/deliveries/failed/dismiss").await, 204);
    assert_eq!(failures(&ada).await.0, 22, "another's are not touched");
    assert_eq!(post(&ada, "/api/deliveries/failed/dismiss").await, 204);
    assert_eq!(failures(&ada).await, (0, vec![]));

    // After a retry that fails, the message is reported again.
    test.clock.advance(TimeDelta::minutes(1));
    let (again, now) = (Dead::One(ids[3]), test.clock.now());
    let mut conn = test.conn().await.unwrap();
    assert_eq!(revive(again, now, &mut conn).await.unwrap(), 1);
    drop(conn);
    assert_eq!(failures(&ada).await.0, 0);
    fail(&test).await;
    assert_eq!(failures(&ada).await, (1, vec![ids[3].to_string()]));
}
