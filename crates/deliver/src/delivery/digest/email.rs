//! A digest as an email.

use std::borrow::Cow;

use askama::Template;
use url::form_urlencoded;

use super::{Digest, Section, Story};
use crate::delivery::email_parts::{
    SUBJECT_LENGTH, TITLE_LENGTH, address, message_id, one_line, path_of_match, spans, web_link,
};
use crate::delivery::excerpt::{Run, excerpt};
use crate::delivery::mail::Email;
use crate::delivery::place_names::PlaceNames;
use crate::delivery::post::PostExcerpt;
use crate::delivery::templates::{DigestHtml, DigestSection, DigestStory, DigestText, StoryLinks};
use crate::delivery::wrap::wrap;
use db::models::outbox::OutboxRow;
use db::models::user::User;
use domain::auth::action_token::{Action, ActionLink};
use foundation::time::calendar::zone;
use foundation::wording::labels::{author_label, heading};
use foundation::wording::line::looks_like_address;
use foundation::wording::plural::plural;
use platform::context::Context;
use platform::wire::{MatchField, Notification};

/// The approximate number of characters shown of a story's newest match.
const EXCERPT_CHARS: usize = 200;
const MAX_PREVIEWED: usize = 5;
/// The longest HTML, in bytes: of a longer one, Gmail shows 102 KB.
const MAX_HTML_BYTES: usize = 100_000;
/// The most sections, and stories of each, of a digest that is too long with all of them. The last fit, whatever
/// strangers write.
const SHORTER: [(usize, usize); 6] = [(20, 5), (20, 3), (20, 2), (20, 1), (10, 1), (5, 1)];

/// Renders the email of `digest`, with further notices for its user at its end. It has as many stories as fit
/// into an email, and the number of the others.
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
    let mut email = with_all(context, row, user, digest, notices)?;
    for (sections, stories) in SHORTER {
        if email.html.len() <= MAX_HTML_BYTES {
            break;
        }
        let digest = digest.shortened(sections, stories);
        email = with_all(context, row, user, &digest, notices)?;
    }
    Ok(email)
}

fn with_all(
    context: &Context,
    row: &OutboxRow,
    user: &User,
    digest: &Digest,
    notices: &[String],
) -> anyhow::Result<Email> {
    let token = context.secrets.unsubscribe_token(user.id);
    let unsubscribe_url = address(context, &format!("api/unsubscribe/{token}"));
    let open_url = context.config.server.address_of(&digest.path());
    let headline = one_line(&digest.headline(), TITLE_LENGTH);
    let sections = digest.sections.iter();
    let page = DigestHtml {
        product_url: context.config.server.public_url.as_str(),
        headline: &headline,
        preview: &preview(digest),
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
        text: wrap(&DigestText { page: &page }.render()?),
        message_id: message_id(context, row),
        references: None,
        unsubscribe_url: Some(unsubscribe_url),
    })
}

/// Returns the first titles, which mail programs show beside the subject.
fn preview(digest: &Digest) -> String {
    let stories = digest.sections.iter().flat_map(|section| &section.stories);
    let titles: Vec<&str> = stories.take(MAX_PREVIEWED).map(|story| story.title.as_str()).collect();
    one_line(&titles.join(" · "), TITLE_LENGTH)
}

fn of_section<'a>(
    context: &Context,
    user: &User,
    (section, names): (&'a Section, &PlaceNames),
    open_url: &'a str,
) -> DigestSection<'a> {
    let stories = section.stories.iter();
    DigestSection {
        keyword: one_line(&section.keyword, SUBJECT_LENGTH),
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
    excerpt(&heading, &spans(newest, MatchField::Title), TITLE_LENGTH)
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
        links_title: !looks_like_address(&story.title),
        excerpt: newest.map(of_post).unwrap_or_default(),
        facts: facts(user, story, names),
        url: web_link(&story.url).unwrap_or(Cow::Borrowed(open_url)),
        links: newest.map(|newest| links(context, user, newest)),
    }
}

fn of_post(newest: &Notification) -> PostExcerpt {
    let post = &newest.reddit_post;
    PostExcerpt::of(&post.content, &spans(newest, MatchField::Body), &post.url, EXCERPT_CHARS)
}

fn facts(user: &User, story: &Story, names: &PlaceNames) -> Vec<String> {
    let author = story.notifications.first().map(|newest| {
        author_label(&one_line(&newest.reddit_post.author, SUBJECT_LENGTH), &story.subreddit)
    });
    let count = plural(story.count as u64, "match", "matches");
    let all = [
        Some(names.label(&story.subreddit)),
        author,
        story.facts.score(&story.subreddit),
        Some(story.facts.time(zone(&user.time_zone))),
        (story.count > 1).then_some(count),
        names.also(&story.elsewhere),
    ];
    all.into_iter().flatten().collect()
}

fn links(context: &Context, user: &User, newest: &Notification) -> StoryLinks {
    let less = ActionLink::page(user, newest.watch_id, newest.id, newest.created_at);
    StoryLinks {
        open_url: context.config.server.address_of(&path_of_match(newest.id)),
        not_relevant_url: less.to(Action::NotRelevant).url(context),
        less_url: less.url(context),
    }
}
