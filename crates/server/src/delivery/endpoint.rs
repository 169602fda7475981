//! One attempt to send an alert to a browser, a webhook or a chat.

use chrono::{DateTime, Utc};

use super::alert::{self, Alert};
use super::outgoing::SendError;
use super::request::Request;
use super::target::Target;
use super::verdict::judge;
use super::{chat, push, webhook};
use crate::app::App;
use crate::db::models::channel::Channel;
use crate::db::models::endpoint::Endpoint;
use crate::db::models::outbox::{Kind, OutboxRow};
use crate::outbox::{Outcome, Tried};
use crate::plans::Plan;

/// Sends what `row` stands for to its endpoint.
pub(super) async fn send(app: &App, row: &OutboxRow) -> Tried {
    let found = match prepare(app, row).await {
        Ok(Ok(found)) => found,
        Ok(Err(outcome)) => return outcome.into(),
        Err(error) => return Outcome::retry(format!("could not be composed: {error:#}")).into(),
    };
    let (target, request) = found;
    let Request { url, headers, body } = request;
    match app.outgoing.post(&url, headers, body).await {
        Ok(answer) => {
            let now = app.clock.now();
            let outcome = match &target {
                Target::Push { .. } => push::judge(&answer, now),
                _ => judge(&target, &answer, now),
            };
            outcome.with_status(answer.status)
        }
        Err(SendError::Refused(refused)) => Outcome::Dead(refused.to_string()).into(),
        Err(SendError::Timeout) => {
            let seconds = app.config.delivery.timeout_seconds;
            Outcome::retry(format!("no answer came within {seconds} s")).into()
        }
        Err(SendError::Failed(reason)) => Outcome::retry(reason).into(),
    }
}

/// Where the message goes and what is sent, or why nothing is. Gives its database connections back
/// before it returns.
async fn prepare(app: &App, row: &OutboxRow) -> anyhow::Result<Result<(Target, Request), Outcome>> {
    let what = match Channel::parse(&row.channel) {
        Some(Channel::Push) => "browser",
        _ => "channel",
    };
    let skipped = |reason: String| Ok(Err(Outcome::Skipped(reason)));
    let dead = |reason: String| Ok(Err(Outcome::Dead(reason)));
    let Some(id) = row.endpoint_id else {
        return dead(format!("the message names no {what}"));
    };
    let found = Endpoint::find(id, &mut *app.pool.get().await?).await?;
    let Some(endpoint) = found else {
        return skipped(format!("the {what} is gone"));
    };
    // Whoever has paused it may want to know whether it works again.
    if endpoint.paused_at.is_some() && Kind::parse(&row.kind) != Some(Kind::Test) {
        return skipped(format!("the {what} is paused"));
    }
    let Some(target) = Target::of(&endpoint, &app.secrets) else {
        return dead(format!(
            "its address can no longer be read: remove the {what} and add it again"
        ));
    };
    let (user, alert) = match alert::load(app, row).await? {
        Ok(found) => found,
        Err(nothing) => return skipped(nothing.to_owned()),
    };
    let can = Plan::from_stored(&user.plan).capabilities(app.config.server.plans);
    let may = match &target {
        Target::Push { .. } => can.browser_push,
        _ => can.webhooks,
    };
    if !may {
        return skipped(format!("alerts to a {what} are part of the Pro plan"));
    }
    let now = app.clock.now();
    let request = request(app, &target, &endpoint, &alert, row, now)?;
    Ok(request
        .map(|request| (target, request))
        .map_err(|reason| Outcome::Dead(reason.to_owned())))
}

/// What is posted, or why that cannot be.
fn request(
    app: &App,
    target: &Target,
    endpoint: &Endpoint,
    alert: &Alert,
    row: &OutboxRow,
    now: DateTime<Utc>,
) -> anyhow::Result<Result<Request, &'static str>> {
    let home = app.config.server.address_of("/notifications");
    Ok(Ok(match target {
        Target::Push { url, p256dh, auth } => {
            return push::request(app, url, (p256dh, auth), alert, row, now);
        }
        Target::Webhook { url } => {
            let secrets = &app.secrets;
            let key = secrets.webhook_key(endpoint.id, endpoint.secret_version);
            webhook::request(url, alert, row, &key, now)
        }
        Target::Slack { url } => Request::json(url.clone(), &chat::slack::body(alert, &home)),
        Target::Discord { url } => Request::json(url.clone(), &chat::discord::body(alert, &home)),
        Target::Telegram { bot_token, chat_id } => {
            let api = &app.config.delivery.telegram_api_url;
            chat::telegram::request(api, bot_token, chat_id, alert, &home)?
        }
        Target::Ntfy { url, token } => chat::ntfy::request(url, token.as_deref(), alert, &home)?,
    }))
}
