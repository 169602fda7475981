//! The content below a post's text: pictures, videos and links, by what describes them.
//!
//! Sources: the lexicons `app.bsky.embed.images`, `.gallery`, `.video`, `.external` and
//! `.recordWithMedia`. A quotation only refers to another post, whose text is an item of its own.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::sources::attached::{Attached, Description};

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(super) struct Embed {
    #[serde(deserialize_with = "sound_ones")]
    images: Vec<Picture>,
    /// The pictures of a gallery.
    #[serde(deserialize_with = "sound_ones")]
    items: Vec<Picture>,
    /// The description of a video.
    #[serde(deserialize_with = "sound")]
    alt: String,
    #[serde(deserialize_with = "sound")]
    external: Option<External>,
    /// What is beside a quotation.
    #[serde(deserialize_with = "sound")]
    media: Option<Box<Embed>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Picture {
    alt: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
struct External {
    #[serde(deserialize_with = "sound")]
    uri: String,
    #[serde(deserialize_with = "sound")]
    title: String,
    #[serde(deserialize_with = "sound")]
    description: String,
}

impl Embed {
    /// Returns the address of the card of a link.
    pub(super) fn address(&self) -> Option<&str> {
        let beside = || self.media.as_ref()?.address();
        self.external.as_ref().map(|external| external.uri.as_str()).or_else(beside)
    }

    /// Returns what describes the content, in the order in which it is shown.
    pub(super) fn descriptions(&self) -> Vec<Description<'_>> {
        let pictures = self.images.iter().chain(&self.items);
        let pictures = pictures.map(|one| Description::new(Attached::Picture, &[&one.alt]));
        let mut all: Vec<Description<'_>> = pictures.collect();
        all.push(Description::new(Attached::Video, &[&self.alt]));
        if let Some(External { uri, title, description }) = &self.external {
            let card = Description::new(Attached::Link, &[title, description]);
            all.push(Description { address: uri, ..card });
        }
        all.extend(self.media.iter().flat_map(|media| media.descriptions()));
        all.retain(|one| !one.address.is_empty() || one.texts.iter().any(|text| !text.is_empty()));
        all
    }
}

/// Reads a value, or the default in place of one of another form: it must not cost the post.
pub(super) fn sound<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + DeserializeOwned,
{
    let value = Value::deserialize(deserializer)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

/// Reads the values of a list that have the expected form.
pub(super) fn sound_ones<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    let values: Vec<Value> = sound(deserializer)?;
    Ok(values.into_iter().filter_map(|value| serde_json::from_value(value).ok()).collect())
}
