//! Amazon SES's notifications by SNS. Source: docs.aws.amazon.com/ses, “Amazon SNS notification contents”, and
//! docs.aws.amazon.com/sns, “HTTP/HTTPS notification JSON format”. SNS signs them, but it also signs what a stranger
//! sends through a topic of their own: the signature proves less than the password in the webhook's address.

use serde::Deserialize;
use url::Url;

use super::{Said, event, json};
use db::models::mail_bounce::BounceKind;
use platform::config::MailRelay;

/// A message of SNS.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Body {
    r#type: String,
    #[serde(default)]
    message_id: String,
    /// A document in itself.
    #[serde(default)]
    message: String,
    #[serde(rename = "SubscribeURL")]
    subscribe_url: Option<Url>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Notification {
    bounce: Option<Bounce>,
    complaint: Option<Complaint>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Bounce {
    bounce_type: String,
    bounced_recipients: Vec<Recipient>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Complaint {
    complained_recipients: Vec<Recipient>,
    complaint_feedback_type: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Recipient {
    email_address: String,
    diagnostic_code: Option<String>,
}

pub(super) fn read(body: &[u8]) -> Option<Said> {
    let body: Body = json(body)?;
    match body.r#type.as_str() {
        "SubscriptionConfirmation" => {
            let url = body.subscribe_url.filter(is_of_sns)?;
            return Some(Said::Confirm(url));
        }
        "Notification" => {}
        _ => return Some(Said::Events(Vec::new())),
    }
    // SNS also sends texts, such as the one by which SES tests the topic.
    let said: Option<Notification> = json(body.message.as_bytes());
    let (kind, recipients) = match said {
        Some(Notification { bounce: Some(bounce), .. }) => {
            let kind = match bounce.bounce_type.as_str() {
                "Permanent" => BounceKind::Hard,
                _ => BounceKind::Soft,
            };
            (kind, bounce.bounced_recipients)
        }
        Some(Notification { complaint: Some(complaint), .. })
            if complaint.complaint_feedback_type.as_deref() != Some("not-spam") =>
        {
            (BounceKind::Complaint, complaint.complained_recipients)
        }
        _ => return Some(Said::Events(Vec::new())),
    };
    let named = recipients.into_iter().enumerate().filter(|_| !body.message_id.is_empty());
    let events = named.filter_map(|(number, recipient)| {
        let id = format!("{} {number}", body.message_id);
        let reason = recipient.diagnostic_code.unwrap_or_default();
        event(MailRelay::Ses, &id, &recipient.email_address, kind, &reason)
    });
    Some(Said::Events(events.collect()))
}

/// Returns whether `url` is an address of SNS, in whichever region: nothing else is visited.
fn is_of_sns(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let domain =
        host.strip_suffix(".amazonaws.com").or_else(|| host.strip_suffix(".amazonaws.com.cn"));
    let region = domain.and_then(|domain| domain.strip_prefix("sns."));
    let is_region = |name: &str| name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    url.scheme() == "https" && url.port().is_none() && region.is_some_and(is_region)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_sns_are_visited() {
        for (url, visited) in [
            ("https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=1", true),
            ("https://sns.cn-north-1.amazonaws.com.cn/?Action=ConfirmSubscription", true),
            ("http://sns.eu-west-1.amazonaws.com/", false),
            ("https://sns.eu-west-1.amazonaws.com:8443/", false),
            ("https://sns.eu-west-1.amazonaws.com.evil.example/", false),
            ("https://evil.example/?sns.eu-west-1.amazonaws.com", false),
            ("https://sns.evil.example.amazonaws.com/", false),
            ("https://s3.eu-west-1.amazonaws.com/", false),
        ] {
            let body =
                serde_json::json!({ "Type": "SubscriptionConfirmation", "SubscribeURL": url });
            let said = read(body.to_string().as_bytes());
            assert_eq!(matches!(said, Some(Said::Confirm(_))), visited, "{url}");
        }
    }
}
