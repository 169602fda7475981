//! The promises of the API as a whole: which calls exist, and whose data they affect.

use std::collections::BTreeSet;

use crate::support::calls::{JSON, calls};
use crate::support::prelude::*;

/// Section 7 of the product's specification.
const SPECIFIED: [&str; 33] = [
    "POST /auth/register",
    "POST /auth/login",
    "POST /auth/resend-verification",
    "GET /auth/verify-email/{token}",
    "GET /users/profile",
    "PUT /users/profile",
    "PUT /users/notifications",
    "PUT /users/settings",
    "GET /keywords",
    "GET /keywords/{id}",
    "POST /keywords",
    "PUT /keywords/{id}",
    "DELETE /keywords/{id}",
    "PATCH /keywords/{id}/toggle",
    "GET /keywords/{id}/stats",
    "GET /subreddits/validate/{name}",
    "GET /notifications",
    "GET /notifications/grouped",
    "GET /notifications/recent/popup",
    "GET /notifications/stats",
    "GET /notifications/unread/count",
    "PATCH /notifications/{id}/read",
    "PATCH /notifications/{id}/archive",
    "DELETE /notifications/{id}",
    "GET /subscriptions/status",
    "GET /subscriptions/usage",
    "POST /subscriptions/create-checkout-session",
    "POST /subscriptions/cancel",
    "POST /subscriptions/reactivate",
    "POST /subscriptions/create-portal-session",
    "GET /subscriptions/create-portal-session",
    "POST /ai/comprehensive-insights",
    "GET /ai/usage",
];

