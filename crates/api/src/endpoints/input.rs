use std::borrow::Cow;

use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use super::EndpointChannel;
use super::address::{Address, check_target, checked, merge};
use crate::error::{ApiError, ApiResult, Fields};
use deliver::delivery::target::Target;
use deliver::delivery::webhook_template::Template;
use platform::outgoing::Outgoing;

const MAX_NAME_CHARS: usize = 100;
const MAX_WATCHES: usize = 500;

/// A new endpoint. The channel decides which of the optional fields are required: `botToken` and
/// `chatId` for Telegram, `url` for all others, and `token` only for a protected ntfy topic.
// Not `Debug`: it holds secrets.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"channel": "webhook", "name": "My server", "url": "https://server.example/hook"}))]
pub struct EndpointInput {
    channel: EndpointChannel,
    #[serde(default)]
    #[schema(required = true, min_length = 1, max_length = 100)]
    name: String,
    /// The URL to post to; for ntfy, the topic's address.
    #[schema(nullable = false, max_length = 2000)]
    url: Option<String>,
    #[schema(nullable = false, max_length = 200)]
    bot_token: Option<String>,
    /// A number, `@name` of a public channel, or a link; with a topic, such as `@name/45` or
    /// `https://t.me/c/1234567890/45`.
    #[schema(nullable = false, max_length = 200)]
    chat_id: Option<String>,
    #[schema(nullable = false, max_length = 200)]
    token: Option<String>,
    /// For a webhook: the form of its requests, for services that expect one of their own.
    template: Option<Template>,
    /// The keywords whose matches are sent there; all of them if null or missing.
    #[schema(max_items = 500)]
    pub(super) watch_ids: Option<Vec<Uuid>>,
    /// Whether coverage gaps of these keywords, and keywords and channels that were paused, are reported
    /// there, too.
    #[serde(default)]
    #[schema(nullable = false)]
    pub(super) reports_gaps: bool,
    /// The token from `POST /endpoints/test`, so that the tested endpoint is the one that is added.
    #[schema(nullable = false, max_length = 100)]
    pub(super) draft: Option<String>,
}

impl EndpointInput {
    fn address(&self) -> Address<'_> {
        Address {
            url: self.url.as_deref(),
            bot_token: self.bot_token.as_deref(),
            chat_id: self.chat_id.as_deref().map(Cow::Borrowed),
            token: self.token.as_deref(),
        }
    }

    /// Returns the name and the target. Checks every field, so that one answer names all wrong
    /// ones.
    pub(super) fn check(&self, outgoing: &Outgoing) -> ApiResult<(String, Target)> {
        let mut fields = Fields::new();
        let name = checked(&mut fields, "name", check_name(&self.name));
        checked(&mut fields, "watchIds", check_watches(self.watch_ids.as_deref()));
        let target = check_target(self.channel, self.address(), outgoing, &mut fields);
        let target = target.map(|target| with_template(target, self.template.clone(), &mut fields));
        match (name, target) {
            (Some(name), Some(target)) if fields.is_empty() => Ok((name, target)),
            _ => Err(ApiError::Invalid(fields)),
        }
    }
}

/// The fields to change; missing ones stay as they are. A new address must be of the same channel,
/// and is given in the fields in which it was given when the endpoint was added. With another
/// `url`, `token` must be given again, and with another host `template`. A new template is tested
/// like a new address.
// Not `Debug`: it holds secrets.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndpointChange {
    #[schema(nullable = false, min_length = 1, max_length = 100, example = "My server")]
    name: Option<String>,
    /// The keywords whose matches are sent there; null for all of them.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<Vec<Uuid>>, max_items = 500)]
    pub(super) watch_ids: Option<Option<Vec<Uuid>>>,
    #[schema(nullable = false)]
    pub(super) reports_gaps: Option<bool>,
    #[schema(nullable = false)]
    pub(super) paused: Option<bool>,
    #[schema(nullable = false, max_length = 2000)]
    url: Option<String>,
    #[schema(nullable = false, max_length = 200)]
    bot_token: Option<String>,
    #[schema(nullable = false, max_length = 200)]
    chat_id: Option<String>,
    #[schema(nullable = false, max_length = 200)]
    token: Option<String>,
    /// For a webhook: the form of its requests; null for Harken's own.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<Template>)]
    template: Option<Option<Template>>,
    /// Whether a new address or template is accepted without a test.
    #[serde(default)]
    #[schema(nullable = false)]
    pub(super) untested: bool,
}

