//! Classifies an answer to a message, and says what its user can do about it.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::Value;

use super::target::Target;
use crate::delivery::Outcome;
use foundation::wording::line::one_line;
use platform::outgoing::{Answer, retry_after};

/// The most characters of a service's answer that are repeated.
const SAID_CHARS: usize = 120;

/// Returns the outcome of a message to `target` that got this answer.
pub(super) fn classify(target: &Target, answer: &Answer, now: DateTime<Utc>) -> Outcome {
    let status = answer.status;
    let said = said(target, answer);
    match status {
        200..=299 => Outcome::Sent,
        300..=399 => Outcome::Dead(format!(
            "answered {status}, a redirect, which is not followed: enter the address that it leads to"
        )),
        // From a webhook this is a request (Standard Webhooks): no more messages, please.
        410 if matches!(target, Target::Webhook { .. }) => {
            Outcome::Gone("answered 410: the webhook is gone for good".to_owned())
        }
        408 | 425 | 429 | 500.. => Outcome::Retry {
            reason: format!("answered {status}{said}"),
            after: wait(target, answer, now),
        },
        _ => Outcome::Dead(format!("answered {status}{said}: {}", advice(target, answer))),
    }
}

/// Returns how long the other side wants to be left alone.
fn wait(target: &Target, answer: &Answer, now: DateTime<Utc>) -> Option<Duration> {
    let in_body = match target {
        Target::Telegram { .. } => "/parameters/retry_after",
        Target::Discord { .. } => "/retry_after",
        _ => return retry_after(answer, now),
    };
    let body = body(answer);
    let seconds = body.pointer(in_body).and_then(Value::as_f64);
    let requested = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds.ceil()).ok());
    requested.or_else(|| retry_after(answer, now))
}

/// Returns what to do about a permanent refusal.
fn advice(target: &Target, answer: &Answer) -> String {
    let text = match (target, answer.status) {
        (Target::Slack { .. }, 400 | 403 | 404 | 410) => return slack_advice(answer),
        (Target::Discord { .. }, 400) if body(answer)["code"] == NO_THREAD_OF_FORUM => {
            "it belongs to a forum: add ?thread_id= and the number of a post to its address"
        }
        (Target::Discord { .. }, 401 | 403 | 404) => {
            "create a new webhook in Discord and enter its address"
        }
        (Target::Telegram { .. }, 401 | 404) => "check the bot's token",
        (Target::Telegram { .. }, 403) => {
            "start the bot in Telegram, or allow it to write to the \
            chat"
        }
        (Target::Telegram { .. }, 400) => return telegram_advice(answer),
        (Target::Ntfy { .. }, 401 | 403) => "the topic is protected: check the access token",
        (_, 401 | 403) => "it refuses Harken: check the address and its access settings",
        (_, 404 | 405) => "nothing accepts messages there: check the address",
        (_, 413) => "it does not accept messages of this size",
        _ => "it does not accept the message: check the address",
    };
    text.to_owned()
}

/// Discord's code for a message to a forum that names none of its posts.
const NO_THREAD_OF_FORUM: u64 = 220_001;

fn body(answer: &Answer) -> Value {
    serde_json::from_slice(&answer.body).unwrap_or_default()
}

/// Returns what to do about the word with which Slack refuses a message.
fn slack_advice(answer: &Answer) -> String {
    let text = match String::from_utf8_lossy(&answer.body).trim() {
        "channel_not_found" | "channel_is_archived" => {
            "the channel was deleted or archived: create a new webhook in Slack for another one and enter \
             its address"
        }
        "action_prohibited" | "posting_to_general_channel_denied" | "restricted_action" => {
            "an administrator of the workspace does not allow it: ask them, or create a new webhook in \
             Slack for another channel"
        }
        "team_disabled" | "team_not_found" => {
            "the workspace was closed or has moved: create a new webhook in Slack and enter its address"
        }
        "invalid_payload" | "invalid_blocks" | "no_text" => {
            "it does not accept the message: check that the address is an incoming webhook"
        }
        _ => "create a new webhook in Slack and enter its address",
    };
    text.to_owned()
}

