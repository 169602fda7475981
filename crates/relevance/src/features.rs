//! Reads an item as features: hashed words, pairs of words, parts of words, and where it is from.

use matcher::{Field, Item, Kind, Span, site_of};

/// The number of buckets into which features are hashed.
pub(crate) const BUCKETS: usize = 1 << 16;
/// The most bytes of a title or body that are read, and of these, before the first mention.
const MAX_BYTES: usize = 1_200;
const MAX_BYTES_BEFORE: usize = 500;
/// The most characters of a word; the rest of a longer one, such as a link, is not read.
const MAX_WORD_CHARS: usize = 24;
/// Words this close to a mention count once more.
const NEAR_WORDS: usize = 3;

/// Kinds of features. Each weighs the same in a long text as in a short one, in sum of squares.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Word,
    Pair,
    Part,
    Near,
    Origin,
    Meaning,
}

/// The influence of each group, chosen by measurement.
const INFLUENCE: [f32; 6] = [1.0, 0.3, 1.0, 0.3, 0.3, 1.0];
/// Similarities: it is a feature to be on a side of each.
const LEVELS: [f32; 9] = [-0.3, -0.2, -0.1, -0.05, 0.0, 0.05, 0.1, 0.2, 0.3];

/// What a feature was read from, as a person would name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Clue<'a> {
    /// A word, in lower case.
    Word(&'a str),
    /// The place where the item was written.
    Place,
    /// The author.
    Author,
    /// Whether it is a post or a comment.
    Kind,
    /// The site.
    Site,
    /// How similar it is to what is meant.
    Meaning,
}

