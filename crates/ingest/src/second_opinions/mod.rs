//! Asks a language model about matches of described keywords of which what was learned leaves open whether they are
//! relevant. Their alerts wait for the answer for some seconds, as rows that are due then: without an answer, whatever
//! the reason, they go out as if nobody had been asked.

mod question;

use std::collections::HashMap;
use std::time::Duration;

use anyhow::Context as _;
use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use diesel_async::AsyncConnection;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::alerts::reconsider::{release, set_aside};
use super::announcements::{Announced, Announcements};
use db::listen::SECOND_OPINIONS;
use db::models::rate_limit;
use db::models::second_opinion::{Claimed, Opinion};
use foundation::time::calendar;
use platform::bus::Wakeups;
use platform::config::Config;
use platform::context::Context;
use platform::language_model::{Breaker, LanguageModel, NoAnswer};
use question::{Asked, Matches};

/// Questions that one process has open at once.
const WORKERS: usize = 2;
/// The most matches of a question.
const MAX_MATCHES: i64 = 8;
/// The shortest time in which it is worth asking, and what of it is kept for acting on the answer.
const MIN_LEFT: TimeDelta = TimeDelta::seconds(1);
const MARGIN: TimeDelta = TimeDelta::milliseconds(500);
/// Maximum time between two looks, in case an announcement was missed.
const LOOK: Duration = Duration::from_secs(60);
/// The class of the counts of questions.
const OF_USER: &str = "second_opinions";

/// The model that is asked.
pub struct SecondOpinions {
    model: LanguageModel,
    breaker: Breaker,
}

impl SecondOpinions {
    /// Creates the client of the model, or returns `None` if the settings do not allow to ask it.
    ///
    /// # Errors
    /// The settings do not make an HTTP client.
    pub fn new(config: &Config) -> anyhow::Result<Option<Self>> {
        if !config.asks_second_opinions() {
            return Ok(None);
        }
        let model = LanguageModel::new(&config.insights.model)?;
        Ok(Some(Self { model, breaker: Breaker::default() }))
    }

    /// Asks about the next matches of one keyword, and acts on the answer. Returns whether there were any.
    ///
    /// # Errors
    /// The database failed; the alerts go out when they are due.
    pub async fn ask_next(&self, context: &Context) -> anyhow::Result<bool> {
        let now = context.clock.now();
        let mut conn = context.conn().await?;
        let claimed = Claimed::next(MAX_MATCHES, now + MIN_LEFT, now, &mut conn).await?;
        let (Some(first), Some(until)) =
            (claimed.first(), claimed.iter().map(|one| one.wanted_until).min())
        else {
            return Ok(false);
        };
        let asked = Asked::of(&claimed, |text| context.secrets.fingerprint(text));
        let contents: Vec<Vec<u8>> = asked.iter().map(|one| one.content.clone()).collect();
        let known = Opinion::known(&contents, &mut conn).await?;
        let mut known: HashMap<Vec<u8>, Opinion> =
            known.into_iter().map(|one| (one.content.clone(), one)).collect();
        let open = Matches::new(&asked, |content| known.contains_key(content));
        let may_ask = !open.is_empty() && self.take_call(context, first.user_id, &mut conn).await?;
        drop(conn);
        if may_ask {
            let answers = self.ask(&open, until - MARGIN, context).await.unwrap_or_default();
            known.extend(answers.into_iter().map(|one| (one.content.clone(), one)));
        }
        let answers: Vec<(&Claimed, &Opinion)> =
            asked.iter().filter_map(|one| Some((one.claimed, known.get(&one.content)?))).collect();
        act(&claimed, &answers, context).await?;
        Ok(true)
    }

