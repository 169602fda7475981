//! `docs/API.md`: the command of each call does what the page says, by the real `curl`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Stdio;
use std::sync::LazyLock;
use std::{fs, mem};

use sims::receiver;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::Command;

use crate::support::calls::calls;
use crate::support::feed_server::{BLOG, FeedTest};
use crate::support::forum::forum_settings;
use crate::support::prelude::*;

static PAGE: LazyLock<String> = LazyLock::new(|| {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/API.md");
    fs::read_to_string(file).unwrap()
});

/// The calls without an id that do not succeed here, and why.
const REFUSED: [(&str, &str); 4] = [
    ("POST /api/setup/look", "SETUP_LINK_INVALID"),
    ("POST /api/setup", "SETUP_LINK_INVALID"),
    // The page is turned off.
    ("GET /api/public-status", "NOT_FOUND"),
    // Nothing was cleared.
    ("POST /api/ai/insights/restore", "NOT_FOUND"),
];

/// A call as the page describes it.
struct Described {
    /// Its method and path.
    name: &'static str,
    text: &'static str,
    command: &'static str,
}

impl Described {
    fn of(section: &'static str) -> Self {
        let (name, text) = section.split_once("`\n").unwrap();
        let command = text.split("```sh\n").nth(1).and_then(|rest| rest.split("\n```").next());
        Self { name, text, command: command.unwrap_or_else(|| panic!("no command: {name}")) }
    }

    /// Returns the lines of the list that begin with a word.
    fn lines(&self, word: &str) -> impl Iterator<Item = &'static str> {
        self.text.lines().filter_map(move |line| line.strip_prefix("- ")?.strip_prefix(word))
    }

    fn succeeds_with(&self, status: &str) -> bool {
        self.lines("Answers ").any(|line| line.starts_with(status))
    }

    /// Returns whether an error with this status and code is listed. Answers for people have no code.
    fn fails_with(&self, status: &str, code: &str) -> bool {
        let quoted = format!("`{code}`");
        let row = format!("| {status} |");
        let is_common =
            || PAGE.lines().any(|line| line.starts_with(&row) && line.contains(&quoted));
        let is_listed = |error: &str| match error.strip_prefix("[common](#errors) ") {
            Some(statuses) => statuses.split(", ").any(|one| one == status) && is_common(),
            None => {
                error.starts_with(status)
                    && (code.is_empty() || error.contains(&quoted) || is_common())
            }
        };
        self.lines("Errors: ").any(|line| line.split(" · ").any(is_listed))
    }
}

struct PageTest {
    test: FeedTest,
    _forum: sims::forum::Handle,
    receiver: receiver::Handle,
    /// Has an API key with all scopes.
    program: Client,
    anon: Client,
}

impl PageTest {
    async fn init() -> Self {
        let forum = sims::forum::start(sims::forum::Config::for_tests()).await.unwrap();
        let forum_settings = forum_settings(&forum.base_url());
        let mut settings: Vec<_> = forum_settings.iter().map(String::as_str).collect();
        // More changes than a person makes in a minute.
        settings.extend(["server.plans=off", "limits.keyword_changes_per_minute=1000"]);
        let test = FeedTest::init_with(&settings, sims::feed::Config::for_tests()).await;
        test.app.make_administrator(&test.user.user).await;
        let key =
            test.user.new_key(&["read", "keywords", "notifications", "ingest", "admin"]).await;
        let anon = Client { token: None, ..test.user.client.clone() };
        test.app.verified(&anon, "ada@example.com").await;
        let receiver = receiver::start(receiver::Config::for_tests()).await.unwrap();
        let program = anon.with_token(&key);
        Self { test, _forum: forum, receiver, program, anon }
    }

    /// Creates what a call is about, and returns its id; one that names nothing where that is not worthwhile.
    async fn new_id(&self, call: &Described, n: usize) -> String {
        let (app, program, user) = (&self.test.app, &self.program, self.test.user.user.id);
        let noun = call.name.split('/').nth(2).unwrap();
        let watch = || program.post("/api/keywords", json!({"keyword": format!("kettle {n}")}));
        let created = match noun {
            "keywords" => watch().await,
            "hearing-tests" if call.name.contains("{id}") => {
                let watch = watch().await.json["_id"].clone();
                program.post("/api/hearing-tests", json!({"watchId": watch})).await
            }
            "hearing-tests" => watch().await,
            "searches" => {
                let search = json!({"name": format!("{n}"), "filters": {"q": "tea"}});
                program.post("/api/searches", search).await
            }
            "endpoints" => {
                let url = format!("{}/hook/of-{n}", self.receiver.base_url());
                let hook = json!({"channel": "webhook", "name": "a", "url": url});
                program.post("/api/endpoints", hook).await
            }
            "mutes" => {
                let mute = json!({"kind": "word", "value": format!("word {n}")});
                let mut answer = program.post("/api/mutes", mute).await;
                answer.json = answer.json["mute"].take();
                answer
            }
            "ai" => program.generate().await,
            "notifications" => {
                return app.notify(user, Match::of("kettle")).await.id.to_string();
            }
            "deliveries" => {
                return app.notify_by_mail(user, Match::of("tea")).await.to_string();
            }
            "admin" => {
                let other = app.new_user(&format!("user-{n}@example.com")).await;
                return other.user.id.to_string();
            }
            _ => return Uuid::now_v7().to_string(),
        };
        let id = created.json["_id"].as_str();
        id.unwrap_or_else(|| panic!("{}: {}", call.name, created.text)).to_owned()
    }

