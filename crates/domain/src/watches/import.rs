//! Imports keyword watches: each line becomes a watch, or an explanation why not.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use matcher::{ImportError, ImportedLine, import_list, import_table};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::CheckedWatch;
use super::cost;
use super::feeds::{FEED_NOT_FOLLOWED, check_feeds};
use super::instance_limits::{INSTANCE_LIMIT_EXCEEDED, InstanceLoad, InstanceRefusal, Load};
use super::lint::{ALREADY_WATCHED, Known, same_as_text};
use super::plan_limits::{self, PlanRefusal};
use super::rule::{Problems, TypedRule, advice};
use super::sites::{SITE_NOT_READ, check_sites};
use db::Conn;
use db::error;
use db::models::watch::Watch;
use platform::context::Context;
use platform::plans::{Capabilities, MAX_PATTERNS};

/// The most characters of a line that are shown.
const SOURCE_CHARS: usize = 300;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ImportFormat {
    /// One literal keyword per line. Flags such as `only-hackernews`, which choose among the sites,
    /// may follow it; `notes` has remarks on them.
    F5bot,
    /// A table with a header row, as RFC 4180 defines it and as spreadsheets write it (with
    /// semicolons or tabs between the values, with any line ends, with a first line like `sep=;`):
    /// `keyword`, and optionally `mode`, `subreddits`, `excluded_subreddits`, `excluded_authors`
    /// (names separated by spaces, commas or semicolons) and, with `yes` or `no`, `include_posts`,
    /// `include_comments`, `match_titles_only`, `case_sensitive`, `whole_word_only`.
    Csv,
}

/// The reason why a text has nothing to import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NothingToImport {
    /// It should be a table, but its first row names no keyword.
    #[error(
        "The first row must name the columns, and one of them must be keyword, as in \
         \"keyword,subreddits\". To import one keyword per line, choose the list"
    )]
    NoTable,
    #[error("There are no rows below the first, which names the columns")]
    NoRows,
    #[error("Write at least one keyword, each on a line of its own")]
    NoLines,
    /// It was decoded in a wrong way.
    #[error("This is not plain text. Save the file as CSV (UTF-8) or as text")]
    NotText,
}

/// A line that is not empty.
pub struct Line {
    /// The line number, from 1.
    line: usize,
    source: String,
    checked: Result<CheckedWatch, Refusal>,
    notes: Vec<String>,
}

/// The outcome of a line.
#[derive(Debug)]
pub struct Imported {
    /// The line number, from 1.
    pub line: usize,
    pub source: String,
    /// The new watch, or the reason that there is none.
    pub outcome: Result<Uuid, Refusal>,
    /// Notes on what the line requests and the watch does not have, or has anyway.
    pub notes: Vec<String>,
}

/// The reason that a line makes no watch.
#[derive(Debug)]
pub struct Refusal {
    pub code: &'static str,
    pub text: String,
}

impl Refusal {
    fn new(code: &'static str, text: String) -> Self {
        Self { code, text }
    }
}

impl From<Problems> for Refusal {
    fn from(problems: Problems) -> Self {
        let text = problems.fields.into_values().next().unwrap_or_default();
        Self::new("VALIDATION_FAILED", text)
    }
}

impl From<PlanRefusal> for Refusal {
    fn from(refusal: PlanRefusal) -> Self {
        Self::new(refusal.code(), refusal.to_string())
    }
}

impl From<ImportError> for Refusal {
    fn from(error: ImportError) -> Self {
        match &error {
            ImportError::Watch(wrong) => Self::new("VALIDATION_FAILED", advice(wrong)),
            _ => Self::new("VALIDATION_FAILED", error.to_string()),
        }
    }
}

/// Reads a text in the given format. Returns at least one line.
///
/// # Errors
/// The text has nothing to import.
pub fn read(text: &str, format: ImportFormat) -> Result<Vec<Line>, NothingToImport> {
    if text.contains('\0') {
        return Err(NothingToImport::NotText);
    }
    let (lines, none) = match format {
        ImportFormat::F5bot => (import_list(text), NothingToImport::NoLines),
        ImportFormat::Csv => {
            (import_table(text).ok_or(NothingToImport::NoTable)?, NothingToImport::NoRows)
        }
    };
    if lines.is_empty() {
        return Err(none);
    }
    let mut patterns = 0;
    let mut lines: Vec<Line> = lines.into_iter().map(Line::of).collect();
    for line in &mut lines {
        let Ok(checked) = &line.checked else {
            continue;
        };
        patterns += checked.patterns();
        // The plan does not allow more, and each takes its time.
        if let Some(query) = &checked.query
            && patterns <= MAX_PATTERNS as usize
            && let Err(problems) = cost::measure(query)
        {
            line.checked = Err(problems.into());
        }
    }
    Ok(lines)
}

impl Line {
    fn of(line: ImportedLine) -> Self {
        Self {
            line: line.line,
            source: line.source.chars().take(SOURCE_CHARS).collect(),
            notes: line.notes,
            checked: match line.watch {
                Ok(watch) => check(&watch),
                Err(error) => Err(error.into()),
            },
        }
    }
}

