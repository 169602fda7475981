//! Items from an NDJSON file, in the order of its lines, as if they were made now.

use std::fs::File;
use std::io::{BufRead, BufReader, Lines};
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Deserialize;

use crate::item::{NewComment, NewPost};

/// A file that is being played.
pub(crate) struct Replay {
    path: PathBuf,
    lines: Lines<BufReader<File>>,
    line: usize,
}

/// A line: the view of a post, or that of a comment with its post.
pub(crate) struct Line {
    pub(crate) post: NewPost,
    /// Its `post` is not known yet.
    pub(crate) comment: Option<NewComment>,
}

/// A view, as far as it is played.
#[derive(Deserialize)]
struct View {
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

impl Replay {
    /// Opens the file.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Self> {
        let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        Ok(Self {
            path: path.to_owned(),
            lines: BufReader::new(file).lines(),
            line: 0,
        })
    }

    /// Returns the next line; none at the end of the file. Blank lines are skipped.
    ///
    /// # Errors
    /// With the file's name and the line's number, when it is no view.
    pub(crate) fn next(&mut self) -> anyhow::Result<Option<Line>> {
        for line in self.lines.by_ref() {
            self.line += 1;
            let place = || format!("{}, line {}", self.path.display(), self.line);
            let line = line.with_context(place)?;
            if line.trim().is_empty() {
                continue;
            }
            let view: View = serde_json::from_str(&line).with_context(place)?;
            return Ok(Some(view.into()));
        }
        Ok(None)
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
