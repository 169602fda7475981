//! The first start of the real program, and its errors when it cannot start.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use foundation::secrets::Secrets;
use tokio::net::UnixDatagram;
use uuid::Uuid;

use crate::support::db::{bin_dir, fresh_database};
use crate::support::process::{managed_harken, signal};

/// Runs `harken <part>` until it ends. `limits` are commands of the shell that starts it.
fn run(limits: &str, part: &[&str], settings: &[String]) -> Output {
    let mut command = Command::new("sh");
    let script = format!("{limits} exec \"$@\"");
    command.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_harken")]);
    let bin_dir = bin_dir().map(|dir| format!("database.bin_dir={}", dir.display()));
    for setting in bin_dir.iter().chain(settings) {
        command.args(["--set", setting]);
    }
    command.args(part).env_clear().stdin(Stdio::null());
    command.output().unwrap()
}

fn stderr_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn data_dir(path: &Path) -> String {
    format!("data_dir={}", path.display())
}

const RELAY: &str = "mail.smtp_url=smtp://127.0.0.1:1";

#[tokio::test(flavor = "multi_thread")]
async fn a_first_start_on_a_full_disk_leaves_no_secret_that_the_next_one_would_sign_with() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret");
    // The missing payment provider ends a start that gets this far.
    let settings = [
        data_dir(folder.path()),
        format!("database.url={}", fresh_database().await),
        RELAY.to_owned(),
    ];
    let refund = ["user", "refund", "ada@example.com"];
    // No file may grow, as on a full disk.
    let full = run("trap '' XFSZ; ulimit -f 0;", &refund, &settings);
    let reason = stderr_of(&full);
    assert!(reason.contains(secret.to_str().unwrap()), "{reason}");
    assert!(!secret.exists(), "{:?}", fs::read(&secret));

    let next = stderr_of(&run("", &refund, &settings));
    assert!(next.contains("nothing is sold here"), "{next}");
    let made = fs::read_to_string(&secret).unwrap();
    assert_eq!(made.len(), 43);
}

#[test]
fn a_secret_is_made_once_for_its_owner_only_however_many_start_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let starts = || Secrets::load(None, folder.path()).unwrap();
    let tokens: BTreeSet<String> = std::thread::scope(|scope| {
        let starts = [(); 8].map(|()| scope.spawn(|| starts().unsubscribe_token(Uuid::nil())));
        starts.map(|start| start.join().unwrap()).into()
    });
    assert_eq!(tokens.len(), 1, "all sign alike");
    let made = fs::metadata(folder.path().join("secret")).unwrap();
    assert_eq!(made.permissions().mode() & 0o777, 0o600);
    let names = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names, 1, "nothing is left aside");
}

#[test]
fn what_cannot_sign_is_refused_with_its_file_and_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("secret");
    let (zeros, spaces, few) = ("\0".repeat(43), " ".repeat(43), "ab".repeat(20));
    for text in ["", "\n", "short", &zeros, &spaces, &few] {
        fs::write(&path, text).unwrap();
        let refused = Secrets::load(None, folder.path()).expect_err(text);
        let reason = format!("{refused:#}");
        for part in [path.to_str().unwrap(), "backup", "delete the file"] {
            assert!(reason.contains(part), "{text:?}: {reason}");
        }
    }
    let weak = Secrets::load(Some("short"), folder.path()).err().unwrap();
    assert!(weak.to_string().contains("auth.secret must have"), "{weak}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_secret_signs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret");
    fs::write(&secret, "").unwrap();
    let settings = [
        data_dir(folder.path()),
        format!("database.url={}", fresh_database().await),
        RELAY.to_owned(),
    ];
    let refused = run("", &["api"], &settings);
    let reason = stderr_of(&refused);
    assert!(!refused.status.success());
    for part in [secret.to_str().unwrap(), "backup", "delete the file"] {
        assert!(reason.contains(part), "{part} is not in {reason}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_keeps_it_from_starting_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    let database = format!("database.url={}", fresh_database().await);
    let in_folder = data_dir(&folder.path().join("data"));
    fs::create_dir_all(folder.path().join("demo/secret")).unwrap();
    fs::create_dir_all(folder.path().join("mails")).unwrap();
    fs::write(folder.path().join("mails/mails"), "").unwrap();
    let of = |settings: &[&str]| -> Vec<String> {
        let mut all = vec![RELAY.to_owned()];
        all.extend(settings.iter().map(ToString::to_string));
        all
    };
    let below_file = data_dir(&file.join("data"));
    let demo = data_dir(&folder.path().join("demo"));
    let mails = data_dir(&folder.path().join("mails"));
    let listen = format!("server.listen={taken}");
    let no_page = format!("server.web_dir={}", folder.path().display());
    for (settings, named) in [
        (of(&[&below_file]), "file/data"),
        (of(&[&below_file, &database]), "file/data/secret"),
        (of(&[&demo, &database]), "demo/secret"),
        (of(&[&mails, &database, "server.demo=true", "mail.backend=file"]), "mails/mails"),
        (of(&[&in_folder, &database, &listen]), &taken),
        (of(&[&in_folder, &database, &no_page]), "index.html"),
        (of(&[&in_folder, "database.bin_dir=/nowhere"]), "/nowhere"),
    ] {
        let refused = run("", &["all"], &settings);
        let reason = stderr_of(&refused);
        let last = reason.rsplit("harken: ").next().unwrap();
        assert!(!refused.status.success(), "{reason}");
        assert!(last.contains(named), "{named} is not in {last}");
    }
    let config = folder.path().join("missing.toml");
    let refused = run("", &["--config", config.to_str().unwrap(), "all"], &[]);
    assert!(stderr_of(&refused).contains("missing.toml"), "{}", stderr_of(&refused));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_database_is_looked_after_without_a_mail_server() {
    let folder = tempfile::tempdir().unwrap();
    let settings = [data_dir(folder.path()), format!("database.url={}", fresh_database().await)];
    for part in [["migrate"].as_slice(), &["outbox"]] {
        let output = run("", part, &settings);
        assert!(output.status.success(), "{part:?}: {}", stderr_of(&output));
    }
    let settings = [&settings[..], &["mail.backend=smtp".to_owned()]].concat();
    let checked = run("", &["config", "check"], &settings);
    assert!(stderr_of(&checked).contains("smtp_url must be set"), "{}", stderr_of(&checked));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_manager_is_notified_when_it_is_ready_and_when_it_stops() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("notify");
    let manager = UnixDatagram::bind(&socket).unwrap();
    let told = async || {
        let mut text = [0; 64];
        let length = manager.recv(&mut text).await.unwrap();
        String::from_utf8_lossy(&text[..length]).into_owned()
    };
    let settings = [
        format!("database.url={}", fresh_database().await),
        "server.listen=127.0.0.1:0".to_owned(),
        RELAY.to_owned(),
    ];
    let mut process = managed_harken(&socket, "all", folder.path(), &settings);
    assert_eq!(told().await, "READY=1\n");
    signal(&process, "TERM").await;
    assert_eq!(told().await, "STOPPING=1\n");
    assert!(process.wait().await.unwrap().success());
}
