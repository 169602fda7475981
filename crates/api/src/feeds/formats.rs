//! A feed and its formats: RSS 2.0 (rssboard.org/rss-specification), Atom (RFC 4287) and JSON Feed
//! 1.1 (jsonfeed.org/version/1.1).

use std::borrow::Cow;

use askama::Template;
use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::coverage::CoverageGapBody;
use db::models::item::ItemKind;
use deliver::delivery::email_parts::web_link;
use deliver::delivery::place_names::PlaceNames;
use foundation::wording::labels::{author_label, headline};
use foundation::wording::line::reorders;
use platform::wire::Notification;

/// The most characters of a text in a feed.
const TEXT_CHARS: usize = 2_000;

#[derive(Debug, Template)]
#[template(path = "feeds/rss.xml")]
struct Rss<'a> {
    feed: &'a Feed,
}

#[derive(Debug, Template)]
#[template(path = "feeds/atom.xml")]
struct Atom<'a> {
    feed: &'a Feed,
}

/// The content of a feed. All texts are free of characters that XML cannot hold.
#[derive(Debug)]
pub(super) struct Feed {
    /// The feed's constant id: that of its watch, or of the user.
    pub(super) id: Uuid,
    pub(super) title: String,
    pub(super) home_url: String,
    pub(super) self_url: String,
    pub(super) updated: DateTime<Utc>,
    /// Newest first.
    pub(super) entries: Vec<Entry>,
}

#[derive(Debug)]
pub(super) struct Entry {
    /// The id, which never changes, so that no reader shows an entry twice.
    id: Uuid,
    title: String,
    url: String,
    author: String,
    /// The place and the keyword; empty if the entry is not a post.
    tags: Vec<String>,
    text: String,
    pub(super) published: DateTime<Utc>,
}

impl Entry {
    /// Builds the entry of a notification. `home_url` replaces an address that is not a web
    /// address.
    pub(super) fn of(notification: Notification, names: &PlaceNames, home_url: &str) -> Self {
        let post = notification.reddit_post;
        Self {
            id: notification.id,
            title: clean(&headline(&post.title, &post.content)),
            url: clean(&web_link(&post.url).unwrap_or(Cow::Borrowed(home_url))),
            author: clean(&author_label(&post.author, &post.subreddit)),
            tags: vec![clean(&notification.matched_keyword), clean(&names.label(&post.subreddit))],
            text: cut(&clean(&post.content)),
            published: notification.created_at,
        }
    }

    /// Builds the entry that replaces all others when the plan has no feeds any more.
    pub(super) fn ended(feed_id: Uuid, url: String, since: DateTime<Utc>) -> Self {
        Self {
            id: Uuid::from_u128(!feed_id.as_u128()),
            title: "This feed is part of the Pro plan".to_owned(),
            url,
            author: "Harken".to_owned(),
            tags: Vec::new(),
            text:
                "Your plan no longer includes feeds, so nothing new appears here. Your matches are \
                 still in Harken."
                    .to_owned(),
            published: since,
        }
    }

    /// Builds the entry of a period from which something may be missing.
    pub(super) fn of_gap(gap: &CoverageGapBody, names: &PlaceNames, id: Uuid, url: String) -> Self {
        let (kind, place) = (gap.kind, &gap.place);
        let (from, to) = (gap.started_at, gap.ended_at);
        let span = |time: DateTime<Utc>| time.format("%-d %b %Y, %H:%M:%S UTC");
        Self {
            id,
            title: clean(&format!("Some {kind}s {} may be missing", names.within(place))),
            url,
            author: "Harken".to_owned(),
            tags: vec![clean(&names.label(place))],
            text: format!(
                "{}s from {} to {} may be missing. {}",
                match kind {
                    ItemKind::Post => "Post",
                    ItemKind::Comment => "Comment",
                },
                span(from),
                span(to),
                gap.cause.sentence(),
            ),
            published: to,
        }
    }

    fn urn(&self) -> String {
        self.id.urn().to_string()
    }

    /// Returns the date as RSS writes it (RFC 2822).
    fn pub_date(&self) -> String {
        self.published.to_rfc2822()
    }

    /// Returns the date as Atom and JSON Feed write it (RFC 3339).
    fn published(&self) -> String {
        rfc3339(self.published)
    }

    fn json(&self) -> Value {
        json!({
            "id": self.urn(),
            "url": self.url,
            "title": self.title,
            "content_text": self.text,
            "date_published": self.published(),
            "authors": [{ "name": self.author }],
            "tags": self.tags,
        })
    }

    /// Returns the text as HTML, which readers expect in a description of RSS.
    fn html(&self) -> String {
        let mut html = String::with_capacity(self.text.len());
        for c in self.text.chars() {
            match c {
                '&' => html.push_str("&amp;"),
                '<' => html.push_str("&lt;"),
                '>' => html.push_str("&gt;"),
                '"' => html.push_str("&quot;"),
                '\'' => html.push_str("&#39;"),
                '\n' => html.push_str("<br>"),
                c => html.push(c),
            }
        }
        html
    }
}

impl Feed {
    pub(super) fn rss(&self) -> anyhow::Result<String> {
        Ok(Rss { feed: self }.render()?)
    }

    pub(super) fn atom(&self) -> anyhow::Result<String> {
        Ok(Atom { feed: self }.render()?)
    }

    pub(super) fn json(&self) -> anyhow::Result<String> {
        let items: Vec<Value> = self.entries.iter().map(Entry::json).collect();
        let feed = json!({
            "version": "https://jsonfeed.org/version/1.1",
            "title": self.title(),
            "home_page_url": self.home_url,
            "feed_url": self.self_url,
            "items": items,
        });
        Ok(feed.to_string())
    }

    fn urn(&self) -> String {
        self.id.urn().to_string()
    }

    fn build_date(&self) -> String {
        self.updated.to_rfc2822()
    }

    fn updated(&self) -> String {
        rfc3339(self.updated)
    }

    fn title(&self) -> String {
        clean(&self.title)
    }
}

fn rfc3339(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// Removes the characters that XML 1.0 does not allow (section 2.2), other control characters, and those that
/// reverse what follows them.
fn clean(text: &str) -> String {
    let fits = |c: &char| {
        let is_shown = !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
        matches!(c, '\n' | '\t') || is_shown && !reorders(*c)
    };
    text.chars().filter(fits).collect()
}

fn cut(text: &str) -> String {
    if text.chars().count() <= TEXT_CHARS {
        return text.to_owned();
    }
    let kept: String = text.chars().take(TEXT_CHARS - 1).collect();
    format!("{}…", kept.trim_end())
}
