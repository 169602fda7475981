//! Notices about alerts that may not arrive.

use crate::prelude::*;
use db::models::user::User;
use platform::silence;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// Keywords that have gone quiet compared with their own rate, those without matches for
    /// longest first.
    pub quiet_watches: Vec<QuietWatch>,
    /// Keywords with matches in the past day beyond the plan's hourly limit, the busiest first.
    pub busy_watches: Vec<BusyWatch>,
    /// Keywords that are active but not searched for, because they take too long, latest first.
    pub paused_watches: Vec<PausedWatch>,
    /// Channels at which nothing arrives, those failing for longest first.
    pub failing_endpoints: Vec<FailingEndpoint>,
    /// The problem with the user's email address; null if there is none.
    #[schema(required = true)]
    pub mail: Option<RefusedMail>,
    /// The state of reading Reddit; null if it has never been read here.
    #[schema(required = true)]
    pub forum: Option<ForumStatus>,
    /// Other sites that the user's active keywords name and that cannot be read.
    pub unreadable_sites: Vec<UnreadableSite>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuietWatch {
    pub watch_id: Uuid,
    pub keyword: String,
    #[schema(required = true)]
    pub last_match_at: Option<DateTime<Utc>>,
    /// The number of matches per week in the 28 days before the last one, rounded to a tenth.
    pub usual_per_week: f64,
    pub silent_days: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BusyWatch {
    pub watch_id: Uuid,
    pub keyword: String,
    /// The number of matches in the past 24 hours that were counted but not listed.
    pub unlisted: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PausedWatch {
    pub watch_id: Uuid,
    pub keyword: String,
    pub since: DateTime<Utc>,
    /// The part of the query that takes longest.
    #[schema(required = true)]
    pub part: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FailingEndpoint {
    pub endpoint_id: Uuid,
    /// `push`, `webhook`, `slack`, `discord`, `telegram` or `ntfy`.
    pub channel: String,
    pub name: String,
    #[schema(required = true)]
    pub since: Option<DateTime<Utc>>,
    #[schema(required = true)]
    pub last_error: Option<String>,
    /// Whether nothing is sent there any more.
    pub paused: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct RefusedMail {
    pub since: DateTime<Utc>,
    /// The answer of the mail server.
    #[schema(required = true)]
    pub reason: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct UnreadableSite {
    /// The name of the site, as keywords spell it.
    pub place: String,
    /// The last time that it was read.
    #[schema(required = true)]
    pub since: Option<DateTime<Utc>>,
    /// The reason as a sentence.
    pub reason: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ForumStatus {
    pub readable: bool,
    /// The last time that it was read, if it cannot be read.
    #[schema(required = true)]
    pub since: Option<DateTime<Utc>>,
    /// The reason as a sentence, if it cannot be read.
    #[schema(required = true)]
    pub reason: Option<&'static str>,
    /// The number of coverage gaps of the last 24 hours in what the user's keywords search, at most
    /// 100.
    pub gaps: i64,
}

/// Reports why alerts may not arrive.
///
/// It covers quiet keywords, failing channels, and sources that are not read.
#[utoipa::path(
    get, path = "/status", tag = "status", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 200, body = Status))
)]
pub async fn get_status(State(app): State<App>, auth: AuthUser) -> ApiResult<Json<Status>> {
    let mut conn = app.conn().await?;
    let user = User::find(auth.id, &mut conn).await?;
    let status = silence::status(&user, app.clock.now(), &mut conn).await?;
    let quiet_watches = status.quiet_watches.into_iter().map(|watch| QuietWatch {
        watch_id: watch.watch_id,
        keyword: watch.keyword,
        last_match_at: Some(watch.last_match_at),
        usual_per_week: (watch.usual_per_week * 10.0).round() / 10.0,
        silent_days: watch.silent_days,
    });
    let busy_watches = status.busy_watches.into_iter().map(|watch| BusyWatch {
        watch_id: watch.watch_id,
        keyword: watch.keyword,
        unlisted: watch.unlisted,
    });
    let paused_watches = status.paused_watches.into_iter().map(|watch| PausedWatch {
        watch_id: watch.id,
        keyword: watch.keyword,
        since: watch.paused_at,
        part: watch.paused_part,
    });
    let gaps = i64::try_from(status.gaps.len()).unwrap_or(i64::MAX);
    let failing_endpoints = status.failing_endpoints.into_iter();
    let failing_endpoints = failing_endpoints.map(|endpoint| FailingEndpoint {
        endpoint_id: endpoint.id,
        since: endpoint.failing_since,
        paused: endpoint.paused_at.is_some(),
        channel: endpoint.channel.to_string(),
        name: endpoint.name,
        last_error: endpoint.last_error,
    });
    let unreadable_sites = status.unreadable_sites.into_iter();
    let unreadable_sites = unreadable_sites.map(|site| UnreadableSite {
        since: site.since,
        reason: site.reason(),
        place: site.place,
    });
    Ok(Json(Status {
        unreadable_sites: unreadable_sites.collect(),
        quiet_watches: quiet_watches.collect(),
        busy_watches: busy_watches.collect(),
        paused_watches: paused_watches.collect(),
        failing_endpoints: failing_endpoints.collect(),
        mail: user
            .mail_refused_at
            .map(|since| RefusedMail { since, reason: user.mail_refused_reason }),
        forum: status.forum.map(|forum| ForumStatus {
            readable: forum.readable,
            since: forum.since,
            reason: forum.reason,
            gaps,
        }),
    }))
}
