//! The webhooks of relays: who may call, and what a call means.

use aws_lc_rs::encoding::AsDer;
use aws_lc_rs::hmac;
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use axum::http::{Request, header};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use db::models::user::MailReport;

use super::mark;
use crate::support::prelude::*;

const PASSWORD: &str = "a-long-password-of-the-webhook";
const REPORTS: &str = "SELECT count(*) FROM mail_bounces";

/// A call before it is sent: headers and a body.
#[derive(Clone, Default)]
struct Call {
    headers: Vec<(&'static str, String)>,
    body: String,
}

impl Call {
    fn with_password(password: &str, body: &Value) -> Self {
        let basic = format!("Basic {}", STANDARD.encode(format!("harken:{password}")));
        Self { headers: vec![("authorization", basic)], body: body.to_string() }
    }

    async fn send(&self, client: &Client, relay: &str) -> Answer {
        let mut request = Request::builder().method("POST");
        request = request.uri(format!("/api/webhooks/mail/{relay}"));
        request = request.header(header::CONTENT_TYPE, "text/plain; charset=UTF-8");
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        client.send_raw(request.body(Body::from(self.body.clone())).unwrap()).await
    }
}

/// An app with a relay, and two users.
struct RelayApp {
    app: TestApp,
    anon: Client,
    ada: SignedIn,
    bob: SignedIn,
    relay: &'static str,
}

impl RelayApp {
    async fn init(relay: &'static str, secret: &str) -> Self {
        let settings =
            [format!("mail.bounces.relay={relay}"), format!("mail.bounces.secret={secret}")];
        let app = TestApp::init_with(&settings.each_ref().map(String::as_str)).await;
        let ada = app.new_user("ada@example.com").await;
        let bob = app.new_user("bob@example.com").await;
        let (app, anon) = app.anon();
        Self { app, anon, ada, bob, relay }
    }

    async fn send(&self, call: &Call) -> u16 {
        call.send(&self.anon, self.relay).await.status
    }

    async fn mark(&self) -> Option<Option<MailReport>> {
        assert_eq!(mark(&self.app, &self.bob).await, None);
        mark(&self.app, &self.ada).await
    }

