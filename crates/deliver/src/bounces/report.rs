//! Reads an email that reports about another one: that it could not be delivered (RFC 3464), or that its receiver
//! calls it spam (RFC 5965).

use mail_parser::{MessageParser, MessagePart, MimeHeaders};

use crate::delivery::{enhanced, is_about_the_mailbox};
use db::models::mail_bounce::BounceKind;

/// An email that reports about another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Report {
    pub(super) kind: BounceKind,
    /// The words of the mail server.
    pub(super) reason: String,
}

/// Reads a report. Returns `None` for any other email, and for a report that nothing is wrong or not yet certain.
pub(super) fn read(email: &[u8]) -> Option<Report> {
    let email = MessageParser::default().parse(email)?;
    // The parts of an included message are not among these.
    email.parts.iter().find_map(|part| match kind_of(part)?.as_str() {
        "delivery-status" | "global-delivery-status" => delivery_status(&fields(part)),
        "feedback-report" => feedback(&fields(part)),
        _ => None,
    })
}

/// Returns which kind of `message/…` a part is.
fn kind_of(part: &MessagePart<'_>) -> Option<String> {
    let kind = part.content_type()?;
    let is_message = kind.ctype().eq_ignore_ascii_case("message");
    is_message.then(|| kind.subtype().unwrap_or_default().to_ascii_lowercase())
}

/// The fields of a report, in groups that empty lines separate: names in lower case, and values.
type Fields = Vec<Vec<(String, String)>>;

fn fields(part: &MessagePart<'_>) -> Fields {
    let text = String::from_utf8_lossy(part.contents());
    let mut groups: Fields = vec![Vec::new()];
    for line in text.lines() {
        let Some(group) = groups.last_mut() else { continue };
        if line.trim().is_empty() {
            groups.push(Vec::new());
        } else if line.starts_with([' ', '\t']) {
            if let Some((_, value)) = group.last_mut() {
                value.push(' ');
                value.push_str(line.trim());
            }
        } else if let Some((name, value)) = line.split_once(':') {
            group.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
        }
    }
    groups
}

fn field<'a>(group: &'a [(String, String)], name: &str) -> &'a str {
    let found = group.iter().find(|(known, _)| known == name);
    found.map_or("", |(_, value)| value.as_str())
}

/// Each message has one receiver, so that the first failure is about that.
fn delivery_status(groups: &Fields) -> Option<Report> {
    let failed = |group: &&Vec<_>| field(group, "action").eq_ignore_ascii_case("failed");
    let failed = groups.iter().find(failed)?;
    let (status, answer) = (field(failed, "status"), field(failed, "diagnostic-code"));
    // `smtp; 550 5.1.1 …`, of which the kind of the answer is not shown.
    let answer = answer.split_once(';').map_or(answer, |(_, answer)| answer).trim();
    let kind = match names_no_mailbox(status, answer) {
        true => BounceKind::Hard,
        false => BounceKind::Soft,
    };
    let reason = if answer.is_empty() { status } else { answer };
    Some(Report { kind, reason: reason.to_owned() })
}

/// Returns whether no email will ever arrive. The answer of the server that refused the message counts, since
/// some servers report the status 5.0.0 for all of them. No class of statuses will do: a full mailbox and a text that
/// looks like spam are also permanent for the message, and say nothing about the next one.
fn names_no_mailbox(status: &str, answer: &str) -> bool {
    let said =
        answer.get(..4).filter(|code| code.starts_with(['4', '5'])).and_then(|_| answer.get(4..));
    let answered = said.and_then(enhanced).or_else(|| enhanced(answer));
    match answered.or_else(|| enhanced(status)) {
        // Postfix reports it for a domain that does not exist.
        Some((5, 4, 4)) => answered.is_none(),
        Some(known) => is_about_the_mailbox(known),
        None => false,
    }
}