    /// Returns the variables of a command.
    async fn variables(&self, call: &Described, n: usize) -> BTreeMap<&'static str, String> {
        let (app, user) = (&self.test.app, self.test.user.user.id);
        let mut variables = BTreeMap::from([("KEY", self.program.token.clone().unwrap())]);
        let needs = |name| call.command.contains(&format!("${name}"));
        if needs("ID") {
            variables.insert("ID", self.new_id(call, n).await);
        }
        if needs("SESSION") {
            variables.insert("SESSION", app.sign_in(user).await.token.unwrap());
        }
        if needs("REFRESH_TOKEN") {
            let session = self.anon.sign_in("ada@example.com").await;
            variables.insert("REFRESH_TOKEN", session.refresh);
        }
        if needs("TOKEN") {
            let token = app.reset_token("ada@example.com").await;
            variables.insert("TOKEN", token.unwrap_or_else(|| "unknown".to_owned()));
        }
        variables
    }
}

/// Runs a command, and returns the status and the body of the answer. `curl` reads its other options in `home`.
async fn run(mut command: Command) -> (String, String) {
    let mut curl = command.stdout(Stdio::piped()).kill_on_drop(true).spawn().unwrap();
    let mut output = BufReader::new(curl.stdout.take().unwrap());
    let (mut head, mut line) = (String::new(), String::new());
    while output.read_line(&mut line).await.unwrap() > 2 {
        head.push_str(&mem::take(&mut line));
    }
    let mut body = String::new();
    // A stream does not end.
    if !head.contains("text/event-stream") {
        output.read_to_string(&mut body).await.unwrap();
    }
    (head.split(' ').nth(1).unwrap_or_default().to_owned(), body)
}

#[tokio::test]
async fn each_command_of_the_page_does_what_the_page_says() {
    let sections = PAGE.split("\n## Types\n").next().unwrap().split("\n### `").skip(1);
    let described: Vec<_> = sections.map(Described::of).collect();
    let names: BTreeSet<_> = described.iter().map(|call| call.name.to_owned()).collect();
    let of_document = calls().into_iter().map(|call| format!("{} {}", call.method, call.path));
    assert_eq!(names, of_document.collect());

    let setup = PageTest::init().await;
    let served = Served::start(&setup.test.app).await;
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join(".curlrc"), "silent\ninclude\n").unwrap();
    let mut wrong = Vec::new();
    for (n, call) in described.iter().enumerate() {
        let hook = format!("{}/hook/{n}", setup.receiver.base_url());
        let command = call
            .command
            .replace("https://server.example/hook", &hook)
            .replace("https://blog.example/feed.xml", &setup.test.url(BLOG));
        let mut curl = Command::new("sh");
        curl.args(["-c", &command])
            .envs([("CURL_HOME", home.path().to_str().unwrap()), ("no_proxy", "*")])
            .env("HARKEN", format!("http://{}", served.address))
            .envs(setup.variables(call, n).await);
        let (status, body) = tokio::time::timeout(PATIENCE, run(curl)).await.expect(call.name);
        let json: Value = serde_json::from_str(&body).unwrap_or_default();
        let code = json["code"].as_str().unwrap_or_default();
        // What a call without an id needs is there; a session may do what would end the test, with a wrong password.
        let may_fail = call.name.contains('{') || call.text.contains("Only with a session.");
        let is_as_described = match REFUSED.iter().find(|(name, _)| *name == call.name) {
            Some((_, expected)) => code == *expected && call.fails_with(&status, code),
            None if call.succeeds_with(&status) => true,
            None => may_fail && !status.starts_with('5') && call.fails_with(&status, code),
        };
        if !is_as_described {
            wrong.push(format!("{}\n{command}\n{status} {body}\n", call.name));
        }
    }
    served.stop().await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
