//! Explains why a notification was created: by which words, where, and by which part of the watch's
//! rule.

use anyhow::Context;
use matcher::{Explanation as Explained, Place, PreparedItem, Reason, Rejection, SingleWatch};

use super::*;
use crate::error::ApiError;
use crate::extract::PathPart;
use crate::refusals::OwnId;
use db::models::watch::{Watch, WatchMode};
use domain::watches::rule::parse_row;
use platform::wire::{MatchSpan, TextPart};

#[derive(Debug, Serialize, ToSchema)]
pub struct ExplanationAnswer {
    /// Null if the watch, or the item's text, is gone.
    #[schema(required = true)]
    pub explanation: Option<Explanation>,
}

/// What the watch, as it is now, makes of the item as it was found.
#[derive(Debug, Serialize, ToSchema)]
pub struct Explanation {
    /// The watch's, as it is now.
    pub keyword: String,
    pub mode: WatchMode,
    pub verdict: Verdict,
    /// Of a match: every part of the rule that holds.
    pub reasons: Vec<MatchReason>,
    /// Of a near miss: what rejects the item.
    pub rejections: Vec<MatchRejection>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Verdict {
    Match,
    /// The watch has changed: its words are there, but something rejects them.
    NearMiss,
    /// The watch has changed: its words are not there.
    Miss,
}

/// A part of a rule that holds.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchReason {
    /// In its plainest form, such as `title:"green tea"`; of a literal watch its keyword.
    pub rule: String,
    /// Where it stands in `keyword`.
    pub at: TextPart,
    /// Where it was found, up to 50 places; none for what has no place, such as what is left out.
    pub spans: Vec<MatchSpan>,
}

/// What rejects an item.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchRejection {
    /// For a person.
    pub text: String,
    /// What is there and does not count.
    pub spans: Vec<MatchSpan>,
}

/// Explains why a notification was made. A call of its own and no part of each notification: a page
/// of groups carries 400 of them with up to 100,000 characters each, every one of which would be
/// searched anew for the few that somebody asks about.
#[utoipa::path(
    get, path = "/notifications/{id}/explanation", tag = "notifications",
    operation_id = "explain_notification", params(("id" = Uuid, Path)), security(("token" = [])),
    responses(
        AnyCall, SignedIn, OwnId,
        (status = 200, body = ExplanationAnswer),
    )
)]
pub async fn explain_notification(
    State(app): State<App>,
    user: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<Json<ExplanationAnswer>> {
    let mut conn = app.conn().await?;
    let found = Row::find(user.id, id, app.clock.now(), &mut conn).await?;
    let (row, item) = found.ok_or_else(|| ApiError::not_found("notification"))?;
    let watch = Watch::find_own(row.watch_id, user.id, &mut conn).await?;
    drop(conn);
    let Some(watch) = watch.filter(|_| item.gone_at.is_none()) else {
        return Ok(Json(ExplanationAnswer { explanation: None }));
    };
    let explained = tokio::task::spawn_blocking(move || {
        // A stored watch that the matcher no longer accepts explains nothing.
        let rule = parse_row(&watch).ok()?;
        let item = PreparedItem::new(&item.searched());
        let explained = SingleWatch::new(&rule).explain(&item);
        Some(Explanation::of(&watch, &item, &explained))
    });
    let explanation = explained
        .await
        .context("the thread that explained panicked")?;
    Ok(Json(ExplanationAnswer { explanation }))
}

impl Explanation {
    fn of(watch: &Watch, item: &PreparedItem, explained: &Explained) -> Self {
        let keyword = watch.keyword.as_str();
        let (verdict, reasons, rejections) = match explained {
            Explained::Match(found) => {
                let reasons = found.iter().map(|one| MatchReason::of(keyword, item, one));
                (Verdict::Match, reasons.collect(), Vec::new())
            }
            Explained::NearMiss(found) => {
                let rejections = found.iter().map(|one| MatchRejection::of(item, one));
                (Verdict::NearMiss, Vec::new(), rejections.collect())
            }
            Explained::Miss => (Verdict::Miss, Vec::new(), Vec::new()),
        };
        Self {
            keyword: keyword.to_owned(),
            mode: watch.mode,
            verdict,
            reasons,
            rejections,
        }
    }
}

impl MatchReason {
    fn of(keyword: &str, item: &PreparedItem, reason: &Reason) -> Self {
        Self {
            rule: reason.rule.clone(),
            at: TextPart::of(keyword, reason.at),
            spans: MatchSpan::of_places(&item.item(), &reason.places),
        }
    }
}

impl MatchRejection {
    fn of(item: &PreparedItem, rejection: &Rejection) -> Self {
        let places: &[Place] = match rejection {
            Rejection::Word { place, .. } => std::slice::from_ref(place),
            Rejection::LeftOut { places, .. } => places,
            _ => &[],
        };
        Self {
            text: rejection.to_string(),
            spans: MatchSpan::of_places(&item.item(), places),
        }
    }
}
