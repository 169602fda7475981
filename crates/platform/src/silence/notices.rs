//! The whole status for one user: for the dashboard, and as short texts for the foot of a digest.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use super::{
    BusyWatch, ForumState, PausedWatch, QuietWatch, UnreadableSite, busy_watches, forum_state,
    paused_watches, quiet_watches, unreadable_sites,
};
use crate::coverage::{gaps_of, watched_by};
use db::Conn;
use db::models::coverage_gap::CoverageGap;
use db::models::endpoint::{Endpoint, EndpointChannel};
use db::models::feed::Feed;
use db::models::place::{Place, PlaceState};
use db::models::user::{MailReport, User};
use db::schema::endpoints;
use foundation::time::calendar;
use foundation::wording::labels::place_label;
use foundation::wording::line::one_line;
use foundation::wording::plural::plural;

/// The shortest absence worth an email: emails are read later, and shorter ones are over by then.
const WORTH_A_MAIL: TimeDelta = TimeDelta::minutes(15);
/// The time for which gaps are reported.
const GAPS_REPORTED: TimeDelta = TimeDelta::hours(24);
/// The most gaps that are counted.
const MAX_GAPS: usize = 100;
/// The most quiet watches and endpoints that an email lists one by one.
const MAX_NAMED: usize = 5;

/// The facts about alerts that may not come, for a user.
#[derive(Debug, Clone)]
pub struct Status {
    pub quiet_watches: Vec<QuietWatch>,
    /// Watches with more matches in the past day than were listed, the busiest first.
    pub busy_watches: Vec<BusyWatch>,
    /// Watches that are not searched for, because they cost too much, the latest first.
    pub paused_watches: Vec<PausedWatch>,
    /// Endpoints at which nothing arrives, including paused ones.
    pub failing_endpoints: Vec<Endpoint>,
    /// Subreddits of active watches from which nothing arrives, the latest first.
    pub unreadable_places: Vec<Place>,
    /// Times within the last day for which something that the user watches may be missing, the
    /// latest first.
    pub gaps: Vec<CoverageGap>,
    /// `None` if nothing has ever been read here.
    pub forum: Option<ForumState>,
    /// Other sites of active watches that cannot be read.
    pub unreadable_sites: Vec<UnreadableSite>,
}

