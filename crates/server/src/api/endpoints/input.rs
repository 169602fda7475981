use serde::{Deserialize, Deserializer};
use url::Url;
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use super::EndpointChannel;
use crate::api::error::{ApiError, ApiResult, Fields};
use crate::delivery::outgoing::Outgoing;
use crate::delivery::target::Target;

const MAX_NAME_CHARS: usize = 100;
const MAX_WATCHES: usize = 500;
const MAX_TOKEN_CHARS: usize = 200;

/// A new endpoint. Which of the optional fields are needed depends on the channel: `botToken` and
/// `chatId` of Telegram, `url` of all others; `token` only if a topic of ntfy is closed.
// Not `Debug`: it holds secrets.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndpointInput {
    channel: EndpointChannel,
    #[serde(default)]
    #[schema(required = true, min_length = 1, max_length = 100)]
    name: String,
    /// Where to post; of ntfy the topic's address.
    #[schema(nullable = false, max_length = 2000)]
    url: Option<String>,
    #[schema(nullable = false, max_length = 200)]
    bot_token: Option<String>,
    /// A number, or `@name` of a public channel.
    #[schema(nullable = false, max_length = 64)]
    chat_id: Option<String>,
    #[schema(nullable = false, max_length = 200)]
    token: Option<String>,
    /// The watches whose matches go there; null or left out for all of them.
    #[schema(max_items = 500)]
    pub(super) watch_ids: Option<Vec<Uuid>>,
}

impl EndpointInput {
    /// Returns the name and where it goes. Checks every field, so that one answer names all that
    /// are wrong.
    pub(super) fn check(&self, outgoing: &Outgoing) -> ApiResult<(String, Target)> {
        let mut fields = Fields::new();
        let name = checked(&mut fields, "name", check_name(&self.name));
        checked(
            &mut fields,
            "watchIds",
            check_watches(self.watch_ids.as_deref()),
        );
        let mut url = || checked(&mut fields, "url", check_url(self.url.as_deref(), outgoing));
        let target = match self.channel {
            EndpointChannel::Push => {
                let text = "Browsers are added from the browser itself".to_owned();
                fields.insert("channel".to_owned(), text);
                None
            }
            EndpointChannel::Webhook => url().map(|url| Target::Webhook { url }),
            EndpointChannel::Slack => url().map(|url| Target::Slack { url }),
            EndpointChannel::Discord => url().map(|url| Target::Discord { url }),
            EndpointChannel::Ntfy => {
                let url = url().and_then(|url| checked(&mut fields, "url", check_topic(url)));
                let token = checked(&mut fields, "token", check_token(self.token.as_deref()));
                url.zip(token)
                    .map(|(url, token)| Target::Ntfy { url, token })
            }
            EndpointChannel::Telegram => {
                let bot_token = check_bot_token(self.bot_token.as_deref());
                let bot_token = checked(&mut fields, "botToken", bot_token);
                let chat_id = check_chat(self.chat_id.as_deref());
                let chat_id = checked(&mut fields, "chatId", chat_id);
                let both = bot_token.zip(chat_id);
                both.map(|(bot_token, chat_id)| Target::Telegram { bot_token, chat_id })
            }
        };
        match (name, target) {
            (Some(name), Some(target)) if fields.is_empty() => Ok((name, target)),
            _ => Err(ApiError::Invalid(fields)),
        }
    }
}

/// What changes; what is left out stays.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndpointChange {
    #[schema(nullable = false, min_length = 1, max_length = 100)]
    name: Option<String>,
    /// Null for all watches.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<Vec<Uuid>>, max_items = 500)]
    pub(super) watch_ids: Option<Option<Vec<Uuid>>>,
    #[schema(nullable = false)]
    pub(super) paused: Option<bool>,
}

impl EndpointChange {
    /// Checks every field, and returns the new name, if there is one.
    pub(super) fn check(&self) -> ApiResult<Option<String>> {
        let mut fields = Fields::new();
        let name = self.name.as_deref().map(check_name);
        let name = name.and_then(|name| checked(&mut fields, "name", name));
        let watches = self.watch_ids.as_ref().and_then(Option::as_deref);
        checked(&mut fields, "watchIds", check_watches(watches));
        if fields.is_empty() {
            Ok(name)
        } else {
            Err(ApiError::Invalid(fields))
        }
    }
}

/// Distinguishes null from what is left out.
fn present<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    T::deserialize(deserializer).map(Some)
}

fn checked<T>(fields: &mut Fields, field: &str, result: Result<T, String>) -> Option<T> {
    result
        .map_err(|text| fields.insert(field.to_owned(), text))
        .ok()
}

fn check_name(typed: &str) -> Result<String, String> {
    let name = typed.trim();
    if name.is_empty() {
        return Err("Give it a name".to_owned());
    }
    if name.chars().count() > MAX_NAME_CHARS {
        return Err(format!("A name has at most {MAX_NAME_CHARS} characters"));
    }
    if name.chars().any(char::is_control) {
        return Err("A name has no control characters".to_owned());
    }
    Ok(name.to_owned())
}

fn check_watches(ids: Option<&[Uuid]>) -> Result<(), String> {
    match ids.map(<[Uuid]>::len) {
        Some(0) => Err("Choose at least one keyword, or all of them".to_owned()),
        Some(count) if count > MAX_WATCHES => Err(format!("Choose at most {MAX_WATCHES} keywords")),
        _ => Ok(()),
    }
}

fn check_url(typed: Option<&str>, outgoing: &Outgoing) -> Result<Url, String> {
    let typed = typed.unwrap_or_default().trim();
    if typed.is_empty() {
        return Err("Enter the address".to_owned());
    }
    let url = Url::parse(typed);
    let mut url = url.map_err(|_| "This is no web address: one begins with https://".to_owned())?;
    outgoing
        .check(&url)
        .map_err(|refused| refused.to_string())?;
    // It is never sent, and two addresses that differ in it only are one.
    url.set_fragment(None);
    Ok(url)
}

/// An address whose last part is the topic.
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
        return Err("This is no access token of ntfy".to_owned());
    }
    Ok((!typed.is_empty()).then(|| typed.to_owned()))
}

/// `<number>:<letters, digits, - and _>`
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

fn check_chat(typed: Option<&str>) -> Result<String, String> {
    let typed = typed.unwrap_or_default().trim();
    let is_name = typed.strip_prefix('@').is_some_and(|name| {
        let fits = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
        (1..=32).contains(&name.len()) && name.bytes().all(fits)
    });
    if is_name || typed.parse::<i64>().is_ok() && typed.len() <= 20 {
        Ok(typed.to_owned())
    } else {
        Err("Enter the chat's number, or @name of a public channel".to_owned())
    }
}
