//! Posts to be made.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::jetstream::event::POSTS;

/// Where a post stands.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PostId {
    /// Whose it is.
    pub did: String,
    /// Its key among their posts.
    pub rkey: String,
}

impl PostId {
    /// Returns its AT URI.
    pub fn uri(&self) -> String {
        format!("at://{}/{POSTS}/{}", self.did, self.rkey)
    }

    /// Returns which post an AT URI names, if it names one.
    pub fn from_uri(uri: &str) -> Option<Self> {
        let (did, path) = uri.strip_prefix("at://")?.split_once('/')?;
        let rkey = path.strip_prefix(POSTS)?.strip_prefix('/')?;
        Some(Self {
            did: did.to_owned(),
            rkey: rkey.to_owned(),
        })
    }
}

/// A stretch of a text that is more than text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facet {
    /// Where it begins, in bytes of UTF-8. Nobody checks it, as nobody does in the network.
    pub start: usize,
    /// Where it ends, in bytes.
    pub end: usize,
    /// What it is.
    pub feature: Feature,
}

/// What a stretch of a text is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Feature {
    /// A link to this URI.
    Link(String),
    /// A mention of this DID.
    Mention(String),
    /// A tag, without the `#`.
    Tag(String),
}

/// What is shown below a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Embed {
    /// A card of a page.
    External {
        /// Where it leads.
        uri: String,
        /// The page's title.
        title: String,
        /// What the page says of itself.
        description: String,
    },
    /// Another post.
    Quote(PostId),
}

/// A post to be made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NewPost {
    /// Who writes it; somebody unless given.
    pub did: Option<String>,
    /// What it says.
    pub text: String,
    /// What it answers.
    pub reply_to: Option<PostId>,
    /// The languages it is said to be in; left out of the record if there are none.
    pub langs: Vec<String>,
    /// Its links, mentions and tags.
    pub facets: Vec<Facet>,
    /// What is shown below it.
    pub embed: Option<Embed>,
    /// When its author says that it was made, which may be any text; now unless given.
    pub created_at: Option<String>,
}

impl NewPost {
    /// A post with this text, in English.
    pub fn text(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            langs: vec!["en".to_owned()],
            ..Self::default()
        }
    }

    /// A reply to `parent`, in English.
    pub fn reply(parent: &PostId, text: &str) -> Self {
        Self {
            reply_to: Some(parent.clone()),
            ..Self::text(text)
        }
    }

    /// By this account.
    pub fn by(self, did: &str) -> Self {
        Self {
            did: Some(did.to_owned()),
            ..self
        }
    }

    /// With the first `part` of its text made a link; without any if it has no such part.
    pub fn link(self, part: &str, uri: &str) -> Self {
        self.facet(part, Feature::Link(uri.to_owned()))
    }

    /// With the first `part` of its text made a mention; without any if it has no such part.
    pub fn mention(self, part: &str, did: &str) -> Self {
        self.facet(part, Feature::Mention(did.to_owned()))
    }

    /// With the first `part` of its text made a tag; without any if it has no such part.
    pub fn tag(self, part: &str) -> Self {
        let tag = part.trim_start_matches('#').to_owned();
        self.facet(part, Feature::Tag(tag))
    }

    fn facet(mut self, part: &str, feature: Feature) -> Self {
        if let Some(start) = self.text.find(part) {
            let end = start + part.len();
            self.facets.push(Facet {
                start,
                end,
                feature,
            });
        }
        self
    }

    /// With a card of a page below it.
    pub fn external(self, uri: &str, title: &str, description: &str) -> Self {
        let embed = Embed::External {
            uri: uri.to_owned(),
            title: title.to_owned(),
            description: description.to_owned(),
        };
        Self {
            embed: Some(embed),
            ..self
        }
    }

    /// With another post below it.
    pub fn quote(self, quoted: &PostId) -> Self {
        Self {
            embed: Some(Embed::Quote(quoted.clone())),
            ..self
        }
    }

    /// Returns its record; `reply` and `quoted` have the references that it makes.
    pub(crate) fn into_record(
        self,
        reply: Option<Value>,
        quoted: Option<Value>,
        now: DateTime<Utc>,
    ) -> Value {
        let mut record = json!({
            "$type": POSTS,
            "createdAt": self.created_at.unwrap_or_else(|| written(now)),
            "text": self.text,
        });
        if let Some(reply) = reply {
            record["reply"] = reply;
        }
        if !self.langs.is_empty() {
            record["langs"] = json!(self.langs);
        }
        if !self.facets.is_empty() {
            record["facets"] = self.facets.iter().map(Facet::record).collect();
        }
        match self.embed {
            None => {}
            Some(Embed::External {
                uri,
                title,
                description,
            }) => {
                let external = json!({ "description": description, "title": title, "uri": uri });
                record["embed"] =
                    json!({ "$type": "app.bsky.embed.external", "external": external });
            }
            Some(Embed::Quote(_)) => {
                record["embed"] = json!({ "$type": "app.bsky.embed.record" });
                record["embed"]["record"] = quoted.unwrap_or_default();
            }
        }
        record
    }
}

impl Facet {
    fn record(&self) -> Value {
        let feature = match &self.feature {
            Feature::Link(uri) => json!({ "$type": "app.bsky.richtext.facet#link", "uri": uri }),
            Feature::Mention(did) => {
                json!({ "$type": "app.bsky.richtext.facet#mention", "did": did })
            }
            Feature::Tag(tag) => json!({ "$type": "app.bsky.richtext.facet#tag", "tag": tag }),
        };
        json!({ "features": [feature], "index": { "byteEnd": self.end, "byteStart": self.start } })
    }
}

/// Returns a time as records have it.
pub(crate) fn written(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}
