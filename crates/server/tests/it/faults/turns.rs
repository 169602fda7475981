//! Urgent messages go first, and users take turns.

use db::models::endpoint::EndpointChannel;
use db::models::outbox::{Kind, OutboxRow, Priority};
use deliver::outbox::claim::{Claims, Wanted, claim_by_turns, put_off};
use deliver::outbox::lane::Lane;
use deliver::outbox::receiver::is_shared;
use deliver::outbox::turns::{InHand, Turns};
use platform::config::Config;

use super::receivers::add_endpoint;
use crate::support::prelude::*;
use crate::support::sql::{Reads, row};

/// Adds messages of `user`, due since `age` seconds before now, each a little later than the last.
async fn fill(app: &TestApp, user: Uuid, kind: &str, endpoint: Option<Uuid>, count: i64, age: i64) {
    let (now, channel) = (app.clock.now(), endpoint.map_or("mail", |_| "webhook"));
    let endpoint = endpoint.map_or("NULL".to_owned(), |id| format!("'{id}'"));
    app.sql(&format!(
        "INSERT INTO outbox (id, channel, kind, user_id, subject_id, endpoint_id, due_at, created_at)
         SELECT gen_random_uuid(), '{channel}', '{kind}', '{user}', gen_random_uuid(), {endpoint},
                '{now}'::timestamptz - interval '{age} seconds' + n * interval '1 microsecond', '{now}'
         FROM generate_series(1, {count}) AS n"
    ))
    .await;
}

/// Claims waiting messages once.
async fn look(
    app: &TestApp,
    lane: Lane,
    limit: usize,
    turns: &mut Turns,
    conn: &mut Conn,
) -> Claims {
    let wanted = Wanted {
        lane,
        priorities: &Priority::ALL,
        limit,
        shares: lane.shares(&app.config),
        lease: TimeDelta::minutes(1),
        now: app.clock.now(),
    };
    let claims = claim_by_turns(wanted, turns, InHand::default(), conn).await.unwrap();
    put_off(&claims.held, wanted.now, conn).await.unwrap();
    claims
}

async fn claim(
    app: &TestApp,
    lane: Lane,
    limit: usize,
    turns: &mut Turns,
    conn: &mut Conn,
) -> Claims {
    loop {
        let claims = look(app, lane, limit, turns, conn).await;
        if !claims.is_unfinished {
            return claims;
        }
    }
}

fn rows(claims: Claims) -> Vec<OutboxRow> {
    claims.claimed.into_iter().map(|c| c.row).collect()
}

async fn hook(app: &TestApp, user: Uuid) -> Uuid {
    let channel = EndpointChannel::Webhook;
    add_endpoint(app, user, channel, None).await.id
}

async fn users(app: &TestApp) -> (Uuid, Uuid) {
    let greedy = app.new_user("greedy@example.com").await.user.id;
    (greedy, app.new_user("honest@example.com").await.user.id)
}

#[tokio::test]
async fn a_reset_link_is_sent_before_the_digests_of_the_morning_and_these_continue() {
    let app = TestApp::init().await;
    let (greedy, honest) = users(&app).await;
    let mut conn = app.conn().await.unwrap();
    fill(&app, greedy, "digest", None, 20_000, 3_600).await;
    fill(&app, honest, "match", None, 1, 60).await;
    fill(&app, honest, "reset_password", None, 1, 1).await;
    let first = rows(claim(&app, Lane::Mail, 3, &mut Turns::default(), &mut conn).await);
    let kinds: Vec<_> = first.iter().map(|row| row.kind).collect();
    assert_eq!(kinds, [Kind::ResetPassword, Kind::Match, Kind::Digest]);

    // Whatever the number of urgent messages, some of the others are claimed.
    fill(&app, honest, "password_changed", None, 500, 1).await;
    fill(&app, greedy, "match", None, 500, 1).await;
    let next = rows(claim(&app, Lane::Mail, 16, &mut Turns::default(), &mut conn).await);
    let of = |kind| next.iter().filter(|row| row.kind == kind).count();
    assert_eq!((of(Kind::Match), of(Kind::Digest)), (2, 2));
    assert_eq!(next.len(), 16);
}

#[tokio::test]
async fn one_users_thousands_leave_another_users_single_message_its_turn() {
    let app = TestApp::init().await;
    let (greedy, honest) = users(&app).await;
    let mut conn = app.conn().await.unwrap();
    let (theirs, mine) = (hook(&app, greedy).await, hook(&app, honest).await);
    for (lane, greedy_to, honest_to) in
        [(Lane::Mail, None, None), (Lane::Endpoints, Some(theirs), Some(mine))]
    {
        fill(&app, greedy, "match", greedy_to, 5_000, 3_600).await;
        fill(&app, honest, "match", honest_to, 1, 1).await;
        let claimed = rows(claim(&app, lane, 24, &mut Turns::default(), &mut conn).await);
        let place = claimed.iter().position(|row| row.user_id == honest);
        assert!(place.is_some_and(|place| place < 2), "{lane:?}: {place:?}");
        let most = match lane {
            Lane::Mail => lane.shares(&app.config).user,
            // The share of an endpoint is smaller than that of its user.
            Lane::Endpoints => lane.shares(&app.config).endpoint,
        };
        assert_eq!(claimed.len(), most + 1, "{lane:?}");
    }
}

