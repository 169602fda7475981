//! Tests the crate on two tiny models of random numbers, against what Python's `model2vec` and `tokenizers` do with them.
//!
//! `models/` was written by `model2vec` 0.10.0 with `tokenizers` 0.23.3: `StaticModel(vectors, tokenizer, ...)` with a
//! `WordPiece` of some words, a `BertNormalizer` and a `BertPreTokenizer`, then `save_pretrained`. `uncased` has the
//! usual options, and normalises. `quantized` strips nothing, has vectors in 16 bits, weights, and vectors that tokens
//! share. `texts.json` has what `tokenize` and `encode` (of `quantized`, the mean of `encode_as_sequence`, which does
//! not round to 16 bits) return for each text; `null` stands for no known token.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use embeddings::{Embeddings, OpenError, Reason, similarity};
use proptest::prelude::*;
use serde::Deserialize;
use tempfile::TempDir;

#[derive(Deserialize)]
struct Case {
    text: String,
    uncased: Expected,
    quantized: Expected,
}

#[derive(Deserialize)]
struct Expected {
    tokens: String,
    vector: Option<Vec<f32>>,
}

const FILES: [&str; 3] = ["config.json", "tokenizer.json", "model.safetensors"];

fn models() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models")
}

fn open(name: &str) -> Embeddings {
    Embeddings::open(&models().join(name)).unwrap_or_else(|error| panic!("{error}"))
}

/// Opens a copy of the model `uncased` in which one file is another.
fn open_with(file: &str, bytes: &[u8]) -> Result<Embeddings, OpenError> {
    let folder = TempDir::new().unwrap();
    for name in FILES {
        fs::copy(models().join("uncased").join(name), folder.path().join(name)).unwrap();
    }
    fs::write(folder.path().join(file), bytes).unwrap();
    Embeddings::open(folder.path())
}

fn read(file: &str) -> Vec<u8> {
    fs::read(models().join("uncased").join(file)).unwrap()
}

/// Returns the error of a copy in which a part of a file is another.
fn error_with(file: &str, from: &str, to: &str) -> OpenError {
    let mut bytes = read(file);
    let at = bytes.windows(from.len()).position(|part| part == from.as_bytes()).unwrap();
    bytes.splice(at..at + from.len(), to.bytes());
    open_with(file, &bytes).err().unwrap()
}

#[test]
fn texts_have_the_vectors_that_python_computes() {
    let cases = fs::read_to_string(models().join("texts.json")).unwrap();
    let cases: Vec<Case> = serde_json::from_str(&cases).unwrap();
    let (uncased, quantized) = (open("uncased"), open("quantized"));
    for case in &cases {
        for (model, expected) in [(&uncased, &case.uncased), (&quantized, &case.quantized)] {
            let vector = model.embed(&case.text);
            let is_same = match (&vector, &expected.vector) {
                (None, None) => true,
                (Some(vector), Some(expected)) => {
                    let close = |(a, b): (&f32, &f32)| (a - b).abs() <= 1e-4 * b.abs().max(0.1);
                    vector.len() == expected.len() && vector.iter().zip(expected).all(close)
                }
                _ => false,
            };
            let tokens = &expected.tokens;
            assert!(is_same, "{:?}: {vector:?}, not those of {tokens}", case.text);
        }
    }
    assert!(cases.len() > 40);
}

#[test]
fn the_first_512_tokens_count() {
    let model = open("uncased");
    let text = "!".repeat(512);
    assert_eq!(model.embed(&format!("{text}{}", "?".repeat(400))), model.embed(&text));
    assert_ne!(model.embed(&format!("{}??", &text[2..])), model.embed(&text));
}

#[test]
fn a_long_text_is_cut_at_a_character() {
    let model = open("uncased");
    for start in ["", "a", "aa", "aaa"] {
        assert!(model.embed(&format!("rust {start}{}", "😀".repeat(1 << 20))).is_some());
    }
}

#[test]
fn similarity_is_that_of_directions() {
    assert_eq!(similarity(&[1.0, 0.0], &[3.0, 0.0]), 1.0);
    assert_eq!(similarity(&[1.0, 0.0], &[0.0, 2.0]), 0.0);
    assert_eq!(similarity(&[1.0, 2.0], &[-1.0, -2.0]), -1.0);
    assert_eq!(similarity(&[0.0, 0.0], &[1.0, 2.0]), 0.0);
    let model = open("uncased");
    let of = |text| model.embed(text).unwrap();
    assert!(similarity(&of("rust, language"), &of("Language, Rust")) > 0.999);
    assert!(similarity(&of("rust, language"), &of("rust, game")) < 0.999);
}

#[test]
fn what_is_missing_or_no_file_is_reported() {
    for name in FILES {
        let folder = TempDir::new().unwrap();
        for other in FILES.into_iter().filter(|other| *other != name) {
            fs::copy(models().join("uncased").join(other), folder.path().join(other)).unwrap();
        }
        let error = Embeddings::open(folder.path()).err().unwrap();
        assert_eq!(error.path, folder.path().join(name));
        assert!(error.to_string().contains("Copy the model's config.json"), "{error}");
        fs::create_dir(folder.path().join(name)).unwrap();
        let error = Embeddings::open(folder.path()).err().unwrap();
        assert!(matches!(error.reason, Reason::Unreadable(_)), "{error}");
    }
}

