//! Proposes, after some matches were not relevant, the smallest change of the rule that drops them.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use anyhow::Context;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use matcher::Item;
use relevance::described;

use super::{WatchFilters, find_own};
use crate::items::RecentItem;
use crate::prelude::*;
use db::models::notification::{Judged as JudgedRow, Judgement, Notification};
use db::models::user::User as UserRow;
use db::models::watch::WatchMode;
use db::schema::watches;
use domain::watches::lint::find_same;
use domain::watches::proposal::{Change, Judged, MIN_NOT_RELEVANT, Proposal, propose};
use domain::watches::{OwnRule, plan_limits};
use foundation::background;

/// The longest time that a proposal takes; a person looks at the list meanwhile.
const PATIENCE: Duration = Duration::from_secs(2);
/// The most undecided matches that are named among those that would be dropped as well.
const MAX_SHOWN: usize = 5;
const EXCERPT_CHARS: usize = 200;

#[derive(Debug, Serialize, ToSchema)]
pub struct WatchProposalAnswer {
    /// Null if there is none: too few matches were marked as not relevant, no small change drops them and keeps the
    /// opened ones, and no latest match has a word that the keyword's description excludes; or nothing of this changed
    /// since a proposal was dismissed.
    #[schema(required = true)]
    pub proposal: Option<WatchProposal>,
}

/// A change of a keyword, and its effect on the latest matches.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchProposal {
    /// Whether the keyword's description suggests the change, and not the matches that were marked as not relevant.
    pub from_description: bool,
    /// One or two changes.
    pub changes: Vec<ProposedChange>,
    /// The rule after the changes. Everything else stays as it is.
    pub rule: ProposedRule,
    /// The number of latest matches that were marked as not relevant.
    pub not_relevant: usize,
    /// The number of those that would not have matched.
    pub dropped: usize,
    /// The number of latest matches that were read or archived. All of them would have matched.
    pub kept: usize,
    /// The number of latest matches that are unread.
    pub undecided: usize,
    /// The number of unread matches that would not have matched.
    pub undecided_dropped: usize,
    /// The newest of those, at most 5.
    pub also_dropped: Vec<DroppedMatch>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProposedChange {
    pub kind: ChangeKind,
    /// The word, name or score; empty if the change needs none.
    pub value: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ChangeKind {
    /// Excludes a word, or two consecutive words.
    Word,
    Subreddit,
    Author,
    PostsOnly,
    CommentsOnly,
    TitlesOnly,
    WholeWords,
    CaseSensitive,
    MinScore,
}

/// The fields of a keyword that decide what is searched for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProposedRule {
    pub keyword: String,
    pub mode: WatchMode,
    pub subreddits: Vec<String>,
    pub excluded_subreddits: Vec<String>,
    pub excluded_authors: Vec<String>,
    pub filters: WatchFilters,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DroppedMatch {
    pub notification_id: Uuid,
    pub title: String,
    /// The beginning of the text.
    pub excerpt: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct JudgedMatches {
    /// The matches, newest first: at most 50 that are not relevant, 200 opened and 100 undecided
    /// ones.
    pub matches: Vec<JudgedMatch>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JudgedMatch {
    pub notification_id: Uuid,
    pub judgement: Judgement,
    pub item: RecentItem,
}

/// Proposes the smallest change of a keyword that drops its irrelevant matches.
///
/// Of the latest matches, it drops those that were marked as not relevant, or else those with a word that the
/// keyword's description excludes, and keeps all opened ones. It consists of one or two changes that the user's plan
/// allows; apply it by updating the keyword. Each user can run one search at a time.
#[utoipa::path(
    get, path = "/keywords/{id}/proposal", tag = "keywords", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(AnyCall, SignedIn, OwnId, (status = 200, body = WatchProposalAnswer))
)]
pub async fn get_watch_proposal(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<Json<WatchProposalAnswer>> {
    let mut conn = app.conn().await?;
    let row = find_own(id, auth.id, &mut conn).await?;
    if proposals_due(&[id], &mut conn).await?.is_empty() {
        return Ok(Json(WatchProposalAnswer { proposal: None }));
    }
    drop(conn);
    let turn = app.previews.take(auth.id).await?;
    let mut conn = app.conn().await?;
    let user = UserRow::find(auth.id, &mut conn).await?;
    let can = Capabilities::of(user.plan, app.config.server.plans);
    let patterns = plan_limits::patterns(auth.id, Some(id), &mut conn).await?;
    let matches = Notification::judged(id, app.clock.now(), &mut conn).await?;
    drop(conn);
    let found = background::run(move || {
        let accepts = |checked: &_| plan_limits::allows_change(can, checked, &row, patterns);
        let began = Instant::now();
        let is_over = &mut || began.elapsed() >= PATIENCE;
        let judged = by_judgement(&matches);
        let rule = OwnRule::of(&row);
        let items = Judged {
            not_relevant: searched(&judged.not_relevant),
            opened: searched(&judged.opened),
            undecided: searched(&judged.undecided),
        };
        let unwanted = described(&row.description).unwanted;
        let found = propose(&rule, &items, &unwanted, &accepts, is_over);
        let found = found.and_then(|proposal| {
            let form = proposal.rule.check()?.normal_form();
            Some((WatchProposal::of(proposal, &judged.undecided), form))
        });
        drop(turn);
        found
    });
    let found = found.await.context("no change could be searched for")?;
    let Some((proposal, form)) = found else {
        return Ok(Json(WatchProposalAnswer { proposal: None }));
    };
    // A rule that finds the same as another watch cannot be stored.
    let same = find_same(&form, Some(id), auth.id, &mut *app.conn().await?).await?;
    Ok(Json(WatchProposalAnswer { proposal: same.is_none().then_some(proposal) }))
}

/// Returns the watches of which a change may be proposed, and since when: enough matches were marked as not relevant,
/// or the description says what is not meant.
pub(super) async fn proposals_due(
    ids: &[Uuid],
    conn: &mut Conn,
) -> QueryResult<HashMap<Uuid, DateTime<Utc>>> {
    let with_description: Vec<(Uuid, String, DateTime<Utc>)> = watches::table
        .filter(watches::id.eq_any(ids))
        .filter(watches::description.ne(""))
        .filter(watches::proposal_dismissed_at.is_null())
        .select((watches::id, watches::description, watches::updated_at))
        .load(conn)
        .await?;
    let excluding =
        with_description.into_iter().filter(|(_, text, _)| !described(text).unwanted.is_empty());
    let mut due: HashMap<Uuid, DateTime<Utc>> =
        excluding.map(|(id, _, changed_at)| (id, changed_at)).collect();
    due.extend(Notification::not_relevant_anew(ids, MIN_NOT_RELEVANT, conn).await?);
    Ok(due)
}

/// Dismisses the proposal for a keyword until another match is marked as not relevant, or its description is changed.
#[utoipa::path(
    delete, path = "/keywords/{id}/proposal", tag = "keywords", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(AnyCall, SignedIn, OwnId, (status = 204, description = "Dismissed"))
)]
pub async fn dismiss_watch_proposal(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<StatusCode> {
    let mine = watches::table.find(id).filter(watches::user_id.eq(auth.id));
    let dismissed = diesel::update(mine)
        .set(watches::proposal_dismissed_at.eq(app.clock.now()))
        .execute(&mut *app.conn().await?)
        .await?;
    if dismissed == 0 {
        return Err(ApiError::not_found("keyword watch"));
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Lists a keyword's latest matches by the user's opinion of them.
///
/// These are the matches on which a proposal is based, so that a change can be tried on them.
#[utoipa::path(
    get, path = "/keywords/{id}/judged-matches", tag = "keywords", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(AnyCall, SignedIn, OwnId, (status = 200, body = JudgedMatches))
)]
pub async fn list_judged_matches(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<Json<JudgedMatches>> {
    let _turn = app.heavy_reads.take(auth.id).await?;
    let mut conn = app.conn().await?;
    find_own(id, auth.id, &mut conn).await?;
    let matches = Notification::judged(id, app.clock.now(), &mut conn).await?;
    let matches = matches.into_iter().map(|one| JudgedMatch {
        notification_id: one.notification_id,
        judgement: one.judgement,
        item: RecentItem::beginning_of(one.item),
    });
    Ok(Json(JudgedMatches { matches: matches.collect() }))
}

fn by_judgement(rows: &[JudgedRow]) -> Judged<&JudgedRow> {
    let of = |judgement| {
        let rows = rows.iter().filter(move |row| row.judgement == judgement);
        rows.collect()
    };
    Judged {
        not_relevant: of(Judgement::NotRelevant),
        opened: of(Judgement::Opened),
        undecided: of(Judgement::Undecided),
    }
}

fn searched<'a>(rows: &[&'a JudgedRow]) -> Vec<Item<'a>> {
    rows.iter().map(|row| row.item.searched()).collect()
}

