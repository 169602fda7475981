//! Records the previous version's data again, with that version's own program: `scripts/upgrade --record`. All
//! texts and people in it are invented here.

use std::fs;
use std::process::Command;

use diesel_async::SimpleAsyncConnection;
use sims::feed::NewFeed;
use sims::forum::{NewComment, NewPost};

use super::people::Person;
use super::previous::{Known, folder};
use super::programs::{Server, World, previous, until};
use crate::support::db::bin_dir;
use crate::support::prelude::*;
use crate::support::sql::row;

/// Retries after a second, and then not for a while, so that messages that failed twice still exist.
const RETRIES: &str = "delivery.retry_seconds=1,600";
/// Tables that would be of no use elsewhere: the first has numbers of another server's transactions,
/// the others are counts of a few minutes.
const LEFT_OUT: [&str; 3] = ["watch_changes", "rate_limits", "requests_made"];

/// Waits until there are at least `at_least` rows.
async fn rows(from: &str, at_least: usize, world: &World, server: &Server) {
    let is_so = async || world.count(from).await >= at_least;
    until(from, &[server], is_so).await;
}

fn post(world: &World, subreddit: &str, title: &str, body: &str) -> String {
    let post = NewPost {
        body: body.to_owned(),
        author: Some("invented_author".to_owned()),
        ..NewPost::titled(subreddit, title)
    };
    world.forum.control.post(post).unwrap().fullname
}

fn comment(world: &World, parent: &str, body: &str) {
    let comment = NewComment {
        author: Some("invented_commenter".to_owned()),
        ..NewComment::on(parent, body)
    };
    world.forum.control.comment(comment).unwrap();
}

/// Makes three users: Ada uses everything; Ben gets digests; Cleo's mail server rejects her address.
async fn join(world: &World, server: &Server) -> [Person; 3] {
    for subreddit in ["tea", "coffee"] {
        post(world, subreddit, "Welcome to this place", "It is made up.");
    }
    let base = &server.base;
    let ada = Person::join("ada@example.com", base, world).await;
    let ben = Person::join("ben@example.com", base, world).await;
    let cleo = Person::join("cleo@example.com", base, world).await;
    let quiet = json!({"from": "22:00", "until": "06:00"});
    let daily = json!({"emailFrequency": "daily", "quietHours": quiet, "burstLimit": 20});
    ben.put(base, "/api/users/notifications", daily).await;
    ben.put(base, "/api/users/settings", json!({"theme": "dark"})).await;
    [ada, ben, cleo]
}

