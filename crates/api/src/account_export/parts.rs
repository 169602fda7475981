//! The parts of the document that only an export shows.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::keywords::{WatchFilters, WatchVariantSummary};
use crate::prelude::*;
use db::models::audit_entry::{Act, AuditEntry, Details};
use db::models::watch_variant::WatchVariant;
use db::schema::{audit_log, watch_variants};

/// A rule that is tried beside that of a keyword.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedVariant {
    pub watch_id: Uuid,
    #[serde(flatten)]
    pub variant: WatchVariantSummary,
    pub excluded_subreddits: Vec<String>,
    pub excluded_authors: Vec<String>,
    pub filters: WatchFilters,
}

impl From<WatchVariant> for ExportedVariant {
    fn from(row: WatchVariant) -> Self {
        Self {
            watch_id: row.watch_id,
            variant: WatchVariantSummary::of(&row),
            filters: WatchFilters {
                include_posts: row.include_posts,
                include_comments: row.include_comments,
                match_titles_only: row.match_titles_only,
                case_sensitive: row.case_sensitive,
                whole_word_only: row.whole_word_only,
            },
            excluded_subreddits: row.excluded_subreddits,
            excluded_authors: row.excluded_authors,
        }
    }
}

pub(super) async fn variants(user_id: Uuid, conn: &mut Conn) -> QueryResult<Vec<ExportedVariant>> {
    let rows: Vec<WatchVariant> = watch_variants::table
        .filter(watch_variants::user_id.eq(user_id))
        .order(watch_variants::watch_id)
        .select(WatchVariant::as_select())
        .load(conn)
        .await?;
    Ok(rows.into_iter().map(ExportedVariant::from).collect())
}

/// An entry of the audit log that names the user. Others are not identified.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedAuditEntry {
    pub at: DateTime<Utc>,
    pub act: Act,
    /// Whether the user did it.
    pub is_by_user: bool,
    /// Whether it was done to the user's account.
    pub is_about_user: bool,
    pub details: Details,
}

/// Loads the entries about acts of the user and on the account, oldest first.
pub(super) async fn audit_entries(
    user_id: Uuid,
    conn: &mut Conn,
) -> QueryResult<Vec<ExportedAuditEntry>> {
    let rows: Vec<AuditEntry> = audit_log::table
        .filter(audit_log::actor_id.eq(user_id).or(audit_log::subject_id.eq(user_id)))
        .order(audit_log::id)
        .select(AuditEntry::as_select())
        .load(conn)
        .await?;
    let entries = rows.into_iter().map(|row| ExportedAuditEntry {
        at: row.at,
        act: row.act,
        is_by_user: row.actor_id == Some(user_id),
        is_about_user: row.subject_id == Some(user_id),
        details: row.details,
    });
    Ok(entries.collect())
}