const ORIGINS: [Clue<'static>; 5] =
    [Clue::Place, Clue::Author, Clue::Kind, Clue::Site, Clue::Meaning];
/// The position of [`Clue::Meaning`] in them.
const MEANING: u16 = 4;

#[derive(Clone, Copy)]
pub(crate) struct Feature {
    pub(crate) bucket: u16,
    /// 1 or -1, so that features that share a bucket cancel out on average.
    sign: i8,
    group: Group,
    /// A position in the words; beyond them, in [`ORIGINS`].
    owner: u16,
}

/// An item as the learner sees it.
#[derive(Default)]
pub struct Features {
    text: String,
    /// The end of each distinct word in `text`.
    ends: Vec<usize>,
    hashes: Vec<u64>,
    features: Vec<Feature>,
    /// The value of each group's features.
    scales: [f32; INFLUENCE.len()],
}

impl Features {
    /// Reads an item that a keyword matches where the mentions are. The mentions themselves are no features, since
    /// all matches have them. An empty place or author is no feature.
    pub fn read(item: &Item<'_>, mentions: &[(Field, Span)]) -> Self {
        let mut read = Features::default();
        let mut words = Vec::new();
        for field in [Field::Title, Field::Body] {
            let spans = mentions.iter().filter(|(at, _)| *at == field).map(|(_, span)| *span);
            let spans: Vec<Span> = spans.collect();
            read.read_words(part(item.text(field), &spans), &spans, &mut words);
        }
        read.describe(&words);
        read.add_origin(item);
        for feature in &read.features {
            read.scales[feature.group as usize] += 1.0;
        }
        for (scale, influence) in read.scales.iter_mut().zip(INFLUENCE) {
            *scale = influence / f32::sqrt(*scale);
        }
        read
    }

    /// Appends the distinct words of a text, and to `words` all of them in order: `None` for a mention.
    fn read_words(
        &mut self,
        (start, text): (usize, &str),
        mentions: &[Span],
        words: &mut Vec<Option<u16>>,
    ) {
        // Words of the title and of the body are no pair.
        words.extend((!words.is_empty()).then_some(None));
        let mut at = start;
        for part in text.split_inclusive(|c: char| !c.is_alphanumeric()) {
            let word = part.trim_end_matches(|c: char| !c.is_alphanumeric());
            let (from, to) = (at, at + word.len());
            at += part.len();
            if word.is_empty() {
                continue;
            }
            let is_mention = mentions.iter().any(|span| span.start < to && from < span.end);
            words.push(if is_mention { None } else { Some(self.add_word(word)) });
        }
    }

    fn add_word(&mut self, word: &str) -> u16 {
        let start = self.text.len();
        self.text.extend(word.chars().take(MAX_WORD_CHARS).flat_map(char::to_lowercase));
        let hash = hash(1, self.text[start..].bytes());
        if let Some(known) = self.hashes.iter().position(|known| *known == hash) {
            self.text.truncate(start);
            return known as u16;
        }
        self.ends.push(self.text.len());
        self.hashes.push(hash);
        self.ends.len() as u16 - 1
    }

    fn word(&self, at: usize) -> &str {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[at]]
    }

    fn describe(&mut self, words: &[Option<u16>]) {
        let mut bounds = Vec::new();
        for at in 0..self.ends.len() {
            self.push(Group::Word, self.hashes[at], at as u16);
            let framed = format!("<{}>", self.word(at));
            bounds.clear();
            bounds.extend(framed.char_indices().map(|(at, _)| at).chain([framed.len()]));
            // Parts of 3 to 5 characters, each hash made from that of the part before.
            for from in 0..bounds.len() {
                let mut state = start(2);
                for (more, ends) in bounds[from..].windows(2).take(5).enumerate() {
                    state = framed[ends[0]..ends[1]].bytes().fold(state, step);
                    if more >= 2 {
                        self.push(Group::Part, mix(state), at as u16);
                    }
                }
            }
        }
        let bytes = |hashes: &Vec<u64>, word: u16| hashes[usize::from(word)].to_le_bytes();
        for pair in words.windows(2) {
            if let [Some(first), Some(second)] = *pair {
                let both = [first, second].map(|word| bytes(&self.hashes, word));
                self.push(Group::Pair, hash(3, both.into_iter().flatten()), second);
            }
        }
        for (at, word) in words.iter().enumerate() {
            let end = words.len().min(at + NEAR_WORDS + 1);
            let around = &words[at.saturating_sub(NEAR_WORDS)..end];
            if let Some(word) = *word
                && around.contains(&None)
            {
                self.push(Group::Near, hash(4, bytes(&self.hashes, word).into_iter()), word);
            }
        }
    }

    fn add_origin(&mut self, item: &Item<'_>) {
        let kind = if item.kind == Kind::Post { "post" } else { "comment" };
        let origins = [item.subreddit, item.author, kind, site_of(item.subreddit)];
        for (at, origin) in (0..).zip(origins) {
            if !origin.is_empty() {
                let lowered = origin.bytes().map(|byte| byte.to_ascii_lowercase());
                let owner = self.ends.len() as u16 + at;
                self.push(Group::Origin, hash(5 + u64::from(at), lowered), owner);
            }
        }
    }

    fn push(&mut self, group: Group, hash: u64, owner: u16) {
        let sign = if hash >> 16 & 1 == 1 { 1 } else { -1 };
        self.features.push(Feature { bucket: hash as u16, sign, group, owner });
    }

    /// Returns each feature with its value.
    pub(crate) fn values(&self) -> impl Iterator<Item = (u16, f32)> {
        self.features.iter().map(|feature| {
            let group = feature.group as usize;
            (feature.bucket, f32::from(feature.sign) * self.scales[group])
        })
    }

    /// Returns what each feature was read from, in the order of the values.
    pub(crate) fn clues(&self) -> impl Iterator<Item = Clue<'_>> {
        self.features.iter().map(|feature| self.clue(feature.owner))
    }

    fn clue(&self, owner: u16) -> Clue<'_> {
        let owner = usize::from(owner);
        match owner.checked_sub(self.ends.len()) {
            Some(origin) => ORIGINS[origin],
            None => Clue::Word(self.word(owner)),
        }
    }

    /// Adds how similar the item is to what is meant, less how similar it is to what is not, as a caller has found.
    pub fn with_similarity(mut self, similarity: f32) -> Self {
        let owner = self.ends.len() as u16 + MEANING;
        for (at, level) in (0..).zip(LEVELS) {
            let side = [at, u8::from(similarity > level)];
            self.push(Group::Meaning, hash(9, side.into_iter()), owner);
        }
        let group = Group::Meaning as usize;
        self.scales[group] = INFLUENCE[group] / (LEVELS.len() as f32).sqrt();
        self
    }

    /// Leaves out the features that were read from some clues. The others keep their values.
    pub fn without(mut self, is_left_out: impl Fn(Clue<'_>) -> bool) -> Self {
        let owners = 0..(self.ends.len() + ORIGINS.len()) as u16;
        let left_out: Vec<bool> = owners.map(|owner| is_left_out(self.clue(owner))).collect();
        self.features.retain(|feature| !left_out[usize::from(feature.owner)]);
        self
    }
}

/// Returns the part of a text that is read, and where it begins.
fn part<'a>(text: &'a str, mentions: &[Span]) -> (usize, &'a str) {
    let first = mentions.first().map_or(0, |span| span.start);
    let latest = text.len().saturating_sub(MAX_BYTES);
    let start = text.floor_char_boundary(first.saturating_sub(MAX_BYTES_BEFORE).min(latest));
    (start, &text[start..text.floor_char_boundary(start + MAX_BYTES)])
}

/// FNV-1a, then mixed so that every bit depends on every other (the last step of `SplitMix64`).
pub(crate) fn hash(seed: u64, bytes: impl Iterator<Item = u8>) -> u64 {
    mix(bytes.fold(start(seed), step))
}

fn start(seed: u64) -> u64 {
    0xcbf2_9ce4_8422_2325 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fn step(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
}

fn mix(mut hash: u64) -> u64 {
    hash = (hash ^ hash >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ hash >> 31
}
