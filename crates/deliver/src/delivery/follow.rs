//! Follows answers that say where messages go from now on, so that no alert is lost when a chat moves.

use reqwest::header::LOCATION;
use serde_json::Value;
use url::Url;

use super::target::{Target, server_of};
use platform::outgoing::Answer;

/// The most moves that are followed in one attempt.
pub(super) const MAX_MOVES: usize = 2;

/// Where a message goes instead.
#[derive(PartialEq, Eq)]
pub(super) struct Move {
    pub(super) target: Target,
    /// What the owner of the channel reads about it, without a secret.
    pub(super) note: String,
    /// Whether the new target replaces the old one once it has taken a message.
    pub(super) lasts: bool,
}

/// Returns where `answer` says that messages to `target` go, if it says so.
pub(super) fn follow(target: &Target, answer: &Answer) -> Option<Move> {
    match target {
        Target::Telegram { bot_token, chat_id, topic } => {
            in_telegram((bot_token, chat_id, *topic), answer)
        }
        Target::Discord { url } => out_of_thread(url, answer).or_else(|| redirect(target, answer)),
        Target::Webhook { .. } | Target::Slack { .. } | Target::Ntfy { .. } => {
            redirect(target, answer)
        }
        Target::Push { .. } => None,
    }
}

/// Follows a group that has become a supergroup, which has another number, and leaves a topic that cannot be
/// written to. The topic stays the target: a closed one may be opened, and Telegram also misses topics that
/// exist.
fn in_telegram(
    (bot_token, chat_id, topic): (&str, &str, Option<i64>),
    answer: &Answer,
) -> Option<Move> {
    if answer.status != 400 {
        return None;
    }
    let body: Value = serde_json::from_slice(&answer.body).ok()?;
    let to = |chat_id: String, note: String, lasts: bool| Move {
        target: Target::Telegram { bot_token: bot_token.to_owned(), chat_id, topic: None },
        note,
        lasts,
    };
    if let Some(number) = body.pointer("/parameters/migrate_to_chat_id").and_then(Value::as_i64) {
        let note = format!(
            "the group has become a supergroup with the number {number}, which is used from now on"
        );
        return Some(to(number.to_string(), note, true));
    }
    let said = body["description"].as_str()?.to_ascii_lowercase();
    let has_no_topic =
        ["message thread not found", "topic_deleted", "topic_id_invalid", "topic_closed"]
            .iter()
            .any(|known| said.contains(known));
    let topic = topic.filter(|_| has_no_topic)?;
    let note =
        format!("topic {topic} is closed or does not exist: the message went to the chat itself");
    Some(to(chat_id.to_owned(), note, false))
}

/// Leaves a thread that does not exist: the message goes to the webhook's channel.
fn out_of_thread(url: &Url, answer: &Answer) -> Option<Move> {
    const UNKNOWN_CHANNEL: u64 = 10_003;
    let body: Value = serde_json::from_slice(&answer.body).ok()?;
    let has_thread = url.query_pairs().any(|(name, _)| name == "thread_id");
    if !matches!(answer.status, 400 | 404) || body["code"] != UNKNOWN_CHANNEL || !has_thread {
        return None;
    }
    let mut channel = url.clone();
    channel.set_query(None);
    Some(Move {
        target: Target::Discord { url: channel },
        note: "the thread does not exist: the message went to the webhook's channel".to_owned(),
        lasts: false,
    })
}

/// Follows a redirect of a request with a body: 308 for good, 307 for this message. 301 is also how a domain that was
/// given up leads to a page that answers everything with 200, so it is followed only to the same path.
fn redirect(target: &Target, answer: &Answer) -> Option<Move> {
    let (url, sent_to) = match target {
        Target::Webhook { url, .. } | Target::Slack { url } | Target::Discord { url } => {
            (url, url.clone())
        }
        Target::Ntfy { url, .. } => (url, server_of(url)),
        Target::Telegram { .. } | Target::Push { .. } => return None,
    };
    let location = answer.headers.get(LOCATION)?.to_str().ok()?;
    let mut to = sent_to.join(location).ok()?;
    to.set_fragment(None);
    let is_same_path = to.path().trim_end_matches('/') == sent_to.path().trim_end_matches('/')
        && to.query() == sent_to.query();
    let lasts = match answer.status {
        308 => true,
        301 if is_same_path => true,
        307 => false,
        _ => return None,
    };
    // Nothing that was sent over TLS is sent without it.
    if to == sent_to || sent_to.scheme() == "https" && to.scheme() != "https" {
        return None;
    }
    let host = to.host_str()?.to_owned();
    let target = match target {
        // The headers of a template hold tokens, which are sent only to the host that they are for.
        Target::Webhook { template: Some(_), .. } if to.host_str() != url.host_str() => {
            return None;
        }
        Target::Webhook { template, .. } => Target::Webhook { url: to, template: template.clone() },
        Target::Slack { .. } => Target::Slack { url: to },
        Target::Discord { .. } => Target::Discord { url: to },
        Target::Ntfy { token, .. } => {
            // A token is sent only to the host that it was entered for.
            if token.is_some() && to.host_str() != url.host_str() {
                return None;
            }
            let topic = url.path().rsplit('/').next()?;
            to.path_segments_mut().ok()?.pop_if_empty().push(topic);
            Target::Ntfy { url: to, token: token.clone() }
        }
        Target::Telegram { .. } | Target::Push { .. } => return None,
    };
    let note = match lasts {
        true => format!(
            "the address has moved permanently, to {host}: the new address is used from now on"
        ),
        false => format!("the address leads to {host} for now: this message went there"),
    };
    Some(Move { target, note, lasts })
}

