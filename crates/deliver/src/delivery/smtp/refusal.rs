use std::error::Error as _;

use lettre::transport::smtp::Error;

use super::certificate;
use crate::delivery::{AttemptResult, Outcome};

/// The step of a dialogue at which something failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// Before a receiver was named: connecting, signing in, MAIL FROM.
    Sender,
    /// RCPT TO.
    Receiver,
    /// DATA and the message itself.
    Message,
}

/// Classifies a failure. 5xx is final (RFC 5321, section 4.2.1), unless no receiver was named yet:
/// then it concerns Harken's settings, which somebody may fix while the message waits. Everything
/// else is temporary: 4xx, connections, TLS.
pub(super) fn classify(step: Step, error: &Error) -> AttemptResult {
    let reason = reason(error);
    let code = error.status().map(u16::from);
    let said = error.source().map(ToString::to_string).unwrap_or_default();
    let outcome = match (step, code) {
        (Step::Receiver | Step::Message, Some(500..)) => match code {
            Some(code) if is_about_the_address(step, code, &said) => Outcome::Gone(reason),
            _ => Outcome::Dead(reason),
        },
        _ => Outcome::retry(reason),
    };
    AttemptResult { status_code: code, ..outcome.into() }
}

fn reason(error: &Error) -> String {
    match certificate::advice(error) {
        Some(advice) => advice,
        None => without_addresses(&error.to_string()),
    }
}

/// Returns why no connection can be used, and what to do about it.
pub(super) fn to_connect(error: &Error) -> String {
    let reason = reason(error);
    match error.status().map(u16::from) {
        // RFC 4954, section 6.
        Some(530 | 534 | 535 | 538) => format!(
            "it refuses to sign Harken in ({reason}): check the user name and password in mail.smtp_url"
        ),
        Some(_) => reason,
        None if certificate::advice(error).is_some() => reason,
        None => format!("{reason}. Check the host and the port in mail.smtp_url, and firewalls"),
    }
}

/// Returns whether a final refusal means that there is no such mailbox, so that no email will ever
/// arrive.
///
/// The enhanced status (RFC 3463, section 3.2) says so at any step: bad mailbox, bad domain, bad
/// syntax, moved, no mail accepted there (RFC 7505), and 5.2.1, a disabled mailbox. 5.1.7 and 5.1.8
/// concern the sender, 5.1.0 and 5.1.4 say nothing certain. Without an enhanced status, 550, 551
/// and 553 say it only in answer to RCPT: after DATA they concern the text. Never 552, the mailbox
/// is full or the message too large, and never 554 or 5.7.x, which are rules of the server: they
/// are temporary, or affect one message and not the next.
fn is_about_the_address(step: Step, code: u16, said: &str) -> bool {
    match enhanced(said) {
        Some(status) => is_about_the_mailbox(status),
        None => step == Step::Receiver && matches!(code, 550 | 551 | 553),
    }
}

/// Returns whether an enhanced status means that there is no such mailbox.
pub(crate) fn is_about_the_mailbox(status: (u16, u16, u16)) -> bool {
    match status {
        (5, 1, detail) => matches!(detail, 1 | 2 | 3 | 6 | 10),
        (5, 2, detail) => detail == 1,
        _ => false,
    }
}

/// Returns the enhanced status that an answer begins with (RFC 2034), such as 5.1.1.
pub(crate) fn enhanced(said: &str) -> Option<(u16, u16, u16)> {
    let mut parts = said.split_whitespace().next()?.split('.');
    let mut number = || parts.next()?.parse::<u16>().ok();
    let status = (number()?, number()?, number()?);
    parts.next().is_none().then_some(status)
}

/// Removes addresses from `text`: servers often repeat the receiver's address in their answers.
pub(crate) fn without_addresses(text: &str) -> String {
    let words = text.split_whitespace();
    let words = words.map(|word| if word.contains('@') { "(address)" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_carry_no_address() {
        let said = "permanent error (550): 5.1.1 <ada@example.com>: no such user";
        assert_eq!(without_addresses(said), "permanent error (550): 5.1.1 (address) no such user");
    }

    #[test]
    fn only_a_refusal_of_the_mailbox_itself_marks_an_address() {
        use Step::{Message, Receiver};
        for (step, code, said, marks) in [
            (Receiver, 550, "5.1.1 <ada@example.com>: no such user", true),
            (Receiver, 550, "No such user here", true),
            (Receiver, 551, "User not local", true),
            (Receiver, 553, "Mailbox name not allowed", true),
            (Receiver, 550, "5.1.2 bad domain", true),
            (Receiver, 553, "5.1.3 bad syntax", true),
            (Receiver, 551, "5.1.6 moved", true),
            (Receiver, 556, "5.1.10 null MX", true),
            (Receiver, 550, "5.2.1 mailbox disabled", true),
            (Message, 550, "5.1.1 no such user", true),
            (Receiver, 550, "5.7.1 relaying denied", false),
            (Receiver, 550, "5.1.8 bad sender's domain", false),
            (Receiver, 550, "5.1.0 address rejected", false),
            (Receiver, 552, "5.2.2 mailbox full", false),
            (Receiver, 552, "mailbox full", false),
            (Receiver, 554, "5.7.1 blocked", false),
            (Receiver, 554, "transaction failed", false),
            (Message, 550, "this looks like spam", false),
            (Message, 552, "5.3.4 too large", false),
            (Message, 554, "5.6.0 malformed", false),
        ] {
            let found = is_about_the_address(step, code, said);
            assert_eq!(found, marks, "{step:?} {code} {said}");
        }
    }
}