#[tokio::test]
async fn an_alert_does_not_wait_while_thousands_are_put_off() {
    let app = TestApp::init().await;
    let (greedy, honest) = users(&app).await;
    let mut conn = app.conn().await.unwrap();
    let (held, mine) = (hook(&app, greedy).await, hook(&app, honest).await);
    let until = app.clock.now() + TimeDelta::hours(1);
    app.sql(&format!("UPDATE endpoints SET held_until = '{until}' WHERE id = '{held}'")).await;
    fill(&app, greedy, "match", Some(held), 5_000, 60).await;
    let mut turns = Turns::default();
    let first = look(&app, Lane::Endpoints, 24, &mut turns, &mut conn).await;
    assert!(first.is_unfinished && first.claimed.is_empty());
    let put_off = format!("SELECT count(*) AS count FROM outbox WHERE due_at = '{until}'");
    let put_off = app.count(&put_off).await;
    assert!((1..1_000).contains(&put_off), "{put_off} at once");

    fill(&app, honest, "match", Some(mine), 1, 0).await;
    app.clock.advance(TimeDelta::milliseconds(1));
    let claimed = rows(look(&app, Lane::Endpoints, 24, &mut turns, &mut conn).await);
    let owners: Vec<_> = claimed.iter().map(|row| row.user_id).collect();
    assert_eq!(owners, [honest]);
}

#[tokio::test]
async fn who_had_the_last_turn_comes_after_the_others() {
    let app = TestApp::init().await;
    let (mut conn, mut turns, mut order) =
        (app.conn().await.unwrap(), Turns::default(), Vec::new());
    for n in 0..3 {
        let user = app.new_user(&format!("user{n}@example.com")).await.user;
        fill(&app, user.id, "match", None, 300, 3_600 - n).await;
    }
    for _ in 0..9 {
        let claimed = rows(claim(&app, Lane::Mail, 1, &mut turns, &mut conn).await);
        order.push(claimed[0].user_id);
    }
    assert_eq!((&order[..3], &order[..3]), (&order[3..6], &order[6..]));
    let mut users = order[..3].to_vec();
    users.sort_unstable();
    users.dedup();
    assert_eq!(users.len(), 3);
}

#[tokio::test]
async fn a_host_has_a_share_unless_all_the_world_uses_it() {
    let app = TestApp::init().await;
    let mut conn = app.conn().await.unwrap();
    for n in 0..24 {
        let user = app.new_user(&format!("user{n}@example.com")).await.user;
        let hook = add_endpoint(&app, user.id, EndpointChannel::Webhook, None).await;
        fill(&app, user.id, "match", Some(hook.id), 2, 60).await;
    }
    let share = Lane::Endpoints.shares(&app.config).host;
    for (host, expected) in [("slow.example", share), ("hooks.slack.com", 48 - share)] {
        app.sql(&format!("UPDATE endpoints SET shown = '{host}'")).await;
        let claims = claim(&app, Lane::Endpoints, 100, &mut Turns::default(), &mut conn).await;
        assert_eq!(claims.are_others_due, host == "slow.example");
        assert_eq!(claims.claimed.len(), expected, "{host}");
    }
}

#[test]
fn shared_hosts_are_themselves_and_what_is_below_them() {
    for host in ["discord.com", "updates.push.services.mozilla.com"] {
        assert!(is_shared(host), "{host}");
    }
    for host in ["", "evildiscord.com", "discord.com.evil.example", "com"] {
        assert!(!is_shared(host), "{host}");
    }
}

#[tokio::test]
async fn the_database_and_the_program_number_queues_alike() {
    let app = TestApp::init().await;
    let mut conn = app.conn().await.unwrap();
    for (lane, channel) in [(Lane::Mail, "mail"), (Lane::Endpoints, "slack")] {
        for kind in Kind::ALL {
            let queue = format!("SELECT outbox_queue('{channel}', '{kind}')");
            let queue: i32 = row(&queue, &mut conn).await;
            assert_eq!(queue, lane.queue(kind.priority()), "{channel} {kind}");
        }
    }
}

#[tokio::test]
async fn a_claim_reads_little_however_much_waits() {
    let app = TestApp::init().await;
    let (greedy, honest) = users(&app).await;
    let hook = add_endpoint(&app, greedy, EndpointChannel::Webhook, None).await;
    let mine = add_endpoint(&app, honest, EndpointChannel::Webhook, None).await;
    for (kind, endpoint) in
        [("match", None), ("digest", None), ("match", Some(hook.id)), ("digest", Some(hook.id))]
    {
        fill(&app, greedy, kind, endpoint, 25_000, 3_600).await;
    }
    fill(&app, honest, "match", None, 1, 1).await;
    fill(&app, honest, "match", Some(mine.id), 1, 1).await;
    app.sql("ANALYZE outbox").await;
    let mut conn = app.conn().await.unwrap();
    for lane in Lane::ALL {
        // More than the number of executions with a custom plan.
        for turn in 0..7 {
            let (claims, read) = Reads::by("^outbox$", &mut conn, async |conn| {
                claim(&app, lane, 24, &mut Turns::default(), conn).await
            })
            .await;
            let users: Vec<_> = claims.claimed.iter().map(|c| c.row.user_id).collect();
            assert!(users.contains(&honest), "{lane:?}");
            assert_eq!(read.by_scans, 0, "{lane:?} {turn}");
            assert!(read.by_index < 500, "{lane:?} {turn} reads {} rows", read.by_index);
        }
    }
}

#[test]
fn a_share_is_a_part_of_the_slots() {
    let mut config = Config::default();
    for (slots, share) in [(8, 2), (128, 16), (1_024, 128)] {
        config.delivery.concurrent_sends = slots;
        let shares = Lane::Endpoints.shares(&config);
        assert_eq!((shares.user, shares.host, shares.endpoint), (share, share, 2));
    }
}
