//! Tests the purpose of backups: repeatedly, everything is killed while people write, and restored.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use chrono::{DurationRound, SecondsFormat};
use diesel::sql_types::BigInt;
use diesel_async::RunQueryDsl;
use foundation::secrets::Secrets;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use super::{Place, archive_dir, archived, data_dir, done, text};
use crate::support::db::bin_dir;
use crate::support::own_database::{Home, Running, moment};
use crate::support::prelude::*;
use crate::support::sql::row;

/// One round restores to a second, and one to the end; `just drill` does more.
const ROUNDS: u64 = 2;
const EMAIL: &str = "ada@example.com";

async fn now(conn: &mut Conn) -> (DateTime<Utc>, u64) {
    let query = "SELECT clock_timestamp(), (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint";
    row(query, conn).await
}

async fn count(of: &str, conn: &mut Conn) -> i64 {
    row(&format!("SELECT count(*) FROM {of}"), conn).await
}

fn so_far(committed: &AtomicI64) -> i64 {
    AtomicI64::load(committed, Ordering::SeqCst)
}

/// Writes one row after another until the database is gone, and keeps count of those committed.
async fn write(mut conn: Conn, committed: Arc<AtomicI64>) {
    loop {
        let n = so_far(&committed) + 1;
        let written = diesel::sql_query("INSERT INTO drill VALUES ($1, clock_timestamp())")
            .bind::<BigInt, _>(n)
            .execute(&mut conn)
            .await;
        if written.is_err() {
            return;
        }
        committed.store(n, Ordering::SeqCst);
        tokio::task::yield_now().await;
    }
}

/// Polls until a condition holds: what other processes do cannot be awaited.
async fn until(what: &str, home: &Home, mut is_so: impl AsyncFnMut() -> bool) {
    let began = Instant::now();
    while !is_so().await {
        assert!(began.elapsed() < PATIENCE, "{what}: {}", home.log());
        moment().await;
    }
}

async fn add_account(home: &Home, settings: &[String]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_harken"));
    command.args(["user", "add", EMAIL, "--first-name", "Ada", "--last-name", "Reader"]);
    let bin_dir = bin_dir().map(|dir| format!("database.bin_dir={}", dir.display()));
    for setting in bin_dir.iter().chain(settings) {
        command.args(["--set", setting]);
    }
    command.args(["--set", &data_dir(&home.data_dir)]);
    let mut process =
        command.env_clear().stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let mut stdin = process.stdin.take().unwrap();
    stdin.write_all(format!("{PASSWORD}\n").as_bytes()).await.unwrap();
    drop(stdin);
    assert!(process.wait().await.unwrap().success());
}

async fn post(harken: &Running, path: &str, body: Value) -> (u16, Value) {
    let sent = reqwest::Client::new()
        .post(format!("{}{path}", harken.base))
        .json(&body)
        .send()
        .await
        .unwrap();
    let status = sent.status().as_u16();
    (status, sent.json().await.unwrap_or_default())
}

/// A person's credentials: a session, and a link in an email.
struct Person {
    access: String,
    refresh: String,
    unsubscribe: String,
}

impl Person {
    async fn sign_in(harken: &Running, home: &Home) -> Self {
        let body = json!({ "email": EMAIL, "password": PASSWORD });
        let (status, session) = post(harken, "/api/auth/login", body).await;
        assert_eq!(status, 200, "{session}");
        let user = format!("SELECT id FROM users WHERE email = '{EMAIL}'");
        let user: Uuid = row(&user, &mut home.connect().await).await;
        let secrets = Secrets::load(None, &home.data_dir).unwrap();
        Self {
            access: session["token"].as_str().unwrap().to_owned(),
            refresh: session["refreshToken"].as_str().unwrap().to_owned(),
            unsubscribe: secrets.unsubscribe_token(user),
        }
    }

    async fn is_still_known_to(&self, harken: &Running) {
        let profile = reqwest::Client::new()
            .get(format!("{}/api/users/profile", harken.base))
            .bearer_auth(&self.access)
            .send()
            .await
            .unwrap();
        assert_eq!(profile.status().as_u16(), 200);
        let body = json!({ "refreshToken": self.refresh });
        let (status, session) = post(harken, "/api/auth/refresh", body).await;
        assert_eq!(status, 200, "{session}");
        let link = format!("/api/unsubscribe/{}", self.unsubscribe);
        let (status, _) = post(harken, &link, json!({})).await;
        assert_eq!(status, 200);
    }
}

