//! `harken doctor`, tested with the real program: each check fails once, against a real fault.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use diesel_async::SimpleAsyncConnection;
use sims::forum::Config as ForumConfig;
use sims::smtp::{Action, Encryption, Fault, Query, Stage, Tls};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::process::Command;

use crate::support::certificates::certificate;
use crate::support::db::{address, bin_dir, fresh_database};
use crate::support::forum::forum_settings;
use crate::support::nats::Nats;
use crate::support::own_database::Home;
use crate::support::small_disk::SmallDisk;

const SECRET: &str = "hunter2-hunter2-hunter2-hunter2-hunter2";

struct Said {
    is_well: bool,
    text: String,
}

impl Said {
    /// Returns whether the output has `text` in a line of this level about `what`.
    fn has(&self, level: &str, what: &str, text: &str) -> bool {
        let begins = |line: &&str| {
            line.starts_with(level) && line[level.len()..].trim_start().starts_with(what)
        };
        self.text.lines().filter(begins).any(|line| line.contains(text))
    }
}

async fn doctor(settings: &[String], environment: &[(&str, &str)], more: &[&str]) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_harken"));
    command.arg("doctor").args(more).env_clear();
    let bin_dir = bin_dir().map(|dir| format!("database.bin_dir={}", dir.display()));
    for setting in bin_dir.iter().chain(settings) {
        command.args(["--set", setting]);
    }
    command.envs(environment.iter().copied()).stdin(Stdio::null());
    let output = command.output().await.unwrap();
    let text =
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    for secret in [SECRET, "smtp-password", "forum-secret"] {
        assert!(!text.contains(secret), "{text}");
    }
    Said { is_well: output.status.success(), text }
}

fn data_dir(path: &Path) -> String {
    format!("data_dir={}", path.display())
}

/// Creates another database on the same server, and returns its URL.
async fn database(url: &str, name: &str, options: &str) -> String {
    let mut conn = address(url).connect().await.unwrap();
    conn.batch_execute(&format!("CREATE DATABASE {name} {options}")).await.unwrap();
    let (server, _) = url.rsplit_once('/').unwrap();
    format!("{server}/{name}")
}

/// Starts a web server whose clock has stopped, for one request.
async fn stopped_clock() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut request = [0; 1_024];
        assert!(stream.read(&mut request).await.unwrap() > 0);
        let answer = "HTTP/1.1 200 OK\r\nDate: Mon, 05 Jan 2026 08:00:00 GMT\r\nContent-Length: 0\r\n\
                      Connection: close\r\n\r\n";
        stream.write_all(answer.as_bytes()).await.unwrap();
    });
    base
}

#[tokio::test]
async fn an_installation_in_order_passes_and_sends_a_test_email() {
    let forum = sims::forum::start(ForumConfig::for_tests()).await.unwrap();
    let sink = sims::smtp::start(sims::smtp::Config::for_tests()).await.unwrap();
    let home = Home::new();
    let archive = home.folder.path().join("archive");
    let nats = Nats::start_keeping().await;
    let mut settings = forum_settings(&forum.base_url());
    settings.extend([
        format!("mail.smtp_url=smtp://harken:smtp-password@{}", sink.smtp_addr),
        "mail.from=Harken <alerts@example.com>".to_owned(),
        format!("watchdog.url=http://127.0.0.1:1/{SECRET}"),
        format!("database.archive_dir={}", archive.display()),
        format!("auth.secret={SECRET}"),
    ]);
    settings.extend(nats.settings());
    let mut harken = home.start("api", &settings).await;
    settings.extend([data_dir(&home.data_dir), format!("server.public_url={}", harken.base)]);
    let said = doctor(&settings, &[], &["--send-to", "ada@example.com"]).await;
    assert!(said.is_well, "{}", said.text);
    for (what, text) in [
        ("configuration", "has no problems"),
        ("disk", "MB are free"),
        ("database", "Harken's own, answers"),
        ("durability", "every commit reaches the disk"),
        ("connections", "Postgres allows 197"),
        ("encoding", "UTF8"),
        ("archive", "kept for 2 days"),
        ("clock", "agrees with the database's"),
        ("migrations", "all have run"),
        ("Reddit", "accepts the credentials"),
        ("public address", "agrees with that of the public address"),
        ("mail server", "accepts the user name and password"),
        ("test email", "has accepted it"),
        ("secret", "signs"),
        ("push", "signs"),
        ("NATS", "a wake-up came back within"),
        ("NATS", "JetStream keeps 0 batches of items, for 0 readers"),
        ("watchdog", "each process calls 127.0.0.1 once a minute"),
    ] {
        let is_fine =
            said.has("ok", what, text) || (what == "disk" && said.has("warning", what, text));
        assert!(is_fine, "{what}: {}", said.text);
    }
    let mails = sink.mailbox.messages(&Query::default());
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].to, ["ada@example.com"]);
    harken.process.kill().await.unwrap();
}

