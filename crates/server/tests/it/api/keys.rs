//! API keys: what they are, what ends them, and what their calls count for.

use std::sync::LazyLock;

use db::models::api_key::KEYS_PER_USER;
use domain::auth::api_keys::remind;
use foundation::secrets::hash_token;
use tracing::Dispatch;

use crate::support::prelude::*;

/// A key, and a program that has it.
struct Program {
    id: Uuid,
    client: Client,
}

impl Program {
    fn token(&self) -> &str {
        self.client.token.as_deref().unwrap()
    }

    async fn code(&self) -> String {
        let answer = self.client.get("/api/keywords").await;
        assert!(matches!(answer.status, 200 | 401), "{}", answer.text);
        answer.code().to_owned()
    }
}

impl SignedIn {
    async fn program(&self, scopes: &[&str]) -> Program {
        let key = json!({"name": "backup", "scopes": scopes});
        let created = self.post("/api/keys", key).await.expect(201).json;
        let token = created["token"].as_str().unwrap();
        Program {
            id: created["key"]["_id"].as_str().unwrap().parse().unwrap(),
            client: self.client.with_token(token),
        }
    }
}

#[tokio::test]
async fn a_key_works_until_it_is_revoked_and_its_token_is_shown_once() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let new = json!({"name": "  My script ", "scopes": ["read", "keywords"], "days": 30});
    let created = user.post("/api/keys", new).await.expect(201).json;
    let (key, token) = (&created["key"], created["token"].as_str().unwrap());
    let now = app.clock.now();
    assert_eq!(
        (&key["name"], &key["scopes"], &key["lastUsedAt"], &key["isExpired"]),
        (&json!("My script"), &json!(["read", "keywords"]), &json!(null), &json!(false))
    );
    let expires: DateTime<Utc> = key["expiresAt"].as_str().unwrap().parse().unwrap();
    assert_eq!(expires.timestamp(), (now + TimeDelta::days(30)).timestamp());
    let second = user.program(&["read"]).await;
    let listed = user.get("/api/keys").await.expect(200);
    assert_eq!(listed.json["limit"], 20);
    assert_eq!(listed.json["keys"][0]["_id"], json!(second.id));
    assert_eq!(&listed.json["keys"][1], key);
    // What is stored of a token does not contain it.
    let random = token.split_at(37).1.rsplit_once('_').unwrap().0;
    assert!(!listed.text.contains(random), "{}", listed.text);
    let stored: Vec<String> = app.rows("SELECT k::text FROM api_keys k").await;
    assert!(!stored.concat().contains(random), "{stored:?}");
    let id = key["_id"].as_str().unwrap();
    let hash = format!("SELECT encode(hash, 'hex') FROM api_keys WHERE id = '{id}'");
    assert_eq!(app.row::<String>(&hash).await, foundation::hex::encode(&hash_token(token)));

    let program = user.client.with_token(token);
    let watch = program.post("/api/keywords", json!({"keyword": "tea"})).await.expect(201).json;
    assert_eq!(user.get("/api/keywords").await.json["watches"], json!([watch]));
    let path = format!("/api/keys/{id}");
    let bob = app.new_user("bob@example.com").await;
    bob.delete(&path).await.expect(404);
    user.delete(&path).await.expect(204);
    let refused = program.get("/api/keywords").await;
    assert_eq!((refused.status, refused.code()), (401, "KEY_UNKNOWN"));
    assert_eq!(user.delete(&path).await.code(), "NOT_FOUND");
    assert_eq!(second.code().await, "");
}

#[tokio::test]
async fn what_a_key_may_not_be_is_said_by_field() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let long = "x".repeat(61);
    for (field, value) in [
        ("name", json!(" ")),
        ("name", json!(long)),
        ("name", json!("a\nb")),
        ("scopes", json!([])),
        ("scopes", json!(["read", "read"])),
        ("scopes", json!(["read", "admin"])),
        ("days", json!(0)),
        ("days", json!(366)),
    ] {
        let mut key = json!({"name": "x", "scopes": ["read"]});
        key[field] = value;
        let refused = user.post("/api/keys", key.clone()).await;
        assert_eq!((refused.status, refused.code()), (422, "VALIDATION_FAILED"), "{key}");
        let fields: Vec<_> = refused.json["fields"].as_object().unwrap().keys().collect();
        assert_eq!(fields, [field], "{key}");
        app.clock.advance(TimeDelta::minutes(1));
    }
    assert_eq!(count(&app, "api_keys").await, 0);
    let admin = app.administrator("admin@example.com").await;
    admin.program(&["admin"]).await;
}