#[cfg(test)]
mod tests {
    use reqwest::header::HeaderMap;

    use super::*;

    fn answer(status: u16, body: &str) -> Answer {
        Answer { status, headers: HeaderMap::new(), body: body.as_bytes().to_vec() }
    }

    fn telegram(chat: &str, topic: Option<i64>) -> Target {
        Target::Telegram { bot_token: "1:S".to_owned(), chat_id: chat.to_owned(), topic }
    }

    #[test]
    fn telegram_is_followed_to_the_supergroup_and_out_of_a_topic() {
        let upgraded = r#"{"ok":false,"error_code":400,
            "description":"Bad Request: group chat was upgraded to a supergroup chat",
            "parameters":{"migrate_to_chat_id":-1009876543210}}"#;
        let lost = r#"{"ok":false,"description":"Bad Request: message thread not found"}"#;
        let closed = r#"{"ok":false,"description":"Bad Request: TOPIC_CLOSED"}"#;
        let unknown = r#"{"ok":false,"description":"Bad Request: chat not found"}"#;
        for (from, status, body, to) in [
            (("-987", None), 400, upgraded, Some((("-1009876543210", None), true))),
            (("-987", Some(4)), 400, upgraded, Some((("-1009876543210", None), true))),
            (("-1005", Some(4)), 400, lost, Some((("-1005", None), false))),
            (("@name", Some(4)), 400, closed, Some((("@name", None), false))),
            (("-1005", None), 400, lost, None),
            (("-1005", None), 400, closed, None),
            (("-1005", Some(4)), 400, unknown, None),
            (("-987", None), 403, upgraded, None),
            (("-987", None), 200, upgraded, None),
            (("-987", None), 400, r#"{"parameters":{"migrate_to_chat_id":"-100"}}"#, None),
            (("-987", None), 400, r#"{"parameters":{"retry_after":3}}"#, None),
            (("-987", None), 400, "<html>", None),
        ] {
            let found = follow(&telegram(from.0, from.1), &answer(status, body));
            let found = found.map(|found| (found.target, found.lasts));
            let to = to.map(|((chat, topic), lasts)| (telegram(chat, topic), lasts));
            assert!(found == to, "{from:?} {status} {body}");
        }
    }

    #[test]
    fn a_thread_that_is_gone_is_left_for_its_channel() {
        let discord = |url: &str| Target::Discord { url: Url::parse(url).unwrap() };
        let gone = r#"{"message":"Unknown Channel","code":10003}"#;
        let webhook = "https://discord.com/api/webhooks/1/x";
        let in_thread = format!("{webhook}?thread_id=5");
        let found = follow(&discord(&in_thread), &answer(404, gone)).unwrap();
        assert!(found.target == discord(webhook) && !found.lasts);
        assert!(follow(&discord(webhook), &answer(404, gone)).is_none());
        let no_webhook = r#"{"message":"Unknown Webhook","code":10015}"#;
        assert!(follow(&discord(&in_thread), &answer(404, no_webhook)).is_none());
    }

    #[test]
    fn redirects_of_requests_with_a_body_are_followed_and_no_others() {
        let webhook = |url: &str| Target::Webhook { url: Url::parse(url).unwrap(), template: None };
        let ntfy = |url: &str, token: Option<&str>| Target::Ntfy {
            url: Url::parse(url).unwrap(),
            token: token.map(str::to_owned),
        };
        let hook = "https://old.example/a/hook?x=1";
        for (target, status, location, to) in [
            (webhook(hook), 308, "https://new.example/b", Some(webhook("https://new.example/b"))),
            (webhook(hook), 308, "/b#part", Some(webhook("https://old.example/b"))),
            (
                webhook(hook),
                301,
                "https://new.example/a/hook/?x=1",
                Some(webhook("https://new.example/a/hook/?x=1")),
            ),
            (webhook(hook), 301, "https://parking.example/", None),
            (webhook(hook), 301, "https://new.example/a/hook", None),
            (webhook(hook), 302, "https://old.example/login", None),
            (webhook(hook), 303, "https://new.example/a/hook?x=1", None),
            (webhook(hook), 307, "https://new.example/b", Some(webhook("https://new.example/b"))),
            (webhook(hook), 307, "http://old.example/a/hook?x=1", None),
            (webhook(hook), 308, "http://old.example/a/hook?x=1", None),
            (webhook(hook), 308, hook, None),
            (webhook(hook), 308, "https://", None),
            (
                webhook("http://10.0.0.1/a"),
                301,
                "https://10.0.0.1/a",
                Some(webhook("https://10.0.0.1/a")),
            ),
            (
                ntfy("https://ntfy.example/t", None),
                308,
                "https://n.example/",
                Some(ntfy("https://n.example/t", None)),
            ),
            (
                ntfy("https://ntfy.example/t", None),
                301,
                "https://n.example",
                Some(ntfy("https://n.example/t", None)),
            ),
            (ntfy("https://ntfy.example/t", Some("tk")), 308, "https://n.example/", None),
            (
                ntfy("https://ntfy.example/t", Some("tk")),
                308,
                "/ntfy/",
                Some(ntfy("https://ntfy.example/ntfy/t", Some("tk"))),
            ),
        ] {
            let mut answer = answer(status, "");
            answer.headers.insert(LOCATION, location.parse().unwrap());
            let found = follow(&target, &answer);
            assert!(
                found.as_ref().map(|found| &found.target) == to.as_ref(),
                "{status} {location}"
            );
            if let Some(found) = found {
                assert_eq!(found.lasts, status != 307, "{status} {location}");
                assert!(!found.note.contains("://"), "{}", found.note);
            }
        }
        assert!(follow(&webhook(hook), &answer(308, "")).is_none());
    }
}
