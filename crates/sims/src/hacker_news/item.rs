//! Items in the API's form. A field that an item does not have is left out.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A link or a text, with a title.
    #[default]
    Story,
    /// An answer to any other item.
    Comment,
    /// An advertisement of a job, with a title.
    Job,
    /// A question with options, with a title.
    Poll,
    /// An option of a poll.
    PollOpt,
}

impl Kind {
    /// Returns true if items of this kind have a title of their own.
    pub fn has_title(self) -> bool {
        matches!(self, Self::Story | Self::Job | Self::Poll)
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Item {
    /// The id, which counts up over all kinds.
    pub id: u64,
    /// Whether its author has deleted it, which leaves only its place and its time.
    #[serde(skip_serializing_if = "is_false")]
    pub deleted: bool,
    #[serde(rename = "type")]
    pub kind: Kind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The creation time, in seconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<i64>,
    /// HTML, with entities.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether it was killed, by moderators or by a filter. The API still shows it.
    #[serde(skip_serializing_if = "is_false")]
    pub dead: bool,
    /// The item that a comment answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<u64>,
    /// The poll of an option.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub poll: Option<u64>,
    /// The comments on the item, the highest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kids: Vec<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// Text with entities.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The options of a poll.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<u64>,
    /// Number of comments below an item that has a title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub descendants: Option<i64>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_false(it: &bool) -> bool {
    !it
}

impl Item {
    /// Reduces the item to what the API keeps of a deleted one.
    pub(crate) fn delete(&mut self) {
        *self = Self {
            id: self.id,
            deleted: true,
            kind: self.kind,
            time: self.time,
            parent: self.parent,
            poll: self.poll,
            kids: std::mem::take(&mut self.kids),
            ..Self::default()
        };
    }
}

/// An item to be made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NewItem {
    /// The kind of the item; a story by default.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// The author; somebody by default.
    pub by: Option<String>,
    pub title: Option<String>,
    pub text: Option<String>,
    pub url: Option<String>,
    /// The item that a comment answers, or the poll of an option.
    pub parent: Option<u64>,
}

impl NewItem {
    pub fn story(title: &str) -> Self {
        Self { title: Some(title.to_owned()), ..Self::default() }
    }

    pub fn comment(parent: u64, text: &str) -> Self {
        Self {
            kind: Kind::Comment,
            parent: Some(parent),
            text: Some(text.to_owned()),
            ..Self::default()
        }
    }
}

/// The changes to an item; fields that are not given stay as they are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Edit {
    pub title: Option<String>,
    pub text: Option<String>,
    pub score: Option<i64>,
}
