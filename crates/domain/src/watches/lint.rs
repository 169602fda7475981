//! Remarks on a watch that is otherwise fine.

use anyhow::Context as _;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use matcher::{Counts, Lint, LintContext, WatchId, lint};
use uuid::Uuid;

use super::rule::parse_row;
use db::Conn;
use db::error::Result;
use db::models::watch::Watch;
use db::schema::watches;
use platform::context::Context;
use platform::wire::TextPart;

/// The most other watches of its user, the newest, that a watch is compared with.
const MAX_OTHERS: i64 = 10_000;

/// The error code for a user who has a watch that finds the same.
pub const ALREADY_WATCHED: &str = "ALREADY_WATCHED";

/// Returns the remark on a watch that finds the same as another.
pub fn same_as_text(keyword: &str) -> String {
    format!("Your keyword “{keyword}” already finds the same")
}

/// Something odd about a watch.
#[derive(Debug)]
pub struct Remark {
    pub lint: Lint,
    /// The text for a person.
    pub text: String,
    /// The part of the keyword that is meant, if any.
    pub part: Option<TextPart>,
    /// The other watch that finds the same, if that is the remark.
    pub same_as: Option<Uuid>,
}

/// A user's watch, with what it finds.
pub struct Known {
    pub id: Uuid,
    pub keyword: String,
    /// A form that is equal for watches that find the same.
    pub form: String,
}

impl Known {
    /// Returns a user's watches, the newest first, without those that the matcher rejects.
    pub async fn of_user(user_id: Uuid, conn: &mut Conn) -> Result<Vec<Self>> {
        let rows: Vec<Watch> = watches::table
            .filter(watches::user_id.eq(user_id))
            .order((watches::created_at.desc(), watches::id.desc()))
            .limit(MAX_OTHERS)
            .select(Watch::as_select())
            .load(conn)
            .await?;
        let known = tokio::task::spawn_blocking(move || {
            let known = rows.into_iter().filter_map(|row| {
                let form = parse_row(&row).ok()?.normal_form();
                let (id, keyword) = (row.id, row.keyword);
                Some(Self { id, keyword, form })
            });
            known.collect::<Vec<_>>()
        });
        Ok(known.await.context("the thread that read watches panicked")?)
    }
}

/// Returns a user's watch, other than `own`, that finds the same as `form`. Must be called in a
/// transaction that holds the user's row, so that of concurrent requests only one creates the
/// watch.
pub async fn find_same(
    form: &str,
    own: Option<Uuid>,
    user_id: Uuid,
    conn: &mut Conn,
) -> Result<Option<Known>> {
    let known = Known::of_user(user_id, conn).await?;
    let mut others = known.into_iter().filter(|other| Some(other.id) != own);
    Ok(others.find(|other| other.form == form))
}

/// Returns remarks on a user's watch, the gravest first. `words` are common ones that contain its
/// keyword, in lower case.
pub async fn remarks(
    context: &Context,
    user_id: Uuid,
    watch: matcher::Watch,
    counts: Counts,
    words: Vec<String>,
) -> Result<Vec<Remark>> {
    let known = Known::of_user(user_id, &mut *context.conn().await?).await?;
    let remarks = tokio::task::spawn_blocking(move || {
        let others: Vec<(WatchId, &str)> =
            known.iter().map(|other| (WatchId(other.id.as_u128()), other.form.as_str())).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let beside = LintContext { words: &words, counts: Some(counts), others: &others };
        let found = lint(&watch, &beside).into_iter();
        let found = found.map(|one| Remark::of(one, &watch, &known));
        found.collect::<Vec<_>>()
    });
    Ok(remarks.await.context("the thread that read watches panicked")?)
}

impl Remark {
    fn of(lint: Lint, watch: &matcher::Watch, known: &[Known]) -> Self {
        let same_as = match &lint {
            Lint::SameAs(id) => Some(Uuid::from_u128(id.0)),
            _ => None,
        };
        let part = match &lint {
            Lint::LowerCaseOperator(_, span) => Some(TextPart::of(watch.keyword(), *span)),
            _ => None,
        };
        let other = same_as.and_then(|id| known.iter().find(|other| other.id == id));
        let text = match other {
            Some(other) => same_as_text(&other.keyword),
            None => lint.to_string(),
        };
        Self { lint, text, part, same_as }
    }
}
