//! Emails about keyword watches.

use super::account_action::Action;
use super::email_parts::{SUBJECT_LENGTH, address, one_line};
use db::models::watch::Watch;
use platform::context::Context;

impl Action {
    /// States that a watch is paused because it costs too much.
    pub(super) fn watch_paused(context: &Context, watch: &Watch) -> Self {
        let part = watch.paused_part.as_deref().unwrap_or_default();
        Self {
            subject: "A keyword is paused: searching for it takes too long",
            paragraphs: vec![
                format!(
                    "Harken has paused your keyword “{}”. Its regular expressions, on their own or \
                     together with those of your other keywords, take more of the server's time than \
                     one account may use, which would delay everyone's alerts.",
                    one_line(&watch.keyword, SUBJECT_LENGTH)
                ),
                format!("This part takes most of the time: {part}"),
                "Change that part, and the keyword resumes as soon as you save it. Use fewer \
                 repetitions, such as {1,20} instead of {1,200}; begin with a word that must \
                 appear; or use \
                 plain words instead. Your other keywords are not affected."
                    .to_owned(),
            ],
            button: "Edit the keyword",
            url: format!("{}?watch={}", address(context, "keywords"), watch.id),
            small_print: "You get this email each time a keyword is paused. Posts and comments \
                written while it is paused are not searched.",
        }
    }
}
