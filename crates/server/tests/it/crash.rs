//! The real program, killed again and again while matches flow.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use forum_sim::{Config, Handle, NewPost};
use tokio::process::{Child, Command};

use crate::support::app::TestApp;
use crate::support::forum::{TOLD, add_watch, count, forum_settings};

const KILLS: usize = 10;
const POSTS: usize = 1_000;
const WATCHES: usize = 2;
/// Far longer than it takes; only a broken program waits that long.
const PATIENCE: Duration = Duration::from_secs(30);

fn start(folder: &Path, url: &str, forum: &Handle) -> Child {
    let mut settings = forum_settings(&forum.base_url());
    settings.extend([
        format!("database.url={url}"),
        format!("data_dir={}", folder.display()),
        "mail.smtp_url=smtp://127.0.0.1:1".to_owned(),
        "forum.poll_seconds=1".to_owned(),
        "forum.requests_per_minute=100000".to_owned(),
    ]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_harken"));
    for setting in settings {
        command.args(["--set", &setting]);
    }
    command
        .arg("ingest")
        .env_clear()
        .env("RUST_LOG", "off")
        .current_dir(folder)
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap()
}

fn post(forum: &Handle, from: usize, to: usize) {
    for n in from..to {
        let post = NewPost {
            subreddit: "tea".to_owned(),
            title: format!("Kettle {n}"),
            ..NewPost::default()
        };
        forum.control.post(post).unwrap();
    }
}

/// Looks every few milliseconds: what another process does cannot be awaited.
async fn wait_for(test: &TestApp, at_least: i64) {
    let began = Instant::now();
    while count(&test.app, "notifications").await < at_least {
        assert!(
            began.elapsed() < PATIENCE,
            "stuck below {at_least} notifications"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn ten_kills_lose_nothing_and_double_nothing() {
    let test = TestApp::init().await;
    let config = Config {
        budget: 1_000_000,
        ..Config::for_tests()
    };
    let forum = forum_sim::start(config).await.unwrap();
    let user = test.new_user("reader@example.com").await.user;
    for keyword in ["kettle", "Kettle"] {
        add_watch(&test.app, user.id, keyword, &["tea"]).await;
    }
    let folder = tempfile::tempdir().unwrap();
    let share = POSTS / KILLS;
    for round in 0..KILLS {
        let made = round * share;
        let before = count(&test.app, "notifications").await;
        post(&forum, made, made + share / 2);
        let mut harken = start(folder.path(), &test.app.database_url, &forum);
        wait_for(&test, before + 1).await;
        // It is at work: more comes in, and it dies a little later in its work each time.
        post(&forum, made + share / 2, made + share);
        tokio::time::sleep(Duration::from_millis(120 * round as u64)).await;
        harken.kill().await.unwrap();
    }
    let mut last = start(folder.path(), &test.app.database_url, &forum);
    let matches = (POSTS * WATCHES) as i64;
    wait_for(&test, matches).await;
    last.kill().await.unwrap();

    assert_eq!(count(&test.app, "items").await, POSTS as i64);
    assert_eq!(count(&test.app, "notifications").await, matches);
    let pairs = "(SELECT DISTINCT watch_id, item_id FROM notifications) AS pairs";
    assert_eq!(count(&test.app, pairs).await, matches);
    let messages = format!("{TOLD} JOIN notifications n ON n.id = told.notification_id");
    assert_eq!(count(&test.app, &messages).await, matches);
    assert_eq!(count(&test.app, TOLD).await, matches);
    let counted = format!("watches WHERE match_count = {POSTS}");
    assert_eq!(count(&test.app, &counted).await, WATCHES as i64);
    assert_eq!(count(&test.app, "coverage_gaps").await, 0);
    forum.stop().await;
}
