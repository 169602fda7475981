//! The links in alerts: mute, snooze, not relevant, without signing in. A GET shows a page that
//! asks and changes nothing, because mail scanners follow links; a POST performs the chosen action,
//! as often as it is sent. There are no cookies: the signed link is the only credential, and it
//! permits only what it names.

pub mod chosen;
mod page;
pub mod perform;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::response::{IntoResponse, Response};

use self::chosen::{Asked, Choice, ChosenAction};
use self::page::{Stage, answer};
use self::perform::{Found, NotDone, Subject, perform};
use crate::prelude::*;
use domain::auth::action_token::ActionLink;

/// Shows the page that asks what to do about an alert.
///
/// Changes nothing.
#[utoipa::path(
    get, path = "/alerts/{token}", tag = "alerts", params(("token" = String, Path)),
    responses(
        AnyCall,
        (status = 200, content_type = "text/html", body = String),
        (status = 403, content_type = "text/html", body = String, description = "The account is suspended"),
        (status = 404, content_type = "text/html", body = String, description = "No such link"),
        (status = 410, content_type = "text/html", body = String, description = "The link has expired"),
    )
)]
pub async fn show_alert(
    State(app): State<App>,
    PathPart(token): PathPart<String>,
) -> ApiResult<Response> {
    match find(&app, &token).await? {
        Found::Nothing => answer(&app, None, &Stage::Unknown),
        Found::Expired => answer(&app, None, &Stage::Expired),
        Found::Suspended => answer(&app, None, &Stage::Suspended),
        Found::Subject(subject) => {
            let stage = Stage::Asks { problem: None };
            answer(&app, Some(&subject), &stage)
        }
    }
}

/// Performs the action that a link in an alert names.
///
/// With an empty body, performs the link's one action and answers 204. Otherwise performs the
/// action that was selected on the link's page, and answers with a page that confirms it and has a
/// button to undo it. Repeating a call is harmless.
#[utoipa::path(
    post, path = "/alerts/{token}", tag = "alerts", params(("token" = String, Path)),
    request_body(content_type = "application/x-www-form-urlencoded", content = String),
    responses(
        AnyCall,
        (status = 200, content_type = "text/html", body = String),
        (status = 204, description = "The link's one action is done"),
        (status = 403, content_type = "text/html", body = String, description = "The account is suspended"),
        (status = 404, content_type = "text/html", body = String, description = "No such link"),
        (status = 410, content_type = "text/html", body = String, description = "The link has expired"),
        (status = 413, body = ErrorBody, description = "`PAYLOAD_TOO_LARGE`"),
        (status = 422, content_type = "text/html", body = String, description = "No action was named"),
    )
)]
pub async fn act_on_alert(
    State(app): State<App>,
    PathPart(token): PathPart<String>,
    body: Result<Bytes, BytesRejection>,
) -> ApiResult<Response> {
    let form = body.map_err(|_| {
        let text = "The request is too large.";
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "PAYLOAD_TOO_LARGE", text)
    })?;
    let subject = match find(&app, &token).await? {
        Found::Nothing => return answer(&app, None, &Stage::Unknown),
        Found::Expired => return answer(&app, None, &Stage::Expired),
        Found::Suspended => return answer(&app, None, &Stage::Suspended),
        Found::Subject(subject) => subject,
    };
    let (chosen, silently) = match Asked::read(&form) {
        Asked::Chosen(chosen) => (chosen, false),
        Asked::Nothing => match Choice::of_link(subject.link.action) {
            Some(choice) => (ChosenAction { choice, undo: false }, true),
            None => return problem(&app, &subject, "Choose what to do."),
        },
        Asked::Problem(text) => return problem(&app, &subject, text),
    };
    if !chosen.choice.is_allowed_by(subject.link.action) {
        return problem(&app, &subject, "This link cannot do that.");
    }
    match perform(&app, &subject, &chosen).await {
        Err(NotDone::Refused(text)) => problem(&app, &subject, text),
        Err(NotDone::Failed(error)) => Err(error),
        Ok(_) if silently => Ok(StatusCode::NO_CONTENT.into_response()),
        Ok(done) => answer(&app, Some(&subject), &Stage::Done { done, chosen }),
    }
}

async fn find(app: &App, token: &str) -> ApiResult<Found> {
    match ActionLink::of_token(token, &app.secrets) {
        None => Ok(Found::Nothing),
        Some(link) => Subject::find(app, link).await,
    }
}

fn problem(app: &App, subject: &Subject, text: &'static str) -> ApiResult<Response> {
    let stage = Stage::Asks { problem: Some(text) };
    answer(app, Some(subject), &stage)
}