async fn add_keywords(people: &[Person; 3], world: &World, server: &Server) -> String {
    let (base, [ada, ben, cleo]) = (&server.base, people);
    let kettle = json!({
        "keyword": "kettle", "subreddits": ["tea", "coffee"], "tags": ["kitchen"], "notes": "For the shop"
    });
    let kettle = ada.add_keyword(base, kettle).await;
    let query =
        json!({"keyword": "teapot AND (blue OR green)", "mode": "query", "subreddits": ["all"]});
    ada.add_keyword(base, query).await;
    let off = json!({"keyword": "grinder", "subreddits": ["coffee"], "isActive": false});
    ada.add_keyword(base, off).await;
    ben.add_keyword(base, json!({"keyword": "kettle", "subreddits": ["tea"]})).await;
    cleo.add_keyword(base, json!({"keyword": "kettle", "subreddits": ["tea"]})).await;
    for (channel, path) in [("webhook", "/hook/a"), ("slack", "/slack/services/T0/B0/x")] {
        let url = format!("{}{path}", world.receiver.base_url());
        let endpoint = json!({"channel": channel, "name": format!("My {channel}"), "url": url});
        ada.post(base, "/api/endpoints", endpoint).await;
    }
    let variant = json!({"keyword": "kettle AND quiet", "mode": "query"});
    ada.put(base, &format!("/api/keywords/{kettle}/variant"), variant).await;
    let search = json!({"name": "Blue ones", "filters": {"q": "blue"}});
    ada.post(base, "/api/searches", search).await;
    ada.post(base, "/api/mutes", json!({"kind": "word", "value": "giveaway"})).await;
    kettle
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "writes the project's files: scripts/upgrade --record"]
async fn record_the_previous_versions_data() {
    let world = World::new(&[RETRIES, "feeds.enabled=true"]).await;
    let feeds = sims::feed::start(sims::feed::Config::for_tests()).await.unwrap();
    let journal =
        NewFeed { title: Some("An invented journal".to_owned()), ..NewFeed::named("journal") };
    feeds.control.add(journal).unwrap();
    let mut server = world.start(&previous()).await;
    let people = join(&world, &server).await;
    let kettle = add_keywords(&people, &world, &server).await;
    let journal = format!("{}/feeds/journal.rss", feeds.base_url());
    let journal = json!({"address": journal});
    people[0].post(&server.base, "/api/sources/feeds", journal).await;
    rows("places WHERE state = 'ok'", 2, &world, &server).await;
    let [mut ada, ben, _] = people;
    let base = server.base.clone();

    // Items that arrive.
    let asked = post(&world, "tea", "Which kettle boils quietly?", "Mine whistles all day.");
    comment(&world, &asked, "My kettle does, and it was cheap.");
    post(&world, "tea", "A kettle giveaway", "Nobody is told of this one.");
    post(&world, "coffee", "A green teapot for coffee", "It pours well.");
    post(&world, "coffee", "Nothing that anybody listens for", "Only read.");
    rows("notifications", 6, &world, &server).await;
    rows("outbox WHERE channel = 'slack' AND status = 'sent'", 3, &world, &server).await;
    rows(
        "outbox WHERE channel = 'mail' AND kind IN ('match', 'digest') AND status = 'sent'",
        2,
        &world,
        &server,
    )
    .await;
    let mails = sims::smtp::Query {
        to: Some(ada.email.clone()),
        body_contains: Some("kettle".to_owned()),
        ..sims::smtp::Query::default()
    };
    let mail = world.mail.mailbox.wait(&mails, 1, std::time::Duration::from_secs(60)).await;
    let unsubscribe = path_of(mail[0].header("list-unsubscribe").unwrap());
    let test = json!({"watchId": kettle});
    ada.post(&base, "/api/hearing-tests", test).await;
    rows("hearing_tests WHERE stored_at IS NOT NULL", 1, &world, &server).await;
    let listed = ada.get(&base, "/api/notifications").await;
    let id = listed["notifications"][0]["_id"].as_str().unwrap();
    let read = format!("/api/notifications/{id}/read");
    ada.call(&base, reqwest::Method::PATCH, &read, json!(null)).await.unwrap();
    let addresses = ada.get(&base, "/api/feeds").await;
    let feed = path_of(addresses["all"]["json"].as_str().unwrap());

    // Messages that cannot be delivered: now, or at all.
    let refuse = |to: &str, action| sims::smtp::Fault {
        times: 1_000,
        to: Some(to.to_owned()),
        ..sims::smtp::Fault::once(sims::smtp::Stage::Rcpt, action)
    };
    world.mail.mailbox.fault(refuse("ada@", sims::smtp::Action::Transient));
    world.mail.mailbox.fault(refuse("cleo@", sims::smtp::Action::Permanent));
    let mut gone = sims::receiver::Fault::status("/hook/a", 503);
    gone.times = 1_000;
    world.receiver.control.fault(gone);
    post(&world, "tea", "A kettle that nobody is told of yet", "Later.");
    rows("outbox WHERE status = 'dead'", 1, &world, &server).await;
    rows("outbox WHERE status = 'pending' AND channel = 'mail' AND kind IN ('match', 'digest') AND attempts = 2", 1, &world, &server).await;
    rows("outbox WHERE status = 'pending' AND channel = 'webhook'", 1, &world, &server).await;
    ben.get(&base, "/api/users/profile").await;
    ada.sign_in(&base).await;
    server.end().await;

    let mut conn = world.connect().await;
    conn.batch_execute("VACUUM ANALYZE").await.unwrap();
    let known = Known {
        taken_at: row("SELECT now()", &mut conn).await,
        email: ada.email,
        access: ada.access,
        refresh: ada.refresh,
        unsubscribe,
        feed,
    };
    let known = serde_json::to_string_pretty(&known).unwrap();
    fs::write(folder().join("known.json"), known + "\n").unwrap();
    fs::write(folder().join("data.sql"), dump(&world.database_url)).unwrap();
}

/// Returns the path of a link in an email or an answer.
fn path_of(link: &str) -> String {
    let link = link.trim_matches(['<', '>']);
    link.strip_prefix("https://harken.example").unwrap().to_owned()
}

/// Returns all statements that create this database, without those that only `psql` or one version of
/// Postgres knows.
fn dump(database_url: &str) -> String {
    let beside_postgres = bin_dir().map(|dir| dir.join("pg_dump"));
    let program = beside_postgres.filter(|path| path.exists());
    let mut command = Command::new(program.unwrap_or_else(|| "pg_dump".into()));
    command.args(["--inserts", "--no-owner", "--no-privileges"]);
    for table in LEFT_OUT {
        command.arg(format!("--exclude-table-data={table}"));
    }
    let output = command.arg(database_url).output();
    let output = output.expect("pg_dump is needed (Debian: apt-get install postgresql-client)");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = String::from_utf8(output.stdout).unwrap();
    let mut kept = vec!["SET check_function_bodies = false;", "SET search_path = public;"];
    kept.extend(text.lines().filter(|line| is_kept(line)));
    kept.join("\n") + "\n"
}

fn is_kept(line: &str) -> bool {
    let dropped = ["--", "SET ", "SELECT pg_catalog.set_config", "\\"];
    !line.is_empty() && !dropped.iter().any(|start| line.starts_with(start))
}