fn telegram_advice(answer: &Answer) -> String {
    let moved = body(answer).pointer("/parameters/migrate_to_chat_id").and_then(Value::as_i64);
    let said = body(answer)["description"].as_str().unwrap_or_default().to_ascii_lowercase();
    match moved {
        Some(chat) => format!("the group has a new number, {chat}: enter that"),
        None if said.contains("topic_closed") => {
            "the group's general topic is closed: open it, or enter a link to another topic".to_owned()
        }
        None if said.contains("not enough rights") => {
            "allow the bot to write to the chat".to_owned()
        }
        None => "check the chat's number (that of a channel or of a group with topics begins with -100), \
                 and write to the bot once"
            .to_owned(),
    }
}

/// Returns ` (…)` with the service's own words, without addresses and keys. A webhook's answer is
/// not repeated: it may say anything.
fn said(target: &Target, answer: &Answer) -> String {
    let field = |name: &str| Some(body(answer).get(name)?.as_str()?.to_owned());
    let (words, secret) = match target {
        Target::Slack { .. } => {
            let text = String::from_utf8_lossy(&answer.body).into_owned();
            // Only a single word is repeated; a page of HTML comes from something else.
            let is_word = text.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
            (Some(text).filter(|_| is_word), None)
        }
        Target::Discord { .. } => (field("message"), None),
        Target::Telegram { bot_token, .. } => (field("description"), Some(bot_token)),
        Target::Ntfy { token, .. } => (field("error"), token.as_ref()),
        Target::Webhook { .. } | Target::Push { .. } => (None, None),
    };
    let mut words = words.unwrap_or_default();
    if let Some(secret) = secret {
        words = words.replace(secret.as_str(), "…");
    }
    repeated(&words)
}

/// Returns ` (…)` with a service's words on one line, cut and without addresses, or nothing if there are none.
pub(super) fn repeated(words: &str) -> String {
    // Long enough for what is cut, however large the answer is.
    let beginning: String = words.chars().take(10 * SAID_CHARS).collect();
    let line = one_line(&beginning);
    let words = line.split(' ').map(|word| if word.contains("://") { "…" } else { word });
    let words: String = words.collect::<Vec<_>>().join(" ").chars().take(SAID_CHARS).collect();
    let words = words.trim_end();
    if words.is_empty() { String::new() } else { format!(" ({words})") }
}

#[cfg(test)]
mod tests {
    use reqwest::header::{HeaderMap, RETRY_AFTER};
    use url::Url;

    use super::*;

    fn url() -> Url {
        Url::parse("https://example.com/secret").unwrap()
    }

    fn telegram() -> Target {
        Target::Telegram { bot_token: "1:SECRET".to_owned(), chat_id: "5".to_owned(), topic: None }
    }

    fn answer(status: u16, body: &str) -> Answer {
        Answer { status, headers: HeaderMap::new(), body: body.as_bytes().to_vec() }
    }

    fn classified(target: &Target, status: u16, body: &str) -> Outcome {
        classify(target, &answer(status, body), DateTime::UNIX_EPOCH)
    }

    #[test]
    fn each_status_has_its_outcome() {
        let webhook = Target::Webhook { url: url(), template: None };
        for status in [200, 201, 202, 204, 299] {
            assert_eq!(classified(&webhook, status, ""), Outcome::Sent);
        }
        for status in [408, 425, 429, 500, 502, 503, 504, 599] {
            let outcome = classified(&webhook, status, "");
            assert!(matches!(outcome, Outcome::Retry { .. }), "{status}");
        }
        for status in [300, 301, 302, 304, 307, 308, 400, 401, 403, 404, 405, 413, 422, 451] {
            let outcome = classified(&webhook, status, "");
            assert!(matches!(outcome, Outcome::Dead(_)), "{status}: {outcome:?}");
        }
        assert!(matches!(classified(&webhook, 410, ""), Outcome::Gone(_)));
        let slack = Target::Slack { url: url() };
        assert!(matches!(classified(&slack, 410, "channel_is_archived"), Outcome::Dead(_)));
    }

