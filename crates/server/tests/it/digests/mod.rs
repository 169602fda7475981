//! Alerts that wait, from stored items to mails at a real mail server.

mod bursts;
mod letters;
mod quiet;
mod weeks;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use chrono::{DateTime, TimeDelta, Utc};
use diesel_async::RunQueryDsl;
use harken::config::Plans;
use harken::forum::ForumItem;
use harken::ingest::partitions::Partitions;
use harken::ingest::store::{Stored, store};
use harken::ingest::watches::Watches;
use harken::outbox::worker;
use smtp_sink::Message;
use uuid::Uuid;

use crate::support::forum::{add_watch, count};
use crate::support::outbox::MailApp;

/// Harken at a time of its own, with a mail server.
struct Digests {
    mail: MailApp,
    partitions: Partitions,
    items: AtomicUsize,
}

impl Digests {
    async fn at(start: &str) -> Self {
        let mail = MailApp::init().await;
        let start: DateTime<Utc> = start.parse().unwrap();
        let clock = &mail.test.app.clock;
        clock.advance(start - clock.now());
        Self {
            mail,
            partitions: Partitions::default(),
            items: AtomicUsize::new(0),
        }
    }

    fn now(&self) -> DateTime<Utc> {
        self.mail.test.app.clock.now()
    }

    fn pass(&self, time: TimeDelta) {
        self.mail.test.app.clock.advance(time);
    }

    /// Moves on to a time.
    fn go_to(&self, time: &str) {
        let time: DateTime<Utc> = time.parse().unwrap();
        assert!(time >= self.now());
        self.pass(time - self.now());
    }

    /// A user with these columns set, as in `SET …`.
    async fn user(&self, email: &str, set: &str) -> Uuid {
        let id = self.mail.test.new_user(email).await.user.id;
        self.sql(&format!("UPDATE users SET {set} WHERE id = '{id}'"))
            .await;
        id
    }

    async fn watch(&self, user: Uuid, keyword: &str) -> Uuid {
        add_watch(&self.mail.test.app, user, keyword, &["all"]).await
    }

    async fn sql(&self, statement: &str) {
        let mut conn = self.mail.test.app.conn().await.unwrap();
        diesel::sql_query(statement)
            .execute(&mut conn)
            .await
            .unwrap();
    }

    async fn count(&self, from: &str) -> i64 {
        count(&self.mail.test.app, from).await
    }

    /// Stores one batch of posts with these titles, each a thread of its own.
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
        ForumItem {
            forum_id: id.to_owned(),
            kind: matcher::Kind::Post,
            subreddit: "tea".to_owned(),
            author: "somebody".to_owned(),
            title: title.to_owned(),
            body: String::new(),
            url: format!("https://forum.example/{id}"),
            score: 1,
            num_comments: 0,
            created_at: self.now(),
            pinned: false,
            crosspost_parent: String::new(),
            is_gone: false,
            thread_id: thread.to_owned(),
        }
    }

    async fn store(&self, items: Vec<ForumItem>) -> Stored {
        let app = &self.mail.test.app;
        let watches = Arc::new(Watches::load(&app.pool).await.unwrap()).snapshot();
        store(
            &app.pool,
            &self.partitions,
            Plans::On,
            watches,
            items,
            None,
            self.now(),
        )
        .await
        .unwrap()
    }

    /// Sends what is due, by so many workers at once.
    async fn send(&self, workers: usize) {
        let drains = (0..workers).map(|_| worker::drain(&self.mail.test.app));
        futures::future::try_join_all(drains).await.unwrap();
    }

    /// Sends what is due and returns the subjects of the mails that came since the last look.
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