/// The calls beyond the specification, and the reason for each.
const ADDED: &[(&str, &str)] = &[
    ("POST /setup/look", "the first start: what the link in the terminal is good for"),
    ("POST /setup", "the first start: the first account, and what is read"),
    ("GET /auth/verification/{token}", "opening a link changes nothing: scanners open links, too"),
    ("POST /auth/verification/{token}", "the page of the link asks for a password"),
    ("POST /auth/refresh", "access tokens live for minutes"),
    ("POST /auth/logout", "signing out ends the session on the server too"),
    ("POST /auth/forgot-password", "the login screen links to it"),
    ("POST /auth/reset-password", "the link in the mail of the former"),
    ("PUT /users/password", "settings: change the password"),
    ("GET /deliveries/failed", "what could not be delivered is told, not kept quiet"),
    ("POST /deliveries/failed/dismiss", "it is told once"),
    ("POST /deliveries/failed/replay", "an address that failed for long is sent all of it at once"),
    ("POST /users/mail/retry", "the banner that tells of a refused address"),
    ("POST /users/mail/test", "first steps: whether mail arrives, before the first alert"),
    ("GET /users/first-steps", "the dashboard guides a new account"),
    ("DELETE /users/first-steps", "first steps: close them"),
    ("GET /items/suggested-keywords", "first steps: a keyword from what is being said"),
    ("GET /users/sessions", "settings: where one is signed in"),
    ("DELETE /users/sessions/{id}", "settings: sign out elsewhere"),
    ("DELETE /users/sessions", "settings: sign out everywhere else"),
    ("GET /keys", "settings: the keys by which programs call the API"),
    ("POST /keys", "creates one, whose token is shown once"),
    ("DELETE /keys/{id}", "revokes one"),
    ("GET /users/export", "settings: one's data, to take along"),
    ("POST /users/delete-account", "settings: leave"),
    ("PATCH /keywords/{id}/snooze", "lets a watch's alerts wait for a while"),
    ("GET /keywords/activity", "the keywords' cards show how they have been doing"),
    ("GET /analytics", "what Pro sells as analytics; the specification names no call"),
    ("GET /coverage", "what was read of what one watches, and what was missed"),
    ("GET /coverage/{place}", "the same of one subreddit, by the hour"),
    ("POST /coverage/plan", "the dialog says what one more subreddit costs"),
    ("GET /keywords/coverage", "the keywords' cards say since when nothing is missing"),
    ("GET /keywords/{id}/coverage", "the same of one keyword"),
    (
        "GET /keywords/{id}/proposal",
        "after some matches were not relevant: the change that drops them",
    ),
    ("DELETE /keywords/{id}/proposal", "who does not want that change is not asked again"),
    ("GET /keywords/near-misses", "what a keyword would have matched with one small change"),
    ("DELETE /keywords/{id}/near-misses", "who does not want that is not asked again for a week"),
    ("GET /keywords/set-aside", "how much was set aside as probably not relevant"),
    ("PUT /keywords/{id}/ignored-words", "words that no longer count against matches"),
    ("POST /hearing-tests", "a person hears for themselves that alerts arrive"),
    ("GET /hearing-tests/{id}", "the way of the test's post, step by step"),
    ("PUT /keywords/{id}/variant", "another rule is tried beside the keyword's own"),
    ("GET /keywords/{id}/variant", "what would be different with it"),
    ("DELETE /keywords/{id}/variant", "it is enough"),
    ("GET /keywords/{id}/judged-matches", "the change is edited, and tried on the same matches"),
    ("POST /keywords/bulk", "changes the chosen keywords in one go"),
    ("POST /keywords/preview", "what a watch would find, before it is saved"),
    ("POST /keywords/{id}/backfill", "adds the matches of the last day to a new watch"),
    ("POST /keywords/import", "brings keywords along from elsewhere"),
    ("GET /notifications/{id}/explanation", "the alert card says why it is there"),
    ("PATCH /notifications/{id}/unread", "undoes reading and archiving"),
    ("PATCH /notifications/{id}/restore", "undoes deleting"),
    ("POST /notifications/read", "marks a group or all of them read"),
    ("GET /notifications/worth-a-reply", "what is most worth a reply, with the reasons"),
    ("POST /notifications/move", "moves a selection, and takes that back"),
    ("GET /notifications/kept", "which matches have a star, a note or a snooze"),
    ("PUT /notifications/{id}/kept", "stars, notes and snoozes of matches"),
    ("GET /items/recent", "the preview in the keyword dialog"),
    ("POST /items", "programs send the items of a source"),
    ("DELETE /items", "deletes one that was sent"),
    ("GET /notifications/search", "finds what was found, by its words"),
    ("GET /notifications/ids", "selects all that match, however many"),
    ("GET /notifications/export", "one's matches as a table or a document"),
    ("GET /searches", "what one looks for again and again"),
    ("POST /searches", "saves a search"),
    ("PUT /searches/{id}", "renames one"),
    ("DELETE /searches/{id}", "deletes one"),
    ("GET /live", "new matches show by themselves"),
    ("GET /push/key", "a browser subscribes by it"),
    ("POST /push/subscriptions", "a browser that may show alerts"),
    ("GET /unsubscribe/{token}", "the link at the foot of a mail"),
    ("POST /unsubscribe/{token}", "its button, and a mail program's (RFC 8058)"),
    ("GET /endpoints", "settings of channels: where alerts go besides mail"),
    ("POST /endpoints", "adds a webhook, Slack, Discord, Telegram or ntfy"),
    ("PUT /endpoints/{id}", "renames or pauses one, chooses its watches, or moves it"),
    ("DELETE /endpoints/{id}", "removes one, a browser too"),
    ("POST /endpoints/{id}/test", "sends a test and shows the real result"),
    ("POST /endpoints/test", "a channel is tried before it is added"),
    ("GET /endpoints/{id}/secret", "a receiver checks signatures by it"),
    ("POST /endpoints/{id}/secret", "when it has become known"),
    ("GET /endpoints/{id}/template", "the form of a webhook's requests, to change it"),
    ("POST /endpoints/template/preview", "what a template makes of a match"),
    ("GET /endpoints/{id}/deliveries", "the delivery log with every attempt"),
    ("POST /deliveries/{id}/replay", "sends a message again"),
    ("GET /feeds", "the addresses of one's feeds"),
    ("POST /feeds/reset", "when an address has become known"),
    ("GET /feeds/{token}/{file}", "what feed readers read"),
    ("GET /sources/feeds", "the feeds that one follows, and how they are read"),
    ("POST /sources/feeds", "follows a feed"),
    ("DELETE /sources/feeds/{id}", "gives one up"),
    ("POST /sources/feeds/import", "brings feeds along from another reader"),
    ("GET /sources/feeds/export", "takes them along to another one"),
    ("GET /mutes", "what one does not want to be told of"),
    ("POST /mutes", "mutes an author, subreddit, thread or word"),
    ("POST /mutes/several", "mutes the authors of a selection"),
    ("POST /mutes/end", "takes that back in one go"),
    ("POST /mutes/preview", "how much a mute would clean up"),
    ("DELETE /mutes/{id}", "ends a mute, and undoes its cleaning up"),
    ("PATCH /notifications/{id}/not-relevant", "tells matches that help from those that do not"),
    ("GET /status", "the dashboard: silence is noticed"),
    ("GET /alerts/{token}", "the page behind an alert's mute and snooze"),
    ("POST /alerts/{token}", "its buttons, and the actions of a push message"),
    ("GET /ai/insights", "the latest result and what is being made, on any device"),
    ("DELETE /ai/insights", "Clear Insights"),
    ("POST /ai/insights/restore", "undoes Clear Insights"),
    (
        "GET /ai/insights/demo",
        "the sample data of demo mode, without a call that would begin a run at midnight",
    ),
    ("DELETE /ai/runs/{id}", "ends what is being made"),
    ("GET /ai/runs/{id}/events", "its progress by keyword"),
    ("GET /admin/users", "administration: the accounts, and what they cost"),
    ("GET /admin/users/{id}", "the same of one, with its usage"),
    ("DELETE /admin/users/{id}", "administration: delete one"),
    (
        "POST /admin/users/{id}/suspend",
        "an account that does harm is stopped, and nothing of it is lost",
    ),
    ("POST /admin/users/{id}/unsuspend", "undoes it"),
    ("POST /admin/invitations", "administration: a link for somebody who may register"),
    ("GET /admin/health", "administration: processes, sources and what waits to be sent"),
    ("POST /admin/messages/replay", "after an outage: what failed is sent again"),
    ("GET /admin/settings", "administration: who may register, limits, the status page"),
    ("PATCH /admin/settings", "changes them without a restart"),
    ("PUT /admin/announcement", "administration: what all users are told"),
    ("DELETE /admin/announcement", "withdraws it"),
    ("GET /public-status", "users see whether it is the server or their keyword"),
    ("GET /admin/audit-log", "administration: what was done, by whom and when"),
    ("GET /healthz", "for who runs Harken"),
    ("GET /livez", "whether the process is to be started anew"),
    ("GET /readyz", "whether it is to be sent requests"),
];

