use crate::support::prelude::*;

const PATH: &str = "/api/users/notifications";

#[tokio::test]
async fn preferences_are_changed_one_by_one() {
    let (test, _, user) = TestApp::init().await.with_user().await;
    let until = test.clock.now() + TimeDelta::days(2);
    let mut expected = json!({
        "emailNotifications": true, "emailFrequency": "realtime", "quietHours": null,
        "burstLimit": 20, "setsAside": false, "snoozedUntil": null,
        "mailProblem": null,
    });
    let steps: [(&str, Value); 15] = [
        ("emailNotifications", json!(false)),
        ("emailFrequency", json!("hourly")),
        ("emailFrequency", json!("daily")),
        ("emailFrequency", json!("weekly")),
        ("emailFrequency", json!("realtime")),
        ("quietHours", json!({"from": "22:00", "until": "07:05"})),
        ("quietHours", json!({"from": "00:00", "until": "23:59"})),
        ("burstLimit", json!(1)),
        ("burstLimit", json!(1000)),
        ("setsAside", json!(true)),
        ("setsAside", json!(false)),
        ("snoozedUntil", json!(until)),
        ("emailNotifications", json!(true)),
        ("snoozedUntil", Value::Null),
        ("quietHours", Value::Null),
    ];
    for (field, value) in steps {
        let set = user.put(PATH, json!({field: value})).await;
        assert_eq!(set.status, 200, "{field}: {}", set.text);
        expected[field] = value;
        assert_eq!(set.json["notificationPreferences"], expected, "{field}");
    }
    let profile = user.get("/api/users/profile").await.json;
    assert_eq!(profile["user"]["notificationPreferences"], expected);
}

#[tokio::test]
async fn preferences_out_of_range_are_named_by_their_field() {
    let (test, _, user) = TestApp::init().await.with_user().await;
    let late = test.clock.now() + TimeDelta::days(30) + TimeDelta::seconds(1);
    let hours = |from: &str, until: &str| json!({"quietHours": {"from": from, "until": until}});
    let cases = [
        (json!({"emailFrequency": "yearly"}), "emailFrequency"),
        (json!({"emailNotifications": "yes"}), "emailNotifications"),
        (json!({"burstLimit": 0}), "burstLimit"),
        (json!({"burstLimit": 1001}), "burstLimit"),
        (json!({"snoozedUntil": late}), "snoozedUntil"),
        (json!({"snoozedUntil": "tomorrow"}), "snoozedUntil"),
        (hours("22:00", "22:00"), "quietHours.until"),
        (hours("24:00", "07:00"), "quietHours.from"),
        (hours("22:00", "7:00"), "quietHours.until"),
        (json!({"quietHours": {"from": "22:00"}}), "quietHours.until"),
    ];
    for (body, field) in cases {
        let answer = user.put(PATH, body.clone()).await;
        let shown = format!("{body}: {}", answer.text);
        assert_eq!((answer.status, answer.code()), (422, "VALIDATION_FAILED"), "{shown}");
        assert!(answer.json["fields"][field].is_string(), "{shown}");
    }
    let past = user.put(PATH, json!({"snoozedUntil": "2020-01-01T00:00:00Z"})).await;
    let kept = &past.json["notificationPreferences"]["snoozedUntil"];
    assert_eq!((past.status, kept), (200, &Value::Null));
}
