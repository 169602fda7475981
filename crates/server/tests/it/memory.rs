//! The memory that a process keeps, measured from outside.

use std::net::SocketAddr;

use futures::{StreamExt, stream};

use crate::support::app::SECRET;
use crate::support::calls::calls;
use crate::support::length::by_length;
use crate::support::prelude::*;
use crate::support::process::{resident_kb, serving};

/// Few enough that the wrong ones do not use up the attempts that an account accepts in a day.
const SIGN_INS: usize = 120;
const AT_ONCE: usize = 32;

/// Signs in with right and wrong passwords alternately.
async fn sign_in(times: usize, at: SocketAddr) {
    let client = reqwest::Client::new();
    let all = (0..times).map(|n| {
        let (right, client) = (n % 2 == 0, &client);
        async move {
            let password = if right { PASSWORD } else { "Wrong1password" };
            let answer = client
                .post(format!("http://{at}/api/auth/login"))
                .json(&json!({"email": "ada@example.com", "password": password}))
                .send();
            let status = answer.await.unwrap().status();
            assert_eq!(status, if right { 200 } else { 401 });
        }
    });
    let all = stream::iter(all).buffer_unordered(AT_ONCE);
    all.collect::<()>().await;
}

#[tokio::test]
async fn sign_ins_leave_no_memory_behind() {
    let (test, anon) = TestApp::init().await.anon();
    test.verified(&anon, "ada@example.com").await;
    let folder = tempfile::tempdir().unwrap();
    let settings = [
        format!("database.url={}", test.database_url),
        "mail.smtp_url=smtp://127.0.0.1:1".to_owned(),
        "auth.attempts_per_quarter_hour=1000000".to_owned(),
        "limits.calls_per_minute=1000000".to_owned(),
    ];
    let (process, address) = serving(folder.path(), &settings, "true").await;
    // The memory that every process keeps after use: its connections, its caches, one computation's
    // memory.
    sign_in(4, address).await;
    let before = resident_kb(&process);
    sign_in(SIGN_INS, address).await;
    let grown = resident_kb(&process).saturating_sub(before);
    println!("{SIGN_INS} sign-ins: {before} kB, and {grown} kB more");
    // One more computation's memory, and the same again for everything else.
    assert!(grown < 40_000, "{grown} kB");
}

/// The rounds of calls that fill caches, and those that must leave nothing, in the short and in the long form.
const ROUNDS: [(usize, usize); 2] = [(5, 15), (30, 300)];
/// The most memory that a process has after ordinary calls, in kilobytes.
const MOST: u64 = 150_000;

/// Makes every call that reads, except for streams, which do not end. Returns how many.
async fn read_everything(rounds: usize, token: &str, at: SocketAddr) -> usize {
    let client = reqwest::Client::new();
    let calls = calls().into_iter().filter(|call| call.method == "GET");
    let paths: Vec<String> = calls
        .map(|call| call.nowhere())
        .filter(|path| !path.ends_with("/live") && !path.ends_with("/events"))
        .collect();
    let all = (0..rounds).flat_map(|_| &paths).map(|path| {
        let call = client.get(format!("http://{at}{path}")).bearer_auth(token).send();
        async {
            let answer = call.await.unwrap();
            assert!(answer.status() != 500, "{}", answer.url());
            answer.bytes().await.unwrap();
        }
    });
    stream::iter(all).buffer_unordered(AT_ONCE).count().await
}

#[tokio::test]
async fn ordinary_calls_leave_no_memory_behind() {
    let [short, long] = ROUNDS;
    let (before, after) = by_length(short, long);
    let (test, _, ada) = TestApp::init().await.with_user().await;
    for _ in 0..100 {
        test.notify(ada.user.id, Match::of("kettle")).await;
    }
    let folder = tempfile::tempdir().unwrap();
    let settings = [
        format!("database.url={}", test.database_url),
        format!("auth.secret={SECRET}"),
        "mail.smtp_url=smtp://127.0.0.1:1".to_owned(),
        "limits.calls_per_minute=1000000".to_owned(),
        "server.plans=off".to_owned(),
    ];
    let (process, address) = serving(folder.path(), &settings, "true").await;
    let token = ada.client.token.unwrap();
    read_everything(before, &token, address).await;
    let at_first = resident_kb(&process);
    let calls = read_everything(after, &token, address).await;
    let at_last = resident_kb(&process);
    println!("{calls} calls: {at_first} kB before and {at_last} kB after them");
    assert!(at_last < MOST, "{at_last} kB");
    // Something of each thread's own may come later.
    assert!(at_last < at_first + 20_000, "{at_first} kB, then {at_last} kB");
}
