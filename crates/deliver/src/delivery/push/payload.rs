//! The payload for the browser's service worker (`web/public/sw.js`).

use serde::Serialize;
use url::Url;
use uuid::Uuid;

use super::encrypt::MAX_PLAINTEXT;
use crate::delivery::alert::Alert;
use crate::delivery::digest::{Digest, Story};
use crate::delivery::email_parts::one_line;
use crate::delivery::excerpt::{EXCERPT_CHARS, excerpt};
use crate::delivery::gap_texts;
use crate::delivery::place_names::PlaceNames;
use db::models::user::User;
use domain::auth::action_token::{Action, ActionLink};
use platform::context::Context;
use platform::wire::{MatchField, Notification};

/// The most characters of a title; browsers show one line of it.
const TITLE_CHARS: usize = 120;
/// The most stories of a digest that are named.
const MAX_LINES: usize = 5;
/// The most bytes of a link. A longer one leads to Harken instead: it would take the space of the
/// text.
const MAX_LINK_BYTES: usize = 1_000;

/// A notification in the browser, and the links of its parts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Payload {
    pub title: String,
    pub body: String,
    /// The page that a click opens.
    pub url: String,
    /// A notification with the same tag replaces the one before.
    pub tag: String,
    pub notification_id: Option<Uuid>,
    /// A signed address, like those of the actions: posting there marks the notification as read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_url: Option<String>,
    /// The buttons; browsers show two.
    pub actions: Vec<Button>,
}

/// A button of the notification: posting to its signed address performs the action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Button {
    pub action: &'static str,
    pub title: &'static str,
    pub url: String,
}

const BUTTONS: [(&str, &str, Action); 2] = [
    ("mute-thread", "Mute thread for a day", Action::MuteThreadForADay),
    ("not-relevant", "Not relevant", Action::NotRelevant),
];

impl Payload {
    /// Builds the payload of `alert` for a browser; `tag` is the same for alerts of one watch.
    pub(super) fn of(context: &Context, user: &User, alert: &Alert, tag: &str) -> Self {
        match alert {
            Alert::Match(found, names) => Self::of_match(context, user, found, names, tag),
            Alert::HearingTest(found, names) => Self {
                url: context.config.server.address_of(&alert.path()),
                notification_id: None,
                read_url: None,
                actions: Vec::new(),
                ..Self::of_match(context, user, found, names, tag)
            },
            Alert::Digest(digest) => Self {
                title: one_line(&digest.headline(), TITLE_CHARS),
                body: body_of(digest),
                url: context.config.server.address_of(&digest.path()),
                tag: tag.to_owned(),
                notification_id: None,
                read_url: None,
                actions: Vec::new(),
            },
            Alert::Gaps(gaps, names) => {
                let shown = gaps.changes.iter().take(MAX_LINES);
                let lines = shown.map(|change| gap_texts::line(change, names));
                Self {
                    title: gap_texts::heading(gaps, names),
                    body: lines.collect::<Vec<_>>().join("\n"),
                    url: context.config.server.address_of(&alert.path()),
                    tag: tag.to_owned(),
                    notification_id: None,
                    read_url: None,
                    actions: Vec::new(),
                }
            }
            Alert::Report(report) => Self {
                title: one_line(&report.heading, TITLE_CHARS),
                body: report.text.clone(),
                url: context.config.server.address_of(report.path),
                tag: tag.to_owned(),
                notification_id: None,
                read_url: None,
                actions: Vec::new(),
            },
            Alert::Test => Self {
                title: "Alerts reach this browser".to_owned(),
                body: "This is how Harken alerts you to a match.".to_owned(),
                url: context.config.server.address_of("/settings"),
                tag: tag.to_owned(),
                notification_id: None,
                read_url: None,
                actions: Vec::new(),
            },
        }
    }

    fn of_match(
        context: &Context,
        user: &User,
        found: &Notification,
        names: &PlaceNames,
        tag: &str,
    ) -> Self {
        let post = &found.reddit_post;
        let place = names.within(&post.subreddit);
        let title = format!("“{}” {place}", found.matched_keyword);
        let in_body = found.matches.iter().filter(|m| m.field == MatchField::Body);
        let spans: Vec<_> = in_body
            .map(|m| matcher::Utf16Span { start: m.start as usize, end: m.end as usize })
            .collect();
        let runs = excerpt(&post.content, &spans, EXCERPT_CHARS);
        let text: String = runs.iter().map(|run| run.text.as_str()).collect();
        let page = ActionLink::page(user, found.watch_id, found.id, found.created_at);
        let signed = |action| page.to(action).url(context);
        let headline = one_line(&post.title, EXCERPT_CHARS);
        Self {
            title: one_line(&title, TITLE_CHARS),
            body: format!("{headline}\n{text}").trim().to_owned(),
            url: link(&post.url).map_or_else(
                || context.config.server.address_of("/notifications"),
                ToOwned::to_owned,
            ),
            tag: tag.to_owned(),
            notification_id: Some(found.id),
            read_url: Some(signed(Action::MarkRead)),
            actions: BUTTONS
                .map(|(name, title, action)| Button { action: name, title, url: signed(action) })
                .into(),
        }
    }

