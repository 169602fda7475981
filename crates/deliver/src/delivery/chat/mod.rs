//! Alerts as chats show them. Texts of posts are written by strangers: each service's markup is
//! removed from them in the way that service requires, so that no title forms a link, a mention or
//! a tag.

pub(super) mod discord;
pub(super) mod ntfy;
pub(super) mod slack;
pub(super) mod telegram;

use std::borrow::Cow;

use super::alert::Alert;
use super::digest::{Digest, Story};
use super::email_parts::web_link;
use super::excerpt::{EXCERPT_CHARS, excerpt};
use super::gap_texts;
use super::place_names::PlaceNames;
use db::models::gap_change::GapChange;
use foundation::wording::labels::{self, author_label};
use foundation::wording::line::one_line;
use foundation::wording::plural::{number, plural};
use matcher::Utf16Span;
use platform::coverage::Gaps;
use platform::wire::{GapCause, ItemKind, MatchField, Notification};

/// The most stories that a digest names; the rest is a number.
const MAX_POSTS: usize = 10;
/// The longest title; longer ones are cut. It is the forum's own limit.
const TITLE_CHARS: usize = 300;

/// An alert as plain texts, each on one line.
pub(super) struct Words {
    pub(super) heading: String,
    pub(super) posts: Vec<Post>,
    /// The text below the posts, which may be empty.
    pub(super) text: String,
    /// Whether the alert can wait, so that nobody needs to be disturbed.
    pub(super) can_wait: bool,
}

pub(super) struct Post {
    pub(super) title: String,
    pub(super) url: Option<String>,
    pub(super) note: String,
}

impl Words {
    pub(super) fn of(alert: &Alert) -> Self {
        match alert {
            Alert::Match(notification, names) | Alert::HearingTest(notification, names) => {
                Self::of_match(notification, names)
            }
            Alert::Digest(digest) => Self::of_digest(digest),
            Alert::Gaps(gaps, names) => Self::of_gaps(gaps, names),
            Alert::Report(report) => Self {
                heading: one_line(&report.heading),
                posts: Vec::new(),
                text: one_line(&report.text),
                can_wait: true,
            },
            Alert::Test => Self {
                heading: "Test message from Harken".to_owned(),
                posts: Vec::new(),
                text: "This channel works. Your alerts will come here.".to_owned(),
                can_wait: false,
            },
        }
    }

    /// Returns what is below the heading, line by line.
    pub(super) fn lines(&self) -> Vec<&str> {
        let posts = self.posts.iter().flat_map(|post| [post.title.as_str(), post.note.as_str()]);
        let lines = posts.chain([self.text.as_str()]);
        lines.filter(|line| !line.trim().is_empty()).collect()
    }

    fn of_digest(digest: &Digest) -> Self {
        let stories = digest.sections.iter().flat_map(|section| {
            let stories = section.stories.iter();
            stories.map(|story| (section.keyword.as_str(), story))
        });
        let posts: Vec<_> = stories.take(MAX_POSTS).collect();
        let shown_matches: usize = posts.iter().map(|(_, story)| story.count).sum();
        let bursts = digest.sections.iter().filter_map(|section| {
            let burst = section.burst?;
            Some(format!("“{}”: {}.", section.keyword, burst.words()))
        });
        let more = digest.count.saturating_sub(shown_matches);
        let more =
            (more > 0).then(|| format!("And {} more, listed in Harken.", number(more as u64)));
        let text: Vec<String> = bursts.chain(more).collect();
        let post = |(keyword, story): (&str, &Story)| {
            let mut note = format!("“{keyword}” {}", digest.names.within(&story.subreddit));
            if story.count > 1 {
                note += &format!(", {}", plural(story.count as u64, "match", "matches"));
            }
            if let Some(also) = digest.names.also(&story.elsewhere) {
                note += &format!(", {also}");
            }
            Post::new(&story.title, &story.url, &note)
        };
        Self {
            heading: one_line(&digest.headline()),
            posts: posts.into_iter().map(post).collect(),
            text: one_line(&text.join(" ")),
            can_wait: !digest.at_once,
        }
    }

    fn of_gaps(gaps: &Gaps, names: &PlaceNames) -> Self {
        let shown: Vec<_> = gaps.changes.iter().take(MAX_POSTS).collect();
        let more = usize::try_from(gaps.count).unwrap_or(0) - shown.len();
        let post = |change: &&GapChange| {
            let cause = GapCause::from(change.reason.as_str());
            Post::new(&gap_texts::line(change, names), "", cause.sentence())
        };
        Self {
            heading: gap_texts::heading(gaps, names),
            posts: shown.iter().map(post).collect(),
            text: match more {
                0 => String::new(),
                more => format!("And {} more, listed in Harken.", number(more as u64)),
            },
            can_wait: true,
        }
    }

    fn of_match(notification: &Notification, names: &PlaceNames) -> Self {
        let post = &notification.reddit_post;
        let place = names.within(&post.subreddit);
        let body = notification.matches.iter().filter(|m| m.field == MatchField::Body);
        let spans: Vec<Utf16Span> =
            body.map(|m| Utf16Span { start: m.start as usize, end: m.end as usize }).collect();
        let runs = excerpt(&post.content, &spans, EXCERPT_CHARS);
        let what = match notification.kind {
            ItemKind::Post => "Post",
            ItemKind::Comment => "Comment",
        };
        let heading = format!("“{}” {place}", notification.matched_keyword);
        Self {
            heading: one_line(&heading),
            posts: vec![Post::new(
                &labels::heading(&post.title, &post.author, &post.subreddit, &place),
                &post.url,
                &format!("{what} by {}", author_label(&post.author, &post.subreddit)),
            )],
            text: runs.into_iter().map(|run| run.text).collect(),
            can_wait: false,
        }
    }
}