#[test]
fn what_is_too_large_is_not_read() {
    let folder = TempDir::new().unwrap();
    let file = fs::File::create(folder.path().join("config.json")).unwrap();
    file.set_len((256 << 20) + 1).unwrap();
    let error = Embeddings::open(folder.path()).err().unwrap();
    assert!(matches!(error.reason, Reason::TooLarge(_)), "{error}");
}

#[test]
fn other_kinds_of_models_are_not_supported() {
    for (file, from, to, said) in [
        ("tokenizer.json", "\"WordPiece\"", "\"Unigram\"", "`Unigram`, expected `WordPiece`"),
        ("tokenizer.json", "\"BertNormalizer\"", "\"Precompiled\"", "`Precompiled`"),
        ("tokenizer.json", "\"BertPreTokenizer\"", "\"Metaspace\"", "`Metaspace`"),
        ("model.safetensors", "embeddings", "vectors...", "embeddings"),
        ("model.safetensors", "[98,6]", "[588] ", "no table"),
        ("model.safetensors", "\"F32\"", "\"U32\"", "U32"),
        ("config.json", "true", "\"no\"", "expected a boolean"),
    ] {
        let error = error_with(file, from, to);
        assert!(matches!(error.reason, Reason::Unsupported(_)), "{error}");
        assert!(error.path.ends_with(file), "{error}");
        assert!(error.to_string().contains(said), "{error} does not say {said}");
        assert!(error.to_string().contains("such as potion-base-8M"), "{error}");
    }
}

#[test]
fn the_number_of_dimensions_is_limited() {
    for (dimensions, is_read) in [(0, false), (1, true), (4096, true), (4097, false)] {
        let size = 98 * dimensions;
        let header = format!(
            r#"{{"embeddings":{{"dtype":"I8","shape":[98,{dimensions}],"data_offsets":[0,{size}]}}}}"#
        );
        let mut file = (header.len() as u64).to_le_bytes().to_vec();
        file.extend(header.bytes());
        file.resize(file.len() + size, 255);
        match open_with("model.safetensors", &file) {
            Ok(model) => {
                assert!(is_read, "{dimensions}");
                let vector = model.embed("rust").unwrap();
                assert_eq!(vector, vec![-1.0 / (dimensions as f32).sqrt(); dimensions]);
            }
            Err(error) => {
                assert!(!is_read && error.to_string().contains("dimensions"), "{error}");
            }
        }
    }
}

#[test]
fn files_that_do_not_fit_together_are_damaged() {
    for (file, from, to) in [
        ("tokenizer.json", "\"rust\":38", "\"rust\":4294967295"),
        ("model.safetensors", ",6]", ",7]"),
        ("model.safetensors", ",6]", ",1]"),
        ("model.safetensors", "[0,", "[9,"),
        ("config.json", "}", ""),
    ] {
        let error = error_with(file, from, to);
        assert!(matches!(error.reason, Reason::Damaged(_)), "{error}");
        assert!(error.path.ends_with(file) || file == "tokenizer.json", "{error}");
        assert!(error.to_string().contains("Copy the model's files again"), "{error}");
    }
}

#[test]
fn truncated_files_are_errors() {
    for name in FILES {
        let bytes = read(name);
        for length in (0..bytes.len()).filter(|length| length % 17 == 0 || *length < 80) {
            let result = open_with(name, &bytes[..length]);
            assert!(result.is_err(), "{name} with {length} bytes");
        }
    }
}

proptest! {
    #[test]
    fn damaged_files_do_not_panic(
        file in 0..FILES.len(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        text in ".{0,40}",
    ) {
        let mut bytes = read(FILES[file]);
        for (at, byte) in changes {
            let at = at.index(bytes.len().min(400));
            bytes[at] = byte;
        }
        if let Ok(model) = open_with(FILES[file], &bytes) {
            let vector = model.embed(&text).into_iter().chain(model.embed("rust, a language"));
            prop_assert!(vector.flatten().all(f32::is_finite));
        }
    }

    #[test]
    fn vectors_of_any_text_have_a_length(text in any::<String>(), word in "[a-z😀é ]{0,20}") {
        static MODELS: LazyLock<[Embeddings; 2]> =
            LazyLock::new(|| ["uncased", "quantized"].map(open));
        let [uncased, quantized] = &*MODELS;
        for text in [&text, &word] {
            if let Some(vector) = uncased.embed(text) {
                prop_assert!((similarity(&vector, &vector) - 1.0).abs() < 1e-5);
                prop_assert!((vector.iter().map(|x| x * x).sum::<f32>() - 1.0).abs() < 1e-5);
            }
            if let Some(vector) = quantized.embed(text) {
                prop_assert!(vector.iter().all(|value| value.is_finite()));
            }
        }
    }
}