    /// Writes the payload as JSON that fits into a message; a text that is too long is cut. Returns
    /// `None` if it does not fit even without the text.
    pub(super) fn to_bytes(&self) -> Option<Vec<u8>> {
        let whole = serde_json::to_vec(self).ok()?;
        if whole.len() <= MAX_PLAINTEXT {
            return Some(whole);
        }
        let ellipsis = Self { body: "…".to_owned(), ..self.clone() };
        let mut room = MAX_PLAINTEXT.checked_sub(serde_json::to_vec(&ellipsis).ok()?.len())?;
        let fits = |c: &char| match room.checked_sub(escaped_bytes(*c)) {
            Some(left) => {
                room = left;
                true
            }
            None => false,
        };
        let cut: String = self.body.chars().take_while(fits).collect();
        let shortened = Self { body: format!("{cut}…"), ..self.clone() };
        serde_json::to_vec(&shortened).ok()
    }
}

/// Lists the first stories, one per line, with their watch if there are several.
fn body_of(digest: &Digest) -> String {
    let is_of_many = digest.sections.len() > 1;
    let stories = digest.sections.iter().flat_map(|section| {
        let line = move |story: &Story| match is_of_many {
            true => format!("“{}”: {}", section.keyword, story.title),
            false => story.title.clone(),
        };
        section.stories.iter().map(line)
    });
    let lines = stories.take(MAX_LINES);
    let lines: Vec<_> = lines.map(|line| one_line(&line, TITLE_CHARS)).collect();
    lines.join("\n")
}

/// Returns the bytes that a character takes in a JSON string.
fn escaped_bytes(c: char) -> usize {
    // The quotes are not counted.
    serde_json::to_string(&c).map_or(usize::MAX, |text| text.len() - 2)
}

/// Returns the forum's link, if a click may open it.
fn link(url: &str) -> Option<&str> {
    let parsed = Url::parse(url).ok()?;
    let is_web = matches!(parsed.scheme(), "http" | "https");
    (is_web && url.len() <= MAX_LINK_BYTES).then_some(url)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::delivery::digest::Section;
    use crate::delivery::item_facts::ItemFacts;

    fn saying(body: String) -> Payload {
        Payload {
            title: "“corvid” in r/selfhosted".to_owned(),
            body,
            url: "https://forum.example/r/selfhosted/comments/1".to_owned(),
            tag: "t".repeat(32),
            notification_id: None,
            read_url: None,
            actions: Vec::new(),
        }
    }

    #[test]
    fn a_text_that_fits_is_left_as_it_is() {
        let payload = saying("Grüße 👋".to_owned());
        let read: Value = serde_json::from_slice(&payload.to_bytes().unwrap()).unwrap();
        assert_eq!(read["body"], "Grüße 👋");
        assert_eq!(read["notificationId"], Value::Null);
    }

    #[test]
    fn a_text_that_does_not_fit_is_cut_between_characters_as_late_as_possible() {
        for piece in ["x", "é", "👋", "\"", "\u{1}", "a👋\u{7}\\"] {
            let text = piece.repeat(4_000);
            let bytes = saying(text.clone()).to_bytes().unwrap();
            let read: Value = serde_json::from_slice(&bytes).unwrap();
            let body = read["body"].as_str().unwrap();
            let kept = body.strip_suffix('…').unwrap();
            assert!(text.starts_with(kept), "{piece:?}");
            let next = text[kept.len()..].chars().next().unwrap();
            let room = MAX_PLAINTEXT - bytes.len();
            assert!(room < escaped_bytes(next), "{piece:?}: {room} bytes are left");
        }
    }

    #[test]
    fn what_has_no_room_for_any_text_is_no_payload() {
        let mut payload = saying("x".repeat(10));
        payload.url = "u".repeat(MAX_PLAINTEXT);
        assert_eq!(payload.to_bytes(), None);
    }

    #[test]
    fn a_digest_names_its_first_stories_and_their_watches_if_there_are_several() {
        let story = |n: usize| Story {
            title: format!("story\n{n}"),
            subreddit: "rust".to_owned(),
            elsewhere: Vec::new(),
            url: String::new(),
            facts: ItemFacts::default(),
            count: 1,
            notifications: Vec::new(),
        };
        let section = |keyword: &str, stories: usize| Section {
            watch_id: Uuid::nil(),
            keyword: keyword.to_owned(),
            count: stories,
            burst: None,
            stories: (0..stories).map(story).collect(),
        };
        let digest = |sections: Vec<Section>| Digest {
            id: Uuid::nil(),
            count: 0,
            names: PlaceNames::default(),
            sections,
            more_watches: 0,
            at_once: false,
        };
        let one = body_of(&digest(vec![section("a", 9)]));
        assert_eq!(one, "story 0\nstory 1\nstory 2\nstory 3\nstory 4");
        let two = body_of(&digest(vec![section("a", 1), section("b", 1)]));
        assert_eq!(two, "“a”: story 0\n“b”: story 0");
    }

    #[test]
    fn only_links_of_the_web_are_opened() {
        assert!(link("https://forum.example/r/rust").is_some());
        let long = format!("https://forum.example/{}", "x".repeat(1_000));
        for url in ["javascript:alert(1)", "/r/rust", "", &long] {
            assert_eq!(link(url), None, "{url}");
        }
    }
}
