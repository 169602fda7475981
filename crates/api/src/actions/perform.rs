//! Performs the chosen action on an alert, and undoes it.

use chrono::{DateTime, Days, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use super::chosen::{Choice, ChosenAction, MuteChoice, Snooze};
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::keywords::set_active;
use crate::mutes::{clean_up, restore, save};
use crate::notifications::steps::Steps;
use db::Conn;
use db::models::item::Item;
use db::models::mute::{Mute, MuteKind};
use db::models::notification::{Alerted, Notification, NotificationStatus as Status};
use db::models::user::User;
use db::models::watch::Watch;
use db::schema::watches;
use deliver::delivery::place_names::PlaceNames;
use domain::auth::action_token::ActionLink;
use domain::mutes::Value;
use domain::watches::instance_limits::INSTANCE_LIMIT_EXCEEDED;
use foundation::time::calendar;
use foundation::wording::labels::author_label;

/// The time at which a snooze until tomorrow ends.
const MORNING: NaiveTime = NaiveTime::from_hms_opt(8, 0, 0).expect("a time of the day");

/// The subject of a link, as far as it still exists.
#[derive(Debug)]
pub(super) struct Subject {
    pub(super) link: ActionLink,
    pub(super) user: User,
    pub(super) watch: Option<Watch>,
    pub(super) alerted: Option<Alerted>,
}

/// The result of looking up a link.
#[derive(Debug)]
pub(super) enum Found {
    Subject(Box<Subject>),
    /// The link is too old, or from before the user's present password.
    Expired,
    /// The account is suspended. The link works again once it no longer is.
    Suspended,
    /// The subject of the link no longer exists.
    Nothing,
}

/// The result of an action.
#[derive(Debug, Clone, Default)]
pub(super) struct Done {
    /// What was muted, as the beginning of a sentence.
    pub(super) muted: String,
    /// The end of the mute or snooze, in the user's time zone.
    pub(super) until: Option<DateTime<Tz>>,
    /// The number of notifications that were removed from the list, or returned to it.
    pub(super) count: i64,
}

/// The reason why nothing was done.
#[derive(Debug)]
pub(super) enum NotDone {
    /// A text for a person.
    Refused(&'static str),
    Failed(ApiError),
}

impl<E: Into<ApiError>> From<E> for NotDone {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

impl Subject {
    pub(super) async fn find(app: &App, link: ActionLink) -> ApiResult<Found> {
        let mut conn = app.conn().await?;
        let conn = &mut conn;
        let Some(user) = User::find(link.user_id, conn).await.optional()? else {
            return Ok(Found::Nothing);
        };
        if !link.holds(&user, app.clock.now()) {
            return Ok(Found::Expired);
        }
        if user.suspended_at.is_some() {
            return Ok(Found::Suspended);
        }
        let watch = Watch::find_own(link.watch_id, user.id, conn).await?;
        let now = app.clock.now();
        let alerted = Notification::find_alerted(user.id, link.notification_id, now, conn).await?;
        let alerted = alerted.filter(|a| a.notification.watch_id == link.watch_id);
        if watch.is_none() && alerted.is_none() {
            return Ok(Found::Nothing);
        }
        Ok(Found::Subject(Box::new(Self { link, user, watch, alerted })))
    }

    /// Returns the watched keyword.
    pub(super) fn keyword(&self) -> &str {
        let watch = self.watch.as_ref().map(|watch| watch.keyword.as_str());
        let alerted = self.alerted.as_ref();
        watch.or(alerted.map(|a| a.notification.keyword.as_str())).unwrap_or_default()
    }

    fn zone(&self) -> Tz {
        calendar::zone(&self.user.time_zone)
    }
}

/// Performs or undoes the chosen action.
pub(super) async fn perform(
    app: &App,
    subject: &Subject,
    chosen: &ChosenAction,
) -> Result<Done, NotDone> {
    let now = app.clock.now();
    match &chosen.choice {
        Choice::Mute(choice) => mute(app, subject, choice, chosen.undo, now).await,
        Choice::Snooze(snooze) => {
            self::snooze(subject, *snooze, chosen.undo, now, &mut *app.conn().await?).await
        }
        Choice::SwitchOff => switch(app, subject, chosen.undo).await,
        Choice::NotRelevant | Choice::MarkRead => {
            mark(subject, &chosen.choice, chosen.undo, now, &mut *app.conn().await?).await
        }
    }
}

/// The form of a link is sent once, so that what does not fit into the time of the call stays as it is.
async fn mute(
    app: &App,
    subject: &Subject,
    choice: &MuteChoice,
    undo: bool,
    now: DateTime<Utc>,
) -> Result<Done, NotDone> {
    let Some(Alerted { item, .. }) = &subject.alerted else {
        return Err(NotDone::Refused("This alert no longer exists."));
    };
    let value = Value::of(choice.kind, item).map_err(NotDone::Refused)?;
    let watch_id = match (choice.everywhere, &subject.watch) {
        (true, _) => None,
        (false, Some(watch)) => Some(watch.id),
        (false, None) => return Err(NotDone::Refused("This keyword no longer exists.")),
    };
    let until = choice.days.map(|days| now + TimeDelta::days(days));
    let wanted = value.mute(subject.user.id, watch_id, until, now);
    let steps = Steps::of_one_call(app, subject.user.id);
    let mut conn = app.conn().await?;
    let place = std::iter::once(item.subreddit.as_str());
    let names = PlaceNames::find(subject.user.id, place, &mut conn).await?;
    let mut done = Done {
        muted: muted(&wanted, item, &names),
        until: until.map(|until| until.with_timezone(&subject.zone())),
        count: 0,
    };
    if undo {
        if let Some(mute) = wanted.find_same(&mut conn).await? {
            Mute::delete(mute.user_id, mute.id, &mut conn).await?;
            drop(conn);
            done.count = restore(app, mute.user_id, &[mute.id], steps).await?.restored;
        }
        return Ok(done);
    }
    let mute = match save(&wanted, &mut conn).await {
        Ok(mute) => mute,
        Err(ApiError::Refused { .. }) => {
            return Err(NotDone::Refused("You have too many mutes. Unmute something first."));
        }
        Err(error) => return Err(error.into()),
    };
    drop(conn);
    if choice.clean_up {
        done.count = clean_up(app, mute.user_id, &[mute], None, steps).await?.total();
    }
    Ok(done)
}

/// Names the target of a mute of an item, in the terms of the site where the item was written.
fn muted(mute: &Mute, item: &Item, names: &PlaceNames) -> String {
    match mute.kind {
        MuteKind::Author => author_label(&mute.shown, &item.subreddit),
        MuteKind::Subreddit => names.label(&mute.shown),
        MuteKind::Thread => "This thread".to_owned(),
        MuteKind::Word => format!("“{}”", mute.shown),
    }
}

async fn snooze(
    subject: &Subject,
    snooze: Snooze,
    undo: bool,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> Result<Done, NotDone> {
    let Some(watch) = &subject.watch else {
        return Err(NotDone::Refused("This keyword no longer exists."));
    };
    let until = (!undo).then(|| end_of(snooze, subject.zone(), now));
    diesel::update(watches::table.find(watch.id))
        .set(watches::snoozed_until.eq(until))
        .execute(conn)
        .await?;
    Ok(Done { until: until.map(|until| until.with_timezone(&subject.zone())), ..Done::default() })
}

/// Returns the end of a snooze that begins at `now`.
pub fn end_of(snooze: Snooze, zone: Tz, now: DateTime<Utc>) -> DateTime<Utc> {
    match snooze {
        Snooze::Hour => now + TimeDelta::hours(1),
        Snooze::Week => now + TimeDelta::days(7),
        Snooze::Tomorrow => {
            let today = calendar::today(zone, now);
            let tomorrow = today.checked_add_days(Days::new(1)).unwrap_or(today);
            let morning = zone.from_local_datetime(&tomorrow.and_time(MORNING));
            // No zone changes its clocks at eight; a day that is skipped entirely has no morning.
            let morning = morning.earliest().map(|time| time.with_timezone(&Utc));
            morning.unwrap_or_else(|| calendar::start_of(tomorrow, zone))
        }
    }
}

async fn switch(app: &App, subject: &Subject, undo: bool) -> Result<Done, NotDone> {
    let Some(watch) = &subject.watch else {
        return Err(NotDone::Refused("This keyword no longer exists."));
    };
    match set_active(app, subject.user.id, watch.id, |_| undo).await {
        Ok(_) => Ok(Done::default()),
        Err(ApiError::Refused { code, .. }) => Err(NotDone::Refused(match code {
            INSTANCE_LIMIT_EXCEEDED => "This server has no room for another keyword.",
            _ => "Your plan has no room for another keyword.",
        })),
        Err(error) => Err(error.into()),
    }
}

async fn mark(
    subject: &Subject,
    choice: &Choice,
    undo: bool,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> Result<Done, NotDone> {
    let Some(alerted) = &subject.alerted else {
        return Err(NotDone::Refused("This alert no longer exists."));
    };
    let (user_id, id) = (subject.user.id, alerted.notification.id);
    match (choice, undo) {
        (Choice::NotRelevant, false) => {
            Notification::mark_not_relevant(user_id, id, now, conn).await?;
        }
        (Choice::NotRelevant, true) => {
            Notification::clear_not_relevant(user_id, id, conn).await?;
            Notification::set_status(user_id, id, &[Status::Archived], Status::Unread, conn)
                .await?;
        }
        (_, false) => {
            Notification::set_status(user_id, id, &[Status::Unread], Status::Read, conn).await?;
        }
        (_, true) => {
            Notification::set_status(user_id, id, &[Status::Read], Status::Unread, conn).await?;
        }
    }
    domain::live::announce_change(user_id, conn).await?;
    Ok(Done::default())
}
