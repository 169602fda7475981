//! Why a model cannot be used, in words for its operator.

use std::io;
use std::path::PathBuf;

use serde_json::error::Category;

/// Why a model cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct OpenError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it, and what to do.
    pub reason: Reason,
}

/// What is wrong with a file of a model.
#[derive(Debug, thiserror::Error)]
pub enum Reason {
    /// It is missing, for example.
    #[error(
        "cannot be read: {0}. Copy the model's config.json, tokenizer.json and model.safetensors there"
    )]
    Unreadable(#[from] io::Error),
    /// It has more than this number of bytes.
    #[error("has more than {} MB. Use a smaller model, such as potion-base-8M", .0 >> 20)]
    TooLarge(u64),
    /// It is not whole, or not of the same model as the other files.
    #[error(
        "is damaged, or not of the same model as the files beside it: {0}. Copy the model's files again"
    )]
    Damaged(String),
    /// It is of a model that cannot be used.
    #[error(
        "is not supported: {0}. Use a model of model2vec with BERT's tokenizer, such as potion-base-8M"
    )]
    Unsupported(String),
}

impl From<serde_json::Error> for Reason {
    /// JSON with other fields than expected is from another kind of model.
    fn from(error: serde_json::Error) -> Self {
        match error.classify() {
            Category::Data => Reason::Unsupported(error.to_string()),
            Category::Io | Category::Syntax | Category::Eof => Reason::Damaged(error.to_string()),
        }
    }
}