#[tokio::test]
async fn a_first_start_that_is_still_to_come_is_no_failure() {
    let folder = tempfile::tempdir().unwrap();
    let said = doctor(&[data_dir(&folder.path().join("data"))], &[], &[]).await;
    assert!(said.is_well, "{}", said.text);
    assert!(said.has("warning", "database", "the first start creates it"), "{}", said.text);
    assert!(said.has("warning", "secret", "the first start creates it"), "{}", said.text);
    assert!(said.has("warning", "mail server", "nobody can register"), "{}", said.text);
    assert!(said.has("warning", "watchdog", "set watchdog.url"), "{}", said.text);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing was created");
}

#[tokio::test]
async fn each_failure_is_named_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        fs::create_dir_all(folder.path().join(name)).unwrap();
        fs::write(folder.path().join(name).join("secret"), text).unwrap();
        data_dir(&folder.path().join(name))
    };
    let (good, weak) = (file("good", SECRET), file("weak", "short"));
    let url = fresh_database().await;
    let name = url.rsplit_once('/').unwrap().1.to_owned();
    let latin = format!("{name}_latin");
    let latin = database(
        &url,
        &latin,
        "ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0",
    );
    let latin = latin.await;
    let forum = sims::forum::start(ForumConfig::for_tests()).await.unwrap();
    let mut forum_refuses = forum_settings(&forum.base_url());
    forum_refuses.push("forum.client_secret=forum-secret".to_owned());
    let sink = sims::smtp::start(sims::smtp::Config::for_tests()).await.unwrap();
    let refusing = sims::smtp::start(sims::smtp::Config::for_tests()).await.unwrap();
    refusing.mailbox.fault(Fault { times: 100, ..Fault::once(Stage::Auth, Action::Permanent) });
    let key = certificate("127.0.0.1");
    let tls = Tls::new(Encryption::FromTheStart, key.cert.der(), &key.signing_key.serialize_der());
    let encrypted =
        sims::smtp::Config { tls: Some(tls.unwrap()), ..sims::smtp::Config::for_tests() };
    let encrypted = sims::smtp::start(encrypted).await.unwrap();
    let stranger = folder.path().join("stranger.pem");
    fs::write(&stranger, certificate("stranger.example").cert.pem()).unwrap();
    let stranger = stranger.to_str().unwrap();
    let missing = folder.path().join("missing.pem");
    let missing = missing.to_str().unwrap();

    let of = |settings: &[&str]| settings.iter().map(ToString::to_string).collect::<Vec<String>>();
    let on = format!("database.url={url}");
    let away = "database.url=postgres://harken:smtp-password@127.0.0.1:1/harken";
    let mail = |url: String| of(&["mail.from=a@example.com", &format!("mail.smtp_url={url}")]);
    let public = format!("server.public_url={}", stopped_clock().await);
    let without_jetstream = Nats::start().await;
    let cases = [
        ("failed", "configuration", of(&["delivery.concurrent_sends=1"]), "from 8 to 1024"),
        (
            "failed",
            "configuration",
            of(&["database.api_conections=1"]),
            "did you mean database.api_connections?",
        ),
        ("failed", "database", of(&[away]), "Check that it is running"),
        ("failed", "database", of(&["database.url=mysql://a"]), "write postgres://"),
        ("failed", "database", of(&["database.bin_dir=/nowhere"]), "/nowhere"),
        // The tests' server does not wait for the disk.
        ("failed", "durability", of(&[&on]), "set fsync = on"),
        (
            "failed",
            "connections",
            of(&[&on, "database.ingest_connections=500"]),
            "lower database.api_connections (10), database.ingest_connections (500), ",
        ),
        ("failed", "encoding", of(&[&format!("database.url={latin}")]), "ENCODING 'UTF8'"),
        ("warning", "migrations", of(&[&format!("database.url={latin}")]), "harken migrate"),
        ("failed", "public address", of(&[&public]), "timedatectl"),
        ("failed", "mail server", mail("smtp://127.0.0.1:1".to_owned()), "127.0.0.1:1: "),
        (
            "failed",
            "mail server",
            mail(format!("smtp://harken:smtp-password@{}", refusing.smtp_addr)),
            "check the user name and password",
        ),
        (
            "failed",
            "mail server",
            mail(format!("smtps://{}", encrypted.smtp_addr)),
            "SSL_CERT_FILE",
        ),
        (
            "failed",
            "mail server",
            mail(format!("smtp://{}?tls=required", sink.smtp_addr)),
            "mail.smtp_url",
        ),
        ("failed", "Reddit", [of(&[&on]), forum_refuses].concat(), "check forum.client_id"),
        ("failed", "secret", of(&[&weak]), "backup"),
        ("warning", "push", of(&["mail.from=a@localhost"]), "Apple's push service refuses"),
        ("failed", "NATS", of(&["bus.url=nats://127.0.0.1:1"]), "does not answer: start it"),
        ("failed", "NATS", of(&[&without_jetstream.setting()]), "NATS has no JetStream"),
    ];
    for (level, what, settings, text) in cases {
        let settings = [of(&[&good]), settings].concat();
        let said = doctor(&settings, &[("SSL_CERT_FILE", stranger)], &[]).await;
        assert!(said.has(level, what, text), "{what}: {text} is not in\n{}", said.text);
        assert_eq!(
            said.is_well,
            level != "failed" && !said.text.contains("\nfailed"),
            "{}",
            said.text
        );
    }

    let unread = [("SSL_CERT_FILE", missing)];
    let said = doctor(&of(&[&good]), &unread, &[]).await;
    assert!(said.has("failed", "certificates", "missing.pem"), "{}", said.text);

    let settings = [of(&[&good]), mail(format!("smtp://{}", sink.smtp_addr))].concat();
    let said = doctor(&settings, &[], &["--send-to", "nobody"]).await;
    assert!(said.has("failed", "test email", "check the address"), "{}", said.text);
    assert!(!said.is_well);
    forum.stop().await;
    for sink in [sink, refusing, encrypted] {
        sink.stop().await;
    }
}

#[tokio::test]
async fn an_archive_that_is_no_folder_fails() {
    let home = Home::new();
    let mut harken = home.start("api", &[]).await;
    let file = home.folder.path().join("file");
    fs::write(&file, "").unwrap();
    let settings = [data_dir(&home.data_dir), format!("database.archive_dir={}", file.display())];
    let said = doctor(&settings, &[], &[]).await;
    assert!(said.has("failed", "archive", "database.archive_dir"), "{}", said.text);
    let said = doctor(&settings[..1], &[], &[]).await;
    assert!(said.has("warning", "archive", "database.archive_dir"), "{}", said.text);
    assert!(said.is_well, "{}", said.text);
    harken.process.kill().await.unwrap();
}

#[tokio::test]
async fn a_full_disk_fails() {
    let Some(disk) = SmallDisk::mount(100) else {
        return;
    };
    let said = doctor(&[data_dir(disk.path())], &[], &[]).await;
    assert!(said.has("failed", "disk", "make room"), "{}", said.text);
    assert!(!said.is_well);
}
