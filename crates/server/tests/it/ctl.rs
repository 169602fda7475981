//! `harken ctl`, as a person or a script runs it.

use std::process::{Output, Stdio};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Command;

use crate::support::prelude::*;

/// A server, and its user's key.
struct Ctl {
    app: TestApp,
    user: SignedIn,
    served: Served,
    key: String,
}

impl Ctl {
    async fn new(scopes: &[&str]) -> Self {
        let app = TestApp::init_with(&["feeds.enabled=true"]).await;
        let (app, _, user) = app.with_user().await;
        let served = Served::start(&app).await;
        Self { key: user.new_key(scopes).await, app, user, served }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_harken"));
        command.env_clear().arg("ctl").args(arguments).kill_on_drop(true);
        command.env("HARKENCTL_ADDRESS", format!("http://{}", self.served.address));
        command.env("HARKENCTL_KEY", &self.key).env("NO_PROXY", "*");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs a command that succeeds, and returns what it prints.
    async fn lines(&self, arguments: &[&str]) -> Vec<String> {
        let output = self.command(arguments).output().await.unwrap();
        assert_eq!(ended(&output), (Some(0), String::new()), "{arguments:?}");
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
    }
}

/// Returns the exit status and what was printed as the error.
fn ended(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn json_of(line: &str) -> Value {
    serde_json::from_str(line).unwrap()
}

#[tokio::test]
async fn keywords_are_listed_and_added() {
    let ctl = Ctl::new(&["read", "keywords"]).await;
    let added =
        ctl.lines(&["keywords", "add", "kettle", "--place", "tea", "--place", "rust"]).await;
    assert_eq!(added, ["on          0  kettle  r/tea, r/rust"]);
    let refused = ctl
        .command(&["keywords", "add", "kettle", "--place", "tea", "--place", "rust"])
        .output()
        .await
        .unwrap();
    assert_eq!(ended(&refused).0, Some(1));
    for number in 0..120 {
        add_watch(&ctl.app, ctl.user.user.id, &format!("pot {number}"), &["all"]).await;
    }
    let lines = ctl.lines(&["keywords"]).await;
    assert_eq!((lines.len(), lines.last()), (121, added.last()));
    let lines = ctl.lines(&["keywords", "--json"]).await;
    assert_eq!(json_of(&lines[120])["subreddits"], json!(["tea", "rust"]));
}

#[tokio::test]
async fn matches_are_searched_and_exported() {
    let ctl = Ctl::new(&["read"]).await;
    for number in 0..130 {
        ctl.app.notify(ctl.user.user.id, Match::of(&format!("kettle{number}"))).await;
    }
    let lines = ctl.lines(&["search", "asked", "--limit", "120"]).await;
    assert_eq!(lines.len(), 120);
    assert!(lines[0].contains("kettle129 is asked about"), "{}", lines[0]);
    let lines = ctl.lines(&["search", "kettle7", "--json"]).await;
    assert_eq!(lines.len(), 1);
    assert_eq!(json_of(&lines[0])["redditPost"]["title"], "kettle7 is asked about");
    assert_eq!(ctl.lines(&["export"]).await.len(), 130);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("matches.csv");
    ctl.lines(&["export", "--format", "csv", "--output", file.to_str().unwrap()]).await;
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 131);
}

#[tokio::test]
async fn items_are_pushed_in_batches() {
    let ctl = Ctl::new(&["ingest"]).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("items.ndjson");
    let lines = (1..=700).map(|id| format!("{{\"id\": \"{id}\", \"title\": \"A kettle\"}}\n"));
    std::fs::write(&file, lines.collect::<String>()).unwrap();
    let push = ["push", "--source", "mail", file.to_str().unwrap()];
    assert_eq!(ctl.lines(&push).await, ["700 accepted, 0 known before, 0 refused"]);
    std::fs::write(&file, "\n".repeat(600) + "{\"id\": \"1\", \"title\": \"a\"}\nnothing").unwrap();
    let mut command = ctl.command(&["push", "--source", "mail", "-"]);
    let output = command.stdin(std::fs::File::open(&file).unwrap()).output().await.unwrap();
    assert_eq!(output.stdout, b"0 accepted, 1 known before, 1 refused\n");
    let (status, text) = ended(&output);
    assert_eq!(status, Some(1));
    assert!(text.starts_with("line 602: The request's body is not valid JSON."), "{text}");
    let missing = ctl.command(&["push", "missing.ndjson"]).output().await.unwrap();
    assert_eq!(ended(&missing).0, Some(1));
}

#[tokio::test]
async fn new_matches_are_followed_over_an_interruption() {
    let mut ctl = Ctl::new(&["read"]).await;
    let mut program = ctl.command(&["tail", "--json", "--count", "2"]).spawn().unwrap();
    let mut lines = BufReader::new(program.stdout.take().unwrap()).lines();
    let is_connected = async {
        while ctl.app.live.streams() == 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(PATIENCE, is_connected).await.unwrap();
    let first = ctl.app.notify(ctl.user.user.id, Match::of("kettle")).await;
    let line = lines.next_line().await.unwrap().unwrap();
    assert_eq!(json_of(&line)["_id"], first.id.to_string());
    let address = ctl.served.address;
    ctl.served.stop().await;
    let second = ctl.app.notify(ctl.user.user.id, Match::of("tea")).await;
    ctl.served = Served::start_at(address, &ctl.app).await;
    let line = lines.next_line().await.unwrap().unwrap();
    assert_eq!(json_of(&line)["_id"], second.id.to_string());
    assert!(program.wait().await.unwrap().success());
}

#[tokio::test]
async fn scripts_learn_from_the_exit_status_what_to_do() {
    let mut ctl = Ctl::new(&["read"]).await;
    let run = async |ctl: &Ctl, arguments: &[&str]| {
        ended(&ctl.command(arguments).output().await.unwrap())
    };
    let (status, text) = run(&ctl, &["keywords", "add", "kettle"]).await;
    assert_eq!(status, Some(77), "{text}");
    assert!(text.contains("keywords"), "{text}");
    assert_eq!(run(&ctl, &["search", "--kind", "picture"]).await.0, Some(2));
    let whole = std::mem::replace(&mut ctl.key, "hrk_1".to_owned());
    let (status, text) = run(&ctl, &["search"]).await;
    assert_eq!((status, text.contains("hrk_1")), (Some(77), false), "{text}");
    ctl.key = whole;
    let without = ctl.command(&["search"]).env_remove("HARKENCTL_KEY").output().await.unwrap();
    let (status, text) = ended(&without);
    assert_eq!(status, Some(1));
    assert!(text.contains("ctl.toml"), "{text}");
    // Nobody listens at this port.
    let away = ctl.command(&["tail"]).env("HARKENCTL_ADDRESS", "http://127.0.0.1:1").output().await;
    let (status, text) = ended(&away.unwrap());
    assert_eq!(status, Some(75), "{text}");
    assert!(text.contains("cannot be reached"), "{text}");
}