impl WatchProposal {
    fn of(found: Proposal, undecided: &[&JudgedRow]) -> Self {
        let also = found.also_dropped.iter().filter_map(|place| undecided.get(*place));
        Self {
            undecided_dropped: found.also_dropped.len(),
            also_dropped: also.take(MAX_SHOWN).map(|row| DroppedMatch::of(row)).collect(),
            from_description: found.is_described,
            changes: found.changes.into_iter().map(ProposedChange::from).collect(),
            rule: found.rule.into(),
            not_relevant: found.not_relevant,
            dropped: found.dropped,
            kept: found.kept,
            undecided: found.undecided,
        }
    }
}

impl DroppedMatch {
    fn of(row: &JudgedRow) -> Self {
        Self {
            notification_id: row.notification_id,
            title: row.item.title.clone(),
            excerpt: row.item.body.chars().take(EXCERPT_CHARS).collect(),
        }
    }
}

impl From<Change> for ProposedChange {
    fn from(change: Change) -> Self {
        let (kind, value) = match change {
            Change::Word(word) => (ChangeKind::Word, word),
            Change::Place(place) => (ChangeKind::Subreddit, place),
            Change::Author(author) => (ChangeKind::Author, author),
            Change::PostsOnly => (ChangeKind::PostsOnly, String::new()),
            Change::CommentsOnly => (ChangeKind::CommentsOnly, String::new()),
            Change::TitlesOnly => (ChangeKind::TitlesOnly, String::new()),
            Change::WholeWords => (ChangeKind::WholeWords, String::new()),
            Change::CaseSensitive => (ChangeKind::CaseSensitive, String::new()),
            Change::MinScore(score) => (ChangeKind::MinScore, score.to_string()),
        };
        Self { kind, value }
    }
}

impl From<OwnRule> for ProposedRule {
    fn from(rule: OwnRule) -> Self {
        Self {
            keyword: rule.keyword,
            mode: rule.mode,
            subreddits: rule.subreddits,
            excluded_subreddits: rule.excluded_subreddits,
            excluded_authors: rule.excluded_authors,
            filters: rule.filters.into(),
        }
    }
}
