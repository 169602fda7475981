//! The page of an alert's links.

use askama::Template;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

use super::chosen::{Choice, ChosenAction, MuteChoice};
use super::perform::{Done, Subject};
use crate::app::App;
use crate::content_policy::{Nonce, of_plain_page};
use crate::error::ApiResult;
use domain::auth::action_token::Action;
use foundation::wording::labels::headline;
use foundation::wording::plural::plural;

/// The stage that the reader has reached.
#[derive(Debug)]
pub(super) enum Stage {
    /// The page asks, with the problem of the previous answer.
    Asks {
        problem: Option<&'static str>,
    },
    Done {
        done: Done,
        chosen: ChosenAction,
    },
    Unknown,
    Expired,
    Suspended,
}

#[derive(Template)]
#[template(path = "alert.html")]
struct Page<'a> {
    nonce: &'a Nonce,
    home_url: &'a str,
    settings_url: String,
    mutes_url: String,
    alerts_url: String,
    stage: &'a Stage,
    subject: Option<&'a Offer<'a>>,
}

/// The choices that the page offers.
struct Offer<'a> {
    /// The link's only action; `None` on the page that offers all.
    only: Option<Choice>,
    keyword: &'a str,
    is_watched: bool,
    item: Option<Shown<'a>>,
}

/// The parts of the item that can be muted.
struct Shown<'a> {
    title: String,
    subreddit: &'a str,
    author: &'a str,
    has_thread: bool,
}

/// Builds the page.
///
/// # Errors
/// The template or the system's random source failed.
pub(super) fn answer(app: &App, subject: Option<&Subject>, stage: &Stage) -> ApiResult<Response> {
    let status = match stage {
        Stage::Unknown => StatusCode::NOT_FOUND,
        Stage::Expired => StatusCode::GONE,
        Stage::Suspended => StatusCode::FORBIDDEN,
        Stage::Asks { problem: Some(_) } => StatusCode::UNPROCESSABLE_ENTITY,
        _ => StatusCode::OK,
    };
    let nonce = Nonce::fresh()?;
    let offer = subject.map(offer);
    let page = Page {
        nonce: &nonce,
        home_url: app.config.server.public_url.as_str(),
        settings_url: app.config.server.address_of("/settings"),
        mutes_url: app.config.server.address_of("/mutes"),
        alerts_url: app.config.server.address_of("/notifications"),
        stage,
        subject: offer.as_ref(),
    };
    let html = page.render().map_err(anyhow::Error::new)?;
    let policy = [(header::CONTENT_SECURITY_POLICY, of_plain_page(&nonce))];
    Ok((status, policy, Html(html)).into_response())
}

fn offer(subject: &Subject) -> Offer<'_> {
    Offer {
        only: match subject.link.action {
            Action::Page => None,
            action => Choice::of_link(action),
        },
        keyword: subject.keyword(),
        is_watched: subject.watch.is_some(),
        item: subject.alerted.as_ref().map(|alerted| Shown {
            title: headline(&alerted.item.title, &alerted.item.body),
            subreddit: &alerted.item.subreddit,
            author: &alerted.item.author,
            has_thread: !alerted.item.thread_id.is_empty(),
        }),
    }
}

impl ChosenAction {
    fn as_mute(&self) -> Option<&MuteChoice> {
        match &self.choice {
            Choice::Mute(choice) => Some(choice),
            _ => None,
        }
    }
}

impl Done {
    /// Returns how many alerts were deleted or restored: `1 alert`, `2 alerts`.
    fn alerts(&self) -> String {
        plural(self.count.unsigned_abs(), "alert", "alerts")
    }

    /// Returns the end of the mute or snooze, in the reader's local time.
    fn until_text(&self) -> String {
        let until = self.until.as_ref();
        until.map_or_else(
            || "for good".to_owned(),
            |until| format!("until {}", until.format("%A, %-d %B, %H:%M")),
        )
    }
}
