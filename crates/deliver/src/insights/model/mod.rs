//! The language model: any endpoint that supports OpenAI's chat completions. It is shown posts as
//! data, writes sentences that each name the posts they are based on, and nothing is accepted from
//! it that cannot be checked.

mod answer;
mod prompt;

use std::time::{Duration, Instant};

use analyser::report::{Impact, Part};
use serde::{Deserialize, Serialize};

use super::quota;
use analyser::{Input, Keyword, Report};
use platform::config::ModelConfig;
use platform::context::Context;
use platform::language_model::{Breaker, LanguageModel, NoAnswer, Question};
use prompt::{INSTRUCTIONS, Prompt};

/// The fewest posts for which the model is asked; fewer are described by the analyser alone. A
/// sentence needs at least two of them, and one loud author should not be half of what is read.
const MIN_POSTS: usize = 5;

/// The model's sentences about one keyword, after all checks. Posts are the forum's ids.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Written {
    /// The name of the model, as sent to the endpoint.
    pub model: String,
    pub summary: Vec<Statement>,
    pub recommendations: Vec<Advice>,
    /// The number of sentences that did not pass the checks.
    pub dropped: usize,
}

/// A sentence or two, and the posts they are based on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statement {
    pub part: Part,
    pub text: String,
    pub posts: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Advice {
    pub action: String,
    pub description: String,
    pub impact: Impact,
    pub posts: Vec<String>,
}

/// The reason why the analyser's sentences are used instead of the model's. The texts are shown to
/// users.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Fallback {
    #[error("There were too few discussions to ask the language model.")]
    TooFew,
    #[error("The language model has failed several times, so it is not used for a while.")]
    Paused,
    #[error("The language model has reached its daily limit of calls.")]
    DailyCap,
    #[error("Only some of the keywords in a request are sent to the language model.")]
    RequestCap,
    #[error("The language model did not answer in time.")]
    Late,
    #[error("The language model could not be reached.")]
    Unavailable,
    #[error("The language model's answer did not pass the checks.")]
    BadAnswer,
}

impl From<NoAnswer> for Fallback {
    fn from(why: NoAnswer) -> Self {
        match why {
            NoAnswer::Late => Self::Late,
            NoAnswer::Unavailable => Self::Unavailable,
            NoAnswer::Malformed => Self::BadAnswer,
        }
    }
}

pub(crate) struct Model {
    endpoint: LanguageModel,
    config: ModelConfig,
    breaker: Breaker,
}

/// The remaining budget of one request.
pub(super) struct Budget {
    keywords: u32,
    until: Instant,
}

impl Model {
    pub(super) fn new(config: &ModelConfig) -> anyhow::Result<Self> {
        let endpoint = LanguageModel::new(config)?;
        Ok(Self { endpoint, config: config.clone(), breaker: Breaker::default() })
    }

    /// Returns the budget of a job that begins or is continued.
    pub(super) fn budget(&self, done: usize) -> Budget {
        let done = u32::try_from(done).unwrap_or(u32::MAX);
        Budget {
            keywords: self.config.keywords_per_request.saturating_sub(done),
            until: Instant::now() + Duration::from_secs(self.config.request_seconds.into()),
        }
    }

    /// Returns the longest time that one keyword may take.
    pub(super) fn patience(&self) -> Duration {
        Duration::from_secs(self.config.timeout_seconds.into())
    }

    /// Writes about `keyword`: `report` is the analyser's, about the posts of the keyword in
    /// `input`.
    ///
    /// # Errors
    /// The reason why the analyser's sentences are used. A database that fails counts as a reached
    /// cap.
    pub(super) async fn write(
        &self,
        context: &Context,
        keyword: &Keyword,
        report: &Report,
        input: &Input,
        budget: &mut Budget,
    ) -> Result<Written, Fallback> {
        let prompt = Prompt::new(keyword, report, input, &self.config);
        if prompt.sources.len() < MIN_POSTS {
            return Err(Fallback::TooFew);
        }
        if budget.keywords == 0 {
            return Err(Fallback::RequestCap);
        }
        let left = budget.until.saturating_duration_since(Instant::now());
        let patience = left.min(self.patience());
        if patience.is_zero() {
            return Err(Fallback::Late);
        }
        if !self.breaker.lets_through(context.clock.elapsed()) {
            return Err(Fallback::Paused);
        }
        if !self.take_call(context).await {
            return Err(Fallback::DailyCap);
        }
        budget.keywords -= 1;
        let question = Question {
            name: "insights",
            schema: prompt::schema(),
            instructions: INSTRUCTIONS,
            data: &prompt.data,
        };
        let asked = self.endpoint.complete(&question, patience).await;
        let read = asked.map_err(Fallback::from).and_then(|content| {
            answer::read(&content, &keyword.keyword, &prompt).map_err(|why| {
                tracing::warn!(why, "a language model's answer is not used");
                Fallback::BadAnswer
            })
        });
        match read {
            Ok(passed) => {
                self.breaker.succeeded();
                Ok(Written {
                    model: self.config.name.clone().unwrap_or_default(),
                    summary: passed.summary,
                    recommendations: passed.recommendations,
                    dropped: passed.dropped,
                })
            }
            Err(fallback) => {
                self.breaker.failed(context.clock.elapsed());
                Err(fallback)
            }
        }
    }

    async fn take_call(&self, context: &Context) -> bool {
        let taken = async {
            let mut conn = context.conn().await?;
            let (most, now) = (self.config.calls_per_day, context.clock.now());
            anyhow::Ok(quota::take_model_call(context, most, now, &mut conn).await?)
        };
        taken.await.unwrap_or_else(|error| {
            tracing::error!(error = format!("{error:#}"), "could not count a model's call");
            false
        })
    }
}

/// One of the posts that a model is shown.
pub(super) struct Source {
    /// The name of the post in the prompt, which has no meaning outside.
    pub(super) alias: String,
    /// The forum's id.
    pub(super) id: String,
    pub(super) author: u64,
}