#[tokio::test]
async fn a_user_has_at_most_twenty_keys_of_which_each_creation_counts() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    for n in 0..KEYS_PER_USER {
        if n % 10 == 0 {
            app.clock.advance(TimeDelta::minutes(1));
        }
        user.program(&["read"]).await;
    }
    let key = json!({"name": "x", "scopes": ["read"]});
    // Each sends an email.
    let many = user.post("/api/keys", key.clone()).await;
    assert_eq!((many.status, many.code()), (429, "API_KEY_RATE_LIMIT_EXCEEDED"));
    app.clock.advance(TimeDelta::minutes(1));
    let user = app.sign_in(user.user.id).await;
    let refused = user.post("/api/keys", key).await;
    assert_eq!((refused.status, refused.code()), (409, "API_KEY_LIMIT_EXCEEDED"));
}

#[tokio::test]
async fn a_key_that_ended_says_why_and_one_with_a_wrong_checksum_needs_no_query() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let program = user.program(&["read"]).await;
    let id = user.user.id;
    app.sql(&format!("UPDATE users SET suspended_at = now() WHERE id = '{id}'")).await;
    assert_eq!(program.code().await, "KEY_UNKNOWN");
    app.sql("UPDATE users SET suspended_at = NULL").await;
    assert_eq!(program.code().await, "");
    // Another token of the same form, for the same key.
    let (head, _) = program.token().split_at(37);
    let text = format!("{head}{}", "A".repeat(43));
    let checksum = &foundation::hex::encode(&hash_token(&text))[..8];
    let guessed = user.client.with_token(&format!("{text}_{checksum}"));
    assert_eq!(guessed.get("/api/keywords").await.code(), "KEY_UNKNOWN");
    app.clock.advance(TimeDelta::days(90));
    assert_eq!(program.code().await, "KEY_EXPIRED");
    app.sql("ALTER TABLE api_keys RENAME TO hidden").await;
    assert_eq!(program.client.get("/api/keywords").await.status, 500);
    let mistyped = user.client.with_token(&program.token().replace(head, &head.replace('0', "1")));
    let refused = mistyped.get("/api/keywords").await;
    assert_eq!((refused.status, refused.code()), (401, "KEY_UNKNOWN"));
    app.sql("ALTER TABLE hidden RENAME TO api_keys").await;
    app.sql(&format!("DELETE FROM users WHERE id = '{id}'")).await;
    assert_eq!(program.code().await, "KEY_UNKNOWN");
}

#[tokio::test]
async fn an_expired_key_is_listed_for_thirty_days() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    user.program(&["read"]).await;
    for (days, left) in [(119, 1), (2, 0)] {
        app.clock.advance(TimeDelta::days(days));
        let now = app.clock.now();
        ingest::retention::delete_outdated(&app.pool, now).await.unwrap().unwrap();
        let keys = app.sign_in(user.user.id).await.get("/api/keys").await.expect(200).json;
        let expired: Vec<_> =
            keys["keys"].as_array().unwrap().iter().map(|key| key["isExpired"].clone()).collect();
        assert_eq!(expired, vec![json!(true); left], "{days}");
    }
}

#[tokio::test]
async fn the_last_use_is_known_to_the_minute() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let program = user.program(&["read"]).await;
    let mut uses = Vec::new();
    for seconds in [0, 59, 1] {
        app.clock.advance(TimeDelta::seconds(seconds));
        program.client.get("/api/keywords").await.expect(200);
        uses.push(user.get("/api/keys").await.json["keys"][0]["lastUsedAt"].clone());
    }
    assert!(uses[0].is_string() && uses[0] == uses[1] && uses[1] != uses[2], "{uses:?}");
}

fn limits(answer: &Answer) -> [&str; 3] {
    ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"]
        .map(|name| answer.headers[name].to_str().unwrap())
}

#[tokio::test]
async fn each_key_has_a_limit_and_each_answer_says_what_is_left() {
    let settings = ["limits.key_calls_per_minute=3", "limits.keyword_changes_per_minute=1"];
    let (app, _, user) = TestApp::init_with(&settings).await.with_user().await;
    let (one, other) = (user.program(&["read"]).await, user.program(&["keywords"]).await);
    assert_eq!(limits(&one.client.get("/api/keywords").await.expect(200)), ["3", "2", "20"]);
    assert_eq!(limits(&one.client.get("/api/users/sessions").await.expect(403)), ["3", "1", "40"]);
    assert_eq!(limits(&one.client.get("/api/nothing").await.expect(404)), ["3", "0", "60"]);
    let refused = one.client.get("/api/keywords").await;
    assert_eq!((refused.status, refused.code()), (429, "KEY_RATE_LIMIT_EXCEEDED"));
    let wait = refused.headers["retry-after"].to_str().unwrap();
    assert_eq!(limits(&refused), ["3", "0", wait]);
    // A session has no such headers, and another key its own count.
    let of_session = user.get("/api/keywords").await.expect(200);
    assert!(!of_session.headers.contains_key("ratelimit-limit"));
    // What a key changes counts for its user.
    let tea = json!({"keyword": "tea"});
    other.client.post("/api/keywords", tea.clone()).await.expect(201);
    let changed = user.post("/api/keywords", tea).await;
    assert_eq!((changed.status, changed.code()), (429, "KEYWORD_RATE_LIMIT_EXCEEDED"));
    app.clock.advance(TimeDelta::seconds(wait.parse().unwrap()));
    one.client.get("/api/keywords").await.expect(200);
}

