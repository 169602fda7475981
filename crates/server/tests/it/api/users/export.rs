use std::collections::BTreeSet;

use crate::support::prelude::*;

const PATH: &str = "/api/users/export";

#[tokio::test]
async fn all_that_belongs_to_the_user_and_nothing_else_is_in_the_file() {
    let (app, anon, user) = TestApp::init().await.with_user().await;
    let other = app.new_user("other@example.com").await;
    app.notify(other.user.id, Match::of("theirs")).await;
    other.post("/api/keywords", json!({"keyword": "theirs"})).await;
    let watch = user.post("/api/keywords", json!({"keyword": "mine"})).await.json;
    let odd = "quote \" backslash \\ line\nbreak \u{1f980}";
    let mut matched = Match::of("mine");
    matched.body = odd.to_owned();
    app.notify(user.user.id, matched).await;
    let deleted = app.notify(user.user.id, Match::of("gone")).await;
    user.delete(&format!("/api/notifications/{}", deleted.id)).await;
    let file = user.get(PATH).await.expect(200);
    assert_eq!(file.headers["content-type"], "application/json");
    let json = &file.json;
    let keys: Vec<&String> = json.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        [
            "apiKeys",
            "auditLog",
            "deliveries",
            "endpoints",
            "exportedAt",
            "followedFeeds",
            "insights",
            "keptMatches",
            "matchAuthors",
            "matchHours",
            "matchPlaces",
            "mutes",
            "notifications",
            "savedSearches",
            "sessions",
            "setAside",
            "subscriptions",
            "user",
            "variants",
            "watches"
        ]
    );
    assert_eq!(json["user"]["email"], "reader@example.com");
    assert_eq!(json["watches"], json!([watch]));
    assert_eq!(json["notifications"].as_array().unwrap().len(), 1);
    assert_eq!(json["notifications"][0]["redditPost"]["content"], odd);
    assert_eq!(json["sessions"][0]["isCurrent"], true);
    assert_eq!(json["insights"], json!(null));
    assert_eq!(anon.get(PATH).await.status, 401);
}

#[tokio::test]
async fn an_empty_account_is_exported_too() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    let file = user.get(PATH).await.json;
    for list in ["watches", "notifications", "deliveries", "matchHours", "mutes", "auditLog"] {
        assert_eq!(file[list], json!([]), "{list}");
    }
}

