//! Makes up feeds by rank, and the entries of each by number.

use std::hash::{DefaultHasher, Hash, Hasher};

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::feed::entries::{NewEntry, NewFeed, Validators};

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

const AUTHORS: &[&str] = &["Ines", "Tomasz", "Priya", "Åsa", "Malik", "Joan", "Rui", "Hanne"];
const CHANGES: &[&str] = &[
    "Backups can be restored on another machine.",
    "Search takes half the time on large accounts.",
    "The export no longer forgets the last line – thanks to all who wrote to us.",
    "Keyboard shortcuts can be changed.",
    "Sign-in works again behind a proxy that cuts long headers.",
    "Dark mode follows the system.",
    "The price for teams is shown before the trial ends.",
];
const OPENINGS: &[&str] = &[
    "What we learned from",
    "A year of",
    "Against",
    "Notes on",
    "The trouble with",
    "In praise of",
];
const TOPICS: &[&str] = &[
    "slow mornings",
    "plain text",
    "restoring a backup",
    "writing things down",
    "second-hand tools",
    "small databases",
    "long walks & short meetings",
    "reading feeds",
];
const PARAGRAPHS: &[&str] = &[
    "It began with a list on the kitchen wall, and nobody thought that it would last the winter.",
    "We tried the <em>obvious</em> way first. It worked for a week, until two people did it at once.",
    "Most of what follows is a question of habit – the tools matter less than we&#8217;d like.",
    "If you have done this another way, write to me: I collect such stories.",
    "There is a <a href=\"https://example.org/drawings\">drawing</a> of how the parts fit together.",
];
const QUESTIONS: &[&str] = &[
    "Does anyone know how to move %s to a new computer?",
    "Is %s worth its price for two people?",
    "%s asks for my password every day. Is that normal?",
    "Which alternative to %s has an API?",
    "How do you keep %s & your calendar in step?",
];
const EVENTS: &[&str] = &[
    "Open evening at %s on Friday",
    "%s closes for two weeks in spring",
    "New members of %s: how to begin",
    "%s is looking for helpers",
    "Minutes of the yearly meeting of %s",
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
        let pick = |rng: &mut ChaCha8Rng, from: &[&'static str]| -> &'static str {
            from.choose(rng).copied().unwrap_or_default()
        };
        let by = pick(rng, AUTHORS).to_owned();
        let of_subject = |text: &str| text.replace("%s", self.subject);
        let (title, text) = match self.kind {
            Kind::Releases => {
                let (major, minor) = (rng.random_range(1..9), rng.random_range(0..40));
                let changes = [pick(rng, CHANGES), pick(rng, CHANGES)];
                let changes = changes.map(|change| format!("<li>{change}</li>"));
                let title = format!("{} {major}.{minor}", self.subject);
                (title, format!("<ul>{}</ul>", changes.concat()))
            }
            Kind::Blog => {
                let title = format!("{} {}", pick(rng, OPENINGS), pick(rng, TOPICS));
                let text = [pick(rng, PARAGRAPHS), pick(rng, PARAGRAPHS)];
                (title, text.map(|text| format!("<p>{text}</p>")).concat())
            }
            Kind::Questions => {
                let text = format!("<p>{}</p>", pick(rng, PARAGRAPHS));
                (of_subject(pick(rng, QUESTIONS)), text)
            }
            Kind::News => {
                let text = "<p>All are welcome. Bring a friend, &amp; something warm to drink.</p>";
                (of_subject(pick(rng, EVENTS)), text.to_owned())
            }
        };
        NewEntry { id: Some(number.to_string()), title, text, by: Some(by), ..NewEntry::default() }
    }
}
