//! Plays items from an NDJSON file, in the order of its lines, as if they were made now.

use serde::Deserialize;

use crate::lemmy::item::{NewComment, NewPost};

/// A line: the view of a post, or that of a comment with its post.
pub(crate) struct Line {
    pub(crate) post: NewPost,
    /// The comment, whose `post` is not known yet.
    pub(crate) comment: Option<NewComment>,
}

/// The parts of a view that are played.
#[derive(Deserialize)]
pub(crate) struct View {
    post: Post,
    comment: Option<Comment>,
    creator: Actor,
    community: Actor,
}

#[derive(Deserialize)]
struct Post {
    name: String,
    body: Option<String>,
    url: Option<String>,
    ap_id: String,
}

#[derive(Deserialize)]
struct Comment {
    content: String,
    ap_id: String,
}

#[derive(Deserialize)]
struct Actor {
    name: String,
    actor_id: String,
}

impl Actor {
    fn handle(&self) -> String {
        let rest = self.actor_id.split("://").nth(1).unwrap_or_default();
        let host = rest.split('/').next().unwrap_or_default();
        format!("{}@{host}", self.name)
    }
}

impl From<View> for Line {
    fn from(view: View) -> Self {
        let creator = Some(view.creator.handle());
        let comment = view.comment.map(|comment| NewComment {
            creator: creator.clone(),
            ap_id: Some(comment.ap_id),
            content: comment.content,
            ..NewComment::default()
        });
        let post = NewPost {
            title: view.post.name,
            body: view.post.body,
            url: view.post.url,
            community: Some(view.community.handle()),
            creator: creator.filter(|_| comment.is_none()),
            ap_id: Some(view.post.ap_id),
            ..NewPost::default()
        };
        Self { post, comment }
    }
}
