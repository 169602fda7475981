//! The recent near misses of the user's keywords, each with the change of the rule that would have
//! matched it.

use std::collections::HashMap;

use anyhow::Context;
use matcher::{PreparedItem, SingleWatch};

use super::{PreviewMatch, ProposedRule, find_own};
use crate::items::RecentItem;
use crate::prelude::*;
use db::models::item::Item;
use db::models::near_miss::{Found, dismiss};
use db::models::user::User as UserRow;
use domain::watches::near_misses::{Change, Example, NearMiss as FoundMiss};
use domain::watches::{CheckedWatch, OwnRule, plan_limits};
use foundation::background;
use platform::wire::{MatchField, MatchSpan};

/// The most characters of a body, or more if its first match comes later.
const MAX_BODY_CHARS: usize = 1_000;

#[derive(Debug, Serialize, ToSchema)]
pub struct NearMissList {
    /// The near misses of at most 50 keywords, the newest keyword first.
    pub watches: Vec<WatchNearMisses>,
}

/// The near misses of a keyword in the hours before its last check. Checks are weekly.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchNearMisses {
    pub watch_id: Uuid,
    pub looked_at: DateTime<Utc>,
    /// The number of hours that were checked.
    pub hours: i32,
    /// At most 3 changes, the smallest first.
    pub changes: Vec<NearMiss>,
}

/// A change of the keyword, and what it would have matched with it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NearMiss {
    pub change: LooserChange,
    /// The rule after the change; update the keyword with it to apply the change. Everything else stays as it is.
    pub rule: ProposedRule,
    /// The number of additional posts and comments, 1 to 20.
    pub count: u32,
    /// The number of comments among them.
    pub comments: u32,
    /// Those of the newest 5 that are still stored, with the matches of the changed rule. A body ends after 1,000
    /// characters, or after its first match.
    pub examples: Vec<PreviewMatch>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LooserChange {
    pub kind: LooserChangeKind,
    /// The misspelling, the word that is no longer required or excluded, or the name; empty if the change needs none.
    pub value: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum LooserChangeKind {
    /// Also matches a misspelt word.
    Misspelling,
    /// Also matches inside longer words.
    PartsOfWords,
    AnyCase,
    /// No longer excludes an author.
    Author,
    /// No longer excludes a subreddit or another place.
    Subreddit,
    /// No longer excludes a word.
    Excluded,
    /// Also searches texts, not only titles.
    Bodies,
    Comments,
    Posts,
    /// No longer requires a word.
    Required,
}

/// Lists what the user's active keywords nearly matched.
///
/// Each keyword is checked once a week; dismissed near misses and deleted posts are not listed.
#[utoipa::path(
    get, path = "/keywords/near-misses", tag = "keywords", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 200, body = NearMissList))
)]
pub async fn list_near_misses(
    State(app): State<App>,
    auth: AuthUser,
) -> ApiResult<Json<NearMissList>> {
    let turn = app.heavy_reads.take(auth.id).await?;
    let mut conn = app.conn().await?;
    let user = UserRow::find(auth.id, &mut conn).await?;
    let can = Capabilities::of(user.plan, app.config.server.plans);
    let found = Found::of_user(auth.id, app.clock.now(), &mut conn).await?;
    let found: Vec<Missed> = found.into_iter().filter_map(Missed::of).collect();
    let (ids, times): (Vec<_>, Vec<_>) = found.iter().flat_map(Missed::keys).unzip();
    let items = Item::still_there(&ids, &times, &mut conn).await?;
    drop(conn);
    let watches = background::run(move || {
        let items: HashMap<Uuid, Item> = items.into_iter().map(|item| (item.id, item)).collect();
        let watches = found.into_iter().map(|one| one.shown(can, &items));
        let watches = watches.filter(|one| !one.changes.is_empty()).collect();
        drop(turn);
        watches
    });
    let watches = watches.await.context("near misses could not be searched")?;
    Ok(Json(NearMissList { watches }))
}

