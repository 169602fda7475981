//! Remarks on a watch that is otherwise fine.

use anyhow::Context;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use matcher::{Counts, Lint, LintContext, WatchId, lint};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::app::App;
use crate::db::Conn;
use crate::db::models::watch::Watch as WatchRow;
use crate::db::schema::watches;
use crate::error::{ApiResult, TextPart};
use crate::ingest::watches::parse;

/// A watch is compared with so many others of its user, the newest.
const MOST_OTHERS: i64 = 10_000;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchLint {
    pub code: LintCode,
    /// For a person.
    pub text: String,
    /// The part of the keyword that is meant, if it is one.
    #[schema(required = true)]
    pub part: Option<TextPart>,
    /// The other watch that finds the same, if that is it.
    #[schema(required = true)]
    pub watch_id: Option<Uuid>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum LintCode {
    /// Nothing can match it.
    NeverMatches,
    /// `or`, `and` or `not` in small letters: a word, not an operator.
    LowerCaseOperator,
    InsideCommonWords,
    MatchesMuch,
    SameAs,
}

/// A user's watch by what it finds.
pub(super) struct Known {
    pub(super) id: Uuid,
    pub(super) keyword: String,
    /// The same for watches that find the same.
    pub(super) form: String,
}

impl Known {
    /// Of a user's watches, the newest first. Those that the matcher does not take are left out.
    pub(super) async fn of_user(user_id: Uuid, conn: &mut Conn) -> ApiResult<Vec<Self>> {
        let rows: Vec<WatchRow> = watches::table
            .filter(watches::user_id.eq(user_id))
            .order((watches::created_at.desc(), watches::id.desc()))
            .limit(MOST_OTHERS)
            .select(WatchRow::as_select())
            .load(conn)
            .await?;
        let known = tokio::task::spawn_blocking(move || {
            let known = rows.into_iter().filter_map(|row| {
                let form = parse(&row).ok()?.normal_form();
                let (id, keyword) = (row.id, row.keyword);
                Some(Self { id, keyword, form })
            });
            known.collect::<Vec<_>>()
        });
        Ok(known
            .await
            .context("the thread that read watches panicked")?)
    }
}

/// What is odd about a user's watch, the gravest first. `words` are common ones in which its
/// keyword lies, in small letters.
pub(super) async fn remarks(
    app: &App,
    user_id: Uuid,
    watch: matcher::Watch,
    counts: Counts,
    words: Vec<String>,
) -> ApiResult<Vec<WatchLint>> {
    let known = Known::of_user(user_id, &mut *app.conn().await?).await?;
    let remarks = tokio::task::spawn_blocking(move || {
        let others: Vec<(WatchId, &str)> = known
            .iter()
            .map(|other| (WatchId(other.id.as_u128()), other.form.as_str()))
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let context = LintContext {
            words: &words,
            counts: Some(counts),
            others: &others,
        };
        let found = lint(&watch, &context).into_iter();
        let found = found.map(|one| WatchLint::of(&one, &watch, &known));
        found.collect::<Vec<_>>()
    });
    Ok(remarks
        .await
        .context("the thread that read watches panicked")?)
}

impl WatchLint {
    fn of(lint: &Lint, watch: &matcher::Watch, known: &[Known]) -> Self {
        let (code, part, same) = match lint {
            Lint::NeverMatches(_) => (LintCode::NeverMatches, None, None),
            Lint::LowerCaseOperator(_, span) => {
                let part = TextPart::of(watch.keyword(), *span);
                (LintCode::LowerCaseOperator, Some(part), None)
            }
            Lint::InsideCommonWords { .. } => (LintCode::InsideCommonWords, None, None),
            Lint::MatchesMuch { .. } => (LintCode::MatchesMuch, None, None),
            Lint::SameAs(id) => (LintCode::SameAs, None, Some(Uuid::from_u128(id.0))),
        };
        let other = same.and_then(|id| known.iter().find(|other| other.id == id));
        Self {
            code,
            text: match other {
                Some(other) => format!("This finds the same as your watch “{}”", other.keyword),
                None => lint.to_string(),
            },
            part,
            watch_id: same,
        }
    }
}
