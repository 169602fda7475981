//! What is learned about the matches of a watch from what its user marked as not relevant and what they opened, and
//! decisions by it (`crates/relevance`).

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use anyhow::Context as _;
use chrono::{DateTime, Utc};
use diesel::QueryResult;
use embeddings::Embeddings;
use matcher::{Field, Item, Kind, Span, Utf16Span, from_utf16, site_of};
use relevance::{Clue, Commonness, Example, Features, Model, fit};
use uuid::Uuid;

use crate::meaning::Meaning;
use db::models::set_aside::{Label, LearnedRow};
use db::{Conn, Pool};
use foundation::background;
use platform::config::RelevanceConfig;
use platform::wire::{MatchField, MatchSpan};

/// The most mentions of a keyword that are looked at, and the beginning of a text in which they are.
const MAX_MENTIONS: usize = 10;
const MAX_BYTES: usize = 8_000;
/// The most words that are named as reasons.
const MAX_REASONS: usize = 5;

/// What was learned about the matches of a watch.
#[derive(Debug)]
pub struct Learned {
    model: Model,
    /// The words that do not count.
    ignored: Vec<String>,
    /// What the user means by the watch.
    meaning: Option<Meaning>,
}

/// What was learned, applied to a match.
#[derive(Debug, Clone, Copy)]
pub struct Score {
    /// Whether the match is probably not relevant.
    pub sets_aside: bool,
    /// The probability that it is relevant, if half of all matches are.
    pub probability: f32,
}

impl Learned {
    /// Loads what was learned about these watches. Of a watch with too few labels nothing is; what another version of
    /// Harken wrote is left out until it is learned again.
    pub async fn load(
        watch_ids: &[Uuid],
        embeddings: Option<&Arc<Embeddings>>,
        conn: &mut Conn,
    ) -> QueryResult<HashMap<Uuid, Self>> {
        let rows = LearnedRow::load(watch_ids, conn).await?;
        let learned = rows.into_iter().filter_map(|row| {
            let model = Model::from_bytes(&row.model)?;
            let meaning = Meaning::of(&row.description, embeddings);
            Some((row.watch_id, Self { model, ignored: row.ignored_words, meaning }))
        });
        Ok(learned.collect())
    }

    /// Returns how likely an item that matches at `spans` is relevant, and whether it is set aside.
    pub fn score(&self, item: &Item<'_>, spans: &[MatchSpan]) -> Score {
        let Self { model, .. } = self;
        let score = model.score(&self.read(item, spans));
        Score { sets_aside: model.sets_aside(score), probability: model.probability(score) }
    }

    /// Returns the words that speak most against an item that matches at `spans`, the strongest first, or none if they do
    /// not suffice to set it aside. Names of places and authors are among them.
    pub fn reasons(&self, item: &Item<'_>, spans: &[MatchSpan]) -> Vec<String> {
        let features = self.read(item, spans);
        if !self.model.sets_aside(self.model.score(&features)) {
            return Vec::new();
        }
        let reasons = self.model.reasons(&features, MAX_REASONS).into_iter();
        reasons.map(|clue| named(clue, item).to_owned()).collect()
    }

    fn read(&self, item: &Item<'_>, spans: &[MatchSpan]) -> Features {
        let is_ignored = |clue: Clue<'_>| {
            self.ignored.iter().any(|word| word.eq_ignore_ascii_case(named(clue, item)))
        };
        read(item, spans, self.meaning.as_ref()).without(is_ignored)
    }
}

fn read(item: &Item<'_>, spans: &[MatchSpan], meaning: Option<&Meaning>) -> Features {
    let features = Features::read(item, &mentions(item, spans));
    match meaning.and_then(|meaning| meaning.similarity(item)) {
        Some(similarity) => features.with_similarity(similarity),
        None => features,
    }
}

/// Returns a clue as a person would name it.
fn named<'a>(clue: Clue<'a>, item: &Item<'a>) -> &'a str {
    match clue {
        Clue::Word(word) => word,
        Clue::Place => item.subreddit,
        Clue::Author => item.author,
        Clue::Site => site_of(item.subreddit),
        Clue::Kind if item.kind == Kind::Comment => "comment",
        Clue::Kind => "post",
        Clue::Meaning => "your description",
    }
}

/// Learns again from the opinions of the next user who lets matches be set aside and whose were last read before
/// `before`. Returns whether there was one.
///
/// # Errors
/// The database failed; what was learned before is kept then.
pub async fn learn_next(
    pool: &Pool,
    config: &RelevanceConfig,
    embeddings: Option<&Arc<Embeddings>>,
    before: DateTime<Utc>,
    now: DateTime<Utc>,
) -> anyhow::Result<bool> {
    let mut conn = pool.get().await?;
    let Some(user_id) = LearnedRow::claim(before, now, &mut conn).await? else {
        return Ok(false);
    };
    let mut labels = Label::of_user(user_id, &mut conn).await?;
    drop(conn);
    labels.retain(|label| config.learns_from(&label.item.subreddit));
    let embeddings = embeddings.cloned();
    let models = background::run(move || learn(&labels, embeddings.as_ref()))
        .await
        .context("learning failed")?;
    LearnedRow::replace(user_id, &models, &mut *pool.get().await?).await?;
    Ok(true)
}

/// Returns what is learned about each watch with enough labels, as it is stored.
fn learn(labels: &[Label], embeddings: Option<&Arc<Embeddings>>) -> Vec<(Uuid, Vec<u8>)> {
    let mut common = Commonness::default();
    let mut meanings: HashMap<Uuid, Option<Meaning>> = HashMap::new();
    let mut by_watch: BTreeMap<Uuid, Vec<Example>> = BTreeMap::new();
    for label in labels {
        let spans: Vec<MatchSpan> =
            serde_json::from_value(label.matches.clone()).unwrap_or_default();
        let item = label.item.searched();
        let meaning = meanings.entry(label.watch_id);
        let meaning = meaning.or_insert_with(|| Meaning::of(&label.description, embeddings));
        let features = read(&item, &spans, meaning.as_ref());
        common.add(&features);
        if let Some(is_relevant) = label.is_relevant {
            by_watch.entry(label.watch_id).or_default().push(Example::new(&features, is_relevant));
        }
    }
    let ids: Vec<Uuid> = by_watch.keys().copied().collect();
    let learned = ids.into_iter().filter_map(|id| {
        let own = by_watch.remove(&id)?;
        let others: Vec<Example> = by_watch.values().flatten().cloned().collect();
        let model = fit(&common, &own, &others);
        by_watch.insert(id, own);
        Some((id, model?.to_bytes()))
    });
    learned.collect()
}

/// Returns the first mentions within the beginnings of title and text, in bytes.
fn mentions(item: &Item<'_>, spans: &[MatchSpan]) -> Vec<(Field, Span)> {
    let mentions = spans.iter().take(MAX_MENTIONS).filter_map(|span| {
        let (field, text) = match span.field {
            MatchField::Title => (Field::Title, item.title),
            MatchField::Body => (Field::Body, item.body),
            MatchField::Flair | MatchField::Url | MatchField::Author => return None,
        };
        let beginning = &text[..text.floor_char_boundary(MAX_BYTES)];
        let units = Utf16Span { start: span.start as usize, end: span.end as usize };
        Some((field, from_utf16(beginning, units)?))
    });
    mentions.collect()
}
