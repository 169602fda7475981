//! The memory that a process keeps, measured from outside.

use std::net::SocketAddr;

use futures::{StreamExt, stream};

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
