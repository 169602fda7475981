//! Items as the API has them. A field that an item does not have is left out.

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
    /// Returns whether it stands by itself, under a title.
    pub fn has_title(self) -> bool {
        matches!(self, Self::Story | Self::Job | Self::Poll)
    }
}

/// An item.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// Counts up over all kinds.
    pub id: u64,
    /// Its author has deleted it: nothing is left but where and when it was.
    #[serde(default, skip_serializing_if = "is_false")]
    pub deleted: bool,
    /// What it is.
    #[serde(rename = "type", default)]
    pub kind: Kind,
    /// Who wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// When it was made, in seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<i64>,
    /// HTML, with entities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// It was killed, by moderators or by a filter. The API shows it all the same.
    #[serde(default, skip_serializing_if = "is_false")]
    pub dead: bool,
    /// Of a comment: what it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u64>,
    /// Of an option: its poll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub poll: Option<u64>,
    /// Its comments, the highest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kids: Vec<u64>,
    /// Of a story: where it leads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// Text with entities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Of a poll: its options.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<u64>,
    /// Of what has a title: how many comments there are below it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub descendants: Option<i64>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_false(it: &bool) -> bool {
    !it
}

impl Item {
    /// Leaves of it what the API leaves of a deleted one.
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
    /// What it is: a story unless given.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// Who writes it; somebody unless given.
    pub by: Option<String>,
    /// As it stands in the item.
    pub title: Option<String>,
    /// As it stands in the item.
    pub text: Option<String>,
    /// Where a story leads.
    pub url: Option<String>,
    /// What a comment answers, or the poll of an option.
    pub parent: Option<u64>,
}

impl NewItem {
    /// A story with this title.
    pub fn story(title: &str) -> Self {
        Self {
            title: Some(title.to_owned()),
            ..Self::default()
        }
    }

    /// An answer to `parent`.
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