    /// Sends a call and returns the mark that it leaves, which is cleared.
    async fn mark_of(&self, call: &Call) -> Option<MailReport> {
        assert_eq!(self.send(call).await, 200, "{}", call.body);
        let mark = self.mark().await;
        self.ada.post("/api/users/mail/retry", json!({})).await.expect(200);
        mark.flatten()
    }
}

fn mailgun(now: DateTime<Utc>, token: &str, key: &str, event: &Value) -> Call {
    let time = now.timestamp().to_string();
    let key = hmac::Key::new(hmac::HMAC_SHA256, key.as_bytes());
    let tag = hmac::sign(&key, format!("{time}{token}").as_bytes());
    let hex: String = tag.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    let body = json!({
        "signature": { "timestamp": time, "token": token, "signature": hex },
        "event-data": event,
    });
    Call { body: body.to_string(), ..Call::default() }
}

fn failed(severity: &str, reason: &str) -> Value {
    json!({
        "event": "failed", "severity": severity, "reason": reason, "recipient": "ada@example.com",
        "delivery-status": { "code": 550, "message": "5.1.1 ada@example.com: no such user" },
    })
}

#[tokio::test]
async fn each_event_of_mailgun_has_its_effect_once() {
    let test = RelayApp::init("mailgun", "a-signing-key").await;
    let now = test.app.clock.now();
    let (bounce, complaint) = (Some(MailReport::Bounce), Some(MailReport::Complaint));
    for (token, event, mark) in [
        ("1", failed("permanent", "bounce"), bounce),
        ("2", failed("permanent", "suppress-bounce"), bounce),
        ("3", failed("permanent", "suppress-complaint"), complaint),
        ("4", json!({ "event": "complained", "recipient": "Ada@Example.com" }), complaint),
        ("5", failed("permanent", "suppress-unsubscribe"), None),
        ("6", failed("permanent", "generic"), None),
        ("7", failed("temporary", "generic"), None),
        ("8", json!({ "event": "delivered", "recipient": "ada@example.com" }), None),
        ("9", json!({ "event": "complained", "recipient": "nobody@example.com" }), None),
        // Each token counts once, whatever the event: only the token is signed.
        ("7", failed("permanent", "bounce"), bounce),
        ("1", failed("permanent", "bounce"), None),
        ("9", failed("permanent", "bounce"), None),
    ] {
        let call = mailgun(now, token, "a-signing-key", &event);
        assert_eq!(test.mark_of(&call).await, mark, "{token} {event}");
    }
}

#[tokio::test]
async fn only_what_mailgun_has_signed_lately_is_taken() {
    let test = RelayApp::init("mailgun", "a-signing-key").await;
    let (now, event) = (test.app.clock.now(), failed("permanent", "bounce"));
    let unsigned = Call { body: json!({ "event-data": event }).to_string(), ..Call::default() };
    for refused in [
        mailgun(now, "1", "another-key", &event),
        mailgun(now, "", "a-signing-key", &event),
        mailgun(now - TimeDelta::hours(25), "1", "a-signing-key", &event),
        mailgun(now + TimeDelta::hours(25), "1", "a-signing-key", &event),
        unsigned,
        Call::default(),
    ] {
        let answer = refused.send(&test.anon, "mailgun").await;
        assert_eq!((answer.status, answer.code()), (401, "INVALID_SIGNATURE"), "{}", refused.body);
    }
    assert_eq!(test.mark().await, None);
    assert_eq!(test.app.count(REPORTS).await, 0);
    let right = mailgun(now, "1", "a-signing-key", &event);
    assert_eq!(right.send(&test.anon, "mailgun").await.status, 200);
    assert_eq!(test.mark().await, Some(Some(MailReport::Bounce)));
}

#[tokio::test]
async fn each_event_of_postmark_has_its_effect_once() {
    let test = RelayApp::init("postmark", PASSWORD).await;
    let event = |id: u64, record: &str, kind: &str, inactive: bool| {
        let body = json!({
            "RecordType": record, "ID": id, "Type": kind, "Email": "ada@example.com",
            "Inactive": inactive, "Details": "550 5.1.1 no such user", "TypeCode": 1,
        });
        Call::with_password(PASSWORD, &body)
    };
    let (bounce, complaint) = (Some(MailReport::Bounce), Some(MailReport::Complaint));
    for (call, mark) in [
        (event(1, "Bounce", "HardBounce", true), bounce),
        (event(2, "Bounce", "BadEmailAddress", false), bounce),
        (event(3, "Bounce", "Unknown", true), bounce),
        (event(4, "Bounce", "SoftBounce", false), None),
        (event(5, "Bounce", "AutoResponder", false), None),
        (event(6, "SpamComplaint", "SpamComplaint", true), complaint),
        (event(7, "Delivery", "", false), None),
        (event(1, "Bounce", "HardBounce", true), None),
    ] {
        assert_eq!(test.mark_of(&call).await, mark, "{}", call.body);
    }
    let right = event(8, "Bounce", "HardBounce", true);
    for refused in [
        Call { headers: Vec::new(), ..right.clone() },
        Call::with_password("", &json!({})),
        Call::with_password("another-password-of-the-webhook", &json!({})),
    ] {
        let answer = refused.send(&test.anon, "postmark").await;
        assert_eq!((answer.status, answer.code()), (401, "INVALID_SIGNATURE"));
        assert_eq!(answer.headers[header::WWW_AUTHENTICATE], "Basic realm=\"Harken\"");
    }
    assert_eq!(test.mark().await, None);
}

#[tokio::test]
async fn each_event_of_sendgrid_has_its_effect_once_and_is_signed() {
    let random = SystemRandom::new();
    let pair = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_ASN1_SIGNING).unwrap();
    let key = STANDARD.encode(pair.public_key().as_der().unwrap().as_ref());
    let test = RelayApp::init("sendgrid", &key).await;
    let now = test.app.clock.now();
    let sign = |pair: &EcdsaKeyPair, time: DateTime<Utc>, body: &Value| {
        let (time, body) = (time.timestamp().to_string(), body.to_string());
        let signature = pair.sign(&random, format!("{time}{body}").as_bytes()).unwrap();
        let headers = vec![
            ("x-twilio-email-event-webhook-timestamp", time),
            ("x-twilio-email-event-webhook-signature", STANDARD.encode(signature)),
        ];
        Call { headers, body }
    };
    let event = |id: &str, event: &str, kind: &str, reason: &str| {
        json!({
            "sg_event_id": id, "event": event, "type": kind, "reason": reason,
            "email": "ada@example.com", "timestamp": 1,
        })
    };
    let (bounce, complaint) = (Some(MailReport::Bounce), Some(MailReport::Complaint));
    for (events, mark) in [
        (json!([event("1", "bounce", "bounce", "550 5.1.1 no")]), bounce),
        (json!([event("2", "bounce", "blocked", "550 5.7.1 no")]), None),
        (json!([event("3", "deferred", "", "452 4.2.2 full")]), None),
        (json!([event("4", "dropped", "", "Bounced Address")]), bounce),
        (json!([event("5", "dropped", "", "Spam Reporting Address")]), complaint),
        (json!([event("6", "dropped", "", "Unsubscribed Address")]), None),
        (json!([event("7", "open", "", ""), event("8", "spamreport", "", "")]), complaint),
        (json!([event("", "spamreport", "", "")]), None),
        (json!([event("8", "spamreport", "", ""), event("1", "bounce", "bounce", "")]), None),
        (json!([]), None),
    ] {
        assert_eq!(test.mark_of(&sign(&pair, now, &events)).await, mark, "{events}");
    }
    let events = json!([event("9", "bounce", "bounce", "550 5.1.1 no")]);
    let right = sign(&pair, now, &events);
    let other = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_ASN1_SIGNING).unwrap();
    for refused in [
        sign(&other, now, &events),
        sign(&pair, now - TimeDelta::hours(25), &events),
        Call { headers: Vec::new(), ..right.clone() },
        Call { body: events.to_string().replace("\"9\"", "\"10\""), ..right.clone() },
    ] {
        assert_eq!(test.send(&refused).await, 401, "{}", refused.body);
    }
    assert_eq!(test.mark().await, None);
    assert_eq!(test.send(&right).await, 200);
    assert_eq!(test.mark().await, Some(Some(MailReport::Bounce)));
}

