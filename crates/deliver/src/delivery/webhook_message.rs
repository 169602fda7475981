//! What a webhook's request says of an alert: as an event, and as the values of a template's placeholders.

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::json;
use uuid::Uuid;

use super::alert::Alert;
use super::chat::Words;
use super::place_names::PlaceNames;
use super::webhook_event::{
    ChangedGap, CoverageGapsChanged, Event, MatchCreated, MatchesCreated, TestMessage,
};
use super::webhook_template::{Template, Values};
use foundation::wording::labels::author_label;
use platform::wire::{ItemKind, Notification, NotificationStatus, RedditPost};

/// Returns what a message about `alert` says. `home` is the address of the page that shows it.
pub(super) fn event(alert: &Alert, home: &str) -> Event {
    match alert {
        // The event is the same, so that a test does what a match does; programs that count can
        // distinguish it.
        Alert::Match(found, _) | Alert::HearingTest(found, _) => {
            let is_test = matches!(alert, Alert::HearingTest(..));
            Event::Match(Box::new(MatchCreated { notification: (**found).clone(), is_test }))
        }
        // Webhooks receive each match at once; if one is put off nevertheless, it loses nothing.
        Alert::Digest(digest) => {
            let stories = digest.sections.iter().flat_map(|section| &section.stories);
            let notifications = stories.flat_map(|story| story.notifications.clone()).collect();
            Event::Matches(MatchesCreated { count: digest.count, notifications })
        }
        Alert::Gaps(gaps, _) => {
            let changes = gaps.changes.iter();
            let gaps_shown = changes.map(|change| ChangedGap::of(change, home)).collect();
            Event::Gaps(CoverageGapsChanged { count: gaps.count, gaps: gaps_shown })
        }
        Alert::Report(report) => report.event.clone(),
        Alert::Test => Event::Test(TestMessage { message: "This is a test message from Harken." }),
    }
}

/// Returns the values for a message, which was created at `created_at`.
pub(super) fn values(alert: &Alert, home: &str, id: Uuid, created_at: DateTime<Utc>) -> Values {
    let words = Words::of(alert);
    let mut said = json!(event(alert, home));
    let found = match alert {
        Alert::Match(found, _) | Alert::HearingTest(found, _) => Some(&**found),
        _ => None,
    };
    let post = found.map(|found| &found.reddit_post);
    let link = match words.posts.as_slice() {
        [only] => only.url.clone(),
        _ => None,
    };
    let text = match words.posts.as_slice() {
        [_] if found.is_some() => words.text.clone(),
        _ => words.lines().join("\n"),
    };
    let title = match words.posts.as_slice() {
        [only] if found.is_some() => &only.title,
        _ => &words.heading,
    };
    let count = match alert {
        Alert::Digest(digest) => digest.count,
        Alert::Gaps(gaps, _) => usize::try_from(gaps.count).unwrap_or(0),
        _ => 1,
    };
    Values::from([
        ("author", json!(post.map_or(String::new(), |p| author_label(&p.author, &p.subreddit)))),
        ("content", json!(post.map_or(text.as_str(), |post| post.content.as_str()))),
        ("count", json!(count)),
        ("data", said["data"].take()),
        ("heading", json!(words.heading)),
        ("id", json!(id)),
        ("keyword", json!(found.map_or("", |found| found.matched_keyword.as_str()))),
        ("kind", json!(found.map(|found| found.kind))),
        ("page", json!(home)),
        ("place", json!(post.map_or("", |post| post.subreddit.as_str()))),
        ("text", json!(text)),
        ("time", json!(created_at.to_rfc3339_opts(SecondsFormat::Millis, true))),
        ("title", json!(title)),
        ("type", said["type"].take()),
        ("url", json!(link.unwrap_or_else(|| home.to_owned()))),
    ])
}

