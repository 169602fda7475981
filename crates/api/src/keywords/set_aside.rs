//! What was set aside of each keyword's matches.

use crate::prelude::*;
use db::models::set_aside::{self, Outcome};

/// More than any word, place or author has that is named as a reason.
const MAX_WORD_CHARS: usize = 300;

#[derive(Debug, Serialize, ToSchema)]
pub struct SetAsideList {
    /// The keywords about whose matches enough was learned to set some aside, or of which some were.
    pub watches: Vec<WatchSetAside>,
}

/// What became of the matches of a keyword that were probably not relevant, in the last 90 days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchSetAside {
    pub watch_id: Uuid,
    pub keyword: String,
    /// Whether matches are set aside at present: there are at least ten that were marked as not relevant and ten that
    /// were opened.
    pub learned: bool,
    /// The number that were set aside.
    pub set_aside: i64,
    /// The number that were shown all the same, one in thirty.
    pub shown: i64,
    /// The number of those that the user read, and did not mark as not relevant.
    pub opened: i64,
    /// The greatest share of relevant ones among those set aside, from 0 to 1, that these numbers leave likely: the
    /// upper end of the one-sided 95 % confidence interval. Null if none were shown.
    #[schema(required = true)]
    pub at_most_relevant: Option<f64>,
    /// The words that no longer count against its matches, the latest last.
    pub ignored_words: Vec<String>,
}

/// Lists what was set aside of each keyword's matches, and how many of those were relevant at most.
#[utoipa::path(
    get, path = "/keywords/set-aside", tag = "keywords", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 200, body = SetAsideList))
)]
pub async fn list_set_aside(
    State(app): State<App>,
    auth: AuthUser,
) -> ApiResult<Json<SetAsideList>> {
    let _turn = app.heavy_reads.take(auth.id).await?;
    let outcomes = Outcome::of_user(auth.id, &mut *app.conn().await?).await?;
    Ok(Json(SetAsideList { watches: outcomes.into_iter().map(WatchSetAside::from).collect() }))
}

impl From<Outcome> for WatchSetAside {
    fn from(outcome: Outcome) -> Self {
        let Outcome { shown, opened, .. } = outcome;
        let number = |count: i64| u32::try_from(count).unwrap_or(u32::MAX);
        let bound = || relevance::upper_bound(number(opened), number(shown));
        Self {
            watch_id: outcome.watch_id,
            keyword: outcome.keyword,
            learned: outcome.is_learned,
            set_aside: outcome.set_aside,
            shown,
            opened,
            at_most_relevant: (shown > 0).then(bound),
            ignored_words: outcome.ignored_words,
        }
    }
}

/// A word that counts against the matches of a keyword, or no longer does.
#[derive(Debug, Deserialize, Validate, ToSchema)]
pub struct IgnoredWordInput {
    /// A word, place, author or site, as `asideWords` names it.
    #[schema(min_length = 1, max_length = 300, example = "game")]
    word: String,
    /// Whether it no longer counts.
    ignored: bool,
}

/// The words that no longer count.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IgnoredWords {
    /// The latest 50 at most, the latest last.
    pub ignored_words: Vec<String>,
}

/// Chooses whether a word counts against the matches of a keyword, when these are set aside.
#[utoipa::path(
    put, path = "/keywords/{id}/ignored-words", tag = "keywords", security(("token" = [])),
    params(("id" = Uuid, Path)), request_body = IgnoredWordInput,
    responses(AnyCall, JsonBody, SignedIn, OwnId, (status = 200, body = IgnoredWords))
)]
pub async fn ignore_word(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
    Valid(IgnoredWordInput { word, ignored }): Valid<IgnoredWordInput>,
) -> ApiResult<Json<IgnoredWords>> {
    let word = word.trim();
    if word.is_empty() || word.chars().count() > MAX_WORD_CHARS || word.contains('\0') {
        return Err(ApiError::invalid("word", "A word has 1 to 300 characters"));
    }
    let (now, mut conn) = (app.clock.now(), app.conn().await?);
    let words = set_aside::ignore_word(id, auth.id, word, ignored, now, &mut conn).await?;
    let ignored_words = words.ok_or_else(|| ApiError::not_found("keyword"))?;
    Ok(Json(IgnoredWords { ignored_words }))
}
