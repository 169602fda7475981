//! A notification as clients receive it: by the API, the live stream, webhooks and feeds.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::MatchSpan;
use db::models::hearing_test::HearingTest;
pub use db::models::item::ItemKind;
pub use db::models::notification::NotificationStatus;
use db::models::notification::WithItem;

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RedditPost {
    /// The name without `r/`.
    pub subreddit: String,
    /// The title; for a comment, that of its post. Empty on Bluesky, where posts have none.
    pub title: String,
    /// The text, as Markdown.
    pub content: String,
    pub url: String,
    /// The flair of a post; empty if there is none.
    pub flair: String,
    /// The target of a link post; empty for others.
    pub link: String,
    pub author: String,
}

/// A match of an item with a keyword.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Notification {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub created_at: DateTime<Utc>,
    pub matched_keyword: String,
    pub watch_id: Uuid,
    pub status: NotificationStatus,
    pub kind: ItemKind,
    pub reddit_post: RedditPost,
    pub matches: Vec<MatchSpan>,
    /// The id of the post on its site; for a comment, that of its post.
    pub thread_id: String,
    /// An id that is shared by all matches about the same subject: those of a thread and its
    /// crossposts, of posts with the same link on any site, and of near copies.
    pub story_id: String,
    /// Whether the item was deleted or removed at its source: then it has no author, text or
    /// matches, and the title says so.
    pub gone: bool,
}

/// The title of an item that no longer exists in the forum.
pub const GONE_TITLE: &str = "[removed]";

impl From<WithItem> for Notification {
    fn from((row, item): WithItem) -> Self {
        let gone = item.gone_at.is_some();
        let (thread_id, story_id) = (item.thread().to_owned(), item.story().to_owned());
        let text = |text: String, if_gone: &str| if gone { if_gone.to_owned() } else { text };
        Self {
            id: row.id,
            created_at: row.created_at,
            matched_keyword: row.keyword,
            watch_id: row.watch_id,
            status: row.status,
            kind: item.kind,
            matches: if gone {
                Vec::new()
            } else {
                serde_json::from_value(row.matches).unwrap_or_default()
            },
            reddit_post: RedditPost {
                subreddit: item.subreddit,
                title: text(item.title, GONE_TITLE),
                content: text(item.body, ""),
                url: item.url,
                flair: text(item.flair, ""),
                link: text(item.link, ""),
                author: text(item.author, ""),
            },
            thread_id,
            story_id,
            gone,
        }
    }
}

/// Turns a hearing test into the match that it would be, for emails and chats.
impl From<HearingTest> for Notification {
    fn from(test: HearingTest) -> Self {
        let (post, thread_id) = (test.post, format!("hearing-test:{}", test.id));
        Self {
            id: test.id,
            created_at: test.planted_at,
            matched_keyword: test.keyword,
            watch_id: test.watch_id,
            status: NotificationStatus::Unread,
            kind: post.kind,
            matches: serde_json::from_value(test.matches).unwrap_or_default(),
            reddit_post: RedditPost {
                subreddit: post.place,
                title: post.title,
                content: post.body,
                // The post was never published.
                url: String::new(),
                flair: post.flair,
                link: post.link,
                author: post.author,
            },
            story_id: thread_id.clone(),
            thread_id,
            gone: false,
        }
    }
}