#[tokio::test]
async fn each_notification_of_ses_has_its_effect_once() {
    let test = RelayApp::init("ses", PASSWORD).await;
    let notification = |id: &str, message: &Value| {
        let body = json!({
            "Type": "Notification", "MessageId": id, "Message": message.to_string(),
            "TopicArn": "arn:aws:sns:eu-west-1:1:bounces",
        });
        Call::with_password(PASSWORD, &body)
    };
    let bounced = |kind: &str| {
        json!({
            "notificationType": "Bounce",
            "bounce": {
                "bounceType": kind, "bounceSubType": "General",
                "bouncedRecipients": [
                    { "emailAddress": "nobody@example.com" },
                    { "emailAddress": "ada@example.com", "diagnosticCode": "smtp; 550 5.1.1 no" },
                ],
            },
        })
    };
    let complained = |kind: &Value| {
        json!({
            "eventType": "Complaint",
            "complaint": {
                "complainedRecipients": [{ "emailAddress": "ada@example.com" }],
                "complaintFeedbackType": kind,
            },
        })
    };
    let (bounce, complaint) = (Some(MailReport::Bounce), Some(MailReport::Complaint));
    for (id, message, mark) in [
        ("1", bounced("Permanent"), bounce),
        ("2", bounced("Transient"), None),
        ("3", bounced("Undetermined"), None),
        ("4", complained(&json!("abuse")), complaint),
        ("5", complained(&Value::Null), complaint),
        ("6", complained(&json!("not-spam")), None),
        ("7", json!({ "notificationType": "Delivery", "delivery": {} }), None),
        ("8", json!("a text"), None),
        ("1", bounced("Permanent"), None),
        ("", bounced("Permanent"), None),
    ] {
        let call = notification(id, &message);
        assert_eq!(test.mark_of(&call).await, mark, "{message}");
    }
    let unknown = Call::with_password(PASSWORD, &json!({ "Type": "UnsubscribeConfirmation" }));
    assert_eq!(test.send(&unknown).await, 200);
    let elsewhere = json!({
        "Type": "SubscriptionConfirmation", "MessageId": "9",
        "SubscribeURL": "https://evil.example/?Action=ConfirmSubscription",
    });
    assert_eq!(test.send(&Call::with_password(PASSWORD, &elsewhere)).await, 400);
    let right = notification("10", &bounced("Permanent"));
    assert_eq!(test.send(&Call { headers: Vec::new(), ..right }).await, 401);
    assert_eq!(test.mark().await, None);
}

#[tokio::test]
async fn there_is_no_way_in_for_a_relay_that_is_not_the_configured_one() {
    let test = RelayApp::init("postmark", PASSWORD).await;
    let call = Call::with_password(PASSWORD, &json!([]));
    for relay in ["mailgun", "sendgrid", "ses", "unknown", "%00"] {
        let answer = call.send(&test.anon, relay).await;
        assert_eq!((answer.status, answer.code()), (404, "NOT_FOUND"), "{relay}");
    }
    let (_test, anon) = TestApp::init().await.anon();
    assert_eq!(call.send(&anon, "postmark").await.status, 404);
}

#[tokio::test]
async fn what_is_proven_and_no_event_is_refused() {
    let test = RelayApp::init("postmark", PASSWORD).await;
    for body in ["", "{}", "[1]", "{\"RecordType\":\"Bounce\",\"Type\":\"HardBounce\"}", "x"] {
        let call = Call { body: body.to_owned(), ..Call::with_password(PASSWORD, &json!({})) };
        let answer = call.send(&test.anon, "postmark").await;
        assert_eq!((answer.status, answer.code()), (400, "INVALID_EVENT"), "{body}");
    }
    let large = Call { body: " ".repeat(2 << 20), ..Call::with_password(PASSWORD, &json!({})) };
    assert_eq!(test.send(&large).await, 413);
    assert_eq!(test.app.count(REPORTS).await, 0);
}
