//! An app whose emails go to a real SMTP server, and queries of its outbox.

use std::time::Duration;

use db::models::attempt::Attempt;
use db::models::outbox::OutboxRow;
use db::schema::{attempts, outbox};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use sims::smtp::{Action, Fault, Message, Query, Stage};

use super::prelude::*;

pub struct MailApp {
    pub app: TestApp,
    pub sink: sims::smtp::Handle,
}

impl MailApp {
    pub async fn init() -> Self {
        Self::init_with(&[]).await
    }

    pub async fn init_with(settings: &[&str]) -> Self {
        let sink = sims::smtp::start(sims::smtp::Config::for_tests()).await.unwrap();
        let smtp = format!("mail.smtp_url=smtp://{}", sink.smtp_addr);
        let mut all = vec![
            smtp.as_str(),
            "mail.from=Harken <alerts@harken.example>",
            "server.public_url=https://harken.example",
        ];
        all.extend(settings);
        let test = TestApp::init_with(&all).await;
        Self { app: test, sink }
    }

    pub fn fail_once(&self, stage: Stage, action: Action) {
        self.sink.mailbox.fault(Fault::once(stage, action));
    }

    /// Sends the messages that are due.
    pub async fn drain(&self) -> usize {
        drain_outbox(&self.app).await
    }

    pub fn mails(&self) -> Vec<Arc<Message>> {
        self.sink.mailbox.messages(&Query::default())
    }

    pub async fn wait_for_mails(&self, count: usize) -> Vec<Arc<Message>> {
        let query = Query::default();
        let limit = Duration::from_secs(20);
        self.sink.mailbox.wait(&query, count, limit).await
    }
}

impl TestApp {
    pub async fn outbox_row(&self, id: Uuid) -> OutboxRow {
        let mut conn = self.conn().await.unwrap();
        outbox::table.find(id).select(OutboxRow::as_select()).first(&mut conn).await.unwrap()
    }

    pub async fn attempts(&self, id: Uuid) -> Vec<Attempt> {
        let mut conn = self.conn().await.unwrap();
        attempts::table
            .filter(attempts::outbox_id.eq(id))
            .order(attempts::number)
            .select(Attempt::as_select())
            .load(&mut conn)
            .await
            .unwrap()
    }
}

/// Replaces the part of an address that follows `after` by `with`.
pub fn redact(text: &str, after: &str, with: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let mut parts = text.split(after);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |done, part| {
        format!("{done}{after}{with}{}", part.trim_start_matches(is_part))
    })
}