#[test]
fn the_calls_are_the_specified_ones_and_the_listed_additions() {
    let there_are: BTreeSet<String> = calls()
        .iter()
        .map(|call| format!("{} {}", call.method, call.path.trim_start_matches("/api")))
        .collect();
    let added = ADDED.iter().map(|(call, _)| *call);
    let promised: BTreeSet<String> =
        SPECIFIED.into_iter().chain(added).map(str::to_owned).collect();
    assert_eq!(promised.len(), SPECIFIED.len() + ADDED.len());
    let missing: Vec<_> = promised.difference(&there_are).collect();
    let unlisted: Vec<_> = there_are.difference(&promised).collect();
    assert!(
        missing.is_empty() && unlisted.is_empty(),
        "missing: {missing:?}, not listed: {unlisted:?}"
    );
}

#[test]
fn every_call_needs_a_token_but_those_that_are_made_without_an_account() {
    let open: BTreeSet<String> = calls()
        .iter()
        .filter(|call| !call.secured)
        .map(|call| call.path.trim_start_matches("/api").to_owned())
        .collect();
    let expected = [
        "/alerts/{token}",
        "/auth/forgot-password",
        "/auth/login",
        "/auth/logout",
        "/auth/refresh",
        "/auth/register",
        "/auth/resend-verification",
        "/auth/reset-password",
        "/auth/verification/{token}",
        "/auth/verify-email/{token}",
        "/feeds/{token}/{file}",
        "/healthz",
        "/livez",
        "/public-status",
        "/readyz",
        "/setup",
        "/setup/look",
        "/unsubscribe/{token}",
    ];
    assert_eq!(open, expected.map(str::to_owned).into());
}

/// The calls that no API key can make, although they need a user.
const FOR_SESSIONS: [&str; 29] = [
    "DELETE /keys/{id}",
    "DELETE /users/first-steps",
    "DELETE /users/sessions",
    "DELETE /users/sessions/{id}",
    "GET /endpoints/{id}/secret",
    "GET /endpoints/{id}/template",
    "GET /feeds",
    "GET /keys",
    "GET /push/key",
    "GET /subscriptions/create-portal-session",
    "GET /subscriptions/status",
    "GET /subscriptions/usage",
    "GET /users/export",
    "GET /users/sessions",
    "POST /endpoints/{id}/secret",
    "POST /feeds/reset",
    "POST /keys",
    "POST /push/subscriptions",
    "POST /subscriptions/cancel",
    "POST /subscriptions/create-checkout-session",
    "POST /subscriptions/create-portal-session",
    "POST /subscriptions/reactivate",
    "POST /users/delete-account",
    "POST /users/mail/retry",
    "POST /users/mail/test",
    "PUT /users/notifications",
    "PUT /users/password",
    "PUT /users/profile",
    "PUT /users/settings",
];

