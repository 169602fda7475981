//! Keyword watches from elsewhere: F5Bot's lists, and tables.

use std::collections::HashMap;

use anyhow::Context;
use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use super::limit;
use super::lines::{Checked, Line, Refusal, read};
use super::lints::Known;
use super::write::blank;
use crate::api::extract::Valid;
use crate::api::refusals::{AnyCall, JsonBody, SignedIn};
use crate::app::App;
use crate::auth::AuthUser;
use crate::db::Conn;
use crate::db::models::watch::Watch as WatchRow;
use crate::db::schema::watches;
use crate::error::{ApiError, ApiResult};
use crate::plans::Capabilities;

/// A statement has room for 65,535 values.
const ROWS_AT_ONCE: usize = 1_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ImportFormat {
    /// A literal keyword a line. Flags such as `only-reddit` may follow it; they are told in
    /// `notes`.
    F5bot,
    /// A table with a first row of names (RFC 4180, or with semicolons or tabs between the values):
    /// `keyword`, and if wanted `mode`, `subreddits`, `excluded_subreddits`, `excluded_authors`
    /// (names parted by spaces, commas or semicolons) and, with `yes` or `no`, `include_posts`,
    /// `include_comments`, `match_titles_only`, `case_sensitive`, `whole_word_only`.
    Csv,
}

#[derive(Debug, Deserialize, Validate, ToSchema)]
pub struct ImportInput {
    /// In a body of at most 64 KiB, as everywhere: longer lists come in parts.
    #[schema(min_length = 1, max_length = 60_000)]
    #[validate(length(min = 1, max = 60_000, message = "Send 1 to 60000 characters at once"))]
    text: String,
    format: ImportFormat,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ImportAnswer {
    pub created: usize,
    pub refused: usize,
    /// Every line that is not empty, in order.
    pub lines: Vec<ImportLine>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportLine {
    /// Its number in the text, from 1; of a row over several lines the first.
    pub line: usize,
    /// The line, cut to 300 characters.
    pub source: String,
    /// The new watch; null if the line was refused.
    #[schema(required = true)]
    pub watch_id: Option<Uuid>,
    /// Why it was refused: `VALIDATION_FAILED`, `ALREADY_WATCHED`, `PLAN_UPGRADE_REQUIRED` or
    /// `KEYWORD_LIMIT_EXCEEDED`.
    #[schema(required = true)]
    pub code: Option<&'static str>,
    /// The same for a person.
    #[schema(required = true)]
    pub error: Option<String>,
    /// What the line asks for and the watch does not have.
    pub notes: Vec<String>,
}

/// Makes a watch of every line that is good, with the default alerts, and tells of every line what
/// became of it: one that is refused keeps no other from being imported. What finds the same as a
/// watch that is there, or as a line before, is refused, so that the same list can be sent again
/// when it has been mended. The plan's limit holds: the first lines take the room that there is.
#[utoipa::path(
    post, path = "/keywords/import", tag = "keywords", operation_id = "import_watches",
    security(("token" = [])), request_body = ImportInput,
    responses(
        AnyCall, JsonBody, SignedIn,
        (status = 200, body = ImportAnswer),
    )
)]
pub async fn import_watches(
    State(app): State<App>,
    auth: AuthUser,
    Valid(input): Valid<ImportInput>,
) -> ApiResult<Json<ImportAnswer>> {
    let lines = tokio::task::spawn_blocking(move || read(&input.text, input.format));
    let lines = lines
        .await
        .context("the thread that read lines panicked")??;
    let app_ref = &app;
    let mut conn = app.conn().await?;
    let lines = conn
        .transaction::<_, ApiError, _>(async move |conn| {
            let can = limit::lock(auth.id, app_ref.config.server.plans, conn).await?;
            store(lines, can, auth.id, app_ref.clock.now(), conn).await
        })
        .await?;
    let created = lines.iter().filter(|line| line.watch_id.is_some()).count();
    Ok(Json(ImportAnswer {
        created,
        refused: lines.len() - created,
        lines,
    }))
}

/// Stores the good lines, within a transaction that holds the user's row.
async fn store(
    lines: Vec<Line>,
    can: Capabilities,
    user_id: Uuid,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> ApiResult<Vec<ImportLine>> {
    let mut room = limit::room(can, user_id, conn).await?;
    let known = Known::of_user(user_id, conn).await?;
    let mut known: HashMap<String, String> = known
        .into_iter()
        .map(|watch| (watch.form, watch.keyword))
        .collect();
    let (mut told, mut rows) = (Vec::with_capacity(lines.len()), Vec::new());
    for line in lines {
        let admitted = line
            .checked
            .and_then(|checked| admit(checked, can, room, &known));
        let (watch_id, refusal) = match admitted {
            Err(refusal) => (None, Some(refusal)),
            Ok(mut checked) => {
                room = room.map(|room| room.saturating_sub(1));
                known.insert(checked.form, checked.watch.keyword.clone());
                checked.watch.respell(conn).await?;
                let mut row = blank(user_id, now);
                checked.watch.write_to(&mut row);
                let id = row.id;
                rows.push(row);
                (Some(id), None)
            }
        };
        let (code, error) = match refusal {
            Some(Refusal { code, text }) => (Some(code), Some(text)),
            None => (None, None),
        };
        told.push(ImportLine {
            line: line.line,
            source: line.source,
            watch_id,
            code,
            error,
            notes: line.notes,
        });
    }
    insert(&rows, conn).await?;
    Ok(told)
}

/// Refuses what the user's plan and watches leave no place for.
fn admit(
    checked: Checked,
    can: Capabilities,
    room: Option<usize>,
    known: &HashMap<String, String>,
) -> Result<Checked, Refusal> {
    if let Some(keyword) = known.get(&checked.form) {
        let text = format!("This finds the same as your watch “{keyword}”");
        return Err(Refusal::new("ALREADY_WATCHED", text));
    }
    limit::rule_allowed(can, &checked.watch, None)?;
    match (room, can.keywords) {
        (Some(0), Some(limit)) => Err(limit::exceeded(limit).into()),
        _ => Ok(checked),
    }
}

async fn insert(rows: &[WatchRow], conn: &mut Conn) -> QueryResult<()> {
    for rows in rows.chunks(ROWS_AT_ONCE) {
        diesel::insert_into(watches::table)
            .values(rows)
            .execute(conn)
            .await?;
    }
    Ok(())
}
