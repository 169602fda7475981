//! What was set aside of each keyword's matches.

use crate::prelude::*;
use db::models::set_aside::Outcome;

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
    /// The number of those that the user read or archived, and did not mark as not relevant.
    pub opened: i64,
    /// The greatest share of relevant ones among those set aside, from 0 to 1, that these numbers leave likely: the
    /// upper end of the one-sided 95 % confidence interval. Null if none were shown.
    #[schema(required = true)]
    pub at_most_relevant: Option<f64>,
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
        }
    }
}
