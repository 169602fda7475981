//! Sums by name of what is stored as one JSON object of counts a day.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use diesel::{QueryResult, result};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct NameSum {
    pub(super) matches: i64,
    /// Of the days before the range.
    pub(super) previous: i64,
}

#[derive(Debug, Default)]
pub(super) struct Names(HashMap<String, NameSum>);

impl Names {
    /// Adds the counts of a day, which lies before the range or in it.
    ///
    /// # Errors
    /// They are no object of numbers.
    pub(super) fn add(&mut self, counts: &str, is_before: bool) -> QueryResult<()> {
        let mut json = serde_json::Deserializer::from_str(counts);
        let adding = Adding {
            sums: &mut self.0,
            is_before,
        };
        // No copy of each day's names, of which most are known from another day.
        adding
            .deserialize(&mut json)
            .map_err(|error| result::Error::DeserializationError(Box::new(error)))
    }

    pub(super) fn into_sums(self) -> impl Iterator<Item = (String, NameSum)> {
        self.0.into_iter()
    }
}

struct Adding<'a> {
    sums: &'a mut HashMap<String, NameSum>,
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
            let sum = match self.sums.get_mut(&*name) {
                Some(sum) => sum,
                None => self.sums.entry(name.into_owned()).or_default(),
            };
            if self.is_before {
                sum.previous += n;
            } else {
                sum.matches += n;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_added_up_by_name() {
        let mut names = Names::default();
        names.add(r#"{"tea": 2, "a \"b\"\n": 1}"#, false).unwrap();
        names.add(r#"{ "tea" : 3 }"#, false).unwrap();
        names.add(r#"{"tea": 5, "rust": 7}"#, true).unwrap();
        names.add("{}", false).unwrap();
        let sum = |matches, previous| NameSum { matches, previous };
        let mut sums: Vec<_> = names.into_sums().collect();
        sums.sort_by(|a, b| a.0.cmp(&b.0));
        let expected = [
            ("a \"b\"\n", sum(1, 0)),
            ("rust", sum(0, 7)),
            ("tea", sum(5, 5)),
        ];
        assert_eq!(sums, expected.map(|(name, sum)| (name.to_owned(), sum)));
    }

    #[test]
    fn what_is_not_counts_is_an_error() {
        for counts in ["", "[1]", r#"{"tea": "2"}"#] {
            assert!(Names::default().add(counts, false).is_err(), "{counts}");
        }
    }
}
