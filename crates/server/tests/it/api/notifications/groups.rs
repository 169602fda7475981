//! The list of groups and the counts are added up from counts that triggers keep; these tests compare it with the
//! notifications themselves.

use db::models::mute::{Caught, mark_muted, restore_muted};
use db::models::notification::NotificationStatus::{Archived, Read, Unread};
use db::models::notification::{
    Filter, Group, MarkedUntil, Notification, NotificationStatus, Unread as UnreadOf,
};
use db::schema::notifications;
use diesel::prelude::*;
use diesel::sql_types::{Array, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use ingest::retention::delete_outdated;
use ingest::store::partitions::Partitions;
use ingest::store::store;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde::Deserialize;

use crate::support::length::by_length;
use crate::support::prelude::*;
use crate::support::sql::rows;

const SEED: u64 = 18;
/// Keywords, two of which are one group.
const KEYWORDS: [&str; 5] = ["Rust", "rust", "Go", "Ünï", "zig %_"];

#[derive(Debug, PartialEq, Eq, Deserialize)]
struct PlainGroup {
    folded: String,
    count: i64,
    latest: DateTime<Utc>,
}

/// Returns a condition for the notifications that the list shows.
fn listed(user: Uuid, now: DateTime<Utc>, status: Option<NotificationStatus>) -> String {
    let since = now - TimeDelta::days(90);
    let status = status.map_or(String::new(), |status| format!(" AND status = '{status}'"));
    format!("user_id = '{user}' AND created_at >= '{since}' AND deleted_at IS NULL{status}")
}

/// Returns the groups as computed from the notifications themselves.
async fn plain_groups(
    user: Uuid,
    now: DateTime<Utc>,
    status: Option<NotificationStatus>,
    order: &str,
    conn: &mut Conn,
) -> Vec<PlainGroup> {
    let groups = format!(
        "SELECT lower(keyword) AS folded, count(*), max(created_at) AS latest
         FROM notifications WHERE {} GROUP BY 1 ORDER BY latest {order}, 1",
        listed(user, now, status)
    );
    rows(&groups, conn).await
}

async fn plain_newest(
    user: Uuid,
    now: DateTime<Utc>,
    status: Option<NotificationStatus>,
    folded: &str,
    conn: &mut Conn,
) -> Vec<Uuid> {
    let newest = format!(
        "SELECT id FROM notifications WHERE {} AND lower(keyword) = '{folded}'
         ORDER BY created_at DESC, seq DESC LIMIT 4",
        listed(user, now, status)
    );
    rows(&newest, conn).await
}

/// Returns how many notifications a list shows, with the keyword in capitals.
async fn counted(
    user: Uuid,
    now: DateTime<Utc>,
    status: Option<NotificationStatus>,
    keyword: Option<&str>,
    conn: &mut Conn,
) -> i64 {
    let keyword = keyword.map(str::to_uppercase);
    let filter = Filter { status, keyword, ..Filter::default() };
    Notification::count(user, now, &filter, conn).await.unwrap()
}

/// Asserts that all pages of the list, in every order and with every filter, agree with the
/// notifications.
async fn assert_same(step: &str, user: Uuid, now: DateTime<Utc>, conn: &mut Conn) {
    let all_unread: i64 = plain_groups(user, now, Some(Unread), "ASC", conn)
        .await
        .iter()
        .map(|group| group.count)
        .sum();
    for status in [None, Some(Unread), Some(Read), Some(Archived)] {
        for (order, oldest_first) in [("DESC", false), ("ASC", true)] {
            let plain = plain_groups(user, now, status, order, conn).await;
            let mut found: Vec<Group> = Vec::new();
            for page in 0.. {
                let filter = Filter {
                    status,
                    oldest_first,
                    limit: 3,
                    offset: page * 3,
                    ..Filter::default()
                };
                let groups = Notification::groups(user, now, &filter, conn).await.unwrap();
                assert_eq!(groups.total, plain.len() as i64, "{step} {status:?}");
                assert_eq!(groups.unread, all_unread, "{step} {status:?}");
                if groups.page.is_empty() {
                    break;
                }
                found.extend(groups.page);
            }
            let found: Vec<PlainGroup> = found
                .into_iter()
                .map(|group| PlainGroup {
                    folded: group.folded,
                    count: group.count,
                    latest: group.latest,
                })
                .collect();
            assert_eq!(found, plain, "{step} {status:?} {order}");
        }
        let plain = plain_groups(user, now, status, "DESC", conn).await;
        let all: i64 = plain.iter().map(|group| group.count).sum();
        assert_eq!(counted(user, now, status, None, conn).await, all, "{step} {status:?}");
        for PlainGroup { folded, count, .. } in &plain {
            let of_keyword = counted(user, now, status, Some(folded), conn).await;
            assert_eq!(of_keyword, *count, "{step} {status:?} {folded}");
        }
        if status.is_none() {
            let stats = Notification::stats(user, now, "UTC", conn).await.unwrap();
            assert_eq!(stats.total, all, "{step}");
        }
        let keys: Vec<String> = plain.into_iter().map(|group| group.folded).collect();
        let newest =
            Notification::newest_of_groups(user, now, &keys, status, 4, conn).await.unwrap();
        for key in keys {
            let of_key = newest.iter().filter(|(folded, _)| *folded == key);
            let ids: Vec<Uuid> = of_key.map(|(_, (row, _))| row.id).collect();
            let plain = plain_newest(user, now, status, &key, conn).await;
            assert_eq!(ids, plain, "{step} {status:?} {key}");
        }
    }
}

/// Adds items with notifications, each in one statement: from the last hundred days and around the time
/// at which they drop out of the list, some of them long after their item was seen.
async fn add(user: Uuid, now: DateTime<Utc>, rng: &mut StdRng, conn: &mut Conn) {
    let (mut ids, mut seen, mut made, mut keywords, mut statuses) =
        (vec![], vec![], vec![], vec![], vec![]);
    for _ in 0..rng.random_range(1..20) {
        let days = match rng.random_range(0..3) {
            0 => rng.random_range(0.0..14.0),
            1 => rng.random_range(80.0..93.0),
            _ => rng.random_range(0.0..100.0),
        };
        let at = now - TimeDelta::seconds((days * 86_400.0) as i64);
        let late = match rng.random_range(0..6) {
            0 => rng.random_range(0..30 * 24 * 3_600),
            _ => 0,
        };
        ids.push(Uuid::now_v7());
        made.push(at);
        seen.push(at - TimeDelta::seconds(late));
        keywords.push(KEYWORDS[rng.random_range(0..KEYWORDS.len())]);
        statuses.push(NotificationStatus::ALL[rng.random_range(0..3)]);
    }
    for statement in [
        "SELECT ensure_week_partitions(min(seen_at), max(seen_at))
         FROM unnest($2, $3, $4, $5, $6) AS new (id, seen_at, created_at, keyword, status)
         WHERE $1 IS NOT NULL",
        "INSERT INTO items (id, seen_at, forum_id, kind, subreddit, author, title, body, url,
                            forum_created_at)
         SELECT id, seen_at, id::text, 'post', 'tea', 'somebody', '', '', '', created_at
         FROM unnest($2, $3, $4, $5, $6) AS new (id, seen_at, created_at, keyword, status)
         WHERE $1 IS NOT NULL",
        "INSERT INTO notifications (id, seen_at, item_id, watch_id, user_id, seq, keyword, matches,
                                    status, created_at)
         SELECT id, seen_at, id, id, $1,
                coalesce((SELECT max(seq) FROM notifications), 0) + row_number() OVER (),
                keyword, '[]', status, created_at
         FROM unnest($2, $3, $4, $5, $6) AS new (id, seen_at, created_at, keyword, status)",
    ] {
        diesel::sql_query(statement)
            .bind::<SqlUuid, _>(user)
            .bind::<Array<SqlUuid>, _>(&ids)
            .bind::<Array<Timestamptz>, _>(&seen)
            .bind::<Array<Timestamptz>, _>(&made)
            .bind::<Array<Text>, _>(&keywords)
            .bind::<Array<Text>, _>(&statuses)
            .execute(conn)
            .await
            .unwrap();
    }
}

