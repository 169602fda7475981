//! The database stops answering, and comes back.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use db::pulse::Pulse;
use db::{Address, migrate};
use diesel_async::SimpleAsyncConnection;
use foundation::time::clock::Clock;
use harken::run::watchdog::{Missed, Watchdog};
use platform::config::DatabaseConfig;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::support::certificates::certificate;
use crate::support::db::address;
use crate::support::prelude::*;
use crate::support::remote_db::RemoteDb;
use crate::support::sql::row;

fn assert_away(answer: &Answer) {
    let answered = (answer.status, answer.code());
    assert_eq!(answered, (503, "DATABASE_UNAVAILABLE"), "{}", answer.text);
    assert_eq!(answer.headers["retry-after"], "5");
    assert_eq!(answer.json["error"], answer.json["message"]);
}

async fn wait_until_ready(anon: &Client) {
    let began = Instant::now();
    while anon.get("/api/readyz").await.status != 200 {
        assert!(began.elapsed() < PATIENCE);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Locks the table of watches, so that calls that read it stay in progress in the database.
async fn hold_watches(address: &Address) -> Conn {
    let mut conn = address.connect().await.unwrap();
    conn.batch_execute("BEGIN; LOCK TABLE watches IN ACCESS EXCLUSIVE MODE").await.unwrap();
    conn
}

/// Starts a call that waits for the lock, and returns it once it does. On a busy machine, a call may be
/// refused before.
async fn call_that_waits(ada: &SignedIn, conn: &mut Conn) -> JoinHandle<Answer> {
    loop {
        let client = ada.client.clone();
        let call = tokio::spawn(async move { client.get("/api/keywords").await });
        while !call.is_finished() {
            if row::<i64>("SELECT count(*) FROM pg_locks WHERE NOT granted", conn).await > 0 {
                return call;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

async fn remote(folder: &Path) -> (RemoteDb, String) {
    let theirs = certificate("127.0.0.1");
    let pem = folder.join("trusted.pem");
    std::fs::write(&pem, theirs.cert.pem()).unwrap();
    let remote = RemoteDb::start(&theirs).await;
    let url = format!(
        "postgres://harken:secret@127.0.0.1:{}/harken?sslmode=require&sslrootcert={}",
        remote.port,
        pem.display()
    );
    let began = Instant::now();
    while let Err(error) = address(&url).connect().await {
        assert!(began.elapsed() < PATIENCE, "{error}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    migrate::run(&address(&url)).await.unwrap();
    (remote, url)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_away_is_reported_to_every_call_also_to_those_under_way() {
    let folder = tempfile::tempdir().unwrap();
    let (remote, url) = remote(folder.path()).await;
    let settings = ["watchdog.url=http://127.0.0.1:1"];
    let (test, anon, ada) = TestApp::on(&url, &settings).await.with_user().await;
    let mut watchdog = Watchdog::new(&test).unwrap().unwrap();
    let mut held = hold_watches(&test.database).await;
    for is_killed in [false, true] {
        wait_until_ready(&anon).await;
        let under_way = call_that_waits(&ada, &mut held).await;
        if is_killed {
            remote.kill();
        } else {
            remote.freeze();
        }
        let began = Instant::now();
        let (under_way, keywords, list, login) = tokio::join!(
            under_way,
            ada.get("/api/keywords"),
            ada.get("/api/notifications"),
            anon.login("ada@example.com", PASSWORD),
        );
        let took = began.elapsed();
        // Not earlier: for half a second the database counts as available.
        let ready = anon.get("/api/readyz").await;
        let health = anon.get("/api/healthz").await;
        for answer in [under_way.unwrap(), keywords, list, login, ready, health] {
            assert_away(&answer);
        }
        // Three seconds are promised, and the rest allows for a busy machine; the pool waits ten.
        assert!(took < Duration::from_secs(8), "{took:?}");
        println!("told after {took:.2?}, killed: {is_killed}");
        let reason = "the database does not answer".to_owned();
        assert_eq!(watchdog.look().await, Some(Missed::Unwell(reason)));
        // The process itself is healthy.
        assert_eq!(anon.get("/api/livez").await.status, 200);
        assert_eq!(anon.get("/api/openapi.json").await.status, 200);
        if !is_killed {
            remote.thaw();
            wait_until_ready(&anon).await;
            assert_eq!(ada.get("/api/notifications").await.status, 200);
        }
    }
}

/// A process of Postgres that does nothing until this value is dropped.
struct Stopped(i32);

impl Stopped {
    fn now(pid: i32) -> Self {
        signal("STOP", pid);
        Self(pid)
    }
}

impl Drop for Stopped {
    fn drop(&mut self) {
        signal("CONT", self.0);
    }
}

fn signal(name: &str, pid: i32) {
    let sent = Command::new("kill").args([&format!("-{name}"), &pid.to_string()]).status();
    assert!(sent.unwrap().success());
}

#[tokio::test]
async fn a_single_question_without_an_answer_does_not_make_the_database_away() {
    let test = TestApp::init().await;
    let pulse = Pulse::new(&test.database, &Clock::system());
    assert!(pulse.is_there().await);
    let asking = "pg_stat_activity WHERE datname = current_database()
        AND query LIKE 'SELECT clock_timestamp()%'";
    let pid = test.row::<i32>(&format!("SELECT pid FROM {asking}")).await;
    let stopped = Stopped::now(pid);
    // Until it has asked over another connection, at least once without an answer.
    while count(&test, asking).await < 2 {
        assert!(pulse.is_there().await);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(pulse.is_there().await);
    drop(stopped);
}

#[tokio::test]
async fn a_statement_that_takes_too_long_is_ended_and_what_listens_is_not() {
    let settings = ["database.statement_timeout_seconds=1"];
    let (test, _, ada) = TestApp::init_with(&settings).await.with_user().await;
    let held = hold_watches(&test.database).await;
    let answer = ada.get("/api/keywords").await;
    assert_eq!((answer.status, answer.code()), (503, "OVERLOADED"));
    drop(held);
    let shown = async |conn: &mut Conn, name: &str| {
        row::<String>(&format!("SELECT current_setting('{name}')"), conn).await
    };
    let mut pooled = test.conn().await.unwrap();
    assert_eq!(shown(&mut pooled, "statement_timeout").await, "1s");
    let idle = shown(&mut pooled, "idle_in_transaction_session_timeout").await;
    assert_eq!(idle, "1min");
    let mut own = test.database.connect().await.unwrap();
    assert_eq!(shown(&mut own, "statement_timeout").await, "0");
}

#[tokio::test]
async fn a_server_that_says_nothing_is_given_up() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = silent.local_addr().unwrap().port();
    let url = format!("postgres://harken@127.0.0.1:{port}/harken");
    let settings = DatabaseConfig { connect_timeout_seconds: 1, ..DatabaseConfig::default() };
    let connecting = address(&url).with_timeouts(&settings);
    let refused = tokio::time::timeout(PATIENCE, connecting.connect()).await;
    let refused = refused.expect("waits for ever").err().unwrap().to_string();
    assert!(refused.contains("did not answer within 1 s"), "{refused}");
    // A timeout in the address takes precedence.
    let connecting = address(&format!("{url}?connect_timeout=2")).with_timeouts(&settings);
    let refused = connecting.connect().await.err().unwrap().to_string();
    assert!(refused.contains("within 2 s"), "{refused}");
}