/// Loads the status of a user's watches and endpoints at `now`.
///
/// # Errors
/// The database failed.
pub async fn status(user: &User, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Status> {
    let forum = forum_state(now, conn).await?;
    let read_until = forum.as_ref().map_or(now, |forum| forum.read_until(now));
    let failing_endpoints = endpoints::table
        .filter(endpoints::user_id.eq(user.id))
        .filter(endpoints::failing_since.is_not_null())
        .order((endpoints::failing_since, endpoints::id))
        .select(Endpoint::as_select())
        .load(conn)
        .await?;
    Ok(Status {
        quiet_watches: quiet_watches(user.id, read_until, conn).await?,
        paused_watches: paused_watches(user.id, conn).await?,
        busy_watches: busy_watches(user.id, now, conn).await?,
        unreadable_places: Place::unreadable_of(user.id, conn).await?,
        gaps: gaps_of(&watched_by(user.id, conn).await?, now - GAPS_REPORTED, MAX_GAPS, conn)
            .await?,
        unreadable_sites: unreadable_sites(user.id, now, conn).await?,
        failing_endpoints,
        forum,
    })
}

/// Loads the same status as short texts, the most important first; empty if all is well.
///
/// # Errors
/// The database failed.
pub async fn notices(user: &User, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Vec<String>> {
    let status = status(user, now, conn).await?;
    let missing: Vec<String> = missing_places(&status).map(str::to_owned).collect();
    let titles = match missing.iter().any(|place| matcher::feed_host(place).is_some()) {
        true => Feed::titles(user.id, &missing, conn).await?.into_iter().collect(),
        false => HashMap::new(),
    };
    Ok(texts(&status, user, &titles, now))
}

/// Returns the places from which something may be missing.
fn missing_places(status: &Status) -> impl Iterator<Item = &str> {
    status.gaps.iter().filter_map(|gap| gap.place().map(|(_, place)| place))
}

/// Writes the texts. `titles` are those of feeds, by place.
fn texts(
    status: &Status,
    user: &User,
    titles: &HashMap<String, String>,
    now: DateTime<Utc>,
) -> Vec<String> {
    let zone = calendar::zone(&user.time_zone);
    let on = |time: DateTime<Utc>| time.with_timezone(&zone).format("%-d %B, %H:%M").to_string();
    let mut texts = Vec::new();
    let is_away = |forum: &&ForumState| {
        !forum.readable && forum.since.is_none_or(|since| since <= now - WORTH_A_MAIL)
    };
    if let Some(forum) = status.forum.as_ref().filter(is_away) {
        let reason = forum.reason.unwrap_or_default();
        texts.push(match forum.since {
            Some(since) => format!("Reddit was last read on {}. {reason}", on(since)),
            None => format!("Reddit cannot be read. {reason}"),
        });
    }
    let sites = status.unreadable_sites.iter();
    let sites = sites.filter(|site| site.since.is_none_or(|since| since <= now - WORTH_A_MAIL));
    texts.extend(sites.map(|site| match site.since {
        Some(since) => {
            let name = place_label(&site.place);
            format!("{name} was last read on {}. {}", on(since), site.reason())
        }
        None => site.reason(),
    }));
    let missing: BTreeSet<&str> = missing_places(status).collect();
    if !missing.is_empty() {
        let label = |place: &&str| match titles.get(*place).map(|title| one_line(title)) {
            Some(title) if !title.is_empty() => title,
            _ => place_label(place),
        };
        let named: Vec<String> = missing.iter().take(MAX_NAMED).map(label).collect();
        let more = match missing.len() - named.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let named = named.join(", ");
        texts.push(format!(
            "Some posts or comments from the last day in {named}{more} may be missing."
        ));
    }
    if let Some(since) = user.mail_refused_at {
        let since = on(since);
        texts.push(match user.mail_refused_kind {
            Some(MailReport::Complaint) => format!(
                "No alerts have been emailed since {since}, when an email was reported as spam."
            ),
            None | Some(MailReport::Bounce) => {
                format!("Your email address has been refusing alerts since {since}.")
            }
        });
    }
    let endpoints = status.failing_endpoints.iter();
    let endpoints = endpoints.map(|endpoint| {
        let since = endpoint.failing_since.map(on).unwrap_or_default();
        let (channel, name) = (channel_name(endpoint.channel), &endpoint.name);
        let paused = if endpoint.paused_at.is_some() { " It is paused." } else { "" };
        format!("“{name}” ({channel}) has received nothing since {since}.{paused}")
    });
    push_some(&mut texts, endpoints.collect(), "channels that receive nothing");
    let places = status.unreadable_places.iter();
    let places = places.map(|Place { name, state, since, .. }| match state {
        PlaceState::Private => {
            let since = on(*since);
            format!("r/{name} has been private since {since} and cannot be read.")
        }
        PlaceState::Banned => format!("r/{name} is banned and cannot be read."),
        _ => format!("r/{name} does not exist."),
    });
    push_some(&mut texts, places.collect(), "subreddits that cannot be read");
    let paused = status.paused_watches.iter().map(|watch| {
        let (keyword, since) = (&watch.keyword, on(watch.paused_at));
        format!(
            "“{keyword}” has been paused since {since}: searching for it takes too long. Edit it \
             to resume it."
        )
    });
    push_some(&mut texts, paused.collect(), "paused keywords");
    let busy = status.busy_watches.iter().map(|watch| {
        let more =
            plural(u64::try_from(watch.unlisted).unwrap_or_default(), "more match", "more matches");
        format!(
            "“{}”: {more} in the past day, not listed. Narrow the keyword, or mute what you do not \
             need.",
            watch.keyword
        )
    });
    push_some(&mut texts, busy.collect(), "keywords with more matches");
    let watches = status.quiet_watches.iter().map(|watch| {
        let (days, usual) = (watch.silent_days, watch.usual_per_week.round());
        let keyword = &watch.keyword;
        format!(
            "“{keyword}” has had no matches for {days} days; it usually matches {usual} times a \
             week."
        )
    });
    push_some(&mut texts, watches.collect(), "keywords that have gone quiet");
    texts
}

fn push_some(texts: &mut Vec<String>, mut more: Vec<String>, what: &str) {
    let rest = more.len().saturating_sub(MAX_NAMED);
    more.truncate(MAX_NAMED);
    texts.append(&mut more);
    if rest > 0 {
        texts.push(format!("{rest} more {what}."));
    }
}

fn channel_name(channel: EndpointChannel) -> &'static str {
    match channel {
        EndpointChannel::Push => "browser",
        EndpointChannel::Webhook => "webhook",
        EndpointChannel::Slack => "Slack",
        EndpointChannel::Discord => "Discord",
        EndpointChannel::Telegram => "Telegram",
        EndpointChannel::Ntfy => "ntfy",
    }
}