    #[test]
    fn a_reason_says_what_to_do_and_holds_no_key_and_no_address() {
        let said = r#"{"ok":false,"description":"Forbidden: 1:SECRET\nsee https://t.me/x"}"#;
        assert_eq!(
            classified(&telegram(), 403, said),
            Outcome::Dead(
                "answered 403 (Forbidden: … see …): start the bot in Telegram, or allow it to \
                 write to the chat"
                    .to_owned()
            )
        );
        let webhook = Target::Webhook { url: url(), template: None };
        let Outcome::Dead(reason) = classified(&webhook, 404, "<h1>secret") else {
            panic!("it is final");
        };
        assert_eq!(reason, "answered 404: nothing accepts messages there: check the address");
        let moved = r#"{"description":"Bad Request: group chat was upgraded",
            "parameters":{"migrate_to_chat_id":-100123}}"#;
        let Outcome::Dead(reason) = classified(&telegram(), 400, moved) else {
            panic!("it is final");
        };
        assert!(reason.ends_with("the group has a new number, -100123: enter that"));
    }

    #[test]
    fn a_chats_refusal_says_what_helps_there() {
        let (slack, discord) = (Target::Slack { url: url() }, Target::Discord { url: url() });
        for (target, status, body, advice) in [
            (&slack, 404, "channel_not_found", "the channel was deleted or archived"),
            (&slack, 410, "channel_is_archived", "the channel was deleted or archived"),
            (&slack, 403, "action_prohibited", "an administrator of the workspace"),
            (&slack, 403, "posting_to_general_channel_denied", "an administrator of the workspace"),
            (&slack, 403, "team_disabled", "the workspace was closed or has moved"),
            (&slack, 404, "no_service", "create a new webhook in Slack and enter its address"),
            (&slack, 403, "invalid_token", "create a new webhook in Slack and enter its address"),
            (&slack, 400, "invalid_blocks", "it does not accept the message"),
            (&slack, 404, "<html>", "create a new webhook in Slack and enter its address"),
            (&discord, 400, r#"{"code":220001}"#, "it belongs to a forum: add ?thread_id="),
            (&discord, 400, r#"{"code":50035}"#, "it does not accept the message"),
            (&discord, 404, r#"{"code":10015}"#, "create a new webhook in Discord"),
            (
                &telegram(),
                400,
                r#"{"description":"Bad Request: TOPIC_CLOSED"}"#,
                "the group's general topic",
            ),
            (
                &telegram(),
                400,
                r#"{"description":"Bad Request: chat not found"}"#,
                "check the chat's number",
            ),
            (
                &telegram(),
                400,
                r#"{"description":"Bad Request: not enough rights to send text messages to the chat"}"#,
                "allow the bot",
            ),
        ] {
            match classified(target, status, body) {
                Outcome::Dead(reason) => {
                    assert!(reason.contains(&format!(": {advice}")), "{body}: {reason}");
                }
                outcome => panic!("{body}: {outcome:?}"),
            }
        }
    }

    #[test]
    fn services_say_in_their_own_way_how_long_to_wait() {
        let after = |target: &Target, body: &str, header: Option<&'static str>| {
            let mut answer = answer(429, body);
            if let Some(header) = header {
                answer.headers.insert(RETRY_AFTER, header.parse().unwrap());
            }
            match classify(target, &answer, DateTime::UNIX_EPOCH) {
                Outcome::Retry { after, .. } => after.map(|wait| wait.as_secs()),
                outcome => panic!("{outcome:?}"),
            }
        };
        let body = r#"{"parameters":{"retry_after":35}}"#;
        assert_eq!(after(&telegram(), body, None), Some(35));
        let discord = Target::Discord { url: url() };
        assert_eq!(after(&discord, r#"{"retry_after":1.25}"#, Some("9")), Some(2));
        assert_eq!(after(&discord, "", Some("9")), Some(9));
        for nonsense in ["-1", "1e300", "null", "\"soon\"", "[]"] {
            let body = format!("{{\"retry_after\":{nonsense}}}");
            assert_eq!(after(&discord, &body, None), None, "{nonsense}");
        }
        let webhook = Target::Webhook { url: url(), template: None };
        assert_eq!(after(&webhook, body, Some("120")), Some(120));
    }
}
