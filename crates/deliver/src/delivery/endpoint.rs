//! One attempt to send an alert to a browser, a webhook or a chat.

use super::alert::{self, Alert};
use super::follow::{MAX_MOVES, Move, follow};
use super::push::vapid::Vapid;
use super::request::Request;
use super::target::Target;
use super::verdict::classify;
use super::{chat, push, webhook};
use crate::delivery::{AttemptResult, Lease, Moved, NewAddress, Outcome, Senders, Unsent};
use db::models::channel::Channel;
use db::models::endpoint::Endpoint;
use db::models::outbox::{Kind, OutboxRow};
use db::models::user::User;
use platform::context::Context;
use platform::outgoing::SendError;
use platform::plans::Capabilities;

/// Sends the alert for `row` to its endpoint.
pub(super) async fn send(
    senders: &Senders,
    context: &Context,
    row: &OutboxRow,
    lease: &Lease,
) -> AttemptResult {
    match find(context, row).await {
        Ok(endpoint) => send_to(senders, context, &endpoint, row, lease).await,
        Err(unsent) => Outcome::from(unsent).into(),
    }
}

/// Sends the alert for `row` to `endpoint`.
pub(super) async fn send_to(
    senders: &Senders,
    context: &Context,
    endpoint: &Endpoint,
    row: &OutboxRow,
    lease: &Lease,
) -> AttemptResult {
    let found = match prepare(context, endpoint, row).await {
        Ok(found) => found,
        Err(unsent) => return Outcome::from(unsent).into(),
    };
    if !lease.has_time() {
        return Outcome::NotBegun.into();
    }
    let mut tried = try_once(senders, context, endpoint, row, &found, &found.target).await;
    let mut moves: Vec<Move> = Vec::new();
    while let Some(next) = tried.next.take().filter(|_| moves.len() < MAX_MOVES && lease.has_time())
    {
        tried = try_once(senders, context, endpoint, row, &found, &next.target).await;
        moves.push(next);
    }
    match &tried.result.outcome {
        Outcome::Sent if !moves.is_empty() => {
            let moved = moved(context, endpoint, &moves);
            AttemptResult { moved: moved.ok().map(Box::new), ..tried.result }
        }
        _ => tried.result,
    }
}

/// The result of one request, and where its answer said to send the message instead.
struct Tried {
    result: AttemptResult,
    next: Option<Move>,
}

/// Posts the alert to `target`, which is that of `endpoint` or where it has moved to.
async fn try_once(
    senders: &Senders,
    context: &Context,
    endpoint: &Endpoint,
    row: &OutboxRow,
    Found { user, alert, .. }: &Found,
    target: &Target,
) -> Tried {
    let ended = |result| Tried { result, next: None };
    let built = request(&senders.vapid, context, target, endpoint, (user, alert), row);
    let Request { method, url, headers, body } = match built {
        Ok(request) => request,
        Err(unsent) => return ended(Outcome::from(unsent).into()),
    };
    match senders.outgoing.send(method, &url, headers, body).await {
        Ok(answer) => {
            let now = context.clock.now();
            let result = match target {
                Target::Push { .. } => push::classify(&answer, now),
                _ => classify(target, &answer, now).with_status(answer.status),
            };
            Tried { result, next: follow(target, &answer) }
        }
        Err(SendError::Refused(refused)) => ended(Outcome::Dead(refused.to_string()).into()),
        Err(SendError::Timeout) => {
            let seconds = context.config.delivery.timeout_seconds;
            let outcome = Outcome::retry(format!("there was no answer within {seconds} s"));
            ended(AttemptResult { timed_out: true, ..outcome.into() })
        }
        Err(SendError::Failed(reason)) => ended(Outcome::retry(reason).into()),
    }
}

/// Returns what is stored and said about `moves`, after which the endpoint took the message.
fn moved(context: &Context, endpoint: &Endpoint, moves: &[Move]) -> anyhow::Result<Moved> {
    let notes: Vec<&str> = moves.iter().map(|one| one.note.as_str()).collect();
    let lasting = moves.iter().take_while(|one| one.lasts).last();
    let address = lasting.map(|Move { target, .. }| {
        anyhow::Ok(NewAddress {
            target: target.seal(endpoint.id, &context.secrets)?,
            fingerprint: context.secrets.fingerprint(&target.address()),
            shown: target.shown(),
            replaces: endpoint.target.clone(),
        })
    });
    Ok(Moved { note: notes.join("; "), address: address.transpose()? })
}

/// Returns the noun for the endpoint in a reason.
fn noun(row: &OutboxRow) -> &'static str {
    match row.channel {
        Channel::Push => "browser",
        _ => "channel",
    }
}

async fn find(context: &Context, row: &OutboxRow) -> Result<Endpoint, Unsent> {
    let what = noun(row);
    let Some(id) = row.endpoint_id else {
        return Err(Unsent::dead(format!("the message names no {what}")));
    };
    let found = Endpoint::find(id, &mut *context.conn().await?).await?;
    found.ok_or_else(|| Unsent::skipped(format!("the {what} is gone")))
}

/// What a request is built from.
struct Found {
    target: Target,
    user: User,
    alert: Alert,
}

/// Finds the target of the message, and what it is about. Releases its database connections before
/// it returns.
async fn prepare(context: &Context, endpoint: &Endpoint, row: &OutboxRow) -> Result<Found, Unsent> {
    let what = noun(row);
    // The owner of a paused endpoint may want to know whether it works again.
    if endpoint.paused_at.is_some() && row.kind != Kind::Test {
        return Err(Unsent::skipped(format!("the {what} is paused")));
    }
    let Some(target) = Target::of(endpoint, &context.secrets) else {
        return Err(Unsent::dead(format!(
            "its address can no longer be read: delete the {what} and add it again"
        )));
    };
    let (user, alert) = alert::load(context, row).await?;
    let can = Capabilities::of(user.plan, context.config.server.plans);
    if !can.sends_to(endpoint.channel) {
        return Err(Unsent::skipped(format!("alerts to a {what} are part of the Pro plan")));
    }
    Ok(Found { target, user, alert })
}

/// Builds the request to post.
fn request(
    vapid: &Vapid,
    context: &Context,
    target: &Target,
    endpoint: &Endpoint,
    (user, alert): (&User, &Alert),
    row: &OutboxRow,
) -> Result<Request, Unsent> {
    let home = context.config.server.address_of(&alert.path());
    Ok(match target {
        Target::Push { url, p256dh, auth } => {
            return push::request(vapid, context, url, (p256dh, auth), user, alert, row);
        }
        Target::Webhook { url, template } => {
            let secrets = &context.secrets;
            let key = secrets.webhook_key(endpoint.id, endpoint.secret_version);
            let now = context.clock.now();
            webhook::request((url, template.as_ref()), &home, alert, row, &key, now)?
        }
        Target::Slack { url } => Request::json(url.clone(), &chat::slack::body(alert, &home)),
        Target::Discord { url } => Request::json(url.clone(), &chat::discord::body(alert, &home)),
        Target::Telegram { bot_token, chat_id, topic } => {
            let api = &context.config.delivery.telegram_api_url;
            chat::telegram::request(api, bot_token, (chat_id, *topic), alert, &home)?
        }
        Target::Ntfy { url, token } => chat::ntfy::request(url, token.as_deref(), alert, &home)?,
    })
}