impl EndpointChange {
    /// Returns the new target of the endpoint, if it differs from `present`.
    pub(super) fn new_target(
        &self,
        channel: EndpointChannel,
        present: Option<&Target>,
        outgoing: &Outgoing,
    ) -> ApiResult<Option<Target>> {
        let sent = Address {
            url: self.url.as_deref(),
            bot_token: self.bot_token.as_deref(),
            chat_id: self.chat_id.as_deref().map(Cow::Borrowed),
            token: self.token.as_deref(),
        };
        if sent.is_empty() && self.template.is_none() {
            return Ok(None);
        }
        let mut fields = Fields::new();
        let target = check_target(channel, merge(sent, present), outgoing, &mut fields);
        let target = target.map(|target| {
            let template = match (&self.template, present) {
                (Some(template), _) => template.clone(),
                (None, Some(Target::Webhook { template: Some(_), .. }))
                    if present.map(Target::shown) != Some(target.shown()) =>
                {
                    let text = "Enter the form of the requests again: its headers are not sent to another host";
                    fields.insert("template".to_owned(), text.to_owned());
                    None
                }
                (None, Some(Target::Webhook { template, .. })) => template.clone(),
                _ => None,
            };
            with_template(target, template, &mut fields)
        });
        match target {
            Some(target) if fields.is_empty() => Ok((Some(&target) != present).then_some(target)),
            _ => Err(ApiError::Invalid(fields)),
        }
    }

    /// Checks every field, and returns the new name, if there is one.
    pub(super) fn check(&self) -> ApiResult<Option<String>> {
        let mut fields = Fields::new();
        let name = self.name.as_deref().map(check_name);
        let name = name.and_then(|name| checked(&mut fields, "name", name));
        let watches = self.watch_ids.as_ref().and_then(Option::as_deref);
        checked(&mut fields, "watchIds", check_watches(watches));
        if fields.is_empty() { Ok(name) } else { Err(ApiError::Invalid(fields)) }
    }
}

/// Returns `target` with the form of its requests, whose wrong fields are added to `fields`.
fn with_template(target: Target, template: Option<Template>, fields: &mut Fields) -> Target {
    let Some(template) = template else { return target };
    let Target::Webhook { url, .. } = target else {
        fields.insert("template".to_owned(), "Only webhooks have a template".to_owned());
        return target;
    };
    if let Err(wrong) = template.check() {
        fields.extend(wrong.into_iter().map(|(field, text)| (format!("template.{field}"), text)));
    }
    Target::Webhook { url, template: Some(template) }
}

/// Distinguishes null from a missing field.
fn present<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    T::deserialize(deserializer).map(Some)
}

fn check_name(typed: &str) -> Result<String, String> {
    let name = typed.trim();
    if name.is_empty() {
        return Err("Give it a name".to_owned());
    }
    if name.chars().count() > MAX_NAME_CHARS {
        return Err(format!("A name can have at most {MAX_NAME_CHARS} characters"));
    }
    if name.chars().any(char::is_control) {
        return Err("A name cannot contain control characters".to_owned());
    }
    Ok(name.to_owned())
}

fn check_watches(ids: Option<&[Uuid]>) -> Result<(), String> {
    match ids.map(<[Uuid]>::len) {
        Some(0) => Err("Select at least one keyword, or all of them".to_owned()),
        Some(count) if count > MAX_WATCHES => Err(format!("Select at most {MAX_WATCHES} keywords")),
        _ => Ok(()),
    }
}
