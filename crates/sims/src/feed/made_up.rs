//! Makes up feeds by rank, and the entries of each by number.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::feed::entries::{NewEntry, NewFeed, Validators};
use crate::kit::Words;

static WORDS: LazyLock<Words> =
    LazyLock::new(|| Words::read(include_str!("../../content/feed.toml")));

/// The subjects of feeds. Their number is coprime to the number of kinds.
const SUBJECTS: [&str; 15] = [
    "Lumenbase",
    "Quiet Kettle",
    "Lanternfish",
    "Paper Trail",
    "North Gate",
    "Small Harbour",
    "Owl Post",
    "Copperleaf",
    "Tin Roof",
    "Evening Desk",
    "Loose Thread",
    "Sundial",
    "Back Garden",
    "Old Bridge",
    "Slow Train",
];

/// The kind of site that a feed belongs to.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Releases,
    Blog,
    Questions,
    News,
}

const KINDS: [(Kind, &str); 4] = [
    (Kind::Releases, "releases"),
    (Kind::Blog, "blog"),
    (Kind::Questions, "questions"),
    (Kind::News, "news"),
];

/// A made-up feed.
pub(crate) struct MadeUp {
    subject: &'static str,
    kind: Kind,
    /// Seed of the feed's entries and of their times.
    pub(crate) seed: u64,
}

impl MadeUp {
    /// Returns the made-up feed of this rank, from 0, and its settings.
    pub(crate) fn new(rank: usize, seed: u64) -> (Self, NewFeed) {
        let subject = SUBJECTS[rank % SUBJECTS.len()];
        let (kind, kind_name) = KINDS[rank % KINDS.len()];
        let round = rank / (SUBJECTS.len() * KINDS.len());
        let title = match round {
            0 => format!("{subject} {kind_name}"),
            round => format!("{subject} {kind_name} {}", round + 1),
        };
        let name = title.to_lowercase().replace(' ', "-");
        let mut own = DefaultHasher::new();
        (seed, &name).hash(&mut own);
        let made_up = Self { subject, kind, seed: own.finish() };
        // Of every 20 servers, one sends no validators and two send only one.
        let validators = match rank % 20 {
            7 => Validators::None,
            11 => Validators::Etag,
            15 => Validators::LastModified,
            _ => Validators::Both,
        };
        let feed = NewFeed { title: Some(title), validators, ..NewFeed::named(&name) };
        (made_up, feed)
    }

    /// Returns the entry of this number, which becomes its id.
    pub(crate) fn entry(&self, number: u64) -> NewEntry {
        let rng = &mut ChaCha8Rng::seed_from_u64(self.seed ^ number.rotate_left(32));
        let mut pick = |list: &str| WORDS.pick(list, rng);
        let by = pick("authors").to_owned();
        let of_subject = |text: &str| text.replace("%s", self.subject);
        let (title, text) = match self.kind {
            Kind::Releases => {
                let changes = [pick("changes"), pick("changes")];
                let changes = changes.map(|change| format!("<li>{change}</li>"));
                let (major, minor) = (rng.random_range(1..9), rng.random_range(0..40));
                let title = format!("{} {major}.{minor}", self.subject);
                (title, format!("<ul>{}</ul>", changes.concat()))
            }
            Kind::Blog => {
                let title = format!("{} {}", pick("openings"), pick("topics"));
                let text = [pick("paragraphs"), pick("paragraphs")];
                (title, text.map(|text| format!("<p>{text}</p>")).concat())
            }
            Kind::Questions => {
                let text = format!("<p>{}</p>", pick("paragraphs"));
                (of_subject(pick("questions")), text)
            }
            Kind::News => {
                let text = "<p>All are welcome. Bring a friend, &amp; something warm to drink.</p>";
                (of_subject(pick("events")), text.to_owned())
            }
        };
        NewEntry { id: Some(number.to_string()), title, text, by: Some(by), ..NewEntry::default() }
    }
}
