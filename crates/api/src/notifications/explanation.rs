//! Explains why a notification was created: by which words, where, and by which part of the watch's
//! rule.

use anyhow::Context;
use matcher::{Explanation as Explained, Place, PreparedItem, Reason, Rejection, SingleWatch};

use super::*;
use db::models::second_opinion::Opinion;
use db::models::watch::{Watch, WatchMode};
use domain::learned::Learned;
use domain::watches::rule::parse_row;
use platform::wire::{MatchSpan, TextPart};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExplanationAnswer {
    /// Null if the keyword or the item no longer exists.
    #[schema(required = true)]
    pub explanation: Option<Explanation>,
    /// The words that speak most against the match, if it is set aside; empty if it is not, or would not be by what is
    /// known now.
    pub aside_words: Vec<String>,
    /// Why a language model called the match irrelevant, in a few words that it wrote, if that set it aside; null if not.
    #[schema(required = true)]
    pub aside_reason: Option<String>,
}

/// The result of applying the keyword, as it is now, to the item as it was found.
#[derive(Debug, Serialize, ToSchema)]
pub struct Explanation {
    /// The text of the keyword, as it is now.
    pub keyword: String,
    pub mode: WatchMode,
    pub verdict: Verdict,
    /// Every part of the rule that applies, if it matches.
    pub reasons: Vec<MatchReason>,
    /// Everything that rejects the item, if it is a near miss.
    pub rejections: Vec<MatchRejection>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Verdict {
    Match,
    /// The keyword has changed: the item has its words, but something rejects them.
    NearMiss,
    /// The keyword has changed: the item does not have its words.
    Miss,
}

/// A part of a rule that applies.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchReason {
    /// The part in its simplest form, such as `title:"green tea"`; for a literal keyword, its text.
    pub rule: String,
    /// The position of the part in `keyword`.
    pub at: TextPart,
    /// The places where it was found, at most 50; none for parts without a place, such as
    /// exclusions.
    pub spans: Vec<MatchSpan>,
}

/// A reason why an item is rejected.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchRejection {
    /// The reason as a text for people.
    pub text: String,
    /// The places that were found but do not count.
    pub spans: Vec<MatchSpan>,
}

/// Explains why a notification was created.
///
/// This is a separate call and not a part of every notification: a page of groups holds 400 of them
/// with up to 100,000 characters each, and all would have to be searched for the few that somebody
/// asks about.
#[utoipa::path(
    get, path = "/notifications/{id}/explanation", tag = "notifications",
    params(("id" = Uuid, Path)), security(("token" = [])),
    responses(AnyCall, SignedIn, OwnId, (status = 200, body = ExplanationAnswer))
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
    let (mut learned, mut aside_reason) = (None, None);
    if row.status == NotificationStatus::Aside {
        aside_reason = Opinion::reason_against(row.id, &mut conn).await?;
        if aside_reason.is_none() {
            let (ids, embeddings) = ([row.watch_id], app.embeddings.as_ref());
            learned = Learned::load(&ids, embeddings, &mut conn).await?.remove(&row.watch_id);
        }
    }
    drop(conn);
    let Some(watch) = watch.filter(|_| item.gone_at.is_none()) else {
        return Ok(Json(ExplanationAnswer {
            explanation: None,
            aside_words: Vec::new(),
            aside_reason: None,
        }));
    };
    let explained = tokio::task::spawn_blocking(move || {
        let spans: Vec<MatchSpan> = serde_json::from_value(row.matches).unwrap_or_default();
        let aside_words = learned.map(|learned| learned.reasons(&item.searched(), &spans));
        let explain = || {
            // A stored watch that the matcher no longer accepts explains nothing.
            let rule = parse_row(&watch).ok()?;
            let item = PreparedItem::new(&item.searched());
            let explained = SingleWatch::new(&rule).explain(&item);
            Some(Explanation::of(&watch, &item, &explained))
        };
        ExplanationAnswer {
            explanation: explain(),
            aside_words: aside_words.unwrap_or_default(),
            aside_reason,
        }
    });
    Ok(Json(explained.await.context("the thread that explained panicked")?))
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
        Self { keyword: keyword.to_owned(), mode: watch.mode, verdict, reasons, rejections }
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
        Self { text: rejection.to_string(), spans: MatchSpan::of_places(&item.item(), places) }
    }
}
