//! Counts of matches: always those of the rows, whatever part has been counted already.

use std::collections::BTreeMap;

use api::analytics::{Analytics, AnalyticsQuery};
use chrono::{NaiveDate, Timelike};
use chrono_tz::Tz;
use diesel_async::RunQueryDsl;
use ingest::match_counts::{Round, count_some};
use ingest::retention::delete_outdated;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde::Deserialize;
use sims::forum::{NewPost, State};

use crate::support::prelude::*;
use crate::support::sql::Reads;

const HN: &str = "news.ycombinator.com";

/// Counts until nothing is left to count.
async fn count_all(app: &TestApp) {
    let mut round = Some(Round::default());
    while let Some(next) = round {
        round = count_some(&app.pool, next).await.unwrap();
    }
}

async fn analytics(client: &Client, query: &str) -> Value {
    client.get(&format!("/api/analytics?{query}")).await.expect(200).json
}

/// Stores a match of a keyword, by its author, before it is counted.
async fn notify(
    app: &TestApp,
    user: Uuid,
    watch: Uuid,
    place: &str,
    author: &str,
    at: DateTime<Utc>,
) -> Uuid {
    let row = app.notify(user, Match::of("tea").in_subreddit(place).at(at)).await;
    app.sql(&format!("UPDATE notifications SET watch_id = '{watch}' WHERE id = '{}'", row.id))
        .await;
    app.sql(&format!("UPDATE items SET author = '{author}' WHERE id = '{}'", row.item_id)).await;
    row.id
}

#[derive(Deserialize)]
struct Row {
    watch_id: Uuid,
    created_at: DateTime<Utc>,
    opened: bool,
    not_relevant: bool,
    subreddit: String,
    author: String,
}

/// Returns what the answer must contain, counted from the rows themselves.
async fn recount(app: &TestApp, user: Uuid, zone: Tz, from: NaiveDate, until: NaiveDate) -> Value {
    let query = format!(
        "SELECT n.watch_id, n.created_at, n.status <> 'unread' AND n.not_relevant_at IS NULL AS opened,
                n.not_relevant_at IS NOT NULL AS not_relevant, i.subreddit, i.author
         FROM notifications n JOIN items i ON i.id = n.item_id AND i.seen_at = n.seen_at
         WHERE n.user_id = '{user}'"
    );
    let rows: Vec<Row> = app.rows(&query).await;
    let mut total = [0; 3];
    let mut days: BTreeMap<NaiveDate, [i64; 3]> = BTreeMap::new();
    let mut keywords: BTreeMap<Uuid, i64> = BTreeMap::new();
    let (mut places, mut authors) = (BTreeMap::new(), BTreeMap::new());
    let mut hours = vec![vec![0; 24]; 7];
    let in_range = |day: NaiveDate| (from..=until).contains(&day);
    for row in &rows {
        let local = row.created_at.with_timezone(&zone);
        if in_range(local.date_naive()) {
            let sums = [1, row.opened.into(), row.not_relevant.into()];
            let day = days.entry(local.date_naive()).or_default();
            for at in 0..3 {
                total[at] += sums[at];
                day[at] += sums[at];
            }
            *keywords.entry(row.watch_id).or_default() += 1;
            let weekday = chrono::Datelike::weekday(&local).num_days_from_monday() as usize;
            hours[weekday][local.hour() as usize] += 1;
        }
        if in_range(row.created_at.date_naive()) {
            *places.entry(row.subreddit.clone()).or_insert(0) += 1;
            if !row.author.is_empty() {
                let site = match row.subreddit.as_str() {
                    HN => HN,
                    _ => "",
                };
                *authors.entry(format!("{}{site}", row.author)).or_insert(0) += 1;
            }
        }
    }
    json!({"total": total, "days": days, "keywords": keywords, "places": places, "authors": authors,
           "hours": hours})
}

