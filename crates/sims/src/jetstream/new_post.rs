//! Posts to be made.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::jetstream::event::POSTS;

/// The place of a post.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PostId {
    /// The author's DID.
    pub did: String,
    /// The key among the author's posts.
    pub rkey: String,
}

impl PostId {
    /// Returns the AT URI of the post.
    pub fn uri(&self) -> String {
        format!("at://{}/{POSTS}/{}", self.did, self.rkey)
    }

    /// Returns the post that an AT URI names, if any.
    pub fn from_uri(uri: &str) -> Option<Self> {
        let (did, path) = uri.strip_prefix("at://")?.split_once('/')?;
        let rkey = path.strip_prefix(POSTS)?.strip_prefix('/')?;
        Some(Self { did: did.to_owned(), rkey: rkey.to_owned() })
    }
}

/// A range of a text that is a link, a mention or a tag.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facet {
    /// Start of the range, in bytes of UTF-8. Unchecked, as in the real network.
    pub start: usize,
    /// End of the range, in bytes.
    pub end: usize,
    /// The meaning of the range.
    pub feature: Feature,
}

/// The meaning of a range of a text.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Feature {
    /// A link to this URI.
    Link(String),
    /// A mention of this DID.
    Mention(String),
    /// A tag, without the `#`.
    Tag(String),
}

/// An embed shown below a text.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Embed {
    /// A card for a web page.
    External {
        /// The address of the page.
        uri: String,
        /// The page's title.
        title: String,
        /// The page's description.
        description: String,
    },
    /// Pictures, by their descriptions.
    Images(Vec<String>),
    /// Another post.
    Quote(PostId),
}

/// A post to be made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NewPost {
    /// The author's DID; somebody's by default.
    pub did: Option<String>,
    pub text: String,
    pub reply_to: Option<PostId>,
    /// The declared languages; left out of the record if there are none.
    pub langs: Vec<String>,
    /// The links, mentions and tags.
    pub facets: Vec<Facet>,
    /// The embed shown below the text.
    pub embed: Option<Embed>,
    /// The creation time that the author claims, which may be any text; now by default.
    pub created_at: Option<String>,
}

impl NewPost {
    /// Returns a post with this text, in English.
    pub fn text(text: &str) -> Self {
        Self { text: text.to_owned(), langs: vec!["en".to_owned()], ..Self::default() }
    }

    /// Returns a reply to `parent`, in English.
    pub fn reply(parent: &PostId, text: &str) -> Self {
        Self { reply_to: Some(parent.clone()), ..Self::text(text) }
    }

    pub fn by(self, did: &str) -> Self {
        Self { did: Some(did.to_owned()), ..self }
    }

    /// Makes the first `part` of the text a link; without such a part, adds none.
    pub fn link(self, part: &str, uri: &str) -> Self {
        self.facet(part, Feature::Link(uri.to_owned()))
    }

    /// Makes the first `part` of the text a mention; without such a part, adds none.
    pub fn mention(self, part: &str, did: &str) -> Self {
        self.facet(part, Feature::Mention(did.to_owned()))
    }

    /// Makes the first `part` of the text a tag; without such a part, adds none.
    pub fn tag(self, part: &str) -> Self {
        let tag = part.trim_start_matches('#').to_owned();
        self.facet(part, Feature::Tag(tag))
    }

    fn facet(mut self, part: &str, feature: Feature) -> Self {
        if let Some(start) = self.text.find(part) {
            let end = start + part.len();
            self.facets.push(Facet { start, end, feature });
        }
        self
    }

    /// Adds a card for a web page below the text.
    pub fn external(self, uri: &str, title: &str, description: &str) -> Self {
        let embed = Embed::External {
            uri: uri.to_owned(),
            title: title.to_owned(),
            description: description.to_owned(),
        };
        Self { embed: Some(embed), ..self }
    }

    /// Adds a picture with this description below the text.
    pub fn image(self, alt: &str) -> Self {
        Self { embed: Some(Embed::Images(vec![alt.to_owned()])), ..self }
    }

    /// Adds another post below the text.
    pub fn quote(self, quoted: &PostId) -> Self {
        Self { embed: Some(Embed::Quote(quoted.clone())), ..self }
    }

    /// Returns the record; `reply` and `quoted` are its references.
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
            Some(Embed::External { uri, title, description }) => {
                let external = json!({ "description": description, "title": title, "uri": uri });
                record["embed"] =
                    json!({ "$type": "app.bsky.embed.external", "external": external });
            }
            Some(Embed::Images(alts)) => {
                let image = |alt: &String| json!({ "alt": alt, "image": { "$type": "blob" } });
                let images: Vec<Value> = alts.iter().map(image).collect();
                record["embed"] = json!({ "$type": "app.bsky.embed.images", "images": images });
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

/// Returns a time in the format of records.
pub(crate) fn written(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}