/// What becomes of a table's rows in an export.
enum Exported {
    /// They are in this part of the document.
    In(&'static str),
    /// They are not, for this reason.
    Not(&'static str),
}

use Exported::{In, Not};

/// The tables whose rows belong to a user.
const TABLES: [(&str, Exported); 46] = [
    ("api_keys", In("apiKeys")),
    ("attempts", In("deliveries")),
    ("audit_log", In("auditLog")),
    ("billing_customers", In("subscriptions")),
    ("checkouts", Not("purchases that were begun, which the payment provider has")),
    ("counted_matches", Not("a position in the job that counts matches")),
    ("digest_entries", Not("which notifications share a message")),
    ("digests", Not("which notifications share a message")),
    ("email_tokens", Not("hashes of links")),
    ("endpoints", In("endpoints")),
    ("feed_credentials", Not("passwords; the feeds show that there are some")),
    ("hearing_tests", Not("a post that Harken made up, kept for an hour")),
    ("ignored_words", In("setAside")),
    ("insight_jobs", Not("work that is in progress")),
    ("insight_parts", Not("work that is in progress")),
    ("insight_results", In("insights")),
    ("invitations", Not("hashes of links")),
    ("kept_matches", In("keptMatches")),
    ("learned_users", Not("when the job that learns last ran")),
    ("learned_watches", Not("weights, learned from what is in the notifications")),
    ("live_cursors", Not("a position in the sequence of notifications")),
    ("mail_bounces", Not("when emails came back; what follows from it is in the user")),
    ("match_authors", In("matchAuthors")),
    ("match_hours", In("matchHours")),
    ("match_places", In("matchPlaces")),
    ("mutes", In("mutes")),
    ("near_misses", Not("suggestions, made of public posts and replaced every week")),
    ("notification_counts", Not("sums of what is in the notifications")),
    ("notification_versions", Not("a counter of changes")),
    ("notifications", In("notifications")),
    ("outbox", In("deliveries")),
    ("pushed_items", Not("items that wait for a moment until they are stored")),
    ("refresh_tokens", Not("hashes of tokens")),
    ("saved_searches", In("savedSearches")),
    ("second_opinions", Not("answers of a language model, made of what is in the notifications")),
    ("sessions", In("sessions")),
    ("set_aside", In("setAside")),
    ("subscriptions", In("subscriptions")),
    ("unlisted_matches", Not("counts that are kept for a day")),
    ("user_feed_use", Not("counts that are kept for a day")),
    ("user_feeds", In("followedFeeds")),
    ("users", In("user")),
    ("watch_changes", Not("numbers of transactions, kept for a day")),
    ("watch_variants", In("variants")),
    ("watches", In("watches")),
    ("deleted_users", Not("accounts that no longer exist")),
];

/// Selects the tables that name a user, and those that refer to them, in any number of steps.
const TABLES_OF_USERS: &str = "
    WITH RECURSIVE tables AS (
        SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace
            AND relkind IN ('r', 'p') AND NOT relispartition
    ), of_users AS (
        SELECT tables.oid FROM tables JOIN pg_attribute ON attrelid = tables.oid AND NOT attisdropped
        WHERE attname IN ('user_id', 'actor_id', 'subject_id', 'used_by', 'watch_id', 'outbox_id')
            OR tables.oid IN ('users'::regclass, 'deleted_users'::regclass)
        UNION SELECT tables.oid FROM of_users
        JOIN pg_constraint ON contype = 'f' AND confrelid = of_users.oid
        JOIN tables ON tables.oid = conrelid
    )
    SELECT oid::regclass::text AS name FROM of_users";

#[tokio::test]
async fn every_table_with_rows_of_users_is_exported_or_there_is_a_reason() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    let found: BTreeSet<String> = app.rows(TABLES_OF_USERS).await.into_iter().collect();
    let listed: BTreeSet<String> = TABLES.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(found, listed);
    let file = user.get(PATH).await.json;
    for (table, exported) in &TABLES {
        match exported {
            In(part) => assert!(file.get(part).is_some(), "{table}: {part}"),
            Not(reason) => assert!(!reason.is_empty(), "{table}"),
        }
    }
}

#[tokio::test]
async fn mutes_variants_attempts_counts_and_audit_entries_are_in_the_file() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    app.make_pro(&user.user).await;
    let other = app.administrator("admin@example.com").await;
    let watch = user.post("/api/keywords", json!({"keyword": "kettle"})).await.json;
    let id = watch["_id"].as_str().unwrap();
    let variant =
        json!({"keyword": "kettle AND quiet", "mode": "query", "excludedAuthors": ["bot"]});
    user.put(&format!("/api/keywords/{id}/variant"), variant).await.expect(200);
    user.post("/api/mutes", json!({"kind": "word", "value": "giveaway"})).await.expect(201);
    for by in [user.user.id, other.user.id] {
        let message = app.notify_by_mail(by, Match::of("kettle")).await;
        app.sql(&format!(
            "INSERT INTO attempts (id, outbox_id, number, started_at, finished_at, outcome, detail)
             SELECT gen_random_uuid(), '{message}', n, now() + n * interval '1 s',
                    now() + n * interval '1 s', 'retry', 'busy ' || n
             FROM generate_series(1, 2) n"
        ))
        .await;
        for counts in [
            format!(
                "match_hours SELECT '{by}', '2026-03-01', '{id}', h, h, h
                 FROM (SELECT array_fill(1, ARRAY[24])::text AS h) AS hours"
            ),
            format!("match_places VALUES ('{by}', '{id}', '2026-03-01', '{{\"tea\": 2}}')"),
            format!("match_authors VALUES ('{by}', '2026-03-01', '{id}', '', '{{\"ann\": 2}}')"),
        ] {
            app.sql(&format!("INSERT INTO {counts}")).await;
        }
    }
    let suspended = format!("/api/admin/users/{}", user.user.id);
    for act in ["suspend", "unsuspend"] {
        other.post(&format!("{suspended}/{act}"), json!({})).await.expect(204);
    }
    let user = app.sign_in(user.user.id).await;
    let file = user.get(PATH).await.expect(200).json;
    let one = |part: &str| {
        let rows = file[part].as_array().unwrap();
        assert_eq!(rows.len(), 1, "{part}: {rows:?}");
        rows[0].clone()
    };
    let variant = one("variants");
    assert_eq!(
        (&variant["watchId"], &variant["keyword"]),
        (&json!(id), &json!("kettle AND quiet"))
    );
    assert_eq!(variant["excludedAuthors"], json!(["bot"]));
    assert_eq!(one("mutes")["value"], "giveaway");
    let attempts = one("deliveries")["attempts"].clone();
    assert_eq!(
        (&attempts[0]["detail"], &attempts[1]["detail"]),
        (&json!("busy 1"), &json!("busy 2"))
    );
    let hours = one("matchHours");
    assert_eq!((&hours["day"], &hours["opened"]), (&json!("2026-03-01"), &json!(vec![1; 24])));
    assert_eq!(one("matchPlaces")["places"], json!({"tea": 2}));
    assert_eq!(one("matchAuthors")["authors"], json!({"ann": 2}));
    let log = file["auditLog"].as_array().unwrap();
    let acts: Vec<&Value> = log.iter().map(|entry| &entry["act"]).collect();
    assert_eq!(acts, ["account_suspended", "account_unsuspended"]);
    assert_eq!((&log[0]["isByUser"], &log[0]["isAboutUser"]), (&json!(false), &json!(true)));
    // Who did it is not the user's data.
    assert!(!file.to_string().contains(&other.user.id.to_string()));
}

