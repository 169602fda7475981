use std::fmt;

use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

/// AI insights: the source of their texts. Harken always counts the numbers itself.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct InsightsConfig {
    /// `builtin`, the analyser that comes with Harken; or `model`, a language model, to which matches of
    /// keywords are sent.
    #[schema(value_type = String)]
    pub provider: InsightsProvider,
    #[schema(inline)]
    pub model: ModelConfig,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InsightsProvider {
    /// The analyser that comes with Harken: no key, no network.
    #[default]
    Builtin,
    /// A language model at an endpoint that speaks OpenAI's chat completions. Matches of users' watches are sent
    /// there.
    Model,
}

/// The endpoint, and limits on its use.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ModelConfig {
    /// The base URL including the version, such as `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`.
    pub base_url: Option<Url>,
    /// The endpoint's key. Local servers need none.
    #[schema(write_only)]
    pub api_key: Option<String>,
    /// The endpoint's name for the model.
    pub name: Option<String>,
    /// How long the answer for one keyword may take.
    pub timeout_seconds: u32,
    /// How long all answers of one request may take together.
    pub request_seconds: u32,
    /// The number of posts that are sent for one keyword.
    pub posts: u32,
    /// The maximum number of characters, over all posts that are sent for one keyword.
    pub input_chars: u32,
    /// The maximum number of tokens of an answer.
    pub output_tokens: u32,
    /// The request field that limits these tokens: `max_tokens`, or `max_completion_tokens`, which OpenAI's
    /// newer models require.
    #[schema(value_type = String)]
    pub output_tokens_field: OutputTokensField,
    /// The number of keywords of a request that are sent; the analyser writes the rest.
    pub keywords_per_request: u32,
    /// The number of calls in a UTC day, for all users together.
    pub calls_per_day: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutputTokensField {
    MaxTokens,
    MaxCompletionTokens,
}

impl OutputTokensField {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::MaxTokens => "max_tokens",
            Self::MaxCompletionTokens => "max_completion_tokens",
        }
    }
}

impl InsightsConfig {
    pub(super) fn problem(&self) -> Option<String> {
        if self.provider != InsightsProvider::Model {
            return None;
        }
        let model = &self.model;
        let named = |text: &Option<String>| !text.as_deref().unwrap_or_default().trim().is_empty();
        let (Some(base), true) = (&model.base_url, named(&model.name)) else {
            return Some("with provider = model set model.base_url and model.name".to_owned());
        };
        let is_local = matches!(base.host_str(), Some("127.0.0.1" | "localhost" | "[::1]"));
        match base.scheme() {
            "https" => {}
            "http" if is_local || model.api_key.is_none() => {}
            "http" => {
                return Some(
                    "model.base_url must begin with https://, because the key is sent \
                     there"
                        .to_owned(),
                );
            }
            _ => return Some("model.base_url must begin with https:// or http://".to_owned()),
        }
        let zero = [
            model.timeout_seconds,
            model.request_seconds,
            model.posts,
            model.input_chars,
            model.output_tokens,
            model.keywords_per_request,
            model.calls_per_day,
        ]
        .contains(&0);
        zero.then(|| "all numbers of model must be 1 or more".to_owned())
    }
}

impl Default for ModelConfig {
    fn default() -> Self {
        Self {
            base_url: None,
            api_key: None,
            name: None,
            timeout_seconds: 30,
            request_seconds: 120,
            posts: 40,
            input_chars: 24_000,
            output_tokens: 1_200,
            output_tokens_field: OutputTokensField::MaxTokens,
            keywords_per_request: 10,
            calls_per_day: 500,
        }
    }
}

/// Never prints the key.
impl fmt::Debug for ModelConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ModelConfig")
            .field("base_url", &self.base_url.as_ref().map(Url::host_str))
            .field("api_key", &self.api_key.as_ref().map(|_| "set"))
            .field("name", &self.name)
            .field("timeout_seconds", &self.timeout_seconds)
            .field("calls_per_day", &self.calls_per_day)
            .finish_non_exhaustive()
    }
}