/// The calls that change something by their method, and need no more than reading.
const READING: [&str; 3] = ["POST /coverage/plan", "POST /keywords/preview", "POST /mutes/preview"];

#[test]
fn each_call_names_the_scope_that_it_needs_of_a_key() {
    let mut for_sessions = Vec::new();
    for call in calls().iter().filter(|call| call.secured) {
        let shown = format!("{} {}", call.method, call.path.trim_start_matches("/api"));
        let Some(scope) = call.scope.as_deref() else {
            for_sessions.push(shown);
            continue;
        };
        let reads = call.method == "GET" || READING.contains(&shown.as_str());
        match call.path.starts_with("/api/admin/") {
            true => assert_eq!(scope, "admin", "{shown}"),
            false => {
                assert_eq!(scope == "read", reads, "{shown}: {scope}");
                assert_ne!(scope, "admin", "{shown}");
            }
        }
    }
    for_sessions.sort();
    assert_eq!(for_sessions, FOR_SESSIONS);
}

/// Creates an API key, and returns a client that has it.
async fn with_key(user: &Client, scopes: &[&str]) -> Client {
    let key = json!({"name": "x", "scopes": scopes});
    let created = user.post("/api/keys", key).await.expect(201).json;
    user.with_token(created["token"].as_str().unwrap())
}

#[tokio::test]
async fn a_key_makes_the_calls_of_its_scope_and_no_others() {
    let many = 1_000_000;
    let settings = ["keyword_changes_per_minute", "notification_changes_per_minute"]
        .into_iter()
        .chain(["subreddit_checks_per_minute", "hearing_tests_per_hour", "key_calls_per_minute"])
        .map(|limit| format!("limits.{limit}={many}"));
    let settings: Vec<String> = settings.collect();
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    let test = TestApp::init_with(&settings).await;
    let ada = test.administrator("ada@example.com").await;
    for scope in ["read", "keywords", "notifications", "ingest", "admin"] {
        let program = with_key(&ada, &[scope]).await;
        for call in calls().iter().filter(|call| call.secured) {
            let needed = call.scope.as_deref();
            // A stream does not end.
            if call.path == "/api/live" && needed == Some(scope) {
                continue;
            }
            let answer = call.send(&program, &call.nowhere(), JSON, "{}".to_owned()).await;
            let shown = format!("{} {} with {scope}: {}", call.method, call.path, answer.text);
            match needed {
                None => {
                    assert_eq!(
                        (answer.status, answer.code()),
                        (403, "SESSION_REQUIRED"),
                        "{shown}"
                    );
                }
                Some(needed) if needed == scope => {
                    assert!(!matches!(answer.status, 401 | 500), "{shown}");
                    assert!(
                        !["KEY_SCOPE_MISSING", "SESSION_REQUIRED"].contains(&answer.code()),
                        "{shown}"
                    );
                }
                Some(needed) => {
                    assert_eq!(
                        (answer.status, answer.code()),
                        (403, "KEY_SCOPE_MISSING"),
                        "{shown}"
                    );
                    let text = answer.json["message"].as_str().unwrap();
                    assert!(text.contains(&format!("“{needed}”")), "{shown}");
                }
            }
        }
    }
}

#[tokio::test]
async fn the_document_is_harkens_with_harkens_version() {
    let (_app, anon) = TestApp::init().await.anon();
    let document = anon.get("/api/openapi.json").await.json;
    let info = &document["info"];
    assert_eq!(
        (&info["title"], &info["version"]),
        (&json!("Harken"), &json!(env!("CARGO_PKG_VERSION")))
    );
    assert!(!info.to_string().to_lowercase().contains("utoipa"), "{info}");
    // Each call once, although the calls are first assembled in a separate document.
    assert!(document["components"]["securitySchemes"]["token"].is_object());
}

