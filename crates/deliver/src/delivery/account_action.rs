//! Emails about the account, with one thing to do.

use askama::Template;

use super::email_parts::message_id;
use super::mail::Email;
use super::templates::{ActionHtml, ActionText};
use super::wrap::wrap;
use db::models::outbox::OutboxRow;
use platform::context::Context;

/// An email about the account, with one thing to do.
pub(super) struct Action {
    pub(super) subject: &'static str,
    pub(super) paragraphs: Vec<String>,
    pub(super) button: &'static str,
    pub(super) url: String,
    pub(super) small_print: &'static str,
}

impl Action {
    pub(super) fn email(
        self,
        context: &Context,
        row: &OutboxRow,
        to: String,
    ) -> anyhow::Result<Email> {
        let page = ActionHtml {
            product_url: context.config.server.public_url.as_str(),
            heading: self.subject,
            paragraphs: &self.paragraphs,
            button: self.button,
            url: &self.url,
            small_print: self.small_print,
        };
        Ok(Email {
            to,
            subject: self.subject.to_owned(),
            html: page.render()?,
            text: wrap(&ActionText { page: &page }.render()?),
            message_id: message_id(context, row),
            references: None,
            unsubscribe_url: None,
        })
    }
}