/// Returns the same summary of an answer.
fn said(answer: &Value) -> Value {
    let sums = |of: &Value| json!([of["matches"], of["opened"], of["notRelevant"]]);
    let map = |list: &Value, keys: &[&str]| -> BTreeMap<String, Value> {
        let list = list.as_array().unwrap().iter();
        let name = |one: &Value| keys.iter().map(|key| one[key].as_str().unwrap()).collect();
        list.filter(|one| one["matches"] != 0)
            .map(|one| (name(one), one["matches"].clone()))
            .collect()
    };
    let days: BTreeMap<&str, Value> = answer["days"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|day| day["matches"] != 0)
        .map(|day| (day["day"].as_str().unwrap(), sums(day)))
        .collect();
    json!({"total": sums(&answer["total"]), "days": days, "keywords": map(&answer["keywords"], &["_id"]),
           "places": map(&answer["places"], &["subreddit"]), "authors": map(&answer["authors"], &["author", "site"]),
           "hours": answer["hours"]})
}

#[tokio::test]
async fn whatever_happens_the_sums_are_those_of_the_rows() {
    let (app, _, user) = TestApp::init_with(&["server.plans=off"]).await.with_user().await;
    let other = app.new_user("other@example.com").await;
    let zone = Tz::America__New_York;
    app.sql("UPDATE users SET time_zone = 'America/New_York'").await;
    let mut rng = StdRng::seed_from_u64(24);
    let watches: Vec<Uuid> = (0..4).map(|_| Uuid::now_v7()).collect();
    let now = app.clock.now();
    let (from, until) = ((now - TimeDelta::days(9)).date_naive(), now.date_naive());
    let mut ids = Vec::new();
    for step in 0..160 {
        match rng.random_range(0..10) {
            0..4 => {
                let at = now - TimeDelta::minutes(rng.random_range(0..20 * 24 * 60));
                let watch = watches[rng.random_range(0..watches.len())];
                let place = ["rust", "tea", HN][rng.random_range(0..3)];
                let author = ["ada", "ben", ""][rng.random_range(0..3)];
                ids.push(notify(&app, user.user.id, watch, place, author, at).await);
                notify(&app, other.user.id, watch, place, author, at).await;
            }
            4..7 if !ids.is_empty() => {
                let some: Vec<Uuid> = (0..5).map(|_| ids[rng.random_range(0..ids.len())]).collect();
                let to = ["read", "unread", "archived", "not-relevant", "deleted", "restored"];
                let to = to[rng.random_range(0..to.len())];
                let body = json!({"moves": [{"ids": some, "to": to}]});
                let moved = user.post("/api/notifications/move", body).await;
                assert!(moved.status < 300, "{}", moved.text);
            }
            7 => count_all(&app).await,
            8 => {
                count_some(&app.pool, Round::default()).await.unwrap();
            }
            // An item edited in the forum takes a new position in the sequence.
            _ if !ids.is_empty() => {
                app.sql(&format!(
                    "WITH place AS (UPDATE live_cursors SET seq = seq + 1 WHERE user_id = '{0}'
                                    RETURNING seq)
                     UPDATE notifications SET seq = place.seq FROM place WHERE id = '{1}'",
                    user.user.id,
                    ids[rng.random_range(0..ids.len())],
                ))
                .await;
            }
            _ => {}
        }
        if step % 8 == 0 {
            let answer = analytics(&user, &format!("from={from}&until={until}")).await;
            let expected = recount(&app, user.user.id, zone, from, until).await;
            assert_eq!(said(&answer), expected, "step {step}");
        }
    }
    assert!(ids.len() > 30);
}

#[tokio::test]
async fn an_existing_history_is_counted_in_parts_and_each_match_once() {
    let (app, _, user) = TestApp::init_with(&["server.plans=off"]).await.with_user().await;
    let now = app.clock.now();
    notify(&app, user.user.id, Uuid::now_v7(), "tea", "ada", now).await;
    // As if many more lay between the two than are counted at once.
    app.sql("UPDATE live_cursors SET seq = seq + 30000").await;
    notify(&app, user.user.id, Uuid::now_v7(), "tea", "ada", now).await;
    let first = count_some(&app.pool, Round::default()).await.unwrap();
    assert_eq!(analytics(&user, "").await["total"]["matches"], 2);
    assert!(first.is_some());
    count_all(&app).await;
    count_all(&app).await;
    app.sql("DELETE FROM notifications").await;
    let answer = analytics(&user, "").await;
    assert_eq!(answer["total"]["matches"], 2, "counts outlive what they count");
    assert_eq!(answer["places"], json!([{"subreddit": "tea", "matches": 2, "previous": 0}]));
}

