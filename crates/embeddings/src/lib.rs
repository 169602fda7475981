//! Turns texts into vectors, so that texts about the same topic have a high [`similarity`], even if they share no word.
//!
//! The vectors are static embeddings, in the [format of `model2vec`]: a table with a vector for each token. The vector
//! of a text is the mean of its tokens', which needs neither a GPU nor a network: 2,000 characters take 0.2 ms. A model
//! is a folder that the operator copies, and that [`Embeddings::open`] reads:
//!
//! - `config.json` says whether vectors are normalised, and how many tokens of a text count.
//! - `tokenizer.json` describes the tokens. Only BERT's tokenizer is read, which `potion-base-8M` has, for example.
//! - `model.safetensors` has the vectors.
//!
//! [format of `model2vec`]: https://github.com/MinishLab/model2vec

#![deny(missing_docs)]

mod error;
mod files;
mod tokenizer;
mod vectors;

use std::path::Path;

use serde::Deserialize;

pub use error::{OpenError, Reason};
use tokenizer::Tokenizer;
use vectors::Vectors;

/// The most bytes of a text that are read.
const MAX_TEXT_BYTES: usize = 8 << 10;
/// The most tokens of a text that count; a model may set a lower limit.
const MAX_TOKENS: usize = 512;

/// A model that turns texts into vectors.
pub struct Embeddings {
    tokenizer: Tokenizer,
    vectors: Vectors,
    normalizes: bool,
    max_tokens: usize,
}

#[derive(Deserialize)]
struct Config {
    #[serde(default)]
    normalize: bool,
    max_length: Option<usize>,
}

impl Embeddings {
    /// Opens the model in a folder. This reads all of it into memory, up to 256 MB.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, is damaged, or is of a kind that is not supported. The error names the file, and says
    /// what to do.
    pub fn open(folder: &Path) -> Result<Embeddings, OpenError> {
        let config: Config = files::read_json(folder, "config.json")?;
        let tokenizer: Tokenizer = files::read_json(folder, "tokenizer.json")?;
        let ids = tokenizer.count_ids();
        let vectors = files::read(folder, "model.safetensors", |file| Vectors::read(file, ids))?;
        let max_tokens = config.max_length.unwrap_or(MAX_TOKENS).min(MAX_TOKENS);
        Ok(Embeddings { tokenizer, vectors, normalizes: config.normalize, max_tokens })
    }

    /// Returns the vector of a text, or `None` if the model knows none of its tokens, or its vector has no direction.
    ///
    /// Only the first 512 tokens in the first 8 KB count.
    pub fn embed(&self, text: &str) -> Option<Vec<f32>> {
        let text = &text[..text.floor_char_boundary(MAX_TEXT_BYTES)];
        let ids = self.tokenizer.tokens(text, self.max_tokens);
        let mut vector = self.vectors.sum(&ids);
        let length = dot(&vector, &vector).sqrt();
        if !length.is_normal() {
            return None;
        }
        let divisor = if self.normalizes { length } else { ids.len() as f32 };
        vector.iter_mut().for_each(|value| *value /= divisor);
        Some(vector)
    }
}

/// Returns how alike the directions of two vectors of one model are: 1 if they are the same, 0 if they have nothing in
/// common, and -1 if they are opposite.
pub fn similarity(a: &[f32], b: &[f32]) -> f32 {
    let cosine = dot(a, b) / (dot(a, a) * dot(b, b)).sqrt();
    if cosine.is_finite() { cosine.clamp(-1.0, 1.0) } else { 0.0 }
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