    async fn take_call(
        &self,
        context: &Context,
        user_id: Uuid,
        conn: &mut db::Conn,
    ) -> anyhow::Result<bool> {
        if !self.breaker.lets_through(context.clock.elapsed()) {
            return Ok(false);
        }
        let key = context.secrets.counter_key(&format!("second opinions {user_id}"));
        let today = calendar::start_of(context.clock.now().date_naive(), Tz::UTC);
        let most = context.config.relevance.model_calls_per_day;
        Ok(rate_limit::take(OF_USER, &key, most, today, conn).await?)
    }

    /// Asks about matches, and returns an answer for each.
    async fn ask(
        &self,
        open: &Matches<'_>,
        until: DateTime<Utc>,
        context: &Context,
    ) -> Result<Vec<Opinion>, NoAnswer> {
        let left = (until - context.clock.now()).to_std().unwrap_or_default();
        let limit = Duration::from_secs(context.config.insights.model.timeout_seconds.into());
        let answer = self.model.complete(&open.question(), left.min(limit)).await;
        let read = answer.and_then(|text| open.read(&text).ok_or(NoAnswer::Malformed));
        match &read {
            Ok(_) => self.breaker.succeeded(),
            Err(why) => {
                tracing::warn!(?why, "a language model did not say which matches are relevant");
                self.breaker.failed(context.clock.elapsed());
            }
        }
        read
    }
}

/// Stores answers, sets aside what is not relevant, and lets the alerts of all other claimed matches go.
async fn act(
    claimed: &[Claimed],
    answers: &[(&Claimed, &Opinion)],
    context: &Context,
) -> anyhow::Result<()> {
    let Some(user_id) = claimed.first().map(|one| one.user_id) else {
        return Ok(());
    };
    let plans = context.config.server.plans;
    let wakeups = Wakeups { users: Vec::new(), outbox: true };
    let mut conn = context.conn().await?;
    conn.transaction::<_, anyhow::Error, _>(async |conn| {
        let now = context.clock.now();
        let stored: Vec<(Uuid, &Opinion)> =
            answers.iter().map(|(one, opinion)| (one.notification_id, *opinion)).collect();
        Opinion::store(&stored, conn).await?;
        let irrelevant: Vec<&Claimed> = answers
            .iter()
            .filter(|(one, opinion)| !opinion.is_relevant && now < one.wanted_until)
            .map(|(one, _)| *one)
            .collect();
        let aside = set_aside(&irrelevant, plans, now, conn).await?;
        let others = claimed.iter().map(|one| one.notification_id);
        let others: Vec<Uuid> = others.filter(|id| !aside.contains(id)).collect();
        if release(&others, user_id, now, conn).await? || !aside.is_empty() {
            context.bus.on_commit(&wakeups, conn).await?;
        }
        Ok(())
    })
    .await
    .context("could not act on second opinions")?;
    context.bus.after_commit(&wakeups).await;
    Ok(())
}

/// Asks until `stop`.
pub(super) async fn run(context: Context, stop: CancellationToken) {
    let opinions = match SecondOpinions::new(&context.config) {
        Ok(Some(opinions)) => opinions,
        Ok(None) => return,
        Err(error) => {
            tracing::error!(error = %format!("{error:#}"), "the language model cannot be asked");
            return;
        }
    };
    let wanted = Announcements::default();
    let workers = (0..WORKERS).map(|_| work(&context, &opinions, wanted.subscribe(), &stop));
    futures::join!(
        wanted.listen(&context, SECOND_OPINIONS, &stop),
        futures::future::join_all(workers),
    );
}

async fn work(
    context: &Context,
    opinions: &SecondOpinions,
    mut wanted: Announced,
    stop: &CancellationToken,
) {
    while !stop.is_cancelled() {
        match opinions.ask_next(context).await {
            Ok(true) => continue,
            Ok(false) => {}
            Err(error) => {
                tracing::error!(error = %format!("{error:#}"), "could not ask for a second opinion");
            }
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = wanted.heard() => {}
            () = tokio::time::sleep(LOOK) => {}
        }
    }
}