#[tokio::test]
async fn days_are_those_of_the_user_and_compared_with_as_many_before() {
    let (app, _, user) = TestApp::init_with(&["server.plans=off"]).await.with_user().await;
    app.sql("UPDATE users SET time_zone = 'Asia/Tokyo'").await;
    let now: DateTime<Utc> = "2031-03-12T10:00:00Z".parse().unwrap();
    app.clock.advance(now - app.clock.now());
    let client_now = app.sign_in(user.user.id).await;
    let watch = Uuid::now_v7();
    for at in [
        "2031-03-10T15:00:00Z", // The first moment of the 11th in Tokyo.
        "2031-03-12T09:59:00Z",
        "2031-03-10T14:59:00Z", // The 10th: before.
        "2031-03-08T15:00:00Z", // The first moment of the 9th: before.
        "2031-03-08T14:59:00Z", // Earlier than that.
    ] {
        notify(&app, user.user.id, watch, "tea", "ada", at.parse().unwrap()).await;
    }
    for _ in 0..2 {
        let answer = analytics(&client_now, "from=2031-03-11&until=2031-03-12").await;
        assert_eq!(answer["previousFrom"], "2031-03-09");
        assert_eq!(answer["timeZone"], "Asia/Tokyo");
        assert_eq!(answer["previous"]["matches"], 2);
        assert_eq!(answer["days"][0]["matches"], 1);
        assert_eq!(answer["days"][1]["matches"], 1);
        assert_eq!(answer["keywords"][0]["days"], json!([1, 1]));
        assert_eq!(answer["keywords"][0]["keyword"], Value::Null, "it was deleted");
        assert_eq!(answer["hours"][1][0], 1, "Tuesday, midnight");
        let one = analytics(&client_now, &format!("keyword={watch}")).await;
        assert_eq!(one["total"]["matches"], 5);
        let none = analytics(&client_now, &format!("keyword={}", Uuid::now_v7())).await;
        assert_eq!(none["total"]["matches"], 0);
        count_all(&app).await;
    }
}

#[tokio::test]
async fn more_keywords_than_are_listed_are_one_line() {
    let (app, _, user) = TestApp::init_with(&["server.plans=off"]).await.with_user().await;
    for n in 0..22 {
        let watch = Uuid::now_v7();
        for _ in 0..=(n % 2) {
            notify(&app, user.user.id, watch, "tea", "ada", app.clock.now()).await;
        }
    }
    let answer = analytics(&user, "").await;
    assert_eq!(answer["keywords"].as_array().unwrap().len(), 20);
    assert_eq!(answer["otherKeywords"]["keywords"], 2);
    assert_eq!(answer["otherKeywords"]["matches"], 2);
    assert_eq!(answer["total"]["matches"], 33);
}

#[tokio::test]
async fn a_free_plan_is_shown_what_pro_has() {
    let (_app, _, user) = TestApp::init().await.with_user().await;
    let answer = user.get("/api/analytics").await;
    assert_eq!((answer.status, answer.code()), (403, "PLAN_UPGRADE_REQUIRED"));
}

#[tokio::test]
async fn days_that_make_no_range_are_refused() {
    let (_app, _, user) = TestApp::init_with(&["server.plans=off"]).await.with_user().await;
    for query in ["from=2026-02-02&until=2026-02-01", "from=2020-01-01&until=2026-02-01"] {
        let answer = user.get(&format!("/api/analytics?{query}")).await;
        assert_eq!(answer.status, 422, "{query}: {}", answer.text);
    }
}

