//! The database stops answering, and comes back.

use std::path::Path;
use std::time::{Duration, Instant};

use db::{Address, Conn, migrate};
use diesel::QueryableByName;
use diesel::sql_types::Text;
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use platform::config::DatabaseConfig;
use tokio::net::TcpListener;

use crate::support::accounts::PASSWORD;
use crate::support::app::{Answer, Client, TestApp};
use crate::support::certificates::certificate;
use crate::support::db::address;
use crate::support::patience::PATIENCE;
use crate::support::remote_db::RemoteDb;

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

#[derive(QueryableByName)]
struct Setting {
    #[diesel(sql_type = Text)]
    value: String,
}

async fn until_one_waits(conn: &mut Conn) {
    loop {
        let waiting: Setting =
            diesel::sql_query("SELECT count(*)::text AS value FROM pg_locks WHERE NOT granted")
                .get_result(conn)
                .await
                .unwrap();
        if waiting.value != "0" {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
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
    let (test, anon, ada) = TestApp::on(&url, &[]).await.with_user().await;
    let mut held = hold_watches(&test.database).await;
    for is_killed in [false, true] {
        wait_until_ready(&anon).await;
        let under_way = tokio::spawn({
            let client = ada.client.clone();
            async move { client.get("/api/keywords").await }
        });
        until_one_waits(&mut held).await;
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
        // Two seconds are promised, and the rest allows for a busy machine; the pool waits ten.
        assert!(took < Duration::from_secs(8), "{took:?}");
        println!("told after {took:.2?}, killed: {is_killed}");
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

#[tokio::test]
async fn a_statement_that_takes_too_long_is_ended_and_what_listens_is_not() {
    let settings = ["database.statement_timeout_seconds=1"];
    let (test, _, ada) = TestApp::init_with(&settings).await.with_user().await;
    let held = hold_watches(&test.database).await;
    let answer = ada.get("/api/keywords").await;
    assert_eq!((answer.status, answer.code()), (503, "OVERLOADED"));
    drop(held);
    let shown = async |conn: &mut Conn, name: &str| {
        let shown: Setting =
            diesel::sql_query(format!("SELECT current_setting('{name}') AS value"))
                .get_result(conn)
                .await
                .unwrap();
        shown.value
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
