//! The demo's mailbox: pages that show the emails that are kept as files.

use std::path::PathBuf;

use anyhow::Context;
use askama::Template;
use axum::Router;
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use mail_parser::{Addr, Header, HeaderName, HeaderValue, MessageParser, PartType};
use serde::Deserialize;
use uuid::Uuid;

use super::extract::PathPart;
use crate::app::App;
use crate::content_policy::{self, Nonce};
use crate::error::{ApiError, ApiResult};
use deliver::delivery::mailbox::{mailbox_dir, newest_first, read};
use foundation::wording::line::one_line;
use foundation::wording::plural::plural;

/// The most emails on the list.
const LISTED: usize = 50;
/// The characters of the text under a subject.
const PREVIEW_CHARS: usize = 140;

/// Returns the routes, which are only merged where emails are kept as files.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/demo/mailbox", get(list_mails))
        .route("/demo/mailbox/{id}", get(show_mail))
        .route("/demo/mailbox/{id}/html", get(show_mail_body))
}

/// A parsed email.
struct Mail {
    id: Uuid,
    subject: String,
    to: String,
    sent_at: String,
    headers: Vec<(String, String)>,
    text: String,
    html: String,
    raw: String,
}

impl Mail {
    fn parse(id: Uuid, bytes: &[u8]) -> anyhow::Result<Self> {
        let message =
            MessageParser::default().parse(bytes).context("a kept mail cannot be read")?;
        let mut text = String::new();
        let mut html = String::new();
        for part in &message.parts {
            match &part.body {
                PartType::Text(body) if text.is_empty() => text = body.clone().into_owned(),
                PartType::Html(body) if html.is_empty() => html = body.clone().into_owned(),
                _ => {}
            }
        }
        let headers = message.headers().iter().map(|header| {
            let raw = bytes.get(header.offset_start as usize..header.offset_end as usize);
            let raw = String::from_utf8_lossy(raw.unwrap_or_default());
            (header.name().to_owned(), shown(header, &raw))
        });
        let to = message.to().and_then(|to| to.first());
        Ok(Self {
            id,
            subject: message.subject().unwrap_or_default().to_owned(),
            to: to.and_then(|to| to.address()).unwrap_or_default().to_owned(),
            sent_at: message
                .date()
                .map(|date| date.to_rfc3339().replace('T', " ").replace('Z', " UTC"))
                .unwrap_or_default(),
            headers: headers.collect(),
            text,
            html,
            raw: String::from_utf8_lossy(bytes).into_owned(),
        })
    }

    fn preview(&self) -> String {
        let words: Vec<_> = self.text.split_whitespace().collect();
        words.join(" ").chars().take(PREVIEW_CHARS).collect()
    }
}

/// Returns a header as mail programs show it: on one line, and decoded where it may have been encoded.
fn shown(header: &Header<'_>, raw: &str) -> String {
    match (&header.name, &header.value) {
        (HeaderName::Subject, HeaderValue::Text(subject)) => one_line(subject),
        (HeaderName::From | HeaderName::To, HeaderValue::Address(people)) => {
            people.iter().map(person).collect::<Vec<_>>().join(", ")
        }
        _ => one_line(raw),
    }
}

fn person(person: &Addr<'_>) -> String {
    let address = person.address().unwrap_or_default();
    match person.name() {
        Some(name) => format!("{} <{address}>", one_line(name)),
        None => address.to_owned(),
    }
}

#[derive(Template)]
#[template(path = "demo/mailbox.html")]
struct MailboxPage<'a> {
    nonce: &'a Nonce,
    mails: Vec<Mail>,
    /// The number of emails, with the noun.
    emails: String,
}

#[derive(Template)]
#[template(path = "demo/mail.html")]
struct MailPage<'a> {
    nonce: &'a Nonce,
    mail: Mail,
    view: View,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum View {
    #[default]
    Html,
    Text,
    Raw,
}

#[derive(Deserialize)]
struct ViewQuery {
    #[serde(default)]
    view: View,
}

async fn list_mails(State(app): State<App>) -> ApiResult<Response> {
    let dir = dir(&app)?;
    let ids = newest_first(&dir).await.context("the mailbox cannot be read")?;
    let mut mails = Vec::new();
    for id in ids.iter().take(LISTED) {
        // An email may be dropped between listing and reading.
        mails.extend(find(&app, *id).await?);
    }
    let emails = plural(ids.len() as u64, "email", "emails");
    let nonce = &Nonce::fresh()?;
    page(nonce, &MailboxPage { nonce, mails, emails })
}

async fn show_mail(
    State(app): State<App>,
    PathPart(id): PathPart<Uuid>,
    Query(query): Query<ViewQuery>,
) -> ApiResult<Response> {
    let mail = find(&app, id).await?.ok_or_else(|| ApiError::not_found("mail"))?;
    let view = query.view;
    let nonce = &Nonce::fresh()?;
    page(nonce, &MailPage { nonce, mail, view })
}

async fn show_mail_body(
    State(app): State<App>,
    PathPart(id): PathPart<Uuid>,
) -> ApiResult<Response> {
    let mail = find(&app, id).await?.ok_or_else(|| ApiError::not_found("mail"))?;
    // In a frame, a link must not replace the email.
    let html = mail.html.replacen("<head>", "<head><base target=\"_blank\">", 1);
    let headers = [
        (header::CONTENT_SECURITY_POLICY, content_policy::MAIL),
        (header::X_FRAME_OPTIONS, "SAMEORIGIN"),
    ];
    Ok((headers, Html(html)).into_response())
}

fn dir(app: &App) -> ApiResult<PathBuf> {
    mailbox_dir(&app.config).ok_or_else(|| ApiError::not_found("page"))
}

async fn find(app: &App, id: Uuid) -> ApiResult<Option<Mail>> {
    let bytes = read(&dir(app)?, id).await.context("a kept mail cannot be read")?;
    Ok(bytes.map(|bytes| Mail::parse(id, &bytes)).transpose()?)
}

fn page(nonce: &Nonce, page: &impl Template) -> ApiResult<Response> {
    let html = page.render().map_err(anyhow::Error::new)?;
    let policy = content_policy::of_plain_page(nonce);
    Ok(([(header::CONTENT_SECURITY_POLICY, policy)], Html(html)).into_response())
}