#[tokio::test]
async fn who_wrote_what_is_gone_is_not_named() {
    let test =
        ForumTest::init_with_settings(sims::forum::Config::for_tests(), &["server.plans=off"])
            .await;
    let user = test.listener("kettle", &["tea"]).await.user;
    test.poll().await;
    let by = |author: &str| NewPost {
        author: Some(author.to_owned()),
        ..NewPost::titled("tea", "A kettle")
    };
    let control = &test.forum.control;
    let gone = control.post(by("quill")).unwrap().fullname;
    control.post(by("ada")).unwrap();
    test.poll().await;
    count_all(&test.app).await;
    let late = control.post(by("feather")).unwrap().fullname;
    test.poll().await;
    let client = test.app.sign_in(user.id).await;
    let names = async || {
        let answer = analytics(&client, "").await;
        let authors = answer["authors"].as_array().unwrap().iter();
        let names: Vec<String> =
            authors.map(|one| one["author"].as_str().unwrap().to_owned()).collect();
        (names, answer["total"]["matches"].clone())
    };
    assert_eq!(names().await.0, ["ada", "feather", "quill"]);

    control.set_state(&gone, State::Deleted);
    control.set_state(&late, State::Deleted);
    test.pass(TimeDelta::hours(1));
    test.recheck().run_due().await.unwrap();
    let client = test.app.sign_in(user.id).await;
    let answer = analytics(&client, "").await;
    assert_eq!(answer["authors"], json!([{"author": "ada", "site": "", "matches": 1}]));
    assert_eq!(answer["total"]["matches"], 3);
    count_all(&test.app).await;
    let counted = analytics(&client, "").await;
    assert_eq!((&counted["authors"], &counted["total"]), (&answer["authors"], &answer["total"]));
    let named = "match_authors, json_each(authors)";
    assert_eq!(test.count(named).await, 1);
}

#[tokio::test]
async fn counts_are_kept_for_thirteen_months_and_names_for_ninety_days() {
    let (app, _, user) = TestApp::init_with(&["server.plans=off"]).await.with_user().await;
    let now = app.clock.now();
    for days in [1, 89, 92, 395, 398] {
        let at = now - TimeDelta::days(days);
        notify(&app, user.user.id, Uuid::now_v7(), "tea", "ada", at).await;
    }
    count_all(&app).await;
    delete_outdated(&app.pool, now).await.unwrap();
    assert_eq!(count(&app, "match_hours").await, 4);
    assert_eq!(count(&app, "match_places").await, 2 * 4, "of a keyword, and of all");
    assert_eq!(count(&app, "match_authors").await, 2);
}

#[tokio::test]
async fn no_table_is_scanned_and_nothing_of_others_is_read() {
    let app = TestApp::init().await;
    let now = app.clock.now();
    let mut users = Vec::new();
    for n in 0..10 {
        users.push(app.new_user(&format!("user{n}@example.com")).await.user.id);
    }
    let mut conn = app.conn().await.unwrap();
    let conn = &mut *conn;
    let fill = format!(
        "INSERT INTO match_hours
             SELECT id, utc_day('{now}') - n, md5('w' || w)::uuid, sum_hours(in_hour('{now}', 3))::text,
                    sum_hours(in_hour('{now}', 1))::text, sum_hours(in_hour('{now}', 0))::text
             FROM users, generate_series(0, 199) n, generate_series(1, 5) w GROUP BY id, n, w;
         INSERT INTO match_places
             SELECT id, w, utc_day('{now}') - n, '{{\"tea\": 3}}'
             FROM users, generate_series(0, 199) n,
                  unnest(ARRAY[md5('w1')::uuid, md5('w2')::uuid, all_keywords()]) w;
         INSERT INTO match_authors
             SELECT id, utc_day('{now}') - n, md5('w' || w)::uuid, '', '{{\"ada\": 3}}'
             FROM users, generate_series(0, 89) n, generate_series(1, 5) w;
         INSERT INTO counted_matches SELECT id, 0 FROM users;
         VACUUM (ANALYZE) match_hours, match_places, match_authors, counted_matches"
    );
    for statement in fill.split(';') {
        diesel::sql_query(statement).execute(conn).await.unwrap();
    }
    let query = AnalyticsQuery::default();
    let (answer, read) = Reads::by("^match_", conn, async |conn| {
        Analytics::of(users[3], &query, Tz::UTC, now, &*conn).await
    })
    .await;
    assert!(answer.is_ok_and(|answer| answer.total.matches > 0));
    assert_eq!(read.by_scans, 0, "tables are scanned");
    // Keywords and places of sixty days, which may span one more day of UTC; authors of thirty.
    let most = 61 * 5 + 60 + 30 * 5;
    assert!(read.by_index > 0 && read.by_index <= most, "{read:?}");
}