/// Runs a round of the drill, and returns the restored home, which the next round continues with.
async fn round(number: u64, home: Home, settings: &[String], place: &Place) -> Home {
    let mut random = StdRng::seed_from_u64(number);
    let archive = place.path("archive");
    let mut harken = home.start("api", settings).await;
    if number == 0 {
        add_account(&home, settings).await;
    }
    let person = Person::sign_in(&harken, &home).await;
    let mut conn = home.connect().await;
    for statement in ["DROP TABLE IF EXISTS drill", "CREATE TABLE drill (n bigint, at timestamptz)"]
    {
        diesel::sql_query(statement).execute(&mut conn).await.unwrap();
    }
    let committed = Arc::new(AtomicI64::new(0));
    let writer = tokio::spawn(write(home.connect().await, committed.clone()));
    let wrote = async |more: i64| {
        let goal = so_far(&committed) + more;
        until("rows", &home, async || so_far(&committed) >= goal).await;
    };

    wrote(random.random_range(1..300)).await;
    let backup = place.path(&format!("backup-{number}"));
    let mut own = settings.to_vec();
    own.push(data_dir(&home.data_dir));
    let said = done(&["backup", text(&backup)], &own).await;
    assert!(said.contains("It can be restored to any second"), "{said}");
    wrote(random.random_range(1..2_000)).await;

    // A person names a full second. Everything committed when it begins must be restored.
    let (asked, _) = now(&mut conn).await;
    let second = asked.duration_trunc(TimeDelta::seconds(1)).unwrap() + TimeDelta::seconds(1);
    let before = so_far(&committed);
    until("the second", &home, async || now(&mut conn).await.0 > second).await;
    wrote(1 + random.random_range(0..200)).await;
    let certain = so_far(&committed);
    let (_, place_in_log) = now(&mut conn).await;
    until("the archive", &home, async || archived(&archive) >= place_in_log).await;

    // At any moment from here on, everything is killed at the same time.
    wrote(random.random_range(0..500)).await;
    home.kill_postgres().await;
    harken.process.kill().await.unwrap();
    writer.await.unwrap();
    let last = so_far(&committed);

    let is_to_a_second = number.is_multiple_of(2);
    let next = Home::with_data_in(&place.path(&format!("data-{}", number + 1)));
    let mut own = settings.to_vec();
    own.push(data_dir(&next.data_dir));
    let time = second.to_rfc3339_opts(SecondsFormat::Secs, true);
    let mut arguments = vec!["restore", text(&backup)];
    if is_to_a_second {
        arguments.extend(["--until", &time]);
    }
    let said = done(&arguments, &own).await;
    let secret = |home: &Home| fs::read(home.data_dir.join("secret")).unwrap();
    assert_eq!(secret(&next), secret(&home));

    let mut harken = next.start("api", settings).await;
    let mut conn = next.connect().await;
    let there = count("drill", &mut conn).await;
    if is_to_a_second {
        assert!(said.contains(&format!("Everything up to {time}")), "{said}");
        assert!(there >= before, "{there} of {before}: {said}");
        let after = count(&format!("drill WHERE at > '{time}'"), &mut conn).await;
        assert_eq!(after, 0, "{said}");
    } else {
        assert!(said.contains("Everything in the backup and the archive"), "{said}");
        assert!(there >= certain, "{there} of {certain}: {said}");
    }
    // No row in the middle is missing.
    assert_eq!(count(&format!("drill WHERE n <= {there}"), &mut conn).await, there);
    person.is_still_known_to(&harken).await;
    println!(
        "round {number}: {last} rows, {before} of them before {time}, killed; {there} restored{}",
        if is_to_a_second { " to that second" } else { "" }
    );
    harken.process.kill().await.unwrap();
    next
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_killed_is_restored_to_a_second_with_all_that_was_committed() {
    let rounds = std::env::var("HARKEN_ROUNDS").ok();
    let rounds = rounds.map_or(ROUNDS, |rounds| rounds.parse().unwrap());
    let began = Instant::now();
    let place = Place::new();
    let settings = [archive_dir(&place.path("archive"))];
    fs::create_dir(place.path("data-0")).unwrap();
    let mut home = Home::with_data_in(&place.path("data-0"));
    for number in 0..rounds {
        let next = round(number, home, &settings, &place).await;
        remove(&place.path(&format!("data-{number}"))).await;
        remove(&place.path(&format!("backup-{number}"))).await;
        home = next;
    }
    println!("{rounds} rounds in {:.1?}, none lost", began.elapsed());
}

/// Removes a folder that Postgres's last processes may still write to.
async fn remove(folder: &Path) {
    let began = Instant::now();
    while fs::remove_dir_all(folder).is_err() && folder.exists() {
        assert!(began.elapsed() < Duration::from_secs(60), "{}", folder.display());
        moment().await;
    }
}