impl Post {
    pub(super) fn new(title: &str, url: &str, note: &str) -> Self {
        Self {
            title: cut(&one_line(title), TITLE_CHARS),
            url: web_link(url).map(Cow::into_owned),
            note: one_line(note),
        }
    }
}

fn cut(text: &str, length: usize) -> String {
    written(text, length, |c, out| out.push(c))
}

/// Returns `text` with each character written by `write`, as far as it fits into `length`
/// characters, with an ellipsis where it was cut. The written form of a character is never split.
fn written(text: &str, length: usize, write: impl Fn(char, &mut String)) -> String {
    let mut out = String::new();
    let (mut used, mut fits_with_ellipsis) = (0, 0);
    for c in text.chars() {
        let before = out.len();
        write(c, &mut out);
        used += out[before..].chars().count();
        if used > length {
            out.truncate(fits_with_ellipsis);
            out.push('…');
            return out;
        }
        if used < length {
            fits_with_ellipsis = out.len();
        }
    }
    out
}

#[cfg(test)]
pub(super) mod tests {
    use chrono::DateTime;
    use serde_json::{Value, json};
    use uuid::Uuid;

    use super::*;
    use crate::delivery::digest::Section;
    use crate::delivery::item_facts::ItemFacts;
    use crate::delivery::place_names::tests::{BLOG, names};
    use platform::wire::{MatchSpan, NotificationStatus, RedditPost};

    /// Titles and texts that have a meaning in one chat or another.
    pub(in crate::delivery) const HOSTILE: [&str; 18] = [
        "<!channel> <!here> <!everyone> <@U123> <#C123|general>",
        "@everyone @here <@123> <@&456> <#789> </cmd:1> <a:party:1>",
        "<https://evil.example|Sign in> [Sign in](https://evil.example)",
        "</a></b><a href=\"https://evil.example\">x</a>",
        "&lt;b&gt; &amp; &quot; &#60;",
        "*bold* _italic_ ~strike~ `code` ```block``` ||spoiler|| > quote # head - item",
        "\\*not escaped\\* \\<@123> \\\\",
        "](https://evil.example) )](javascript:alert(1))",
        "line\nbreak\r\n\r\n# Heading\n> quote\n@everyone",
        "\u{202e}right to left\u{202c} \u{200b}\u{feff}\u{0}\u{7}\u{1b}[31m",
        "\"}], \"content\": \"@everyone\", \"x\": [{\"y\": \"",
        "@channel @durov /start #tag tg://resolve?domain=x",
        "<script>alert(1)</script><!--",
        "]]> <![CDATA[ <?xml ?> &xxe;",
        "🔥🔥🔥 ünïcödé 日本語",
        "javascript:alert(1)",
        "",
        " ",
    ];

    /// Returns the same alert in a feed with this title.
    pub(in crate::delivery) fn in_feed(alert: Alert, title: &str) -> Alert {
        match alert {
            Alert::Match(mut found, _) => {
                BLOG.clone_into(&mut found.reddit_post.subreddit);
                Alert::Match(found, names(title))
            }
            other => other,
        }
    }

    pub(in crate::delivery) fn matched(title: &str, content: &str, url: &str) -> Alert {
        let id = Uuid::from_u128(1);
        let fields: Value = json!({ "field": "title", "start": 0, "end": 4 });
        let span: MatchSpan = serde_json::from_value(fields).unwrap();
        let notification = Notification {
            id,
            created_at: DateTime::UNIX_EPOCH,
            matched_keyword: title.chars().take(30).collect(),
            watch_id: id,
            status: NotificationStatus::Unread,
            kind: ItemKind::Post,
            matches: vec![span],
            thread_id: "t3_1".to_owned(),
            story_id: "t3_1".to_owned(),
            gone: false,
            reddit_post: RedditPost {
                flair: String::new(),
                link: String::new(),
                subreddit: "rust".to_owned(),
                title: title.to_owned(),
                content: content.to_owned(),
                url: url.to_owned(),
                author: title.chars().take(20).collect(),
            },
        };
        Alert::Match(Box::new(notification), PlaceNames::default())
    }

    #[test]
    fn a_digest_says_where_else_a_story_is() {
        let id = Uuid::from_u128(1);
        let story = Story {
            title: "Loose handles".to_owned(),
            subreddit: BLOG.to_owned(),
            elsewhere: vec!["tea".to_owned()],
            url: String::new(),
            facts: ItemFacts::default(),
            count: 2,
            notifications: Vec::new(),
        };
        let section = Section {
            watch_id: id,
            keyword: "kettle".to_owned(),
            count: 2,
            burst: None,
            stories: vec![story],
        };
        let words = Words::of(&Alert::Digest(Digest {
            id,
            sections: vec![section],
            more_watches: 0,
            count: 2,
            at_once: false,
            names: names("A Blog"),
        }));
        let wanted = "“kettle” on A Blog, 2 matches, also in r/tea";
        assert_eq!(words.posts[0].note, wanted);
    }

    #[test]
    fn writing_is_cut_between_characters_and_within_the_length() {
        let double = |c: char, out: &mut String| out.extend([c, c]);
        assert_eq!(written("abc", 6, double), "aabbcc");
        assert_eq!(written("abc", 5, double), "aabb…");
        assert_eq!(written("abc", 4, double), "aa…");
        assert_eq!(written("abc", 1, double), "…");
        assert_eq!(written("", 0, double), "");
    }
}
