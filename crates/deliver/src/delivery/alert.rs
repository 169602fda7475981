//! The content of an alert, whatever channel it is sent over.

use diesel::OptionalExtension;

use super::Unsent;
use super::account_action::Action;
use super::digest::{self, Digest};
use super::email_parts::path_of_match;
use super::item_facts::ItemFacts;
use super::place_names::PlaceNames;
use super::webhook_event::Event;
use db::Conn;
use db::models::endpoint::Endpoint;
use db::models::hearing_test::HearingTest;
use db::models::notification::Notification as NotificationRow;
use db::models::outbox::{Kind, OutboxRow};
use db::models::user::User;
use db::models::watch::Watch;
use foundation::time::calendar::zone;
use platform::context::Context;
use platform::coverage::{Gaps, gaps_for};
use platform::wire::Notification;

/// The reason why nothing is sent about an item that the forum has removed.
pub const GONE_IN_FORUM: &str = "it was removed in the forum";

/// One match, many that waited, gaps, another problem, or a user's test.
#[derive(Debug, Clone)]
pub enum Alert {
    Match(Box<Notification>, PlaceNames),
    /// The match of a test post that the user wrote.
    HearingTest(Box<Notification>, PlaceNames),
    Digest(Digest),
    Gaps(Gaps, PlaceNames),
    Report(Report),
    Test,
}

/// Something that Harken paused, of which its owner gets an email as well.
#[derive(Debug, Clone)]
pub struct Report {
    pub event: Event,
    pub heading: String,
    pub text: String,
    /// The path of the page in Harken that shows it.
    pub path: &'static str,
}

impl Report {
    fn watch_paused(context: &Context, watch: &Watch) -> Self {
        let action = Action::watch_paused(context, watch);
        Self::new(Event::Keyword(watch.into()), &action, "/keywords")
    }

    fn endpoint_paused(context: &Context, endpoint: &Endpoint, user: &User) -> Self {
        let action = Action::endpoint_paused(context, endpoint, zone(&user.time_zone));
        Self::new(Event::Channel(endpoint.into()), &action, "/channels")
    }

    fn new(event: Event, action: &Action, path: &'static str) -> Self {
        let text = action.paragraphs.join(" ");
        Self { event, heading: action.subject.to_owned(), text, path }
    }
}

impl Alert {
    /// Returns the path of the page in Harken that shows the alert.
    pub fn path(&self) -> String {
        match self {
            Self::Digest(digest) => digest.path(),
            Self::Gaps(..) => "/coverage".to_owned(),
            Self::Report(report) => report.path.to_owned(),
            Self::HearingTest(..) => "/keywords".to_owned(),
            Self::Match(found, _) => path_of_match(found.id),
            Self::Test => "/notifications".to_owned(),
        }
    }
}

/// Loads the alert for `row` as it is now, with its user.
///
/// # Errors
/// There is nothing left to send, or the database failed.
pub async fn load(context: &Context, row: &OutboxRow) -> Result<(User, Alert), Unsent> {
    let mut conn = context.conn().await?;
    let Some(user) = User::find(row.user_id, &mut conn).await.optional()? else {
        return Err(Unsent::skipped("the account is gone"));
    };
    if user.suspended_at.is_some() {
        return Err(Unsent::Suspended);
    }
    match row.kind {
        Kind::Match => {
            let found = Found::find(context, row, &mut conn).await?;
            Ok((user, found.into()))
        }
        Kind::Digest => {
            let digest = digest::load(row, &user, context.clock.now(), &mut conn).await?;
            Ok((user, Alert::Digest(digest)))
        }
        Kind::CoverageGap => {
            let endpoint_id = row.endpoint_id.unwrap_or_default();
            let gaps = gaps_for(row.subject_id, endpoint_id, &mut conn).await?;
            if gaps.changes.is_empty() {
                return Err(Unsent::skipped("nobody watches what it is about any more"));
            }
            let places = gaps.changes.iter().map(|change| change.place.as_str());
            let names = PlaceNames::find(user.id, places, &mut conn).await?;
            Ok((user, Alert::Gaps(gaps, names)))
        }
        Kind::WatchPaused => {
            let watch = Watch::find_paused(row.subject_id, user.id, &mut conn).await?;
            let watch = watch.ok_or_else(|| Unsent::skipped("the keyword is no longer paused"))?;
            Ok((user, Alert::Report(Report::watch_paused(context, &watch))))
        }
        Kind::EndpointPaused => {
            let endpoint = Endpoint::find_paused(row.subject_id, &mut conn).await?;
            let endpoint =
                endpoint.ok_or_else(|| Unsent::skipped("the channel is no longer paused"))?;
            let report = Report::endpoint_paused(context, &endpoint, &user);
            Ok((user, Alert::Report(report)))
        }
        Kind::Test => Ok((user, Alert::Test)),
        _ => Err(anyhow::anyhow!("{} is no alert", row.kind).into()),
    }
}

/// The subject of a message about one match.
pub(super) struct Found {
    pub(super) notification: Notification,
    pub(super) names: PlaceNames,
    /// `None` for a hearing test, whose post was never published.
    pub(super) facts: Option<ItemFacts>,
}

impl Found {
    /// Loads the match as it is now.
    ///
    /// # Errors
    /// The match is gone, or the database failed.
    pub(super) async fn find(
        context: &Context,
        row: &OutboxRow,
        conn: &mut Conn,
    ) -> Result<Self, Unsent> {
        let (user_id, id, now) = (row.user_id, row.subject_id, context.clock.now());
        let found = NotificationRow::find(user_id, id, now, conn).await?;
        let facts = found.as_ref().map(|(_, item)| ItemFacts::from(item));
        let notification = match found {
            Some(found) => Some(found.into()),
            None => {
                let test = HearingTest::find(user_id, id, now, conn).await?;
                test.map(Notification::from)
            }
        };
        let Some(notification) = notification else {
            return Err(Unsent::skipped("the notification is gone"));
        };
        if notification.gone {
            return Err(Unsent::skipped(GONE_IN_FORUM));
        }
        let place = notification.reddit_post.subreddit.as_str();
        let names = PlaceNames::find(user_id, std::iter::once(place), conn).await?;
        Ok(Self { notification, names, facts })
    }
}

impl From<Found> for Alert {
    fn from(found: Found) -> Self {
        let notification = Box::new(found.notification);
        match found.facts {
            None => Self::HearingTest(notification, found.names),
            Some(_) => Self::Match(notification, found.names),
        }
    }
}
