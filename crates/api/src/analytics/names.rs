//! Sums counts by name, which are stored as one JSON object a day.

use std::borrow::Cow;
use std::fmt;
use std::hash::BuildHasher;

use diesel::{QueryResult, result};
use hashbrown::{DefaultHashBuilder, HashTable};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};

/// The matches of a name.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct NameSum {
    pub matches: i64,
    /// The sum of the days before the range.
    pub previous: i64,
}

/// Names and their sums, in insertion order, stored side by side: in a map of strings, looking up a quarter of a
/// million counts takes three times as long, since each waits for memory.
#[derive(Debug, Default)]
pub struct Names {
    /// Indices into `entries`.
    places: HashTable<usize>,
    hasher: DefaultHashBuilder,
    entries: Vec<Entry>,
    /// All names, without separators.
    text: String,
}

#[derive(Debug)]
struct Entry {
    /// The positions in `text` where the name begins and ends.
    begin: usize,
    end: usize,
    sum: NameSum,
}

impl Names {
    /// Adds the counts of a day, which lies before the range or in it.
    ///
    /// # Errors
    /// The counts are not an object of numbers.
    pub fn add(&mut self, counts: &str, is_before: bool) -> QueryResult<()> {
        let mut json = serde_json::Deserializer::from_str(counts);
        let adding = Adding { names: self, is_before };
        // Avoid a copy of each day's names, most of which are known from another day.
        adding
            .deserialize(&mut json)
            .map_err(|error| result::Error::DeserializationError(Box::new(error)))
    }

    /// Returns the names with their sums, in the order in which they were first added.
    pub fn sums(&self) -> impl Iterator<Item = (&str, NameSum)> {
        let entries = self.entries.iter();
        entries.map(|entry| (&self.text[entry.begin..entry.end], entry.sum))
    }

    fn sum_of(&mut self, name: &str) -> &mut NameSum {
        let Self { places, hasher, entries, text } = self;
        let name_at = |place: &usize| &text[entries[*place].begin..entries[*place].end];
        let hash = hasher.hash_one(name);
        let known = places.find(hash, |place| name_at(place) == name).copied();
        let place = known.unwrap_or(entries.len());
        if known.is_none() {
            places.insert_unique(hash, place, |place| hasher.hash_one(name_at(place)));
            let begin = text.len();
            text.push_str(name);
            entries.push(Entry { begin, end: text.len(), sum: NameSum::default() });
        }
        &mut entries[place].sum
    }
}

struct Adding<'a> {
    names: &'a mut Names,
    is_before: bool,
}

#[derive(Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'de> DeserializeSeed<'de> for Adding<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Adding<'_> {
    type Value = ();

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("an object of counts")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut counts: A) -> Result<(), A::Error> {
        while let Some((Name(name), n)) = counts.next_entry::<Name<'de>, i64>()? {
            let sum = self.names.sum_of(&name);
            if self.is_before {
                sum.previous += n;
            } else {
                sum.matches += n;
            }
        }
        Ok(())
    }
}
