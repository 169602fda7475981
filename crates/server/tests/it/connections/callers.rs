//! One caller holds no more connections than their share, whatever they call.

use std::net::SocketAddr;
use std::pin::pin;

use axum::body::to_bytes;
use axum::extract::ConnectInfo;
use axum::http::{Request, header};
use db::Part;
use diesel_async::SimpleAsyncConnection;
use futures::future::join_all;
use tower::ServiceExt;

use super::WAITING;
use crate::support::calls::{Call, JSON, calls};
use crate::support::prelude::*;
use crate::support::sql::row;

/// The connections of one caller, and of all.
const SHARE: usize = 2;
const ALL: usize = 8;
/// More calls at once than there are connections.
const AT_ONCE: usize = 3;

/// Locks all tables, so that a call waits at its first statement about any of them.
const LOCK_ALL: &str = "BEGIN; DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT quote_ident(relname) FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
    LOOP EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', name); END LOOP;
END $$";

/// Sends a call with made-up input, and returns the code of its error, if it fails.
async fn code(call: &Call, client: &Client) -> String {
    let peer = SocketAddr::from(([192, 0, 2, 1], 1));
    let request = Request::builder().method(call.method.as_str()).uri(call.nowhere());
    let mut request = request.extension(ConnectInfo(peer)).header(header::CONTENT_TYPE, JSON);
    if let Some(token) = &client.token {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    let request = request.body(Body::from("{}")).unwrap();
    let answer = client.site.clone().oneshot(request).await.unwrap();
    if answer.status().is_success() {
        // Live streams do not end.
        return String::new();
    }
    let error = to_bytes(answer.into_body(), 1 << 20).await.unwrap();
    let error: Value = serde_json::from_slice(&error).unwrap_or_default();
    error["code"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn all_calls_at_once_hold_the_share_of_their_user_or_address() {
    let (connections, share) = (
        format!("database.api_connections={ALL}"),
        format!("database.api_connections_per_user={SHARE}"),
    );
    let settings = [
        connections.as_str(),
        share.as_str(),
        // Only a broken program lets a call wait as long.
        "database.pool_wait_seconds=120",
        "database.statement_timeout_seconds=0",
        "database.idle_transaction_timeout_seconds=0",
        "limits.calls_per_minute=100000",
        "limits.keyword_changes_per_minute=100000",
        "limits.notification_changes_per_minute=100000",
        "limits.subreddit_checks_per_minute=100000",
        "limits.hearing_tests_per_hour=100000",
        "server.plans=off",
        "feeds.enabled=true",
    ];
    let (test, anon, ada) = TestApp::init_with(&settings).await.set_up().await.with_user().await;
    let calls = calls();
    let clients = [&ada.client, &anon].into_iter().flat_map(|client| [client; AT_ONCE]);
    let all = clients.flat_map(|client| calls.iter().map(move |call| code(call, client)));
    let mut all = pin!(join_all(all));
    let beside = test.context.of(Part::Ingest);
    let mut lock = beside.conn().await.unwrap();
    lock.batch_execute(LOCK_ALL).await.unwrap();
    let others = async {
        let mut conn = beside.conn().await.unwrap();
        while count_on(WAITING, &mut conn).await < 2 * SHARE as i64 {
            tokio::task::yield_now().await;
        }
        // Each of the other connections is free at once.
        let left = join_all((2 * SHARE..ALL).map(|_| test.conn())).await;
        assert!(left.iter().all(Result::is_ok), "the calls hold more than their share");
        assert_eq!(count_on(WAITING, &mut conn).await, 2 * SHARE as i64);
    };
    tokio::select! {
        _ = &mut all => panic!("no call waited"),
        () = others => {}
    }
    lock.batch_execute("ROLLBACK").await.unwrap();
    for code in all.await {
        let refusals = ["OVERLOADED", "INTERNAL", "TOO_MANY_CONCURRENT_REQUESTS"];
        assert!(!refusals.contains(&code.as_str()), "{code}");
    }
}

async fn count_on(from: &str, conn: &mut Conn) -> i64 {
    row(&format!("SELECT count(*) FROM {from}"), conn).await
}
