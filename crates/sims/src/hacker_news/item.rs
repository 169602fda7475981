//! Items in the API's form. A field that an item does not have is left out.

use serde::{Deserialize, Serialize};

/// The kind of an item.
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

/// An item.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// The id, which counts up over all kinds.
    pub id: u64,
    /// Whether its author has deleted it, which leaves only its place and its time.
    #[serde(default, skip_serializing_if = "is_false")]
    pub deleted: bool,
    /// The kind of the item.
    #[serde(rename = "type", default)]
    pub kind: Kind,
    /// The author.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The creation time, in seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<i64>,
    /// HTML, with entities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether it was killed, by moderators or by a filter. The API still shows it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub dead: bool,
    /// The item that a comment answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u64>,
    /// The poll of an option.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub poll: Option<u64>,
    /// The comments on the item, the highest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kids: Vec<u64>,
    /// The URL of a story.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// Text with entities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The options of a poll.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<u64>,
    /// Number of comments below an item that has a title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
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
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NewItem {
    /// The kind of the item; a story by default.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// The author; somebody by default.
    pub by: Option<String>,
    /// As in [`Item`].
    pub title: Option<String>,
    /// As in [`Item`].
    pub text: Option<String>,
    /// The URL of a story.
    pub url: Option<String>,
    /// The item that a comment answers, or the poll of an option.
    pub parent: Option<u64>,
}

impl NewItem {
    /// Returns a story with this title.
    pub fn story(title: &str) -> Self {
        Self { title: Some(title.to_owned()), ..Self::default() }
    }

    /// Returns an answer to `parent`.
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
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Edit {
    /// A new title.
    pub title: Option<String>,
    /// A new text.
    pub text: Option<String>,
    /// New points.
    pub score: Option<i64>,
}