#[tokio::test]
async fn keys_are_exported_without_what_opens_anything() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    let program = user.program(&["read"]).await;
    let file = user.get("/api/users/export").await.expect(200);
    assert_eq!(file.json["apiKeys"], user.get("/api/keys").await.json["keys"]);
    let random = &program.token()[37..80];
    assert!(!file.text.contains(random), "{}", file.text);
}

#[tokio::test]
async fn a_stream_may_be_opened_by_a_key_and_ends_with_it() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let served = Served::start(&app).await;
    for end in ["revoke", "suspend"] {
        let program = user.program(&["read"]).await;
        let (mut events, _) = served.listen(program.token(), None).await;
        let row = app.notify(user.user.id, Match::of("rust")).await;
        assert_eq!(events.next().await.unwrap().id, row.seq);
        match end {
            "revoke" => user.delete(&format!("/api/keys/{}", program.id)).await.expect(204).status,
            _ => {
                let admin = app.administrator("admin@example.com").await;
                let path = format!("/api/admin/users/{}/suspend", user.user.id);
                admin.post(&path, json!({})).await.expect(204).status
            }
        };
        assert!(events.next().await.is_none(), "{end}");
    }
    served.stop().await;
}

#[tokio::test]
async fn an_email_reports_a_new_key_and_another_that_it_soon_expires() {
    let mail = MailApp::init().await;
    let user = mail.app.new_user("ada@example.com").await;
    let key = json!({"name": "My <script>", "scopes": ["read", "notifications"], "days": 30});
    user.post("/api/keys", key).await.expect(201);
    // Nobody is reminded of a key that was created for a week.
    let short = json!({"name": "short", "scopes": ["read"], "days": 7});
    let short = user.post("/api/keys", short).await.expect(201).json;
    mail.drain().await;
    let path = format!("/api/keys/{}", short["key"]["_id"].as_str().unwrap());
    for days in [22, 1, 1] {
        mail.app.clock.advance(TimeDelta::days(days));
        remind(&mail.app).await.unwrap();
        mail.drain().await;
    }
    let mails = mail.mails();
    let subjects: Vec<_> = mails.iter().map(|mail| mail.subject.as_str()).collect();
    assert_eq!(
        subjects,
        ["An API key was created", "An API key was created", "An API key expires soon"]
    );
    let created =
        mails.iter().find(|mail| mail.html.as_deref().unwrap().contains("My &#60;script"));
    let created = created.unwrap();
    for (mail, parts) in [
        (created, &["“My <script>”", "read your keywords", "change your notifications"][..]),
        (&mails[2], &["“My <script>”", "never been used"][..]),
    ] {
        let text = mail.text.as_deref().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
        for part in parts.iter().chain(&["https://harken.example/settings"]) {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
        assert!(!mail.html.as_deref().unwrap().contains("<script>"));
    }
    // A message about a key that is gone is not sent.
    let user = mail.app.sign_in(user.user.id).await;
    user.delete(&path).await.expect(204);
    let gone = user.post("/api/keys", json!({"name": "x", "scopes": ["read"]})).await.json;
    let path = format!("/api/keys/{}", gone["key"]["_id"].as_str().unwrap());
    user.delete(&path).await.expect(204);
    mail.drain().await;
    assert_eq!(mail.mails().len(), 3);
}

#[tokio::test]
async fn no_token_is_logged_and_what_is_done_with_one_is_its_users() {
    // With one subscriber alone, what another thread meets first would count as logged by nobody.
    static OTHER: LazyLock<Dispatch> =
        LazyLock::new(|| Dispatch::new(tracing_subscriber::registry()));
    LazyLock::force(&OTHER);
    let file = tempfile::NamedTempFile::new().unwrap();
    let logging = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(Arc::new(file.reopen().unwrap()));
    let _logging = tracing::subscriber::set_default(logging.finish());
    let app = TestApp::init().await;
    let admin = app.administrator("admin@example.com").await;
    let bob = app.new_user("bob@example.com").await;
    let program = admin.program(&["admin"]).await;
    let path = format!("/api/admin/users/{}/suspend", bob.user.id);
    program.client.post(&path, json!({})).await.expect(204);
    let log = program.client.get("/api/admin/audit-log").await.expect(200);
    assert_eq!(log.json["entries"][0]["actor"]["_id"], json!(admin.user.id));
    program.client.get("/api/keywords").await.expect(403);
    app.clock.advance(TimeDelta::days(90));
    program.client.get("/api/keywords").await.expect(401);
    app.sql("ALTER TABLE api_keys RENAME TO hidden").await;
    program.client.get("/api/keywords").await.expect(500);
    let logged = std::fs::read_to_string(file.path()).unwrap();
    assert!(logged.contains("a request failed"), "{logged}");
    let random = &program.token()[37..80];
    assert!(!logged.contains(random) && !log.text.contains(random), "{logged}");
}
