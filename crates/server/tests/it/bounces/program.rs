//! `harken bounce`, as a mail server calls it.

use std::process::Stdio;

use db::models::user::MailReport;
use sims::smtp::Action;
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use super::{BounceApp, RETURN_PATH};
use crate::support::app::SECRET;

/// Runs `harken bounce` with an email, and returns its exit status and what it printed.
async fn bounce(email: &[u8], settings: &[String]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_harken"));
    command.env_clear().arg("bounce").stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.args(["--set", &format!("data_dir={}", folder.path().display())]);
    for setting in settings {
        command.args(["--set", setting]);
    }
    let mut program = command.spawn().unwrap();
    let mut input = program.stdin.take().unwrap();
    input.write_all(email).await.unwrap();
    drop(input);
    let output = program.wait_with_output().await.unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

#[tokio::test]
async fn a_report_is_recorded_and_anything_else_is_taken_and_ignored() {
    let (mail, ada) = BounceApp::with_ada().await;
    let report = mail.send(&ada, Action::Bounce).await;
    let settings = [
        format!("database.url={}", mail.app.database_url),
        format!("auth.secret={SECRET}"),
        RETURN_PATH.to_owned(),
    ];
    let (status, text) = bounce(b"Subject: x\r\n\r\nx\r\n", &settings).await;
    assert_eq!(status, Some(0), "{text}");
    assert!(text.starts_with("Ignored: it was not sent to an address"), "{text}");
    // The rest of a long one is taken and dropped.
    let long = format!("{report}{}", "x".repeat(2 << 20));
    let (status, text) = bounce(long.as_bytes(), &settings).await;
    assert_eq!(status, Some(0), "{text}");
    assert_eq!(text, format!("Recorded for the account {}.\n", ada.user.id));
    assert_eq!(mail.mark(&ada).await, Some(Some(MailReport::Bounce)));
    let (status, text) = bounce(report.as_bytes(), &settings).await;
    assert_eq!((status, text.as_str()), (Some(0), "Ignored: it was recorded before.\n"));
}

#[tokio::test]
async fn the_mail_server_is_asked_to_try_again_when_nothing_can_be_recorded() {
    let secret = format!("auth.secret={SECRET}");
    let nowhere = "database.url=postgres://nobody@127.0.0.1:1/none".to_owned();
    let settings = [nowhere.clone(), secret.clone(), RETURN_PATH.to_owned()];
    let (status, text) = bounce(b"x", &settings).await;
    assert_eq!(status, Some(75), "{text}");
    assert!(text.contains("the mail server should pass it again later"), "{text}");
    let (status, text) = bounce(b"x", &[nowhere, secret]).await;
    assert_eq!(status, Some(75), "{text}");
    assert!(text.contains("mail.return_path is not set"), "{text}");
}
