//! Rows that benchmarks fill a database with.

use chrono::{DateTime, Utc};
use db::Conn;
use db::models::item::{Item, ItemKind};
use db::schema::{sessions, users};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::auth::SessionUser;
use matcher::Kind;
use platform::sources::ForumItem;
use uuid::Uuid;

/// Returns an item as the forum shows it, first seen at `now`.
pub(crate) fn item(now: DateTime<Utc>) -> Item {
    let id = Uuid::now_v7();
    Item {
        id,
        seen_at: now,
        forum_id: format!("t3_{}", id.simple()),
        kind: ItemKind::Post,
        subreddit: "rust".to_owned(),
        author: "somebody".to_owned(),
        title: "A question about latency".to_owned(),
        body: "How long does it take? ".repeat(20),
        url: "https://forum.example/r/rust/comments/1".to_owned(),
        score: 1,
        num_comments: 0,
        forum_created_at: now,
        thread_id: String::new(),
        story_id: String::new(),
        flair: String::new(),
        link: String::new(),
        gone_at: None,
    }
}

/// Returns a post as it is read from the forum, a thread of its own.
pub(crate) fn read_post(id: &str, title: &str, body: &str) -> ForumItem {
    ForumItem {
        forum_id: id.to_owned(),
        thread_id: id.to_owned(),
        kind: Kind::Post,
        subreddit: "tea".to_owned(),
        author: "somebody".to_owned(),
        title: title.to_owned(),
        body: body.to_owned(),
        url: format!("https://forum.example/r/tea/comments/{id}/title/"),
        score: 1,
        num_comments: 0,
        created_at: Utc::now(),
        pinned: false,
        crosspost_parent: String::new(),
        is_backlog: false,
        is_gone: false,
        is_edited: false,
        flair: String::new(),
        link: String::new(),
    }
}

/// Stores a verified user with a session.
pub(crate) async fn new_user(
    email: &str,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> anyhow::Result<SessionUser> {
    let auth = SessionUser { id: Uuid::now_v7(), session_id: Uuid::now_v7() };
    diesel::insert_into(users::table)
        .values((
            users::id.eq(auth.id),
            users::email.eq(email),
            users::password_hash.eq(""),
            users::first_name.eq("Ada"),
            users::last_name.eq("Reader"),
            users::email_verified_at.eq(now),
        ))
        .execute(conn)
        .await?;
    diesel::insert_into(sessions::table)
        .values((sessions::id.eq(auth.session_id), sessions::user_id.eq(auth.id)))
        .execute(conn)
        .await?;
    Ok(auth)
}