fn feedback(groups: &Fields) -> Option<Report> {
    let kind =
        groups.iter().map(|group| field(group, "feedback-type")).find(|kind| !kind.is_empty())?;
    // Not `not-spam`, nor `auth-failure`, which is about the sender's settings (RFC 6591).
    let complains = ["abuse", "fraud", "opt-out"];
    let complains = complains.iter().any(|known| kind.eq_ignore_ascii_case(known));
    let reason = format!("reported as {}", kind.to_ascii_lowercase());
    complains.then_some(Report { kind: BounceKind::Complaint, reason })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounce(fields: &str) -> Vec<u8> {
        format!(
            "From: MAILER-DAEMON@mx.example\r\nTo: bounces+x@harken.example\r\nMIME-Version: 1.0\r\n\
             Content-Type: multipart/report; report-type=delivery-status; boundary=\"b\"\r\n\r\n\
             --b\r\nContent-Type: text/plain\r\n\r\nSorry.\r\n\
             --b\r\nContent-Type: message/delivery-status\r\n\r\n\
             Reporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; ada@example.com\r\n{fields}\r\n\
             --b\r\nContent-Type: text/rfc822-headers\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n--b--\r\n"
        )
        .into_bytes()
    }

    #[test]
    fn only_what_says_that_there_is_no_mailbox_is_hard() {
        use BounceKind::{Hard, Soft};
        for (status, answer, kind) in [
            ("5.1.1", "smtp; 550 5.1.1 <ada@example.com>: no such user", Hard),
            (
                "5.1.1",
                "smtp; 550-5.1.1 The account does not exist.\r\n 550-5.1.1 Please check",
                Hard,
            ),
            ("5.0.0", "smtp; 550 5.1.1 no such user", Hard),
            ("5.1.1 (bad mailbox)", "X-Postfix; unknown user: \"ada\"", Hard),
            ("5.4.4", "X-Postfix; Host or domain name not found", Hard),
            ("5.2.1", "", Hard),
            ("5.1.10", "smtp;556 5.1.10 null MX", Hard),
            ("5.4.4", "smtp; 550 5.4.4 unable to route", Soft),
            ("5.0.0", "smtp; 550 this looks like spam", Soft),
            ("5.1.1", "smtp; 550 5.7.1 blocked", Soft),
            ("5.2.2", "smtp; 552 5.2.2 mailbox full", Soft),
            ("5.7.1", "", Soft),
            ("4.4.1", "X-Postfix; connection timed out", Soft),
            ("4.2.2", "smtp; 452 4.2.2 mailbox full", Soft),
            ("", "", Soft),
            ("nonsense", "é", Soft),
        ] {
            let fields =
                format!("Action: failed\r\nStatus: {status}\r\nDiagnostic-Code: {answer}\r\n");
            let report = read(&bounce(&fields)).unwrap();
            assert_eq!(report.kind, kind, "{status} {answer}");
        }
        let fields = "ACTION: Failed\r\nstatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1\r\n no such\r\n\tuser\r\n";
        let report = read(&bounce(fields)).unwrap();
        assert_eq!(report.reason, "550 5.1.1 no such user");
    }

    #[test]
    fn what_is_not_certain_is_no_report() {
        for action in ["delayed", "delivered", "relayed", "expanded", ""] {
            let fields = format!("Action: {action}\r\nStatus: 4.4.1\r\n");
            assert_eq!(read(&bounce(&fields)), None, "{action}");
        }
        for email in [
            "",
            "\r\n",
            "Subject: I am away\r\nAuto-Submitted: auto-replied\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n",
            "Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\n",
        ] {
            assert_eq!(read(email.as_bytes()), None, "{email}");
        }
        // A report that a message includes is about somebody else's message.
        let inner = String::from_utf8(bounce("Action: failed\r\nStatus: 5.1.1\r\n")).unwrap();
        let outer = format!(
            "Content-Type: multipart/mixed; boundary=o\r\n\r\n--o\r\nContent-Type: message/rfc822\r\n\r\n{inner}\r\n--o--\r\n"
        );
        assert_eq!(read(outer.as_bytes()), None);
    }

    #[test]
    fn complaints_are_read_by_their_type() {
        let complaint = |kind: &str| {
            format!(
                "Content-Type: multipart/report; report-type=feedback-report; boundary=\"b\"\r\n\r\n\
                 --b\r\nContent-Type: text/plain\r\n\r\nA complaint.\r\n\
                 --b\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: {kind}\r\nVersion: 1\r\n\r\n\
                 --b\r\nContent-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\nx\r\n--b--\r\n"
            )
        };
        for kind in ["abuse", "Abuse", "fraud", "opt-out"] {
            let report = read(complaint(kind).as_bytes()).unwrap();
            assert_eq!(report.kind, BounceKind::Complaint, "{kind}");
        }
        for kind in ["not-spam", "auth-failure", ""] {
            assert_eq!(read(complaint(kind).as_bytes()), None, "{kind}");
        }
    }
}
