//! Splits texts into tokens as BERT does: words without case and accents, and parts of those that are not in the
//! vocabulary.
//!
//! A file of Hugging Face's `tokenizers` describes the details. The tokens that it adds to the vocabulary, such as
//! `[MASK]`, are ignored: in a text they are what somebody wrote. The tables of Unicode are newer than those of
//! `tokenizers`, so that some rare characters are accents or punctuation here only.

use std::collections::HashMap;

use serde::Deserialize;
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

/// The most bytes of a token that is searched for, which bounds the time that a word takes.
const MAX_TOKEN_BYTES: usize = 128;

#[derive(Deserialize)]
pub(crate) struct Tokenizer {
    normalizer: Normalizer,
    #[serde(rename = "pre_tokenizer")]
    _splitter: Splitter,
    model: Model,
}

#[derive(Deserialize)]
#[serde(tag = "type")]
enum Normalizer {
    BertNormalizer {
        clean_text: bool,
        handle_chinese_chars: bool,
        strip_accents: Option<bool>,
        lowercase: bool,
    },
}

/// Splits at white space and punctuation. It has no options.
#[derive(Deserialize)]
#[serde(tag = "type")]
enum Splitter {
    BertPreTokenizer,
}

#[derive(Deserialize)]
#[serde(tag = "type")]
enum Model {
    WordPiece {
        unk_token: String,
        /// What precedes the parts of a word, except for the first.
        continuing_subword_prefix: String,
        max_input_chars_per_word: usize,
        vocab: HashMap<String, u32>,
    },
}

impl Tokenizer {
    /// Returns the lowest number that is above all ids.
    pub(crate) fn count_ids(&self) -> usize {
        let Model::WordPiece { vocab, .. } = &self.model;
        vocab.values().max().map_or(0, |id| *id as usize + 1)
    }

    /// Returns the ids of the first tokens of a text, at most `limit`, without those that are not in the vocabulary.
    pub(crate) fn tokens(&self, text: &str, limit: usize) -> Vec<u32> {
        let mut ids = Vec::new();
        for word in self.normalize(text).split_whitespace() {
            if ids.len() >= limit {
                break;
            }
            self.push_word(word, &mut ids);
        }
        ids.truncate(limit);
        ids.into_iter().flatten().collect()
    }

    /// Returns a text in the form of the vocabulary, with white space around each word and punctuation mark.
    fn normalize(&self, text: &str) -> String {
        let Normalizer::BertNormalizer {
            clean_text,
            handle_chinese_chars,
            strip_accents,
            lowercase,
        } = self.normalizer;
        let apart = |c: char, is_apart: bool| {
            let space = is_apart.then_some(' ');
            space.into_iter().chain([c]).chain(space)
        };
        let mut text: String = text
            .chars()
            .filter(|c| !(clean_text && is_removed(*c)))
            .flat_map(|c| apart(c, handle_chinese_chars && is_ideograph(c)))
            .collect();
        if strip_accents.unwrap_or(lowercase) {
            text = text.nfd().filter(|c| !is_accent(*c)).collect();
        }
        if lowercase {
            // Letter by letter: a sigma at the end of a word is like any other.
            text = text.chars().flat_map(char::to_lowercase).collect();
        }
        text.chars().flat_map(|c| apart(c, is_punctuation(c))).collect()
    }

    /// Appends the fewest tokens that make up a word, as found from its start; `None` if there are none.
    fn push_word(&self, word: &str, ids: &mut Vec<Option<u32>>) {
        let Model::WordPiece {
            unk_token,
            continuing_subword_prefix: prefix,
            max_input_chars_per_word,
            vocab,
        } = &self.model;
        let before = ids.len();
        let mut rest = word.to_owned();
        // The length of the prefix in `rest`.
        let mut prefixed = 0;
        if word.chars().count() > *max_input_chars_per_word {
            return ids.push(None);
        }
        while rest.len() > prefixed {
            let longest = rest.len().min(MAX_TOKEN_BYTES);
            let ends = (prefixed + 1..=longest).rev().filter(|end| rest.is_char_boundary(*end));
            let token = ends.filter_map(|end| Some((end, vocab.get_key_value(&rest[..end])?)));
            let Some((end, (token, id))) = token.into_iter().next() else {
                ids.truncate(before);
                return ids.push(None);
            };
            ids.push((token != unk_token).then_some(*id));
            rest.replace_range(..end, prefix);
            prefixed = prefix.len();
        }
    }
}

/// Control characters, and what takes the place of an unreadable one.
fn is_removed(c: char) -> bool {
    use GeneralCategory::{Control, Format, PrivateUse};
    match c {
        '\t' | '\n' | '\r' => false,
        _ if c.is_ascii() => c.is_ascii_control(),
        char::REPLACEMENT_CHARACTER => true,
        _ => matches!(c.general_category(), Control | Format | PrivateUse),
    }
}

fn is_accent(c: char) -> bool {
    !c.is_ascii() && c.general_category() == GeneralCategory::NonspacingMark
}

fn is_punctuation(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_punctuation();
    }
    c.general_category_group() == GeneralCategoryGroup::Punctuation
}

/// Chinese characters, each of which is a word, in the blocks that BERT knows.
fn is_ideograph(c: char) -> bool {
    matches!(
        c,
        '\u{4E00}'..='\u{9FFF}'
            | '\u{3400}'..='\u{4DBF}'
            | '\u{20000}'..='\u{2A6DF}'
            | '\u{2A700}'..='\u{2B73F}'
            | '\u{2B740}'..='\u{2B81F}'
            | '\u{2B920}'..='\u{2CEAF}'
            | '\u{F900}'..='\u{FAFF}'
            | '\u{2F800}'..='\u{2FA1F}'
    )
}
