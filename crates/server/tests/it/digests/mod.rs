//! Delayed alerts, from stored items to emails at a real mail server.

mod aside;
mod bursts;
mod emails;
mod quiet;
mod second_opinions;
mod weeks;

use std::sync::atomic::{AtomicUsize, Ordering};

use ingest::store::Stored;
use platform::sources::ForumItem;
use sims::smtp::Message;

use crate::support::prelude::*;

/// Harken at a given time, with a mail server.
struct Digests {
    mail: MailApp,
    items: AtomicUsize,
}

impl Digests {
    async fn at(start: &str) -> Self {
        Self::of(MailApp::init().await, start)
    }

    fn of(mail: MailApp, start: &str) -> Self {
        let start: DateTime<Utc> = start.parse().unwrap();
        let clock = &mail.app.clock;
        clock.set(start - clock.now());
        Self { mail, items: AtomicUsize::new(0) }
    }

    /// Starts with a user with these columns set, who watches for kettles.
    async fn with_reader(start: &str, set: &str) -> Self {
        let test = Self::at(start).await;
        let reader = test.user("ada@example.com", set).await;
        test.watch(reader, "kettle").await;
        test
    }

    fn now(&self) -> DateTime<Utc> {
        self.mail.app.clock.now()
    }

    fn pass(&self, time: TimeDelta) {
        self.mail.app.clock.advance(time);
    }

    /// Moves the clock to a time.
    fn go_to(&self, time: &str) {
        let time: DateTime<Utc> = time.parse().unwrap();
        assert!(time >= self.now());
        self.pass(time - self.now());
    }

    /// Makes a user with these columns set, as in `SET …`.
    async fn user(&self, email: &str, set: &str) -> Uuid {
        let id = self.mail.app.new_user(email).await.user.id;
        self.sql(&format!("UPDATE users SET {set} WHERE id = '{id}'")).await;
        id
    }

    async fn watch(&self, user: Uuid, keyword: &str) -> Uuid {
        add_watch(&self.mail.app, user, keyword, &["all"]).await
    }

    async fn sql(&self, statement: &str) {
        self.mail.app.sql(statement).await;
    }

    async fn count(&self, from: &str) -> i64 {
        count(&self.mail.app, from).await
    }

    /// Stores one batch of posts with these titles, each a separate thread.
    async fn posts(&self, titles: &[String]) -> Stored {
        let items = titles.iter().map(|title| {
            let n = self.items.fetch_add(1, Ordering::SeqCst);
            self.item(title, &format!("t3_{n}"), &format!("t3_{n}"))
        });
        self.store(items.collect()).await
    }

    async fn post(&self, title: &str) -> Stored {
        self.posts(&[title.to_owned()]).await
    }

    fn item(&self, title: &str, id: &str, thread: &str) -> ForumItem {
        ForumItem { thread_id: thread.to_owned(), ..read_post(id, title, self.now()) }
    }

    async fn store(&self, items: Vec<ForumItem>) -> Stored {
        store_items(&self.mail.app, items).await
    }

    /// Sends what is due, with this number of concurrent workers.
    async fn send(&self, workers: usize) {
        let drains = (0..workers).map(|_| drain_outbox(&self.mail.app));
        futures::future::join_all(drains).await;
    }

    /// Sends what is due and returns the subjects of the emails that arrived since the last call.
    async fn subjects(&self) -> Vec<String> {
        let new = self.new_mails().await;
        new.iter().map(|mail| mail.subject.clone()).collect()
    }

    async fn new_mails(&self) -> Vec<Arc<Message>> {
        self.send(1).await;
        let mails = self.mail.mails();
        self.mail.sink.mailbox.clear();
        mails
    }
}