async fn some(user: Uuid, count: i32, conn: &mut Conn) -> Vec<(Uuid, DateTime<Utc>)> {
    let keys = format!(
        "SELECT id, seen_at FROM notifications WHERE user_id = '{user}'
         ORDER BY md5(id::text) LIMIT {count}"
    );
    rows(&keys, conn).await
}

/// Marks all as read, a few at a time.
async fn read_all(user_id: Uuid, keyword: Option<&str>, conn: &mut Conn) {
    let unread = UnreadOf { user_id, keyword, up_to: i64::MAX };
    let mut until = MarkedUntil::default();
    while unread.mark_oldest(7, &mut until, conn).await.unwrap().is_some() {}
}

fn caught(mute_id: Uuid, keys: &[(Uuid, DateTime<Utc>)]) -> Vec<Caught> {
    keys.iter().map(|&(id, seen_at)| Caught { id, seen_at, mute_id }).collect()
}

#[tokio::test]
async fn the_groups_are_what_the_notifications_say_whatever_is_done_to_them() {
    let (app, _, signed_in) = TestApp::init().await.with_user().await;
    let other = app.new_user("other@example.com").await.user.id;
    let (user, mut now) = (signed_in.user.id, app.clock.now());
    let mut conn = app.conn().await.unwrap();
    let conn = &mut *conn;
    let mut rng = StdRng::seed_from_u64(SEED);
    let mut mutes = Vec::new();
    // A comparison takes seconds, and what a step counted wrongly stays wrong.
    let (steps, steps_a_comparison) = by_length((30, 3), (150, 1));
    for step in 1..=steps {
        let whose = if rng.random_range(0..8) == 0 { other } else { user };
        let (id, _) =
            some(whose, 200, conn).await.get(rng.random_range(0..200)).copied().unwrap_or_default();
        let status = NotificationStatus::ALL[rng.random_range(0..3)];
        let done = match rng.random_range(0..14) {
            0..4 => {
                add(whose, now, &mut rng, conn).await;
                "added"
            }
            4 => {
                Notification::set_status(whose, id, NotificationStatus::ALL, status, conn)
                    .await
                    .unwrap();
                "a status"
            }
            5 => {
                let keyword = rng.random_range(0..3) > 0;
                let keyword = keyword.then_some(KEYWORDS[rng.random_range(0..KEYWORDS.len())]);
                read_all(whose, keyword, conn).await;
                "read all"
            }
            6 => {
                Notification::delete(whose, id, now, conn).await.unwrap();
                "deleted"
            }
            7 => {
                Notification::restore(whose, id, now, conn).await.unwrap();
                "restored"
            }
            8 => {
                let mute_id = Uuid::now_v7();
                let caught = caught(mute_id, &some(whose, 10, conn).await);
                mark_muted(whose, &caught, now, conn).await.unwrap();
                mutes.push((whose, mute_id));
                "muted"
            }
            9 => {
                if let Some((whose, mute_id)) = mutes.pop() {
                    while restore_muted(whose, &[mute_id], 3, now, conn).await.unwrap() > 0 {}
                }
                "unmuted"
            }
            10 => {
                Notification::mark_not_relevant(whose, id, now, conn).await.unwrap();
                "beside the point"
            }
            11 => {
                now += TimeDelta::hours(rng.random_range(0..60));
                delete_outdated(&app.pool, now).await.unwrap();
                "time went by"
            }
            12 => {
                // Moves a few at once from all statuses into one, with another creation time.
                let ids: Vec<Uuid> = some(whose, 7, conn).await.into_iter().map(|k| k.0).collect();
                diesel::update(notifications::table.filter(notifications::id.eq_any(ids)))
                    .set((notifications::status.eq(status), notifications::created_at.eq(now)))
                    .execute(conn)
                    .await
                    .unwrap();
                "changed"
            }
            _ => {
                diesel::delete(notifications::table.filter(notifications::id.eq(id)))
                    .execute(conn)
                    .await
                    .unwrap();
                "dropped"
            }
        };
        if step % steps_a_comparison != 0 {
            continue;
        }
        for of in [user, other] {
            assert_same(&format!("until step {step}: {done}"), of, now, conn).await;
        }
    }
    app.sql(&format!("DELETE FROM users WHERE id = '{other}'")).await;
    assert_same("the other user is gone", user, now, conn).await;
    assert_same("and has no groups", other, now, conn).await;
}

