//! The texts that made-up items are put together from.

use std::collections::BTreeMap;

use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

/// Lists of texts by name.
pub struct Words(BTreeMap<String, Vec<String>>);

impl Words {
    /// Reads the lists of a TOML file in `content/`.
    ///
    /// # Panics
    /// When the file has anything else.
    pub fn read(file: &str) -> Self {
        Self(toml::from_str(file).expect("the texts are part of this program"))
    }

    /// Returns one text of a list.
    pub fn pick(&self, list: &str, rng: &mut ChaCha8Rng) -> &str {
        self.0[list].choose(rng).map_or("", String::as_str)
    }
}
