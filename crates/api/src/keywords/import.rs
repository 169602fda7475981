//! Imports keyword watches: F5Bot's lists, and tables.

use anyhow::Context;
use axum::Json;
use axum::extract::State;
use diesel_async::AsyncConnection;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::extract::Valid;
use crate::refusals::{AnyCall, JsonBody, SignedIn};
use crate::subreddits::{unconfirmed, unconfirmed_text};
use domain::auth::AuthUser;
use domain::watches::import::{ImportFormat, Imported, Line, Refusal, Room, read, store};
use foundation::background;
use platform::plans::Capabilities;

#[derive(Debug, Deserialize, Validate, ToSchema)]
pub struct ImportInput {
    /// The list. The body may have at most 64 KiB; send longer lists in parts.
    #[schema(min_length = 1, max_length = 60_000, example = "tokio\nserde")]
    #[validate(length(min = 1, max = 60_000, message = "Send 1 to 60,000 characters at once"))]
    text: String,
    format: ImportFormat,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ImportAnswer {
    pub created: usize,
    pub refused: usize,
    /// The result for every line that is not empty, in order.
    pub lines: Vec<ImportLine>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportLine {
    /// The line number in the text, from 1; for a row of several lines, that of the first.
    pub line: usize,
    /// The line, cut after 300 characters.
    pub source: String,
    /// The new keyword; null if the line was refused.
    #[schema(required = true)]
    pub watch_id: Option<Uuid>,
    /// The reason why the line was refused: `VALIDATION_FAILED`, `ALREADY_WATCHED`,
    /// `PLAN_UPGRADE_REQUIRED`, `KEYWORD_LIMIT_EXCEEDED`, `SUBREDDIT_LIMIT_EXCEEDED`,
    /// `SITE_NOT_READ`, `FEED_NOT_FOLLOWED` or `INSTANCE_LIMIT_EXCEEDED`.
    #[schema(required = true)]
    pub code: Option<&'static str>,
    /// The reason as a text for people.
    #[schema(required = true)]
    pub error: Option<String>,
    /// Remarks on parts of the line that have no effect, because the keyword cannot have them or has
    /// them anyway.
    pub notes: Vec<String>,
}

/// Creates a keyword from every valid line, and reports the result for each line.
///
/// A text with nothing to import is refused as a whole (`VALIDATION_FAILED`), with a reason that says
/// what is expected.
///
/// The keywords have the default alerts. A refused line does not keep others from being imported. A
/// line that finds the same as an existing keyword or an earlier line is refused, so that the same
/// list can be sent again after corrections. Once the plan's limit is reached, the remaining lines
/// are refused.
#[utoipa::path(
    post, path = "/keywords/import", tag = "keywords", security(("token" = [])),
    request_body = ImportInput,
    responses(AnyCall, JsonBody, SignedIn, (status = 200, body = ImportAnswer))
)]
pub async fn import_watches(
    State(app): State<App>,
    auth: AuthUser,
    Valid(input): Valid<ImportInput>,
) -> ApiResult<Json<ImportAnswer>> {
    // An import measures the cost of its queries.
    let turn = app.probes.take(auth.id).await?;
    let lines = background::run(move || {
        let lines = read(&input.text, input.format);
        drop(turn);
        lines
    });
    let mut lines = lines
        .await
        .context("lines could not be read")?
        .map_err(|refused| ApiError::invalid("text", refused.to_string()))?;
    refuse_unconfirmed(&app, auth, &mut lines).await?;
    let app_ref = &app;
    let mut conn = app.conn().await?;
    let lines = conn
        .transaction::<_, ApiError, _>(async move |conn| {
            let can = Capabilities::lock(auth.id, app_ref.config.server.plans, conn).await?;
            let (instance, context) = (&app_ref.instance, &app_ref.context);
            let room = Room { instance, context };
            Ok(store(lines, can, room, auth.id, app_ref.clock.now(), conn).await?)
        })
        .await?;
    let lines: Vec<ImportLine> = lines.into_iter().map(ImportLine::from).collect();
    let created = lines.iter().filter(|line| line.watch_id.is_some()).count();
    Ok(Json(ImportAnswer { created, refused: lines.len() - created, lines }))
}

/// Refuses lines that name a subreddit which only the forum can confirm, unless it does. If it cannot be
/// asked, only these lines are refused.
async fn refuse_unconfirmed(app: &App, auth: AuthUser, lines: &mut [Line]) -> ApiResult<()> {
    for line in lines {
        match unconfirmed(app, auth, line.places()).await {
            Ok(names) => {
                if let Some(name) = names.first() {
                    line.refuse(unconfirmed_text(name));
                }
            }
            Err(ApiError::Refused { text, .. } | ApiError::RateLimited { text, .. }) => {
                line.refuse(text);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

impl From<Imported> for ImportLine {
    fn from(imported: Imported) -> Self {
        let (watch_id, code, error) = match imported.outcome {
            Ok(id) => (Some(id), None, None),
            Err(Refusal { code, text }) => (None, Some(code), Some(text)),
        };
        Self {
            line: imported.line,
            source: imported.source,
            watch_id,
            code,
            error,
            notes: imported.notes,
        }
    }
}
