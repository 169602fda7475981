//! The positions of keywords in an item, in the form of the API and the database.

use std::io::Write;

use diesel::pg::Pg;
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::Jsonb;
use matcher::{Field, Item, Match, Place, Span, to_utf16};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MatchField {
    Title,
    Body,
    Flair,
    /// The post's `link`, not the address of its page.
    Url,
    Author,
}

impl From<Field> for MatchField {
    fn from(field: Field) -> Self {
        match field {
            Field::Title => Self::Title,
            Field::Body => Self::Body,
            Field::Flair => Self::Flair,
            Field::Url => Self::Url,
            Field::Author => Self::Author,
        }
    }
}

/// The position of a match, in UTF-16 units of the title or the content (`body`). Queries can also
/// match in the flair, the link (`url`) and the author.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MatchSpan {
    pub field: MatchField,
    pub start: u32,
    pub end: u32,
}

/// The positions of a keyword, in the form of `notifications.matches`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StoredSpans(pub Vec<MatchSpan>);

impl ToSql<Jsonb, Pg> for StoredSpans {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        // The version of the format.
        out.write_all(&[1])?;
        serde_json::to_writer(out, &self.0)?;
        Ok(IsNull::No)
    }
}

impl MatchSpan {
    /// Returns the positions of one watch's matches, in their order.
    pub fn of_matches(item: &Item<'_>, matches: &[Match]) -> Vec<Self> {
        Self::of(item, matches.iter().map(|found| (found.field, found.span)))
    }

    /// Returns the positions of one part of a rule, in their order.
    pub fn of_places(item: &Item<'_>, places: &[Place]) -> Vec<Self> {
        Self::of(item, places.iter().map(|place| (place.field, place.span)))
    }

    fn of(item: &Item<'_>, places: impl Iterator<Item = (Field, Span)>) -> Vec<Self> {
        let places: Vec<(Field, Span)> = places.collect();
        let mut list = Vec::with_capacity(places.len());
        for in_field in places.chunk_by(|a, b| a.0 == b.0) {
            let field = in_field[0].0;
            let bytes: Vec<Span> = in_field.iter().map(|(_, span)| *span).collect();
            let units = to_utf16(item.text(field), &bytes);
            list.extend(units.into_iter().map(|unit| Self {
                field: field.into(),
                start: u32::try_from(unit.start).unwrap_or(u32::MAX),
                end: u32::try_from(unit.end).unwrap_or(u32::MAX),
            }));
        }
        list
    }
}