/// Returns the body that `template` makes of a made-up match, and the values of all placeholders. `home` is
/// the address of a page of Harken.
///
/// # Errors
/// The template is wrong: see [`Template::check`].
pub fn sample(
    template: &Template,
    home: &str,
    now: DateTime<Utc>,
) -> anyhow::Result<(String, Values)> {
    let values = values(&sample_alert(now), home, Uuid::nil(), now);
    Ok((template.body(&values)?, values))
}

/// Returns the match that previews show.
fn sample_alert(now: DateTime<Utc>) -> Alert {
    let notification = Notification {
        id: Uuid::nil(),
        created_at: now,
        matched_keyword: "compost".to_owned(),
        watch_id: Uuid::nil(),
        status: NotificationStatus::Unread,
        kind: ItemKind::Post,
        matches: Vec::new(),
        thread_id: "t3_1abcde".to_owned(),
        story_id: "t3_1abcde".to_owned(),
        gone: false,
        reddit_post: RedditPost {
            subreddit: "gardening".to_owned(),
            title: "Is this \"compost\" ready?".to_owned(),
            content: "It is dark and smells of earth.\nCan I use it?".to_owned(),
            url: "https://www.reddit.com/r/gardening/comments/1abcde/".to_owned(),
            flair: "Question".to_owned(),
            link: String::new(),
            author: "someone".to_owned(),
        },
    };
    Alert::Match(Box::new(notification), PlaceNames::default())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::Value;

    use super::super::chat::tests::{HOSTILE, matched};
    use super::super::webhook_template::{Method, NAMES};
    use super::*;

    const HOME: &str = "https://harken.example/notifications";

    fn template(body: &str) -> Template {
        Template { method: Method::Post, headers: BTreeMap::new(), body: body.to_owned() }
    }

    fn filled(body: &str, alert: &Alert) -> Value {
        let values = values(alert, HOME, Uuid::nil(), DateTime::UNIX_EPOCH);
        serde_json::from_str(&template(body).body(&values).unwrap()).unwrap()
    }

    #[test]
    fn placeholders_become_texts_numbers_and_data() {
        let alert = matched("rust is fun", "We use rust", "https://forum.example/a");
        let body = r#"{
            "text": "{{ title }} ({{keyword:4}}) {{url}}",
            "n": "{{count}}", "s": "{{count}} match", "list": ["{{type}}", 1, null],
            "id": "{{data}}", "plain": "{ {title} }"
        }"#;
        let values = filled(body, &alert);
        assert_eq!(values["text"], "rust is fun (rus…) https://forum.example/a");
        assert_eq!((&values["n"], &values["s"]), (&json!(1), &json!("1 match")));
        assert_eq!(values["list"], json!(["match.created", 1, null]));
        assert_eq!(values["id"]["notification"]["matchedKeyword"], "rust is fun");
        assert_eq!(values["plain"], "{ {title} }");
        let test = filled(r#"{"a": "{{title}}", "b": "{{text}}", "c": "{{url}}"}"#, &Alert::Test);
        let works = "This channel works. Your alerts will come here.";
        assert_eq!(test, json!({"a": "Test message from Harken", "b": works, "c": HOME}));
    }

    /// Whatever a stranger wrote stays the text in which its placeholder stood.
    #[test]
    fn texts_of_strangers_cannot_leave_their_place() {
        for text in HOSTILE.into_iter().chain(["{{data}}", "\"}, \"admin\": true, \"x\": {\""]) {
            let alert = matched("rust", text, "https://forum.example/a");
            let body = filled(r#"{"a": "<{{content}}>", "b": 1}"#, &alert);
            assert_eq!(body, json!({"a": format!("<{text}>"), "b": 1}));
        }
    }

    /// The names, the values and the sample agree.
    #[test]
    fn every_name_has_a_value() {
        let (_, values) = sample(&template("{}"), HOME, DateTime::UNIX_EPOCH).unwrap();
        assert!(values.keys().eq(NAMES.iter()));
    }
}
