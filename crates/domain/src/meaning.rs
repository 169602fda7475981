//! Compares matches with the sentence that describes their watch, by the meaning of the words (`crates/embeddings`).

use std::fmt;
use std::sync::Arc;

use embeddings::{Embeddings, similarity};
use matcher::Item;
use relevance::{Described, described};

/// The beginning of a text that is compared, in bytes, which takes about 60 µs.
const MAX_BYTES: usize = 600;

/// The meaning of a description.
pub struct Meaning {
    embeddings: Arc<Embeddings>,
    wanted: Option<Vec<f32>>,
    unwanted: Option<Vec<f32>>,
}

impl Meaning {
    /// Returns the meaning of a description, or `None` if there are no embeddings, or none of its words.
    pub fn of(description: &str, embeddings: Option<&Arc<Embeddings>>) -> Option<Self> {
        let embeddings = embeddings?.clone();
        let Described { wanted, unwanted } = described(description);
        let [wanted, unwanted] = [wanted, unwanted].map(|words| embeddings.embed(&words.join(" ")));
        let is_known = wanted.is_some() || unwanted.is_some();
        is_known.then_some(Self { embeddings, wanted, unwanted })
    }

    /// Returns how similar an item is to what is meant, less how similar it is to what is not, or `None` if none of its
    /// words is known.
    pub fn similarity(&self, item: &Item<'_>) -> Option<f32> {
        let body = &item.body[..item.body.floor_char_boundary(MAX_BYTES)];
        let text = self.embeddings.embed(&format!("{}\n{body}", item.title))?;
        let to =
            |meant: &Option<Vec<f32>>| meant.as_ref().map_or(0.0, |meant| similarity(meant, &text));
        Some(to(&self.wanted) - to(&self.unwanted))
    }
}

impl fmt::Debug for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Meaning").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn an_item_is_compared_with_what_is_meant_and_with_what_is_not() {
        let folder =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../embeddings/tests/models/uncased");
        let embeddings = Arc::new(Embeddings::open(&folder).unwrap());
        let of = |description| Meaning::of(description, Some(&embeddings));
        let meaning = of("Rust the language, not the game").unwrap();
        let similarity = |title: &str| meaning.similarity(&Item::post("rust", title, ""));
        let (language, game) = (similarity("The language"), similarity("Play the game!"));
        assert!(language > game && language > Some(0.0), "{language:?} {game:?}");
        assert_eq!(similarity("Oxide"), None);
        let only_not = of("not the game").unwrap();
        assert!(only_not.similarity(&Item::post("rust", "The game", "")) < Some(0.0));
        assert!(of("").is_none() && of("zzz, not qqq").is_none());
        assert!(Meaning::of("Rust the language", None).is_none());
    }
}
