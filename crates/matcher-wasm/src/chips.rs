//! Converts chips between the boundary's types and the matcher's.

use matcher::{Chip, ChipError, ChipField, ChipForm, Chips, Kind, Query};
use wasm_bindgen::prelude::*;

use crate::convert::query_problem;
use crate::read::{FromJs, optional, required};
use crate::types::{
    ChipsReading, ItemKind, QueryChip, QueryChips, QueryField, QueryForm, QueryReading,
};

/// Returns the reading of a query, with its chips.
pub(crate) fn reading(query: &Query) -> QueryReading {
    let (chips, text_only) = match query.chips() {
        Ok(chips) => (Some(shown(&chips)), None),
        Err(too_deep) => (None, Some(too_deep.to_string())),
    };
    QueryReading {
        plain: Some(query.to_string()),
        chips,
        text_only,
        needs_score: query.needs_score(),
        error: None,
    }
}

/// Returns the query that chips represent, or what is wrong with them.
pub(crate) fn made(chips: &QueryChips) -> ChipsReading {
    match Query::from_chips(&meant(chips)) {
        Ok(query) => ChipsReading { query: Some(query.to_string()), ..ChipsReading::default() },
        Err(ChipError { chip, error }) => ChipsReading {
            // The span would refer to a text that nobody typed.
            error: Some(crate::types::WatchProblem { span: None, ..query_problem("", &error) }),
            group: chip.map(|(group, _)| group),
            chip: chip.map(|(_, chip)| chip),
            query: None,
        },
    }
}

const FIELDS: [(ChipField, QueryField, &str); 8] = [
    (ChipField::Text, QueryField::Text, "text"),
    (ChipField::Title, QueryField::Title, "title"),
    (ChipField::Body, QueryField::Body, "body"),
    (ChipField::Flair, QueryField::Flair, "flair"),
    (ChipField::Url, QueryField::Url, "url"),
    (ChipField::Author, QueryField::Author, "author"),
    (ChipField::Sub, QueryField::Sub, "sub"),
    (ChipField::Site, QueryField::Site, "site"),
];

fn shown(chips: &Chips) -> QueryChips {
    let shown = |chips: &Vec<Chip>| chips.iter().map(shown_chip).collect();
    QueryChips {
        groups: chips.groups.iter().map(shown).collect(),
        excluded: shown(&chips.excluded),
        kind: chips.kind.map(|kind| match kind {
            Kind::Post => ItemKind::Post,
            Kind::Comment => ItemKind::Comment,
        }),
        min_score: chips.min_score.map(|score| score as f64),
    }
}

fn shown_chip(chip: &Chip) -> QueryChip {
    let (form, open_start, open_end) = match chip.form {
        ChipForm::Words { open_start, open_end } => (QueryForm::Words, open_start, open_end),
        ChipForm::Exact => (QueryForm::Exact, false, false),
        ChipForm::Pattern => (QueryForm::Pattern, false, false),
    };
    let field = FIELDS.iter().find(|(field, ..)| *field == chip.field);
    QueryChip {
        field: field.map_or(QueryField::Text, |(_, field, _)| *field),
        form,
        text: chip.text.clone(),
        open_start,
        open_end,
    }
}

fn meant(chips: &QueryChips) -> Chips {
    let meant = |chips: &Vec<QueryChip>| chips.iter().map(meant_chip).collect();
    Chips {
        groups: chips.groups.iter().map(meant).collect(),
        excluded: meant(&chips.excluded),
        kind: chips.kind.map(|kind| match kind {
            ItemKind::Post => Kind::Post,
            ItemKind::Comment => Kind::Comment,
        }),
        min_score: chips.min_score.map(|score| score as i64),
    }
}

fn meant_chip(chip: &QueryChip) -> Chip {
    let (open_start, open_end) = (chip.open_start, chip.open_end);
    let field = FIELDS.iter().find(|(_, field, _)| *field == chip.field);
    Chip {
        field: field.map_or(ChipField::Text, |(field, ..)| *field),
        form: match chip.form {
            QueryForm::Words => ChipForm::Words { open_start, open_end },
            QueryForm::Exact => ChipForm::Exact,
            QueryForm::Pattern => ChipForm::Pattern,
        },
        text: chip.text.clone(),
    }
}

impl FromJs for QueryField {
    fn from_js(value: &JsValue) -> Result<Self, JsError> {
        let name = value.as_string();
        let field = FIELDS.iter().find(|(.., own)| name.as_deref() == Some(own));
        field.map(|(_, field, _)| *field).ok_or_else(|| JsError::new("a field is required"))
    }
}

impl FromJs for QueryForm {
    fn from_js(value: &JsValue) -> Result<Self, JsError> {
        match value.as_string().as_deref() {
            Some("words") => Ok(QueryForm::Words),
            Some("exact") => Ok(QueryForm::Exact),
            Some("pattern") => Ok(QueryForm::Pattern),
            _ => Err(JsError::new("a form is required")),
        }
    }
}

impl FromJs for QueryChip {
    fn from_js(value: &JsValue) -> Result<Self, JsError> {
        Ok(QueryChip {
            field: required(value, "field")?,
            form: required(value, "form")?,
            text: required(value, "text")?,
            open_start: required(value, "openStart")?,
            open_end: required(value, "openEnd")?,
        })
    }
}

impl FromJs for QueryChips {
    fn from_js(value: &JsValue) -> Result<Self, JsError> {
        Ok(QueryChips {
            groups: required(value, "groups")?,
            excluded: required(value, "excluded")?,
            kind: optional(value, "kind")?,
            min_score: optional(value, "minScore")?,
        })
    }
}
