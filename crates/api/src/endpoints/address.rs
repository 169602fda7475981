//! The address of an endpoint, as a user enters it.

use std::borrow::Cow;

use url::Url;

use super::webhook_address::{of_discord, of_slack};
use super::{EndpointChannel, telegram_chat};
use crate::error::Fields;
use deliver::delivery::target::Target;
use platform::outgoing::Outgoing;

const MAX_TOKEN_CHARS: usize = 200;

/// The fields of an address. The channel determines which of them are needed.
pub(super) struct Address<'a> {
    pub(super) url: Option<&'a str>,
    pub(super) bot_token: Option<&'a str>,
    pub(super) chat_id: Option<Cow<'a, str>>,
    pub(super) token: Option<&'a str>,
}

impl Address<'_> {
    pub(super) fn is_empty(&self) -> bool {
        let fields = [self.url, self.bot_token, self.token];
        fields.iter().all(Option::is_none) && self.chat_id.is_none()
    }
}

/// Returns the sent fields, with the present ones in place of those left out. A token is not
/// carried over to another address: whoever may change an address need not know the token.
pub(super) fn merge<'a>(sent: Address<'a>, present: Option<&'a Target>) -> Address<'a> {
    match present {
        Some(target @ Target::Telegram { bot_token, .. }) => Address {
            bot_token: sent.bot_token.or(Some(bot_token)),
            chat_id: sent.chat_id.or_else(|| Some(target.shown().into())),
            ..sent
        },
        Some(Target::Ntfy { url, token })
            if sent.url.is_none_or(|typed| typed.trim() == url.as_str()) =>
        {
            Address { url: Some(url.as_str()), token: sent.token.or(token.as_deref()), ..sent }
        }
        Some(
            Target::Webhook { url, .. }
            | Target::Slack { url }
            | Target::Discord { url }
            | Target::Ntfy { url, .. }
            | Target::Push { url, .. },
        ) => Address { url: sent.url.or(Some(url.as_str())), ..sent },
        None => sent,
    }
}

/// Returns the target of an endpoint of this channel, unless a field is wrong, which is added to
/// `fields`.
pub(super) fn check_target(
    channel: EndpointChannel,
    sent: Address<'_>,
    outgoing: &Outgoing,
    fields: &mut Fields,
) -> Option<Target> {
    let mut url = || checked(fields, "url", check_url(sent.url, outgoing));
    match channel {
        EndpointChannel::Push => {
            let text = "Add a browser from that browser itself".to_owned();
            fields.insert("channel".to_owned(), text);
            None
        }
        EndpointChannel::Webhook => url().map(|url| Target::Webhook { url, template: None }),
        EndpointChannel::Slack => {
            let url =
                url().and_then(|url| checked(fields, "url", of_slack(url).map_err(str::to_owned)));
            url.map(|url| Target::Slack { url })
        }
        EndpointChannel::Discord => {
            let url = url()
                .and_then(|url| checked(fields, "url", of_discord(url).map_err(str::to_owned)));
            url.map(|url| Target::Discord { url })
        }
        EndpointChannel::Ntfy => {
            let url = url().and_then(|url| checked(fields, "url", check_topic(url)));
            let token = checked(fields, "token", check_token(sent.token));
            url.zip(token).map(|(url, token)| Target::Ntfy { url, token })
        }
        EndpointChannel::Telegram => {
            let bot_token = checked(fields, "botToken", check_bot_token(sent.bot_token));
            let typed = sent.chat_id.unwrap_or_default();
            let chat = telegram_chat::parse(&typed).map_err(str::to_owned);
            let both = bot_token.zip(checked(fields, "chatId", chat));
            both.map(|(bot_token, (chat_id, topic))| Target::Telegram { bot_token, chat_id, topic })
        }
    }
}

fn check_url(typed: Option<&str>, outgoing: &Outgoing) -> Result<Url, String> {
    let typed = typed.unwrap_or_default().trim();
    if typed.is_empty() {
        return Err("Enter the address".to_owned());
    }
    let url = Url::parse(typed);
    let mut url =
        url.map_err(|_| "This is not a web address. It must begin with https://".to_owned())?;
    outgoing.check(&url).map_err(|refused| refused.to_string())?;
    // The fragment is never sent, and two addresses that differ only in it are one.
    url.set_fragment(None);
    Ok(url)
}

/// Checks an address whose last part is the topic.
fn check_topic(url: Url) -> Result<Url, String> {
    let topic = url.path().rsplit('/').next().unwrap_or_default();
    let fits = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
    let is_topic = (1..=64).contains(&topic.len()) && topic.bytes().all(fits);
    if is_topic && url.query().is_none() {
        Ok(url)
    } else {
        Err("Enter the topic's address, such as https://ntfy.sh/my-topic".to_owned())
    }
}

fn check_token(typed: Option<&str>) -> Result<Option<String>, String> {
    let typed = typed.unwrap_or_default().trim();
    if typed.len() > MAX_TOKEN_CHARS || !typed.bytes().all(|b| b.is_ascii_graphic()) {
        return Err("This is not an ntfy access token".to_owned());
    }
    Ok((!typed.is_empty()).then(|| typed.to_owned()))
}

/// Checks a token of the form `<number>:<letters, digits, - and _>`.
fn check_bot_token(typed: Option<&str>) -> Result<String, String> {
    let typed = typed.unwrap_or_default().trim();
    let is_token = typed.split_once(':').is_some_and(|(id, secret)| {
        let fits = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
        !id.is_empty()
            && !secret.is_empty()
            && id.bytes().all(|b| b.is_ascii_digit())
            && secret.bytes().all(fits)
    });
    if is_token && typed.len() <= MAX_TOKEN_CHARS {
        Ok(typed.to_owned())
    } else {
        Err("Enter the bot's token as BotFather gives it, such as 123456:ABC-DEF".to_owned())
    }
}

pub(super) fn checked<T>(fields: &mut Fields, field: &str, result: Result<T, String>) -> Option<T> {
    result.map_err(|text| fields.insert(field.to_owned(), text)).ok()
}