#[tokio::test]
async fn what_belongs_to_another_user_does_not_exist() {
    let (test, _, ada) = TestApp::init().await.with_user().await;
    // The scope for administrators alone does not make one.
    test.make_administrator(&ada.user).await;
    let program = with_key(&ada, &["read", "keywords", "notifications", "ingest", "admin"]).await;
    test.sql("UPDATE users SET is_administrator = false").await;
    let bob = test.new_user("bob@example.com").await;
    let watch = bob.post("/api/keywords", json!({"keyword": "rust"})).await;
    let watch = watch.json["_id"].as_str().unwrap().to_owned();
    let notification = test.notify(bob.user.id, Match::of("rust")).await;
    let muted = json!({"kind": "word", "value": "tea"});
    let muted = bob.post("/api/mutes", muted).await.json;
    let mute = muted["mute"]["_id"].as_str().unwrap().to_owned();
    let sessions = bob.get("/api/users/sessions").await.json;
    let session = sessions["sessions"][0]["_id"].as_str().unwrap().to_owned();
    test.make_pro(&bob.user).await;
    let hook = json!({"channel": "webhook", "name": "a", "url": "https://example.com/hook"});
    let search = json!({"name": "tea", "filters": {"q": "tea"}});
    let search = bob.post("/api/searches", search).await;
    let search = search.json["_id"].as_str().unwrap().to_owned();
    let endpoint = bob.post("/api/endpoints", hook).await;
    let endpoint = endpoint.json["_id"].as_str().unwrap().to_owned();
    let message = test.notify_by_mail(bob.user.id, Match::of("mail")).await.to_string();
    let key = bob.post("/api/keys", json!({"name": "x", "scopes": ["read"]})).await;
    let key = key.json["key"]["_id"].as_str().unwrap().to_owned();
    let run = bob.generate().await.json["_id"].as_str().unwrap().to_owned();
    let feed = Uuid::now_v7();
    let place = "feed/blog.example/0a1b2c3d";
    test.sql("INSERT INTO feed_hosts VALUES ('blog.example', now())").await;
    test.sql(&format!(
        "INSERT INTO feeds (id, place, origin, address, host, created_at, next_poll_at, interval_seconds)
         VALUES ('{feed}', '{place}', 'https://blog.example/', 'https://blog.example/', 'blog.example',
                 now(), now(), 300)"
    ))
    .await;
    let user = bob.user.id;
    let follows = format!("INSERT INTO user_feeds VALUES ('{user}', '{feed}', now())");
    test.sql(&follows).await;
    let lists = [
        "/api/sources/feeds",
        "/api/ai/insights",
        "/api/keywords",
        "/api/notifications",
        "/api/users/sessions",
        "/api/endpoints",
        "/api/feeds",
        "/api/keys",
        "/api/mutes",
        "/api/searches",
    ];
    let mut before = Vec::new();
    for list in lists {
        before.push(bob.get(list).await.json);
    }
    let tested = bob.post("/api/hearing-tests", json!({"watchId": watch})).await;
    let tested = tested.json["_id"].as_str().unwrap().to_owned();
    let mut tried = 0;
    for call in calls().iter().filter(|call| call.path.contains("{id}")) {
        let id = match call.path.split('/').nth(2).unwrap() {
            "keywords" => watch.clone(),
            "notifications" => notification.id.to_string(),
            "users" => session.clone(),
            "endpoints" => endpoint.clone(),
            "deliveries" => message.clone(),
            "mutes" => mute.clone(),
            "ai" => run.clone(),
            "searches" => search.clone(),
            "sources" => feed.to_string(),
            "hearing-tests" => tested.clone(),
            "keys" => key.clone(),
            "admin" => user.to_string(),
            noun => panic!("make one of {noun} for Bob above"),
        };
        let body =
            "{\"keyword\": \"mine\", \"name\": \"mine\", \"word\": \"mine\", \"ignored\": true}"
                .to_owned();
        let answer = call.send(&ada, &call.at(&id), JSON, body.clone()).await;
        let shown = format!("{} {}: {}", call.method, call.path, answer.text);
        assert_eq!((answer.status, answer.code()), (404, "NOT_FOUND"), "{shown}");
        if call.scope.is_some() {
            let by_key = call.send(&program, &call.at(&id), JSON, body).await;
            assert_eq!(
                (by_key.status, &by_key.json["code"]),
                (404, &answer.json["code"]),
                "{shown}"
            );
        }
        tried += 1;
    }
    assert!(tried >= 9, "{tried}");
    // Everything still exists, unchanged.
    for (list, before) in lists.into_iter().zip(before) {
        assert_eq!(bob.get(list).await.json, before, "{list}");
    }
}

#[tokio::test]
async fn a_parameter_that_cannot_be_read_is_named() {
    let (_test, _, ada) = TestApp::init().await.with_user().await;
    for (query, name) in [("page=x", "page"), ("limit=-1", "limit"), ("page=1&page=2", "page")] {
        let answer = ada.get(&format!("/api/notifications?{query}")).await;
        assert_eq!((answer.status, answer.code()), (400, "INVALID_QUERY"), "{query}");
        let fields = answer.json["fields"].as_object().unwrap();
        assert_eq!(fields.keys().collect::<Vec<_>>(), [name], "{query}: {}", answer.text);
        assert_eq!(answer.json["message"], fields[name], "{query}");
    }
}