/// Matches are stored while their notifications are read, deleted and restored: no deadlock occurs, and
/// in the end the counts are right.
#[tokio::test]
async fn the_counts_hold_while_many_change_notifications_at_once() {
    let (app, _, signed_in) = TestApp::init().await.with_user().await;
    let (user, now) = (signed_in.user.id, app.clock.now());
    for keyword in ["kettle", "cup"] {
        app.sql(&format!(
            "INSERT INTO watches (id, user_id, keyword, subreddits, created_at, updated_at)
             VALUES (gen_random_uuid(), '{user}', '{keyword}', '{{tea}}', '{now}', '{now}')"
        ))
        .await;
    }
    let watches = ActiveWatches::load(&app.pool).await.unwrap();
    let (partitions, pool) = (Partitions::default(), &app.pool);
    let write = async |titles: [&str; 2]| {
        for _ in 0..30 {
            let items = titles
                .map(|title| read_post(&format!("t3_{}", Uuid::now_v7().simple()), title, now))
                .into();
            let context = (&app.context).into();
            store(context, &partitions, &watches, items, None, now).await.unwrap();
        }
    };
    let change = async |seed: u64| {
        let mut rng = StdRng::seed_from_u64(seed);
        for _ in 0..60 {
            let mut conn = pool.get().await.unwrap();
            let conn = &mut *conn;
            let found = some(user, 40, conn).await;
            let Some((id, _)) = found.get(rng.random_range(0..40)).copied() else {
                continue;
            };
            match rng.random_range(0..5) {
                0 => drop(Notification::delete(user, id, now, conn).await.unwrap()),
                1 => drop(Notification::restore(user, id, now, conn).await.unwrap()),
                2 => read_all(user, None, conn).await,
                3 => {
                    let caught = caught(Uuid::now_v7(), &found[..1]);
                    mark_muted(user, &caught, now, conn).await.unwrap();
                }
                _ => {
                    let status = NotificationStatus::ALL[rng.random_range(0..3)];
                    Notification::set_status(user, id, NotificationStatus::ALL, status, conn)
                        .await
                        .unwrap();
                }
            }
        }
    };
    futures::join!(
        write(["a kettle", "a cup and a kettle"]),
        write(["a cup", "a kettle"]),
        change(1),
        change(2),
        change(3),
    );
    let mut conn = app.conn().await.unwrap();
    assert_same("in the end", user, now, &mut conn).await;
}