/// Dismisses a keyword's near misses until its next check.
#[utoipa::path(
    delete, path = "/keywords/{id}/near-misses", tag = "keywords", security(("token" = [])),
    params(("id" = Uuid, Path)),
    responses(AnyCall, SignedIn, OwnId, (status = 204, description = "Dismissed"))
)]
pub async fn dismiss_near_misses(
    State(app): State<App>,
    auth: AuthUser,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<StatusCode> {
    let mut conn = app.conn().await?;
    find_own(id, auth.id, &mut conn).await?;
    dismiss(id, app.clock.now(), &mut conn).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The near misses found at a watch's last look.
struct Missed {
    row: Found,
    found: Vec<FoundMiss>,
}

impl Missed {
    /// Parses a row; returns `None` if a later version of Harken has written it.
    fn of(mut row: Found) -> Option<Self> {
        let found = serde_json::from_value(row.found.take()).ok()?;
        Some(Self { row, found })
    }

    fn keys(&self) -> impl Iterator<Item = (Uuid, DateTime<Utc>)> {
        let examples = self.found.iter().flat_map(|one| &one.examples);
        examples.map(|Example { id, seen_at }| (*id, *seen_at))
    }

    /// Returns the changes that the plan still allows.
    fn shown(self, can: Capabilities, items: &HashMap<Uuid, Item>) -> WatchNearMisses {
        let watch = &self.row.watch;
        let changes = self.found.into_iter().filter_map(|one| {
            let rule = one.change.apply(OwnRule::of(watch))?;
            let changed = rule.check()?;
            plan_limits::check_rule(can, &CheckedWatch::of(&changed), Some(watch)).ok()?;
            let search = SingleWatch::new(&changed);
            let examples = one.examples.iter().filter_map(|one| items.get(&one.id));
            let examples = examples.filter_map(|item| example(item, &search));
            Some(NearMiss {
                examples: examples.collect(),
                change: one.change.into(),
                rule: rule.into(),
                count: one.count,
                comments: one.comments,
            })
        });
        WatchNearMisses {
            watch_id: watch.id,
            looked_at: self.row.looked_at,
            hours: self.row.hours,
            changes: changes.collect(),
        }
    }
}

/// Returns an item with its matches; `None` if it was edited and no longer matches.
fn example(item: &Item, search: &SingleWatch) -> Option<PreviewMatch> {
    let searched = item.searched();
    let matches = search.matches(&PreparedItem::new(&searched));
    if matches.is_empty() {
        return None;
    }
    let mut matches = MatchSpan::of_matches(&searched, &matches);
    let mut item = RecentItem::from(item.clone());
    let in_body = |span: &&MatchSpan| span.field == MatchField::Body;
    let first = matches.iter().find(in_body).map_or(0, |span| span.end);
    let end = first.max(MAX_BODY_CHARS as u32);
    let mut units = 0;
    let cut = item.body.char_indices().find(|(_, char)| {
        units += char.len_utf16() as u32;
        units > end
    });
    if let Some((at, _)) = cut {
        item.body.truncate(at);
        matches.retain(|span| span.field != MatchField::Body || span.end <= end);
    }
    Some(PreviewMatch { item, matches })
}

impl From<Change> for LooserChange {
    fn from(change: Change) -> Self {
        use LooserChangeKind as Kind;
        let (kind, value) = match change {
            Change::Misspelling { written, .. } => (Kind::Misspelling, written),
            Change::PartsOfWords => (Kind::PartsOfWords, String::new()),
            Change::AnyCase => (Kind::AnyCase, String::new()),
            Change::Author(name) => (Kind::Author, name),
            Change::Place(name) => (Kind::Subreddit, name),
            Change::Excluded(word) => (Kind::Excluded, word),
            Change::Bodies => (Kind::Bodies, String::new()),
            Change::Comments => (Kind::Comments, String::new()),
            Change::Posts => (Kind::Posts, String::new()),
            Change::Required(word) => (Kind::Required, word),
        };
        Self { kind, value }
    }
}
