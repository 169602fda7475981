//! A digest as an email.

use askama::Template;
use url::form_urlencoded;

use super::{Digest, Section, Story};
use crate::delivery::email_parts::{
    SUBJECT_LENGTH, address, message_id, one_line, spans, web_link,
};
use crate::delivery::excerpt::{Run, excerpt, mark};
use crate::delivery::mail::Email;
use crate::delivery::place_names::PlaceNames;
use crate::delivery::templates::{DigestHtml, DigestSection, DigestStory, DigestText};
use db::models::outbox::OutboxRow;
use db::models::user::User;
use domain::auth::action_token::ActionLink;
use foundation::wording::labels::heading;
use foundation::wording::plural::plural;
use platform::context::Context;
use platform::wire::{MatchField, Notification};

/// The approximate number of characters shown of a story's newest match.
const EXCERPT_CHARS: usize = 140;

/// Renders the email of `digest`, with further notices for its user at its end.
///
/// # Errors
/// A template failed.
pub fn digest_email(
    context: &Context,
    row: &OutboxRow,
    user: &User,
    digest: &Digest,
    notices: &[String],
) -> anyhow::Result<Email> {
    let token = context.secrets.unsubscribe_token(user.id);
    let unsubscribe_url = address(context, &format!("api/unsubscribe/{token}"));
    let open_url = context.config.server.address_of(&digest.path());
    let headline = digest.headline();
    let sections = digest.sections.iter();
    let page = DigestHtml {
        product_url: context.config.server.public_url.as_str(),
        headline: &headline,
        sections: sections
            .map(|section| of_section(context, user, (section, &digest.names), &open_url))
            .collect(),
        more_watches: match digest.more_watches {
            0 => None,
            more => Some(format!("And {}", plural(more as u64, "more keyword", "more keywords"))),
        },
        notices,
        open_url: &open_url,
        settings_url: &address(context, "settings"),
        unsubscribe_url: &unsubscribe_url,
    };
    Ok(Email {
        to: user.email.clone(),
        subject: one_line(&headline, SUBJECT_LENGTH),
        html: page.render()?,
        text: DigestText { page: &page }.render()?,
        message_id: message_id(context, row),
        references: None,
        unsubscribe_url: Some(unsubscribe_url),
    })
}

fn of_section<'a>(
    context: &Context,
    user: &User,
    (section, names): (&'a Section, &PlaceNames),
    open_url: &'a str,
) -> DigestSection<'a> {
    let stories = section.stories.iter();
    DigestSection {
        keyword: &section.keyword,
        count: plural(section.count as u64, "match", "matches"),
        burst: section.burst.map(|burst| burst.words()),
        stories: stories.map(|story| of_story(context, user, (story, names), open_url)).collect(),
        more: match section.more() {
            0 => None,
            more => Some(format!("And {}", plural(more as u64, "more", "more"))),
        },
        all_url: format!("{open_url}?{}", of_keyword(&section.keyword)),
    }
}

fn of_keyword(keyword: &str) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("keyword", keyword).finish()
}

fn title(newest: &Notification, names: &PlaceNames) -> Vec<Run> {
    let post = &newest.reddit_post;
    let place = names.within(&post.subreddit);
    let heading = heading(&post.title, &post.author, &post.subreddit, &place);
    mark(&heading, &spans(newest, MatchField::Title))
}

fn of_story<'a>(
    context: &Context,
    user: &User,
    (story, names): (&'a Story, &PlaceNames),
    open_url: &'a str,
) -> DigestStory<'a> {
    let newest = story.notifications.first();
    DigestStory {
        title: newest.map(|newest| title(newest, names)).unwrap_or_default(),
        excerpt: newest
            .map(|n| {
                let found = spans(n, MatchField::Body);
                excerpt(&n.reddit_post.content, &found, EXCERPT_CHARS)
            })
            .unwrap_or_default(),
        subreddit: &story.subreddit,
        place: names.label(&story.subreddit),
        also: names.also(&story.elsewhere),
        author: newest.map_or("", |n| n.reddit_post.author.as_str()),
        count: (story.count > 1).then(|| plural(story.count as u64, "match", "matches")),
        url: web_link(&story.url).unwrap_or(open_url),
        less_url: newest
            .map(|n| ActionLink::page(user, n.watch_id, n.id, n.created_at).url(context)),
    }
}
