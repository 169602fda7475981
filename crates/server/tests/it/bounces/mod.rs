//! What mail servers report about emails that they had accepted.

mod emails;
mod program;
mod relays;

use db::models::outbox::{Kind, NewMessage};
use db::models::user::{MailReport, User};
use deliver::bounces::{Ignored, receive};
use sims::smtp::{Action, Stage};

use crate::support::prelude::*;

const RETURN_PATH: &str = "mail.return_path=bounces@harken.example";

/// An app whose emails are returned to addresses of their own.
struct BounceApp {
    mail: MailApp,
}

impl std::ops::Deref for BounceApp {
    type Target = MailApp;

    fn deref(&self) -> &MailApp {
        &self.mail
    }
}

impl BounceApp {
    async fn init() -> Self {
        Self { mail: MailApp::init_with(&[RETURN_PATH]).await }
    }

    async fn with_ada() -> (Self, SignedIn) {
        let mail = Self::init().await;
        let ada = mail.app.new_user("ada@example.com").await;
        (mail, ada)
    }

    /// Sends an email about the account, which the mail server accepts.
    async fn send_accepted(&self, user: &SignedIn) {
        let now = self.app.clock.now();
        let message = NewMessage::mail(Kind::Test, user.user.id, Uuid::now_v7(), now);
        let id = message.id;
        let conn = self.app.conn().await.unwrap();
        NewMessage::enqueue(&[message], &conn).await.unwrap();
        drop(conn);
        self.drain().await;
        assert_eq!(self.app.outbox_row(id).await.status.as_str(), "sent");
    }

    /// Sends an email, which the mail server accepts, and returns what it reports about it later.
    async fn send(&self, user: &SignedIn, action: Action) -> String {
        self.fail_once(Stage::AfterKept, action);
        self.send_accepted(user).await;
        self.sink.mailbox.reports().last().unwrap().raw.clone()
    }

    async fn receive(&self, report: &str) -> Result<Uuid, Ignored> {
        self.receive_at(report, None).await
    }

    async fn receive_at(&self, report: &str, recipient: Option<&str>) -> Result<Uuid, Ignored> {
        let path = self.app.config.mail.return_path().unwrap().unwrap();
        let (now, mut conn) = (self.app.clock.now(), self.app.conn().await.unwrap());
        receive(report.as_bytes(), recipient, &path, &self.app.secrets, now, &mut conn)
            .await
            .unwrap()
    }

    /// Returns whether the user's address is marked, and the report because of which it is.
    async fn mark(&self, user: &SignedIn) -> Option<Option<MailReport>> {
        mark(&self.app, user).await
    }
}

async fn mark(app: &TestApp, user: &SignedIn) -> Option<Option<MailReport>> {
    let user = User::find(user.user.id, &mut app.conn().await.unwrap()).await.unwrap();
    assert_eq!(user.mail_refused_at.is_some(), user.mail_refused_reason.is_some());
    user.mail_refused_at.map(|_| user.mail_refused_kind)
}
