//! Asks a language model: sends one request and reads its answer. Nothing is retried: each attempt costs, and its
//! callers can do without. Source: platform.openai.com/docs/api-reference/chat, as far as other servers support it too.

mod breaker;
pub mod suspicion;

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;

use crate::config::ModelConfig;
use foundation::net::service::{self, Unread};

pub use breaker::Breaker;

/// The largest answer that is read; the longest that is asked for stays far below it.
const MAX_ANSWER_BYTES: usize = 256 << 10;

/// The configured endpoint of a language model.
pub struct LanguageModel {
    client: reqwest::Client,
    address: Url,
    key: Option<String>,
    config: ModelConfig,
}

/// A question whose answer is JSON.
pub struct Question<'a> {
    /// The name of the answer's schema.
    pub name: &'a str,
    pub schema: Value,
    /// The same for every question of this name. None of it is by users or strangers.
    pub instructions: &'a str,
    /// A JSON document, which contains all that others wrote.
    pub data: &'a str,
}

/// The reason that there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoAnswer {
    Late,
    Unavailable,
    Malformed,
}

#[derive(Deserialize)]
struct Completion {
    choices: Vec<Choice>,
    usage: Option<Usage>,
}

#[derive(Deserialize)]
struct Choice {
    message: Message,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Message {
    content: Option<String>,
}

#[derive(Deserialize)]
struct Usage {
    prompt_tokens: Option<u64>,
    completion_tokens: Option<u64>,
}

impl LanguageModel {
    /// Creates a client for the configured endpoint.
    ///
    /// # Errors
    /// The settings do not make an HTTP client.
    pub fn new(config: &ModelConfig) -> anyhow::Result<Self> {
        let base = config.base_url.clone();
        let mut address =
            base.ok_or_else(|| anyhow::anyhow!("insights.model.base_url is unset"))?;
        let timeout = Duration::from_secs(config.timeout_seconds.into());
        let client = service::client(&address, timeout)
            .user_agent(concat!("Harken/", env!("CARGO_PKG_VERSION")))
            // Neither the key nor the posts may follow a redirect.
            .redirect(reqwest::redirect::Policy::none());
        if let Ok(mut segments) = address.path_segments_mut() {
            segments.pop_if_empty().extend(["chat", "completions"]);
        }
        Ok(Self {
            client: client.build()?,
            address,
            key: config.api_key.clone().filter(|key| !key.trim().is_empty()),
            config: config.clone(),
        })
    }

    /// Asks the endpoint, and returns the text of its answer.
    ///
    /// # Errors
    /// There is no answer within `patience`.
    pub async fn complete(
        &self,
        question: &Question<'_>,
        patience: Duration,
    ) -> Result<String, NoAnswer> {
        let config = &self.config;
        let mut body = json!({
            "model": config.name,
            "messages": [
                {"role": "system", "content": question.instructions},
                {"role": "user", "content": question.data},
            ],
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": question.name, "strict": true, "schema": question.schema},
            },
            "stream": false,
        });
        body[config.output_tokens_field.as_str()] = json!(config.output_tokens);
        let request = self.client.post(self.address.clone()).json(&body);
        // The timeout covers everything from the first byte sent to the last one read.
        let mut request = request.timeout(patience);
        if let Some(key) = &self.key {
            request = request.bearer_auth(key);
        }
        let answer = request.send().await.map_err(|error| lost(&error))?;
        let status = answer.status();
        if !status.is_success() {
            tracing::warn!(status = status.as_u16(), "a language model refused a call");
            return Err(NoAnswer::Unavailable);
        }
        let body = service::read(answer, MAX_ANSWER_BYTES).await;
        content(&body.map_err(|unread| match unread {
            Unread::TooLong => NoAnswer::Malformed,
            Unread::Broken(error) => lost(&error),
        })?)
    }
}

fn content(bytes: &[u8]) -> Result<String, NoAnswer> {
    let bad = |why: &'static str| {
        tracing::warn!(why, "a language model's answer is not used");
        NoAnswer::Malformed
    };
    let completion: Completion =
        serde_json::from_slice(bytes).map_err(|_| bad("it is no completion"))?;
    if let Some(usage) = completion.usage {
        tracing::info!(
            prompt_tokens = usage.prompt_tokens,
            completion_tokens = usage.completion_tokens,
            "a language model answered"
        );
    }
    let first = completion.choices.into_iter().next();
    let choice = first.ok_or_else(|| bad("it has no choices"))?;
    // Other reasons mean that the answer was cut off, withheld, or that a tool is to be called.
    if choice.finish_reason.is_some_and(|reason| reason != "stop") {
        return Err(bad("it did not come to its end"));
    }
    choice.message.content.ok_or_else(|| bad("it has no text"))
}

/// Logs a transport error without the address.
fn lost(error: &reqwest::Error) -> NoAnswer {
    if error.is_timeout() {
        return NoAnswer::Late;
    }
    let reason = service::broken(error);
    tracing::warn!(reason, "a language model did not answer");
    NoAnswer::Unavailable
}
