//! What a webhook's request says, in Harken's own form.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use db::models::endpoint::{Endpoint, EndpointChannel};
use db::models::gap_change::{GapChange, GapState};
use db::models::item::ItemKind;
use db::models::watch::Watch;
use platform::wire::{GapCause, Notification};

/// The `type` of a message and its `data`.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(tag = "type", content = "data")]
#[schema(as = WebhookEvent)]
pub enum Event {
    /// A match.
    #[serde(rename = "match.created")]
    Match(Box<MatchCreated>),
    /// Several matches at once, after a burst, quiet hours or a snooze.
    #[serde(rename = "matches.created")]
    Matches(MatchesCreated),
    /// Coverage gaps that began, were filled or ended. On channels that report problems.
    #[serde(rename = "coverage_gaps.changed")]
    Gaps(CoverageGapsChanged),
    /// Searching for a keyword takes too long, so it is paused. On channels that report problems.
    #[serde(rename = "keyword.paused")]
    Keyword(KeywordPaused),
    /// Nothing has reached another of the user's channels for days, so it is paused. On channels that
    /// report problems.
    #[serde(rename = "channel.paused")]
    Channel(ChannelPaused),
    /// Somebody tries the channel.
    #[serde(rename = "test")]
    Test(TestMessage),
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchCreated {
    pub notification: Notification,
    /// Present, and true, in a hearing test, whose post nobody wrote.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_test: bool,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MatchesCreated {
    /// The number of all matches, whether they are listed or not.
    pub count: usize,
    /// The newest matches.
    pub notifications: Vec<Notification>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CoverageGapsChanged {
    /// The number of all gaps, whether they are listed or not.
    pub count: i64,
    /// The latest gaps, at most 100.
    pub gaps: Vec<ChangedGap>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangedGap {
    /// Stays the same while the gap's state changes.
    pub id: Uuid,
    pub state: GapState,
    /// The subreddit in lower case; `all` for everything.
    pub place: String,
    pub kind: ItemKind,
    pub started_at: DateTime<Utc>,
    pub ended_at: DateTime<Utc>,
    pub cause: GapCause,
    /// The page with everything that is known about the subreddit.
    pub url: String,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeywordPaused {
    pub watch_id: Uuid,
    pub keyword: String,
    /// The part of the keyword that takes most of the time.
    #[schema(required = true)]
    pub part: Option<String>,
    #[schema(required = true)]
    pub paused_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChannelPaused {
    pub endpoint_id: Uuid,
    pub channel: EndpointChannel,
    pub name: String,
    #[schema(required = true)]
    pub last_error: Option<String>,
    #[schema(required = true)]
    pub failing_since: Option<DateTime<Utc>>,
    #[schema(required = true)]
    pub paused_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TestMessage {
    pub message: &'static str,
}

impl ChangedGap {
    pub(super) fn of(change: &GapChange, home: &str) -> Self {
        Self {
            id: change.gap_id,
            state: change.state,
            place: change.place.clone(),
            kind: change.kind,
            started_at: change.started_at,
            ended_at: change.ended_at,
            cause: GapCause::from(change.reason.as_str()),
            url: format!("{home}/{}", change.place),
        }
    }
}

impl From<&Watch> for KeywordPaused {
    fn from(watch: &Watch) -> Self {
        Self {
            watch_id: watch.id,
            keyword: watch.keyword.clone(),
            part: watch.paused_part.clone(),
            paused_at: watch.paused_at,
        }
    }
}

impl From<&Endpoint> for ChannelPaused {
    fn from(endpoint: &Endpoint) -> Self {
        Self {
            endpoint_id: endpoint.id,
            channel: endpoint.channel,
            name: endpoint.name.clone(),
            last_error: endpoint.last_error.clone(),
            failing_since: endpoint.failing_since,
            paused_at: endpoint.paused_at,
        }
    }
}
