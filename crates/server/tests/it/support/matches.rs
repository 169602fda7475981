//! Notifications written straight to the database, as ingest would make them.

use db::models::item::{Item, ItemKind};
use db::models::notification::{Notification, NotificationStatus};
use db::models::outbox::{Kind, NewMessage};
use db::schema::{items, live_cursors, notifications};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use super::prelude::*;

/// A match to store. The keyword is expected to be the first word of the title.
#[derive(Debug, Clone)]
pub struct Match {
    pub keyword: String,
    pub subreddit: String,
    pub title: String,
    pub body: String,
    pub matches: serde_json::Value,
    pub created_at: Option<DateTime<Utc>>,
    /// The post that the item belongs to; `None` if the item is a post itself.
    pub thread_id: Option<String>,
    pub watch_id: Uuid,
}

impl Match {
    pub fn of(keyword: &str) -> Self {
        let length = keyword.encode_utf16().count();
        Self {
            keyword: keyword.to_owned(),
            subreddit: "rust".to_owned(),
            title: format!("{keyword} is asked about"),
            body: format!("Does anybody use {keyword} at work?"),
            matches: json!([
                {"field": "title", "start": 0, "end": length},
                {"field": "body", "start": 17, "end": 17 + length},
            ]),
            created_at: None,
            thread_id: None,
            watch_id: Uuid::now_v7(),
        }
    }

    pub fn in_subreddit(mut self, name: &str) -> Self {
        self.subreddit = name.to_owned();
        self
    }

    pub fn of_watch(mut self, watch: Uuid) -> Self {
        self.watch_id = watch;
        self
    }

    pub fn at(mut self, time: DateTime<Utc>) -> Self {
        self.created_at = Some(time);
        self
    }
}

impl TestApp {
    /// Stores an item and its notification for `user`, and wakes live streams.
    pub async fn notify(&self, user: Uuid, matched: Match) -> Notification {
        let at = matched.created_at.unwrap_or_else(|| self.clock.now());
        self.sql(&format!("SELECT ensure_week_partitions('{at}', '{at}')")).await;
        let mut conn = self.conn().await.unwrap();
        let id = Uuid::now_v7();
        let item = Item {
            id,
            seen_at: at,
            forum_id: format!("t3_{}", id.simple()),
            kind: ItemKind::Post,
            subreddit: matched.subreddit,
            author: "somebody".to_owned(),
            title: matched.title,
            body: matched.body,
            url: format!("https://forum.example/r/rust/comments/{}", id.simple()),
            score: 1,
            num_comments: 0,
            forum_created_at: at,
            thread_id: matched.thread_id.unwrap_or_else(|| format!("t3_{}", id.simple())),
            gone_at: None,
            story_id: String::new(),
            flair: String::new(),
            link: String::new(),
        };
        diesel::insert_into(items::table)
            .values((&item, items::is_matched.eq(true)))
            .execute(&mut conn)
            .await
            .unwrap();
        let seq: i64 = diesel::insert_into(live_cursors::table)
            .values((live_cursors::user_id.eq(user), live_cursors::seq.eq(1)))
            .on_conflict(live_cursors::user_id)
            .do_update()
            .set(live_cursors::seq.eq(live_cursors::seq + 1))
            .returning(live_cursors::seq)
            .get_result(&mut conn)
            .await
            .unwrap();
        let row = Notification {
            id: Uuid::now_v7(),
            seen_at: at,
            item_id: id,
            watch_id: matched.watch_id,
            user_id: user,
            seq,
            keyword: matched.keyword,
            matches: matched.matches,
            status: NotificationStatus::Unread,
            created_at: at,
        };
        diesel::insert_into(notifications::table).values(&row).execute(&mut conn).await.unwrap();
        Notification::announce(&[user], &conn).await.unwrap();
        row
    }

    /// Stores a notification with its email in the outbox, due now. Returns the outbox row's id.
    pub async fn notify_by_mail(&self, user: Uuid, matched: Match) -> Uuid {
        let row = self.notify(user, matched).await;
        let mut mail = NewMessage::mail(Kind::Match, user, row.id, self.clock.now());
        mail.subject_seen_at = Some(row.seen_at);
        let conn = self.conn().await.unwrap();
        let id = mail.id;
        NewMessage::enqueue(&[mail], &conn).await.unwrap();
        id
    }
}
