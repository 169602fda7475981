use super::{create, path_of};
use crate::support::prelude::*;

#[tokio::test]
async fn a_watch_snoozes_until_a_time_and_is_the_same_otherwise() {
    let (test, _, user) = TestApp::init().await.with_user().await;
    let mut watch = create(&user, "rust").await;
    assert_eq!(watch["snoozedUntil"], Value::Null);
    let path = format!("{}/snooze", path_of(&watch));
    let set = async |until: &Value| user.send("PATCH", &path, Some(json!({"until": until}))).await;
    test.clock.advance(TimeDelta::minutes(1));
    let tomorrow = json!(test.clock.now() + TimeDelta::days(1));
    for until in [tomorrow.clone(), Value::Null, tomorrow] {
        watch["snoozedUntil"] = until.clone();
        let answer = set(&until).await;
        assert_eq!((answer.status, &answer.json), (200, &watch), "{until}");
        assert_eq!(user.get(&path_of(&watch)).await.json, watch);
    }
    let late = json!(test.clock.now() + TimeDelta::days(31));
    let refused = set(&late).await;
    assert_eq!((refused.status, refused.code()), (422, "VALIDATION_FAILED"));
    assert!(refused.json["fields"]["until"].is_string());
    let past = json!(test.clock.now() - TimeDelta::seconds(1));
    assert_eq!(set(&past).await.json["snoozedUntil"], Value::Null);
}