#[tokio::test]
async fn what_takes_many_batches_is_whole_and_in_order() {
    let (app, _, user) =
        TestApp::init_with(&["limits.keyword_changes_per_minute=1000"]).await.with_user().await;
    app.make_pro(&user.user).await;
    for n in 0..201 {
        user.post("/api/keywords", json!({"keyword": format!("word{n}")})).await.expect(201);
    }
    let mut made = Vec::new();
    for n in 0..401 {
        let row = app.notify(user.user.id, Match::of(&format!("word{n}"))).await;
        made.push(json!(row.id));
    }
    let id = user.user.id;
    app.sql(&format!(
        "INSERT INTO outbox (id, channel, kind, user_id, subject_id, due_at, created_at)
         SELECT gen_random_uuid(), 'mail', 'match', '{id}', gen_random_uuid(), now(), now()
         FROM generate_series(1, 201)"
    ))
    .await;
    app.sql(&format!(
        "INSERT INTO match_hours SELECT '{id}', '2026-03-01'::date + n / 3, gen_random_uuid(), h, h, h
         FROM (SELECT array_fill(1, ARRAY[24])::text AS h) AS hours, generate_series(1, 401) n"
    ))
    .await;
    let messages: Vec<Uuid> = app.rows("SELECT id FROM outbox ORDER BY id").await;
    let file = user.get(PATH).await.json;
    assert_eq!(file["watches"].as_array().unwrap().len(), 201);
    let exported: Vec<_> =
        file["notifications"].as_array().unwrap().iter().map(|n| n["_id"].clone()).collect();
    assert_eq!(exported, made);
    let listed = file["deliveries"].as_array().unwrap().iter().map(|one| one["_id"].clone());
    assert_eq!(listed.collect::<Vec<_>>(), messages.iter().map(|id| json!(id)).collect::<Vec<_>>());
    let hours = file["matchHours"].as_array().unwrap();
    let keys =
        hours.iter().map(|one| (one["day"].as_str().unwrap(), one["watchId"].as_str().unwrap()));
    let keys: Vec<_> = keys.collect();
    assert!(keys.len() == 401 && keys.is_sorted(), "{}", keys.len());
}

#[tokio::test]
async fn the_files_name_carries_the_users_date() {
    let (app, _, user) = TestApp::init().await.with_user().await;
    for (zone, hours) in [("UTC", 0), ("Etc/GMT-14", 14), ("Etc/GMT+12", -12)] {
        app.sql(&format!("UPDATE users SET time_zone = '{zone}'")).await;
        let date = (app.clock.now() + TimeDelta::hours(hours)).date_naive();
        assert_eq!(
            user.get(PATH).await.headers["content-disposition"],
            format!("attachment; filename=\"harken-export-{date}.json\"")
        );
    }
}