impl Line {
    /// Returns the places that the watch names, if the line makes one.
    pub fn places(&self) -> impl Iterator<Item = &String> {
        let watch = self.checked.iter();
        watch.flat_map(|watch| watch.subreddits.iter().chain(&watch.excluded_subreddits))
    }

    /// Rejects the line for this reason, which a field of its watch gives.
    pub fn refuse(&mut self, text: String) {
        self.checked = Err(Refusal::new("VALIDATION_FAILED", text));
    }
}

/// Checks a line by the rules of a typed watch.
fn check(watch: &matcher::Watch) -> Result<CheckedWatch, Refusal> {
    let read = CheckedWatch::of(watch);
    let rule = TypedRule {
        keyword: &read.keyword,
        mode: read.mode,
        subreddits: &read.subreddits,
        excluded_subreddits: &read.excluded_subreddits,
        excluded_authors: &read.excluded_authors,
        filters: read.filters,
    };
    let mut problems = Problems::default();
    match rule.check(watch.id(), &mut problems) {
        Some(watch) => Ok(CheckedWatch { form: watch.normal_form(), ..read }),
        None => Err(problems.into()),
    }
}

/// The capacity of the whole instance, and what it reads.
#[derive(Clone, Copy)]
pub struct Room<'a> {
    pub instance: &'a InstanceLoad,
    pub context: &'a Context,
}

impl Room<'_> {
    /// Takes capacity for a line that is valid so far; rejects it if there is none.
    async fn take(
        self,
        admitted: Result<CheckedWatch, Refusal>,
        user_id: Uuid,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> error::Result<Result<CheckedWatch, Refusal>> {
        let Ok(checked) = admitted else {
            return Ok(admitted);
        };
        if let Err(not_read) = check_sites(self.context, &checked, None) {
            return Ok(Err(Refusal::new(SITE_NOT_READ, not_read.to_string())));
        }
        if let Err(not_followed) = check_feeds(user_id, &checked.subreddits, conn).await? {
            let text = not_followed.to_string();
            return Ok(Err(Refusal::new(FEED_NOT_FOLLOWED, text)));
        }
        let added = Load { watches: 1, patterns: checked.patterns() as u64 };
        let taken = self.instance.take(added, self.context.settings.limits(), now, conn).await?;
        let refusal =
            |full: InstanceRefusal| Refusal::new(INSTANCE_LIMIT_EXCEEDED, full.to_string());
        Ok(taken.map(|()| checked).map_err(refusal))
    }
}

/// Stores the valid lines, within a transaction that holds the user's row. Rejects a watch that
/// finds the same as an existing watch, or as an earlier line, and one that exceeds the limits of
/// the plan or the instance.
///
/// # Errors
/// The database failed.
pub async fn store(
    lines: Vec<Line>,
    can: Capabilities,
    room: Room<'_>,
    user_id: Uuid,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> error::Result<Vec<Imported>> {
    let mut held = plan_limits::count(user_id, conn).await?;
    let mut named = plan_limits::named_subreddits(user_id, None, conn).await?;
    let mut patterns = plan_limits::patterns(user_id, None, conn).await?;
    let known = Known::of_user(user_id, conn).await?;
    let mut known: HashMap<String, String> =
        known.into_iter().map(|watch| (watch.form, watch.keyword)).collect();
    let (mut imported, mut rows) = (Vec::with_capacity(lines.len()), Vec::new());
    for line in lines {
        let admitted = line
            .checked
            .and_then(|checked| admit(checked, can, held, &known, &mut named, &mut patterns));
        let outcome = match room.take(admitted, user_id, now, conn).await? {
            Err(refusal) => Err(refusal),
            Ok(mut checked) => {
                held += 1;
                known.insert(checked.form.clone(), checked.keyword.clone());
                checked.respell(conn).await?;
                let mut row = Watch::new(user_id, now);
                checked.write_to(&mut row);
                let id = row.id;
                rows.push(row);
                Ok(id)
            }
        };
        imported.push(Imported {
            line: line.line,
            source: line.source,
            outcome,
            notes: line.notes,
        });
    }
    Watch::insert(&rows, conn).await?;
    Ok(imported)
}

/// Rejects what the user's plan and watches do not allow.
fn admit(
    checked: CheckedWatch,
    can: Capabilities,
    held: i64,
    known: &HashMap<String, String>,
    named: &mut HashSet<String>,
    patterns: &mut usize,
) -> Result<CheckedWatch, Refusal> {
    if let Some(keyword) = known.get(&checked.form) {
        return Err(Refusal::new(ALREADY_WATCHED, same_as_text(keyword)));
    }
    plan_limits::check_rule(can, &checked, None)?;
    plan_limits::check_room(can, held)?;
    plan_limits::check_subreddits(can, &checked, None, named)?;
    plan_limits::check_patterns(can, &checked, None, patterns)?;
    Ok(checked)
}
